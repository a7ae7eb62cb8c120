"""The prompts as a section of the page: choose one, fill it in, take it along with the code."""

import base64
import json
import pathlib
import zlib

from keras_attention.prompts import LANGUAGES, code_names, prompt_names, read_code, read_prompt
from keras_attention.scenes.page.html import script, text
from keras_attention.scenes.page.markdown import to_html
from keras_attention.scenes.page.section import Section
from keras_attention.scenes.page.texts import LANGUAGE_NAMES
from keras_attention.scenes.stage.text import Text

TITLE = Text("Prompts for an AI assistant", "AI에게 붙여 넣을 프롬프트")
_LEAD = Text(
    "An assistant is a good partner to think with if you tell it what you know, what you want and what it must not "
    "do. Choose a text, fill in its gaps, copy it and paste it into the assistant of your choice. Nothing you write "
    "here leaves this page.",
    "무엇을 알고 무엇을 바라는지, 무엇은 하지 말아야 하는지 일러 주면 AI는 함께 생각하기 좋은 상대가 됩니다. 글을 "
    "고르고 빈자리를 채운 다음, 복사해서 AI에 붙여 넣으세요. 여기에 쓴 내용은 이 페이지 밖으로 나가지 않습니다.",
)
_PROMPT = Text("What it is for", "무엇에 쓸까요")
_CODE = Text("Code below the text", "글 아래에 붙일 코드")
_NO_CODE = Text("none", "없음")
_LANGUAGE = Text("Language of the text", "글의 언어")
_READY = Text("Ready to paste", "붙여 넣을 글")
_COPY = Text("Copy", "복사")
_NO_SCRIPT = Text(
    "Filling in needs JavaScript. The same texts are files in the folder `prompts` of the project.",
    "빈자리를 채우려면 자바스크립트가 필요합니다. 같은 글이 프로젝트의 `prompts` 폴더에 파일로도 있습니다.",
)
_BETWEEN = "\n\n\n"  # the pieces of code
_WORDS = {
    "open": Text("Still to fill in:", "아직 채우지 않은 자리:"),
    "filled": Text("Everything is filled in.", "빈자리를 모두 채웠습니다."),
    "code": Text("This prompt is about code:", "코드와 함께 쓰는 프롬프트입니다. 알맞은 코드:"),
    "copied": Text("Copied, characters:", "복사했습니다. 글자 수:"),
    "failed": Text(
        "The browser did not copy. The text is marked: press Ctrl+C.",
        "복사하지 못했습니다. 글을 선택해 두었으니 Ctrl+C를 누르세요.",
    ),
    "example": Text("for example:", "예:"),
}  # fmt: skip


def prompt_section(language):
    """The `Section` in "en" or "ko".

    Raises:
        FileNotFoundError: there are no prompts, as in a package that was installed without its repository.
    """
    say = lambda words: text(words.of(language))  # noqa: E731
    prompts = {name: read_prompt(name, language) for name in prompt_names()}
    options = "".join(f'<option value="{text(name)}">{text(prompt.title)}</option>' for name, prompt in prompts.items())
    codes = _radios("prompt_code", [("", _NO_CODE.of(language)), *((name, name) for name in code_names())], "")
    languages = _radios("prompt_language", list(LANGUAGE_NAMES.items()), language)
    html = f"""
<section class="prompts" id="prompts" aria-labelledby="prompts-title">
<header><h2 id="prompts-title">{say(TITLE)}</h2></header>
<p class="lead">{say(_LEAD)}</p>
<noscript><p>{say(_NO_SCRIPT)}</p></noscript>
<form class="card" autocomplete="off" hidden>
<div class="controls">
<p class="field"><label for="prompt_name">{say(_PROMPT)}</label>
<select id="prompt_name" name="prompt_name">{options}</select></p>
<fieldset><legend>{say(_CODE)}</legend>{codes}</fieldset>
<fieldset><legend>{say(_LANGUAGE)}</legend>{languages}</fieldset>
</div>
<p class="purpose"></p>
<div class="blanks"></div>
<p class="field ready"><label for="prompt_text">{say(_READY)}</label>
<textarea id="prompt_text" rows="14" readonly></textarea></p>
<p class="gaps"></p>
<p class="copy"><button type="button">{say(_COPY)}</button> <span role="status"></span></p>
</form>
<div class="notes"></div>
<script type="application/json" class="texts">{_packed(_texts(language))}</script>
<script>{script(pathlib.Path(__file__).with_name("prompts.js").read_text(encoding="utf-8"))}</script>
</section>"""
    return Section("prompts", "", TITLE.of(language), html)


def _radios(name, options, start):
    return "".join(
        f'<label><input type="radio" name="{name}" value="{text(value)}"{" checked" if value == start else ""}>'
        f"<span>{text(words)}</span></label>"
        for value, words in options
    )


def _texts(language):
    """Everything the section's script shows."""
    return {
        "between": _BETWEEN,
        "words": {name: words.of(language) for name, words in _WORDS.items()},
        "prompts": {name: {to: _prompt(read_prompt(name, to)) for to in LANGUAGES} for name in prompt_names()},
        "codes": {name: _pieces(name) for name in code_names()},
    }


def _pieces(code):
    """The code in pieces; where the editions differ, which they hardly do, a piece is one text for each language."""
    editions = (read_code(code, to).split(_BETWEEN) for to in LANGUAGES)
    return [
        piece[0] if len(set(piece)) == 1 else dict(zip(LANGUAGES, piece, strict=True))
        for piece in zip(*editions, strict=True)
    ]


def _prompt(prompt):
    return {
        "purpose": " ".join(prompt.purpose.split()),
        "text": prompt.text,
        "blanks": [[blank.key, blank.label, blank.hint, blank.example] for blank in prompt.placeholders],
        "codes": prompt.codes,
        "notes": "".join(f"<h3>{text(heading)}</h3>{to_html(words)}" for heading, words in prompt.notes),
    }


def _packed(value):
    """A JSON string of base64 of deflated JSON."""
    packed = zlib.compress(json.dumps(value, ensure_ascii=False).encode("utf-8"), 9)
    return json.dumps(base64.b64encode(packed).decode("ascii"))
