# ruff: noqa: E402, E501, F401, F811, I001
"""Exercises of Bonus 4: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Exercises Bonus 4: Attention and transformers
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# The six exercises of the lesson: one to compute, four to predict and then to train, one to write.
#
# | | |
# |---|---|
# | **Goal** | Steer attention with a query; say what scaling, positions and heads do by taking them away; know what a model can get that does not know the order; write the three pieces of a model that writes. |
# | **You need to know** | Code 1 and Code 3; for the last exercise Code 4. |
# | **Run time and hardware** | A second on Colab's free CPU. NumPy only, nothing to install; the training is done in Code 3 and Code 4. Working through: about 150 minutes, training included. |
# | **At the end you should see** | `right.` for every answer that can be checked, and for your reports a list of questions to read them again with. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all. Every check then says `not answered yet.`
#
# **How to answer.** Replace `None` in an answer cell, run it, and run the check below it; its code is folded away, and you
# need not read it. A check names the idea behind a wrong answer and gives a hint, never the answer. Try again as often as
# you like. If a cell answers `First run cells 1-4`, run those, or choose Runtime > Run before.
# --- ko
# # 연습 문제 보너스 4: 어텐션과 트랜스포머
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 이 단원의 연습 문제 여섯 개입니다. 하나는 계산하고, 넷은 먼저 예상한 다음 훈련해서 확인하고, 하나는 직접 씁니다.
#
# | | |
# |---|---|
# | **학습 목표** | 쿼리로 어텐션을 조종하고, 나눗셈과 위치 정보와 헤드를 빼 보면서 저마다 무슨 일을 하는지 설명합니다. 순서를 모르는 모델이 어디까지 맞힐 수 있는지 알아보고, 글을 쓰는 모델의 세 조각을 직접 씁니다. |
# | **미리 알아 둘 것** | Code 1과 Code 3의 내용. 마지막 연습 문제에는 Code 4의 내용도 필요합니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU에서 1초면 됩니다. 넘파이만 쓰므로 설치할 것이 없고, 훈련은 Code 3과 Code 4에서 합니다. 푸는 데는 훈련까지 150분쯤 잡으세요. |
# | **끝까지 실행하면** | 확인할 수 있는 답에는 모두 `맞았습니다.`가 나오고, 보고서를 쓴 답에는 다시 읽어 볼 때 견주어 볼 질문이 나옵니다. |
#
# **코랩에서 여는 방법:** 위의 배지를 누르면 코랩 첫 화면이 열립니다. 파일 > 노트북 업로드(File > Upload notebook)에서 이 파일을
# 고른 다음 런타임 > 모두 실행(Runtime > Run all)을 누르세요. 처음에는 모두 `아직 답하지 않았습니다.`라고 나옵니다.
#
# **답하는 방법.** 답을 적는 셀에서 `None`을 지우고 답을 쓴 다음 그 셀을 실행하고, 바로 아래 확인용 셀을 실행하세요. 확인용 셀의 코드는
# 접혀 있고 읽지 않아도 됩니다. 답이 틀리면 어떤 생각에서 나온 답인지 짚어 주고 힌트를 주지만 정답은 알려 주지 않습니다. 몇 번이든 다시
# 해 보세요. `First run cells 1-4` 같은 문장이 나오면 그 번호의 코드 셀을 먼저 실행하거나 런타임 > 이전 셀 실행(Run before)을 고르면
# 됩니다.

# %% setup
# Libraries, versions, and the settings of this notebook
import copy
import math
import platform

import numpy as np

LANGUAGE = "en"
SEED = 0  # for the random numbers on which checks try an answer


def pick(english, korean):
    """The sentence in the language of this notebook."""
    return korean if LANGUAGE == "ko" else english


np.set_printoptions(precision=3, suppress=True)
print("Python", platform.python_version(), "| NumPy", np.__version__)

# %% reading form
# Reading an answer, and saying what to hear about it (no need to read it)
from exercises.reading import Unanswered, Unreadable, array, array_of_shape, number, shape, name_of, text, result_of, letter_of_four
from exercises.checking import not_yet, feedback, reading_points, check, look_for

# %% by-hand form
# Softmax, scores, attention; and how often the commonest of some values occurs
from keras_attention.by_hand.checks import real_array, boolean_mask
from keras_attention.by_hand.formulas import softmax, scores, attention
from exercises.counting import commonest_share

# %% lookup
# Three positions: keys and values
from keras_attention.examples import BONUS_K, BONUS_V

print("keys:", BONUS_K.tolist(), "values:", BONUS_V.tolist())

# %% [markdown] by-hand-section
# --- en
# ## 1 Attention by hand
#
# Cells {cell:by-hand} and {cell:lookup} hold what you need: the formula, and three positions to look at.
# --- ko
# ## 1 손으로 계산하는 어텐션
#
# 필요한 것은 {cell:by-hand}번 셀과 {cell:lookup}번 셀에 있습니다. 하나는 식이고 하나는 살펴볼 위치 셋입니다.

# %% [exercise] bonus_4/fifty_fifty
# %% [exercise] bonus_4/no_scaling

# %% [markdown] recall-section
# --- en
# ## 2 Associative recall without this or that
#
# Guess first, then train in Code 3. Write down every seed: a mean hides whether runs solve the task or stay on their plateau.
# --- ko
# ## 2 하나씩 바꾸어 보는 연상 회상
#
# 먼저 예상한 다음 Code 3에서 훈련하세요. 시드마다 결과를 적으세요. 평균만 보면 과제를 푼 실험과 정체 구간에 머문 실험이 구별되지 않습니다.

# %% [exercise] bonus_4/without_positions
# %% [exercise] bonus_4/ten_pairs
# %% [exercise] bonus_4/one_or_eight_heads

# %% [markdown] writing-section
# --- en
# ## 3 A model that writes
#
# Three pieces in NumPy, each with its own check. Then the training, in Code 4.
# --- ko
# ## 3 글을 쓰는 모델
#
# 넘파이로 세 조각을 쓰고 조각마다 확인합니다. 훈련은 Code 4에서 합니다.

# %% [exercise] bonus_4/training_pairs
# %% [exercise] bonus_4/future_mask
# %% [exercise] bonus_4/writing_loop

# %% [markdown] next
# --- en
# ## Where to go on
#
# Which of your predictions was wrong? Write down what you believed before, and what the experiment showed: that is worth
# more than the five that were right. Your teacher's answer key has solutions and measured results.
#
# From the lesson "Attention and Transformers" (Applied ML in Production, Bonus 4).
# --- ko
# ## 마무리
#
# 어떤 예상이 빗나갔나요? 처음에 어떻게 생각했고 실험 결과는 어땠는지 적어 두세요. 맞은 예상 다섯 개보다 그 기록이 더 값집니다. 풀이와
# 실제로 재어 본 결과는 교사용 정답지에 있습니다.
#
# "Attention and Transformers"(Applied ML in Production, Bonus 4) 단원을 바탕으로 만들었습니다.
