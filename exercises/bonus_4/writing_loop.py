# ruff: noqa: E501
"""Bonus 4, exercise 6, third piece: the loop that writes."""

import copy

import numpy as np

from exercises.reading import array, result_of

# %% [markdown] question
# --- en
# ### Exercise 6, third piece: the loop
#
# `answer_write(predict, start, count)` writes. `predict` takes a list of numbers and returns scores (T, V): row t says how
# likely each of V characters comes after position t. Always take the most likely character; return the `count` new numbers
# as a list.
#
# Then train a model on your text, write 200 characters, and tell: with how much text do words appear that could be words?
# --- ko
# ### 연습 문제 6의 셋째 조각: 생성 반복문
#
# `answer_write(predict, start, count)`가 글을 씁니다. `predict`는 번호 목록을 받아 점수 (T, V)를 돌려줍니다. t행은 위치 t 다음에 글자 V개가 저마다
# 얼마나 올 법한지 나타냅니다. 언제나 가장 그럴듯한 글자를 골라, 새 번호 `count`개를 리스트로 돌려주세요.
#
# 그런 다음 마음에 드는 텍스트로 모델을 훈련해서 200자를 써 보고, 텍스트가 얼마나 많아야 그럴듯한 낱말이 나타나는지 적어 보세요.

# %% [markdown] read-up
# --- en
# Code 4, section 3.
# --- ko
# Code 4의 3절.

# %% answer
# Your answers to exercise 6, third piece
def answer_write(predict, start, count):
    return None  # a list of `count` numbers


answer_how_much = None  # two or three sentences in quotation marks

# %% check
# Check of exercise 6, third piece
def judge_write(answer):
    """The loop must write what a model that counts on writes: 3, 1, 4 is followed by 0, 1, 2 and so on."""
    vocabulary, start, count = 7, [3, 1, 4], 5
    seen = []

    def predict(ids):
        ids = [int(one) for one in np.ravel(ids)]
        seen.append(len(ids))
        scores = np.zeros((len(ids), vocabulary))  # (T, V)
        for t in range(len(ids)):  # the character depends on all before it: their sum, plus one
            scores[t, (sum(ids[: t + 1]) + 1) % vocabulary] = 1.0
        return scores

    def written(ids, row, grow, keep_last):
        ids, new = list(ids), []
        for _ in range(count):
            new.append(int(np.argmax(predict(ids[-1:] if keep_last else ids)[row])))
            ids += [new[-1]] if grow else []
        return new

    right = written(start, -1, True, False)
    named = {
        "first row": written(start, 0, True, False),
        "not appended": written(start, -1, False, False),
        "forgets": written(start, -1, True, True),
    }
    seen.clear()
    result = result_of(answer, lambda ids: predict(ids), copy.copy(start), count)
    found = [int(one) if one == int(one) else -1 for one in array(result).ravel()]
    if found == right:
        return "right"
    if found == start + right:
        return "with the start"
    if len(found) != count:
        return "one step" if len(found) == 1 else "wrong count"
    return next((name for name, wrong in named.items() if found == wrong), "other")


WRITE_SLIPS = {
    "first row": (
        "You read the prediction after the first character.", "첫 글자 다음의 예측을 읽었습니다.",
        "Which row says what comes after the whole text so far?",
        "지금까지의 글 전체 다음에 올 글자는 어느 행에 있나요?",
    ),
    "not appended": (
        "The model never sees what it wrote: it predicts the same thing every time.",
        "모델이 자기가 쓴 글자를 보지 못합니다. 그래서 매번 같은 것을 예측합니다.",
        "What must happen to a new character before the next prediction?",
        "다음 예측을 하기 전에 새 글자를 어떻게 해야 할까요?",
    ),
    "forgets": (
        "The model gets the last character only, and no context.", "모델에 마지막 글자만 넣어서 문맥이 없습니다.",
        "Give it the whole text so far.", "지금까지의 글 전체를 넣으세요.",
    ),
    "with the start": (
        "The writing is right, but the start is returned along with it.",
        "글은 맞게 썼는데 시작 부분까지 함께 돌려주었습니다.",
        "Only the new numbers are asked for.", "새로 쓴 번호만 돌려주세요.",
    ),
    "one step": (
        "This is a single new character.", "새 글자가 하나뿐입니다.",
        "Generation is a loop: predict, append, and again.", "생성은 반복문입니다. 예측하고, 붙이고, 다시 예측합니다.",
    ),
    "wrong count": (
        "The number of new characters is not `count`.", "새 글자의 수가 `count`와 다릅니다.",
        "One prediction, one new character, `count` times.", "예측 한 번에 새 글자 하나씩, `count`번 되풀이합니다.",
    ),
    "other": (
        "The loop writes something else than the model predicts.", "모델의 예측과 다른 글이 나왔습니다.",
        "Is it the largest score in the last row, over the characters (the last axis)?",
        "마지막 행에서, 글자 축(마지막 축)을 따라 가장 큰 점수를 골랐나요?",
    ),
}

HOW_MUCH_POINTS = [
    ("Do you name the text, its length, and the budget of the training?",
     "어떤 텍스트인지, 길이와 훈련 조건은 어떤지 밝혔나요?"),
    ("Do you show what it wrote at several stages?", "여러 단계에서 쓴 글을 보여 주었나요?"),
    ("Do you say what you count as a plausible word, and compare with the text itself?",
     "그럴듯한 낱말의 기준을 정하고 원래 텍스트와 비교했나요?"),
]

# %% [markdown] solution
# --- en
# `count` times: `predict(ids)[-1].argmax()`, append it to `ids`, keep it.
#
# How much text it takes has no single answer: it depends on the text, the model and the training. A good report shows stages,
# each with the number of characters and epochs behind it: letters in the right proportion, spaces and vowels where they
# belong, short words and endings, words that could be words. And it compares with the text itself: a model that has seen a
# short text many times recites it, which looks like invention and is not.
# --- ko
# `predict(ids)[-1].argmax()`를 구해 `ids`에 붙이고 따로 모으기를 `count`번 되풀이합니다.
#
# 텍스트가 얼마나 필요한지에는 정답이 하나로 정해져 있지 않습니다. 텍스트, 모델, 훈련 조건에 따라 다르기 때문입니다. 좋은 보고서는 단계를 나누어
# 보여 주고 단계마다 글자 수와 에포크 수를 밝힙니다. 처음에는 자주 쓰는 글자가 비율대로 나오고, 다음에는 띄어쓰기와 모음이 자리를 잡고, 짧은
# 낱말과 어미가 나오고, 마침내 있을 법한 낱말이 나옵니다. 그리고 원래 텍스트와 비교합니다. 짧은 텍스트를 여러 번 본 모델은 텍스트를 외워서
# 말할 뿐인데 지어낸 것처럼 보이기 때문입니다.

# %% [markdown] grading
# --- en
# * 1 point: the check says right.
# * 2 points: one for 200 characters written by a trained model, one for an answer that names text, amount and budget.
# --- ko
# * 1점: 확인용 셀을 통과했습니다.
# * 2점: 훈련한 모델로 200자를 썼으면 1점, 텍스트와 분량과 훈련 조건을 밝혀 답했으면 1점입니다.

# %% answers
# Right answers, and wrong ones with their slips
def _loop(predict, start, count, row=-1, axis=-1, skip=0):
    ids = list(start)
    for _ in range(count):
        ids.append(int(predict(ids)[row].argmax(axis)))
    return ids[len(start) - skip :]


WRITE_RIGHT = [_loop, lambda predict, start, count: np.array(_loop(predict, start, count))]
WRITE_WRONG = [
    (lambda predict, start, count: _loop(predict, start, count, row=0), "first row"),
    (lambda predict, start, count: [predict(start)[-1].argmax()] * count, "not appended"),
    (lambda predict, start, count: _loop(lambda ids: predict(ids[-1:]), start, count), "forgets"),
    (lambda predict, start, count: _loop(predict, start, count, skip=len(start)), "with the start"),
    (lambda predict, start, count: predict(start)[-1].argmax(), "one step"),
    (lambda predict, start, count: _loop(predict, start, count + 1), "wrong count"),
    (lambda predict, start, count: [predict(start)[-1].argmin()] * count, "other"),
]
