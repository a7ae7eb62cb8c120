"""The prompts on the page, in a browser: chosen, filled in, with the code below, copied."""

import importlib.resources

import pytest

from keras_attention.prompts import code_names, files, prompt_names, read_code, read_prompt
from keras_attention.scenes.page.section import Section

LANGUAGES = ("en", "ko")
HOSTILE = "</script><b>&amp;</b> $& $1 \\1 〔fear〕 '\""


@pytest.fixture(scope="module")
def opened(browser, tmp_path_factory):
    """A function (language, width, scheme) -> `OpenPage` with the prompts and nothing else; opened once for each."""
    from open_page import OpenPage

    from keras_attention.scenes.page.document import document
    from keras_attention.scenes.page.prompt_section import prompt_section

    folder, pages = tmp_path_factory.mktemp("prompts"), {}

    def get(language, width=1280, scheme="light"):
        key = language, width, scheme
        if key not in pages:
            file = folder / f"{language}.html"
            file.write_text(document([prompt_section(language)], language), encoding="utf-8")
            pages[key] = OpenPage(browser, file, language, width, scheme)
            pages[key].page.locator(".prompts[data-ready]").wait_for()
        return pages[key]

    yield get
    for page in pages.values():
        page.close()


def _choose(page, name, language, code=""):
    page.locator("#prompt_name").select_option(name)
    page.locator(f"label:has([name=prompt_language][value='{language}'])").click()
    page.locator(f"label:has([name=prompt_code][value='{code}'])").click()


def _text(page):
    return page.locator("#prompt_text").input_value()


@pytest.mark.parametrize("page_language", LANGUAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_is_that_of_its_file(opened, page_language, language):
    page = opened(page_language).page
    for name in prompt_names():
        _choose(page, name, language)
        prompt = read_prompt(name, language)
        assert _text(page) == prompt.text
        labels = page.locator(".blanks label").all_text_contents()
        assert labels == [placeholder.label for placeholder in prompt.placeholders]
        hints = page.locator(".blanks .hint").all_text_contents()
        assert hints == [placeholder.hint for placeholder in prompt.placeholders]
        assert page.locator(".gaps").text_content().count(",") >= len(labels) - 1
        assert page.locator(".notes h3").all_text_contents() == [heading for heading, _ in prompt.notes]
        assert page.locator(".notes pre").count() == prompt.notes[1][1].count("```") / 2
        assert page.locator(".notes li").count() == prompt.notes[0][1].count("* ")
    assert page.locator("#prompt_name option").all_text_contents() == [
        read_prompt(name, page_language).title for name in prompt_names()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_goes_into_the_text_as_it_is_and_the_code_below(opened, language):
    page, prompt = opened(language).page, read_prompt("write-test", language)
    for code in ("", *code_names()):
        _choose(page, "write-test", language, code)
        page.locator(".blanks textarea").nth(0).fill(HOSTILE)
        page.locator(".blanks textarea").nth(1).fill("two\nlines")
        filled = prompt.fill({"function": HOSTILE, "fear": "two\nlines"})
        assert _text(page) == "\n\n".join([filled, *([read_code(code, language)] if code else [])])
        page.locator(".blanks textarea").nth(1).fill("  ")
        assert _text(page).startswith(prompt.fill({"function": HOSTILE}))
        assert prompt.placeholders[1].label in page.locator(".gaps").text_content()
    page.locator(".blanks textarea").nth(0).fill("")


def test_it_says_what_is_open_and_keeps_what_was_written(opened):
    page = opened("en").page
    _choose(page, "write-test", "en")
    assert page.locator(".gaps").text_content() == (
        "Still to fill in: function, fear. This prompt is about code: code1."
    )
    page.locator(".blanks textarea").nth(1).fill("upside down")
    _choose(page, "make-quiz", "ko", "code1")
    assert page.locator(".gaps").text_content() == "Still to fill in: 문제 수, 주제, 대상."
    _choose(page, "write-test", "ko", "code1")
    assert page.locator(".blanks textarea").nth(1).input_value() == "upside down"
    assert page.locator(".gaps").text_content() == "Still to fill in: 함수."
    page.locator(".blanks textarea").nth(0).fill("f")
    assert page.locator(".gaps").text_content() == "Everything is filled in."


@pytest.mark.parametrize("language", LANGUAGES)
def test_copied_and_pasted_by_keyboard(opened, language):
    page = opened(language).page
    _choose(page, "explain-code", language, "code1")
    page.locator(".blanks textarea").nth(1).fill("cell 5")
    expected = _text(page)
    page.locator("#prompt_text").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"
    page.keyboard.press("Enter")
    status = page.locator(".prompts [role=status]")
    page.wait_for_function("document.querySelector('.prompts [role=status]').textContent !== ''")
    assert f"{len(expected):,}." in status.text_content()
    page.locator(".blanks textarea").nth(0).focus()
    page.keyboard.press("Control+V")
    assert page.locator(".blanks textarea").nth(0).input_value() == expected
    assert status.text_content() == ""  # the text has changed since it was copied
    page.locator(".blanks textarea").nth(0).fill("")


def test_where_a_browser_does_not_copy_the_text_is_marked(opened):
    page = opened("en").page
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    page.locator(".copy button").click()
    page.wait_for_function("document.querySelector('.prompts [role=status]').textContent.includes('Ctrl+C')")
    marked = page.evaluate("(e => e.selectionEnd - e.selectionStart)(document.activeElement)")
    assert marked == len(_text(page)) > 0
    page.reload()
    page.locator(".prompts[data-ready]").wait_for()


@pytest.mark.parametrize(
    ("language", "width", "scheme"), [("en", 360, "light"), ("ko", 360, "dark"), ("ko", 1280, "light")]
)
def test_it_fits_and_axe_finds_nothing(opened, language, width, scheme):
    page = opened(language, width, scheme).page
    wide = page.evaluate(
        "[...document.querySelectorAll('.prompts *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 &&"
        " !e.closest('pre')).map(e => e.outerHTML.slice(0, 80))"
    )
    assert wide == [] and page.evaluate("document.documentElement.scrollWidth") == width
    axe = pytest.importorskip("axe_playwright_python", reason="needs: python -m pip install axe-playwright-python")
    page.evaluate(importlib.resources.files(axe).joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run('.prompts', { resultTypes: ['violations'] })")
    assert [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found["violations"]] == []


def test_nothing_was_complained_about_or_fetched(opened):
    for language in LANGUAGES:
        assert opened(language).complaints == []
        assert set(opened(language).requests) == {opened(language).url}


def test_the_page_ends_with_the_prompts_where_there_are_any(monkeypatch, tmp_path):
    document = pytest.importorskip("keras_attention.scenes.page.document", reason="needs altair")
    monkeypatch.setattr(document, "scene_section", lambda scene, language: Section("scene", "1", "A scene", ""))
    assert document.page("en").count('<section class="prompts" id="prompts"') == 1
    assert 'class="prompts"' not in document.page("en", document.NAMES[:1])
    monkeypatch.setattr(files, "REPOSITORY", tmp_path)
    assert 'class="prompts"' not in document.page("en")


def test_markdown_as_html():
    from keras_attention.scenes.page.markdown import to_html

    assert to_html("One `x<1`\nline & [a word](../file.md).\n\n* first\n  goes on\n* <b>second</b>\n") == (
        "<p>One <code>x&lt;1</code> line &amp; a word.</p>"
        "<ul><li>first goes on</li><li>&lt;b&gt;second&lt;/b&gt;</li></ul>"
    )
    assert to_html("Run:\n\n```python code1\na < `b`\n\n* c\n```\n") == (
        '<p>Run:</p><pre tabindex="0"><code>a &lt; `b`\n\n* c</code></pre>'
    )
