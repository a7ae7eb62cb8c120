# ruff: noqa: E501
"""M03.10.4, recall 5: a weight and its two thin factors."""

from exercises.reading import name_of, number

# %% [markdown] question
# --- en
# ### Recall 5: full weight, thin factors
#
# A weight is square, d x d with `d = 512`. In its place come two factors U (d, r) and V (r, d) with `r = 8`. How many numbers
# does the full weight store, and how many do the two factors store together?
# --- ko
# ### 되짚기 5: 원래 가중치와 얇은 행렬 두 개
#
# 가중치가 d × d 정사각 행렬이고 `d = 512`입니다. 이것을 얇은 행렬 두 개, U (d, r)과 V (r, d)의 곱으로 바꿉니다. `r = 8`입니다. 원래 가중치에는 숫자가 몇 개 들어
# 있고, U와 V에는 모두 몇 개가 들어 있을까요?

# %% [markdown] read-up
# --- en
# Code 5, section 7.
# --- ko
# Code 5의 7절.

# %% answer
# Your answers to recall 5
answer_full = None  # numbers in the full weight
answer_factors = None  # numbers in both factors together

# %% check
# Check of recall 5
def judge_full(answer, width=512):
    """A number for every pair of output and input."""
    return name_of(number(answer), {
        "right": width * width,
        "one side": width,
        "sides added": 2 * width,
        "doubled": 2 * width * width,
        "with biases": width * width + width,
    }, 0)


def judge_factors(answer, width=512, rank=8):
    """U has d rows of r numbers, V has r rows of d."""
    return name_of(number(answer), {
        "right": 2 * width * rank,
        "one factor": width * rank,
        "full": width * width,
        "rank squared": rank * rank,
        "product": width * width * rank,
        "quotient": width * width // rank,
        "doubled": 4 * width * rank,
        "sides added": 2 * (width + rank),
        "core": 2 * width * rank + rank * rank,
    }, 0)


FULL_SLIPS = {
    "one side": (
        "This is one side of the matrix.", "행렬의 한 변입니다.",
        "A matrix has rows and columns.", "행렬에는 행과 열이 있습니다.",
    ),
    "sides added": (
        "You added the sides.", "두 변을 더했습니다.",
        "There is a number for each pair of a row and a column.", "행과 열의 쌍마다 숫자가 하나씩 있습니다.",
    ),
    "doubled": (
        "You counted the matrix twice.", "행렬을 두 번 셌습니다.",
        "There is one weight.", "가중치는 하나입니다.",
    ),
    "with biases": (
        "You counted biases along.", "편향까지 셌습니다.",
        "Only the weight is asked for.", "가중치만 세면 됩니다.",
    ),
    "other": (
        "This is not the count.", "맞는 개수가 아닙니다.",
        "Rows times columns.", "행의 수에 열의 수를 곱하세요.",
    ),
}

FACTORS_SLIPS = {
    "one factor": (
        "You counted one factor, the other is forgotten.", "두 행렬 가운데 하나만 세고 다른 하나를 빠뜨렸습니다.",
        "There are U and V.", "U와 V가 있습니다.",
    ),
    "full": (
        "This is the full weight: their product, which is not stored.",
        "U와 V의 곱, 곧 원래 크기의 가중치입니다. 이것은 저장하지 않습니다.",
        "Count the numbers in U and in V.", "U와 V에 든 숫자를 세세요.",
    ),
    "rank squared": (
        "You squared the rank.", "랭크를 제곱했습니다.",
        "Only one side of each factor is as short as the rank.", "두 행렬은 저마다 한 변만 랭크만큼 짧습니다.",
    ),
    "product": (
        "You multiplied all sides together.", "모든 변을 곱했습니다.",
        "The factors are stored side by side: their counts add.", "두 행렬은 따로 저장하므로 개수를 더합니다.",
    ),
    "quotient": (
        "You divided the full weight by the rank.", "원래 가중치를 랭크로 나누었습니다.",
        "Count both factors: rows times columns, twice.", "U와 V를 세어 보세요. 행의 수 곱하기 열의 수를 두 번 합니다.",
    ),
    "doubled": (
        "You doubled once too often.", "2배를 한 번 더 했습니다.",
        "One factor has d times r numbers.", "얇은 행렬 하나에 숫자가 d × r개 있습니다.",
    ),
    "sides added": (
        "You added the sides.", "변들을 더했습니다.",
        "A matrix has a number for each pair of a row and a column.",
        "행렬에는 행과 열의 쌍마다 숫자가 하나씩 있습니다.",
    ),
    "core": (
        "You counted a small r x r matrix between the factors.", "두 행렬 사이에 작은 r × r 행렬이 있다고 보았습니다.",
        "There are two factors and nothing between them.", "행렬 두 개뿐이고 그 사이에는 아무것도 없습니다.",
    ),
    "other": (
        "This is not the count.", "맞는 개수가 아닙니다.",
        "Draw a tall thin matrix and a flat long one, and write the sides beside them.",
        "길쭉한 행렬과 납작한 행렬을 그리고 변의 길이를 적어 보세요.",
    ),
}

# %% [markdown] solution
# --- en
# d² = 262,144 against 2dr = 8,192: 3.1 % of the numbers. The product U V has rank 8 at most.
# --- ko
# d² = 262,144개와 2dr = 8,192개입니다. 3.1%만 남았습니다. 곱 U V의 랭크는 기껏해야 8입니다.

# %% [markdown] grading
# --- en
# * 1 point: the full weight.
# * 1 point: both factors; 0.5 points for one of them.
# --- ko
# * 1점: 원래 가중치의 개수가 맞습니다.
# * 1점: 두 행렬을 모두 셌습니다. 하나만 셌으면 0.5점입니다.

# %% answers
# Right answers, and wrong ones with their slips
FULL_RIGHT = [262_144, 512**2]
FULL_WRONG = [
    (512, "one side"),
    (1024, "sides added"),
    (524_288, "doubled"),
    (262_656, "with biases"),
    (8192, "other"),
]
FACTORS_RIGHT = [8192]
FACTORS_WRONG = [
    (4096, "one factor"),
    (262_144, "full"),
    (64, "rank squared"),
    (2_097_152, "product"),
    (32_768, "quotient"),
    (16_384, "doubled"),
    (1040, "sides added"),
    (8256, "core"),
    (8000, "other"),
]
