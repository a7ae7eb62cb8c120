# ruff: noqa: E501
"""3-8, beyond the page: what an attention map proves about an answer."""

import numpy as np

from exercises.checking import SEED
from exercises.reading import letter_of_four
from keras_attention.by_hand.formulas import attention

# %% [markdown] question
# --- en
# ### Reading a map: two models, one map
#
# Two models look at the same sentence, and their attention weights are equal in every digit. What do you know about their
# answers?
#
# * `"a"` They are equal, and the map shows the reason.
# * `"b"` Nothing yet: with one and the same map the answers may differ.
# * `"c"` Each is the value at the position with the largest weight.
# * `"d"` A position with a weight near 0 has no say in them.
#
# Write the letter, and then how you would find out which words an answer hangs on, in two or three sentences.
# --- ko
# ### 맵 읽기: 두 모델, 같은 맵
#
# 두 모델에 같은 문장을 넣었더니 어텐션 가중치가 마지막 자리까지 똑같았습니다. 두 모델의 답에 대해 무엇을 알 수 있을까요?
#
# * `"a"` 답도 똑같고, 맵을 보면 그 이유를 알 수 있습니다.
# * `"b"` 아직은 알 수 없습니다. 맵이 똑같아도 답은 다를 수 있습니다.
# * `"c"` 가중치가 가장 큰 위치의 값이 곧 답입니다.
# * `"d"` 가중치가 0에 가까운 위치는 답에 영향을 주지 못합니다.
#
# 알맞은 기호를 적고, 답이 어떤 단어에 달려 있는지 알아내려면 어떻게 할지 두세 문장으로 써 보세요.

# %% [markdown] read-up
# --- en
# Code 1, sections 1 and 2 (what happens after the softmax); Code 2, section 4, on the heat map.
# --- ko
# Code 1의 1절과 2절(소프트맥스 다음에 하는 일), Code 2의 4절에서 히트맵을 설명하는 부분.

# %% answer
# Your answers on the map
answer_map = None  # a letter in quotation marks
answer_map_test = None  # two or three sentences in quotation marks

# %% check
# Check of the map
def judge_map(answer):
    """The statement of the chosen letter is put to the test: one map over three kinds of random values."""
    letter = letter_of_four(answer)
    rng = np.random.default_rng(SEED)
    query, key, value, other = rng.normal(size=(4, 5, 4))  # (T, D), (S, D), and two kinds of values (S, D)
    output, weights = attention(query, key, value)  # (T, D), (T, S)
    least = weights[0].argmin()
    loud = value.copy()
    loud[least] = value[least] + 1 / weights[0, least]
    true = {
        "a": np.allclose(output, attention(query, key, other)[0]),
        "b": not np.allclose(output, attention(query, key, other)[0]),
        "c": np.allclose(output, value[weights.argmax(axis=-1)]),
        "d": np.allclose(output[0], attention(query, key, loud)[0][0]),
    }
    return "right" if true[letter] else letter


MAP_SLIPS = {
    "a": (
        "You take the map for the reason of the answer.", "맵을 곧 답의 이유로 본 답입니다.",
        "A map comes from queries and keys alone. What else goes into an output?",
        "맵은 쿼리와 키만으로 정해집니다. 출력을 계산할 때는 무엇이 더 들어가나요?",
    ),
    "c": (
        "You expect that the largest weight wins.", "가장 큰 가중치 하나가 이긴다고 생각한 답입니다.",
        "What becomes of the other values after the softmax?", "소프트맥스 다음에 나머지 값들은 어떻게 되나요?",
    ),
    "d": (
        "You look at the weight alone; what is added is weight times value.",
        "가중치만 보았습니다. 더해지는 것은 가중치와 값의 곱입니다.",
        "Let the value at that position become very large. What happens to the sum?",
        "그 위치의 값이 아주 크면 합은 어떻게 될까요?",
    ),
}

MAP_TEST_POINTS = [
    ("Do you change something, such as a word, and look at what the answer does?",
     "단어를 바꾸거나 빼는 식으로 무언가를 바꾸고 답이 어떻게 되는지 보나요?"),
    ("Do you say what you compare with, for instance another word changed in the same way?",
     "같은 방법으로 다른 단어를 바꾼 경우처럼, 무엇과 비교할지 썼나요?"),
    ("Do you say what the map does show?", "그렇다면 맵이 보여 주는 것은 무엇인지 썼나요?"),
]

# %% [markdown] solution
# --- en
# `"b"`. The map is made of queries and keys; the answer is made of the map and of the values, and of everything that comes
# after the layer. Other values under the same map give another answer. A weight near 0 can matter when its value is large,
# and the largest weight is only the largest share of a mixture. A map shows where a layer looked. Which words an answer
# hangs on is found out by changing them: mask or replace one word, see what the answer does, and compare with what happens
# when another word is changed in the same way.
# --- ko
# `"b"`입니다. 맵은 쿼리와 키로 만들고, 답은 그 맵과 값, 그리고 그 층 뒤에 오는 모든 계산으로 만듭니다. 맵이 같아도 값이 다르면 답이 다릅니다.
# 가중치가 0에 가까워도 값이 크면 영향을 줄 수 있고, 가장 큰 가중치도 섞을 때의 가장 큰 몫일 뿐입니다. 맵은 층이 어디를 보았는지 보여 줍니다. 답이
# 어떤 단어에 달려 있는지는 그 단어를 바꾸어 보아야 압니다. 단어 하나를 가리거나 다른 말로 바꾸어 답이 어떻게 되는지 보고, 다른 단어를 같은 방법으로
# 바꾸었을 때와 비교합니다.

# %% [markdown] grading
# --- en
# * 1 point: the letter.
# * 1 point: something is changed on purpose, and the answers before and after are compared.
# * 1 point: a comparison, such as the same change at another word.
# --- ko
# * 1점: 기호가 맞습니다.
# * 1점: 일부러 무언가를 바꾸고, 바꾸기 전과 후의 답을 비교합니다.
# * 1점: 다른 단어를 똑같이 바꾸어 보는 등 비교할 대상이 있습니다.

# %% answers
# Right answers, and wrong ones with their slips
MAP_RIGHT = ["b", " B ", "(b)"]
MAP_WRONG = [("a", "a"), ("c", "c"), ("d", "d")]
