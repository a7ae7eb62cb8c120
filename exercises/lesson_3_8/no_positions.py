# ruff: noqa: E501
"""3-8, challenge assignment: the transformer without its positions."""

import numpy as np

from exercises.reading import Unreadable, array, number

# %% [markdown] question
# --- en
# ### Challenge: a transformer without positions
#
# Do section 6 of Code 2 first: take `AddPosition` out of the transformer and train it again at length 10 with at least three
# seeds. Then report here
#
# 1. the accuracy on new sequences, a number for every seed,
# 2. the attention to the first step, averaged over the seeds,
# 3. the reason for both, in two or three sentences, with what shuffling words does to attention (Code 1, section 5).
# --- ko
# ### 도전 과제: 위치 임베딩을 뺀 트랜스포머
#
# 먼저 Code 2의 6절을 하세요. 트랜스포머에서 `AddPosition`을 빼고 길이 10에서 시드를 세 개 이상 바꾸어 가며 다시 훈련합니다. 그런 다음
# 여기에 적어 보세요.
#
# 1. 처음 보는 시퀀스에서 잰 정확도. 시드마다 하나씩 적습니다.
# 2. 첫 스텝에 준 어텐션 가중치. 시드 전체의 평균을 적습니다.
# 3. 두 결과가 나온 까닭. 단어 순서를 섞으면 어텐션이 어떻게 되는지(Code 1의 5절)와 연결해 두세 문장으로 씁니다.

# %% [markdown] read-up
# --- en
# Code 1, section 5; Code 2, section 3 (the order-blind ceiling) and section 6.
# --- ko
# Code 1의 5절, Code 2의 3절(순서를 모를 때의 한계)과 6절.

# %% answer
# Your answers to the challenge
answer_accuracies = None  # one for every seed, such as [0.1, 0.2, 0.3]
answer_first_step = None  # the mean weight
answer_why_blind = None  # two or three sentences in quotation marks

# %% check
# Check of the challenge
def judge_accuracies(answer):
    """Without the order every seed lands at the order-blind ceiling, as far as 1,000 test sequences can tell."""
    accuracies = array(answer).ravel()
    if (accuracies > 1).any() and (accuracies <= 100).all():
        return "percent"
    if not ((accuracies >= 0) & (accuracies <= 1)).all():
        raise Unreadable("Accuracies lie between 0 and 1.", "정확도는 0과 1 사이의 수입니다.")
    if len(accuracies) < 3:
        return "too few seeds"
    counts = np.arange(11)  # how many of 10 steps are +1; the commoner sign is right in max(k, 10 - k) of 10 places
    chances = np.array([252, 210, 120, 45, 10, 1])[np.abs(counts - 5)] / 1024
    ceiling = (chances * np.maximum(counts, 10 - counts) / 10).sum()
    luck = 4 * np.sqrt(ceiling * (1 - ceiling) / 1000)
    if (accuracies > 0.95).all():
        return "positions are there"
    if len(set(accuracies)) == 1:
        return "the same seed" if accuracies[0] > 0.4 else "other"
    if (accuracies > ceiling + luck).any():
        return "mixed"
    if (np.abs(accuracies - 0.5) < 0.05).all():
        return "guessing"
    return "right" if (accuracies > ceiling - luck).all() else "other"


def judge_first_step(answer):
    """Nothing marks the first of ten steps, so it gets what every step gets."""
    weight = number(answer)
    if abs(weight - 0.1) < 0.006:
        return "right"
    if weight in (10, 1):
        return "percent" if weight == 10 else "all of it"
    if abs(weight) < 0.006:
        return "none of it"
    if abs(weight - 0.5) < 0.006:
        return "an accuracy"
    if 0.106 <= weight < 0.5:
        return "positions are there"
    return "an accuracy" if 0.5 < weight < 1 else "other"


ACCURACIES_SLIPS = {
    "percent": (
        "These are percentages.", "백분율로 적었습니다.",
        "Write shares between 0 and 1, as the table does.", "표에 나온 것처럼 0과 1 사이의 수로 적으세요.",
    ),
    "too few seeds": (
        "One or two runs, or a mean, hide how far seeds differ.",
        "한두 번의 실험이나 평균만으로는 시드에 따라 얼마나 다른지 알 수 없습니다.",
        "Report at least three seeds, each with its own number.",
        "시드를 세 개 이상 쓰고 시드마다 숫자를 하나씩 적으세요.",
    ),
    "the same seed": (
        "All runs have the same accuracy, to the last digit.", "모든 실험의 정확도가 끝자리까지 같습니다.",
        "Did the seed change from run to run, for the start and for the data?",
        "실험마다 시드를 바꾸었나요? 초깃값과 데이터가 모두 달라져야 합니다.",
    ),
    "positions are there": (
        "A model that does not know the order does not get this far.",
        "순서를 모르는 모델이라면 이렇게 높을 수 없습니다.",
        "Is AddPosition really gone, and was the changed model trained?",
        "AddPosition이 정말 빠졌나요? 바꾼 모델을 훈련한 것이 맞나요?",
    ),
    "mixed": (
        "Some runs are higher than a model can be that does not know the order.",
        "순서를 모르는 모델로는 나올 수 없는 높은 값이 섞여 있습니다.",
        "Were all of them trained with the same function? Give the results folder a new name and run again.",
        "모두 같은 함수로 훈련했나요? 결과 폴더의 이름을 바꾸고 다시 실행해 보세요.",
    ),
    "guessing": (
        "This is guessing: you expect that without order nothing can be known.",
        "찍었을 때의 값입니다. 순서를 모르면 아무것도 알 수 없다고 본 셈입니다.",
        "Something can be known: what do you know about a sequence when you may count its signs? Train the model and "
        "look.",
        "그래도 알 수 있는 것이 있습니다. 부호의 개수를 셀 수 있다면 시퀀스에 대해 무엇을 알게 되나요? 모델을 "
        "훈련해서 확인해 보세요.",
    ),
    "other": (
        "These accuracies do not fit the experiment.", "이 실험에서 나올 만한 정확도가 아닙니다.",
        "Length 10, 30 epochs, 2,000 sequences, all as in Code 2? With fewer epochs a run may still be on its way.",
        "길이 10, 30에포크, 시퀀스 2,000개로 Code 2와 같은 조건인가요? 에포크가 적으면 아직 올라가는 중일 수 있습니다.",
    ),
}

FIRST_STEP_SLIPS = {
    "percent": (
        "This is a percentage.", "백분율로 적었습니다.",
        "Write a share between 0 and 1.", "0과 1 사이의 수로 적으세요.",
    ),
    "all of it": (
        "You expect that the model looks at the first step only, because the answer stands there.",
        "답이 첫 스텝에 있으니 첫 스텝만 본다고 생각한 답입니다.",
        "How could a model find the first step when nothing marks it?",
        "첫 스텝이라는 표시가 없는데 어떻게 찾아낼 수 있을까요?",
    ),
    "none of it": (
        "You expect that the first step is not looked at.", "첫 스텝을 전혀 보지 않는다고 생각한 답입니다.",
        "To the model it is a step like any other. Which share does each get?",
        "모델에게는 여러 스텝 가운데 하나일 뿐입니다. 스텝 하나의 몫은 얼마인가요?",
    ),
    "positions are there": (
        "The first step gets more than its share.", "첫 스텝이 제 몫보다 많이 받았습니다.",
        "Without positions nothing can single it out: was this the model with AddPosition?",
        "위치 정보가 없으면 첫 스텝만 골라낼 수 없습니다. AddPosition이 있는 모델의 값이 아닌가요?",
    ),
    "an accuracy": (
        "This looks like an accuracy.", "정확도를 적은 것 같습니다.",
        "The attention to the first step stands in a column of its own.",
        "첫 스텝에 준 가중치는 표의 다른 열에 있습니다.",
    ),
    "other": (
        "This is not the weight.", "맞는 가중치가 아닙니다.",
        "Read the column beside 1/T, at length 10.", "길이 10인 행에서 1/T 옆의 열을 읽어 보세요.",
    ),
}

WHY_BLIND_POINTS = [
    ("Do you say what the mean over the steps does to the order of the block's outputs?",
     "블록의 출력을 스텝 전체에 걸쳐 평균하면 순서가 어떻게 되는지 썼나요?"),
    ("Do you say what the model can still know about a sequence, and what it bets on?",
     "그래도 모델이 알 수 있는 것은 무엇이고, 무엇에 거는지 썼나요?"),
    ("Do you say why the accuracy is above guessing, and why it does not rise further?",
     "정확도가 왜 찍는 것보다 높은지, 왜 더 올라가지 않는지 썼나요?"),
    ("Do you say why the first step gets the weight it gets?", "첫 스텝의 가중치가 왜 그 값인지 썼나요?"),
]

# %% [markdown] solution
# --- en
# Every seed ends between 0.58 and 0.66, and the attention to the first step is 0.100, that is 1/T. (With positions: 0.99 to
# 1.000.)
#
# Without positions, shuffling the steps only shuffles the outputs of the block, and the mean over the steps undoes even
# that: the model sees how many steps are +1 and nothing else. Its best bet is the commoner sign, and over all sequences
# of length 10 that is right in 0.623 of the cases, the order-blind ceiling. The first step is one of ten that nothing
# tells apart, so it cannot get more weight than the others. More epochs do not help: the information is not there.
# --- ko
# 어느 시드에서나 정확도는 0.58에서 0.66 사이이고, 첫 스텝에 준 가중치는 0.100, 곧 1/T입니다. 위치 임베딩이 있으면 정확도는 0.99에서
# 1.000입니다.
#
# 위치 정보가 없으면 스텝을 섞어도 블록의 출력은 순서만 바뀌고, 스텝 전체를 평균하면 그 차이마저 사라집니다. 모델이 아는 것은 +1이 몇 개인지뿐입니다.
# 그래서 더 많은 부호에 거는 것이 최선이고, 길이 10인 시퀀스에서는 그렇게 답해서 맞힐 확률이 0.623입니다. 이것이 순서를 모를 때의 한계입니다.
# 첫 스텝은 구별할 표시가 없는 열 개 가운데 하나이므로 다른 스텝보다 큰 가중치를 받을 수 없습니다. 정보 자체가 없으니 에포크를 늘려도 소용없습니다.

# %% [markdown] grading
# --- en
# * 2 points: three seeds or more, each reported; the layer is really gone (the check of Code 2 says so).
# * 1 point: the attention to the first step, compared with 1/T.
# * 3 points for the reason: order is lost in the mean; what is left is a count; the bet on the commoner sign explains a value
#   between 0.5 and 1.
# * No points off for an accuracy somewhat above 0.623: 1,000 test sequences leave room for luck, about 0.03 either way.
# --- ko
# * 2점: 시드 세 개 이상을 하나하나 보고했고, 층이 정말 빠져 있습니다(Code 2의 확인용 셀로 알 수 있습니다).
# * 1점: 첫 스텝에 준 가중치를 1/T과 비교했습니다.
# * 3점(까닭): 평균에서 순서가 사라진다는 점, 개수만 남는다는 점, 더 많은 부호에 걸기 때문에 0.5와 1 사이의 값이 나온다는 점에 1점씩입니다.
# * 정확도가 0.623보다 조금 높아도 감점하지 않습니다. 테스트 시퀀스가 1,000개이면 운에 따라 0.03쯤 오르내립니다.

# %% answers
# Right answers, and wrong ones with their slips
ACCURACIES_RIGHT = [[0.613, 0.641, 0.602], (0.66, 0.58, 0.62, 0.63, 0.6)]
ACCURACIES_WRONG = [
    ([61.3, 64.1, 60.2], "percent"),
    ([0.62], "too few seeds"),
    ([0.613, 0.641], "too few seeds"),
    ([0.623, 0.623, 0.623], "the same seed"),
    ([1.0, 0.999, 1.0], "positions are there"),
    ([0.61, 1.0, 0.63], "mixed"),
    ([0.5, 0.49, 0.51], "guessing"),
    ([0.3, 0.35, 0.41], "other"),
]
FIRST_STEP_RIGHT = [0.1, 0.1003, 1 / 10]
FIRST_STEP_WRONG = [
    (10, "percent"),
    (1, "all of it"),
    (0, "none of it"),
    (0.155, "positions are there"),
    (0.623, "an accuracy"),
    (0.05, "other"),
]
