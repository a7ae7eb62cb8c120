"""The page in a browser: what stands in a scene, what the browser complains about, and what it tries to fetch."""

from collections import Counter

from keras_attention.scenes.stage.shown import cell

DRAWN = "document.documentElement.dataset.drawn !== undefined"


class OpenPage:
    """One page, drawn, and a record of console messages and requests since it was opened."""

    def __init__(self, browser, file, language, width, scheme="light"):
        self.language, self.complaints, self.requests = language, [], []
        self.context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.url = file.as_uri()
        self.page.goto(self.url)
        self.page.wait_for_function(DRAWN)

    def close(self):
        self.context.close()

    def section(self, scene):
        return self.page.locator(f"#{scene.name}")

    def set(self, scene, values):
        """Sets the controls without touching them, to start from a known place."""
        self.page.evaluate(
            """([name, values]) => {
                const form = document.querySelector(`#${name} form`);
                Object.entries(values).forEach(([control, value]) => { form.elements[control].value = String(value); });
                form.dispatchEvent(new Event("input"));
            }""",
            [scene.name, dict(zip([control.name for control in scene.controls], values, strict=True))],
        )

    def values(self, scene):
        """What the controls are set to."""
        form = self.page.evaluate("name => [...new FormData(document.querySelector(`#${name} form`))]", scene.name)
        found = {name: int(value) for name, value in form}
        return tuple(found[control.name] for control in scene.controls)

    def check(self, scene, values):
        """Headline, table and picture show the package's numbers for these values of the controls."""
        assert self.values(scene) == tuple(values)
        expected = scene.shown(*values)
        said, section = expected.of(self.language), self.section(scene)
        self.page.wait_for_function(
            "([name, words]) => document.querySelector(`#${name} .sentence`).textContent === words",
            arg=[scene.name, said["sentence"]],
        )
        assert section.locator(".headline .number").text_content() == said["number"]
        table = section.locator("tbody tr").evaluate_all("rows => rows.map(r => [...r.cells].map(c => c.textContent))")
        assert table == said["rows"]
        in_picture = Counter(word for text in self.picture_texts(scene) for word in text.split())
        missing = Counter(cell(number) for number in expected.printed) - in_picture
        assert not missing, f"the picture does not print {dict(missing)}; it prints {dict(in_picture)}"
        assert self.complaints == [] and self.requests == [self.url]

    def picture_texts(self, scene):
        texts = self.section(scene).locator(".picture svg text")
        return texts.evaluate_all("all => all.filter(t => getComputedStyle(t).opacity > 0).map(t => t.textContent)")
