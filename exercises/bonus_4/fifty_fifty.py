# ruff: noqa: E501
"""Bonus 4, exercise 1: a query that splits its attention between two positions."""

import numpy as np

from exercises.reading import array_of_shape
from keras_attention.by_hand.formulas import attention
from keras_attention.examples import BONUS_K, BONUS_V

# %% [markdown] question
# --- en
# ### Exercise 1: half and half
#
# There are three positions with the keys `[1, 0]`, `[0, 1]` and `[1, 1]`. Find a query whose attention is split between
# positions 0 and 1, about half and half, so that each of the two gets at least 0.45. Verify it yourself first:
# `attention([query], BONUS_K, BONUS_V)` returns output and weights.
# --- ko
# ### 연습 문제 1: 반반으로 나누어 보기
#
# 위치가 셋이고 키는 차례로 `[1, 0]`, `[0, 1]`, `[1, 1]`입니다. 0번 위치와 1번 위치를 반반쯤 보는 쿼리를 찾으세요. 두 위치의 가중치가 저마다
# 0.45 이상이어야 합니다. 먼저 직접 확인해 보세요. `attention([query], BONUS_K, BONUS_V)`가 출력과 가중치를 돌려줍니다.

# %% [markdown] read-up
# --- en
# Code 3, section 1; Code 1, sections 1 and 2.
# --- ko
# Code 3의 1절, Code 1의 1절과 2절.

# %% answer
# Your answer to exercise 1
answer_query = None  # two numbers

# %% check
# Check of exercise 1
def judge_query(answer):
    """Any query will do whose weights on positions 0 and 1 are both between 0.45 and 0.55."""
    first, second = query = array_of_shape(answer, (2,))
    _, weights = attention(query[np.newaxis], BONUS_K, BONUS_V)  # (1, S)
    left, right, both = weights[0]
    if min(left, right) >= 0.45:
        return "right"
    if not query.any():
        return "zero"
    if max(left, right) > 2 * min(left, right) and first * second <= 0:
        return "one side"
    if abs(left - both) < 0.03 or abs(right - both) < 0.03:
        return "one side"
    if first > 0 and second > 0:
        return "both positive"
    if abs(left - right) <= 0.1:
        return "too faint"
    return "not balanced"


QUERY_SLIPS = {
    "both positive": (
        "A query with two positive parts asks for both directions at once, and position 2 offers both: it gets more "
        "than either of the other two.",
        "두 칸이 모두 양수인 쿼리는 두 방향을 한꺼번에 찾습니다. 그런데 2번 위치에는 두 방향이 다 있어서, 2번 위치가 "
        "나머지 둘보다 더 많이 받습니다.",
        "Position 2 is in the way. What must a query be like so that having both directions is a disadvantage?",
        "2번 위치가 걸림돌입니다. 두 방향을 다 가진 것이 오히려 불리해지려면 쿼리가 어때야 할까요?",
    ),
    "zero": (
        "A query of zeros asks for nothing: all scores are 0, and every position gets a third.",
        "0으로만 된 쿼리는 아무것도 찾지 않습니다. 점수가 모두 0이라 세 위치가 3분의 1씩 받습니다.",
        "Positions 0 and 1 are level now. Which scores would push position 2 back?",
        "0번과 1번 위치는 이제 똑같습니다. 2번 위치를 밀어내려면 점수가 어때야 할까요?",
    ),
    "one side": (
        "This query asks for one direction and not for the other, so only one of the two positions is left in the "
        "race.",
        "한 방향만 찾는 쿼리입니다. 그래서 두 위치 가운데 하나만 남습니다.",
        "For equal shares the scores of positions 0 and 1 must be equal. What does that say about the two parts of "
        "the query?",
        "몫이 같으려면 0번과 1번 위치의 점수가 같아야 합니다. 그러면 쿼리의 두 칸은 어떤 관계여야 할까요?",
    ),
    "too faint": (
        "The direction is right, but the query is short: position 2 still gets a share that counts.",
        "방향은 맞지만 쿼리가 짧습니다. 2번 위치가 아직 적지 않은 몫을 받습니다.",
        "What happens to the differences between scores when the query gets longer?",
        "쿼리가 길어지면 점수 사이의 차이가 어떻게 될까요?",
    ),
    "not balanced": (
        "Position 2 is pushed back, but positions 0 and 1 are not level.",
        "2번 위치는 밀려났지만 0번과 1번 위치가 똑같지 않습니다.",
        "Compare their two scores: a difference of 1 already makes one weight almost three times the other.",
        "두 점수를 비교해 보세요. 점수가 1만 달라도 한쪽 가중치가 다른 쪽의 거의 3배가 됩니다.",
    ),
}

# %% [markdown] solution
# --- en
# Any query with two equal, clearly negative parts, for instance `[-4, -4]`: the scores divided by `sqrt(2)` are -2.83, -2.83
# and -5.66, and the weights 0.486, 0.486 and 0.029. With equal positive parts it is the other way round: `[4, 4]` gives
# position 2 a weight of 0.89, because its score is the sum of the other two. Equal parts make positions 0 and 1 level; the
# sign decides whether position 2, which has both directions, is ahead or behind. The longer the query, the closer to one
# half: `[-8, -8]` gives 0.499 twice. Slightly unequal parts are fine as long as both weights stay above 0.45.
# --- ko
# 두 칸이 같고 뚜렷하게 음수인 쿼리면 됩니다. 예를 들어 `[-4, -4]`이면 `sqrt(2)`로 나눈 점수가 -2.83, -2.83, -5.66이고 가중치는 0.486, 0.486,
# 0.029입니다. 두 칸이 같은 양수이면 거꾸로 됩니다. `[4, 4]`이면 2번 위치의 점수가 나머지 둘의 합이므로 2번 위치가 0.89를 받습니다. 두 칸이
# 같으면 0번과 1번 위치가 똑같아지고, 두 방향을 다 가진 2번 위치가 앞설지 뒤처질지는 부호에 달려 있습니다. 쿼리가 길수록 절반에 가까워져
# `[-8, -8]`이면 둘 다 0.499입니다. 두 가중치가 모두 0.45 이상이면 두 칸이 조금 달라도 괜찮습니다.

# %% [markdown] grading
# --- en
# * 1 point: the parts are equal, so that positions 0 and 1 get the same.
# * 1 point: position 2 is pushed back by negative parts.
# * 1 point: verified, with the weights written down.
# --- ko
# * 1점: 두 칸을 같게 하여 0번과 1번 위치의 몫을 같게 했습니다.
# * 1점: 음수를 써서 2번 위치를 밀어냈습니다.
# * 1점: 가중치를 적어 확인했습니다.

# %% answers
# Right answers, and wrong ones with their slips
QUERY_RIGHT = [[-4, -4], (-8, -8), [[-3.0, -3.0]], [-4, -4.1], [-30, -30], np.array([-5, -5])]
QUERY_WRONG = [
    ([2, 2], "both positive"),
    ([8, 8], "both positive"),
    ([0.5, 0.5], "both positive"),
    ([3, 4], "both positive"),
    ([0, 0], "zero"),
    ([4, -4], "one side"),
    ([8, 0], "one side"),
    ([-1, -1], "too faint"),
    ([-2, -2], "too faint"),
    ([-3, -5], "not balanced"),
    ([-3, -4], "not balanced"),
]
