# ruff: noqa: E501
"""3-8, question 2: from scores to weights, and from weights to the mixture."""

import numpy as np

from exercises.reading import array, array_of_shape, name_of
from keras_attention.by_hand.formulas import softmax

# %% [markdown] question
# --- en
# ### Question 2: weights and mixture
#
# Somebody is curious about both subjects. The scores of the three books, already divided, are `[1.98, 1.98, 2.772]`, and
# their contents are `[10, 0]`, `[0, 10]` and `[6, 6]`.
#
# What are the attention weights? And what is the result, the contents mixed by these weights? Two decimals are enough.
# --- ko
# ### 확인 문제 2: 가중치와 결과
#
# 두 주제가 모두 궁금한 사람이 왔습니다. 세 책의 점수는 이미 나누어서 `[1.98, 1.98, 2.772]`이고, 책의 내용은 차례로 `[10, 0]`,
# `[0, 10]`, `[6, 6]`입니다.
#
# 어텐션 가중치는 얼마일까요? 그 가중치로 내용을 섞은 결과는 무엇일까요? 소수 둘째 자리까지면 충분합니다.

# %% [markdown] read-up
# --- en
# Code 1, section 2, the last of the three notes.
# --- ko
# Code 1의 2절, 마지막 쪽지.

# %% answer
# Your answers to question 2
answer_weights = None  # three numbers, such as [0.1, 0.2, 0.7]
answer_mixture = None  # two numbers

# %% check
# Check of question 2
BOTH_SCORES = np.array([1.98, 1.98, 2.772])
BOTH_VALUES = np.array([[10.0, 0.0], [0.0, 10.0], [6.0, 6.0]])


def judge_weights(answer):
    """Weights are positive, sum to 1, and the logarithm of a ratio of two is the difference of their scores."""
    weights = array_of_shape(answer, BOTH_SCORES.shape)
    e = np.exp(BOTH_SCORES)
    slip = name_of(weights, {
        "scores": BOTH_SCORES,
        "largest wins": np.array([0, 0, 1]),
        "equal": np.full(3, 1 / 3),
        "in proportion": BOTH_SCORES / BOTH_SCORES.sum(),
        "not divided by the sum": e / e.max(),
        "one by one": 1 / (1 + 1 / e),
        "divided again": softmax(BOTH_SCORES / np.sqrt(2)),
    }, 0.006)
    if slip != "other":
        return slip
    if np.abs(weights - e).max() < 0.06:
        return "not divided by the sum"
    if abs(weights.sum() - 1) > 0.016:
        return "sum"
    if weights.min() <= 0:
        return "not positive"
    if weights.argmax() != BOTH_SCORES.argmax():
        return "wrong book"
    differences = np.log(weights[2] / weights[:2]), BOTH_SCORES[2] - BOTH_SCORES[:2]
    return "right" if np.allclose(*differences, atol=0.045) else "other"


def judge_mixture(answer):
    """The mixture is the sum of weight times value, slot by slot."""
    given = array(answer)
    weights = softmax(BOTH_SCORES)
    if given.shape == BOTH_VALUES.shape:
        return "not summed" if np.allclose(given, weights[:, np.newaxis] * BOTH_VALUES, atol=0.06) else "other"
    if given.size == 1:
        return "one number"
    if given.size == 3:
        return "one for each book"
    mixture = array_of_shape(answer, (2,))
    return name_of(mixture, {
        "right": weights @ BOTH_VALUES,
        "largest wins": BOTH_VALUES[2],
        "plain average": BOTH_VALUES.mean(axis=0),
        "plain sum": BOTH_VALUES.sum(axis=0),
        "scores as weights": BOTH_SCORES @ BOTH_VALUES,
        "weights in proportion": BOTH_SCORES / BOTH_SCORES.sum() @ BOTH_VALUES,
        "only the largest": weights[2] * BOTH_VALUES[2],
        "divided by the count": weights @ BOTH_VALUES / 3,
    }, 0.03)


WEIGHTS_SLIPS = {
    "scores": (
        "These are the scores themselves.", "점수를 그대로 적었습니다.",
        "Weights are shares of a whole: positive, and together 1.",
        "가중치는 전체를 나눈 몫입니다. 모두 양수이고 더하면 1입니다.",
    ),
    "largest wins": (
        "You gave everything to the book with the largest score: that is picking, not attending.",
        "점수가 가장 큰 책에 전부 주었습니다. 이것은 하나를 고르는 검색이지 어텐션이 아닙니다.",
        "Softmax leaves every book a share. How large is e to the power of each score?",
        "소프트맥스는 모든 책에 몫을 남깁니다. 점수마다 e의 거듭제곱이 얼마인지 구해 보세요.",
    ),
    "equal": (
        "You dealt out equal shares, as if the scores did not count.", "점수와 상관없이 똑같이 나누었습니다.",
        "Equal shares come out only where all scores are equal.", "몫이 같아지는 것은 점수가 모두 같을 때뿐입니다.",
    ),
    "in proportion": (
        "You divided each score by the sum of the scores.", "점수를 점수의 합으로 나누었습니다.",
        "Softmax does something to each score first. (With a negative score, shares in proportion would be negative.)",
        "소프트맥스에는 나누기 전에 점수마다 먼저 하는 계산이 있습니다. 점수가 음수일 때 점수에 비례해서 나누면 어떻게 "
        "될까요?",
    ),
    "not divided by the sum": (
        "The exponentials are right, but they are not shares yet.", "지수 함수까지는 맞았지만 아직 몫이 아닙니다.",
        "What must be done so that the three sum to 1?", "셋을 더해 1이 되게 하려면 무엇을 해야 할까요?",
    ),
    "one by one": (
        "You put each score through a sigmoid of its own.", "점수를 하나씩 따로 시그모이드에 넣었습니다.",
        "The books compete for one unit of attention: the scores belong in one softmax together.",
        "책 세 권이 어텐션 1을 나누어 갖습니다. 점수 셋을 한꺼번에 소프트맥스에 넣으세요.",
    ),
    "divided again": (
        "You divided the scores once more.", "점수를 한 번 더 나누었습니다.",
        "The question gives scores that are divided already.", "문제에 나온 점수는 이미 나눈 값입니다.",
    ),
    "sum": (
        "Your numbers do not sum to 1, so they are not weights.", "더해서 1이 되지 않으므로 가중치가 아닙니다.",
        "Divide each exponential by the sum of all three.", "지수 함수 값을 저마다 셋의 합으로 나누세요.",
    ),
    "not positive": (
        "A weight is 0 or negative; softmax gives every book a positive share.",
        "0이거나 음수인 가중치가 있습니다. 소프트맥스의 몫은 모두 양수입니다.",
        "Where did the exponential get lost?", "지수 함수를 빠뜨린 곳을 찾아보세요.",
    ),
    "wrong book": (
        "Another book than the one with the largest score has the largest weight.",
        "점수가 가장 큰 책이 아닌 다른 책의 가중치가 가장 큽니다.",
        "Keep the order of the books: a weight belongs to the score in the same place.",
        "책의 순서를 지키세요. 가중치는 같은 자리에 있는 점수의 몫입니다.",
    ),
    "other": (
        "These are weights, but not of these scores.", "더하면 1이지만 이 점수의 가중치는 아닙니다.",
        "The ratio of two weights is e to the power of the difference of their scores: test yours.",
        "두 가중치의 비율은 e의 (점수 차이)제곱입니다. 구한 값이 그런지 확인해 보세요.",
    ),
}

MIXTURE_SLIPS = {
    "largest wins": (
        "You took the content of the book with the largest weight, as if it won.",
        "가중치가 가장 큰 책의 내용만 가져왔습니다. 가장 큰 쪽이 다 가져간다고 본 셈입니다.",
        "Nearly half of the weight lies on the other two books. What becomes of their contents?",
        "가중치의 절반 가까이가 나머지 두 책에 있습니다. 그 내용은 어디로 갔을까요?",
    ),
    "plain average": (
        "This is the plain average of the contents.", "내용을 그냥 평균한 값입니다.",
        "Use the weights: each book counts by its own share.", "책마다 몫이 다릅니다. 가중치를 쓰세요.",
    ),
    "plain sum": (
        "You added the contents without weights.", "가중치 없이 내용을 더했습니다.",
        "Multiply each content by its weight first.", "더하기 전에 내용마다 가중치를 곱하세요.",
    ),
    "scores as weights": (
        "You mixed with the scores in place of the weights.", "가중치가 아니라 점수로 섞었습니다.",
        "A mixture of contents cannot lie outside of them: which numbers sum to 1?",
        "섞은 결과가 내용의 범위를 벗어날 수는 없습니다. 더해서 1이 되는 숫자로 섞어야 합니다.",
    ),
    "weights in proportion": (
        "You mixed with shares in proportion to the scores.", "점수에 비례하는 몫으로 섞었습니다.",
        "The mixing is fine; the weights need the softmax.",
        "섞는 방법은 맞았습니다. 가중치를 소프트맥스로 다시 구하세요.",
    ),
    "only the largest": (
        "Only the book with the largest weight is in your result.", "가중치가 가장 큰 책만 결과에 넣었습니다.",
        "Books with a small weight enter the result too.", "가중치가 작은 책도 결과에 들어갑니다.",
    ),
    "divided by the count": (
        "You divided by the number of books on top of the weights.", "가중치를 곱한 다음 책의 수로 또 나누었습니다.",
        "Weights that sum to 1 make an average by themselves.", "가중치의 합이 1이므로 더하기만 해도 이미 평균입니다.",
    ),
    "not summed": (
        "These are the weighted contents, book by book.", "책마다 가중치를 곱하는 데까지 왔습니다.",
        "One step is left: a single content has to come out.", "한 단계 남았습니다. 내용 하나가 나와야 합니다.",
    ),
    "one number": (
        "One number is too few.", "숫자 하나로는 모자랍니다.",
        "Each content has two slots. How many does a mixture of contents have?",
        "내용마다 칸이 둘입니다. 내용을 섞은 결과에는 칸이 몇 개일까요?",
    ),
    "one for each book": (
        "There is a number for each book here.", "책마다 숫자가 하나씩 있습니다.",
        "The result is no list of books any more, but one content: it has the slots of a content.",
        "결과는 책의 목록이 아니라 내용 하나입니다. 내용에 칸이 몇 개인지 보세요.",
    ),
    "other": (
        "This is not the mixture.", "섞은 결과가 아닙니다.",
        "Write three products, weight times content, one below the other, and add them slot by slot.",
        "가중치와 내용의 곱 세 개를 아래로 나란히 적고 칸끼리 더해 보세요.",
    ),
}

# %% [markdown] solution
# --- en
# e to the power of the scores is 7.243, 7.243 and 15.99, together 30.48. Divided by the sum: the weights are 0.238, 0.238
# and 0.525. The mixture is 0.238 x [10, 0] + 0.238 x [0, 10] + 0.525 x [6, 6] = [5.525, 5.525] with exact weights; with
# rounded ones [5.53, 5.53].
# --- ko
# e를 점수만큼 거듭제곱하면 7.243, 7.243, 15.99이고 모두 더하면 30.48입니다. 이 합으로 나누면 가중치는 0.238, 0.238, 0.525입니다. 섞은 결과는
# 0.238 × [10, 0] + 0.238 × [0, 10] + 0.525 × [6, 6]으로, 정확한 가중치로 계산하면 [5.525, 5.525], 반올림한 가중치로 계산하면
# [5.53, 5.53]입니다.

# %% [markdown] grading
# --- en
# * 2 points: the weights; 1 of them for exponentials that are not divided by their sum.
# * 1 point: a mixture of two numbers to which all three books contribute. It also counts when it follows correctly from
#   wrong weights.
# --- ko
# * 2점: 가중치를 구했습니다. 지수 함수까지만 맞고 합으로 나누지 않았으면 1점입니다.
# * 1점: 책 세 권이 모두 들어간, 숫자 두 개로 된 결과를 구했습니다. 가중치가 틀렸더라도 그 가중치로 바르게 섞었으면 인정합니다.

# %% answers
# Right answers, and wrong ones with their slips
WEIGHTS_RIGHT = [[0.238, 0.238, 0.525], [0.24, 0.24, 0.52], softmax(BOTH_SCORES), [[0.2376, 0.2376, 0.5247]]]
WEIGHTS_WRONG = [
    ([1.98, 1.98, 2.772], "scores"),
    ([0, 0, 1], "largest wins"),
    ([0.333, 0.333, 0.333], "equal"),
    ([0.294, 0.294, 0.412], "in proportion"),
    ([7.24, 7.24, 15.99], "not divided by the sum"),
    ([0.453, 0.453, 1], "not divided by the sum"),
    ([0.879, 0.879, 0.941], "one by one"),
    ([0.267, 0.267, 0.467], "divided again"),
    ([0.2, 0.2, 0.5], "sum"),
    ([0, 0.4, 0.6], "not positive"),
    ([0.525, 0.238, 0.238], "wrong book"),
    ([0.3, 0.2, 0.5], "other"),
]
MIXTURE_RIGHT = [[5.525, 5.525], [5.53, 5.53], (5.5, 5.5), [[5.52, 5.52]]]
MIXTURE_WRONG = [
    ([6, 6], "largest wins"),
    ([5.33, 5.33], "plain average"),
    ([16, 16], "plain sum"),
    ([36.43, 36.43], "scores as weights"),
    ([5.41, 5.41], "weights in proportion"),
    ([3.15, 3.15], "only the largest"),
    ([1.84, 1.84], "divided by the count"),
    ([[2.38, 0], [0, 2.38], [3.15, 3.15]], "not summed"),
    (5.525, "one number"),
    ([0.238, 0.238, 0.525], "one for each book"),
    ([10, 10], "other"),
]
