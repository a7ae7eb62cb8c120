# ruff: noqa: E501
"""M03.10.4, recall 2: from (B, T, D) to heads."""

import numpy as np

from exercises.reading import array, result_of

# %% [markdown] question
# --- en
# ### Recall 2: into heads
#
# Write `answer_split(x, num_heads)`: queries x of shape (B, T, D) are cut into heads, (B, H, T, K) with K = D / H. Head 0 gets
# the first K slots of **every** token, head 1 the next K, and so on. Two operations are enough; which, and in which order?
# --- ko
# ### 되짚기 2: 헤드로 나누기
#
# `answer_split(x, num_heads)`를 쓰세요. shape가 (B, T, D)인 쿼리 x를 헤드로 나누어 (B, H, T, K)로 만듭니다. K = D / H입니다. 0번 헤드는 **모든**
# 토큰의 앞 K칸을, 1번 헤드는 그다음 K칸을 갖습니다. 연산 두 개면 충분합니다. 어떤 연산을 어떤 순서로 써야 할까요?

# %% [markdown] read-up
# --- en
# Code 5, section 2; Code 1, section 4.
# --- ko
# Code 5의 2절, Code 1의 4절.

# %% answer
# Your answer to recall 2
def answer_split(x, num_heads):
    return None  # (B, H, T, K)

# %% check
# Check of recall 2
def judge_split(answer):
    """Entry e of token t must land in head e // K, at token t, at place e % K."""
    batch, length, heads, width = 2, 3, 4, 5
    x = np.arange(batch * length * heads * width, dtype=float).reshape(batch, length, heads * width)  # (B, T, D)
    given = array(result_of(answer, x, heads))
    b, h, t, k = np.indices((batch, heads, length, width))
    cut = x.reshape(batch, length, heads, width)  # (B, T, H, K)
    for name, expected in (
        ("right", x[b, t, h * width + k]),
        ("reshape only", x.reshape(batch, heads, length, width)),
        ("not transposed", cut),
        ("interleaved", x[b, t, k * heads + h]),
        ("interleaved, not transposed", x.reshape(batch, length, width, heads)),
        ("widths forward", cut.transpose(0, 2, 3, 1)),
        ("heads first", cut.transpose(2, 0, 1, 3)),
        ("transposed first", x.transpose(0, 2, 1).reshape(batch, heads, length, width)),
        ("not split", x),
    ):
        if given.shape == expected.shape and (given == expected).all():
            return name
    return "other"


SPLIT_SLIPS = {
    "reshape only": (
        "You reshaped straight to (B, H, T, K). The shape is right, but a reshape keeps the reading order: \"head "
        "0\" now holds pieces of the first tokens, not a part of every token.",
        "곧바로 (B, H, T, K)로 reshape했습니다. shape는 맞지만 reshape는 읽는 순서를 바꾸지 않습니다. '0번 헤드'에 "
        "모든 토큰의 한 부분이 아니라 앞쪽 토큰의 조각들이 들어갑니다.",
        "Cut the last axis first, where it is. Then bring the axis of the heads forward: that takes another operation.",
        "먼저 마지막 축을 그 자리에서 자르세요. 그런 다음 헤드 축을 앞으로 가져와야 하는데, 그것은 다른 연산으로 "
        "합니다.",
    ),
    "not transposed": (
        "The last axis is cut rightly, but the heads still stand behind the tokens.",
        "마지막 축은 제대로 잘랐지만 헤드 축이 아직 토큰 축 뒤에 있습니다.",
        "Each head shall be a (T, K) matrix of its own.", "헤드마다 (T, K) 행렬이 하나씩 되어야 합니다.",
    ),
    "interleaved": (
        "You dealt the slots out like cards: every H-th slot goes to the same head.",
        "칸을 카드 돌리듯 하나씩 나누어 주었습니다. H칸마다 같은 헤드로 갑니다.",
        "Neighbouring slots belong to one head: in which order do H and K stand in the reshape?",
        "이웃한 칸들이 한 헤드에 속합니다. reshape에서 H와 K 가운데 어느 것이 먼저인가요?",
    ),
    "interleaved, not transposed": (
        "You cut the last axis into (K, H), and the heads still stand last.",
        "마지막 축을 (K, H)로 잘랐고, 헤드 축이 아직 맨 뒤에 있습니다.",
        "Neighbouring slots belong to one head; and each head shall be a (T, K) matrix.",
        "이웃한 칸들이 한 헤드에 속합니다. 그리고 헤드마다 (T, K) 행렬이 되어야 합니다.",
    ),
    "widths forward": (
        "The last two axes are the wrong way round: (B, H, K, T). That is how keys stand for a matmul, not what is "
        "asked.",
        "마지막 두 축이 바뀌어 (B, H, K, T)가 되었습니다. matmul에 넣을 키의 shape이지 여기서 묻는 것이 아닙니다.",
        "Look at the tuple of your transpose: where do T and K end up?",
        "transpose에 넣은 튜플을 보세요. T와 K가 어디로 가나요?",
    ),
    "heads first": (
        "The heads stand before the batch.", "헤드 축이 배치 축보다 앞에 있습니다.",
        "The batch always comes first.", "배치는 언제나 맨 앞입니다.",
    ),
    "transposed first": (
        "You transposed before cutting.", "자르기 전에 축 순서를 바꾸었습니다.",
        "As long as the heads have no axis of their own, there is nothing to bring forward.",
        "헤드의 축이 생기기 전에는 앞으로 가져올 것이 없습니다.",
    ),
    "not split": (
        "Nothing was cut: this is x as it came.", "아무것도 나누지 않고 x를 그대로 돌려주었습니다.",
        "Turn the last axis, D, into two: H and K.", "마지막 축 D를 H와 K 두 축으로 만드세요.",
    ),
    "other": (
        "The entries do not stand where they belong.", "숫자들이 제자리에 있지 않습니다.",
        "Try it on np.arange(8).reshape(1, 2, 4) with two heads and follow the first token.",
        "np.arange(8).reshape(1, 2, 4)를 두 헤드로 나누어 보고 첫 토큰이 어디로 가는지 따라가 보세요.",
    ),
}

# %% [markdown] solution
# --- en
# First `x.reshape(B, T, H, K)`, which cuts the last axis where it is, then `.transpose(0, 2, 1, 3)`, which brings the heads forward.
# Reshaping straight to (B, H, T, K) gives the right shape and wrong heads: in the worked example of the lesson "head 0"
# would hold (1, 1) and (2, 0), both halves of token 0.
# --- ko
# 먼저 `x.reshape(B, T, H, K)`로 마지막 축을 그 자리에서 자르고, `.transpose(0, 2, 1, 3)`으로 헤드 축을 앞으로 가져옵니다. 곧바로 (B, H, T, K)로
# reshape하면 shape는 맞아도 헤드가 틀립니다. 강의의 예제라면 '0번 헤드'에 0번 토큰의 두 조각 (1, 1)과 (2, 0)이 들어갑니다.

# %% [markdown] grading
# --- en
# * 1 point: the last axis is cut into (H, K).
# * 1 point: the heads are brought forward by a transpose. A reshape alone gets no point here, even with the right shape.
# --- ko
# * 1점: 마지막 축을 (H, K)로 잘랐습니다.
# * 1점: transpose로 헤드 축을 앞으로 가져왔습니다. reshape만 썼다면 shape가 맞더라도 점수가 없습니다.

# %% answers
# Right answers, and wrong ones with their slips
SPLIT_RIGHT = [
    lambda x, h: x.reshape(*x.shape[:2], h, -1).transpose(0, 2, 1, 3),
    lambda x, h: np.stack(np.split(x, h, axis=-1), axis=1),
]
SPLIT_WRONG = [
    (lambda x, h: x.reshape(x.shape[0], h, x.shape[1], -1), "reshape only"),
    (lambda x, h: x.reshape(*x.shape[:2], h, -1), "not transposed"),
    (lambda x, h: x.reshape(*x.shape[:2], -1, h).transpose(0, 3, 1, 2), "interleaved"),
    (lambda x, h: x.reshape(*x.shape[:2], -1, h), "interleaved, not transposed"),
    (lambda x, h: x.reshape(*x.shape[:2], h, -1).transpose(0, 2, 3, 1), "widths forward"),
    (lambda x, h: x.reshape(*x.shape[:2], h, -1).transpose(2, 0, 1, 3), "heads first"),
    (lambda x, h: x.transpose(0, 2, 1).reshape(x.shape[0], h, x.shape[1], -1), "transposed first"),
    (lambda x, h: x, "not split"),
    (lambda x, h: np.flip(x.reshape(*x.shape[:2], h, -1).transpose(0, 2, 1, 3), axis=1), "other"),
]
