# ruff: noqa: E402, E501, F401, F811, I001
"""Exercises of 3-8: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Exercises 3-8: Attention and transformers
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Five check questions, one on what a map proves, and the two assignments of the lesson, with checks that tell you more than
# "wrong".
#
# | | |
# |---|---|
# | **Goal** | Find out whether you can compute scores, weights and mixtures, count parameters and scores, and say why order has to be added. Where an answer is wrong, find out which idea is behind it. |
# | **You need to know** | Code 1; for the challenge Code 2. |
# | **Run time and hardware** | A second on Colab's free CPU. NumPy only, nothing to install. Working through: about 80 minutes, the training for the challenge in Code 2 included. |
# | **At the end you should see** | `right.` for every answer that can be checked, and for your explanations a list of questions to read them again with. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all. Every check then says `not answered yet.`
#
# **How to answer.** Replace `None` in an answer cell, run it, and run the check below it; its code is folded away, and you
# need not read it. A check names the idea behind a wrong answer and gives a hint, never the answer. Try again as often as
# you like. If a cell answers `First run cells 1-4`, run those, or choose Runtime > Run before.
# --- ko
# # 연습 문제 3-8: 어텐션과 트랜스포머
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 이 단원의 확인 문제 다섯 개와 어텐션 맵을 읽는 문제 하나, 과제 두 개입니다. 답이 틀렸을 때는 "틀렸습니다"에서 끝나지 않고 까닭까지 알려 줍니다.
#
# | | |
# |---|---|
# | **학습 목표** | 어텐션 점수와 가중치, 섞은 결과를 계산하고, 파라미터와 점수의 개수를 세고, 순서를 왜 따로 더해야 하는지 설명할 수 있는지 확인합니다. 틀린 답 뒤에 어떤 오해가 있는지도 알아봅니다. |
# | **미리 알아 둘 것** | Code 1의 내용. 도전 과제를 하려면 Code 2의 내용도 필요합니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU에서 1초면 됩니다. 넘파이만 쓰므로 설치할 것이 없습니다. 푸는 데는 도전 과제를 위해 Code 2에서 훈련하는 시간까지 80분쯤 잡으세요. |
# | **끝까지 실행하면** | 확인할 수 있는 답에는 모두 `맞았습니다.`가 나오고, 설명을 쓴 답에는 다시 읽어 볼 때 견주어 볼 질문이 나옵니다. |
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
from exercises.reading import Unanswered, Unreadable, array, array_of_shape, number, name_of, text, letter_of_four
from exercises.checking import not_yet, feedback, reading_points, check, look_for

# %% by-hand form
# The functions of Code 1: softmax, scores, attention, self_attention
from keras_attention.by_hand.checks import real_array, boolean_mask
from keras_attention.by_hand.formulas import softmax, scores, attention, project, self_attention

# %% [markdown] numbers
# --- en
# ## 1 Attention in numbers
#
# Pencil and paper are enough here. Cell {cell:by-hand} holds the functions of Code 1 if you would rather let NumPy compute.
# --- ko
# ## 1 숫자로 계산하는 어텐션
#
# 종이와 연필이면 충분합니다. 넘파이로 계산하고 싶다면 {cell:by-hand}번 셀에 Code 1의 함수가 들어 있습니다.

# %% [exercise] lesson_3_8/one_score
# %% [exercise] lesson_3_8/mixing
# %% [exercise] lesson_3_8/order
# %% [exercise] lesson_3_8/same_map

# %% [markdown] costs
# --- en
# ## 2 What attention costs
#
# Count before you compute: which arrays are there, and what is their shape?
# --- ko
# ## 2 어텐션의 비용
#
# 계산하기 전에 먼저 세어 보세요. 어떤 배열이 있고 shape는 무엇인가요?

# %% [exercise] lesson_3_8/parameter_count
# %% [exercise] lesson_3_8/twice_as_long

# %% [markdown] assignments
# --- en
# ## 3 Assignments
#
# The first one needs no training, the second one needs Code 2.
# --- ko
# ## 3 과제
#
# 기본 과제는 훈련 없이 할 수 있고, 도전 과제를 하려면 Code 2가 필요합니다.

# %% [exercise] lesson_3_8/no_division
# %% [exercise] lesson_3_8/no_positions

# %% [markdown] next
# --- en
# ## Where to go on
#
# Every check says `right.`? Then explain to somebody why their wrong answer is wrong: that is the harder exercise. Your
# teacher's answer key has the solutions, the grading criteria, and the list of ideas that these checks can name.
#
# From the course "3-8 Attention & Transformers" by Sangsun Ahn.
# --- ko
# ## 마무리
#
# 모두 `맞았습니다.`가 나왔나요? 그렇다면 다른 사람의 틀린 답이 왜 틀렸는지 설명해 보세요. 그쪽이 더 어려운 연습입니다. 풀이와 채점 기준,
# 이 노트북이 짚어 낼 수 있는 오해의 목록은 교사용 정답지에 있습니다.
#
# Sangsun Ahn의 강의 "3-8 Attention & Transformers"를 바탕으로 만들었습니다.
