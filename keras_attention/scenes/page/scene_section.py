"""A scene as a section of the page: controls, headline, picture, table, and the texts around them."""

from keras_attention.scenes.page import texts
from keras_attention.scenes.page.html import data, text
from keras_attention.scenes.page.section import Section
from keras_attention.scenes.stage.chart import page_specification, shown_name


def scene_section(scene, language):
    """The `Section` of a `Scene` in "en" or "ko"."""
    say = lambda words: text(words.of(language))  # noqa: E731
    shown = scene.shown(*scene.start).of(language)
    title, name = f"{scene.name}-title", scene.name
    html = f"""
<section class="scene" id="{name}" aria-labelledby="{title}">
<header><p class="mark" aria-hidden="true">{scene.number}</p><h2 id="{title}">{say(scene.title)}</h2></header>
<p class="lead">{say(scene.lead)}</p>
<p class="todo"><strong>{say(texts.TODO)}</strong> {say(scene.todo)}</p>
<div class="card">
<form class="controls" autocomplete="off">{"".join(_input(control, language) for control in scene.controls)}</form>
<p class="headline" aria-live="polite" aria-atomic="true"><output class="number">{text(shown["number"])}</output>
<span class="sentence">{text(shown["sentence"])}</span></p>
<div class="picture" role="img" aria-label="{say(scene.picture)}"><div aria-hidden="true"></div></div>
<div class="below">
<div class="numbers" aria-live="polite">{_table(scene, shown, language)}</div>
<div class="notice"><h3>{say(texts.NOTICE)}</h3><p>{say(scene.notice)}</p></div>
</div>
</div>
<div class="limits"><h3>{say(texts.LIMITS)}</h3><p>{say(scene.limits)}</p></div>
<details class="question"><summary>{say(texts.QUESTION)}</summary>
<p class="ask">{say(scene.question)}</p><p>{say(scene.answer)}</p></details>
<script type="application/json" class="specification">{data(_specification(scene, language))}</script>
</section>"""
    return Section(name, str(scene.number), scene.title.of(language), html)


def _specification(scene, language):
    """What the page's script needs to draw the scene at either width; what both widths need stands there once."""
    wide, narrow = (page_specification(scene, language, narrow) for narrow in (False, True))
    both = {key: value for key, value in wide.items() if narrow.get(key) == value}
    wide, narrow = ({key: value for key, value in each.items() if key not in both} for each in (wide, narrow))
    controls = [control.name for control in scene.controls]
    return {"shown": shown_name(scene), "controls": controls, "both": both, "wide": wide, "narrow": narrow}


def _input(control, language):
    """A native input with its label."""
    label = text(control.label.of(language))
    if control.kind == "range":
        return (
            f'<p class="field"><label for="{control.name}">{label}</label><input type="range" id="{control.name}" '
            f'name="{control.name}" min="{control.minimum}" max="{control.maximum}" step="{control.step}" '
            f'value="{control.start}"><output for="{control.name}">{control.start}</output></p>'
        )
    options = [text(option.of(language)) for option in control.options]
    if control.kind == "select":
        inside = "".join(
            f'<option value="{value}"{" selected" if value == control.start else ""}>{option}</option>'
            for value, option in enumerate(options)
        )
        return (
            f'<p class="field"><label for="{control.name}">{label}</label>'
            f'<select id="{control.name}" name="{control.name}">{inside}</select></p>'
        )
    inside = "".join(
        f'<label><input type="radio" name="{control.name}" value="{value}"'
        f"{' checked' if value == control.start else ''}><span>{option}</span></label>"
        for value, option in enumerate(options)
    )
    return f"<fieldset><legend>{label}</legend>{inside}</fieldset>"


def _table(scene, shown, language):
    head = "".join(f'<th scope="col">{text(column.of(language))}</th>' for column in scene.columns)
    rows = "".join(
        f'<tr><th scope="row">{text(first)}</th>{"".join(f"<td>{text(entry)}</td>" for entry in rest)}</tr>'
        for first, *rest in shown["rows"]
    )
    caption = text(texts.NUMBERS.of(language))
    return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
