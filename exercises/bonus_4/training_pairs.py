# ruff: noqa: E501
"""Bonus 4, exercise 6, first piece: what a model that writes is trained on."""

import numpy as np

from exercises.checking import SEED
from exercises.reading import Unreadable, array, result_of

# %% [markdown] question
# --- en
# ### Exercise 6, first piece: what to predict
#
# Build a character model from a plain text of your choice: a number for every character, the blocks of Code 3 with a causal
# mask, and the next character as the target of every position. Code 4 shows a complete one. Three pieces decide whether it
# works; write them here, in NumPy.
#
# The first: `answer_pairs(ids, length)` makes training examples from a long row of numbers, as many as you like. `inputs`
# (N, T) are runs of `length` numbers; `targets` (N, T) hold for **every** position of a run the number to predict there.
# --- ko
# ### 연습 문제 6의 첫째 조각: 무엇을 예측할까요?
#
# 마음에 드는 텍스트 파일로 글자 모델을 만들어 보세요. 글자마다 번호를 붙이고, Code 3의 블록에 인과 마스크를 씌우고, 위치마다 다음 글자를 타깃으로
# 둡니다. 완성된 모델은 Code 4에 있습니다. 모델이 제대로 돌아가느냐는 세 조각에 달려 있습니다. 여기에 넘파이로 써 보세요.
#
# 첫째 조각 `answer_pairs(ids, length)`는 긴 번호 열에서 훈련 예제를 원하는 만큼 만듭니다. `inputs` (N, T)는 이어지는 번호 `length`개씩이고,
# `targets` (N, T)는 그 **모든** 위치에서 예측해야 할 번호입니다.

# %% [markdown] read-up
# --- en
# Code 4, section 2.
# --- ko
# Code 4의 2절.

# %% answer
# Your answer to exercise 6, first piece
def answer_pairs(ids, length):
    return None  # inputs (N, T), targets (N, T)

# %% check
# Check of exercise 6, first piece
def judge_pairs(answer):
    """Every input is a run of the text, and its targets are the same run one place further on."""
    ids, length = np.random.default_rng(SEED).permutation(40), 6  # every number once, so a place can be recognized
    pair = result_of(answer, ids, length)
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise Unreadable("Two arrays are asked for: return inputs, targets.",
                         "배열 두 개를 돌려주세요. return inputs, targets처럼 씁니다.")
    inputs, targets = (np.atleast_2d(array(one)) for one in pair)
    if inputs.shape[-1] != length or inputs.ndim != 2 or not np.isin(inputs, ids).all():
        return "no runs"
    place = np.argsort(ids)[inputs.astype(int)]  # (N, T), where each input stands in the text
    if (np.diff(place) != 1).any():
        return "no runs"
    if targets.size == len(inputs):
        return "last only"
    if targets.shape != inputs.shape:
        raise Unreadable(f"targets must have the shape of inputs, {inputs.shape}; it has {targets.shape}.",
                         f"targets의 shape는 inputs와 같은 {inputs.shape}여야 하는데 지금은 {targets.shape}입니다.")
    if not np.isin(targets, ids).all():
        return "other"
    steps = set((np.argsort(ids)[targets.astype(int)] - place).ravel())
    if len(inputs) > 1 and len(set(place[:, 0])) == 1:
        return "one run"
    if steps <= {1, 1 - len(ids)}:
        return "right" if steps == {1} else "other"
    named = {0: "not shifted", -1: "backwards", 2: "two places", length: "next run"}
    return named.get(next(iter(steps)), "other") if len(steps) == 1 else "other"


PAIRS_SLIPS = {
    "not shifted": (
        "Targets and inputs are the same: the model would learn to copy what it sees.",
        "타깃이 입력과 똑같습니다. 모델은 보이는 것을 베끼는 법만 배우게 됩니다.",
        "At a position, what is known, and what is to be predicted?",
        "어떤 위치에서 이미 아는 것은 무엇이고 예측할 것은 무엇인가요?",
    ),
    "backwards": (
        "The targets are the characters before: the model would write from right to left.",
        "타깃이 바로 앞의 글자입니다. 모델이 글을 거꾸로 쓰게 됩니다.",
        "Shift the other way.", "반대쪽으로 옮기세요.",
    ),
    "two places": (
        "The targets stand two places further on.", "타깃이 두 자리 뒤에 있습니다.",
        "Predict the very next character.", "바로 다음 글자를 예측해야 합니다.",
    ),
    "next run": (
        "The target of a run is the whole next run.", "타깃이 그다음 묶음 전체입니다.",
        "Every position has a target of its own: what comes right after this position?",
        "위치마다 타깃이 따로 있습니다. 그 위치 바로 다음에는 무엇이 오나요?",
    ),
    "last only": (
        "There is one target for each run.", "묶음마다 타깃이 하나뿐입니다.",
        "Under a causal mask every position can practise at once, if each has a target.",
        "인과 마스크를 쓰면 모든 위치가 한꺼번에 연습할 수 있습니다. 위치마다 타깃을 두세요.",
    ),
    "one run": (
        "All examples are the same run.", "예제가 모두 같은 묶음입니다.",
        "Let the runs start at different places of the text.", "텍스트의 여러 곳에서 시작하는 묶음을 만드세요.",
    ),
    "no runs": (
        "The inputs are no runs of `length` neighbouring characters.",
        "입력이 이어지는 글자 `length`개로 되어 있지 않습니다.",
        "Cut pieces out of the text as they stand, without reordering; each row is one piece.",
        "순서를 바꾸지 말고 텍스트를 그대로 잘라 한 행에 한 조각씩 놓으세요.",
    ),
    "other": (
        "The targets do not fit the inputs.", "타깃이 입력과 맞지 않습니다.",
        "Print one row of inputs and of targets one below the other and read them as text. Look at the ends of the "
        "rows as well.",
        "입력과 타깃을 한 행씩 위아래로 출력해서 글로 읽어 보세요. 행의 끝도 살펴보세요.",
    ),
}

# %% [markdown] solution
# --- en
# `inputs` are pieces `ids[i : i + length]` and `targets` the pieces `ids[i + 1 : i + 1 + length]`, for as many `i` as you
# like. Under a causal mask a run of T characters is T examples at once: each position predicts the next character from
# itself and those before it.
# --- ko
# `inputs`는 `ids[i : i + length]` 조각들이고 `targets`는 `ids[i + 1 : i + 1 + length]` 조각들입니다. `i`는 원하는 만큼 고릅니다. 인과 마스크를
# 쓰면 글자 T개짜리 묶음 하나가 예제 T개 구실을 합니다. 위치마다 자기 자신과 앞의 글자들에서 다음 글자를 예측하기 때문입니다.

# %% [markdown] grading
# --- en
# * 1 point: the check says right.
# * 1 point: explained why every position has a target.
# --- ko
# * 1점: 확인용 셀을 통과했습니다.
# * 1점: 왜 위치마다 타깃이 있는지 설명했습니다.

# %% answers
# Right answers, and wrong ones with their slips
def _windows(ids, length, shift, step=1):
    starts = range(0, len(ids) - length - max(shift, 0), step)
    inputs = np.stack([ids[start : start + length] for start in starts if start + shift >= 0])
    return inputs, np.stack([ids[start + shift : start + shift + length] for start in starts if start + shift >= 0])


PAIRS_RIGHT = [
    lambda ids, length: _windows(ids, length, 1),
    lambda ids, length: _windows(ids, length, 1, step=length),
    lambda ids, length: (ids[:length], ids[1 : length + 1]),
]
PAIRS_WRONG = [
    (lambda ids, length: (_windows(ids, length, 0)[0],) * 2, "not shifted"),
    (lambda ids, length: _windows(ids, length, 1)[::-1], "backwards"),
    (lambda ids, length: _windows(ids, length, 2), "two places"),
    (lambda ids, length: _windows(ids, length, length), "next run"),
    (lambda ids, length: (_windows(ids, length, 1)[0], _windows(ids, length, 1)[1][:, -1]), "last only"),
    (lambda ids, length: (np.tile(ids[:length], (4, 1)), np.tile(ids[1 : length + 1], (4, 1))), "one run"),
    (lambda ids, length: (ids[: 6 * length].reshape(length, 6).T, ids[1 : 6 * length + 1].reshape(length, 6).T), "no runs"),
    (lambda ids, length: (ids[np.newaxis, :-1], ids[np.newaxis, 1:]), "no runs"),
    (lambda ids, length: (_windows(ids, length, 1)[0], np.roll(_windows(ids, length, 1)[0], -1, axis=1)), "other"),
]
