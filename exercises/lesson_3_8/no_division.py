# ruff: noqa: E501
"""3-8, basic assignment: attention in the library without the division by sqrt(d_k)."""

import numpy as np

from exercises.reading import array_of_shape, name_of, number
from keras_attention.by_hand.formulas import softmax

# %% [markdown] question
# --- en
# ### Basic assignment: leave the division out
#
# Take the library of Code 1 and its first note, `[2, 0.4]`; the cards are `[2, 0]`, `[0, 2]` and `[1.4, 1.4]`.
#
# 1. Which weights does the note give to the three books if the scores are **not** divided by `sqrt(d_k)`?
# 2. Now make the note ten times as long, `[20, 4]`, and leave the cards as they are. Which weight does the last book get
#    with the division, and which without? Four decimals.
# 3. In two sentences: what has the length of the vectors to do with how much the division matters?
#
# Compute as you like: with the functions of cell {cell:by-hand}, or in Code 1.
# --- ko
# ### 기본 과제: 나누지 않으면 어떻게 될까요?
#
# Code 1의 도서관에서 첫 번째 쪽지 `[2, 0.4]`를 씁니다. 카드는 `[2, 0]`, `[0, 2]`, `[1.4, 1.4]`입니다.
#
# 1. 점수를 `sqrt(d_k)`로 나누지 **않으면** 세 책의 가중치는 얼마가 될까요?
# 2. 이번에는 쪽지만 `[20, 4]`로 10배 늘리고 카드는 그대로 둡니다. 마지막 책의 가중치는 나눌 때와 나누지 않을 때 각각 얼마일까요? 소수
#    넷째 자리까지 적으세요.
# 3. 벡터가 길어지면 나눗셈의 효과가 어떻게 달라지는지 두 문장으로 설명하세요.
#
# {cell:by-hand}번 셀의 함수로 계산해도 되고 Code 1에서 계산해도 됩니다.

# %% [markdown] read-up
# --- en
# Code 1, sections 1, 2 and 8.
# --- ko
# Code 1의 1절, 2절, 8절.

# %% answer
# Your answers to the basic assignment
answer_undivided = None  # three weights
answer_long_divided = None  # the last book, with the division
answer_long_undivided = None  # the last book, without it
answer_effect = None  # two sentences in quotation marks

# %% check
# Check of the basic assignment
NOTE = np.array([2.0, 0.4])
CARDS = np.array([[2.0, 0.0], [0.0, 2.0], [1.4, 1.4]])


def judge_undivided(answer):
    """Weights without the division: the softmax of the dot products."""
    weights = array_of_shape(answer, (3,))
    dots = CARDS @ NOTE
    slip = name_of(weights, {
        "right": softmax(dots),
        "divided": softmax(dots / np.sqrt(2)),
        "divided by d_k": softmax(dots / 2),
        "multiplied": softmax(dots * np.sqrt(2)),
        "scores": dots,
        "in proportion": dots / dots.sum(),
        "wrong axis": np.ones(3),
        "largest wins": np.array([1, 0, 0]),
        "other note": softmax(CARDS @ NOTE[::-1]),
        "both": softmax(CARDS @ [1.4, 1.4]),
    }, 0.006)
    return "sum" if slip == "other" and abs(weights.sum() - 1) > 0.016 else slip


def judge_long_divided(answer):
    """The last book's share for a note ten times as long, with the division."""
    return last_book(number(answer), "right", "undivided")


def judge_long_undivided(answer):
    """The last book's share for a note ten times as long, without the division."""
    return last_book(number(answer), "divided", "right")


def last_book(weight, divided, undivided):
    """The slip that a weight of the last book shows; `divided` and `undivided` are what the two results are called."""
    dots = CARDS @ NOTE
    if 0 <= weight < 1e-6:  # cards ten times as long leave 2e-20 with the division
        return "both" if weight else "rounded away"
    by_root, plain, by_width = softmax(10 * dots / np.sqrt(2)), softmax(10 * dots), softmax(10 * dots / 2)
    for name, share in (
        (divided, by_root[2]),
        (undivided, plain[2]),
        ("divided by d_k", by_width[2]),
        ("short", softmax(dots / np.sqrt(2))[2]),
        ("short", softmax(dots)[2]),
        ("first book", by_root[0]),
        ("first book", plain[0]),
    ):
        if abs(weight - share) < min(0.03 * share, 6e-4):
            return name
    return "other"


UNDIVIDED_SLIPS = {
    "divided": (
        "These are the weights with the division.", "나누었을 때의 가중치입니다.",
        "attention() divides by itself: build the weights from scores() and softmax().",
        "attention()은 안에서 이미 나눕니다. scores()와 softmax()로 직접 만들어 보세요.",
    ),
    "divided by d_k": (
        "You divided, by d_k itself.", "d_k로 나누었습니다.",
        "Here nothing is to be divided.", "여기서는 아무것으로도 나누지 않습니다.",
    ),
    "multiplied": (
        "You undid a division that had not been made.", "나누지도 않은 점수에 sqrt(d_k)를 곱했습니다.",
        "scores() returns plain dot products.", "scores()는 내적을 그대로 돌려줍니다.",
    ),
    "scores": (
        "These are the dot products.", "내적을 그대로 적었습니다.",
        "Weights come after the softmax.", "가중치는 소프트맥스를 거친 값입니다.",
    ),
    "in proportion": (
        "You divided the dot products by their sum.", "내적을 내적의 합으로 나누었습니다.",
        "Shares come from a softmax, with exponentials.", "몫은 지수 함수를 쓰는 소프트맥스에서 나옵니다.",
    ),
    "wrong axis": (
        "Every weight is 1: the softmax ran along the axis of the notes, and there is only one note.",
        "가중치가 모두 1입니다. 소프트맥스를 쪽지 축으로 계산했는데 쪽지는 하나뿐입니다.",
        "The books compete: shares are dealt out along the keys, the last axis.",
        "경쟁하는 것은 책입니다. 키 축, 곧 마지막 축을 따라 몫을 나누세요.",
    ),
    "largest wins": (
        "You gave everything to the best book.", "가장 잘 맞는 책에 전부 주었습니다.",
        "Without the division weights get sharper, but no share becomes 0.",
        "나누지 않으면 한쪽으로 더 쏠리지만, 몫이 0이 되는 책은 없습니다.",
    ),
    "other note": (
        "These are the weights of the second note.", "두 번째 쪽지의 가중치입니다.",
        "The first slot of the note is the large one.", "첫 번째 쪽지는 첫째 칸이 큽니다.",
    ),
    "both": (
        "These are the weights of the note that is curious about both.", "두 주제가 모두 궁금한 쪽지의 가중치입니다.",
        "The first note is asked for.", "첫 번째 쪽지로 계산하세요.",
    ),
    "sum": (
        "The numbers do not sum to 1, so they are not weights.", "더해서 1이 되지 않으므로 가중치가 아닙니다.",
        "Divide each exponential by the sum of all three.", "지수 함수 값을 저마다 셋의 합으로 나누세요.",
    ),
    "other": (
        "These are not the weights.", "맞는 가중치가 아닙니다.",
        "Write the three dot products down first, then put them through softmax().",
        "내적 세 개를 먼저 적은 다음 softmax()에 넣어 보세요.",
    ),
}

LAST_BOOK_SLIPS = {
    "divided by d_k": (
        "You divided by d_k itself.", "d_k로 그대로 나누었습니다.",
        "There is a root in the formula.", "식에는 제곱근이 있습니다.",
    ),
    "both": (
        "You made the cards ten times as long as well.", "카드까지 10배로 늘렸습니다.",
        "Only the note grows.", "쪽지만 늘리세요.",
    ),
    "short": (
        "The note is as short as before.", "쪽지가 아직 늘어나지 않았습니다.",
        "Multiply the note by ten before the scores are computed.", "점수를 계산하기 전에 쪽지에 10을 곱하세요.",
    ),
    "first book": (
        "This is the weight of the first book.", "첫째 책의 가중치입니다.",
        "The last book, book C, is asked for.", "마지막 책, 곧 C 책의 가중치를 적으세요.",
    ),
    "rounded away": (
        "You take the share to be nothing.", "몫이 없다고 본 답입니다.",
        "It is small, but four decimals show it. (If the cards grew too, it would really be invisible.)",
        "작지만 소수 넷째 자리까지 적으면 보입니다. 카드까지 늘렸다면 정말 보이지 않습니다.",
    ),
    "other": (
        "This is not the weight.", "맞는 가중치가 아닙니다.",
        "In three steps: dot products of the long note, the division or none, softmax. Then take the last entry.",
        "세 단계입니다. 늘린 쪽지로 내적을 구하고, 나누거나 나누지 않고, 소프트맥스에 넣은 다음 마지막 값을 보세요.",
    ),
}

LONG_DIVIDED_SLIPS = {
    **LAST_BOOK_SLIPS,
    "undivided": (
        "This is the weight without the division.", "나누지 않았을 때의 값입니다.",
        "The two answers have changed places, or a division is missing.",
        "두 답이 서로 바뀌었거나 나눗셈이 빠졌습니다.",
    ),
}

LONG_UNDIVIDED_SLIPS = {
    **LAST_BOOK_SLIPS,
    "divided": (
        "This is the weight with the division.", "나누었을 때의 값입니다.",
        "The two answers have changed places, or there is a division too many.",
        "두 답이 서로 바뀌었거나 나눗셈을 더 했습니다.",
    ),
}

EFFECT_POINTS = [
    ("Do you say what happens to the differences between scores when a vector gets longer?",
     "벡터가 길어지면 점수 사이의 차이가 어떻게 되는지 썼나요?"),
    ("Do you say what softmax makes of a difference of scores?", "소프트맥스가 점수 차이를 무엇으로 바꾸는지 썼나요?"),
    ("Do you say why a weight of nearly 0 is bad for training?", "가중치가 0에 가까우면 훈련에 왜 나쁜지 썼나요?"),
]

# %% [markdown] solution
# --- en
# 1. The dot products are 4, 0.8 and 3.36; softmax makes 0.638, 0.026 and 0.336 of them. With the division it was 0.575,
#    0.060 and 0.366: the first book gains, the others lose.
# 2. With the division 0.0107, without it 0.0017.
# 3. Dot products grow with the length of the vectors, and so do the differences between scores; softmax turns a difference
#    into a ratio of weights, e to the power of the difference. Long vectors therefore press nearly all weight onto one book,
#    and the division keeps a share for the others. Where a weight is nearly 0, its gradient is too, and nothing is learned.
#
# If note and cards are both made ten times as long, the weights are rounded to [1, 0, 0] either way. The natural
# logarithms of the weights still show the effect: -45.3 with the division and -64.0 without for the third book.
# --- ko
# 1. 내적은 4, 0.8, 3.36이고 소프트맥스를 거치면 0.638, 0.026, 0.336이 됩니다. 나눌 때는 0.575, 0.060, 0.366이었으니 첫째 책의 몫이 늘고
#    나머지 몫이 줄었습니다.
# 2. 나누면 0.0107, 나누지 않으면 0.0017입니다.
# 3. 벡터가 길수록 내적도, 점수 사이의 차이도 커집니다. 소프트맥스는 점수 차이를 가중치의 비율로 바꾸는데, 비율은 e의 (점수 차이)제곱입니다.
#    그래서 벡터가 길면 가중치가 거의 한 책에 몰리고, 나눗셈은 다른 책의 몫을 지켜 줍니다. 가중치가 0에 가까우면 기울기도 0에 가까워 아무것도
#    학습되지 않습니다.
#
# 쪽지와 카드를 모두 10배로 늘리면 나누든 나누지 않든 반올림해서 [1, 0, 0]이 됩니다. 그래도 가중치의 자연로그를 보면 차이가 드러납니다. 셋째
# 책은 나누면 -45.3, 나누지 않으면 -64.0입니다.

# %% [markdown] grading
# --- en
# * 1 point: the weights without the division.
# * 2 points: one for each weight of the last book.
# * 2 points: one for growing differences of scores, one for softmax turning them into ratios (or for saturation).
# * An answer that only says "softmax gets extreme" without saying why gets 1 of the last 2 points.
# --- ko
# * 1점: 나누지 않았을 때의 가중치를 구했습니다.
# * 2점: 마지막 책의 가중치 두 개에 1점씩입니다.
# * 2점: 점수 차이가 커진다는 점에 1점, 소프트맥스가 차이를 비율로 바꾼다는 점(또는 포화)에 1점입니다.
# * 까닭 없이 "소프트맥스가 극단적으로 된다"라고만 쓴 답은 마지막 2점 가운데 1점만 줍니다.

# %% answers
# Right answers, and wrong ones with their slips
UNDIVIDED_RIGHT = [[0.638, 0.026, 0.336], [[0.6377, 0.026, 0.3363]], softmax(CARDS @ NOTE)]
UNDIVIDED_WRONG = [
    ([0.575, 0.060, 0.366], "divided"),
    ([0.519, 0.105, 0.377], "divided by d_k"),
    ([0.707, 0.008, 0.286], "multiplied"),
    ([4, 0.8, 3.36], "scores"),
    ([0.49, 0.098, 0.412], "in proportion"),
    ([1, 1, 1], "wrong axis"),
    ([1, 0, 0], "largest wins"),
    ([0.026, 0.638, 0.336], "other note"),
    ([0.197, 0.197, 0.605], "both"),
    ([0.6, 0.1, 0.4], "sum"),
    ([0.5, 0.2, 0.3], "other"),
]
LONG_DIVIDED_RIGHT = [0.0107, 0.01071, 0.011]
LONG_DIVIDED_WRONG = [
    (0.0017, "undivided"),
    (0.0392, "divided by d_k"),
    (2.2e-20, "both"),
    (0.3655, "short"),
    (0.3363, "short"),
    (0.9893, "first book"),
    (0, "rounded away"),
    (0.2, "other"),
]
LONG_UNDIVIDED_RIGHT = [0.0017, 0.00166]
LONG_UNDIVIDED_WRONG = [(0.0107, "divided"), (0.0392, "divided by d_k"), (0.3363, "short"), (0.9983, "first book")]
