"""Scene 4: five words that ask each other, and what each takes along."""

import math

import altair as alt
import numpy as np

from keras_attention.by_hand import scores, self_attention
from keras_attention.examples import SLOTS, W_K, W_Q, W_V, WORDS, X
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.links import links
from keras_attention.scenes.stage.marks import heat_map, pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.text import Text

_OUTPUT, _WEIGHTS = self_attention(X, W_Q, W_K, W_V)  # (T, V), (T, T)
_SCORES = scores(X @ W_Q, X @ W_K) / math.sqrt(W_Q.shape[-1])  # (T, T)
_KOREAN = {"fly": "초파리", "apple": "사과", "ate": "먹었다", "it": "그것", "sweet": "달콤한"}
_TOPIC = {"fly": "fly는", "apple": "apple은", "ate": "ate는", "it": "it은", "sweet": "sweet는"}
_SUBJECT = {"fly": "fly가", "apple": "apple이", "ate": "ate가", "it": "it이", "sweet": "sweet가"}
_SLOT_NAMES = {
    "animal": Text("animal", "동물"),
    "food": Text("food", "음식"),
    "action": Text("action", "행동"),
    "pointer": Text("pointer", "가리키는 말"),
}

WORD = Choice(
    name="self_attention_word",
    label=Text("The word that asks", "묻는 단어"),
    options=tuple(Text(word, f"{word} {_KOREAN[word]}") for word in WORDS),
    start=WORDS.index("it"),
)


def _shown(word):
    name, weights = WORDS[word], _WEIGHTS[word]
    best = int(np.argmax(weights))
    share = cell(float(weights[best]))
    if np.ptp(weights) < 1e-12:
        sentence = Text(
            f"for every word alike: {name} has no rule, so it asks for nothing.",
            f"{_TOPIC[name]} 규칙이 없어서 아무것도 찾지 않습니다. 그래서 모든 단어에 똑같은 가중치를 줍니다.",
        )
    else:
        sentence = Text(
            f"is the weight that {name} gives to {WORDS[best]}. An equal share would be {cell(1 / len(WORDS))}.",
            f"{_SUBJECT[name]} {WORDS[best]}에 주는 가중치입니다. 똑같이 나누면 {cell(1 / len(WORDS))}입니다.",
        )
    rows = tuple(
        (Text(other, f"{other} {_KOREAN[other]}"), float(_SCORES[word, i]), float(weights[i]))
        for i, other in enumerate(WORDS)
    )
    return Shown(share, sentence, rows, printed=(*weights, *_WEIGHTS.flat, *_OUTPUT[word]))


def _draw(language, narrow):
    title = Text("Every word with every word", "모든 단어끼리").of(language)
    matrix = heat_map(WORDS, WORDS, _WEIGHTS, WORD, theme.NARROW if narrow else 300, 44).properties(title=title)
    output = _output(language, theme.NARROW if narrow else theme.WIDE)
    glosses = [_KOREAN[word] for word in WORDS] if language == "ko" else None
    lines = links(WORDS, WORDS, _WEIGHTS, WORD, theme.NARROW if narrow else 420, glosses, glosses).properties(
        title=Text("How strongly the word looks at each", "단어마다 얼마나 보나요?").of(language))
    if narrow:
        return alt.concat(lines, output, matrix, columns=1, spacing=32)
    above = alt.hconcat(lines, matrix, spacing=40)
    return alt.concat(above, output, columns=1, spacing=28)


def _output(language, width):
    """What the chosen word takes along: the average of all words, slot by slot."""
    height, pitch = 58, width / len(SLOTS)
    bar = pitch - 20
    slots = [
        {"slot": _SLOT_NAMES[slot].of(language), "left": pitch * i, "full": pitch * i + bar, "top": 40, "bottom": 50,
         "name_y": 10, "number_y": 12, "outputs": _OUTPUT[:, i].tolist()}
        for i, slot in enumerate(SLOTS)
    ]  # fmt: skip
    base = alt.Chart(alt.Data(values=slots), width=width, height=height).transform_calculate(
        output=f"datum.outputs[{WORD.name}]", end=f"datum.left + {bar} * datum.output")
    left = pixels_across("left", width)
    bars = {"x": left, "y": pixels_down("top", height), "y2": "bottom"}
    text = base.mark_text(align="left", color=theme.MUTED).encode(
        x=left, y=pixels_down("name_y", height), text="slot:N")
    number = base.mark_text(align="left", dy=18, fontSize=theme.NUMBER_SIZE, fontWeight=700).encode(
        x=left, y=pixels_down("number_y", height), text=alt.Text("output:Q").format(".3f"))
    title = Text("The mixture it takes along", "섞어서 가져가는 것").of(language)
    return alt.layer(
        base.mark_rect(color=theme.FAINT, cornerRadius=3).encode(x2="full", **bars),
        base.mark_rect(color=theme.ACCENT, cornerRadius=3).encode(x2="end", **bars),
        text,
        number,
    ).properties(title=title)


SCENE = Scene(
    name="self-attention",
    number=4,
    title=Text("Self-attention: five words ask each other", "셀프 어텐션: 서로에게 묻는 다섯 단어"),
    lead=Text(
        "In the library the note came from outside. Here every word writes a note, carries a card and has something "
        "to hand over. Two rules were set by hand: a pointer such as “it” looks for food, an action such as “ate” "
        "looks for an animal. Can “it” find out what it stands for?",
        "도서관에서는 쪽지를 밖에서 들고 왔습니다. 여기서는 단어마다 쪽지를 쓰고, 카드를 달고, 건네줄 내용도 가지고 "
        "있습니다. 손으로 정한 규칙은 두 개입니다. it처럼 가리키는 말은 음식을 찾고, ate 같은 행동은 동물을 "
        "찾습니다. it은 자기가 무엇을 가리키는지 찾아낼 수 있을까요?",
    ),
    todo=Text(
        "Press a word, in the list or in the picture, and see where its lines go: first “it”, then “ate”, then "
        "“sweet”.",
        "목록이나 그림에서 단어를 눌러 선이 어디로 뻗는지 보세요. it, ate, sweet 순서로 누르면 좋습니다.",
    ),
    notice=Text(
        "Nobody told “it” which word to look at. It asks for food, apple answers loudest with "
        f"{cell(float(_WEIGHTS[3, 1]))}, and sweet, which is 0.6 food, answers too with "
        f"{cell(float(_WEIGHTS[3, 4]))}. So what “it” takes along is mostly food.",
        f"어느 단어를 보라고 정해 주지 않았는데도 it은 음식을 찾아 apple에 {cell(float(_WEIGHTS[3, 1]))}만큼 "
        f"주목합니다. 음식 칸이 0.6인 sweet도 {cell(float(_WEIGHTS[3, 4]))}만큼 답합니다. 그래서 it이 가져가는 "
        "내용은 대부분 음식입니다.",
    ),
    limits=Text(
        "Rules set by hand reach as far as somebody thought ahead: press “sweet”, and it looks at all words alike, "
        "because no rule is for it. A model learns its rules, over hundreds of slots without names. And the picture "
        "tells where a model looks, not why it answers as it does.",
        "손으로 정한 규칙은 미리 생각해 둔 데까지만 통합니다. sweet를 눌러 보면 맞는 규칙이 없어서 모든 단어를 "
        "똑같이 봅니다. 실제 모델은 이름 없는 칸 수백 개를 두고 규칙을 학습합니다. 그리고 이 그림은 모델이 어디를 "
        "보는지 알려 줄 뿐, 왜 그렇게 답하는지는 알려 주지 않습니다.",
    ),
    question=Text(
        "How could “it” end at apple, if nobody wrote that pair down anywhere?",
        "it과 apple을 짝지어 적어 둔 곳이 없는데, it은 어떻게 apple을 찾았을까요?",
    ),
    answer=Text(
        "The rule is about kinds, not about words: pointer asks for food. Exchange apple for any other food and “it” "
        "finds that one. It also means that two foods share the weight, as apple and sweet do.",
        "규칙은 단어가 아니라 종류에 대한 것입니다. ‘가리키는 말은 음식을 찾는다’가 전부이므로, apple 자리에 다른 "
        "음식을 넣어도 it은 그 음식을 찾습니다. 음식이 둘이면 apple과 sweet처럼 가중치를 나누어 갖습니다.",
    ),
    picture=Text(
        "Two rows of the same five words. Lines run from the chosen word above to every word below, as thick as its "
        "weight. Beside them all weights as a matrix with the chosen row outlined, and below the four slots of the "
        "average.",
        "같은 다섯 단어가 위아래 두 줄로 있고, 위에서 고른 단어에서 아래의 모든 단어로 가중치만큼 굵은 선이 "
        "이어집니다. 옆에는 모든 가중치를 행렬로 나타내 고른 행에 테두리를 둘렀고, 아래에는 섞은 결과를 네 칸으로 "
        "보여 줍니다.",
    ),
    controls=(WORD,),
    columns=(Text("word", "단어"), Text("score / √4", "점수 ÷ √4"), Text("weight", "가중치")),
    draw=_draw,
    shown=_shown,
)
