# ruff: noqa: E501
"""3-8, question 1: the score of one note and one card."""

import math

import numpy as np

from exercises.reading import array, array_of_shape, name_of, number

# %% [markdown] question
# --- en
# ### Question 1: one score
#
# A note `q = [2, 0.4]` meets a card `k = [2, 0]`, so `d_k` is 2. What is their score `q . k / sqrt(d_k)`, the number that
# goes into the softmax? Two decimals are enough.
# --- ko
# ### 확인 문제 1: 점수 하나
#
# 쪽지 `q = [2, 0.4]`와 카드 `k = [2, 0]`이 있습니다. 따라서 `d_k`는 2입니다. 소프트맥스에 넣기 전의 어텐션 점수 `q · k / √d_k`는
# 얼마일까요? 소수 둘째 자리까지면 충분합니다.

# %% [markdown] read-up
# --- en
# Code 1, sections 1 and 2.
# --- ko
# Code 1의 1절과 2절.

# %% answer
# Your answer to question 1
answer_score = None  # a number

# %% check
# Check of question 1
def judge_score(answer):
    """A score times sqrt(d_k) is the dot product."""
    query, key = np.array([2.0, 0.4]), np.array([2.0, 0.0])
    root, dot = math.sqrt(len(query)), query @ key
    if array(answer).size == len(query):
        products = array_of_shape(answer, query.shape)
        return "not summed" if min(np.abs(products - query * key / by).max() for by in (1, root)) < 0.01 else "other"
    score = number(answer)
    if abs(score * root - dot) < 0.015:
        return "right"
    return name_of(score, {
        "not divided": dot,
        "divided by d_k": dot / len(query),
        "multiplied": dot * root,
        "sums multiplied": query.sum() * key.sum() / root,
        "angle only": dot / np.linalg.norm(query) / np.linalg.norm(key),
        "a weight": 0.575,
    }, 0.01)


SCORE_SLIPS = {
    "not divided": (
        "This is the dot product alone.", "내적까지만 계산한 값입니다.",
        "What does the formula do with it before the softmax?", "식에서는 소프트맥스에 넣기 전에 무엇을 더 하나요?",
    ),
    "divided by d_k": (
        "This is what comes out when the dot product is divided by d_k itself.", "내적을 d_k로 그대로 나눈 값입니다.",
        "Look at the denominator once more: dot products grow more slowly than the number of slots.",
        "분모를 다시 보세요. 내적의 크기는 칸 수만큼 빠르게 커지지 않습니다.",
    ),
    "multiplied": (
        "You multiplied by sqrt(d_k).", "sqrt(d_k)를 곱했습니다.",
        "The factor is there to make scores smaller. In which direction must it go?",
        "점수가 지나치게 커지지 않도록 하는 계산입니다. 곱해야 할까요, 나누어야 할까요?",
    ),
    "not summed": (
        "You multiplied slot by slot and stopped there.", "칸끼리 곱하기만 하고 멈추었습니다.",
        "A dot product is a single number: one more step turns the products into it.",
        "내적은 숫자 하나입니다. 곱한 것들로 한 가지를 더 해야 합니다.",
    ),
    "sums multiplied": (
        "You added up the slots of each vector and multiplied the sums.",
        "벡터마다 칸을 모두 더한 다음 그 합끼리 곱했습니다.",
        "A slot of the note only meets the same slot of the card.", "쪽지의 칸은 카드의 같은 칸하고만 만납니다.",
    ),
    "angle only": (
        "You divided by the lengths of both vectors: that is the cosine of their angle.",
        "두 벡터의 길이로 나눈 값, 곧 두 벡터가 이루는 각의 코사인입니다.",
        "In attention long vectors do score higher. What the formula divides by does not depend on the entries.",
        "어텐션에서는 벡터가 길수록 점수도 커집니다. 식에서 나누는 수는 칸에 든 숫자와 관계가 없습니다.",
    ),
    "a weight": (
        "This is the weight of book A, the result of the softmax.",
        "소프트맥스까지 거친 값, 곧 A 책의 어텐션 가중치입니다.",
        "The score is what goes in. It does not depend on the other books.",
        "점수는 소프트맥스에 들어가기 전의 값이고, 다른 책과는 관계가 없습니다.",
    ),
    "other": (
        "This is not the score.", "점수가 아닙니다.",
        "Take it in two steps, and write down both: first the dot product, then the division.",
        "두 단계로 나누어 따로 적어 보세요. 먼저 내적을 구하고, 그다음에 나눕니다.",
    ),
}

# %% [markdown] solution
# --- en
# The dot product is 2 x 2 + 0.4 x 0 = 4, and 4 / sqrt(2) = 2.828. It is the score of book A in Code 1.
# --- ko
# 내적은 2 × 2 + 0.4 × 0 = 4이고, 4 / √2 = 2.828입니다. Code 1에서 본 A 책의 점수와 같습니다.

# %% [markdown] grading
# --- en
# * 1 point: the dot product, as a single number.
# * 1 point: divided by the root of d_k. A slip of arithmetic with both steps visible costs 0.5 points.
# --- ko
# * 1점: 내적을 숫자 하나로 구했습니다.
# * 1점: d_k의 제곱근으로 나누었습니다. 두 단계가 모두 보이는데 계산만 틀렸다면 0.5점을 뺍니다.

# %% answers
# Right answers, and wrong ones with their slips
SCORE_RIGHT = [2.828, 2.83, 4 / math.sqrt(2), np.float32(2.8284), [[2.828]]]
SCORE_WRONG = [
    (4, "not divided"),
    (2.0, "divided by d_k"),
    (5.657, "multiplied"),
    ([4, 0], "not summed"),
    ([2.828, 0], "not summed"),
    (3.394, "sums multiplied"),
    (0.981, "angle only"),
    (0.575, "a weight"),
    (3.2, "other"),
]
