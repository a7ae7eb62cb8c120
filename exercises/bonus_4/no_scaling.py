# ruff: noqa: E501
"""Bonus 4, exercise 2: attention without the division by sqrt(d_k)."""

import numpy as np

from exercises.checking import SEED
from exercises.reading import array_of_shape
from keras_attention.by_hand.formulas import softmax

# %% [markdown] question
# --- en
# ### Exercise 2: remove the scaling
#
# How sharp does softmax get when nothing is divided? Draw a query and six keys of width `d_k` from the standard normal
# distribution, compute the six weights and take the largest. Repeat at least 1,000 times and average: a single draw tells
# very little. Do it for `d_k` = 4, 64 and 512
#
# 1. without the division,
# 2. with the division by `sqrt(d_k)`.
#
# 3. Then take the division out of the transformer of Code 3 (in the attention layer), train it again with some seeds, and
#    report what happens. Does it have to get worse? Why does the width matter? Three sentences.
# --- ko
# ### 연습 문제 2: 나누지 않으면
#
# 아무것도 나누지 않으면 소프트맥스는 얼마나 한쪽으로 쏠릴까요? 차원이 `d_k`인 쿼리 하나와 키 여섯 개를 표준 정규 분포에서 뽑아 가중치 여섯 개를
# 구하고 그중 가장 큰 값을 적습니다. 1,000번 이상 되풀이해서 평균을 내세요. 한 번만 뽑아서는 알 수 있는 것이 거의 없습니다. `d_k`가 4, 64,
# 512일 때 각각 구합니다.
#
# 1. 나누지 않을 때
# 2. `sqrt(d_k)`로 나눌 때
#
# 3. 그런 다음 Code 3의 트랜스포머에서 어텐션 층의 나눗셈을 빼고, 시드를 바꾸어 가며 다시 훈련해 결과를 보고하세요. 반드시 나빠질까요? 차원은
#    왜 중요할까요? 세 문장으로 쓰세요.

# %% [markdown] read-up
# --- en
# Code 3, section 2; Code 1, section 8.
# --- ko
# Code 3의 2절, Code 1의 8절.

# %% answer
# Your answers to exercise 2
answer_without = None  # the three means without the division, for d_k = 4, 64, 512
answer_with = None  # the three means with the division
answer_retrained = None  # three sentences in quotation marks

# %% check
# Check of exercise 2
def mean_largest_weight(width, divisor, draws=20_000):
    """The mean of the largest of six weights, over random queries and keys of a width."""
    rng = np.random.default_rng(SEED)
    length = np.sqrt(rng.chisquare(width, size=(draws, 1)))  # of a query; along it, every key is standard normal
    dots = length * rng.normal(size=(draws, 6))  # (draws, 6)
    return softmax(dots / divisor).max(axis=-1).mean()


def judge_without(answer):
    """The means of one's own draws without the division agree with those of other draws."""
    return largest_weights_slip(answer, "right", "divided")


def judge_with(answer):
    """The means of one's own draws with the division agree with those of other draws."""
    return largest_weights_slip(answer, "undivided", "right")


def largest_weights_slip(answer, undivided, divided):
    """What three means show; `undivided` and `divided` are what the two experiments are called."""
    means = array_of_shape(answer, (3,))
    if (means > 1).any() and (means <= 100).all():
        return "percent"
    if not ((means > 0) & (means <= 1)).all():
        return "other"
    widths = np.array([4, 64, 512])
    plain, by_root, by_width = (
        np.array([mean_largest_weight(width, divisor) for width, divisor in zip(widths, divisors, strict=True)])
        for divisors in ([1, 1, 1], np.sqrt(widths), widths)
    )
    for name, expected in ((undivided, plain), (divided, by_root)):
        if np.abs(means - expected).max() < 0.03:
            return name
        if np.abs(means - expected[::-1]).max() < 0.03:
            return "upside down"
    if np.abs(means - by_width).max() < 0.03:
        return "divided by d_k"
    if np.abs(means - 1 / 6).max() < 0.02:
        return "mean weight"
    wanted = plain if undivided == "right" else by_root
    return "too few draws" if np.abs(means - wanted).max() < 0.1 else "other"


LARGEST_SLIPS = {
    "upside down": (
        "The three numbers stand in the wrong order.", "세 숫자의 순서가 거꾸로입니다.",
        "Give them for d_k = 4, 64 and 512, in this order.", "d_k가 4, 64, 512일 때의 순서로 적으세요.",
    ),
    "divided by d_k": (
        "You divided by d_k itself: the scores nearly vanish, and the weights become alike.",
        "d_k로 그대로 나누었습니다. 점수가 0에 가까워져 가중치가 다 비슷해집니다.",
        "How large is a typical dot product of width d_k: like d_k, or like its root?",
        "차원이 d_k인 내적의 크기는 보통 d_k쯤일까요, 그 제곱근쯤일까요?",
    ),
    "mean weight": (
        "This is the mean of all six weights, which is the same whatever you do.",
        "가중치 여섯 개 전체의 평균입니다. 무엇을 하든 똑같은 값이 나옵니다.",
        "Take the largest weight of each draw first, then the mean over the draws.",
        "뽑을 때마다 가장 큰 가중치를 고른 다음, 그 값들의 평균을 내세요.",
    ),
    "percent": (
        "These are percentages.", "백분율로 적었습니다.",
        "Write shares between 0 and 1.", "0과 1 사이의 수로 적으세요.",
    ),
    "too few draws": (
        "These numbers are of the right kind, but off by more than chance allows for 1,000 draws.",
        "비슷하지만 1,000번 뽑았을 때의 오차보다 더 벗어났습니다.",
        "Did you draw a new query and new keys every time, and average the largest weights?",
        "뽑을 때마다 쿼리와 키를 새로 뽑고, 가장 큰 가중치들의 평균을 냈나요?",
    ),
    "other": (
        "These are not the means.", "맞는 평균이 아닙니다.",
        "In four steps: draw, dot products, softmax over the six keys, largest weight. Then repeat.",
        "네 단계입니다. 뽑고, 내적을 구하고, 키 여섯 개에 대해 소프트맥스를 계산하고, 가장 큰 가중치를 고릅니다. "
        "그리고 되풀이합니다.",
    ),
}

WITHOUT_SLIPS = {
    **LARGEST_SLIPS,
    "divided": (
        "These are the means with the division.", "나누었을 때의 평균입니다.",
        "Leave the dot products as they are.", "내적을 그대로 두세요.",
    ),
}

WITH_SLIPS = {
    **LARGEST_SLIPS,
    "undivided": (
        "These are the means without the division.", "나누지 않았을 때의 평균입니다.",
        "Divide the dot products by the root of the width before the softmax.",
        "소프트맥스에 넣기 전에 내적을 차원의 제곱근으로 나누세요.",
    ),
}

RETRAINED_POINTS = [
    ("Do you report every seed, and the settings?", "시드마다 결과를 적고 설정도 밝혔나요?"),
    ("Do you say how large a dot product typically is at the width of one head of this model?",
     "이 모델의 헤드 하나의 차원에서 내적이 보통 얼마나 큰지 썼나요?"),
    ("Do you say what a saturated softmax does to the gradient?",
     "소프트맥스가 포화되면 기울기가 어떻게 되는지 썼나요?"),
    ("Do you keep apart what you measured here and what would happen at a width of 512?",
     "여기서 잰 것과, 차원이 512라면 일어날 일을 구별해서 썼나요?"),
]

# %% [markdown] solution
# --- en
# 1. Without the division: 0.57, 0.89 and 0.96. The dot products have a standard deviation of `sqrt(d_k)`, so at 512 one key
#    is nearly always far ahead.
# 2. With the division: 0.40, 0.42 and 0.42, at every width alike. (Means of 2,000 draws; your own may differ by 0.01.)
# 3. In our runs (15 epochs, 8,000 sequences, five seeds each) the transformer of the course, whose four heads are 12 wide,
#    solved the task with every seed with the division, at 1.000. Without it one of five did, and two were still on their way when
#    the budget ended (0.967, 0.888, 0.504, 0.389, 0.342). With a single head, 48 wide, it was five of five with the division and
#    none without it, all between 0.28 and 0.33. So taking the division out need not ruin a small model, but it slows training down
#    and makes it less reliable, the more so the wider a head is: dot products of width 12 are about 3.5 in size, those of width 48 about 7, and a
#    saturated softmax passes hardly any gradient on to queries and keys. At 512 it would be 23.
# --- ko
# 1. 나누지 않으면 0.57, 0.89, 0.96입니다. 내적의 표준편차가 `sqrt(d_k)`이므로 512에서는 거의 언제나 키 하나가 크게 앞섭니다.
# 2. 나누면 0.40, 0.42, 0.42로 차원이 얼마든 비슷합니다. 2,000번 뽑은 평균이므로 0.01쯤 다르게 나올 수 있습니다.
# 3. 실행해 보니(15에포크, 시퀀스 8,000개, 시드 다섯 개씩) 12차원 헤드가 네 개인 강의의 트랜스포머는 나눌 때 모든 시드가 1.000으로 과제를 풀었습니다.
#    나누지 않을 때는 다섯 가운데 하나만 풀었고, 둘은 훈련이 끝날 때 아직 올라가는 중이었습니다(0.967, 0.888, 0.504, 0.389, 0.342). 48차원 헤드 하나를
#    쓰면 나눌 때는 다섯 모두 풀었고, 나누지 않으면 하나도 풀지 못하고 모두 0.28에서 0.33 사이에 머물렀습니다. 나눗셈을 뺀다고 작은 모델이 반드시
#    망가지는 것은 아니지만 훈련이 느리고 불안정해지고, 헤드의 차원이 클수록 더 그렇습니다. 내적의 크기가 12차원에서는 3.5쯤, 48차원에서는 7쯤이고, 소프트맥스가 포화되면 쿼리와 키에
#    기울기가 거의 전달되지 않기 때문입니다. 512차원이라면 내적의 크기가 23쯤 됩니다.

# %% [markdown] grading
# --- en
# * 2 points: one for each row of three means, from many draws.
# * 1 point: the retraining is reported seed by seed.
# * 2 points: one for the size of dot products growing with the width of a head, one for saturation and vanishing gradients.
# * The result of the retraining is right whatever it is, as long as it was measured; "it must fail" without a run gets no
#   point for the report.
# --- ko
# * 2점: 여러 번 뽑아 구한 평균 세 개씩에 1점입니다.
# * 1점: 다시 훈련한 결과를 시드마다 보고했습니다.
# * 2점: 헤드의 차원이 클수록 내적이 커진다는 점, 소프트맥스가 포화되어 기울기가 사라진다는 점에 1점씩입니다.
# * 직접 재었다면 어떤 결과가 나와도 맞습니다. 훈련해 보지도 않고 "반드시 실패한다"라고 쓰면 보고 점수는 없습니다.

# %% answers
# Right answers, and wrong ones with their slips
WITHOUT_RIGHT = [[0.575, 0.893, 0.964], [0.57, 0.89, 0.96], (0.58, 0.89, 0.97)]
WITHOUT_WRONG = [
    ([0.40, 0.42, 0.42], "divided"),
    ([0.28, 0.19, 0.18], "divided by d_k"),
    ([0.964, 0.893, 0.575], "upside down"),
    ([0.167, 0.167, 0.167], "mean weight"),
    ([57, 89, 96], "percent"),
    ([0.5, 0.864, 1.0], "too few draws"),
    ([0.1, 0.1, 0.1], "other"),
    ([-1, 0.5, 0.5], "other"),
]
WITH_RIGHT = [[0.40, 0.42, 0.42], [0.399, 0.418, 0.418]]
WITH_WRONG = [
    ([0.57, 0.89, 0.96], "undivided"),
    ([0.28, 0.19, 0.18], "divided by d_k"),
    ([0.370, 0.349, 0.502], "too few draws"),
    ([0.167, 0.167, 0.167], "mean weight"),
]
