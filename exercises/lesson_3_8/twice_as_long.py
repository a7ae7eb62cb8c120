# ruff: noqa: E501
"""3-8, question 5: the scores of a document twice as long."""

from exercises.reading import name_of, number

# %% [markdown] question
# --- en
# ### Question 5: a document twice as long
#
# A document grows from 4,096 to 8,192 tokens. By which factor does the number of attention scores grow?
# --- ko
# ### 확인 문제 5: 문서가 두 배로 길어지면
#
# 문서가 토큰 4,096개에서 8,192개로 길어졌습니다. 어텐션 점수의 개수는 몇 배가 될까요?

# %% [markdown] read-up
# --- en
# Code 1, section 3: the heat map of the five words has a field for every pair of words. Code 2, section 5, at the end.
# --- ko
# Code 1의 3절. 다섯 단어의 히트맵에는 단어 쌍마다 칸이 하나씩 있습니다. Code 2의 5절 끝부분도 보세요.

# %% answer
# Your answer to question 5
answer_factor = None  # a number

# %% check
# Check of question 5
def judge_factor(answer):
    """The factor times the scores of the short document are those of the long one: a score for each query and key."""
    short, long = 4096, 8192
    return name_of(number(answer), {
        "right": long**2 / short**2,
        "doubled": long / short,
        "cubed": long**3 / short**3,
        "fourth power": long**4 / short**4,
        "unchanged": 1,
        "upside down": short**2 / long**2,
        "increase": (long**2 - short**2) / short**2,
        "count": long**2,
        "count of the short one": short**2,
        "difference": long**2 - short**2,
    }, 1e-6)


FACTOR_SLIPS = {
    "doubled": (
        "You expect twice the length to cost twice as much.", "길이가 2배니까 점수도 2배라고 본 답입니다.",
        "There are twice as many queries. And how many keys does each of them meet now?",
        "쿼리가 2배로 늘었습니다. 그러면 쿼리 하나가 만나는 키는 몇 개가 되었나요?",
    ),
    "cubed": (
        "You let three things grow with the length.", "길이와 함께 늘어나는 것을 셋으로 세었습니다.",
        "A score belongs to a query and a key. The width of the vectors stays.",
        "점수 하나는 쿼리 하나와 키 하나에 딸려 있습니다. 벡터의 차원은 그대로입니다.",
    ),
    "fourth power": (
        "You squared once too often.", "제곱을 한 번 더 했습니다.",
        "Count the fields of the heat map for 5 words and for 10.",
        "단어 5개일 때와 10개일 때 히트맵의 칸 수를 세어 보세요.",
    ),
    "unchanged": (
        "You expect no change, as with the parameters.", "파라미터처럼 그대로라고 본 답입니다.",
        "Parameters do not depend on the length; scores are computed anew for every pair of tokens.",
        "파라미터는 길이와 관계가 없지만, 점수는 토큰 쌍마다 새로 계산합니다.",
    ),
    "upside down": (
        "You divided the short one by the long one.", "짧은 쪽을 긴 쪽으로 나누었습니다.",
        "The factor by which something grows is larger than 1.", "늘어나는 배수는 1보다 큽니다.",
    ),
    "increase": (
        "This is the increase: what comes on top of the old number.", "늘어난 만큼만 적었습니다.",
        "The factor takes the old number to the new one.", "처음 개수에 곱하면 나중 개수가 되는 수를 적으세요.",
    ),
    "count": (
        "This is the number of scores of the long document.", "긴 문서의 점수 개수입니다.",
        "Divide it by the number for the short one.", "짧은 문서의 점수 개수로 나누어 보세요.",
    ),
    "count of the short one": (
        "This is the number of scores of the short document.", "짧은 문서의 점수 개수입니다.",
        "Work out the same for the long one, and compare.", "긴 문서도 같은 방법으로 구해서 비교해 보세요.",
    ),
    "difference": (
        "This is how many scores are added.", "늘어난 점수의 개수입니다.",
        "A factor is asked for: divide instead of subtracting.", "몇 배인지 묻고 있습니다. 빼지 말고 나누세요.",
    ),
    "other": (
        "This is not the factor.", "맞는 배수가 아닙니다.",
        "Try it small: how many scores do 3 tokens need, how many do 6?",
        "작은 수로 해 보세요. 토큰 3개와 6개는 점수가 각각 몇 개인가요?",
    ),
}

# %% [markdown] solution
# --- en
# 4 times: (2n)² = 4n². The count goes from 4,096² = 16,777,216 to 8,192² = 67,108,864. This holds for every head and every
# layer, and for the memory of the scores as well.
# --- ko
# 4배입니다. (2n)² = 4n²이기 때문입니다. 점수는 4,096² = 16,777,216개에서 8,192² = 67,108,864개로 늘어납니다. 헤드마다, 층마다 그렇고, 점수를
# 담는 메모리도 마찬가지입니다.

# %% [markdown] grading
# --- en
# * 1 point: the factor.
# * 1 point where a reason is asked for in class: a score for every pair of query and key.
# --- ko
# * 1점: 배수가 맞습니다.
# * 1점: 수업에서 까닭도 물었다면, 쿼리와 키의 쌍마다 점수가 하나씩 있다는 점을 말했습니다.

# %% answers
# Right answers, and wrong ones with their slips
FACTOR_RIGHT = [4, 4.0]
FACTOR_WRONG = [
    (2, "doubled"),
    (8, "cubed"),
    (16, "fourth power"),
    (1, "unchanged"),
    (0.25, "upside down"),
    (3, "increase"),
    (67_108_864, "count"),
    (16_777_216, "count of the short one"),
    (50_331_648, "difference"),
    (4096, "other"),
]
