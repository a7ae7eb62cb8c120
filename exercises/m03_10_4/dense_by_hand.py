# ruff: noqa: E501
"""M03.10.4, recall 1: a dense layer on a batch."""

import numpy as np

from exercises.checking import SEED
from exercises.reading import Unreadable, array, result_of

# %% [markdown] question
# --- en
# ### Recall 1: a dense layer
#
# Write `answer_dense(x, w, c)`: a dense layer on a batch x of shape (B, in), with the weight w stored as (out, in) and the bias c
# of shape (out,). In index notation it is y_bj = x_bi w_ji + c_j.
# --- ko
# ### 되짚기 1: 밀집 층
#
# `answer_dense(x, w, c)`를 쓰세요. 배치 x의 shape는 (B, in)이고, 가중치 w는 (out, in)으로 저장되어 있으며, 편향 c의 shape는 (out,)입니다. 첨자로
# 쓰면 y_bj = x_bi w_ji + c_j입니다.

# %% [markdown] read-up
# --- en
# Code 5, section 1.
# --- ko
# Code 5의 1절.

# %% answer
# Your answer to recall 1
def answer_dense(x, w, c):
    return None  # (B, out)

# %% check
# Check of recall 1
def judge_dense(answer):
    """On random arrays the function must return the sums that the index notation says."""
    rng = np.random.default_rng(SEED)
    x, c = rng.normal(size=(5, 3)), rng.normal(size=4)
    w, square, c3 = rng.normal(size=(4, 3)), rng.normal(size=(3, 3)), rng.normal(size=3)
    try:
        y = array(result_of(answer, x, w, c))
    except Unreadable:  # x @ w runs on a square weight only
        y = array(result_of(answer, x, square, c3))
        straight = x @ square
        named = {"not transposed": straight + c3, "not transposed, no bias": straight}
        return next((name for name, z in named.items() if y.shape == z.shape and np.allclose(y, z)), "square only")
    right = np.stack([[x_b @ w_j for w_j in w] for x_b in x]) + c  # (B, out)
    for name, expected in (
        ("right", right),
        ("no bias", right - c),
        ("minus bias", right - 2 * c),
        ("transposed output", right.T),
        ("batch summed", right.sum(axis=0)),
        ("batch summed", (right - c).sum(axis=0) + c),
        ("not summed", x[:, np.newaxis] * w),
    ):
        if y.shape == expected.shape and np.allclose(y, expected):
            return name
    return "other"


DENSE_SLIPS = {
    "no bias": (
        "The product is right, the bias is forgotten.", "곱은 맞았지만 편향을 빠뜨렸습니다.",
        "What stands at the end of the formula?", "식의 끝에 무엇이 있나요?",
    ),
    "minus bias": (
        "You subtracted the bias.", "편향을 뺐습니다.",
        "Look at the sign in the formula.", "식의 부호를 보세요.",
    ),
    "not transposed": (
        "This is x @ w. It runs on a square weight only, and is wrong there too.",
        "x @ w를 계산했습니다. 가중치가 정사각 행렬일 때만 실행되고, 그때도 답이 틀립니다.",
        "Which axis of w holds the inputs, as it is stored here?", "여기서 w는 어느 축이 입력 쪽인가요?",
    ),
    "not transposed, no bias": (
        "This is x @ w, which runs on a square weight only, and the bias is missing.",
        "x @ w를 계산했습니다. 가중치가 정사각 행렬일 때만 실행됩니다. 편향도 빠졌습니다.",
        "Which axis of w holds the inputs, and what stands at the end of the formula?",
        "w는 어느 축이 입력 쪽인가요? 식의 끝에는 무엇이 있나요?",
    ),
    "square only": (
        "The function only runs when w is square, with the result of no dense layer.",
        "w가 정사각 행렬일 때만 실행되고, 결과도 밀집 층의 결과가 아닙니다.",
        "Write the shapes below the arrays: (B, in), (out, in), and what must come out.",
        "배열 아래에 shape를 적어 보세요. (B, in)과 (out, in)에서 무엇이 나와야 하나요?",
    ),
    "transposed output": (
        "The numbers are right, the output lies on its side.", "숫자는 맞지만 출력의 행과 열이 바뀌었습니다.",
        "A row belongs to an example of the batch.", "행 하나가 배치의 예제 하나입니다.",
    ),
    "batch summed": (
        "The examples of the batch are added together.", "배치의 예제들을 모두 더했습니다.",
        "The letter b stands in the output: every example keeps its row.",
        "글자 b가 출력에 있습니다. 예제마다 행이 따로 남아야 합니다.",
    ),
    "not summed": (
        "The products are there, the sum over the inputs is missing.",
        "곱하기만 하고 입력 축을 따라 더하지 않았습니다.",
        "The letter i stands in both factors and not in the output.", "글자 i는 두 배열에 모두 있고 출력에는 없습니다.",
    ),
    "other": (
        "This is not the dense layer.", "밀집 층의 결과가 아닙니다.",
        "Compute one entry with a loop, y[0, 0], and compare.", "반복문으로 y[0, 0] 하나만 계산해서 비교해 보세요.",
    ),
}

# %% [markdown] solution
# --- en
# `np.einsum("bi,ji->bj", x, w) + c`, or `x @ w.T + c`, or two loops. Keras stores its kernel as (in, out), so there it is
# `x @ kernel + bias`.
# --- ko
# `np.einsum("bi,ji->bj", x, w) + c`, `x @ w.T + c`, 또는 이중 반복문입니다. 케라스는 커널을 (in, out)으로 저장하므로 케라스에서는
# `x @ kernel + bias`입니다.

# %% [markdown] grading
# --- en
# * 1 point: the sum runs over the inputs.
# * 1 point: the bias is added to every row.
# --- ko
# * 1점: 입력 축을 따라 더했습니다.
# * 1점: 편향을 행마다 더했습니다.

# %% answers
# Right answers, and wrong ones with their slips
DENSE_RIGHT = [
    lambda x, w, c: x @ w.T + c,
    lambda x, w, c: np.einsum("bi,ji->bj", x, w) + c,
    lambda x, w, c: [[sum(a * b for a, b in zip(row, out, strict=True)) + d for out, d in zip(w, c, strict=True)] for row in x],
]
DENSE_WRONG = [
    (lambda x, w, c: x @ w.T, "no bias"),
    (lambda x, w, c: x @ w.T - c, "minus bias"),
    (lambda x, w, c: x @ w + c, "not transposed"),
    (lambda x, w, c: x @ w, "not transposed, no bias"),
    (lambda x, w, c: np.einsum("bi,ij->bj", x, w) + c, "not transposed"),
    (lambda x, w, c: w @ x[:3] + c, "square only"),
    (lambda x, w, c: (x @ w.T + c).T, "transposed output"),
    (lambda x, w, c: np.einsum("bi,ji->j", x, w) + c, "batch summed"),
    (lambda x, w, c: np.einsum("bi,ji->bji", x, w), "not summed"),
    (lambda x, w, c: x @ w.T * c, "other"),
]
