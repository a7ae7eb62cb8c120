"""Scene 2: an English sentence is written piece by piece, and each piece looks at the Korean source again."""

import altair as alt
import numpy as np

from keras_attention.examples import SOURCE_GLOSSES, SOURCE_WORDS, TARGET_WORDS, TRANSLATION_WEIGHTS
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.links import links
from keras_attention.scenes.stage.marks import heat_map, pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.text import Text

_SUMS = TRANSLATION_WEIGHTS.sum(axis=-1)  # (T,)
_BEST = TRANSLATION_WEIGHTS.argmax(axis=-1)  # (T,)
_PLACES = (Text("first", "첫 번째"), Text("second", "두 번째"), Text("third", "세 번째"))
_ATE = TARGET_WORDS.index("ate")
_MOST = cell(float(TRANSLATION_WEIGHTS[_ATE].max()))

WORD = Choice(
    name="translation_word",
    label=Text("The piece being written", "지금 쓰는 영어"),
    options=tuple(Text(word, word) for word in TARGET_WORDS),
    start=_ATE,
)


def _shown(word):
    weights, best = TRANSLATION_WEIGHTS[word], int(_BEST[word])
    return Shown(
        number=cell(float(weights[best])),
        sentence=Text(
            f"is the weight that “{TARGET_WORDS[word]}” gives to the {_PLACES[best].en} word of the Korean source, "
            f"the one for “{SOURCE_GLOSSES[best]}”.",
            f"‘{TARGET_WORDS[word]}’ 차례에 원문의 {_PLACES[best].ko} 어절 ‘{SOURCE_WORDS[best]}’에 주는 "
            "가중치입니다.",
        ),
        rows=tuple(
            (source, gloss, float(weight))
            for source, gloss, weight in zip(SOURCE_WORDS, SOURCE_GLOSSES, weights, strict=True)
        ),
        printed=(*weights, *TRANSLATION_WEIGHTS.flat, float(_SUMS[word])),
    )


def _draw(language, narrow):
    names = SOURCE_WORDS if language == "ko" else SOURCE_GLOSSES
    glosses = None if language == "ko" else SOURCE_GLOSSES
    left, right, full, tall = (*[theme.NARROW] * 3, 60) if narrow else (420, 300, theme.WIDE, 78)
    lines = links(TARGET_WORDS, SOURCE_WORDS, TRANSLATION_WEIGHTS, WORD, left, key_glosses=glosses).properties(
        title=Text("Where does the piece look?", "어느 어절을 얼마나 보나요?").of(language))
    matrix = heat_map(TARGET_WORDS, names, TRANSLATION_WEIGHTS, WORD, right, tall, label=82).properties(
        title=Text("All three pieces at once", "세 덩어리를 한눈에").of(language))
    bar = _bar(language, names, full)
    if narrow:
        return alt.concat(lines, bar, matrix, columns=1, spacing=32)
    return alt.concat(alt.hconcat(lines, matrix, spacing=40), bar, columns=1, spacing=28)


def _bar(language, names, width):
    """The weights of the chosen piece side by side: together they are one whole."""
    height, top, bottom, room = 34, 0, 34, 96  # room: for the sum at the end
    full = width - room
    ends = np.concatenate([np.zeros_like(TRANSLATION_WEIGHTS[:, :1]), TRANSLATION_WEIGHTS.cumsum(axis=-1)], axis=-1)
    shares = alt.Chart(alt.Data(values=[
        {"name": name, "best": (_BEST == place).tolist(), "top": top, "bottom": bottom, "y": height / 2,
         "lows": (full * ends[:, place]).round(2).tolist(), "highs": (full * ends[:, place + 1]).round(2).tolist()}
        for place, name in enumerate(names)
    ]), width=width, height=height).transform_calculate(
        low=f"datum.lows[{WORD.name}]", high=f"datum.highs[{WORD.name}]", end="datum.high - 2",
        middle="(datum.low + datum.high) / 2", most=f"datum.best[{WORD.name}]",
        label="datum.high - datum.low > 64 ? datum.name : ''",
    )  # fmt: skip
    total = alt.Chart(alt.Data(values=[{"x": width, "y": height / 2}])).transform_calculate(
        said=f"'= ' + format({_SUMS.tolist()}[{WORD.name}], '.3f')")
    tint, ink = (
        alt.condition("datum.most", alt.value(of_most), alt.value(of_others))
        for of_most, of_others in ((theme.ACCENT, theme.ACCENT_SOFT), (theme.ON_ACCENT, theme.INK))
    )
    x, y = (lambda field: pixels_across(field, width)), pixels_down("y", height)
    return alt.layer(
        shares.mark_rect().encode(x=x("low"), x2="end", y=pixels_down("top", height), y2="bottom", color=tint),
        shares.mark_text(fontSize=theme.LABEL_SIZE, fontWeight=600).encode(
            x=x("middle"), y=y, text="label:N", color=ink),
        total.mark_text(align="right", fontSize=theme.NUMBER_SIZE, fontWeight=700).encode(x=x("x"), y=y, text="said:N"),
    ).properties(title=Text("The shares, end to end", "가중치를 한 줄로 이으면").of(language))


SCENE = Scene(
    name="translation",
    number=2,
    title=Text("Translation: where does the next word come from?", "번역: 다음 단어는 원문 어디에서 올까요?"),
    lead=Text(
        "A Korean sentence of three words turns into “The fly ate the apple”. A model without attention would write "
        "all of it from one vector. With attention it goes back to the source before each piece and asks anew: which "
        "words do I need now?",
        "‘초파리가 사과를 먹었다’를 영어로 옮깁니다. 어텐션이 없다면 벡터 하나만 보고 번역문을 끝까지 써야 합니다. "
        "어텐션이 있으면 영어 한 덩어리를 쓸 때마다 원문으로 돌아가 지금 필요한 어절을 다시 고릅니다. 원문은 "
        "띄어쓰기 단위인 어절로 나누었습니다.",
    ),
    todo=Text(
        "Press the English pieces from left to right and follow the thick line: the beginning, then the end, then "
        "the middle of the source.",
        "영어를 왼쪽부터 차례로 누르면서 굵은 선이 원문의 어디로 가는지 따라가 보세요. 처음, 끝, 가운데 순서로 옮겨 "
        "갑니다.",
    ),
    notice=Text(
        f"English puts the verb in the middle, Korean at the end. So “ate”, written second, gives {_MOST} to the "
        "third word of the source, and in the matrix the large numbers leave the diagonal. Every row adds up to 1: "
        "what one word gets, the others go without.",
        "영어에서는 동사가 가운데에, 한국어에서는 맨 뒤에 옵니다. 그래서 두 번째로 쓰는 ate는 원문의 세 번째 어절에 "
        f"가중치 {_MOST}을 줍니다. 행렬에서 큰 수가 대각선을 벗어나는 것도 이 때문입니다. 또 어느 행이든 더하면 "
        "1입니다. 한 어절에 많이 주면 다른 어절에는 그만큼 적게 줍니다.",
    ),
    limits=Text(
        "These nine weights were set to explain the idea; no model has learned them. A trained model finds its own, "
        "for each head of each block and over parts of words. Bahdanau and others showed in 2015 some that people "
        "find sensible, but many are hard to read. A weight also says only where the model looked, not why it chose "
        "the word.",
        "이 가중치 아홉 개는 설명하려고 정한 값이고, 모델이 학습한 값이 아닙니다. 실제 모델은 단어보다 잘게 나눈 "
        "토큰을 다루고, 블록마다 헤드마다 이런 행렬을 스스로 찾아냅니다. Bahdanau 등(2015)이 보여 준 것처럼 사람이 "
        "보기에 그럴듯한 행렬도 있지만 알아보기 어려운 것도 많습니다. 또 가중치는 어디를 보았는지 알려 줄 뿐, 왜 그 "
        "단어를 골랐는지는 알려 주지 않습니다.",
    ),
    question=Text(
        "“ate” is written second. Why does its thickest line not lead to the second word of the source?",
        "ate는 두 번째로 쓰는 말입니다. 그런데 가장 굵은 선은 왜 원문의 두 번째 어절로 가지 않을까요?",
    ),
    answer=Text(
        "Attention asks for content, not for a place in line. What is needed now is the word for the action, and "
        "Korean keeps that for the end. A model with one vector must carry it along until its turn comes; here it is "
        "simply looked up.",
        "어텐션은 순서가 아니라 내용을 보고 찾기 때문입니다. 지금 필요한 것은 행동을 나타내는 말인데, 한국어에서는 "
        "그 말이 맨 뒤에 있습니다. 벡터 하나만 쓰는 모델은 차례가 올 때까지 그 말을 외우고 있어야 하지만, 여기서는 "
        "그때 가서 찾아보면 됩니다.",
    ),
    picture=Text(
        "Three pieces of English above and three Korean words below, with lines from the chosen piece to every word, "
        "as thick as its weight. Beside them all nine weights as a matrix with the chosen row outlined, and below "
        "one bar, cut into the shares of the three words.",
        "위에는 영어 세 덩어리, 아래에는 한국어 세 어절이 있고, 고른 영어에서 모든 어절로 가중치만큼 굵은 선이 "
        "이어집니다. 옆에는 가중치 아홉 개를 행렬로 나타내 고른 행에 테두리를 둘렀고, 아래에는 세 어절의 몫으로 나뉜 "
        "막대가 하나 있습니다.",
    ),
    controls=(WORD,),
    columns=(Text("source", "원문"), Text("in English", "영어로"), Text("weight", "가중치")),
    draw=_draw,
    shown=_shown,
)
