"""Scene 9: what it costs that every token looks at every token."""

import altair as alt

from keras_attention.cost import attention_weights_bytes
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.marks import chosen, pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.text import Text

_LENGTHS = tuple(2**power for power in range(7, 16))
_KEPT = ((1, 1), (12, 1), (12, 12))  # heads, blocks: what is in memory at once
_KEPT_NAMES = (
    Text("1 head", "헤드 1개"),
    Text("12 heads", "헤드 12개"),
    Text("12 blocks of 12 heads", "블록 12개(헤드 12개씩)"),
)
_WIDTH = 768  # of BERT base, which has twelve blocks of twelve heads


def _scores(length):
    """How many scores a head has: as many as its weights would have bytes at one byte each."""
    return attention_weights_bytes(length, bytes_per_number=1)


def _memory(length, heads, blocks):
    """Bytes of the weights as a whole number of the largest unit that allows one: (64, "MiB")."""
    size, units = attention_weights_bytes(length, heads, num_blocks=blocks), ["KiB", "MiB", "GiB"]
    size //= 1024  # whole, for every length and every set of heads here
    while len(units) > 1 and size % 1024 == 0:
        size, units = size // 1024, units[1:]
    return size, units[0]


_MEMORY = [[_memory(length, *kept) for kept in _KEPT] for length in _LENGTHS]
_SHORT, _LONG = 4096, 8192  # the example of the texts

LENGTH = Choice(
    name="cost_length",
    label=Text("Length n, in tokens", "글의 길이 n(토큰 수)"),
    options=tuple(Text(cell(length), cell(length)) for length in _LENGTHS),
    kind="select",
    start=_LENGTHS.index(_SHORT),
)
KEPT = Choice(name="cost_kept", label=Text("Weights kept at once", "한꺼번에 두는 가중치"), options=_KEPT_NAMES)


def _shown(length, kept):
    tokens, double = _LENGTHS[length], 2 * _LENGTHS[length]
    taken, taken_double = (_said(_memory(each, *_KEPT[kept])) for each in (tokens, double))
    return Shown(
        number=cell(_scores(tokens)),
        sentence=Text(
            f"scores in each head, for {cell(tokens)} tokens. Twice as long, four times as many: "
            f"{cell(_scores(double))}. The weights of {_KEPT_NAMES[kept].en} take {taken}.",
            f"토큰 {cell(tokens)}개일 때 헤드 하나의 점수 개수입니다. 길이가 2배면 점수는 4배인 "
            f"{cell(_scores(double))}개가 됩니다. {_KEPT_NAMES[kept].ko}의 가중치는 {taken}를 차지합니다.",
        ),
        rows=(
            (tokens, _scores(tokens), taken),
            (double, _scores(double), taken_double),
            (Text("times as much", "몇 배"), _scores(double) // _scores(tokens),
             attention_weights_bytes(double) // attention_weights_bytes(tokens)),
        ),
        printed=(
            tokens, double, _scores(double), *[_scores(tokens)] * 4,
            *_LENGTHS, *(memory[kept][0] for memory in _MEMORY),
        ),
    )  # fmt: skip


def _said(memory):
    return f"{cell(memory[0])} {memory[1]}"


def _draw(language, narrow):
    panels = _squares(language, theme.NARROW if narrow else 300), _bars(language, theme.NARROW if narrow else 400)
    return alt.vconcat(*panels, spacing=32) if narrow else alt.hconcat(*panels, spacing=60)


def _squares(language, width):
    """The n by n scores, in the square of twice the length."""
    height, top, half = width + 78, 26, width / 2
    counts = [cell(_scores(length)) for length in _LENGTHS]
    quarters = alt.Chart(alt.Data(values=[
        {"left": half * column, "right": half * (column + 1), "top": top + half * row, "bottom": top + half * (row + 1),
         "x": half * (column + 0.5), "y": top + half * (row + 0.5), "own": row == column == 0}
        for row in range(2) for column in range(2)
    ]), width=width, height=height).transform_calculate(count=f"{counts}[{LENGTH.name}]")  # fmt: skip
    sides = alt.Chart(alt.Data(values=[
        {"x": half / 2, "y": 10, "what": "n", "numbers": [cell(length) for length in _LENGTHS]},
        {"x": half, "y": height - 36, "what": "2n", "numbers": [cell(2 * length) for length in _LENGTHS]},
        {"x": half, "y": height - 12, "what": "(2n)²", "numbers": [cell(_scores(2 * length)) for length in _LENGTHS]},
    ])).transform_calculate(said=f"datum.what + ' = ' + datum.numbers[{LENGTH.name}]")  # fmt: skip
    own = "datum.own"
    x, y = pixels_across("x", width), pixels_down("y", height)
    return alt.layer(
        quarters.mark_rect(stroke=theme.ACCENT, strokeWidth=1.5).encode(
            x=pixels_across("left", width), x2="right", y=pixels_down("top", height), y2="bottom",
            color=alt.condition(own, alt.value(theme.ACCENT), alt.value(theme.ACCENT_SOFT))),
        quarters.mark_text(fontSize=theme.WORD_SIZE, fontWeight=700).encode(
            x=x, y=y, text="count:N", color=alt.condition(own, alt.value(theme.ON_ACCENT), alt.value(theme.INK))),
        sides.mark_text(fontSize=theme.WORD_SIZE, fontWeight=600).encode(x=x, y=y, text="said:N"),
    ).properties(title=Text("1  Twice as long, four times as many", "1  길이가 2배면 점수는 4배").of(language))


def _bars(language, width):
    """A bar for each length, as long as the memory its weights take."""
    label, memory, pitch, thick = 66, 98, 40, 22  # memory: room for its number
    height, full = pitch * len(_LENGTHS), width - label - memory
    largest = _scores(_LENGTHS[-1])
    rows = alt.Chart(alt.Data(values=[
        {LENGTH.name: i, "name": cell(length), "edge": label - 10, "left": label, "full": label + full,
         "end": label + max(full * _scores(length) / largest, 0.5), "right": width, "y": pitch * (i + 0.5),
         "top": pitch * (i + 0.5) - thick / 2, "bottom": pitch * (i + 0.5) + thick / 2,
         "sizes": [_said(memory) for memory in _MEMORY[i]]}
        for i, length in enumerate(_LENGTHS)
    ]), width=width, height=height).transform_calculate(size=f"datum.sizes[{KEPT.name}]")  # fmt: skip
    y, press = pixels_down("y", height), {"cursor": "pointer"}
    edges = {"x": pixels_across("left", width), "y": pixels_down("top", height), "y2": "bottom"}
    right, edge = pixels_across("right", width), pixels_across("edge", width)
    return alt.layer(
        rows.mark_rect(color=theme.FAINT, cornerRadius=3, **press).encode(x2="full", **edges),
        rows.mark_rect(**press).encode(x2="end", color=chosen(LENGTH, theme.ACCENT, theme.ACCENT_MID), **edges),
        rows.mark_text(align="right", fontSize=theme.TITLE_SIZE, fontWeight=600, **press).encode(
            x=edge, y=y, text="name:N", color=chosen(LENGTH, theme.ACCENT, theme.MUTED)),
        rows.mark_text(align="right", fontSize=theme.WORD_SIZE, fontWeight=700, **press).encode(
            x=right, y=y, text="size:N", color=chosen(LENGTH, theme.ACCENT, theme.INK)),
    ).properties(title=Text("2  Memory of the weights, to scale", "2  가중치의 메모리, 실제 비율로").of(language))


SCENE = Scene(
    name="cost",
    number=9,
    title=Text("The price: every token with every token", "비용: 모두가 모두를 보려면"),
    lead=Text(
        "Attention compares every token, a word or a part of one, with every other. That is why nothing has to be "
        "carried along, and it is also the price: n tokens make n × n scores, in every head of every block. What "
        "happens when the text gets longer?",
        "어텐션에서는 토큰, 곧 단어나 단어 조각이 저마다 모든 토큰을 봅니다. 덕분에 앞의 내용을 외워서 들고 다니지 "
        "않아도 되지만, 그만큼 비용이 듭니다. 토큰이 n개면 점수는 n × n개이고, 블록마다 헤드마다 이만큼 생깁니다. "
        "글이 길어지면 어떻게 될까요?",
    ),
    todo=Text(
        f"Go from {cell(_SHORT)} tokens to {cell(_LONG)} and on to {cell(_LENGTHS[-1])}, in the list or by pressing "
        "a bar. Then keep the weights of more heads.",
        f"길이를 {cell(_SHORT)}에서 {cell(_LONG)}로, 다시 {cell(_LENGTHS[-1])}로 바꿔 보세요. 막대를 눌러도 됩니다. "
        "그런 다음 헤드를 늘려 메모리를 비교해 보세요.",
    ),
    notice=Text(
        f"Twice as long is always four times as many scores: {cell(_scores(_SHORT))} become {cell(_scores(_LONG))}. "
        f"Eight times as long is {cell(_scores(8) // _scores(1))} times as many. The bars are drawn to scale: beside "
        f"{cell(_LENGTHS[-1])} tokens, {cell(_LENGTHS[4])} are a hairline.",
        f"길이가 2배면 점수는 언제나 4배입니다. {cell(_scores(_SHORT))}개가 {cell(_scores(_LONG))}개로 늘어납니다. "
        f"길이가 8배면 점수는 {cell(_scores(8) // _scores(1))}배입니다. 막대는 실제 비율대로 그렸습니다. 토큰 "
        f"{cell(_LENGTHS[-1])}개의 막대 옆에서 {cell(_LENGTHS[4])}개의 막대는 실처럼 가늡니다.",
    ),
    limits=Text(
        "Only the weights are counted, at four bytes each. The weights of all blocks are needed at once in training "
        "alone; a trained model works block by block. Good programs never hold a whole matrix but go through it in "
        "pieces: that saves the memory, not the computing. And while n is smaller than twice the width d (up to "
        f"{cell(2 * _WIDTH)} tokens in BERT base), the four projections, 4nd² multiply-adds, cost more than the "
        "scores and the mixing, 2n²d.",
        "가중치만, 하나에 4바이트씩 세었습니다. 모든 블록의 가중치가 한꺼번에 필요한 것은 훈련할 때뿐이고, 훈련을 "
        "마친 모델은 블록을 하나씩 계산합니다. 잘 만든 프로그램은 행렬 전체를 메모리에 올리지 않고 조각으로 나누어 "
        "계산합니다. 이렇게 하면 메모리는 아끼지만 계산량은 그대로입니다. 또 n이 모델 차원 d의 2배보다 작으면(BERT "
        f"base에서는 토큰 {cell(2 * _WIDTH)}개까지) 점수를 구하고 섞는 데 드는 곱셈-누산 2n²d번보다 투영 네 번에 "
        "드는 4nd²번이 더 많습니다.",
    ),
    question=Text(
        "A document becomes ten times as long. How many times as many scores is that, and how could one do with "
        "fewer?",
        "문서가 10배로 길어지면 점수는 몇 배가 될까요? 점수를 줄일 방법은 없을까요?",
    ),
    answer=Text(
        f"A hundred times as many, for (10n)² = 100n². Cut {cell(_LONG)} tokens into two halves and let each look "
        f"only at itself: 2 × {cell(_scores(_SHORT))} = {cell(2 * _scores(_SHORT))} scores, half as many, but "
        "nothing in one half can see the other. Every way out has such a price: segments give up distant words, a "
        "low-rank approximation gives up detail.",
        f"100배입니다. (10n)² = 100n²이기 때문입니다. 토큰 {cell(_LONG)}개를 둘로 나누고 자기 쪽만 보게 하면 점수는 "
        f"2 × {cell(_scores(_SHORT))} = {cell(2 * _scores(_SHORT))}개로 절반이 되지만, 다른 쪽은 전혀 볼 수 "
        "없습니다. 다른 방법에도 이런 대가가 따릅니다. 구간으로 나누면 멀리 있는 단어를 놓치고, 저랭크로 근사하면 "
        "세밀한 부분을 잃습니다.",
    ),
    picture=Text(
        "On one side a square of n by n scores in the corner of a square twice as wide and high, which holds four "
        f"of them, with the numbers of scores. On the other a bar for each length from {cell(_LENGTHS[0])} to "
        f"{cell(_LENGTHS[-1])} tokens, drawn to scale, with the memory of the weights.",
        "한쪽에는 점수 n × n개를 나타내는 정사각형이 가로세로가 2배인 정사각형의 한구석에 있습니다. 큰 정사각형에는 "
        f"같은 것이 네 개 들어가고, 점수 개수가 적혀 있습니다. 다른 쪽에는 토큰 {cell(_LENGTHS[0])}개부터 "
        f"{cell(_LENGTHS[-1])}개까지 길이마다 막대가 하나씩 실제 비율대로 있고, 가중치가 차지하는 메모리가 적혀 "
        "있습니다.",
    ),
    controls=(LENGTH, KEPT),
    columns=(Text("tokens", "토큰"), Text("scores of a head", "헤드 하나의 점수"), Text("memory", "메모리")),
    draw=_draw,
    shown=_shown,
)  # fmt: skip
