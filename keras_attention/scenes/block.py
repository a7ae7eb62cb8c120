"""Scene 7: the path through a block, and where its parameters are."""

import altair as alt

from keras_attention.cost import block_parameters
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.marks import chosen, pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.text import Text

_SIZES = ((16, 32), (48, 96), (512, 2048), (768, 3072), (1024, 4096), (12288, 49152))  # (D, intermediate width)
_MODELS = (
    Text("Code 2", "Code 2"),
    Text("Code 3", "Code 3"),
    Text("base model", "기본 모델"),
    Text("BERT base", "BERT base"),
    Text("big model", "큰 모델"),
    Text("GPT-3", "GPT-3"),
)
_PARTS = (
    Text("attention", "어텐션"),
    Text("feed-forward", "피드 포워드"),
    Text("normalization", "층 정규화"),
)
_FORMULAS = ("4d² + 4d", "2dm + m + d", "4d")
_BLOCKS = [block_parameters(*size) for size in _SIZES]
_COUNTS = [(block.attention, block.feed_forward, block.norms) for block in _BLOCKS]  # per size, in the order of _PARTS
_BASE = _SIZES.index((512, 2048))

SIZE = Choice(
    name="block_size",
    label=Text("Width d, inner width m", "모델 차원 d, 안쪽 차원 m"),
    options=tuple(
        Text(f"{model.en}: {cell(d)}, {cell(m)}", f"{model.ko}: {cell(d)}, {cell(m)}")
        for (d, m), model in zip(_SIZES, _MODELS, strict=True)
    ),
    kind="select",
    start=_BASE,
)
PART = Choice(name="block_part", label=Text("Part of the block", "블록의 부분"), options=_PARTS, start=1)


def _percent(share):
    return f"{100 * share:.1f}%"


def _shown(size, part):
    total, counts = _BLOCKS[size].total, _COUNTS[size]
    where = ("attention", "the feed-forward network", "the two normalizations")[part]
    return Shown(
        number=_percent(counts[part] / total),
        sentence=Text(
            f"of the parameters of this block are in {where}: {cell(counts[part])} of {cell(total)}.",
            f"{_PARTS[part].ko}의 몫입니다. 블록의 파라미터 {cell(total)}개 가운데 {cell(counts[part])}개가 여기에 "
            "있습니다.",
        ),
        rows=tuple(
            (name, formula, count, _percent(count / total))
            for name, formula, count in zip(_PARTS, _FORMULAS, counts, strict=True)
        ),
        printed=(*counts, total, *_SIZES[size]),
    )


def _draw(language, narrow):
    panels = (_path(language), _shares(language, theme.NARROW if narrow else 380))
    if narrow:
        return alt.concat(*panels, columns=1, spacing=32)
    return alt.hconcat(*panels, spacing=60)


def _path(language):
    """From top to bottom through the block, with its two shortcuts."""
    width, height, left, right, turn = theme.NARROW, 460, 24, 236, 288
    middle = (left + right) / 2
    names = (
        (0, Text("multi-head attention", "멀티 헤드 어텐션"), 78),
        (2, Text("normalization", "층 정규화"), 186),
        (1, Text("feed-forward", "피드 포워드"), 268),
        (2, Text("normalization", "층 정규화"), 376),
    )
    widths, inner = [size[0] for size in _SIZES], [size[1] for size in _SIZES]
    boxes = alt.Chart(alt.Data(values=[
        {PART.name: part, "name": name.of(language), "left": left, "right": right, "x": middle, "top": top,
         "bottom": top + 44, "y": top + (15 if part == 1 else 22), "y1": top + 32}
        for part, name, top in names
    ]), width=width, height=height).transform_calculate(
        inner=f"datum.{PART.name} == 1 ? 'd → ' + format({inner}[{SIZE.name}], ',') + ' → d' : ''")  # fmt: skip
    lines = alt.Chart(alt.Data(values=[
        {"x": middle, "y": 34, "x2": middle, "y2": 432},
        *({"x": x, "y": y, "x2": x2, "y2": y2} for start, end in ((50, 150), (246, 340)) for x, y, x2, y2 in (
            (middle, start, turn, start), (turn, start, turn, end), (turn, end, middle + 12, end))),
    ]))  # fmt: skip
    heads = alt.Chart(alt.Data(values=[
        *({"x": middle, "y": y, "turn": 180} for y in (70, 180, 262, 370, 432)),
        *({"x": middle + 18, "y": y, "turn": 270} for y in (150, 340)),
    ]))  # fmt: skip
    sums = alt.Chart(alt.Data(values=[{"x": middle, "y": y, "name": "+"} for y in (150, 340)]))
    ends = alt.Chart(alt.Data(values=[
        {"x": middle, "y": 10, "name": Text("a word comes in: d =", "들어오는 단어: d =").of(language)},
        {"x": middle, "y": 450, "name": Text("and goes on: d =", "나가는 단어: d =").of(language)},
    ])).transform_calculate(said=f"datum.name + ' ' + format({widths}[{SIZE.name}], ',')")  # fmt: skip
    shortcuts = alt.Chart(alt.Data(values=[
        {"x": turn + 16, "y": y, "name": Text("shortcut", "잔차 연결").of(language)} for y in (100, 293)
    ]))  # fmt: skip
    x, y = pixels_across("x", width), pixels_down("y", height)
    press = {"cursor": "pointer"}
    ink = chosen(PART, theme.ON_ACCENT, theme.INK)
    return alt.layer(
        lines.mark_rule(color=theme.GREY, strokeWidth=2.5, strokeCap="round").encode(x=x, y=y, x2="x2", y2="y2"),
        heads.mark_point(shape="triangle", color=theme.GREY, filled=True, opacity=1, size=90).encode(
            x=x, y=y, angle=alt.Angle("turn:Q").scale(None)),
        boxes.mark_rect(cornerRadius=8, **press).encode(
            x=pixels_across("left", width), x2="right", y=pixels_down("top", height), y2="bottom",
            color=chosen(PART, theme.ACCENT, theme.FAINT)),
        boxes.mark_text(fontSize=theme.WORD_SIZE, fontWeight=600, **press).encode(x=x, y=y, text="name:N", color=ink),
        boxes.mark_text(fontSize=theme.LABEL_SIZE, **press).encode(
            x=x, y=pixels_down("y1", height), text="inner:N", color=ink),
        sums.mark_circle(color=theme.ACCENT_SOFT, size=620, opacity=1).encode(x=x, y=y),
        sums.mark_text(fontSize=20, fontWeight=700).encode(x=x, y=y, text="name:N"),
        ends.mark_text(color=theme.MUTED).encode(x=x, y=y, text="said:N"),
        shortcuts.mark_text(color=theme.MUTED, angle=90).encode(x=x, y=y, text="name:N"),
    ).properties(title=Text("1  The path of a word", "1  단어가 지나가는 길").of(language))


def _shares(language, width):
    """A bar for each part, as long as its share, and the sum."""
    height, pitch, thick = 330, 84, 22
    totals = [block.total for block in _BLOCKS]
    bars = alt.Chart(alt.Data(values=[
        {PART.name: part, "name": name.of(language), "formula": _FORMULAS[part], "left": 0, "right": width,
         "counts": [counts[part] for counts in _COUNTS], "line": 12 + pitch * part, "top": 24 + pitch * part,
         "bottom": 24 + thick + pitch * part, "below": 60 + pitch * part}
        for part, name in enumerate(_PARTS)
    ]), width=width, height=height).transform_calculate(
        count=f"datum.counts[{SIZE.name}]", share=f"datum.count / {totals}[{SIZE.name}]",
        end=f"{width} * datum.share",
    )  # fmt: skip
    total = alt.Chart(alt.Data(values=[
        {"x": 0, "y": 280, "y1": 310, "name": Text("parameters in all", "블록 전체의 파라미터").of(language)}
    ])).transform_calculate(total=f"{totals}[{SIZE.name}]")  # fmt: skip
    left, right, line = pixels_across("left", width), pixels_across("right", width), pixels_down("line", height)
    below, x = pixels_down("below", height), pixels_across("x", width)
    edges = {"x": left, "y": pixels_down("top", height), "y2": "bottom"}
    press, number = {"cursor": "pointer"}, {"fontSize": theme.NUMBER_SIZE, "fontWeight": 700}
    return alt.layer(
        bars.mark_text(align="left", fontSize=theme.WORD_SIZE, fontWeight=600, **press).encode(
            x=left, y=line, text="name:N", color=chosen(PART, theme.ACCENT, theme.INK)),
        bars.mark_text(align="right", color=theme.MUTED).encode(x=right, y=line, text="formula:N"),
        bars.mark_rect(color=theme.FAINT, cornerRadius=3, **press).encode(x2="right", **edges),
        bars.mark_rect(cornerRadius=3, **press).encode(
            x2="end", color=chosen(PART, theme.ACCENT, theme.ACCENT_MID), **edges),
        bars.mark_text(align="left", **number).encode(x=left, y=below, text=alt.Text("count:Q").format(",")),
        bars.mark_text(align="right", **number).encode(x=right, y=below, text=alt.Text("share:Q").format(".1%")),
        total.mark_text(align="left", baseline="middle", fontSize=26, fontWeight=700).encode(
            x=x, y=pixels_down("y", height), text=alt.Text("total:Q").format(",")),
        total.mark_text(align="left", color=theme.MUTED).encode(x=x, y=pixels_down("y1", height), text="name:N"),
    ).properties(title=Text("2  Where are the parameters?", "2  파라미터는 어디에 많을까요?").of(language))


SCENE = Scene(
    name="block",
    number=7,
    title=Text("The block: look around, then think", "블록: 둘러보고, 생각하기"),
    lead=Text(
        "A block does two things. In attention every word gathers from the others; in the feed-forward network every "
        "word works on what it has gathered, on its own. Around each of the two runs a shortcut that adds what came "
        "in, and then the numbers are normalized. A large model is this block, stacked many times.",
        "블록이 하는 일은 두 가지입니다. 어텐션에서는 단어마다 다른 단어의 내용을 모으고, 피드 포워드 신경망에서는 "
        "모은 내용을 단어마다 따로 처리합니다. 두 곳 모두 들어온 값을 그대로 더해 주는 잔차 연결이 있고, 더한 뒤에는 "
        "층 정규화를 합니다. 큰 모델은 이런 블록을 여러 겹 쌓은 것입니다.",
    ),
    todo=Text(
        "Follow the path from top to bottom and press each part. Then change the size: which share stays nearly the "
        "same from the base model on?",
        "위에서 아래로 길을 따라가면서 부분을 하나씩 눌러 보세요. 그런 다음 크기를 바꾸면서, 기본 모델부터는 어느 "
        "비율이 거의 그대로인지 찾아보세요.",
    ),
    notice=Text(
        "In the base model two thirds of the parameters, "
        f"{_percent(_BLOCKS[_BASE].feed_forward / _BLOCKS[_BASE].total)}, are in the feed-forward network, and it "
        "stays that way as long as the inner width is four times the width. The normalizations hardly count. The "
        "shortcuts have no parameters at all.",
        f"기본 모델에서는 파라미터의 3분의 2, 곧 {_percent(_BLOCKS[_BASE].feed_forward / _BLOCKS[_BASE].total)}가 "
        "피드 포워드 신경망에 있습니다. 안쪽 차원이 모델 차원의 4배이면 크기가 달라져도 이 비율은 거의 "
        "그대로입니다. 층 정규화의 몫은 아주 작고, 잔차 연결에는 파라미터가 하나도 없습니다.",
    ),
    limits=Text(
        "Base and big model are those of Vaswani et al. (2017), and so is the order in the picture: the "
        "normalization comes after the sum (post-norm). GPT-3 and most large models now normalize before each part "
        "(pre-norm). Parameters are not time either: with long texts attention can take longer than the feed-forward "
        "network.",
        "기본 모델과 큰 모델은 Vaswani et al.(2017)에 나온 크기이고, 그림의 순서도 이 논문을 따라 더한 뒤에 "
        "정규화하는 post-norm 방식입니다. GPT-3를 비롯한 요즘의 큰 모델은 대개 각 부분에 들어가기 전에 정규화하는 "
        "pre-norm 방식을 씁니다. 또 파라미터 수가 곧 계산 시간은 아닙니다. 글이 길어지면 어텐션이 피드 포워드 "
        "신경망보다 더 오래 걸리기도 합니다.",
    ),
    question=Text(
        "Are most of the parameters of a block in attention, or in the feed-forward network?",
        "블록의 파라미터는 어텐션에 더 많을까요, 피드 포워드 신경망에 더 많을까요?",
    ),
    answer=Text(
        "In the feed-forward network. Attention has four matrices of d by d. With m = 4d the two of the feed-forward "
        "network hold 4d² each, 8d² together: twice as many. In the small block of Code 2, where m = 2d, both have "
        "about the same number.",
        "피드 포워드 신경망에 더 많습니다. 어텐션에는 d × d 행렬이 네 개 있어서 4d²개쯤입니다. m이 4d이면 피드 "
        "포워드 신경망의 두 행렬은 4d²개씩 모두 8d²개로, 2배입니다. m이 2d인 Code 2의 작은 블록에서는 둘이 "
        "비슷합니다.",
    ),
    picture=Text(
        "On one side the path of a word from top to bottom: attention, a sum, a normalization, feed-forward, a sum, "
        "a normalization, with a shortcut into each sum. On the other a bar for each part, as long as its share of "
        "the parameters, and the number of all parameters.",
        "한쪽에는 단어가 위에서 아래로 지나가는 길이 있습니다. 어텐션, 더하기, 층 정규화, 피드 포워드, 더하기, 층 "
        "정규화 순서이고, 더하는 곳마다 잔차 연결이 들어옵니다. 다른 쪽에는 파라미터 비율만큼 긴 막대가 부분마다 "
        "하나씩 있고, 그 아래에 전체 개수가 있습니다.",
    ),
    controls=(SIZE, PART),
    columns=(Text("part", "부분"), Text("formula", "식"), Text("parameters", "파라미터"), Text("share", "비율")),
    draw=_draw,
    shown=_shown,
)
