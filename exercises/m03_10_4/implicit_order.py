# ruff: noqa: E501
"""M03.10.4, warm-up 2: einsum without an arrow."""

import numpy as np

from exercises.checking import SEED
from exercises.reading import Unreadable, text

# %% [markdown] question
# --- en
# ### Warm-up 2: without an arrow
#
# `np.einsum("ij,jh", A, B)` has no arrow. Which string **with** an arrow returns the same, for all matrices A and B that fit?
# And what is it: the product `A @ B`, or something else? Say why in one sentence.
# --- ko
# ### 준비 문제 2: 화살표가 없으면
#
# `np.einsum("ij,jh", A, B)`에는 화살표가 없습니다. shape가 맞는 모든 행렬 A, B에서 이것과 같은 결과를 내는, 화살표가 **있는** 첨자는 무엇일까요?
# 결과는 `A @ B`일까요, 다른 것일까요? 까닭도 한 문장으로 쓰세요.

# %% [markdown] read-up
# --- en
# Code 5, section 8; the documentation of `numpy.einsum`, implicit mode.
# --- ko
# Code 5의 8절, `numpy.einsum` 문서에서 화살표가 없는 경우의 설명.

# %% answer
# Your answers to warm-up 2
answer_explicit = None  # a string with an arrow, in quotation marks
answer_explicit_reason = None  # one sentence in quotation marks

# %% check
# Check of warm-up 2
def judge_explicit(answer):
    """On random matrices the string must return what the one without an arrow returns."""
    string = text(answer).replace(" ", "")
    if "->" not in string:
        raise Unreadable("There is no arrow in it. Write -> and the letters of the output.",
                         "화살표가 없습니다. ->를 쓰고 출력의 글자를 적으세요.")
    rng = np.random.default_rng(SEED)
    a, b = rng.normal(size=(2, 3)), rng.normal(size=(3, 4))
    try:
        given = np.einsum(string, a, b)
    except ValueError as problem:
        raise Unreadable(f"NumPy cannot run it ({problem}).", f"넘파이가 실행하지 못합니다({problem}).") from None
    for name, expected in (
        ("right", np.einsum("ij,jh", a, b)),
        ("product", a @ b),
        ("nothing summed", np.einsum("ij,jh->ijh", a, b)),
        ("everything summed", (a @ b).sum()),
    ):
        if given.shape == np.shape(expected) and np.allclose(given, expected):
            return name
    return "nothing summed" if given.ndim == 3 else "everything summed" if given.ndim < 2 else "other"


EXPLICIT_SLIPS = {
    "product": (
        "This is the matrix product A @ B, with the letters in the order in which they appear.",
        "행렬 곱셈 A @ B입니다. 글자를 나온 순서대로 적은 것입니다.",
        "Without an arrow NumPy chooses the order by itself, and not by where the letters stand. Print both shapes.",
        "화살표가 없으면 넘파이가 순서를 정하는데, 글자가 나온 자리를 보고 정하지는 않습니다. 두 shape를 출력해 "
        "보세요.",
    ),
    "nothing summed": (
        "You kept all three letters.", "글자 셋을 모두 남겼습니다.",
        "Without an arrow, a letter that stands twice is summed.",
        "화살표가 없으면 두 번 나온 글자의 축은 더해서 없앱니다.",
    ),
    "everything summed": (
        "You summed too much.", "너무 많이 더했습니다.",
        "Without an arrow, letters that stand only once are kept.", "화살표가 없으면 한 번만 나온 글자는 남습니다.",
    ),
    "other": (
        "This returns something else.", "다른 결과가 나옵니다.",
        "Run both strings on a (2, 3) and a (3, 4) array and compare the shapes first.",
        "(2, 3) 배열과 (3, 4) 배열로 두 첨자를 실행해 보고 shape부터 비교하세요.",
    ),
}

EXPLICIT_REASON_POINTS = [
    ("Do you say by which rule NumPy orders the letters of the output?",
     "넘파이가 출력의 글자를 어떤 규칙으로 늘어놓는지 썼나요?"),
    ("Do you say what that makes of the matrix product?", "그래서 행렬 곱이 어떻게 되는지 썼나요?"),
]

# %% [markdown] solution
# --- en
# `"ij,jh->hi"`, the transpose of `A @ B`. Without an arrow the letters that stand once are kept, sorted by the alphabet: h comes
# before i. Any other letters do as well, as long as the output swaps the outer ones, such as `"ab,bc->ca"`.
# --- ko
# `"ij,jh->hi"`이고 결과는 `A @ B`의 전치입니다. 화살표가 없으면 한 번만 나온 글자를 알파벳순으로 늘어놓으므로 h가 i보다 앞에 옵니다. 바깥쪽 두 글자가
# 바뀌기만 하면 `"ab,bc->ca"`처럼 다른 글자를 써도 됩니다.

# %% [markdown] grading
# --- en
# * 1 point: a string that returns the transpose.
# * 1 point: the alphabetical order as the reason.
# --- ko
# * 1점: 전치를 돌려주는 첨자를 썼습니다.
# * 1점: 알파벳순이라는 까닭을 썼습니다.

# %% answers
# Right answers, and wrong ones with their slips
EXPLICIT_RIGHT = ["ij,jh->hi", "ab,bc->ca", " ij, jh -> hi "]
EXPLICIT_WRONG = [
    ("ij,jh->ih", "product"),
    ("ij,jh->ijh", "nothing summed"),
    ("ij,jh->hij", "nothing summed"),
    ("ij,jh->", "everything summed"),
    ("ij,jh->j", "everything summed"),
    ("ij,jh->ji", "other"),
]
