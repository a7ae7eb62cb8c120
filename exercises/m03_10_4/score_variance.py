# ruff: noqa: E501
"""M03.10.4, recall 4: why scores are divided by sqrt(d_h)."""

from exercises.reading import name_of, number

# %% [markdown] question
# --- en
# ### Recall 4: why the division
#
# The entries of a query and of a key are independent, with mean 0 and variance 1. A head is `d_h = 64` wide.
#
# 1. What is the variance of the score `q . k` before the division?
# 2. And after the division by `sqrt(d_h)`?
# 3. Say in one or two sentences why it is divided.
# --- ko
# ### 되짚기 4: 왜 나눌까요?
#
# 쿼리와 키의 칸에 든 숫자는 서로 독립이고 평균이 0, 분산이 1입니다. 헤드의 차원은 `d_h = 64`입니다.
#
# 1. 나누기 전 점수 `q · k`의 분산은 얼마일까요?
# 2. `sqrt(d_h)`로 나눈 다음에는 얼마일까요?
# 3. 왜 나누는지 한두 문장으로 쓰세요.

# %% [markdown] read-up
# --- en
# Code 5, section 4; Code 1, section 8.
# --- ko
# Code 5의 4절, Code 1의 8절.

# %% answer
# Your answers to recall 4
answer_variance = None  # before the division
answer_variance_after = None  # after the division
answer_division_reason = None  # one or two sentences in quotation marks

# %% check
# Check of recall 4
def judge_variance(answer, width=64):
    """A sum of d_h independent products, each of variance 1."""
    variance = number(answer)
    if 0 < variance < 0.5:
        return "after"
    return name_of(variance, {
        "right": width,
        "standard deviation": width**0.5,
        "one product": 1,
        "mean": 0,
        "squared": width**2,
        "doubled": 2 * width,
    }, 0.5)


def judge_variance_after(answer, width=64):
    """Dividing by a number divides the variance by its square."""
    return name_of(number(answer), {
        "right": 1,
        "divided once": width**0.5,
        "unchanged": width,
        "divided by d_h": 1 / width,
        "of a normalized score": 1 / width**0.5,
        "mean": 0,
    }, 0.01)


VARIANCE_SLIPS = {
    "standard deviation": (
        "This is the standard deviation, the typical size of a score.", "표준편차, 곧 점수의 보통 크기입니다.",
        "The variance is its square.", "분산은 그 제곱입니다.",
    ),
    "one product": (
        "This is the variance of a single product.", "곱 하나의 분산입니다.",
        "How many of them are added up, and what happens to variances when independent terms are added?",
        "곱을 몇 개 더하나요? 독립인 항들을 더하면 분산은 어떻게 되나요?",
    ),
    "mean": (
        "This is the mean.", "평균을 적었습니다.",
        "How far do scores scatter around it?", "점수가 평균에서 얼마나 흩어지는지 묻고 있습니다.",
    ),
    "squared": (
        "You squared the width.", "차원을 제곱했습니다.",
        "Variances of independent terms add; they do not multiply.", "독립인 항의 분산은 곱하지 않고 더합니다.",
    ),
    "doubled": (
        "You added the variances of query and key.", "쿼리와 키의 분산을 더했습니다.",
        "They are multiplied: what is the variance of a product of two independent entries with mean 0 and variance 1?",
        "쿼리와 키는 곱합니다. 평균이 0이고 분산이 1인 독립인 두 수를 곱하면 분산은 얼마인가요?",
    ),
    "after": (
        "You divided, by the width or by its root.", "차원이나 차원의 제곱근으로 나누었습니다.",
        "Here nothing has been divided yet.", "여기서는 아직 나누지 않았습니다.",
    ),
    "other": (
        "This is not the variance.", "맞는 분산이 아닙니다.",
        "Start with one product, then add up. Or draw 20,000 pairs and let NumPy compute it.",
        "곱 하나에서 시작해 더해 보세요. 20,000쌍을 뽑아 넘파이로 재어 볼 수도 있습니다.",
    ),
}

VARIANCE_AFTER_SLIPS = {
    "divided once": (
        "You divided the variance by the number by which the score is divided.",
        "점수를 나눈 수로 분산을 한 번만 나누었습니다.",
        "Dividing a quantity by a number divides its variance by the square of that number.",
        "값을 어떤 수로 나누면 분산은 그 수의 제곱으로 나누어집니다.",
    ),
    "unchanged": (
        "This is the variance before the division.", "나누기 전의 분산입니다.",
        "Smaller scores scatter less.", "점수가 작아지면 덜 흩어집니다.",
    ),
    "divided by d_h": (
        "This would be the variance after dividing by d_h itself.", "d_h로 그대로 나누었을 때의 분산입니다.",
        "There is a root in the formula.", "식에는 제곱근이 있습니다.",
    ),
    "of a normalized score": (
        "You started from a score whose variance is small already.", "처음부터 분산이 작은 점수에서 시작했습니다.",
        "Start from your answer to the first question.", "첫 번째 답에서 시작하세요.",
    ),
    "mean": (
        "This is the mean.", "평균을 적었습니다.",
        "How far do the divided scores scatter around it?", "나눈 점수가 평균에서 얼마나 흩어지는지 묻고 있습니다.",
    ),
    "other": (
        "This is not the variance.", "맞는 분산이 아닙니다.",
        "Start from your answer to the first question, and divide by the square of sqrt(d_h).",
        "첫 번째 답에서 시작해 sqrt(d_h)의 제곱으로 나누세요.",
    ),
}

DIVISION_REASON_POINTS = [
    ("Do you say how the size of a score grows with the width?", "차원이 커지면 점수의 크기가 어떻게 되는지 썼나요?"),
    ("Do you say what large scores do to the softmax and to its gradient?",
     "점수가 크면 소프트맥스와 그 기울기가 어떻게 되는지 썼나요?"),
]

# %% [markdown] solution
# --- en
# 1. 64: each product of two independent entries has mean 0 and variance 1, and the variances of 64 independent products add up.
# 2. 1: dividing by 8 divides the variance by 64.
# 3. A raw score is typically `sqrt(d_h)` in size, 8 here. Scores that large drive the softmax to its ends, where nearly all
#    weight is on one key and the gradient is close to 0. The division makes the size independent of the width.
# --- ko
# 1. 64입니다. 독립인 두 수의 곱은 평균이 0, 분산이 1이고, 독립인 곱 64개의 분산은 더해집니다.
# 2. 1입니다. 8로 나누면 분산은 64로 나누어집니다.
# 3. 나누지 않은 점수는 크기가 보통 `sqrt(d_h)`, 여기서는 8쯤입니다. 점수가 이만큼 크면 소프트맥스가 끝으로 쏠려 거의 모든 가중치가 키 하나에
#    몰리고 기울기가 0에 가까워집니다. 나누고 나면 점수의 크기가 차원과 관계없어집니다.

# %% [markdown] grading
# --- en
# * 1 point: both variances.
# * 1 point: the reason, with saturation or the small gradient.
# --- ko
# * 1점: 두 분산이 맞습니다.
# * 1점: 포화되거나 기울기가 작아진다는 까닭을 썼습니다.

# %% answers
# Right answers, and wrong ones with their slips
VARIANCE_RIGHT = [64, 64.3]
VARIANCE_WRONG = [
    (8, "standard deviation"),
    (1, "one product"),
    (0, "mean"),
    (4096, "squared"),
    (128, "doubled"),
    (1 / 64, "after"),
    (1 / 8, "after"),
    (32, "other"),
]
VARIANCE_AFTER_RIGHT = [1, 1.004]
VARIANCE_AFTER_WRONG = [
    (8, "divided once"),
    (64, "unchanged"),
    (1 / 64, "divided by d_h"),
    (0.125, "of a normalized score"),
    (0, "mean"),
    (2, "other"),
]
