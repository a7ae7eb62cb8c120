"""Scene 6: the same words in another order, and the clock that tells positions apart."""

import altair as alt
import numpy as np

from keras_attention.by_hand import self_attention, sinusoidal_encoding
from keras_attention.examples import W_K, W_Q, W_V, WORDS, X
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.marks import pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.slider import Slider
from keras_attention.scenes.stage.text import Text

_SHUFFLED = np.random.default_rng(0).permutation(len(WORDS))  # the order of Code 1: which word stands at each place
_PLACES = np.stack([np.arange(len(WORDS)), np.argsort(_SHUFFLED)])  # (order, word): where each word stands
_HANDS = sinusoidal_encoding(8, 6, max_wavelength=100)  # (T, D): the clock of Code 1, a hand for every pair of slots
_NOUGHT = 1e-9  # a change below it is what rounding leaves


def _outputs():
    """Output of every word: (encoding, order, T, V), the words always in their original order."""
    found = []
    for encoding in (0.0, 1.0):
        positions = encoding * sinusoidal_encoding(*X.shape)  # (T, D)
        straight, _ = self_attention(X + positions, W_Q, W_K, W_V)  # (T, V)
        shuffled, _ = self_attention(X[_SHUFFLED] + positions, W_Q, W_K, W_V)  # (T, V)
        found.append([straight, shuffled[_PLACES[1]]])
    return np.array(found)


_OUTPUTS = _outputs()
_CHANGES = np.abs(_OUTPUTS - _OUTPUTS[:, :1]).max(axis=-1)  # (encoding, order, T)

ENCODING = Choice(
    name="position_encoding",
    label=Text("Position encoding", "위치 인코딩"),
    options=(Text("none", "없음"), Text("added", "더함")),
)
ORDER = Choice(
    name="position_order",
    label=Text("Order of the words", "단어 순서"),
    options=(Text("original", "원래 순서"), Text("shuffled", "섞은 순서")),
    start=1,
)
CLOCK = Slider(
    name="position_clock",
    label=Text("Position on the clock", "시계에 맞출 위치"),
    minimum=0,
    maximum=len(_HANDS) - 1,
    start=2,
)


def _shown(encoding, order, clock):
    changes = _CHANGES[encoding, order]
    largest = float(changes.max())
    number = cell(largest) if largest >= _NOUGHT else "< 10⁻¹⁵"  # how much rounding leaves depends on the machine
    if order == 0:
        number = "0"
        sentence = Text("is what changes: the order is the original.", "원래 순서라서 달라진 것이 없습니다.")
    elif encoding == 0:
        sentence = Text(
            "is the largest change of any output after shuffling: rounding, nothing else.",
            "순서를 섞은 뒤 가장 크게 달라진 출력의 차이입니다. 반올림 오차일 뿐입니다.",
        )
    else:
        sentence = Text(
            f"is the largest change of any output after shuffling: that of {WORDS[int(changes.argmax())]}.",
            f"순서를 섞은 뒤 가장 크게 달라진 출력의 차이입니다. 단어는 {WORDS[int(changes.argmax())]}입니다.",
        )
    return Shown(
        number=number,
        sentence=sentence,
        rows=tuple((word, int(_PLACES[order, i]), _rounded(changes[i])) for i, word in enumerate(WORDS)),
        printed=(*map(_rounded, (*_OUTPUTS[encoding, order].flat, *changes, *_HANDS[clock])), clock),
    )


def _rounded(number):
    """What is printed of a number, without the sign of a nought."""
    return 0.0 if abs(number) < _NOUGHT else round(float(number), 6)


def _draw(language, narrow):
    panels = _words(language, narrow), _clock(language, narrow)
    return alt.vconcat(*panels, spacing=32) if narrow else alt.hconcat(*panels, spacing=50)


def _words(language, narrow):
    """Words at their places, below each its output and how much that has changed."""
    width, label, height = (theme.NARROW, 0, 300) if narrow else (420, 62, 264)  # label: room beside the words
    first, last = (124, 284) if narrow else (96, 238)  # where outputs begin and the changes stand
    pitch = (width - label) / len(WORDS)
    x, y = pixels_across("x", width), pixels_down("y", height)
    setting = f"2 * {ENCODING.name} + {ORDER.name}"
    here = {"x": f"{label} + {pitch} * (datum.places[{ORDER.name}] + 0.5)"}
    boxes = alt.Chart(alt.Data(values=[
        {"word": word, "places": _PLACES[:, i].tolist(), "top": 24, "bottom": 64, "y": 44}
        for i, word in enumerate(WORDS)
    ]), width=width, height=height).transform_calculate(
        **here, left=f"datum.x - {pitch / 2 - 3}", right=f"datum.x + {pitch / 2 - 3}")  # fmt: skip
    down = [first + 26 * slot for slot in range(X.shape[-1])]
    numbers = alt.Chart(alt.Data(values=[
        {"places": _PLACES[:, i].tolist(), "y": down[slot],
         "outputs": [_rounded(number) for number in _OUTPUTS[:, :, i, slot].flat]}
        for i in range(len(WORDS)) for slot in range(X.shape[-1])
    ])).transform_calculate(**here, output=f"datum.outputs[{setting}]")  # fmt: skip
    changes = alt.Chart(alt.Data(values=[
        {"places": _PLACES[:, i].tolist(), "y": last,
         "changes": [_rounded(number) for number in _CHANGES[:, :, i].flat]}
        for i in range(len(WORDS))
    ])).transform_calculate(**here, change=f"datum.changes[{setting}]")  # fmt: skip
    above = 24 if narrow else 0
    names = alt.Chart(alt.Data(values=[
        {"x": 0, "y": first - above, "name": Text("output", "출력").of(language)},
        {"x": 0, "y": last - above, "name": Text("change", "달라진 양").of(language)},
    ]))  # fmt: skip
    place = Text("place", "자리").of(language)
    places = alt.Chart(alt.Data(values=[
        {"place": i, "name": f"{place} {i}", "x": label + pitch * (i + 0.5), "y": 12} for i in range(len(WORDS))
    ]))  # fmt: skip
    added = places.transform_calculate(y="76", name=f"{ENCODING.name} ? '+p' + datum.place : ''")
    line = alt.Chart(alt.Data(values=[{"x": 0, "x2": width, "y": last - 24 - above}]))
    text = {"x": x, "y": y, "text": "name:N"}
    return alt.layer(
        places.mark_text(color=theme.MUTED).encode(**text),
        names.mark_text(color=theme.MUTED, align="left").encode(**text),
        boxes.mark_rect(color=theme.FAINT, cornerRadius=8).encode(
            x=pixels_across("left", width), x2="right", y=pixels_down("top", height), y2="bottom"),
        boxes.mark_text(fontSize=theme.WORD_SIZE, fontWeight=600).encode(x=x, y=y, text="word:N"),
        added.mark_text(color=theme.ACCENT, fontWeight=600).encode(**text),
        numbers.mark_text(fontSize=theme.LABEL_SIZE).encode(x=x, y=y, text=alt.Text("output:Q").format(".3f")),
        line.mark_rule(color=theme.RULE).encode(x=x, x2="x2", y=y),
        changes.mark_text(fontSize=theme.WORD_SIZE, fontWeight=700, color=theme.ACCENT).encode(
            x=x, y=y, text=alt.Text("change:Q").format(".3f")),
    ).properties(title=Text("1  Does a word notice the order?", "1  순서가 바뀐 것을 알까요?").of(language))


def _clock(language, narrow):
    """A face for every hand: where it points at the chosen position, and where at all the others."""
    width, height = (theme.NARROW, 190) if narrow else (290, 264)
    radius = width / 6 - 8
    centres = [width * (hand + 0.5) / 3 for hand in range(3)]
    middle = 40 + radius
    x, y = pixels_across("x", width), pixels_down("y", height)
    dots = alt.Chart(alt.Data(values=[
        {"x": round(centres[hand] + radius * _HANDS[place, 2 * hand], 1),
         "y": round(middle - radius * _HANDS[place, 2 * hand + 1], 1)}
        for hand in range(3) for place in range(len(_HANDS))
    ]), width=width, height=height)  # fmt: skip
    hands = alt.Chart(alt.Data(values=[
        {"name": name.of(language), "x": centres[hand], "y": middle, "y1": 2 * middle - 12, "y2": 2 * middle + 14,
         "y3": 2 * middle + 40, "sines": _HANDS[:, 2 * hand].round(6).tolist(),
         "cosines": _HANDS[:, 2 * hand + 1].round(6).tolist()}
        for hand, name in enumerate((Text("fast", "빠름"), Text("slow", "느림"), Text("slowest", "가장 느림")))
    ])).transform_calculate(
        sine=f"datum.sines[{CLOCK.name}]", cosine=f"datum.cosines[{CLOCK.name}]",
        x1=f"datum.x + {radius} * datum.sine", tip=f"datum.y - {radius} * datum.cosine",
        said="'sin ' + replace(format(datum.sine, '.3f'), '-', '\N{MINUS SIGN}')",
        said2="'cos ' + replace(format(datum.cosine, '.3f'), '-', '\N{MINUS SIGN}')",
    )  # fmt: skip
    head = Text("position", "위치").of(language)
    names = alt.Chart(alt.Data(values=[{"x": 0, "y": 12}])).transform_calculate(
        name=f"'{head} ' + {CLOCK.name}")
    down = {place: pixels_down(place, height) for place in ("y1", "y2", "y3")}
    number = {"fontSize": theme.LABEL_SIZE, "fontWeight": 600}
    return alt.layer(
        names.mark_text(align="left", fontSize=theme.WORD_SIZE, fontWeight=700).encode(x=x, y=y, text="name:N"),
        hands.mark_point(shape="circle", size=(2 * radius) ** 2, stroke=theme.RULE, strokeWidth=1.5, filled=False,
                         opacity=1).encode(x=x, y=y),
        dots.mark_circle(color=theme.GREY, size=22, opacity=1).encode(x=x, y=y),
        hands.mark_rule(color=theme.ACCENT, strokeWidth=3.5, strokeCap="round").encode(
            x=x, x2="x1", y=y, y2="tip"),
        hands.mark_text(color=theme.MUTED).encode(x=x, y=down["y1"], text="name:N"),
        hands.mark_text(**number).encode(x=x, y=down["y2"], text="said:N"),
        hands.mark_text(**number).encode(x=x, y=down["y3"], text="said2:N"),
    ).properties(title=Text("2  A clock with three hands", "2  바늘 세 개로 위치 읽기").of(language))


_LARGEST = float(_CHANGES.max())

SCENE = Scene(
    name="position",
    number=6,
    title=Text("Position: who comes first?", "위치 인코딩: 누가 먼저일까요?"),
    lead=Text(
        "“Dog bites man” and “man bites dog” are made of the same words. Attention compares every word with every "
        "other, all at once. Does it notice which of them stands first? And if not, how can the order be written "
        "into the words?",
        "‘오늘 말고 내일’과 ‘내일 말고 오늘’은 같은 말로 되어 있지만 뜻은 반대입니다. 어텐션은 모든 단어를 한꺼번에 "
        "견주어 봅니다. 그러면 어느 단어가 먼저 나왔는지 알 수 있을까요? 모른다면 순서를 단어에 어떻게 적어 넣을 수 "
        "있을까요?",
    ),
    todo=Text(
        "Without an encoding, go from the original order to the shuffled one and watch the outputs move along "
        "unchanged. Then add the encoding. Last, turn the clock.",
        "위치 인코딩이 없는 채로 원래 순서와 섞은 순서를 오가며 출력이 그대로 따라다니는지 보세요. 그런 다음 위치 "
        "인코딩을 더하고, 마지막으로 시계를 돌려 보세요.",
    ),
    notice=Text(
        "Without an encoding a word has the same output wherever it stands. With it, every place has its own "
        f"vector, the words are no longer the same, and the largest change is {cell(_LARGEST)}. On the clock no hand "
        "tells the position alone: the fast one comes round again, the slow ones hardly move. Together they do.",
        "위치 인코딩이 없으면 단어가 어디에 있든 출력이 같습니다. 위치 인코딩을 더하면 자리마다 다른 벡터가 붙어 "
        f"출력이 달라지고, 가장 큰 차이는 {cell(_LARGEST)}입니다. 시계에서는 바늘 하나만 보아서는 위치를 알 수 "
        "없습니다. 빠른 바늘은 한 바퀴를 돌아 제자리로 오고 느린 바늘은 거의 움직이지 않습니다. 셋을 함께 보면 알 "
        "수 있습니다.",
    ),
    limits=Text(
        "A clock starts again after a day; the encoding does not, but a model has only seen it as far as its "
        "training texts were long. The hands here turn faster than in the original paper (100 in place of 10,000), "
        "so that eight positions are enough to see them move. Many models learn a vector for each position instead.",
        "시계는 하루가 지나면 처음으로 돌아오지만 위치 인코딩은 그렇지 않습니다. 다만 모델은 훈련할 때 본 길이까지만 "
        "그 값을 압니다. 여기서는 위치 여덟 개만으로도 움직임이 보이도록 바늘을 원래 논문보다 빠르게 "
        "돌렸습니다(10,000 대신 100). 위치마다 벡터를 따로 학습하는 위치 임베딩을 쓰는 모델도 많습니다.",
    ),
    question=Text(
        "If shuffling changes nothing, what is the trouble with that?",
        "순서를 섞어도 결과가 그대로라면 무엇이 문제일까요?",
    ),
    answer=Text(
        "Sentences that differ only in their order look alike to the model: who bites and who is bitten cannot be "
        "told apart. In other tasks that is welcome. A set of measurements has no order, and then it is right not to "
        "see one.",
        "순서만 다른 두 문장을 모델이 가려내지 못합니다. ‘오늘 말고 내일’인지 ‘내일 말고 오늘’인지 알 수 없습니다. "
        "그렇다고 늘 나쁜 것은 아닙니다. 순서가 없는 측정값 묶음을 다룰 때는 순서를 보지 않는 편이 오히려 맞습니다.",
    ),
    picture=Text(
        "On one side five words in their order, under each the four numbers of its output and how much they changed. "
        "On the other three clock faces with a hand each, fast, slow and slowest, with the sine and cosine of the "
        "hand.",
        "한쪽에는 다섯 단어가 순서대로 놓여 있고, 단어 아래에 출력 숫자 네 개와 달라진 양이 있습니다. 다른 쪽에는 "
        "시계 세 개가 있습니다. 바늘이 하나씩 달려 있고 빠른 것, 느린 것, 가장 느린 것 순서이며, 바늘의 사인과 "
        "코사인이 적혀 있습니다.",
    ),
    controls=(ENCODING, ORDER, CLOCK),
    columns=(Text("word", "단어"), Text("place", "자리"), Text("change", "달라진 양")),
    draw=_draw,
    shown=_shown,
)  # fmt: skip
