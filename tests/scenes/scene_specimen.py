"""A scene for the tests: each kind of input, and texts that would break a page that does not escape them."""

import altair as alt

from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown
from keras_attention.scenes.stage.slider import Slider
from keras_attention.scenes.stage.text import Text

HOSTILE = "</script><script>document.title = 'broken'</script><b>&amp; \"quoted\" 'too'"
TIMES, PLUS, MINUS = (
    Choice("specimen_times", Text("times", "곱하기"), (Text("one", "하나"), Text("two", "둘"), Text(HOSTILE, HOSTILE))),
    Slider("specimen_plus", Text("plus", "더하기"), minimum=2, maximum=12, step=5, start=7),
    Choice("specimen_minus", Text("minus", "빼기"), (Text("0", "0"), Text("10", "10")), kind="select", start=1),
)


def _shown(times, plus, minus):
    total = (times + 1) * plus - 10 * minus
    return Shown(
        number=str(total), sentence=Text(f"is the total. {HOSTILE}", f"합계입니다. {HOSTILE}"),
        rows=tuple((Text(f"row {row}", f"{row}행"), total * row, total / 7) for row in range(1, times + 2)),
        printed=(total, total / 7),
    )  # fmt: skip


def _draw(language, narrow):
    total = f"(({TIMES.name} + 1) * {PLUS.name} - 10 * {MINUS.name})"
    data = alt.Data(values=[{"y": 1, "what": "format(datum.total, ',')"}, {"y": 2}])
    return (
        alt.Chart(data, width=300, height=100)
        .transform_calculate(text=f"datum.y == 1 ? format({total}, ',') : format({total} / 7, '.3f')")
        .mark_text(fontSize=18)
        .encode(y=alt.Y("y:O").axis(None), text="text:N")
    )


_SAME = {name: Text(HOSTILE, f"{HOSTILE} 글") for name in (
    "title", "lead", "todo", "notice", "limits", "question", "answer", "picture")}  # fmt: skip
SPECIMEN = Scene(
    name="specimen", number=99, controls=(TIMES, PLUS, MINUS), draw=_draw, shown=_shown, **_SAME,
    columns=(Text("row", "행"), Text("total", "합계"), Text("seventh", "7분의 1")),
)  # fmt: skip
