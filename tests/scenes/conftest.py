"""A real browser, and in it the page with every scene and a made-up one that has each kind of input."""

import os
import shutil

import pytest

HOW_TO_INSTALL = "needs a browser: apt-get install chromium fonts-nanum && python -m pip install playwright"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason=HOW_TO_INSTALL)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip(HOW_TO_INSTALL)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def page_files(tmp_path_factory):
    """Path of the page with every scene and the specimen, by language."""
    from scene_specimen import SPECIMEN

    from keras_attention.scenes.page.document import document
    from keras_attention.scenes.page.scene_section import scene_section
    from keras_attention.scenes.registry import NAMES, find

    folder, files = tmp_path_factory.mktemp("pages"), {}
    for language in ("en", "ko"):
        files[language] = folder / f"{language}.html"
        sections = [scene_section(scene, language) for scene in (*map(find, NAMES), SPECIMEN)]
        other = "ko.html" if language == "en" else "en.html"
        files[language].write_text(document(sections, language, other), encoding="utf-8")
    return files


@pytest.fixture(scope="module")
def open_page(browser, page_files):
    """A function (language, width, scheme) -> `OpenPage`; opened once a module for each."""
    from open_page import OpenPage

    opened = {}

    def get(language, width=1280, scheme="light"):
        key = language, width, scheme
        if key not in opened:
            opened[key] = OpenPage(browser, page_files[language], language, width, scheme)
        return opened[key]

    yield get
    for page in opened.values():
        page.close()
