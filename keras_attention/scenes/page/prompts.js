"use strict";
// Fills a prompt, puts the code below it, and copies both.
(async () => {
  const section = document.querySelector(".prompts");
  const form = section.querySelector("form");
  const paste = form.querySelector("#prompt_text");
  const status = form.querySelector("[role=status]");
  const packed = JSON.parse(section.querySelector(".texts").textContent);
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { between, words, prompts, codes } = await new Response(plain).json();
  const written = {}; // prompt -> placeholder -> text, kept when one looks at another prompt or language

  // A piece of code is a text, or one for each language.
  const codeIn = (language, pieces) => pieces.map((piece) => piece[language] ?? piece).join(between);

  const chosen = () => {
    const [name, language] = [form.elements.prompt_name.value, form.elements.prompt_language.value];
    return { name, language, prompt: prompts[name][language], values: (written[name] ??= {}) };
  };

  function show() { // another prompt or language
    const { language, prompt, values } = chosen();
    section.querySelector(".purpose").textContent = prompt.purpose;
    section.querySelector(".purpose").lang = language;
    section.querySelector(".notes").innerHTML = prompt.notes; // escaped when the page was written
    section.querySelector(".notes").lang = language;
    section.querySelector(".blanks").replaceChildren(...prompt.blanks.map(([key, label, hint, example], number) => {
      const [field, name, tip, area] = ["p", "label", "span", "textarea"].map((tag) => document.createElement(tag));
      Object.assign(field, { className: "field", lang: language });
      Object.assign(area, { id: `blank_${number}`, rows: 2, placeholder: `${words.example} ${example}` });
      Object.assign(tip, { id: `hint_${number}`, className: "hint", textContent: hint });
      area.value = values[key] ?? "";
      area.setAttribute("aria-describedby", tip.id);
      Object.assign(name, { htmlFor: area.id, textContent: label });
      area.addEventListener("input", () => { values[key] = area.value; fill(); });
      field.append(name, tip, area);
      return field;
    }));
    fill();
  }

  function fill() { // the text, with what was written and with the code
    const { language, prompt, values } = chosen();
    const given = {};
    for (const [key, label] of prompt.blanks) if (values[key]?.trim()) given[label] = values[key];
    const text = prompt.text.replace(/\u3014([^\u3014\u3015]+)\u3015/g, (all, label) => given[label] ?? all);
    const code = form.elements.prompt_code.value;
    paste.value = code ? `${text}\n\n${codeIn(language, codes[code])}` : text;
    paste.lang = language;
    const open = prompt.blanks.filter(([, label]) => !(label in given)).map(([, label]) => label);
    const gaps = [open.length ? `${words.open} ${open.join(", ")}.` : words.filled];
    if (!code && prompt.codes.length) gaps.push(`${words.code} ${prompt.codes.join(", ")}.`);
    section.querySelector(".gaps").textContent = gaps.join(" ");
    status.textContent = "";
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(paste.value);
      status.textContent = `${words.copied} ${paste.value.length.toLocaleString("en")}.`;
    } catch {
      paste.focus();
      paste.select();
      status.textContent = words.failed;
    }
  }

  form.addEventListener("change", (event) => {
    if (["prompt_name", "prompt_language"].includes(event.target.name)) show();
    else if (event.target.name === "prompt_code") fill();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.querySelector("button").addEventListener("click", copy);
  show();
  form.hidden = false;
  section.dataset.ready = "";
})();
