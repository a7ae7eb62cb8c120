"""Scene 1: a whole sentence in one small vector, and words that wait in line."""

import altair as alt

from keras_attention.cost import scores_multiply_adds
from keras_attention.examples import SENTENCE_LENGTHS, SENTENCE_SLOTS
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.marks import pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.slider import Slider
from keras_attention.scenes.stage.text import Text

_SHORT, _LONG = SENTENCE_LENGTHS[0], SENTENCE_LENGTHS[-1]
_AT_ONCE = 1  # steps of attention, whatever the length
_HEIGHT, _TOP = 232, 24  # pixels: a panel, and where its words begin

LENGTH = Slider(
    name="bottleneck_length",
    label=Text("Words in the sentence", "문장의 단어 수"),
    minimum=_SHORT,
    maximum=_LONG,
    start=_SHORT,
    step=SENTENCE_LENGTHS.step,
)


def _shown(length):
    share = SENTENCE_SLOTS / length
    scores = scores_multiply_adds(1, batch=1, length=length)  # a score for every pair of words
    return Shown(
        number=cell(share),
        sentence=Text(
            f"slots for each word: {length} words share one vector of {SENTENCE_SLOTS}. Steps in line: {length} for "
            f"an RNN, {_AT_ONCE} for attention.",
            f"단어 하나에 돌아가는 칸 수입니다. 단어 {length}개가 {SENTENCE_SLOTS}칸짜리 벡터 하나를 나누어 씁니다. "
            f"RNN은 {length}스텝을 차례로 거쳐야 하고, 어텐션은 {_AT_ONCE}스텝이면 됩니다.",
        ),
        rows=(
            (Text("slots in all", "전체 칸"), SENTENCE_SLOTS, SENTENCE_SLOTS * length),
            (Text("slots for a word", "단어 하나의 칸"), share, SENTENCE_SLOTS),
            (Text("steps in line", "차례로 거치는 스텝"), length, _AT_ONCE),
            (Text("scores", "계산할 점수"), 0, scores),
        ),
        printed=(share, length, _AT_ONCE),
    )


def _draw(language, narrow):
    panels = _squeeze(language, theme.NARROW if narrow else 350), _line(language, theme.NARROW if narrow else 370)
    if narrow:
        return alt.concat(*panels, columns=1, spacing=32)
    return alt.hconcat(*panels, spacing=40)


def _squeeze(language, width):
    """A row of words above, one vector of few slots below, and the part of it that is left for each word."""
    head, row, top, bottom = _TOP, _TOP + 26, 140, 180
    left, slots = width * 0.14, width * 0.72  # where the vector begins, how wide it is
    place = f"min(datum.word, {LENGTH.name} - 1)"
    words = alt.Chart(alt.Data(values=[
        {"word": word, "head": head, "row": row, "top": top, "bottom": bottom} for word in reversed(range(_LONG))
    ]), width=width, height=_HEIGHT).transform_calculate(
        a=f"{width} / {LENGTH.name} * {place}", b=f"datum.a + {width} / {LENGTH.name} - 1.5",
        x="(datum.a + datum.b) / 2", c=f"{left} + {slots} / {LENGTH.name} * {place}",
        d=f"datum.c + {slots} / {LENGTH.name}", vx="(datum.c + datum.d) / 2",
    )  # fmt: skip
    vector = alt.Chart(alt.Data(values=[
        {"left": left + slots / SENTENCE_SLOTS * slot, "right": left + slots / SENTENCE_SLOTS * (slot + 1),
         "top": top, "bottom": bottom}
        for slot in range(SENTENCE_SLOTS)
    ]))  # fmt: skip
    share = alt.Chart(alt.Data(values=[{"x": left, "y": bottom + 22}])).transform_calculate(
        share=f"format({SENTENCE_SLOTS} / {LENGTH.name}, '.3f')")
    names = (
        (0, _TOP - 16, Text("a box for each word", "상자 하나가 단어 하나")),
        (left, bottom + 46, Text(f"of {SENTENCE_SLOTS} slots for the coloured word",
                                 f"색칠한 단어의 몫(모두 {SENTENCE_SLOTS}칸)")),
    )  # fmt: skip
    said = alt.Chart(alt.Data(values=[{"x": x, "y": y, "name": text.of(language)} for x, y, text in names]))
    across, down = (lambda field: pixels_across(field, width)), (lambda field: pixels_down(field, _HEIGHT))
    first, there = "datum.word == 0", _there()
    ink = alt.condition(first, alt.value(theme.ACCENT), alt.value(theme.GREY))
    return alt.layer(
        words.mark_rule().encode(
            x=across("x"), y=down("row"), x2="vx", y2="top", color=ink, opacity=there,
            strokeWidth=alt.condition(first, alt.value(3), alt.value(0.8))),
        words.mark_rect(cornerRadius=2).encode(
            x=across("a"), x2="b", y=down("head"), y2="row", color=ink, opacity=there),
        words.mark_rect().encode(
            x=across("c"), x2="d", y=down("top"), y2="bottom", opacity=there,
            color=alt.condition(first, alt.value(theme.ACCENT), alt.value(theme.FAINT))),
        vector.mark_rect(fillOpacity=0, stroke=theme.INK, strokeWidth=1.5).encode(
            x=across("left"), x2="right", y=down("top"), y2="bottom"),
        share.mark_text(align="left", fontSize=theme.NUMBER_SIZE, fontWeight=700, color=theme.ACCENT).encode(
            x=across("x"), y=down("y"), text="share:N"),
        said.mark_text(align="left", color=theme.MUTED).encode(x=across("x"), y=down("y"), text="name:N"),
    ).properties(title=Text("1  Through the bottleneck", "1  병목 지나기").of(language))  # fmt: skip


def _there():
    """Opacity of a word: those that the sentence lacks wait unseen behind its last one."""
    return alt.condition(f"datum.word < {LENGTH.name}", alt.value(1), alt.value(0))


def _line(language, width):
    """Which word is computed at which step: one after another, or all in the first."""
    gap, top, tall = 28, _TOP, 156
    side = (width - gap) / 2
    place = f"min(datum.word, {LENGTH.name} - 1)"
    boxes = alt.Chart(alt.Data(values=[
        {"word": word, "left": left} for left in (0, side + gap) for word in range(_LONG)
    ]), width=width, height=_HEIGHT).transform_calculate(
        a=f"datum.left + {side} / {LENGTH.name} * {place}", b=f"datum.a + {side} / {LENGTH.name} - 1",
        c=f"{top} + (datum.left ? 0 : {tall} / {LENGTH.name} * {place})", d=f"datum.c + {tall} / {LENGTH.name} - 1",
    )  # fmt: skip
    steps = Text("steps:", "스텝 수:").of(language)
    names = (Text("RNN: one by one", "RNN: 한 단어씩"), Text("attention: all at once", "어텐션: 한꺼번에"))
    grounds = alt.Chart(alt.Data(values=[
        {"name": name.of(language), "left": left, "right": left + side, "line": top - 16, "top": top,
         "bottom": top + tall, "below": top + tall + 22}
        for name, left in zip(names, (0, side + gap), strict=True)
    ])).transform_calculate(
        steps=f"'{steps} ' + (datum.left ? {_AT_ONCE} : {LENGTH.name})")  # fmt: skip
    across, down = (lambda field: pixels_across(field, width)), (lambda field: pixels_down(field, _HEIGHT))
    return alt.layer(
        grounds.mark_rect(color=theme.FAINT).encode(x=across("left"), x2="right", y=down("top"), y2="bottom"),
        boxes.mark_rect(color=theme.ACCENT).encode(x=across("a"), x2="b", y=down("c"), y2="d", opacity=_there()),
        grounds.mark_text(align="left", color=theme.MUTED).encode(x=across("left"), y=down("line"), text="name:N"),
        grounds.mark_text(align="left", fontSize=theme.NUMBER_SIZE, fontWeight=700).encode(
            x=across("left"), y=down("below"), text="steps:N"),
    ).properties(title=Text("2  Waiting in line (a step a row)", "2  줄 서서 기다리기(한 줄이 한 스텝)").of(language))


SCENE = Scene(
    name="bottleneck",
    number=1,
    title=Text("The bottleneck and the line", "병목과 줄 서기"),
    lead=Text(
        "An RNN that translates reads a sentence word by word and keeps what it has read in one vector of fixed "
        "size. The translation has to be written from that vector alone. What happens to a word when the sentence "
        "grows?",
        "번역하는 RNN은 문장을 한 단어씩 읽으면서 읽은 내용을 크기가 정해진 벡터 하나에 담습니다. 번역문은 오로지 이 "
        "벡터만 보고 써야 합니다. 문장이 길어지면 단어 하나하나는 어떻게 될까요?",
    ),
    todo=Text(
        f"Move the slider from {_SHORT} words to {_LONG} and watch both pictures.",
        f"슬라이더를 {_SHORT}개에서 {_LONG}개까지 움직이면서 두 그림을 함께 살펴보세요.",
    ),
    notice=Text(
        f"The vector does not grow with the sentence. With {_SHORT} words there are {cell(SENTENCE_SLOTS / _SHORT)} "
        f"slots for each, with {_LONG} only {cell(SENTENCE_SLOTS / _LONG)}. And the staircase gets a step with every "
        "word: the last one waits for all the others. Attention keeps a vector for each word and computes them "
        "together.",
        f"문장이 길어져도 벡터는 커지지 않습니다. 단어가 {_SHORT}개면 하나에 {cell(SENTENCE_SLOTS / _SHORT)}칸씩 "
        f"돌아가지만 {_LONG}개면 {cell(SENTENCE_SLOTS / _LONG)}칸뿐입니다. 단어가 하나 늘 때마다 계단도 한 칸씩 "
        "늘어서, 마지막 단어는 앞 단어가 모두 끝나기를 기다려야 합니다. 어텐션은 단어마다 벡터를 따로 두고 한꺼번에 "
        "계산합니다.",
    ),
    limits=Text(
        "No RNN deals its slots out evenly: it learns what to keep, and each slot holds something of many words. "
        "Real vectors have hundreds of slots. Attention saves the waiting, not the work: it computes a score for "
        "every pair of words. And a model that writes a text still writes one word after another.",
        "실제 RNN이 칸을 똑같이 나누어 주는 것은 아닙니다. 무엇을 남길지는 학습으로 정해지고, 한 칸에 여러 단어의 "
        "내용이 섞여 들어갑니다. 벡터의 칸도 실제로는 수백 개입니다. 어텐션은 기다리는 시간을 줄일 뿐 일을 줄이지는 "
        "않습니다. 단어 쌍마다 점수를 하나씩 계산하기 때문입니다. 그리고 글을 쓸 때는 어텐션을 쓰는 모델도 한 단어씩 "
        "차례로 씁니다.",
    ),
    question=Text(
        f"{_LONG} words in a vector of {SENTENCE_SLOTS} slots: how much room has each? Would {SENTENCE_SLOTS * 10} "
        "slots settle the matter?",
        f"단어 {_LONG}개를 {SENTENCE_SLOTS}칸짜리 벡터에 담으면 한 단어에 몇 칸씩 돌아갈까요? 벡터를 "
        f"{SENTENCE_SLOTS * 10}칸으로 늘리면 문제가 풀릴까요?",
    ),
    answer=Text(
        f"{SENTENCE_SLOTS} ÷ {_LONG} = {cell(SENTENCE_SLOTS / _LONG)} of a slot. A larger vector moves the limit, "
        "and a longer sentence finds it again; short sentences pay for slots that they do not need. The line stays "
        "as long as it was. Attention drops the idea of one vector: every word keeps its own, and each output word "
        "looks again at all of them.",
        f"{SENTENCE_SLOTS} ÷ {_LONG} = {cell(SENTENCE_SLOTS / _LONG)}칸입니다. 벡터를 늘리면 한계가 뒤로 밀릴 뿐, 더 "
        "긴 문장에서 똑같은 문제가 생깁니다. 짧은 문장에는 쓸데없이 큰 벡터가 되고, 차례를 기다리는 줄도 줄어들지 "
        "않습니다. 어텐션은 벡터 하나에 담는다는 생각을 버립니다. 단어마다 벡터를 따로 두고, 단어를 하나 내놓을 "
        "때마다 그 벡터를 모두 다시 살펴봅니다.",
    ),
    picture=Text(
        "Two panels. First, a row of words, each joined by a line to its strip of one vector; the strip of the first "
        "word is coloured. Then two squares with a box for each word: a staircase for the RNN, and a single row for "
        "attention.",
        "그림은 두 부분입니다. 먼저 한 줄로 놓인 단어가 저마다 벡터 하나에서 제 몫의 띠와 선으로 이어지고, 첫 단어의 "
        "띠에 색이 칠해져 있습니다. 다음은 단어마다 상자가 하나씩 있는 사각형 두 개입니다. RNN의 상자는 계단처럼 "
        "내려가고, 어텐션의 상자는 모두 첫 줄에 놓여 있습니다.",
    ),
    controls=(LENGTH,),
    columns=(
        Text("what is counted", "세는 것"),
        Text("RNN, one vector", "RNN(벡터 하나)"),
        Text("attention", "어텐션"),
    ),
    draw=_draw,
    shown=_shown,
)
