# ruff: noqa: E501
"""M03.10.4, warm-up 1: the summed letter of the scores."""

from exercises.reading import shape, text

# %% [markdown] question
# --- en
# ### Warm-up 1: which letter disappears
#
# Scores are the contraction `"bhtd,bhsd->bhts"` of queries and keys.
#
# 1. Which letter is summed?
# 2. What is the shape of the scores if b = 2, h = 3, t = 4, s = 5 and d = 6? (All sizes differ, so that no axis can hide.)
# --- ko
# ### 준비 문제 1: 어떤 글자가 사라질까요?
#
# 어텐션 점수는 쿼리와 키를 `"bhtd,bhsd->bhts"`로 축약한 것입니다.
#
# 1. 어떤 글자의 축을 더하나요?
# 2. b = 2, h = 3, t = 4, s = 5, d = 6이면 점수의 shape는 무엇일까요? 축이 뒤바뀌면 알 수 있도록 길이를 모두 다르게 했습니다.

# %% [markdown] read-up
# --- en
# Code 5, sections 2 and 8.
# --- ko
# Code 5의 2절과 8절.

# %% answer
# Your answers to warm-up 1
answer_summed = None  # a letter in quotation marks
answer_scores_shape = None  # a shape, such as (5, 4)

# %% check
# Check of warm-up 1
SCORE_STRING = "bhtd,bhsd->bhts"
SCORE_SIZES = dict(b=2, h=3, t=4, s=5, d=6)


def judge_summed(answer):
    """A letter is summed where it stands before the arrow and not after it."""
    letter = text(answer).strip("\"'`().").lower()
    inputs, output = SCORE_STRING.split("->")
    if letter in inputs and letter not in output:
        return "right"
    return {"s": "keys", "t": "queries", "b": "kept", "h": "kept"}.get(letter, "other")


def judge_scores_shape(answer):
    """The sizes of the letters after the arrow, in their order."""
    given = shape(answer)
    names = {size: letter for letter, size in SCORE_SIZES.items()}
    letters = "".join(names.get(size, "?") for size in given)
    output = SCORE_STRING.split("->")[1]
    if letters == output:
        return "right"
    if "d" in letters:
        return "still there" if set(output) < set(letters) else "an input"
    if sorted(letters) == sorted(output):
        return "other order"
    return "axis missing" if len(letters) < len(output) and set(letters) < set(output) else "other"


SUMMED_SLIPS = {
    "keys": (
        "You named the letter of the keys, along which the softmax will run later.",
        "나중에 소프트맥스를 계산할 키 축의 글자입니다.",
        "The einsum keeps it: every query gets a score for every key. Compare both sides of the arrow.",
        "einsum에서는 그 축이 남습니다. 쿼리마다 키마다 점수가 있기 때문입니다. 화살표의 양쪽을 비교해 보세요.",
    ),
    "queries": (
        "You named the letter of the queries.", "쿼리 축의 글자입니다.",
        "Every query keeps its own scores. Compare both sides of the arrow.",
        "쿼리마다 점수가 따로 남습니다. 화살표의 양쪽을 비교해 보세요.",
    ),
    "kept": (
        "This letter stands in both inputs, but also in the output: it is kept, and only rides along.",
        "두 입력에 다 있지만 출력에도 있는 글자입니다. 그래서 그대로 남을 뿐입니다.",
        "Which letter is lost on the way to the output?", "출력으로 가면서 사라지는 글자는 무엇인가요?",
    ),
    "other": (
        "This is not the letter.", "맞는 글자가 아닙니다.",
        "One letter stands left of the arrow only.", "화살표 왼쪽에만 있는 글자가 하나 있습니다.",
    ),
}

SCORES_SHAPE_SLIPS = {
    "still there": (
        "You kept the axis that is summed.", "더해서 없앨 축을 남겨 두었습니다.",
        "A summed axis is gone from the result.", "더한 축은 결과에서 사라집니다.",
    ),
    "an input": (
        "This looks like the shape of an input, with the width of a head.",
        "헤드의 차원이 들어 있으니 입력의 shape로 보입니다.",
        "Read the letters after the arrow and put in their sizes.", "화살표 뒤의 글자를 읽고 길이를 하나씩 넣으세요.",
    ),
    "other order": (
        "The axes are the right ones, in another order.", "축은 맞지만 순서가 다릅니다.",
        "The order is that of the letters after the arrow.", "화살표 뒤에 적힌 글자 순서를 따르세요.",
    ),
    "axis missing": (
        "An axis is missing.", "축이 하나 빠졌습니다.",
        "How many letters stand after the arrow?", "화살표 뒤에 글자가 몇 개 있나요?",
    ),
    "other": (
        "This is not the shape.", "맞는 shape가 아닙니다.",
        "Write each letter after the arrow with its size below it.", "화살표 뒤의 글자마다 아래에 길이를 적어 보세요.",
    ),
}

# %% [markdown] solution
# --- en
# 1. `d`: it is the only letter that stands before the arrow and not after it.
# 2. (2, 3, 4, 5), the sizes of b, h, t and s. With the sizes of the course (b = 2, h = 2, t = s = 4, d = 4) it is (2, 2, 4, 4),
#    and a wrong order of axes would not show.
# --- ko
# 1. `d`입니다. 화살표 앞에는 있고 뒤에는 없는 글자는 `d`뿐입니다.
# 2. b, h, t, s의 길이를 차례로 적은 (2, 3, 4, 5)입니다. 강의의 길이(b = 2, h = 2, t = s = 4, d = 4)로는 (2, 2, 4, 4)가 되어 축의 순서가
#    틀려도 드러나지 않습니다.

# %% [markdown] grading
# --- en
# * 1 point: the letter.
# * 1 point: the shape, axes in order.
# --- ko
# * 1점: 글자가 맞습니다.
# * 1점: 축의 순서까지 shape가 맞습니다.

# %% answers
# Right answers, and wrong ones with their slips
SUMMED_RIGHT = ["d", "D", "`d`"]
SUMMED_WRONG = [("s", "keys"), ("t", "queries"), ("h", "kept"), ("b", "kept"), ("x", "other")]
SCORES_SHAPE_RIGHT = [(2, 3, 4, 5), [2, 3, 4, 5]]
SCORES_SHAPE_WRONG = [
    ((2, 3, 4, 5, 6), "still there"),
    ((2, 3, 4, 6), "an input"),
    ((2, 4, 5, 3), "other order"),
    ((2, 3, 5, 4), "other order"),
    ((2, 4, 5), "axis missing"),
    ((2, 3, 20), "other"),
]
