# ruff: noqa: E501
"""Bonus 4, exercise 3: associative recall without positions."""

import numpy as np

from exercises.checking import SEED
from exercises.counting import commonest_share
from exercises.reading import letter_of_four, name_of, number

# %% [markdown] question
# --- en
# ### Exercise 3: remove the positions
#
# Take the position embedding out of the transformer of Code 3 and train it again.
#
# 1. Which part of the task becomes impossible? A model without positions cannot tell
#    * `"a"` whether the key that is asked for stands in the list,
#    * `"b"` which value belongs to which key,
#    * `"c"` which values stand in the list,
#    * `"d"` which key is asked for (it is read from the last token).
# 2. The accuracy does not fall to 0.125. What is the best accuracy to expect from whoever knows the five listed values (each is
#    one of eight, drawn independently, so they may repeat), but not where they stand? Three decimals; a simulation will do.
# 3. Report your accuracies and explain them, in three sentences.
# --- ko
# ### 연습 문제 3: 위치 정보를 빼면
#
# Code 3의 트랜스포머에서 위치 임베딩을 빼고 다시 훈련하세요.
#
# 1. 과제의 어느 부분이 불가능해질까요? 위치 정보가 없는 모델이 알 수 없는 것을 고르세요.
#    * `"a"` 물어본 키가 목록에 있는지
#    * `"b"` 어느 값이 어느 키의 짝인지
#    * `"c"` 어떤 값들이 목록에 있는지
#    * `"d"` 어떤 키를 물어보았는지(마지막 토큰에서 읽습니다)
# 2. 그런데 정확도는 0.125까지 떨어지지 않습니다. 목록에 있는 값 다섯 개는 알지만 어디에 있는지는 모른다면, 바랄 수 있는 가장 높은 정확도는
#    얼마일까요? 값은 여덟 가지 가운데 서로 독립으로 뽑으므로 같은 값이 또 나올 수 있습니다. 소수 셋째 자리까지 적으세요. 시뮬레이션으로
#    구해도 됩니다.
# 3. 정확도를 보고하고 까닭을 세 문장으로 설명하세요.

# %% [markdown] read-up
# --- en
# Code 3, sections 3 and 5; Code 1, section 5; Code 2, section 6, asks the same about another task.
# --- ko
# Code 3의 3절과 5절, Code 1의 5절. Code 2의 6절에서도 다른 과제로 같은 질문을 합니다.

# %% answer
# Your answers to exercise 3
answer_impossible = None  # a letter in quotation marks
answer_ceiling = None  # a number
answer_why_above = None  # three sentences in quotation marks

# %% check
# Check of exercise 3
def judge_impossible(answer):
    """Two values change places. What an order-blind model can know must be the same in both sequences."""
    letter = letter_of_four(answer)
    rng = np.random.default_rng(SEED)
    keys, values = rng.permutation(np.arange(2, 9))[:5], rng.permutation(np.arange(9, 17))[:5]
    asked = 3
    swapped = values[[0, 3, 2, 1, 4]]
    before, after = ([*np.stack([keys, listed], axis=1).ravel(), 0, keys[asked]] for listed in (values, swapped))
    assert sorted(before) == sorted(after)  # the same tokens, so the same to a model without positions
    known = {
        "a": all(sequence[-1] in sequence[:-2:2] for sequence in (before, after)),
        "b": values[asked] == swapped[asked],
        "c": set(before[1:-2:2]) == set(after[1:-2:2]),
        "d": before[-1] == after[-1],
    }
    return letter if known[letter] else "right"


def judge_ceiling(answer):
    """The expected share of the commonest of the five values."""
    share = number(answer)
    if abs(share / 100 - commonest_share(5, 8)) < 0.004:
        return "percent"
    return name_of(share, {
        "right": commonest_share(5, 8),
        "guessing": 1 / 8,
        "one of five": 1 / 5,
        "any listed value": 1 / 5 + 4 / 5 / 8,
        "order is known": 1,
        "keys counted": commonest_share(5, 7),
        "a typical list": 2 / 5,
        "a count": 5 * commonest_share(5, 8),
    }, 0.004)


IMPOSSIBLE_SLIPS = {
    "a": (
        "Whether a token occurs can be known without knowing where.",
        "토큰이 있는지 없는지는 어디에 있는지 몰라도 알 수 있습니다.",
        "Think of a bag of tokens: what can you read from it, and what not?",
        "토큰을 담은 주머니를 생각해 보세요. 주머니만 보고 알 수 있는 것과 없는 것은 무엇인가요?",
    ),
    "c": (
        "Which values occur can be known without knowing where: the bag of tokens shows them.",
        "어떤 값이 있는지는 어디에 있는지 몰라도 알 수 있습니다. 토큰을 담은 주머니에 다 들어 있습니다.",
        "Let two values in the list change places. What changes, and what stays?",
        "목록에서 값 두 개의 자리를 바꾸어 보세요. 무엇이 달라지고 무엇이 그대로인가요?",
    ),
    "d": (
        "The last token is known: the answer is read from its own vector.",
        "마지막 토큰은 알 수 있습니다. 답을 바로 그 토큰의 벡터에서 읽기 때문입니다.",
        "Let two values in the list change places. What changes, and what stays?",
        "목록에서 값 두 개의 자리를 바꾸어 보세요. 무엇이 달라지고 무엇이 그대로인가요?",
    ),
}

CEILING_SLIPS = {
    "guessing": (
        "This is guessing among all eight values: you expect that without positions nothing is known.",
        "값 여덟 가지 가운데 아무거나 찍을 때의 값입니다. 위치를 모르면 아무것도 모른다고 본 셈입니다.",
        "The list is known, only its order is not. Which values would you never name?",
        "목록은 알고 순서만 모릅니다. 절대로 답하지 않을 값은 어떤 값인가요?",
    ),
    "one of five": (
        "You pick one of five places and count only that place.",
        "다섯 자리 가운데 하나를 고르고 그 자리가 맞는 경우만 셌습니다.",
        "Values may repeat: a value is right also when it stands at the asked place by chance. And some choices are "
        "better than others.",
        "같은 값이 또 나올 수 있습니다. 다른 자리의 값이라도 우연히 같으면 맞습니다. 게다가 더 나은 선택도 있습니다.",
    ),
    "any listed value": (
        "You name any listed value, each equally often.", "목록에 있는 값 가운데 아무거나 골랐을 때의 값입니다.",
        "There is a better bet: which of the listed values is most often the right one?",
        "더 나은 선택이 있습니다. 목록에 있는 값 가운데 정답일 때가 가장 많은 값은 어떤 값인가요?",
    ),
    "order is known": (
        "You expect that the order is known anyway.", "순서는 어차피 알고 있다고 생각한 답입니다.",
        "Without positions two lists with swapped values are the same to the model.",
        "위치 정보가 없으면 값의 자리를 서로 바꾼 두 목록이 모델에게는 똑같습니다.",
    ),
    "keys counted": (
        "You drew the values from seven, the number of keys.", "값을 키의 개수인 일곱 가지 가운데서 뽑았습니다.",
        "How many different values are there?", "값은 모두 몇 가지인가요?",
    ),
    "a typical list": (
        "You took a typical list, in which the commonest value occurs twice.",
        "가장 흔한 값이 두 번 나오는 전형적인 목록 하나로 계산했습니다.",
        "Sometimes all five differ, sometimes a value occurs three times: average over all lists.",
        "다섯 개가 모두 다를 때도 있고 세 번 나올 때도 있습니다. 모든 목록에 걸쳐 평균을 내세요.",
    ),
    "a count": (
        "This is how often the commonest value occurs.", "가장 흔한 값이 나오는 횟수입니다.",
        "Any of the five places may be asked for: which share of them is that?",
        "다섯 자리 가운데 어디를 물어볼지 모릅니다. 횟수는 그중 얼마인가요?",
    ),
    "percent": (
        "This is a percentage.", "백분율로 적었습니다.",
        "Write a share between 0 and 1.", "0과 1 사이의 수로 적으세요.",
    ),
    "other": (
        "This is not the ceiling.", "맞는 한계가 아닙니다.",
        "Simulate: draw five values from eight, count the commonest, divide by five, and average over many lists.",
        "시뮬레이션해 보세요. 여덟 가지에서 값 다섯 개를 뽑아 가장 흔한 값을 세고, 다섯으로 나누고, 여러 목록에 걸쳐 "
        "평균을 내면 됩니다.",
    ),
}

WHY_ABOVE_POINTS = [
    ("Do you report every seed, beside guessing and beside the ceiling?",
     "시드마다 결과를 적고 찍을 때의 값과 한계도 함께 적었나요?"),
    ("Do you say what a model without positions still knows about the list?",
     "위치 정보가 없는 모델이 목록에 대해 무엇을 아는지 썼나요?"),
    ("Do you say what it can no longer tell?", "무엇을 더는 알 수 없는지 썼나요?"),
    ("Do you say which value is the best bet, and why?", "어떤 값에 거는 것이 가장 나은지, 왜 그런지 썼나요?"),
]

# %% [markdown] solution
# --- en
# 1. `"b"`. Neighbourhood is all that ties a value to its key. If two values change places, the tokens are the same, so a model
#    without positions gives the same answer, although another one is right.
# 2. 0.386. The best bet is the value that occurs most often in the list. Among five draws from eight it occurs 1.93 times on
#    average, and 1.93 / 5 = 0.386. (Any listed value, each equally often: 0.300. Guessing among all eight: 0.125.)
# 3. In our runs five seeds ended between 0.318 and 0.339 (with positions: 1.000), far above guessing and below the
#    ceiling. The model has learned to name a value of the list, mostly a common one if there is one; which of them belongs
#    to the key it cannot know. More training can bring it closer to the ceiling, not past it, but for luck with the test
#    sequences.
# --- ko
# 1. `"b"`입니다. 값과 키를 이어 주는 것은 나란히 있다는 사실뿐입니다. 값 두 개가 자리를 바꾸어도 토큰은 그대로이므로, 위치 정보가 없는 모델은 정답이
#    달라졌는데도 같은 답을 합니다.
# 2. 0.386입니다. 목록에서 가장 자주 나온 값에 거는 것이 최선입니다. 여덟 가지에서 다섯 번 뽑으면 가장 흔한 값은 평균 1.93번 나오고 1.93 / 5 =
#    0.386입니다. 목록에 있는 값을 아무거나 고르면 0.300, 여덟 가지 가운데 아무거나 찍으면 0.125입니다.
# 3. 시드 다섯 개로 실행해 보니 0.318에서 0.339 사이가 나왔습니다. 위치 임베딩이 있으면 1.000입니다. 찍는 것보다는 훨씬 높고 한계보다는 낮습니다. 모델은
#    목록에 있는 값을, 여러 번 나온 값이 있으면 대체로 그 값을 답하도록 학습했습니다. 그 가운데 어느 것이 키의 짝인지는 알 수 없습니다. 더 훈련하면
#    한계에 가까워질 수는 있지만, 테스트 시퀀스를 뽑은 운을 빼면 넘어설 수는 없습니다.

# %% [markdown] grading
# --- en
# * 1 point: the letter.
# * 2 points: the ceiling; 1 of them for any listed value (0.300).
# * 2 points: one for what is still known, one for the bet on the commonest value.
# --- ko
# * 1점: 기호가 맞습니다.
# * 2점: 한계를 구했습니다. 목록의 값을 아무거나 고르는 경우(0.300)를 구했으면 1점입니다.
# * 2점: 여전히 아는 것이 무엇인지에 1점, 가장 흔한 값에 건다는 점에 1점입니다.

# %% answers
# Right answers, and wrong ones with their slips
IMPOSSIBLE_RIGHT = ["b", "B"]
IMPOSSIBLE_WRONG = [("a", "a"), ("c", "c"), ("d", "d")]
CEILING_RIGHT = [0.386, 0.39, 0.3865]
CEILING_WRONG = [
    (0.125, "guessing"),
    (0.2, "one of five"),
    (0.3, "any listed value"),
    (1, "order is known"),
    (0.406, "keys counted"),
    (0.4, "a typical list"),
    (1.93, "a count"),
    (38.6, "percent"),
    (0.5, "other"),
]
