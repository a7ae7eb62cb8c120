"""Scene 8: the same six words, and who may look at whom in three architectures."""

import altair as alt
import numpy as np

from keras_attention.by_hand import causal_mask
from keras_attention.examples import SOURCE_GLOSSES, SOURCE_WORDS, TARGET_WORDS
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.marks import chosen, pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown
from keras_attention.scenes.stage.text import Text

_SOURCE = len(SOURCE_WORDS)
_LENGTH = _SOURCE + len(TARGET_WORDS)
_NAMES = (
    *(Text(f"{gloss} (Korean)", word) for word, gloss in zip(SOURCE_WORDS, SOURCE_GLOSSES, strict=True)),
    *(Text(word, word) for word in TARGET_WORDS),
)


def _masks():
    """Who may look at whom, True where they may: (architecture, T, S)."""
    both = np.zeros((_LENGTH, _LENGTH), dtype=bool)
    both[:_SOURCE, :_SOURCE] = True  # the encoder: all of the source
    both[_SOURCE:, :_SOURCE] = True  # cross-attention: the decoder looks at the whole source
    both[_SOURCE:, _SOURCE:] = causal_mask(_LENGTH - _SOURCE)  # the decoder: what it has written so far
    return np.stack([np.ones_like(both), causal_mask(_LENGTH), both])


_MASKS = _masks()
_SEEN = _MASKS.sum(axis=-1)  # (architecture, T): how many words each may look at
_OPEN = _MASKS.sum(axis=(1, 2))  # (architecture,)

KIND = Choice(
    name="encoder_decoder_kind",
    label=Text("Architecture", "구조"),
    options=(
        Text("BERT: encoder only", "BERT: 인코더만"),
        Text("GPT: decoder only", "GPT: 디코더만"),
        Text("T5: encoder-decoder", "T5: 인코더-디코더"),
    ),
    start=1,
)
WORD = Choice(
    name="encoder_decoder_word",
    label=Text("The word that looks", "보는 단어"),
    options=_NAMES,
    kind="select",
    start=_LENGTH - 2,
)
_RULES = (
    Text("every word may look at every word", "모든 단어가 모든 단어를 볼 수 있습니다"),
    Text("every word looks at itself and back, never ahead", "자기 자신과 앞쪽만 보고 뒤쪽은 보지 못합니다"),
    Text("the source sees itself; the translation sees the source and what is written so far",
         "원문은 원문끼리 보고, 번역문은 원문 전체와 지금까지 쓴 번역문을 봅니다"),
)  # fmt: skip


def _shown(kind, word):
    seen, open_cells = int(_SEEN[kind, word]), int(_OPEN[kind])
    return Shown(
        number=f"{seen} / {_LENGTH}",
        sentence=Text(
            f"words are open to “{_NAMES[word].en}”: {_RULES[kind].en}.",
            f"‘{_NAMES[word].ko}’ 자리에서 볼 수 있는 단어 수입니다. {_RULES[kind].ko}.",
        ),
        rows=(
            *((name, int(count)) for name, count in zip(_NAMES, _SEEN[kind], strict=True)),
            (Text("open cells in all", "열린 칸 전체"), open_cells),
        ),
        printed=(*map(int, _SEEN[kind]), open_cells),
    )


def _draw(language, narrow):
    panels = (_stacks(language), _mask(language, theme.NARROW if narrow else 400))
    if narrow:
        return alt.concat(*panels, columns=1, spacing=32)
    return alt.hconcat(*panels, spacing=40)


def _stacks(language):
    """Encoder and decoder as two towers of blocks; what an architecture lacks is left pale."""
    width, height, tower = theme.NARROW, 330, 132
    has = ((1, 0, 1), (0, 1, 1))  # encoder, decoder in each architecture
    lefts = (0, width - tower)
    said = (
        (Text("encoder", "인코더"), Text("looks both ways", "양쪽을 모두 봄"), Text("reads a text", "글 읽기")),
        (Text("decoder", "디코더"), Text("looks back only", "앞쪽만 봄"), Text("writes on", "이어 쓰기")),
    )
    floors = alt.Chart(alt.Data(values=[
        {"has": list(has[i]), "left": lefts[i], "right": lefts[i] + tower, "top": 40 + 50 * floor,
         "bottom": 82 + 50 * floor, "x": lefts[i] + tower / 2, "y": 61 + 50 * floor}
        for i in range(2) for floor in range(4)
    ]), width=width, height=height).transform_calculate(there=f"datum.has[{KIND.name}]")  # fmt: skip
    names = alt.Chart(alt.Data(values=[
        {"has": list(has[i]), "x": lefts[i] + tower / 2, "y": y, "name": text.of(language)}
        for i in range(2) for text, y in zip(said[i], (14, 258, 280), strict=True)
    ])).transform_calculate(there=f"datum.has[{KIND.name}]")  # fmt: skip
    trunk, low = tower + 18, 61 + 50 * 3  # the encoder's last block hands on to every block beside it
    cross = alt.Chart(alt.Data(values=[
        {"x": tower, "y": low, "x2": trunk, "y2": low}, {"x": trunk, "y": 61, "x2": trunk, "y2": low},
        *({"x": trunk, "y": 61 + 50 * floor, "x2": width - tower - 12, "y2": 61 + 50 * floor} for floor in range(4)),
    ]))  # fmt: skip
    tips = alt.Chart(alt.Data(values=[{"x": width - tower - 8, "y": 61 + 50 * floor} for floor in range(4)]))
    arrows = Text("arrows: cross-attention to what was read", "화살표: 읽은 원문을 보는 크로스 어텐션")
    label = alt.Chart(alt.Data(values=[
        {"x": width / 2, "y": 314, "name": arrows.of(language)}
    ])).transform_calculate(said=f"{KIND.name} == 2 ? datum.name : ''")  # fmt: skip
    x, y = pixels_across("x", width), pixels_down("y", height)
    there = alt.condition(f"{KIND.name} == 2", alt.value(1), alt.value(0))
    return alt.layer(
        floors.mark_rect(cornerRadius=8).encode(
            x=pixels_across("left", width), x2="right", y=pixels_down("top", height), y2="bottom",
            color=alt.condition("datum.there", alt.value(theme.ACCENT_MID), alt.value(theme.FAINT))),
        floors.mark_text(text=Text("block", "블록").of(language)).encode(
            x=x, y=y, color=alt.condition("datum.there", alt.value(theme.INK), alt.value(theme.MUTED))),
        names.mark_text(fontSize=theme.LABEL_SIZE, fontWeight=600).encode(
            x=x, y=y, text="name:N",
            color=alt.condition("datum.there", alt.value(theme.INK), alt.value(theme.MUTED))),
        cross.mark_rule(color=theme.ACCENT, strokeWidth=3, strokeCap="round").encode(
            x=x, x2="x2", y=y, y2="y2", opacity=there),
        tips.mark_point(shape="triangle", color=theme.ACCENT, filled=True, size=110, angle=90).encode(
            x=x, y=y, opacity=there),
        label.mark_text(color=theme.MUTED).encode(x=x, y=y, text="said:N"),
    ).properties(title=Text("1  What is built, from top to bottom", "1  거쳐 가는 블록(위에서 아래로)").of(language))


def _mask(language, width):
    """The mask with its closed cells crossed out, the chosen row outlined, and how many cells of a row are open."""
    side, gap, head, end = 33, 6, 62, width - 34  # gap: between the source and what is written
    left, height = end - gap - side * _LENGTH, head + gap + side * _LENGTH + 36
    steps = [side * (i + 0.5) + (gap if i >= _SOURCE else 0) for i in range(_LENGTH)]
    down, across = [head + step for step in steps], [left + step for step in steps]
    names = (*(SOURCE_WORDS if language == "ko" else SOURCE_GLOSSES), *TARGET_WORDS)
    cells = alt.Chart(alt.Data(values=[
        {WORD.name: row, "x": across[column], "y": down[row], "open": _MASKS[:, row, column].astype(int).tolist()}
        for row in range(_LENGTH) for column in range(_LENGTH)
    ]), width=width, height=height).transform_calculate(
        sees=f"datum.open[{KIND.name}]", sign="datum.sees ? '○' : '×'")  # fmt: skip
    rows = alt.Chart(alt.Data(values=[
        {WORD.name: row, "name": names[row], "x": left - 7, "middle": (left + end) / 2, "y": down[row],
         "far": width - 12, "seen": _SEEN[:, row].tolist()}
        for row in range(_LENGTH)
    ])).transform_calculate(count=f"datum.seen[{KIND.name}]")  # fmt: skip
    columns = alt.Chart(alt.Data(values=[
        {"name": names[column], "x": across[column], "y": head - 8} for column in range(_LENGTH)
    ]))  # fmt: skip
    total = Text("open cells in all:", "열린 칸 전체:").of(language)
    first = Text("first three: source", "앞의 셋: 원문").of(language)
    sums = alt.Chart(alt.Data(values=[{"x": width, "x1": 0, "y": height - 12}])).transform_calculate(
        said=f"'{total} ' + {_OPEN.tolist()}[{KIND.name}]")
    x, y, press = pixels_across("x", width), pixels_down("y", height), {"cursor": "pointer"}
    sees = ("datum.sees", alt.value(theme.ACCENT_SOFT), alt.value(theme.FAINT))
    return alt.layer(
        cells.mark_rect(width=side - 2, height=side - 2, **press).encode(x=x, y=y, color=alt.condition(*sees)),
        cells.mark_text(fontSize=theme.NUMBER_SIZE, **press).encode(
            x=x, y=y, text="sign:N",
            color=alt.condition("datum.sees", alt.value(theme.INK), alt.value(theme.MUTED))),
        rows.mark_rect(width=end - left, height=side, fillOpacity=0, stroke=theme.ACCENT, strokeWidth=3,
                       **press).encode(x=pixels_across("middle", width), y=y, strokeOpacity=chosen(WORD, 1, 0)),
        rows.mark_text(align="right", fontWeight=600, **press).encode(
            x=x, y=y, text="name:N", color=chosen(WORD, theme.ACCENT, theme.MUTED)),
        rows.mark_text(fontSize=theme.WORD_SIZE, fontWeight=700).encode(
            x=pixels_across("far", width), y=y, text="count:N"),
        columns.mark_text(align="left", angle=320, color=theme.MUTED).encode(x=x, y=y, text="name:N"),
        sums.mark_text(align="left", color=theme.MUTED, text=first).encode(x=pixels_across("x1", width), y=y),
        sums.mark_text(align="right", fontSize=theme.WORD_SIZE, fontWeight=700).encode(x=x, y=y, text="said:N"),
    ).properties(title=Text("2  Row looks at column", "2  행의 단어가 열의 단어를 봅니다").of(language))


SCENE = Scene(
    name="encoder-decoder",
    number=8,
    title=Text("Encoder and decoder: who may look where", "인코더와 디코더: 어디까지 볼 수 있을까요?"),
    lead=Text(
        "One block, three families of models. What tells them apart is the mask, the table of who may look at whom. "
        "Here stand the six words of a translation, first the source, then what is written: a circle is an open "
        "cell, a cross a closed one.",
        "블록은 같아도 쓰임이 다른 모델이 세 가지 있습니다. 차이는 어느 단어가 어느 단어를 볼 수 있는지 정한 표, 곧 "
        "마스크에서 생깁니다. 여기에는 번역할 원문 세 어절과 번역문 세 덩어리가 차례로 놓여 있습니다. ○는 볼 수 있는 "
        "칸, ×는 가린 칸입니다.",
    ),
    todo=Text(
        "Choose GPT and find the crosses; then change to T5: which of them open, and does any new one appear?",
        "GPT를 골라 ×가 어디에 있는지 보세요. 그런 다음 T5로 바꾸면 어느 칸이 열리나요? 새로 닫히는 칸도 있나요?",
    ),
    notice=Text(
        f"The encoder has no crosses: all {_OPEN[0]} cells are open. The decoder has a triangle of them above the "
        f"diagonal and keeps {_OPEN[1]}. With both, {_OPEN[2] - _OPEN[1]} more open, {_OPEN[2]} in all: the source "
        "reads itself both ways, but it never looks at the translation.",
        f"인코더에는 가린 칸이 없어서 {_OPEN[0]}칸이 모두 열려 있습니다. 디코더는 대각선 위쪽 삼각형을 모두 가려서 "
        f"{_OPEN[1]}칸만 열려 있습니다. 둘을 함께 쓰면 {_OPEN[2] - _OPEN[1]}칸이 더 열려 {_OPEN[2]}칸이 됩니다. "
        "원문은 앞뒤를 모두 읽지만 번역문은 보지 않습니다.",
    ),
    limits=Text(
        "Six words stand for hundreds of tokens, and four blocks for a dozen and more. In T5 the table is really "
        "three, one of the encoder, one of the decoder and one of cross-attention, each with weights that add up to "
        "1. A crossed cell is usually computed all the same and then given the weight 0. And a family is not tied to "
        "one task: GPT translates as well, reading the source as the beginning of its text.",
        "실제로는 토큰이 수백 개이고 블록도 네 개보다 훨씬 많이 쌓습니다. T5의 표는 사실 세 장입니다. 인코더, "
        "디코더, 크로스 어텐션에 한 장씩 있고, 가중치도 표마다 따로 더해서 1이 됩니다. ×로 가린 칸도 대개 계산은 한 "
        "뒤에 가중치를 0으로 만듭니다. 그리고 구조마다 쓰임이 정해져 있는 것은 아닙니다. GPT는 원문을 글의 "
        "앞부분으로 읽고 번역도 합니다.",
    ),
    question=Text(
        "Why does GPT have to hide the words that come later?",
        "GPT에서는 왜 뒤에 나올 단어를 가려야 할까요?",
    ),
    answer=Text(
        "It practises predicting the next word at every place at once. If a place could see the next word, it would "
        "copy it and learn nothing; and when it writes, that word does not exist yet.",
        "GPT는 모든 자리에서 한꺼번에 다음 단어 맞히기를 연습합니다. 다음 단어가 보이면 그대로 베끼면 되니 배우는 "
        "것이 없습니다. 게다가 실제로 글을 쓸 때는 다음 단어가 아직 없습니다.",
    ),
    picture=Text(
        "On one side two towers of blocks, encoder and decoder; the one that the architecture lacks is pale. Where "
        "it has both, arrows run from the last block of the encoder to every block of the decoder. On the other side "
        "a table of six words by six with a circle where a word may look and a cross where it may not, and the "
        "number of circles in every row.",
        "한쪽에는 블록을 이은 탑 두 개, 인코더와 디코더가 있고, 구조에 없는 쪽은 흐립니다. 둘 다 있으면 인코더의 "
        "마지막 블록에서 디코더의 모든 블록으로 화살표가 이어집니다. 다른 쪽에는 여섯 단어를 가로세로로 놓은 표가 "
        "있습니다. 볼 수 있는 칸은 ○, 볼 수 없는 칸은 ×이고, 줄마다 ○의 개수가 적혀 있습니다.",
    ),
    controls=(KIND, WORD),
    columns=(Text("word that looks", "보는 단어"), Text("words it may see", "볼 수 있는 단어 수")),
    draw=_draw,
    shown=_shown,
)
