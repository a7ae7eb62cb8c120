# ruff: noqa: E501
"""Bonus 4, exercise 5: one head, four or eight."""

from exercises.reading import Unreadable, array, array_of_shape, name_of, shape

# %% [markdown] question
# --- en
# ### Exercise 5: one head or eight
#
# The transformer of Code 3 has the width 48, 4 heads and 2 blocks: 40,145 parameters. Give it 1 head, and then 8 heads, at
# the same width, and train again.
#
# 1. How many parameters does it have with 1 head, and how many with 8?
# 2. How wide is a head with 1 head, and with 8?
# 3. What is the shape of the attention weights of one block with 8 heads, for 2 sequences of 12 tokens?
# 4. Report the accuracies with some seeds. Does this task need several heads? When might they matter?
# --- ko
# ### 연습 문제 5: 헤드 하나와 여덟
#
# Code 3의 트랜스포머는 모델 차원 48, 헤드 4개, 블록 2개이고 파라미터는 40,145개입니다. 모델 차원은 그대로 두고 헤드를 1개로, 다음에는 8개로 바꾸어
# 다시 훈련하세요.
#
# 1. 헤드가 1개일 때와 8개일 때 파라미터는 각각 몇 개일까요?
# 2. 헤드가 1개일 때와 8개일 때 헤드 하나의 차원은 각각 얼마일까요?
# 3. 헤드가 8개일 때, 토큰 12개짜리 시퀀스 2개를 넣으면 블록 하나의 어텐션 가중치의 shape는 무엇일까요?
# 4. 시드를 바꾸어 가며 정확도를 보고하세요. 이 과제에는 헤드가 여럿 필요한가요? 헤드가 여럿이면 어떤 때 도움이 될까요?

# %% [markdown] read-up
# --- en
# Code 1, section 4; Code 3, sections 4 and 5.
# --- ko
# Code 1의 4절, Code 3의 4절과 5절.

# %% answer
# Your answers to exercise 5
answer_counts = None  # two numbers of parameters: with 1 head, with 8 heads
answer_head_widths = None  # two widths of a head: with 1 head, with 8 heads
answer_weights_shape = None  # a shape, such as (5, 4)
answer_heads_report = None  # your accuracies and two or three sentences, in quotation marks

# %% check
# Check of exercise 5
def judge_counts(answer):
    """The same count for any number of heads."""
    counts = array(answer).ravel()
    if len(counts) == 1 and counts[0] == 40_145:
        counts = counts.repeat(2)
    if len(counts) != 2:
        raise Unreadable("Two numbers are asked for: with 1 head, and with 8 heads.",
                         "숫자 두 개를 적어 주세요. 헤드가 1개일 때와 8개일 때입니다.")
    one, eight = counts
    if one == eight:
        return "right" if one == 40_145 else "other"
    if one == 40_145 or eight == 40_145:
        return "one of them"
    return "grows with heads" if one < 40_145 < eight else "shrinks with heads" if one > 40_145 > eight else "other"


def judge_head_widths(answer):
    """The width of a head times the number of heads is the width of the model."""
    one, eight = given = array_of_shape(answer, (2,))
    if one == 48 and eight * 8 == 48:
        return "right"
    return name_of(given, {
        "upside down": [6, 48],
        "full width": [48, 48],
        "unchanged": [12, 12],
        "multiplied": [48, 384],
        "number of heads": [1, 8],
    }, 0)


def judge_weights_shape(answer):
    """For every sequence and head a weight for every pair of query and key: (B, H, T, S)."""
    given = shape(answer)
    named = {
        (2, 8, 12, 12): "right",
        (2, 12, 12): "heads missing",
        (8, 12, 12): "batch missing",
        (12, 12): "one map",
        (2, 12, 48): "output",
        (2, 8, 12, 6): "heads of the values",
        (2, 12, 8, 6): "heads of the values",
        (2, 12, 8, 12): "other order",
        (2, 12, 12, 8): "other order",
        (8, 2, 12, 12): "other order",
    }
    return named.get(given, "other")


COUNTS_SLIPS = {
    "grows with heads": (
        "You expect more heads to need more parameters.", "헤드가 많으면 파라미터도 많다고 본 답입니다.",
        "The matrices are as large as before; heads only divide their columns. Count once with `count_params()`.",
        "행렬의 크기는 그대로이고 헤드는 열을 나누어 가질 뿐입니다. `count_params()`로 세어 보세요.",
    ),
    "shrinks with heads": (
        "You expect more heads to need fewer parameters, because each is narrower.",
        "헤드마다 차원이 줄어드니 파라미터도 줄어든다고 본 답입니다.",
        "A head is narrower, and there are more of them. What is the product?",
        "헤드는 좁아졌지만 개수가 늘었습니다. 둘을 곱하면 얼마인가요?",
    ),
    "one of them": (
        "One of the two is right. You expect the other to differ.",
        "하나는 맞았습니다. 다른 하나는 다르다고 본 셈입니다.",
        "Does the size of any matrix depend on the number of heads?", "헤드 수에 따라 크기가 달라지는 행렬이 있나요?",
    ),
    "other": (
        "These are not the counts.", "맞는 개수가 아닙니다.",
        "Build the model with each number of heads and call `count_params()`.",
        "헤드 수를 바꾸어 모델을 만들고 `count_params()`를 불러 보세요.",
    ),
}

HEAD_WIDTHS_SLIPS = {
    "upside down": (
        "The two have changed places.", "두 값이 서로 바뀌었습니다.",
        "Who gets more columns: one head alone, or one of eight?",
        "혼자 쓰는 헤드와 여덟이 나누어 쓰는 헤드 가운데 어느 쪽이 열을 더 많이 갖나요?",
    ),
    "full width": (
        "You gave every head the full width.", "헤드마다 전체 차원을 주었습니다.",
        "Heads share the width of the model among them.", "헤드는 모델 차원을 나누어 갖습니다.",
    ),
    "unchanged": (
        "This is the width of a head with 4 heads.", "헤드가 4개일 때의 차원입니다.",
        "The width of the model stays; the heads divide it anew.",
        "모델 차원은 그대로이고, 헤드 수에 맞추어 다시 나눕니다.",
    ),
    "multiplied": (
        "You multiplied by the number of heads.", "헤드 수를 곱했습니다.",
        "More heads, more slices of the same cake.", "같은 케이크를 더 많은 조각으로 나눕니다.",
    ),
    "number of heads": (
        "This is how many heads there are.", "헤드의 개수를 적었습니다.",
        "How many slots of the vector does one of them get?", "헤드 하나가 벡터의 칸을 몇 개 갖나요?",
    ),
    "other": (
        "These are not the widths.", "맞는 차원이 아닙니다.",
        "All heads together have the width of the model.", "헤드를 모두 합하면 모델 차원이 됩니다.",
    ),
}

WEIGHTS_SHAPE_SLIPS = {
    "heads missing": (
        "The axis of the heads is missing: you expect one map for each sequence.",
        "헤드 축이 없습니다. 시퀀스마다 어텐션 맵이 하나라고 본 셈입니다.",
        "Does every head have weights of its own?", "헤드마다 가중치를 따로 구하나요?",
    ),
    "batch missing": (
        "The axis of the batch is missing.", "배치 축이 없습니다.",
        "Does the second sequence have weights of its own?", "두 번째 시퀀스에도 가중치가 따로 있나요?",
    ),
    "one map": (
        "This is a single map of one head and one sequence.", "시퀀스 하나, 헤드 하나의 어텐션 맵입니다.",
        "How many maps are there in all?", "맵은 모두 몇 장인가요?",
    ),
    "output": (
        "This is the shape of the output: a vector for every token.",
        "출력의 shape입니다. 토큰마다 벡터가 하나씩 있습니다.",
        "A weight belongs to a pair of tokens.", "가중치는 토큰 쌍마다 하나씩 있습니다.",
    ),
    "heads of the values": (
        "This is the shape of queries, keys or values after the split.", "헤드로 나눈 쿼리, 키, 값의 shape입니다.",
        "What is left after the dot product of a query and a key, and what is summed away?",
        "쿼리와 키의 내적을 구하면 어떤 축이 남고 어떤 축이 더해져 사라지나요?",
    ),
    "other order": (
        "The four axes are there, in another order.", "축 네 개는 맞지만 순서가 다릅니다.",
        "Each head holds a complete map of its own: its two axes stand last. And the batch always comes first.",
        "헤드마다 맵 한 장을 온전히 가지므로 맵의 두 축이 맨 뒤에 옵니다. 배치는 언제나 맨 앞입니다.",
    ),
    "other": (
        "This is not the shape.", "맞는 shape가 아닙니다.",
        "Name the axes first, in letters: batch, heads, queries, keys.",
        "축의 이름부터 적어 보세요. 배치, 헤드, 쿼리, 키가 있습니다.",
    ),
}

HEADS_REPORT_POINTS = [
    ("Do you report every seed, with 1, 4 and 8 heads?", "헤드가 1개, 4개, 8개일 때 시드마다 결과를 적었나요?"),
    ("Do you say how many relations this task needs to look at?", "이 과제에서 살펴야 할 관계가 몇 가지인지 썼나요?"),
    ("Do you say where several relations matter at once?", "여러 관계를 한꺼번에 보아야 하는 경우가 언제인지 썼나요?"),
    ("Do you keep apart what this experiment shows and what it leaves open?",
     "이 실험으로 알 수 있는 것과 알 수 없는 것을 구별했나요?"),
]

# %% [markdown] solution
# --- en
# 1. 40,145 both times. The four matrices of a block stay 48 x 48.
# 2. 48 with 1 head, 6 with 8 heads.
# 3. (2, 8, 12, 12): for every sequence and head a map with a row for each query and a column for each key.
# 4. In our runs (15 epochs, five seeds each): with 4 heads and with 1 head 1.000 five times, with 8 heads between 0.998 and
#    1.000. One head is enough to solve the task: in the last block a single relation has to be looked up. How many epochs it
#    took depended more on the seed than on the heads (4 to 12 with one head). Several heads matter where several relations
#    must be kept apart in one step, as with who ate and what was eaten in Code 1; this task does not show that. (Five seeds are
#    few: of the ten other starts with one head that Code 3 reports, three ended a little lower, at 0.931 to 0.977.)
# --- ko
# 1. 두 경우 모두 40,145개입니다. 블록마다 있는 행렬 네 개는 그대로 48 × 48입니다.
# 2. 헤드가 1개이면 48, 8개이면 6입니다.
# 3. (2, 8, 12, 12)입니다. 시퀀스와 헤드마다 맵이 한 장 있고, 맵의 행은 쿼리, 열은 키입니다.
# 4. 실행해 보니(15에포크, 시드 다섯 개씩) 헤드가 4개일 때도 1개일 때도 다섯 번 모두 1.000이었고, 8개이면 0.998에서 1.000 사이였습니다. 이 과제는 헤드
#    하나로도 풀 수 있습니다. 마지막 블록에서 찾아볼 관계가 한 가지뿐이기 때문입니다. 몇 에포크 만에 푸는지는 헤드 수보다 시드에 더 좌우되었습니다. 헤드가
#    하나일 때 빠르면 4에포크, 늦으면 12에포크가 걸렸습니다. 헤드가 여럿이어야 하는 것은 Code 1의 '누가 먹었나'와 '무엇을 먹었나'처럼 한 단계에서 여러
#    관계를 따로 보아야 할 때인데, 이 과제로는 그것까지 알 수 없습니다. 시드 다섯 개는 많은 것이 아닙니다. Code 3에는 헤드 하나로 열 번 더 해 본 실험이
#    나오는데, 그 가운데 세 번은 0.931에서 0.977로 조금 못 미쳤습니다.

# %% [markdown] grading
# --- en
# * 1 point: both counts.
# * 1 point: both widths.
# * 1 point: the shape.
# * 2 points: one for the report, one for saying when several heads matter.
# --- ko
# * 1점: 파라미터 개수 두 개가 맞습니다.
# * 1점: 차원 두 개가 맞습니다.
# * 1점: shape가 맞습니다.
# * 2점: 보고에 1점, 헤드가 여럿이면 언제 도움이 되는지에 1점입니다.

# %% answers
# Right answers, and wrong ones with their slips
COUNTS_RIGHT = [[40_145, 40_145], 40_145]
COUNTS_WRONG = [
    ([10_036, 80_290], "grows with heads"),
    ([160_580, 20_072], "shrinks with heads"),
    ([40_145, 80_290], "one of them"),
    ([40_000, 40_000], "other"),
]
HEAD_WIDTHS_RIGHT = [[48, 6], (48.0, 6.0)]
HEAD_WIDTHS_WRONG = [
    ([6, 48], "upside down"),
    ([48, 48], "full width"),
    ([12, 12], "unchanged"),
    ([48, 384], "multiplied"),
    ([1, 8], "number of heads"),
    ([48, 8], "other"),
]
WEIGHTS_SHAPE_RIGHT = [(2, 8, 12, 12), [2, 8, 12, 12]]
WEIGHTS_SHAPE_WRONG = [
    ((2, 12, 12), "heads missing"),
    ((8, 12, 12), "batch missing"),
    ((12, 12), "one map"),
    ((2, 12, 48), "output"),
    ((2, 8, 12, 6), "heads of the values"),
    ((2, 12, 12, 8), "other order"),
    ((2, 8, 12, 48), "other"),
]
