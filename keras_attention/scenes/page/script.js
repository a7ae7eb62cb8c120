"use strict";
// Draws every scene, lets its inputs set the parameters of the picture, and writes the numbers beside it.
(() => {
  const WIDE_FROM = 650; // pixels; below, a picture is drawn for a phone
  const kinds = { true: "narrow", false: "wide" };

  class Scene {
    constructor(section) {
      this.section = section;
      this.form = section.querySelector("form");
      this.picture = section.querySelector(".picture");
      this.specification = JSON.parse(section.querySelector(".specification").textContent);
      this.form.addEventListener("input", () => this.update());
      this.form.addEventListener("submit", (event) => event.preventDefault());
    }

    value(name) { // of a control, as a number
      return Number(new FormData(this.form).get(name));
    }

    async draw() {
      const kind = kinds[this.picture.clientWidth < WIDE_FROM];
      if (kind === this.kind) return;
      this.kind = kind;
      if (this.embedded) this.embedded.finalize();
      const options = { renderer: "svg", actions: false };
      const drawing = { ...this.specification.both, ...this.specification[kind] };
      this.embedded = await vegaEmbed(this.picture.firstElementChild, drawing, options);
      this.picture.classList.toggle("narrow", kind === "narrow");
      this.picture.classList.add("drawn");
      const { view } = this.embedded;
      view.addSignalListener(this.specification.shown, (_, shown) => this.write(shown));
      view.addEventListener("click", (_, item) => this.press(item));
      await this.update();
    }

    async update() { // the picture follows the inputs
      for (const output of this.form.querySelectorAll("output")) {
        output.value = this.form.elements[output.htmlFor.value].value;
      }
      if (!this.embedded) return;
      const { view } = this.embedded;
      for (const name of this.specification.controls) view.signal(name, this.value(name));
      await view.runAsync();
      this.write(view.signal(this.specification.shown));
    }

    press(item) { // a click on a mark that belongs to an option of a control
      const name = this.specification.controls.find((control) => item?.datum?.[control] !== undefined);
      if (name === undefined) return;
      const field = this.form.elements[name];
      field.value = String(item.datum[name]);
      this.update();
    }

    write(shown) {
      fill(this.section.querySelector(".headline .number"), shown.number);
      fill(this.section.querySelector(".headline .sentence"), shown.sentence);
      const body = this.section.querySelector("tbody");
      while (body.rows.length > shown.rows.length) body.deleteRow(-1);
      shown.rows.forEach((entries, index) => {
        const row = body.rows[index] ?? body.appendChild(body.rows[0].cloneNode(true));
        entries.forEach((place, column) => fill(row.cells[column], shown.strings[place]));
      });
    }
  }

  function fill(element, words) { // only where it changes, so that a screen reader speaks of changes alone
    if (element.textContent !== words) element.textContent = words;
  }

  const scenes = [...document.querySelectorAll(".scene")].map((section) => new Scene(section));

  async function drawAll() {
    for (const scene of scenes) await scene.draw();
    document.documentElement.dataset.drawn = String(scenes.length);
  }

  let waiting;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(drawAll, 150);
  });
  window.addEventListener("beforeprint", () => {
    for (const question of document.querySelectorAll("details:not([open])")) {
      question.dataset.folded = "";
      question.open = true;
    }
  });
  window.addEventListener("afterprint", () => {
    for (const question of document.querySelectorAll("details[data-folded]")) {
      question.open = false;
      delete question.dataset.folded;
    }
  });
  drawAll();
})();
