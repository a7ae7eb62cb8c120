# ruff: noqa: E501
"""M03.10.4, recall 3: the axis of the softmax."""

import numpy as np

from exercises.checking import SEED
from exercises.reading import Unreadable, number
from keras_attention.by_hand.formulas import softmax

# %% [markdown] question
# --- en
# ### Recall 3: the axis of the softmax
#
# Scores have the shape (B, H, T, S). Along which axis does the softmax run? Give its number, as you would give it to `axis=`.
# Then say in one sentence what that guarantees.
# --- ko
# ### 되짚기 3: 소프트맥스의 축
#
# 점수의 shape는 (B, H, T, S)입니다. 소프트맥스는 어느 축을 따라 계산할까요? `axis=`에 넣을 번호를 적으세요. 그렇게 하면 무엇이 보장되는지 한
# 문장으로 쓰세요.

# %% [markdown] read-up
# --- en
# Code 5, section 5; Code 1, section 1.
# --- ko
# Code 5의 5절, Code 1의 1절.

# %% answer
# Your answers to recall 3
answer_axis = None  # a number
answer_axis_reason = None  # one sentence in quotation marks

# %% check
# Check of recall 3
def judge_axis(answer):
    """After the softmax, the weights of each query over the keys must sum to 1."""
    axis = number(answer)
    if axis not in range(-4, 4):
        raise Unreadable("An axis of four is a whole number from -4 to 3.",
                         "축이 넷이면 번호는 -4에서 3까지의 정수입니다.")
    z = np.random.default_rng(SEED).normal(size=(2, 3, 4, 5))  # (B, H, T, S), not symmetric
    weights = softmax(z, axis=int(axis))
    if np.allclose(weights.sum(axis=-1), 1):
        return "right"
    sums = {"queries": weights.sum(axis=2), "heads": weights.sum(axis=1), "batch": weights.sum(axis=0)}
    return next(name for name, total in sums.items() if np.allclose(total, 1))


AXIS_SLIPS = {
    "queries": (
        "Along this axis the columns sum to 1: the queries would share out each key, and a query could end up with "
        "more than 1 in all. With symmetric scores the slip does not show.",
        "이 축이면 열의 합이 1이 됩니다. 쿼리들이 키 하나를 나누어 갖는 셈이라 쿼리 하나의 가중치 합이 1을 넘기도 "
        "합니다. 점수가 대칭이면 실수가 드러나지 않습니다.",
        "One query has one unit of attention to deal out. Among what?",
        "쿼리 하나가 어텐션 1을 나누어 줍니다. 무엇에 나누어 주나요?",
    ),
    "heads": (
        "Along this axis the heads would compete with each other.", "이 축이면 헤드끼리 경쟁하게 됩니다.",
        "Every head works for itself. Within a head, who competes for the attention of a query?",
        "헤드는 저마다 따로 계산합니다. 한 헤드 안에서 쿼리의 어텐션을 두고 경쟁하는 것은 무엇인가요?",
    ),
    "batch": (
        "Along this axis the sequences of the batch would compete with each other.",
        "이 축이면 배치의 시퀀스끼리 경쟁하게 됩니다.",
        "Sequences have nothing to do with each other. Who competes for the attention of a query?",
        "시퀀스끼리는 아무 관계가 없습니다. 쿼리의 어텐션을 두고 경쟁하는 것은 무엇인가요?",
    ),
}

AXIS_REASON_POINTS = [
    ("Do you name two properties of the weights of a query?", "쿼리 하나의 가중치가 갖는 성질을 두 가지 썼나요?"),
    ("Do you say over what they are taken together?", "무엇에 걸쳐 더한 것인지 썼나요?"),
]

# %% [markdown] solution
# --- en
# Along S, the keys: `axis=-1`, or 3. The weights of each query over all keys are then positive and sum to 1. Along T the columns
# would sum to 1: in the worked example of the lesson the rows of head 1 sum to 1.13 and 0.87 then, while head 0 has
# symmetric scores and hides the slip.
# --- ko
# 키 축 S를 따라 계산합니다. `axis=-1` 또는 3입니다. 그러면 쿼리마다 모든 키에 준 가중치가 양수이고 더하면 1이 됩니다. T를 따라 계산하면 열의 합이 1이
# 됩니다. 강의의 예제에서 1번 헤드는 행의 합이 1.13과 0.87이 되고, 0번 헤드는 점수가 대칭이라 실수가 드러나지 않습니다.

# %% [markdown] grading
# --- en
# * 1 point: the axis.
# * 1 point: positive, and sum to 1 over the keys for each query.
# --- ko
# * 1점: 축이 맞습니다.
# * 1점: 쿼리마다 가중치가 양수이고 키 전체에 걸쳐 더하면 1이라는 점을 썼습니다.

# %% answers
# Right answers, and wrong ones with their slips
AXIS_RIGHT = [-1, 3, 3.0]
AXIS_WRONG = [(-2, "queries"), (2, "queries"), (1, "heads"), (0, "batch"), (-4, "batch")]
