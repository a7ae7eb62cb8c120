# ruff: noqa: E501
"""M03.10.4, exercise 1: a wide dense layer on a batch of sequences."""

import numpy as np

from exercises.checking import SEED
from exercises.reading import Unreadable, name_of, number, shape, text

# %% [markdown] question
# --- en
# ### Exercise 1: from 768 to 3,072
#
# A dense layer takes 768 numbers and gives 3,072.
#
# 1. Count its parameters, biases included.
# 2. It is applied to a batch of sequences, x of shape (32, 128, 768), with the weight stored as (out, in). Which einsum string
#    does that, in the letters b, t, i, j?
# 3. What is the shape of the output?
# --- ko
# ### 연습 문제 1: 768차원에서 3,072차원으로
#
# 768차원을 3,072차원으로 바꾸는 밀집 층이 있습니다.
#
# 1. 편향까지 포함해서 파라미터는 몇 개일까요?
# 2. 이 층을 시퀀스의 배치, 곧 shape가 (32, 128, 768)인 x에 씁니다. 가중치는 (out, in)으로 저장되어 있습니다. 글자 b, t, i, j로 `einsum` 첨자를
#    쓰면 어떻게 될까요?
# 3. 출력의 shape는 무엇일까요?

# %% [markdown] read-up
# --- en
# Code 5, sections 1 and 8.
# --- ko
# Code 5의 1절과 8절.

# %% answer
# Your answers to exercise 1
answer_layer_count = None  # a number of parameters
answer_subscripts = None  # a string with an arrow, in quotation marks
answer_output_shape = None  # a shape, such as (5, 4)

# %% check
# Check of exercise 1
def judge_layer_count(answer, inputs=768, outputs=3072):
    """A number for each pair of output and input, and one bias for each output."""
    return name_of(number(answer), {
        "right": inputs * outputs + outputs,
        "no bias": inputs * outputs,
        "bias of the inputs": inputs * outputs + inputs,
        "one bias": inputs * outputs + 1,
        "both biases": inputs * outputs + inputs + outputs,
        "squared": outputs * outputs + outputs,
        "added": inputs + outputs,
        "times tokens": 32 * 128 * (inputs * outputs + outputs),
        "times tokens, no bias": 32 * 128 * inputs * outputs,
    }, 0)


def judge_subscripts(answer):
    """On random arrays the string must do what the layer does to every token of every sequence."""
    string = text(answer).replace(" ", "")
    rng = np.random.default_rng(SEED)
    x, w = rng.normal(size=(2, 3, 4)), rng.normal(size=(5, 4))  # (B, T, in), (out, in)
    right = x @ w.T  # (B, T, out)
    if "->" not in string:
        raise Unreadable("There is no arrow in it. Write -> and the letters of the output.",
                         "화살표가 없습니다. ->를 쓰고 출력의 글자를 적으세요.")
    operands = string.split("->")[0].split(",")
    if [len(letters) for letters in operands] == [2, 3]:
        raise Unreadable("The weight stands first in it; the first operand is x.",
                         "가중치가 앞에 있습니다. 첫 번째 피연산자는 x입니다.")
    if len(operands[0]) == 2:
        return "token axis missing"
    try:
        given = np.einsum(string, x, w)
    except ValueError as problem:
        try:
            given = np.einsum(string, x, w.T)
        except ValueError:
            raise Unreadable(f"NumPy cannot run it ({problem}).", f"넘파이가 실행하지 못합니다({problem}).") from None
        return "other way round" if given.shape == right.shape and np.allclose(given, right) else "other"
    for name, expected in (
        ("right", right),
        ("transposed output", right.transpose(0, 2, 1)),
        ("tokens summed", right.sum(axis=1)),
        ("batch summed", right.sum(axis=0)),
        ("not summed", x[:, :, np.newaxis] * w),
        ("not summed", (x[:, :, np.newaxis] * w).transpose(0, 1, 3, 2)),
    ):
        if given.shape == expected.shape and np.allclose(given, expected):
            return name
    return "other"


def judge_output_shape(answer):
    """The axes of the batch and of the tokens ride along, the last one changes."""
    return {
        (32, 128, 3072): "right",
        (32, 128, 768): "unchanged",
        (32, 3072): "tokens gone",
        (128, 3072): "batch gone",
        (32, 3072, 128): "other order",
        (3072, 128, 32): "other order",
        (32, 768, 3072): "inputs kept",
        (32, 128, 768, 3072): "inputs kept",
        (32, 128, 3072, 768): "inputs kept",
        (4096, 3072): "flattened",
        (768, 3072): "the weight",
        (3072, 768): "the weight",
    }.get(shape(answer), "other")


LAYER_COUNT_SLIPS = {
    "no bias": (
        "The weight is counted, the biases are forgotten.", "가중치만 세고 편향을 빠뜨렸습니다.",
        "How many biases does a layer with so many outputs have?", "출력이 이만큼 있는 층에는 편향이 몇 개 있나요?",
    ),
    "bias of the inputs": (
        "You gave every input a bias.", "입력마다 편향을 하나씩 두었습니다.",
        "On which side of the layer is the bias added?", "편향은 층의 입력 쪽과 출력 쪽 가운데 어디에 더하나요?",
    ),
    "one bias": (
        "You counted a single bias.", "편향을 하나만 셌습니다.",
        "Each output has its own.", "출력마다 편향이 따로 있습니다.",
    ),
    "both biases": (
        "You gave biases to the inputs and to the outputs.", "입력과 출력에 모두 편향을 두었습니다.",
        "The bias is added once, after the product.", "편향은 곱한 다음 한 번만 더합니다.",
    ),
    "squared": (
        "You took a square weight.", "가중치를 정사각 행렬로 보았습니다.",
        "One side of the weight has the width of the input.", "가중치의 한 변은 입력의 차원입니다.",
    ),
    "added": (
        "You added the widths.", "두 차원을 더했습니다.",
        "There is a number for each pair of an input and an output.", "입력과 출력의 쌍마다 숫자가 하나씩 있습니다.",
    ),
    "times tokens": (
        "You multiplied by the number of tokens.", "토큰의 수를 곱했습니다.",
        "All tokens go through the same layer.", "모든 토큰이 같은 층을 지나갑니다.",
    ),
    "times tokens, no bias": (
        "This is the number of multiply-adds for the whole batch.", "배치 전체의 곱셈-누산 횟수입니다.",
        "Parameters are stored once, however many tokens come.", "토큰이 몇 개 오든 파라미터는 한 번만 저장합니다.",
    ),
    "other": (
        "This is not the count.", "맞는 개수가 아닙니다.",
        "Two terms: the weight, and the biases.", "가중치와 편향, 두 항을 더하세요.",
    ),
}

SUBSCRIPTS_SLIPS = {
    "other way round": (
        "This string is for a weight stored as (in, out), as Keras stores it.",
        "케라스처럼 (in, out)으로 저장한 가중치에 맞는 첨자입니다.",
        "Here the first axis of the weight is the output.", "여기서는 가중치의 첫째 축이 출력입니다.",
    ),
    "token axis missing": (
        "The axis of the tokens has no letter.", "토큰 축에 글자가 없습니다.",
        "x has three axes, so it needs three letters.", "x에는 축이 셋 있으므로 글자도 셋이 필요합니다.",
    ),
    "transposed output": (
        "The numbers are right, but tokens and outputs have changed places.",
        "숫자는 맞지만 토큰 축과 출력 축이 바뀌었습니다.",
        "In which order shall the axes of the output stand?", "출력의 축은 어떤 순서여야 하나요?",
    ),
    "tokens summed": (
        "The tokens are summed away: the letter t is missing in the output.",
        "출력에 글자 t가 없어 토큰들을 모두 더했습니다.",
        "Every token keeps its own output.", "토큰마다 출력이 따로 남아야 합니다.",
    ),
    "batch summed": (
        "The sequences are summed together: the letter b is missing in the output.",
        "출력에 글자 b가 없어 시퀀스들을 모두 더했습니다.",
        "Every sequence keeps its own output.", "시퀀스마다 출력이 따로 남아야 합니다.",
    ),
    "not summed": (
        "Nothing is summed: the letter i stands in the output.", "출력에 글자 i가 있어 아무것도 더하지 않았습니다.",
        "A dense layer sums over its inputs.", "밀집 층은 입력 축을 따라 더합니다.",
    ),
    "other": (
        "The string runs, with another result than the layer.", "실행은 되지만 층과 결과가 다릅니다.",
        "Which letters are kept, which one is summed, and in which order does the weight store its axes?",
        "어떤 글자가 남고 어떤 글자의 축을 더하나요? 가중치의 축은 어떤 순서로 저장되어 있나요?",
    ),
}

OUTPUT_SHAPE_SLIPS = {
    "unchanged": (
        "This is the shape of the input.", "입력의 shape입니다.",
        "The layer changes one of the axes.", "이 층이 바꾸는 축이 하나 있습니다.",
    ),
    "tokens gone": (
        "The axis of the tokens is gone.", "토큰 축이 사라졌습니다.",
        "The layer treats every token by itself and keeps them all.", "층은 토큰을 하나씩 따로 처리하고 모두 남깁니다.",
    ),
    "batch gone": (
        "The axis of the batch is gone.", "배치 축이 사라졌습니다.",
        "Each of the sequences has its output.", "시퀀스마다 출력이 있습니다.",
    ),
    "other order": (
        "The axes are the right ones, in another order.", "축은 맞지만 순서가 다릅니다.",
        "What rides along keeps its place; only the last axis is new.",
        "그대로 남는 축은 제자리에 있고 마지막 축만 새것입니다.",
    ),
    "inputs kept": (
        "The axis of the inputs is still there.", "입력 축이 남아 있습니다.",
        "It is summed away.", "그 축은 더해서 없앱니다.",
    ),
    "flattened": (
        "You put sequences and tokens into one axis.", "시퀀스와 토큰을 한 축으로 합쳤습니다.",
        "Both axes ride along as they are.", "두 축은 따로따로 남습니다.",
    ),
    "the weight": (
        "This is the shape of the weight.", "가중치의 shape입니다.",
        "The output has the axes of the input, but for the last.", "출력의 축은 마지막 축만 빼고 입력과 같습니다.",
    ),
    "other": (
        "This is not the shape.", "맞는 shape가 아닙니다.",
        "Write the letters of the output and put in their sizes.", "출력의 글자를 적고 길이를 넣어 보세요.",
    ),
}

# %% [markdown] solution
# --- en
# 1. 768 x 3,072 + 3,072 = 2,362,368.
# 2. `"bti,ji->btj"`: b and t ride along, i is summed, j is new.
# 3. (32, 128, 3072).
# --- ko
# 1. 768 × 3,072 + 3,072 = 2,362,368개입니다.
# 2. `"bti,ji->btj"`입니다. b와 t의 축은 그대로 남고, i의 축은 더해 없애고, j의 축이 새로 생깁니다.
# 3. (32, 128, 3072)입니다.

# %% [markdown] grading
# --- en
# * 1 point: the count; 0.5 points without the biases.
# * 1 point: the string, in any letters.
# * 1 point: the shape.
# --- ko
# * 1점: 개수가 맞습니다. 편향을 빠뜨렸으면 0.5점입니다.
# * 1점: 첨자가 맞습니다. 글자는 무엇을 써도 됩니다.
# * 1점: shape가 맞습니다.

# %% answers
# Right answers, and wrong ones with their slips
LAYER_COUNT_RIGHT = [2_362_368]
LAYER_COUNT_WRONG = [
    (2_359_296, "no bias"),
    (2_360_064, "bias of the inputs"),
    (2_359_297, "one bias"),
    (2_363_136, "both biases"),
    (9_440_256, "squared"),
    (3840, "added"),
    (9_676_259_328, "times tokens"),
    (9_663_676_416, "times tokens, no bias"),
    (590_592, "other"),
]
SUBSCRIPTS_RIGHT = ["bti,ji->btj", "abc,dc->abd", "bti, ji -> btj"]
SUBSCRIPTS_WRONG = [
    ("bti,ij->btj", "other way round"),
    ("bi,ji->bj", "token axis missing"),
    ("bti,ji->bjt", "transposed output"),
    ("bti,ji->bj", "tokens summed"),
    ("bti,ji->tj", "batch summed"),
    ("bti,ji->btij", "not summed"),
    ("bti,ji->btji", "not summed"),
    ("bti,ji->j", "other"),
]
OUTPUT_SHAPE_RIGHT = [(32, 128, 3072)]
OUTPUT_SHAPE_WRONG = [
    ((32, 128, 768), "unchanged"),
    ((32, 3072), "tokens gone"),
    ((128, 3072), "batch gone"),
    ((32, 3072, 128), "other order"),
    ((32, 768, 3072), "inputs kept"),
    ((4096, 3072), "flattened"),
    ((3072, 768), "the weight"),
    ((32, 3840), "other"),
]
