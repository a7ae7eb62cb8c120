"""What a reader sees, with a small screen, in the dark, on paper, or not at all."""

import importlib.resources

import pytest
from scene_specimen import SPECIMEN

from keras_attention.scenes.registry import NAMES, find

LANGUAGES = ("en", "ko")
SCHEMES = ("light", "dark")
CONTRAST = """() => {
    const channel = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const painted = (colour) => colour && colour.startsWith("rgb") && (parse(colour)[3] ?? 1) > 0.5;
    const ground = (text) => { // of the topmost thing painted under the middle of the text
        const box = text.getBoundingClientRect();
        const below = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        for (const element of below) {
            if (element.closest("text")) continue;
            const style = getComputedStyle(element), svg = element.ownerSVGElement;
            const opacity = style.opacity * (svg ? style.fillOpacity : 1);
            const colour = svg ? style.fill : style.backgroundColor;
            if (opacity > 0.5 && painted(colour)) return colour;
        }
        throw new Error(`nothing is painted under ${text.textContent}`);
    };
    return [...document.querySelectorAll(".picture svg text")].filter((t) => t.textContent.trim()).map((text) => {
        text.scrollIntoView({ block: "center" });
        const colour = getComputedStyle(text).fill, under = ground(text);
        const [a, b] = [luminance(parse(colour)), luminance(parse(under))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return [text.textContent, colour, under, ratio];
    });
}"""
SMALL = """() => {
    const cut = [], small = [], stuck = [];
    for (const svg of document.querySelectorAll(".picture svg")) {
        const frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width;
        for (const text of svg.querySelectorAll("text")) {
            if (!text.textContent.trim()) continue;
            const box = text.getBoundingClientRect();
            if (box.left < frame.left - 1.5 || box.right > frame.right + 1.5) cut.push(text.textContent);
            if (parseFloat(getComputedStyle(text).fontSize) * scale < 11) small.push(text.textContent);
        }
    }
    for (const element of document.querySelectorAll("body *")) {
        const box = element.getBoundingClientRect();
        if (box.width && (box.left < -1 || box.right > innerWidth + 1)) stuck.push(element.outerHTML.slice(0, 90));
    }
    return { cut, small, stuck, width: document.documentElement.scrollWidth };
}"""


def _axe():
    package = pytest.importorskip("axe_playwright_python", reason="needs: python -m pip install axe-playwright-python")
    return importlib.resources.files(package).joinpath("axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overflows_is_cut_or_tiny(open_page, language, width):
    found = open_page(language, width).page.evaluate(SMALL)
    assert found == {"cut": [], "small": [], "stuck": [], "width": width}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_in_pictures_have_contrast(open_page, language, scheme):
    opened = open_page(language, 1280, scheme)
    measured = opened.page.evaluate(CONTRAST)
    assert len(measured) > 20
    assert [each for each in measured if each[3] < 4.5] == []


@pytest.mark.parametrize(("language", "scheme", "width"), [("en", "light", 1280), ("ko", "dark", 360)])
def test_axe_finds_nothing(open_page, language, scheme, width):
    page = open_page(language, width, scheme).page
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.evaluate(_axe())
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    assert [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found["violations"]] == []
    assert len(found["passes"]) > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_input_is_labelled_and_every_picture_described(open_page, language):
    page = open_page(language).page
    names = page.locator("input, select").evaluate_all(
        "all => all.map(e => [...e.labels].map(l => l.textContent.trim()))"
    )
    assert names and all(len(label) == 1 and label[0] for label in names)
    groups = page.locator("input[type=radio]").evaluate_all(
        "all => all.map(e => e.closest('fieldset').querySelector('legend').textContent)"
    )
    assert all(groups)
    for scene in (*map(find, NAMES), SPECIMEN):
        picture = page.locator(f"#{scene.name} .picture[role=img]")
        assert picture.get_attribute("aria-label") == scene.picture.of(language)
        assert picture.locator("svg").count() == 1 and picture.locator("canvas").count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_contents_lead_to_every_scene(open_page, language):
    page = open_page(language).page
    assert page.locator("html").get_attribute("lang") == language
    links = page.locator("nav a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert links == [f"#{name}" for name in (*NAMES, "specimen")]
    assert all(page.locator(f"section{link}").count() == 1 for link in links)


def test_a_link_leads_to_the_other_language_and_back(browser, page_files):
    page = browser.new_page()
    page.goto(page_files["en"].as_uri())
    for language, name in (("ko", "한국어"), ("en", "English")):
        page.get_by_role("link", name=name, exact=True).click()
        page.wait_for_selector(f"html[lang={language}][data-drawn]")
    page.close()


def test_paper_is_light_even_in_the_dark(open_page):
    page = open_page("en", 1280, "dark").page
    page.emulate_media(media="print", color_scheme="dark")
    paper = page.evaluate(
        """() => {
            const body = getComputedStyle(document.body), text = document.querySelector("#library .picture svg text");
            return [body.backgroundColor, body.color, getComputedStyle(text).fill];
        }"""
    )
    page.emulate_media(media="screen", color_scheme="dark")
    assert paper == ["rgb(255, 255, 255)", "rgb(31, 29, 26)", "rgb(31, 29, 26)"]
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 0


def test_without_javascript_texts_and_tables_are_there(browser, page_files):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(page_files["ko"].as_uri())
    scene = find("library")
    assert scene.shown(*scene.start).sentence.of("ko") in page.locator("#library .headline").text_content()
    assert page.locator("#library tbody tr").count() == 3
    context.close()
