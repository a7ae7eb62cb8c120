"""Scene 5: two heads ask two questions, and what more of them cost."""

import altair as alt
import numpy as np

from keras_attention.by_hand import multi_head_attention
from keras_attention.cost import attention_parameters, dense_parameters
from keras_attention.examples import HEADS_KEY, HEADS_OUTPUT, HEADS_QUERY, HEADS_VALUE, WORDS, X
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.links import links
from keras_attention.scenes.stage.marks import pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.text import Text

_WEIGHTS = multi_head_attention(
    X[np.newaxis], [HEADS_QUERY], [HEADS_KEY], [HEADS_VALUE], [HEADS_OUTPUT], num_heads=2
)[1][0].round(6)  # (H, T, T)
_KOREAN = {"fly": "초파리", "apple": "사과", "ate": "먹었다", "it": "그것", "sweet": "달콤한"}
_OBJECT = {"fly": "fly를", "apple": "apple을"}
_HEADS = (Text("“who ate?”", "‘누가 먹었나?’"), Text("“what was eaten?”", "‘무엇을 먹었나?’"))
_WIDTHS, _COUNTS = (512, 1024), (2, 8, 16)
_MATRICES = ("W_Q", "W_K", "W_V", "W_O")

WORD = Choice(
    name="multi_head_word",
    label=Text("The word that asks", "묻는 단어"),
    options=tuple(Text(word, f"{word} {_KOREAN[word]}") for word in WORDS),
    start=WORDS.index("ate"),
)
WIDTH = Choice(
    name="multi_head_width",
    label=Text("Model width d", "모델 차원 d"),
    options=tuple(Text(cell(width), cell(width)) for width in _WIDTHS),
    start=_WIDTHS.index(512),
)
COUNT = Choice(
    name="multi_head_count",
    label=Text("Number of heads", "헤드 수"),
    options=tuple(Text(str(count), f"{count}개") for count in _COUNTS),
    start=_COUNTS.index(8),
)


def _shown(word, width, count):
    rows = _WEIGHTS[:, word]  # (H, T)
    best = [WORDS[place] for place in rows.argmax(axis=-1)]
    one, other = np.ptp(rows, axis=-1) > 1e-9  # whether each head has a rule for this word
    if one and other:
        said = Text(
            f"are its largest weights: one head looks at {best[0]}, the other at {best[1]}.",
            f"헤드마다 가장 큰 가중치입니다. 한 헤드는 {_OBJECT[best[0]]}, 다른 헤드는 {_OBJECT[best[1]]} 봅니다.",
        )
    elif other:
        said = Text(
            f"are its largest weights: the first head has no rule for it, the second looks at {best[1]}.",
            f"헤드마다 가장 큰 가중치입니다. 첫째 헤드에는 맞는 규칙이 없고, 둘째 헤드는 {_OBJECT[best[1]]} 봅니다.",
        )
    else:
        said = Text(
            "for every word in both heads: neither has a rule for it.",
            "두 헤드 모두 이 단어에 맞는 규칙이 없어서 모든 단어를 똑같이 봅니다.",
        )
    size, heads, total = _WIDTHS[width], _COUNTS[count], attention_parameters(_WIDTHS[width])
    return Shown(
        number=" · ".join(cell(float(row.max())) for row in rows),
        sentence=Text(
            f"{said.en} {heads} heads: {cell(total)} parameters.",
            f"{said.ko} 헤드 {heads}개의 파라미터는 {cell(total)}개입니다.",
        ),
        rows=tuple((other, *map(float, rows[:, i])) for i, other in enumerate(WORDS)),
        printed=(*rows.flat, total, size // heads, *[dense_parameters(size, size)] * len(_MATRICES)),
    )


def _draw(language, narrow):
    glosses = [_KOREAN[word] for word in WORDS] if language == "ko" else None
    heads = [
        links(WORDS, WORDS, weights, WORD, theme.NARROW if narrow else 364, glosses, glosses).properties(
            title=f"{place}  {name.of(language)}")
        for place, (name, weights) in enumerate(zip(_HEADS, _WEIGHTS, strict=True), start=1)
    ]  # fmt: skip
    cost = _cost(language, theme.NARROW if narrow else theme.WIDE, narrow)
    if narrow:
        return alt.concat(*heads, cost, columns=1, spacing=32)
    return alt.concat(alt.hconcat(*heads, spacing=32), cost, columns=1, spacing=32)


def _cost(language, width, narrow):
    """The four matrices, always as large, cut into as many strips as there are heads."""
    side, pitch, height = (112, 168, 430) if narrow else (104, 150, 168)
    corners = [(pitch * (i % 2), 176 * (i // 2)) if narrow else (pitch * i, 0) for i in range(len(_MATRICES))]
    top = 24
    said = (0, 364) if narrow else (pitch * len(_MATRICES) + 6, 30)  # where the sum stands
    singles = [dense_parameters(size, size) for size in _WIDTHS]
    totals = [attention_parameters(size) for size in _WIDTHS]
    squares = alt.Chart(alt.Data(values=[
        {"name": name, "left": x, "right": x + side, "middle": x + side / 2, "line": y + 10, "top": y + top,
         "bottom": y + top + side, "below": y + top + side + 14}
        for name, (x, y) in zip(_MATRICES, corners, strict=True)
    ]), width=width, height=height).transform_calculate(
        parameters=f"{singles}[{WIDTH.name}]", size=f"{list(_WIDTHS)}[{WIDTH.name}]")  # fmt: skip
    strips = max(_COUNTS) - 1
    cuts = alt.Chart(alt.sequence(0, strips * len(_MATRICES), as_="i")).transform_calculate(
        matrix=f"floor(datum.i / {strips})",
        x=f"{[corner[0] for corner in corners]}[datum.matrix]",
        y=f"{[corner[1] + top for corner in corners]}[datum.matrix]",
        far=f"{side} * min(1, (datum.i % {strips} + 1) / {list(_COUNTS)}[{COUNT.name}])",
        across="datum.matrix == 3",
        x0="datum.x + (datum.across ? 0 : datum.far)", x1=f"datum.x + (datum.across ? {side} : datum.far)",
        y0="datum.y + (datum.across ? datum.far : 0)", y1=f"datum.y + (datum.across ? datum.far : {side})",
    )  # fmt: skip
    total = Text("parameters in all", "전체 파라미터").of(language)
    head = Text("slots for each head", "헤드 하나의 칸 수").of(language)
    words = alt.Chart(alt.Data(values=[{"x": said[0], "y": said[1], "y1": said[1] + 26, "y2": said[1] + 58}]))
    words = words.transform_calculate(
        total=f"format({totals}[{WIDTH.name}], ',')",
        head=f"'{head} ' + {list(_WIDTHS)}[{WIDTH.name}] / {list(_COUNTS)}[{COUNT.name}]",
    )
    x = pixels_across("x", width)
    edges = {"x": pixels_across("left", width), "x2": "right", "y": pixels_down("top", height), "y2": "bottom"}
    middle = pixels_across("middle", width)
    left = {"align": "left", "baseline": "middle"}
    return alt.layer(
        squares.mark_text(fontSize=theme.WORD_SIZE, fontWeight=600).encode(
            x=middle, y=pixels_down("line", height), text="name:N"),
        squares.mark_rect(color=theme.ACCENT_SOFT, stroke=theme.ACCENT, strokeWidth=1.5).encode(**edges),
        cuts.mark_rule(color=theme.ACCENT, strokeWidth=1.5).encode(
            x=pixels_across("x0", width), x2="x1", y=pixels_down("y0", height), y2="y1"),
        squares.mark_text(fontSize=theme.WORD_SIZE, fontWeight=700).encode(
            x=middle, y=pixels_down("below", height), text=alt.Text("parameters:Q").format(",")),
        words.mark_text(fontSize=26, fontWeight=700, color=theme.ACCENT, **left).encode(
            x=x, y=pixels_down("y", height), text="total:N"),
        words.mark_text(color=theme.MUTED, **left, text=total).encode(x=x, y=pixels_down("y1", height)),
        words.mark_text(**left, fontSize=theme.LABEL_SIZE).encode(x=x, y=pixels_down("y2", height), text="head:N"),
    ).properties(title=Text("3  What do more heads cost?", "3  헤드를 늘리면 파라미터도 늘까요?").of(language))


SCENE = Scene(
    name="multi-head",
    number=5,
    title=Text("Several heads: two questions at once", "멀티 헤드 어텐션: 한 번에 두 가지 묻기"),
    lead=Text(
        "“ate” wants to know two things: who ate, and what was eaten? One row of weights would blur the two answers "
        "into one. So the vector is cut into parts, every part (a head) asks its own question with its own weights, "
        "and the answers are put side by side again.",
        "ate가 알고 싶은 것은 두 가지입니다. 누가 먹었을까요? 무엇을 먹었을까요? 가중치가 한 줄뿐이면 두 답이 "
        "뒤섞입니다. 그래서 벡터를 몇 조각으로 나누고, 조각(헤드)마다 따로 묻고 따로 가중치를 구한 뒤 답을 다시 이어 "
        "붙입니다.",
    ),
    todo=Text(
        "Compare the two heads for “ate”, then for “it”. After that change the number of heads, then the width: "
        "which of the two changes the parameters?",
        "먼저 ate를, 다음에 it을 골라 두 헤드를 견주어 보세요. 그런 다음 헤드 수와 모델 차원을 차례로 바꾸면서 어느 "
        "쪽이 파라미터 수를 바꾸는지 보세요.",
    ),
    notice=Text(
        f"For “ate” one head looks at fly with {cell(float(_WEIGHTS[0, 2, 0]))}, the other at apple with "
        f"{cell(float(_WEIGHTS[1, 2, 1]))}, and the answers stay apart. More heads only cut the same four matrices "
        "into thinner strips: the number of parameters, 4d² + 4d, does not move. Twice the width makes it about "
        "four times as large.",
        f"ate를 고르면 한 헤드는 fly를 {cell(float(_WEIGHTS[0, 2, 0]))}만큼, 다른 헤드는 apple을 "
        f"{cell(float(_WEIGHTS[1, 2, 1]))}만큼 보고, 두 답은 섞이지 않습니다. 헤드를 늘려도 같은 행렬 네 개를 더 "
        "가늘게 나눌 뿐이어서 파라미터 수 4d² + 4d는 그대로입니다. 모델 차원이 2배가 되면 약 4배로 늘어납니다.",
    ),
    limits=Text(
        "Both roles were written in by hand, in four slots. In a trained model nobody hands out roles; they grow in "
        "training, and many heads have none that people can name. Nor are more heads always better: each gets fewer "
        "slots to ask with.",
        "두 헤드의 역할은 네 칸짜리 벡터에 손으로 적어 넣은 것입니다. 실제 모델에서는 아무도 역할을 나누어 주지 "
        "않습니다. 역할은 훈련하면서 생기고, 뚜렷한 역할이 보이지 않는 헤드도 많습니다. 헤드가 많다고 늘 좋은 것도 "
        "아닙니다. 헤드마다 물어볼 칸이 줄어들기 때문입니다.",
    ),
    question=Text(
        "If we go from 1 head to 8, do we get 8 times as many parameters?",
        "헤드를 1개에서 8개로 늘리면 파라미터도 8배가 될까요?",
    ),
    answer=Text(
        f"No. At width 512 the four matrices are 512 by 512 with 512 biases each, {cell(attention_parameters(512))} "
        "parameters in all, and the heads share them out: 8 heads get 64 columns each. What grows is the number of "
        "rows of weights, one for every head and word.",
        "아닙니다. 모델 차원이 512이면 행렬 네 개는 저마다 512 × 512이고 편향이 512개씩 붙어 모두 "
        f"{cell(attention_parameters(512))}개입니다. 헤드는 이것을 나누어 쓸 뿐이라 8개이면 64열씩 갖습니다. "
        "늘어나는 것은 가중치의 줄 수입니다. 헤드마다, 단어마다 한 줄씩 생깁니다.",
    ),
    picture=Text(
        "Two pictures, one a head: the same five words above and below, and lines from the chosen word to all words, "
        "as thick as its weights. Under them four squares, the matrices, cut into as many strips as there are heads, "
        "with their numbers of parameters.",
        "헤드마다 그림이 하나씩 있습니다. 같은 다섯 단어가 위아래로 놓이고, 고른 단어에서 모든 단어로 가중치만큼 "
        "굵은 선이 이어집니다. 그 아래에는 행렬을 나타내는 정사각형 네 개가 헤드 수만큼 조각으로 나뉘어 있고, "
        "파라미터 수가 적혀 있습니다.",
    ),
    controls=(WORD, WIDTH, COUNT),
    columns=(Text("word", "단어"), Text("who ate?", "누가 먹었나?"), Text("what was eaten?", "무엇을 먹었나?")),
    draw=_draw,
    shown=_shown,
)
