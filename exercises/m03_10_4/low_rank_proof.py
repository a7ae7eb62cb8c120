# ruff: noqa: E501
"""M03.10.4, exercise 3: the rank of two thin factors, and what they save."""

from exercises.reading import name_of, number

# %% [markdown] question
# --- en
# ### Exercise 3: rank, share, cost
#
# U has the shape (d, r) and V the shape (r, d).
#
# 1. Prove that the rank of U V is at most r, in a few sentences.
# 2. For d = 4,096 and r = 16: which share of the d x d parameters is left, as a fraction between 0 and 1?
# 3. How many multiply-adds does the cheap order take for one example, first with V and then with U?
# --- ko
# ### 연습 문제 3: 랭크, 비율, 비용
#
# U의 shape는 (d, r), V의 shape는 (r, d)입니다.
#
# 1. U V의 랭크가 r을 넘지 않음을 몇 문장으로 증명하세요.
# 2. d = 4,096, r = 16이면 d × d개의 파라미터 가운데 얼마가 남을까요? 0과 1 사이의 비율로 적으세요.
# 3. 먼저 V, 다음에 U를 곱하는, 계산량이 적은 순서로 계산하면 예제 하나에 곱셈-누산이 몇 번 필요할까요?

# %% [markdown] read-up
# --- en
# Code 5, section 7.
# --- ko
# Code 5의 7절.

# %% answer
# Your answers to exercise 3
answer_proof = None  # a few sentences in quotation marks
answer_share = None  # a fraction between 0 and 1
answer_cheap = None  # a number of multiply-adds

# %% check
# Check of exercise 3
def judge_share(answer, width=4096, rank=16):
    """The numbers of both factors, divided by those of the full weight."""
    share = number(answer)
    right = 2 * width * rank / width**2
    for name, value in (
        ("right", right),
        ("one factor", right / 2),
        ("doubled", 2 * right),
        ("percent", 100 * right),
        ("upside down", 1 / right),
        ("saved", 1 - right),
        ("rank squared", rank**2 / width**2),
        ("the count", 2 * width * rank),
    ):
        if abs(share - value) <= (0.0005 if name == "saved" else 0.02 * value):
            return name
    return "other"


def judge_cheap(answer, width=4096, rank=16):
    """V takes d times r multiply-adds, and so does U."""
    return name_of(number(answer), {
        "right": 2 * width * rank,
        "one factor": width * rank,
        "full": width * width,
        "dear order": width * width * rank + width * width,
        "dear order, product only": width * width * rank,
        "rank squared": 2 * width * rank * rank,
        "counted twice": 4 * width * rank,
    }, 0)


PROOF_POINTS = [
    ("Do you say what a column of U V is, in terms of the columns of U?", "U V의 열을 U의 열로 나타냈나요?"),
    ("Do you say in which space all these columns lie, and how large its dimension can be?",
     "그 열들이 모두 어느 공간에 들어 있고, 그 공간의 차원이 얼마를 넘지 않는지 썼나요?"),
    ("Do you connect that dimension with the rank?", "그 차원을 랭크와 연결했나요?"),
]

SHARE_SLIPS = {
    "one factor": (
        "You counted one factor, the other is forgotten.", "두 행렬 가운데 하나만 세고 다른 하나를 빠뜨렸습니다.",
        "There are U and V.", "U와 V가 있습니다.",
    ),
    "doubled": (
        "You doubled once too often.", "2배를 한 번 더 했습니다.",
        "One factor has d times r numbers, the full weight d times d.",
        "얇은 행렬 하나에 d × r개, 원래 가중치에 d × d개가 있습니다.",
    ),
    "percent": (
        "This is a percentage.", "백분율로 적었습니다.",
        "A fraction between 0 and 1 is asked for.", "0과 1 사이의 비율로 적으세요.",
    ),
    "upside down": (
        "You divided the full weight by the factors.", "원래 개수를 남은 개수로 나누었습니다.",
        "A share of something is smaller than 1.", "남은 비율은 1보다 작습니다.",
    ),
    "saved": (
        "This is the share that is saved.", "줄어든 비율입니다.",
        "The share that is left is asked for.", "남은 비율을 적으세요.",
    ),
    "rank squared": (
        "You squared the rank and divided by the full weight.", "랭크를 제곱해서 원래 가중치로 나누었습니다.",
        "Only one side of each factor is as short as the rank.", "두 행렬은 저마다 한 변만 랭크만큼 짧습니다.",
    ),
    "the count": (
        "This is the number of parameters that are left.", "남은 파라미터의 개수입니다.",
        "Divide it by the number before.", "원래 개수로 나누세요.",
    ),
    "other": (
        "This is not the share.", "맞는 비율이 아닙니다.",
        "Write both counts with letters first, and cancel.", "두 개수를 글자로 먼저 적고 약분해 보세요.",
    ),
}

CHEAP_SLIPS = {
    "one factor": (
        "You counted one of two steps.", "두 단계 가운데 하나만 셌습니다.",
        "First with V, then with U.", "먼저 V, 다음에 U를 곱합니다.",
    ),
    "full": (
        "This is the cost with the full weight.", "원래 가중치로 계산할 때의 횟수입니다.",
        "Never multiply U and V with each other.", "U와 V를 서로 곱하지 마세요.",
    ),
    "dear order": (
        "You multiplied U and V first: that is the dear order, dearer than the full weight.",
        "U와 V를 먼저 곱했습니다. 원래 가중치를 쓸 때보다도 계산량이 많은 순서입니다.",
        "Let the example meet V first: how many numbers are left after that?",
        "예제를 먼저 V와 곱하세요. 그러면 숫자가 몇 개 남나요?",
    ),
    "dear order, product only": (
        "This is the cost of multiplying U and V with each other.", "U와 V를 서로 곱하는 데 드는 횟수입니다.",
        "Let the example meet V first: how many numbers are left after that?",
        "예제를 먼저 V와 곱하세요. 그러면 숫자가 몇 개 남나요?",
    ),
    "rank squared": (
        "You counted the rank twice in each step.", "단계마다 랭크를 두 번 곱했습니다.",
        "Each step has one input axis and one output axis.", "단계마다 입력 축 하나와 출력 축 하나가 있습니다.",
    ),
    "counted twice": (
        "You counted multiplications and additions apart.", "곱셈과 덧셈을 따로 셌습니다.",
        "A multiply-add is both in one.", "곱셈-누산은 둘을 합쳐 한 번입니다.",
    ),
    "other": (
        "This is not the count.", "맞는 횟수가 아닙니다.",
        "Two steps: from d numbers to r, and from r to d.", "두 단계입니다. 숫자 d개에서 r개로, r개에서 d개로 갑니다.",
    ),
}

# %% [markdown] solution
# --- en
# 1. Column i of U V is U times column i of V, a combination of the r columns of U. So all columns of U V lie in the column space
#    of U, whose dimension is at most r. The rank of U V is the dimension of its own column space, which is part of that one.
# 2. 2dr / d² = 2r / d = 1/128, about 0.0078.
# 3. dr + rd = 131,072, against d² = 16,777,216 with the full weight: the same share.
# --- ko
# 1. U V의 i열은 U에 V의 i열을 곱한 것이므로 U의 열 r개를 섞은 것입니다. 따라서 U V의 모든 열은 U의 열공간에 들어 있고, 이 공간의 차원은 r을 넘지
#    않습니다. U V의 랭크는 U V의 열공간의 차원인데, 이 열공간은 U의 열공간의 일부이므로 랭크도 r을 넘지 않습니다.
# 2. 2dr / d² = 2r / d = 1/128, 약 0.0078입니다.
# 3. dr + rd = 131,072번입니다. 원래 가중치로는 d² = 16,777,216번이므로 같은 비율입니다.

# %% [markdown] grading
# --- en
# * 2 points: the proof; 1 of them if only the columns of U V are described.
# * 1 point: the share.
# * 1 point: the multiply-adds, in the cheap order.
# --- ko
# * 2점: 증명이 맞습니다. U V의 열이 무엇인지까지만 썼으면 1점입니다.
# * 1점: 비율이 맞습니다.
# * 1점: 계산량이 적은 순서로 구한 곱셈-누산 횟수가 맞습니다.

# %% answers
# Right answers, and wrong ones with their slips
SHARE_RIGHT = [1 / 128, 0.0078]
SHARE_WRONG = [
    (0.0039, "one factor"),
    (0.0156, "doubled"),
    (0.78, "percent"),
    (128, "upside down"),
    (0.992, "saved"),
    (1.5e-5, "rank squared"),
    (131_072, "the count"),
    (0.5, "other"),
]
CHEAP_RIGHT = [131_072]
CHEAP_WRONG = [
    (65_536, "one factor"),
    (16_777_216, "full"),
    (285_212_672, "dear order"),
    (268_435_456, "dear order, product only"),
    (2_097_152, "rank squared"),
    (262_144, "counted twice"),
    (1_000_000, "other"),
]
