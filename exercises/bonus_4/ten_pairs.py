# ruff: noqa: E501
"""Bonus 4, exercise 4: associative recall with ten pairs."""

from exercises.counting import commonest_share
from exercises.reading import name_of, number

# %% [markdown] question
# --- en
# ### Exercise 4: ten pairs
#
# Raise the number of pairs in Code 3 from 5 to 10 and train both models again.
#
# The keys of a list are all different, so the 7 keys of the course are too few: take 14 (that is our change). There are
# still 8 values.
#
# 1. How many tokens long is a sequence now?
# 2. What is the best accuracy to expect from a model that knows which values are listed, but not where? Two decimals.
# 3. Report the accuracies of both models with some seeds. Does the transformer hold? Does the GRU get worse? Compare each with
#    the numbers of question 2 and with guessing.
# --- ko
# ### 연습 문제 4: 키-값 쌍 10개
#
# Code 3에서 키-값 쌍을 5개에서 10개로 늘리고 두 모델을 다시 훈련하세요.
#
# 한 목록의 키는 모두 달라야 하므로 강의의 키 7개로는 모자랍니다. 여기서는 14개로 늘립니다(이 과정에서 바꾼 설정입니다). 값은 그대로 여덟
# 가지입니다.
#
# 1. 시퀀스는 이제 토큰 몇 개일까요?
# 2. 어떤 값들이 있는지는 알지만 어디에 있는지는 모르는 모델이라면, 바랄 수 있는 가장 높은 정확도는 얼마일까요? 소수 둘째 자리까지 적으세요.
# 3. 시드를 바꾸어 가며 두 모델의 정확도를 보고하세요. 트랜스포머는 버티나요? GRU는 더 나빠지나요? 2번의 값, 그리고 찍을 때의 값과
#    비교하세요.

# %% [markdown] read-up
# --- en
# Code 3, sections 5 and 6; exercise 3 for question 2.
# --- ko
# Code 3의 5절과 6절. 2번은 연습 문제 3을 보세요.

# %% answer
# Your answers to exercise 4
answer_length = None  # a number of tokens
answer_ten_ceiling = None  # a number
answer_ten_report = None  # your accuracies and three sentences, in quotation marks

# %% check
# Check of exercise 4
def judge_length(answer):
    """Two tokens for each pair, then the query token and the key that is asked for."""
    return name_of(number(answer), {
        "right": 2 * 10 + 2,
        "unchanged": 2 * 5 + 2,
        "doubled": 2 * (2 * 5 + 2),
        "pairs only": 2 * 10,
        "one missing": 2 * 10 + 1,
        "keys": 14,
        "with the answer": 2 * 10 + 3,
    }, 0)


def judge_ten_ceiling(answer):
    """The expected share of the commonest of ten values."""
    share = number(answer)
    if abs(share / 100 - commonest_share(10, 8)) < 0.006:
        return "percent"
    return name_of(share, {
        "right": commonest_share(10, 8),
        "unchanged": commonest_share(5, 8),
        "halved": commonest_share(5, 8) / 2,
        "guessing": 1 / 8,
        "one of ten": 1 / 10,
        "any listed value": 1 / 10 + 9 / 10 / 8,
        "keys counted": commonest_share(10, 14),
        "a count": 10 * commonest_share(10, 8),
        "order is known": 1,
    }, 0.006)


LENGTH_SLIPS = {
    "unchanged": (
        "This is the length with five pairs.", "쌍이 5개일 때의 길이입니다.",
        "Which part of the sequence grows with the pairs?", "쌍이 늘면 시퀀스의 어느 부분이 늘어나나요?",
    ),
    "doubled": (
        "You doubled the whole sequence.", "시퀀스 전체를 2배로 늘렸습니다.",
        "The question at the end does not grow with the list.", "끝에 붙는 질문은 목록이 늘어도 그대로입니다.",
    ),
    "pairs only": (
        "These are the tokens of the pairs.", "키-값 쌍의 토큰만 셌습니다.",
        "What comes after the list?", "목록 뒤에 무엇이 오나요?",
    ),
    "one missing": (
        "A token of the question at the end is missing.", "끝에 붙는 질문에서 토큰 하나가 빠졌습니다.",
        "How does a sequence say that a question comes, and what it asks for?",
        "질문이 나온다는 표시는 무엇이고, 무엇을 묻는지는 어떻게 알려 주나요?",
    ),
    "keys": (
        "This is the number of different keys.", "서로 다른 키의 개수입니다.",
        "How many tokens stand in one sequence?", "시퀀스 하나에 토큰이 몇 개 놓이는지 세어 보세요.",
    ),
    "with the answer": (
        "You counted the answer along.", "정답까지 셌습니다.",
        "The answer is the target; the model does not see it.", "정답은 타깃이고 모델에게 보여 주지 않습니다.",
    ),
    "other": (
        "This is not the length.", "맞는 길이가 아닙니다.",
        "Write a sequence with two pairs down and count; then think of ten.",
        "쌍이 두 개인 시퀀스를 적어 세어 본 다음 열 개로 늘려 보세요.",
    ),
}

TEN_CEILING_SLIPS = {
    "unchanged": (
        "This is the ceiling with five pairs.", "쌍이 5개일 때의 한계입니다.",
        "With more draws, does one value stand out more, or do the shares even out?",
        "많이 뽑을수록 한 값의 비율이 두드러질까요, 고르게 될까요?",
    ),
    "halved": (
        "You expect twice the pairs to halve the ceiling.", "쌍이 2배니까 한계는 절반이라고 본 답입니다.",
        "The commonest of ten values occurs more often than the commonest of five.",
        "열 개 가운데 가장 흔한 값은 다섯 개 가운데 가장 흔한 값보다 여러 번 나옵니다.",
    ),
    "guessing": (
        "This is guessing among all eight values.", "값 여덟 가지 가운데 아무거나 찍을 때의 값입니다.",
        "The list shows which value is common.", "목록을 보면 어떤 값이 흔한지 알 수 있습니다.",
    ),
    "one of ten": (
        "You pick one of ten places and count only that place.",
        "열 자리 가운데 하나를 고르고 그 자리가 맞는 경우만 셌습니다.",
        "With ten draws from eight values some must repeat.", "여덟 가지에서 열 번 뽑으면 반드시 겹치는 값이 있습니다.",
    ),
    "any listed value": (
        "You name any listed value, each place equally often.", "목록의 값 가운데 아무거나 골랐을 때의 값입니다.",
        "Which of the listed values is the best bet?", "목록에 있는 값 가운데 어느 것에 거는 것이 가장 나은가요?",
    ),
    "keys counted": (
        "You drew the values from as many as there are keys.", "값을 키의 개수만큼의 종류에서 뽑았습니다.",
        "How many different values are there?", "값은 모두 몇 가지인가요?",
    ),
    "a count": (
        "This is how often the commonest value occurs.", "가장 흔한 값이 나오는 횟수입니다.",
        "Which share of the ten places is that?", "열 자리 가운데 얼마를 차지하나요?",
    ),
    "order is known": (
        "You expect that the order is known anyway.", "순서는 어차피 알고 있다고 생각한 답입니다.",
        "The question is about a model that does not know where the values stand.",
        "값이 어디에 있는지 모르는 모델을 묻고 있습니다.",
    ),
    "percent": (
        "This is a percentage.", "백분율로 적었습니다.",
        "Write a share between 0 and 1.", "0과 1 사이의 수로 적으세요.",
    ),
    "other": (
        "This is not the ceiling.", "맞는 한계가 아닙니다.",
        "Simulate: draw ten values from eight, count the commonest, and average over many lists.",
        "시뮬레이션해 보세요. 여덟 가지에서 값 열 개를 뽑아 가장 흔한 값을 세고, 여러 목록에 걸쳐 평균을 내면 됩니다.",
    ),
}

TEN_REPORT_POINTS = [
    ("Do you report every seed of both models?", "두 모델 모두 시드마다 결과를 적었나요?"),
    ("Do you compare with guessing, and with the ceiling of whoever does not know the order?",
     "찍을 때의 값, 순서를 모를 때의 한계와 비교했나요?"),
    ("Do you say what each model has to keep, and where?", "모델마다 무엇을 어디에 간직해야 하는지 썼나요?"),
    ("Do you name the budget, and avoid \"cannot\"?", "훈련 조건을 밝히고 '할 수 없다'라는 말은 피했나요?"),
]

# %% [markdown] solution
# --- en
# 1. 2 x 10 + 2 = 22 tokens.
# 2. 0.30: the commonest of ten values occurs 3.02 times on average. More pairs make the bet worse, because shares even out.
# 3. In our runs with the course's budget (8,000 sequences, 15 epochs, three seeds) neither model held: transformer 0.369, 0.284
#    and 0.230, GRU 0.246, 0.245 and 0.244, above guessing and, but for one run, below the ceiling. On the sequences they were
#    trained on they ended between 0.49 and 0.57: much of what they learned was these sequences by heart. With 32,000 sequences
#    and again 15 epochs the transformer solved the task with two seeds (1.000, 1.000) and reached 0.625 with the third, and the
#    GRU stayed at 0.272, 0.240 and 0.251. A longer list is more ways to be wrong before the look-up is found, so it takes more data; once found, it works at
#    any place of the list. The GRU has to hold ten pairs in 96 numbers until the question comes. (In this budget: that says
#    nothing about what a larger GRU with more data would do.)
# --- ko
# 1. 2 × 10 + 2 = 22개입니다.
# 2. 0.30입니다. 열 개 가운데 가장 흔한 값은 평균 3.02번 나옵니다. 쌍이 늘면 값의 비율이 고르게 되어 승산이 줄어듭니다.
# 3. 강의의 조건(시퀀스 8,000개, 15에포크)에서 시드 세 개로 실행해 보니 두 모델 모두 버티지 못했습니다. 트랜스포머는 0.369, 0.284, 0.230, GRU는
#    0.246, 0.245, 0.244로, 찍는 것보다는 높았고 하나만 빼면 한계보다 낮았습니다. 그런데 훈련에 쓴 시퀀스에서는 0.49에서 0.57 사이였으니, 배운
#    것의 많은 부분은 그 시퀀스를 외운 것입니다. 에포크는 그대로 두고 시퀀스를 32,000개로 늘리자 트랜스포머는 시드 둘에서 과제를
#    풀었고(1.000, 1.000) 하나는 0.625까지 올라갔으며, GRU는 0.272, 0.240, 0.251에 머물렀습니다. 목록이 길면 찾는 방법을 알아내기까지 빗나갈 일이 더 많아 데이터가
#    더 필요하지만, 일단 알아내면 목록의 어느 자리에서나 통합니다. GRU는 질문이 나올 때까지 쌍 10개를 숫자 96개에 담아 두어야 합니다. 이 조건에서
#    그렇다는 뜻이고, 더 큰 GRU를 더 많은 데이터로 훈련하면 어떻게 되는지는 이 실험으로 알 수 없습니다.

# %% [markdown] grading
# --- en
# * 1 point: the length.
# * 1 point: the ceiling.
# * 3 points: one for accuracies of both models, seed by seed; one for comparing them with guessing and ceiling; one for the
#   reason, a fixed state against a look at the list.
# --- ko
# * 1점: 길이가 맞습니다.
# * 1점: 한계가 맞습니다.
# * 3점: 두 모델의 정확도를 시드마다 적으면 1점, 찍을 때의 값, 한계와 비교하면 1점, 까닭(크기가 정해진 상태와 목록을 다시 보는 것의 차이)을
#   쓰면 1점입니다.

# %% answers
# Right answers, and wrong ones with their slips
LENGTH_RIGHT = [22]
LENGTH_WRONG = [
    (12, "unchanged"),
    (24, "doubled"),
    (20, "pairs only"),
    (21, "one missing"),
    (14, "keys"),
    (23, "with the answer"),
    (11, "other"),
]
TEN_CEILING_RIGHT = [0.30, 0.302]
TEN_CEILING_WRONG = [
    (0.386, "unchanged"),
    (0.193, "halved"),
    (0.125, "guessing"),
    (0.1, "one of ten"),
    (0.2125, "any listed value"),
    (0.243, "keys counted"),
    (3.02, "a count"),
    (1, "order is known"),
    (30.2, "percent"),
    (0.5, "other"),
]
