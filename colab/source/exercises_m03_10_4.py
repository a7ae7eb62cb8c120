# ruff: noqa: E402, E501, F401, F811, I001
"""Exercises of M03.10.4: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Exercises M03.10.4: Tensors inside a network layer
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Warm-up, recall and exercises of the lesson. Nearly every answer is a shape, a string or a short function, and every one of them
# can go wrong by a single axis.
#
# | | |
# |---|---|
# | **Goal** | Read and write einsum strings; split queries into heads without mixing tokens; say along which axis a softmax runs and why scores are divided; count parameters and multiply-adds, also of a low-rank layer. |
# | **You need to know** | Code 5. A little linear algebra for the last exercise: columns, column space, rank. |
# | **Run time and hardware** | A second on Colab's free CPU. NumPy only, nothing to install. Working through: about 60 minutes. |
# | **At the end you should see** | `right.` for every answer that can be checked, and for your explanations a list of questions to read them again with. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all. Every check then says `not answered yet.`
#
# **How to answer.** Replace `None` in an answer cell, run it, and run the check below it; its code is folded away, and you
# need not read it. A check names the idea behind a wrong answer and gives a hint, never the answer. Try again as often as
# you like. If a cell answers `First run cells 1-4`, run those, or choose Runtime > Run before.
# --- ko
# # 연습 문제 M03.10.4: 신경망 층 안의 텐서
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 이 단원의 준비 문제, 되짚기, 연습 문제입니다. 답은 대부분 shape나 첨자나 짧은 함수이고, 축 하나만 어긋나도 틀립니다.
#
# | | |
# |---|---|
# | **학습 목표** | `einsum` 첨자를 읽고 씁니다. 토큰이 섞이지 않게 쿼리를 헤드로 나누고, 소프트맥스를 어느 축을 따라 계산하는지, 점수를 왜 나누는지 설명합니다. 저랭크 층까지 포함해 파라미터와 곱셈-누산을 셉니다. |
# | **미리 알아 둘 것** | Code 5의 내용. 마지막 연습 문제에는 열, 열공간, 랭크 같은 선형대수 기초가 필요합니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU에서 1초면 됩니다. 넘파이만 쓰므로 설치할 것이 없습니다. 푸는 데는 60분쯤 잡으세요. |
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
import copy
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
from exercises.reading import Unanswered, Unreadable, array, array_of_shape, number, shape, name_of, text, result_of
from exercises.checking import not_yet, feedback, reading_points, check, look_for

# %% by-hand form
# Softmax
from keras_attention.by_hand.checks import real_array
from keras_attention.by_hand.formulas import softmax

# %% [markdown] warm-up
# --- en
# ## 1 Warm-up
#
# Two questions about einsum strings. Cell {cell:by-hand} holds `softmax`, should you want to try something.
# --- ko
# ## 1 준비 문제
#
# `einsum` 첨자에 관한 문제 두 개입니다. 무엇이든 시험해 보고 싶다면 {cell:by-hand}번 셀의 `softmax`를 쓰세요.

# %% [exercise] m03_10_4/summed_letter
# %% [exercise] m03_10_4/implicit_order

# %% [markdown] recall
# --- en
# ## 2 Recall
#
# Close the lesson and answer from memory. Where you write a function, the check tries it on arrays whose axes all differ.
# --- ko
# ## 2 되짚기
#
# 강의를 덮고 기억나는 대로 답해 보세요. 함수를 쓰는 문제에서는 축의 길이가 모두 다른 배열로 확인합니다.

# %% [exercise] m03_10_4/dense_by_hand
# %% [exercise] m03_10_4/split_into_heads
# %% [exercise] m03_10_4/softmax_axis
# %% [exercise] m03_10_4/score_variance
# %% [exercise] m03_10_4/two_thin_factors

# %% [markdown] exercises
# --- en
# ## 3 Exercises
#
# From easy to hard: count, trace, prove.
# --- ko
# ## 3 연습 문제
#
# 쉬운 것부터 어려운 것까지, 세어 보고 따라가 보고 증명합니다.

# %% [exercise] m03_10_4/wide_layer
# %% [exercise] m03_10_4/head_account
# %% [exercise] m03_10_4/low_rank_proof

# %% [markdown] next
# --- en
# ## Where to go on
#
# Take a layer of a model you know, write every array in it with its shape, and find the einsum string of every step.
#
# From the lesson "Tensors inside a network layer" (M03.10.4).
# --- ko
# ## 마무리
#
# 잘 아는 모델에서 층 하나를 골라, 그 안의 배열마다 shape를 적고 단계마다 `einsum` 첨자를 써 보세요.
#
# "Tensors inside a network layer"(M03.10.4) 단원을 바탕으로 만들었습니다.
