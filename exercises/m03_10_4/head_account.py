# ruff: noqa: E501
"""M03.10.4, exercise 2: shapes and cost of the scores with eight heads."""

from exercises.reading import Unreadable, name_of, number, shape

# %% [markdown] question
# --- en
# ### Exercise 2: eight heads, step by step
#
# Attention has B = 8, T = 128, d = 512 and 8 heads.
#
# 1. How wide is a head?
# 2. Queries start as (8, 128, 512). Which shapes do they have after the split of the last axis and after the transpose, and which
#    shape do the scores have?
# 3. How many multiply-adds does the einsum of the scores take?
# 4. How many would it take with a single head of width 512?
# --- ko
# ### 연습 문제 2: 헤드 여덟 개를 한 단계씩
#
# B = 8, T = 128, d = 512이고 헤드가 8개인 어텐션이 있습니다.
#
# 1. 헤드 하나의 차원은 얼마일까요?
# 2. 쿼리의 shape는 (8, 128, 512)에서 시작합니다. 마지막 축을 자른 다음, 축 순서를 바꾼 다음의 shape와, 점수의 shape는 무엇일까요?
# 3. 점수를 구하는 `einsum`에는 곱셈-누산이 몇 번 필요할까요?
# 4. 512차원 헤드 하나로 계산하면 몇 번일까요?

# %% [markdown] read-up
# --- en
# Code 5, sections 2 and 6.
# --- ko
# Code 5의 2절과 6절.

# %% answer
# Your answers to exercise 2
answer_head_width = None  # a number
answer_steps = None  # three shapes: [(...), (...), (...)]
answer_multiply_adds = None  # with 8 heads
answer_single_head = None  # with 1 head of width 512

# %% check
# Check of exercise 2
def judge_head_width(answer):
    """Eight heads together are as wide as the model."""
    return name_of(number(answer), {
        "right": 512 / 8,
        "full width": 512,
        "multiplied": 512 * 8,
        "the root": 8,
        "from the length": 128 / 8,
        "halved": 512 / 2,
    }, 0)


def judge_steps(answer):
    """Each step must lead to the next: cut the last axis, bring the heads forward, a score for each pair of tokens."""
    try:
        cut, forward, scores = (shape(step) for step in answer)
    except (TypeError, ValueError):
        raise Unreadable("Three shapes are asked for, such as [(2, 3), (3, 2), (3, 3)].",
                         "[(2, 3), (3, 2), (3, 3)]처럼 shape 세 개를 적어 주세요.") from None
    if cut != (8, 128, 8, 64):
        if cut == (8, 8, 128, 64):
            return "reshape only"
        return "heads and width swapped" if cut == (8, 128, 64, 8) else "cut"
    if forward != (8, 8, 128, 64):
        return "not brought forward"
    if scores == (8, 8, 128, 128):
        return "right"
    if scores == (8, 128, 128):
        return "one map for each sequence"
    return "still there" if 64 in scores else "scores"


def judge_multiply_adds(answer, heads=8, head_width=64):
    """The einsum loops over b, h, t, s and d."""
    batch, length = 8, 128
    right = batch * heads * length * length * head_width
    return name_of(number(answer), {
        "right": right,
        "times heads": 8 * right,
        "batch or heads missing": right // 8,
        "one length": right // length,
        "number of scores": batch * 8 * length * length,
        "one map": length * length,
        "counted twice": 2 * right,
        "cubed": right * length,
    }, 0)


def judge_single_head(answer):
    """The same number: one head of 512 against eight of 64."""
    right = 8 * 128 * 128 * 512
    slip = name_of(number(answer), {"eighth": right // 8, "eightfold": 8 * right}, 0)
    return judge_multiply_adds(answer, heads=1, head_width=512) if slip == "other" else slip


HEAD_WIDTH_SLIPS = {
    "full width": (
        "You gave every head the full width.", "헤드마다 전체 차원을 주었습니다.",
        "The heads share it.", "헤드들이 나누어 갖습니다.",
    ),
    "multiplied": (
        "You multiplied by the number of heads.", "헤드 수를 곱했습니다.",
        "The heads share the width of the model.", "헤드들이 모델 차원을 나누어 갖습니다.",
    ),
    "the root": (
        "This is the number of heads, or the root by which the scores are divided.",
        "헤드의 개수이거나, 점수를 나눌 때 쓰는 제곱근입니다.",
        "How many slots of the vector does one head get?", "헤드 하나가 벡터의 칸을 몇 개 갖나요?",
    ),
    "from the length": (
        "You divided the length of the sequence.", "시퀀스의 길이를 나누었습니다.",
        "Heads divide the width; every head sees all tokens.", "헤드는 차원을 나눕니다. 토큰은 모든 헤드가 다 봅니다.",
    ),
    "halved": (
        "You divided by two.", "2로 나누었습니다.",
        "How many heads are there?", "헤드가 몇 개인가요?",
    ),
    "other": (
        "This is not the width.", "맞는 차원이 아닙니다.",
        "All heads together are as wide as the model.", "헤드를 모두 합하면 모델 차원이 됩니다.",
    ),
}

STEPS_SLIPS = {
    "reshape only": (
        "You jump straight to the shape with the heads in front. A reshape that does this gives every head pieces of "
        "some tokens instead of a part of every token.",
        "헤드가 앞에 오는 shape로 곧장 갔습니다. reshape만으로 이렇게 하면 헤드에 모든 토큰의 한 부분이 아니라 몇몇 "
        "토큰의 조각들이 들어갑니다.",
        "First cut the last axis where it is.", "먼저 마지막 축을 그 자리에서 자르세요.",
    ),
    "heads and width swapped": (
        "The last axis is cut, with the heads last: then a head gets every eighth slot.",
        "마지막 축을 잘랐지만 헤드가 맨 뒤에 있습니다. 그러면 헤드가 여덟 칸에 하나씩 띄엄띄엄 갖게 됩니다.",
        "Neighbouring slots belong to one head: heads first, then the width of a head.",
        "이웃한 칸들이 한 헤드에 속합니다. 헤드가 먼저, 헤드의 차원이 그다음입니다.",
    ),
    "cut": (
        "The first shape is not that of the cut.", "첫째 shape가 자른 다음의 shape가 아닙니다.",
        "Only the last axis becomes two; the others stay where they are.",
        "마지막 축만 둘로 나뉘고 나머지는 제자리에 있습니다.",
    ),
    "not brought forward": (
        "After the cut, the heads are not brought next to the batch.",
        "자른 다음 헤드 축을 배치 축 옆으로 가져오지 않았습니다.",
        "Each head shall be a matrix of its own, of tokens by width.", "헤드마다 토큰 × 차원 행렬이 되어야 합니다.",
    ),
    "one map for each sequence": (
        "There is one map for each sequence in your answer.", "시퀀스마다 맵이 한 장뿐입니다.",
        "Each head has scores of its own.", "헤드마다 점수가 따로 있습니다.",
    ),
    "still there": (
        "The width of a head is still there, but the dot product sums it away.",
        "헤드의 차원이 남아 있습니다. 내적에서 더해 없어지는 축입니다.",
        "What is left for each pair of tokens?", "토큰 쌍마다 무엇이 남나요?",
    ),
    "scores": (
        "The first two shapes are right, that of the scores is not.",
        "앞의 두 shape는 맞지만 점수의 shape가 틀렸습니다.",
        "A score for every query and every key, in every head of every sequence.",
        "시퀀스마다 헤드마다, 쿼리와 키의 쌍마다 점수가 하나씩 있습니다.",
    ),
}

MULTIPLY_ADDS_SLIPS = {
    "times heads": (
        "You multiplied by the heads on top of the full width.", "전체 차원으로 계산하고 헤드 수를 또 곱했습니다.",
        "Within a head the dot products are short. How long?", "헤드 안에서는 내적이 짧습니다. 길이가 얼마인가요?",
    ),
    "batch or heads missing": (
        "A factor of 8 is missing: the batch, or the heads (both are 8 here).",
        "8이 한 번 빠졌습니다. 배치이거나 헤드입니다. 여기서는 둘 다 8입니다.",
        "Write one factor for every letter of the einsum.", "einsum의 글자마다 길이를 하나씩 적고 모두 곱하세요.",
    ),
    "one length": (
        "You counted the tokens once.", "토큰을 한 번만 셌습니다.",
        "Every query meets every key.", "쿼리마다 모든 키를 만납니다.",
    ),
    "number of scores": (
        "This is the number of scores.", "점수의 개수입니다.",
        "How many multiply-adds does each of them take?", "점수 하나를 구하는 데 곱셈-누산이 몇 번 필요한가요?",
    ),
    "one map": (
        "These are the fields of a single map.", "맵 한 장의 칸 수입니다.",
        "How many maps are there, and how much work is a field?", "맵이 몇 장이고, 칸 하나에 계산이 얼마나 필요한가요?",
    ),
    "counted twice": (
        "You counted multiplications and additions apart.", "곱셈과 덧셈을 따로 셌습니다.",
        "A multiply-add is both in one.", "곱셈-누산은 둘을 합쳐 한 번입니다.",
    ),
    "cubed": (
        "You counted the tokens three times.", "토큰을 세 번 셌습니다.",
        "One letter for the queries, one for the keys.", "쿼리 글자 하나와 키 글자 하나가 있습니다.",
    ),
    "other": (
        "This is not the count.", "맞는 횟수가 아닙니다.",
        "Five letters, b, h, t, s and d: multiply their sizes.",
        "글자가 b, h, t, s, d 다섯 개입니다. 길이를 모두 곱하세요.",
    ),
}

SINGLE_HEAD_SLIPS = {
    **MULTIPLY_ADDS_SLIPS,
    "eighth": (
        "You expect one head to cost an eighth of eight heads.",
        "헤드 하나의 비용은 여덟 개의 8분의 1이라고 본 답입니다.",
        "The one head is wider. By how much?", "헤드가 하나면 그 헤드의 차원이 더 큽니다. 몇 배인가요?",
    ),
    "eightfold": (
        "You expect the wide head to cost eight times as much.", "차원이 큰 헤드는 비용이 8배라고 본 답입니다.",
        "It is wider, but there is only one.", "차원이 크지만 하나뿐입니다.",
    ),
}

# %% [markdown] solution
# --- en
# 1. 512 / 8 = 64.
# 2. (8, 128, 8, 64), (8, 8, 128, 64), (8, 8, 128, 128).
# 3. 8 x 8 x 128 x 128 x 64 = 67,108,864.
# 4. The same, 8 x 128 x 128 x 512: heads times their width is always d, so the cost is B T² d for any number of heads.
# --- ko
# 1. 512 / 8 = 64입니다.
# 2. (8, 128, 8, 64), (8, 8, 128, 64), (8, 8, 128, 128)입니다.
# 3. 8 × 8 × 128 × 128 × 64 = 67,108,864번입니다.
# 4. 8 × 128 × 128 × 512로 똑같습니다. 헤드의 수에 헤드의 차원을 곱하면 언제나 d이므로, 헤드가 몇 개든 비용은 B T² d입니다.

# %% [markdown] grading
# --- en
# * 1 point: the width of a head.
# * 2 points: the three shapes; 1 of them if one is wrong.
# * 1 point: the multiply-adds.
# * 1 point: unchanged with one head, with the reason.
# --- ko
# * 1점: 헤드의 차원이 맞습니다.
# * 2점: shape 세 개가 맞습니다. 하나가 틀렸으면 1점입니다.
# * 1점: 곱셈-누산 횟수가 맞습니다.
# * 1점: 헤드가 하나여도 같다는 것을 까닭과 함께 썼습니다.

# %% answers
# Right answers, and wrong ones with their slips
HEAD_WIDTH_RIGHT = [64]
HEAD_WIDTH_WRONG = [
    (512, "full width"),
    (4096, "multiplied"),
    (8, "the root"),
    (16, "from the length"),
    (256, "halved"),
    (100, "other"),
]
STEPS_RIGHT = [[(8, 128, 8, 64), (8, 8, 128, 64), (8, 8, 128, 128)]]
STEPS_WRONG = [
    ([(8, 8, 128, 64), (8, 8, 128, 64), (8, 8, 128, 128)], "reshape only"),
    ([(8, 128, 64, 8), (8, 8, 128, 64), (8, 8, 128, 128)], "heads and width swapped"),
    ([(8, 16, 8, 512), (8, 8, 16, 512), (8, 8, 16, 16)], "cut"),
    ([(8, 128, 8, 64), (8, 128, 8, 64), (8, 8, 128, 128)], "not brought forward"),
    ([(8, 128, 8, 64), (8, 8, 128, 64), (8, 128, 128)], "one map for each sequence"),
    ([(8, 128, 8, 64), (8, 8, 128, 64), (8, 8, 128, 64)], "still there"),
    ([(8, 128, 8, 64), (8, 8, 128, 64), (8, 8, 8, 128)], "scores"),
]
MULTIPLY_ADDS_RIGHT = [67_108_864]
MULTIPLY_ADDS_WRONG = [
    (536_870_912, "times heads"),
    (8_388_608, "batch or heads missing"),
    (524_288, "one length"),
    (1_048_576, "number of scores"),
    (16_384, "one map"),
    (134_217_728, "counted twice"),
    (8_589_934_592, "cubed"),
    (1000, "other"),
]
SINGLE_HEAD_RIGHT = [67_108_864]
SINGLE_HEAD_WRONG = [(8_388_608, "eighth"), (536_870_912, "eightfold"), (524_288, "one length")]
