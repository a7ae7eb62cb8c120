# ruff: noqa: E501
"""Bonus 4, exercise 6, second piece: the causal mask."""

import numpy as np

from exercises.reading import Unreadable, result_of

# %% [markdown] question
# --- en
# ### Exercise 6, second piece: who may look at whom
#
# A model that predicts the next character must not see it. `answer_mask(length)` returns booleans (T, T), `True` where a query
# (row) may look at a key (column).
# --- ko
# ### 연습 문제 6의 둘째 조각: 누가 누구를 볼 수 있나요?
#
# 다음 글자를 예측하는 모델이 그 글자를 보면 안 됩니다. `answer_mask(length)`는 (T, T) 불리언을 돌려줍니다. 쿼리(행)가 키(열)를 볼 수 있으면
# `True`입니다.

# %% [markdown] read-up
# --- en
# Code 1, section 7. Code 4, section 1.
# --- ko
# Code 1의 7절. Code 4의 1절.

# %% answer
# Your answer to exercise 6, second piece
def answer_mask(length):
    return None  # (T, T) booleans

# %% check
# Check of exercise 6, second piece
def judge_mask(answer):
    """A query sees itself and all before it, and nothing after it."""
    length = 5
    result = result_of(answer, length)
    try:
        mask = np.asarray(result)
    except ValueError:  # rows that grow, as in [[True], [True, True]]
        raise Unreadable(
            f"The mask must have shape {(length, length)} for {length} positions; its rows differ in length.",
            f"위치가 {length}개이면 shape는 {(length, length)}여야 하는데 지금은 행마다 길이가 다릅니다.",
        ) from None
    if mask.dtype.kind in "fiu" and not np.isin(mask, (0, 1)).all():
        return "additive"
    if mask.dtype.kind not in "bfiu":
        raise Unreadable("Booleans are asked for: True or False.", "True와 False로 된 배열을 돌려주세요.")
    while mask.ndim > 2 and mask.shape[0] == 1:
        mask = mask[0]
    if mask.shape != (length, length):
        raise Unreadable(f"The mask must have shape {(length, length)} for {length} positions; it has {mask.shape}.",
                         f"위치가 {length}개이면 shape는 {(length, length)}여야 하는데 지금은 {mask.shape}입니다.")
    mask = mask.astype(bool)
    query, key = np.indices(mask.shape)
    for name, allowed in (
        ("right", key <= query),
        ("inverted", key > query),
        ("columns for rows", key >= query),
        ("not itself", key < query),
        ("one too far", key <= query + 1),
        ("no mask", key >= 0),
        ("only itself", key == query),
    ):
        if (mask == allowed).all():
            return name
    return "sees the future" if mask[key > query].any() else "other"


MASK_SLIPS = {
    "inverted": (
        "The mask is inverted: it hides the past and shows the future. Some libraries use True for \"hidden\".",
        "마스크가 뒤집혔습니다. 과거를 가리고 미래를 보여 줍니다. True를 '가린다'는 뜻으로 쓰는 라이브러리도 있습니다.",
        "Here True means \"may look\". What may the first position look at?",
        "여기서는 True가 '볼 수 있다'는 뜻입니다. 첫 위치는 무엇을 볼 수 있어야 하나요?",
    ),
    "columns for rows": (
        "Rows and columns have changed places: every position sees itself and what comes later.",
        "행과 열이 바뀌었습니다. 모든 위치가 자기 자신과 뒤쪽을 봅니다.",
        "A row is a query. How many keys may the query of row 0 see?",
        "행이 쿼리입니다. 0행의 쿼리가 볼 수 있는 키는 몇 개인가요?",
    ),
    "not itself": (
        "A position must not see itself here, and the first one sees nothing at all.",
        "위치가 자기 자신을 보지 못하고, 첫 위치는 아무것도 보지 못합니다.",
        "The target is the next character. May a position know its own?",
        "타깃은 다음 글자입니다. 그 위치의 글자 자체는 알아도 될까요?",
    ),
    "one too far": (
        "Every position sees one character too many: the very one it is to predict.",
        "모든 위치가 한 글자를 더 봅니다. 바로 예측해야 할 글자입니다.",
        "Training would look perfect and writing would fail. Move the edge.",
        "훈련은 완벽해 보이지만 글은 쓰지 못합니다. 경계를 옮기세요.",
    ),
    "no mask": (
        "Everything may look at everything: the answer lies open.", "모두가 모두를 봅니다. 정답을 펼쳐 놓은 셈입니다.",
        "Which keys belong to the future of a query?", "쿼리보다 뒤에 있는 키는 어느 것인가요?",
    ),
    "only itself": (
        "Every position sees itself only, and no context.", "위치마다 자기 자신만 보고 문맥은 보지 못합니다.",
        "What comes before may be seen as well.", "앞에 있는 것도 볼 수 있어야 합니다.",
    ),
    "additive": (
        "This is an additive mask, with numbers to add to the scores.", "점수에 더하는 숫자로 된 마스크입니다.",
        "Booleans are asked for. Where the number is 0, a query may look.",
        "불리언이 필요합니다. 더하는 수가 0인 자리가 볼 수 있는 자리입니다.",
    ),
    "sees the future": (
        "Some query may look at a later key.", "뒤에 있는 키를 볼 수 있는 쿼리가 있습니다.",
        "Print the mask as 0 and 1 and look above the diagonal.", "마스크를 0과 1로 출력해서 대각선 위쪽을 살펴보세요.",
    ),
    "other": (
        "No query sees the future, but some may not see all of their past.",
        "미래를 보는 쿼리는 없지만, 앞쪽을 다 보지 못하는 쿼리가 있습니다.",
        "Print the mask as 0 and 1 and look below the diagonal.",
        "마스크를 0과 1로 출력해서 대각선 아래쪽을 살펴보세요.",
    ),
}

# %% [markdown] solution
# --- en
# `np.tri(length, dtype=bool)`: True on and below the diagonal. A position sees itself, because its own character is known;
# what it predicts is the next one.
# --- ko
# `np.tri(length, dtype=bool)`입니다. 대각선과 그 아래가 `True`입니다. 그 위치의 글자는 이미 알고 있고 예측할 것은 그다음 글자이므로, 자기
# 자신은 보아도 됩니다.

# %% [markdown] grading
# --- en
# * 1 point: the check says right.
# * 1 point: explained why a position may see itself.
# --- ko
# * 1점: 확인용 셀을 통과했습니다.
# * 1점: 왜 자기 자신은 보아도 되는지 설명했습니다.

# %% answers
# Right answers, and wrong ones with their slips
MASK_RIGHT = [
    lambda length: np.tri(length, dtype=bool),
    lambda length: np.tri(length),
    lambda length: np.tril(np.ones((1, length, length), int)),
]
MASK_WRONG = [
    (lambda length: ~np.tri(length, dtype=bool), "inverted"),
    (lambda length: np.triu(np.ones((length, length), bool)), "columns for rows"),
    (lambda length: np.tri(length, k=-1, dtype=bool), "not itself"),
    (lambda length: np.tri(length, k=1, dtype=bool), "one too far"),
    (lambda length: np.ones((length, length), bool), "no mask"),
    (lambda length: np.eye(length, dtype=bool), "only itself"),
    (lambda length: np.where(np.tri(length), 0.0, -1e9), "additive"),
    (lambda length: np.where(np.tri(length), 0.0, -np.inf), "additive"),
    (lambda length: np.tri(length, k=2, dtype=bool), "sees the future"),
    (lambda length: np.tri(length, dtype=bool) & ~np.tri(length, k=-3, dtype=bool), "other"),
]
