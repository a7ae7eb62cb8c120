# ruff: noqa: E402, E501, F401, F811, I001
"""Code 3, associative recall: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Code 3: Associative recall
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Somebody reads out a list: Ann has room 4, Bob 9, Cleo 2, Dan 7, Eve 9. Then comes the question: and Cleo? With the list in
# front of you, you look the answer up. If you only heard it, you must have kept all five pairs, because any of them might be
# asked for. In this notebook a transformer looks up and a GRU, a relative of the LSTM, has to keep. You train both, read in
# the weights how the one does it, and measure what the other does instead.
#
# | | |
# |---|---|
# | **Goal** | Use attention as a dictionary that answers in shares; say why scores are divided and why positions are needed; train a transformer of 40,145 parameters to look values up, and read its procedure in its weights; say from measurements, not by guessing, what a GRU of about the same size does. |
# | **You need to know** | Code 1. The layers come from Code 2, where they are explained line by line. No GPU. |
# | **Run time and hardware** | About 4 minutes on two CPU cores (measured on an AMD EPYC), the size of Colab's free CPU runtime. Models this small need neither a GPU nor a TPU; on a TPU runtime, which has no TensorFlow, the notebook runs on JAX. Working through: about an hour and a half. |
# | **At the end you should see** | The transformer solves the task with five of five seeds, with an accuracy of 0.99 or more. The GRU, with the same data, gets about 0.4, and three quarters of the sequences it was trained on; with four times the data it solves the task as well. Started with small numbers, or without positions, the transformer is in 10 epochs no better than somebody who does not know the order: 0.386 at best, but for luck. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all.
#
# Every code cell carries its number. After a restart of the runtime a cell may answer `First run cells 1-4`:
# run those, or choose Runtime > Run before, and go on. Nothing that was finished has to be trained again.
# --- ko
# # Code 3: 연상 회상, 키로 값 찾기
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 누가 명단을 불러 줍니다. 민준은 4호실, 서연은 9호실, 지호는 2호실, 하은은 7호실, 도윤은 9호실. 그리고 묻습니다. "지호는 몇 호실이었죠?"
# 명단이 눈앞에 있으면 찾아보면 됩니다. 듣기만 했다면 다섯 쌍을 모두 외워 두었어야 합니다. 누구를 물을지 모르기 때문입니다. 이
# 노트북에서는 트랜스포머가 찾아보는 쪽이고, LSTM의 친척인 GRU가 외워 두는 쪽입니다. 둘을 훈련해서 한쪽은 어떻게 찾아내는지 가중치에서
# 읽어 내고, 다른 쪽은 그 대신 무엇을 하는지 재어 봅니다.
#
# | | |
# |---|---|
# | **학습 목표** | 어텐션을 비율대로 섞어 찾는 사전으로 이해합니다. 점수를 왜 나누는지, 위치 정보가 왜 필요한지 설명합니다. 파라미터가 40,145개인 트랜스포머를 훈련해 값을 찾게 하고, 찾는 절차를 가중치에서 읽어 냅니다. 비슷한 크기의 GRU가 무엇을 하는지는 짐작하지 않고 재어 봅니다. |
# | **미리 알아 둘 것** | Code 1의 내용. 층은 Code 2의 것을 그대로 쓰며, 한 줄 한 줄 설명은 Code 2에 있습니다. GPU는 필요 없습니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU 런타임과 같은 CPU 코어 두 개에서 4분쯤 걸립니다(AMD EPYC에서 잰 시간). 모델이 작아서 GPU나 TPU가 필요하지 않습니다. 텐서플로가 없는 TPU 런타임에서는 JAX로 실행됩니다. 읽고 바꿔 보는 데는 한 시간 반쯤 잡으세요. |
# | **끝까지 실행하면** | 트랜스포머는 시드 다섯 개 모두에서 과제를 풀고, 정확도는 0.99 이상입니다. 같은 데이터로 훈련한 GRU는 0.4 정도를 맞히고, 훈련에 쓴 시퀀스는 넷에 셋을 맞힙니다. 데이터를 네 배로 늘리면 GRU도 과제를 풉니다. 작은 초깃값으로 시작하거나 위치 임베딩을 뺀 트랜스포머는 10에포크 뒤에도 순서를 모르는 사람보다 나을 것이 없어, 운을 빼면 잘해야 0.386입니다. |
#
# **코랩에서 여는 방법:** 위의 배지를 누르면 코랩 첫 화면이 열립니다. 파일 > 노트북 업로드(File > Upload notebook)에서 이 파일을
# 고른 다음 런타임 > 모두 실행(Runtime > Run all)을 누르세요.
#
# 코드 셀에는 저마다 번호가 있습니다. 런타임을 다시 시작한 뒤에 `First run cells 1-4` 같은 문장이 나오면 그 번호의 코드 셀을 먼저
# 실행하거나, 런타임 > 이전 셀 실행(Run before)을 고르면 됩니다. 이미 끝난 훈련은 다시 하지 않아도 됩니다.

# %% setup
# Libraries, versions, and the settings of this notebook
import functools
import hashlib
import importlib.util
import json
import math
import operator
import os
import platform
import secrets
import sys
import time
from collections import Counter
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import ClassVar

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

LANGUAGE = "en"
SEED = 0  # for everything random outside the experiments
STARTED = time.perf_counter()

from common_start import TESTED, pick, start_keras, version_note, show_versions

keras = start_keras()
layers, ops = keras.layers, keras.ops

np.set_printoptions(precision=3, suppress=True, floatmode="fixed")
plt.rcParams.update({"font.size": 12, "figure.dpi": 100})
BACKEND = keras.backend.backend()
show_versions(keras)

# %% checks form
# Checks that turn a wrong setting or shape into a sentence (no need to read them)
from keras_attention.by_hand.checks import real_array, positive_integer, boolean_mask
from common_start import whole_numbers

# %% drawing form
# Drawing (no need to read it)
from common import show
from keras_attention.plots import labels, heat_map

# %% [markdown] dictionary-question
# --- en
# ## 1 A dictionary that answers in shares
#
# **What is asked.** A Python dictionary has an entry for a key, or it has none. What if a question fits two keys half and half,
# or none in particular? Attention always answers. It compares the query with every key, turns the scores into shares, and
# mixes the values in these shares.
#
# Our dictionary has three entries. The first key stands for direction A, the second for B, the third for both at once. A query
# says how much of A and how much of B it wants, and a negative number means "rather not".
# --- ko
# ## 1 비율대로 섞어 찾는 사전
#
# **무엇을 묻나요?** 파이썬 딕셔너리는 키가 있으면 값을 주고, 없으면 그만입니다. 묻는 말이 두 키에 반씩 맞거나 어느 키에도 딱히 맞지
# 않으면 어떻게 해야 할까요? 어텐션은 언제나 답합니다. 쿼리를 모든 키와 견주어 점수를 매기고, 점수를 몫으로 바꾸고, 그 몫대로 값을
# 섞습니다.
#
# 여기서 쓸 사전에는 항목이 세 개 있습니다. 첫째 키는 A 방향, 둘째 키는 B 방향, 셋째 키는 둘 다를 뜻합니다. 쿼리에는 A와 B를 각각
# 얼마나 원하는지 적혀 있고, 음수는 "되도록 빼 달라"는 뜻입니다.

# %% formula form
# The functions of Code 1, unchanged
from keras_attention.by_hand.formulas import softmax, scores, attention

# %% dictionary
# A dictionary that answers with one entry, and one that answers with shares
from keras_attention.examples import BONUS_K, BONUS_V, BONUS_QUERIES

exact = {"A": BONUS_V[0], "B": BONUS_V[1]}
print("exact['A'] =", exact["A"], "\n")
looked_up = {}
for wish, query in BONUS_QUERIES.items():
    output, weights = attention(query, BONUS_K, BONUS_V)  # (1, V), (1, S)
    looked_up[wish] = weights[0]
    print(f"{wish:<16}  query {query[0]}  weights {weights[0]}  output {output[0]}")

figure, panel = plt.subplots(figsize=(5, 4), layout="constrained")
picture = heat_map(panel, np.array(list(looked_up.values())), list(looked_up), ["A", "B", "A and B"], "Weights")
figure.colorbar(picture, ax=panel, label="attention weight")
show(figure, pick("Heat map: a row for each of four queries, a column for each of three keys, weights from 0 to 1.",
                  "히트맵: 행은 쿼리 네 개, 열은 키 세 개, 값은 0에서 1 사이의 어텐션 가중치입니다."))

# %% [markdown] dictionary-means
# --- en
# **What you should see.** For "looking for A", the query [4, -2], the weights are 0.795, 0.011 and 0.193 and the output is about
# [8.92, 1.08]. "Looking for B" is its mirror image. "Looking for both" gives 0.673 to the third entry, and "no preference" gives
# 0.333 to each.
#
# **What it means.** Four fifths of the first answer come from the entry for A, almost nothing comes from B, and the rest comes
# from the entry that is half right. The zero query makes all scores equal, and attention becomes a plain average: it always
# hands something over, even if nobody asked for anything. Nothing was learned here. What a network learns is how to *make* its
# queries, keys and values; the way of looking up stays the same.
#
# **Change one thing.** In cell {cell:dictionary}, write `10 * query` in place of `query` in the line with `attention` and run the
# cell again. Which three answers now come from a single entry, as from a Python dictionary? Which one does not change, and why?
# --- ko
# **나와야 할 결과.** A를 찾는 쿼리 [4, -2]에서는 가중치가 0.795, 0.011, 0.193이고 출력은 약 [8.92, 1.08]입니다. B를 찾으면 좌우를
# 뒤집은 모양이 됩니다. 둘 다 찾으면 셋째 항목에 0.673이 가고, 딱히 찾는 것이 없으면 0.333씩 똑같이 나뉩니다.
#
# **무슨 뜻일까요?** 첫째 답은 5분의 4가 A 항목에서 오고, B 항목에서는 거의 오지 않습니다. 나머지는 반쯤 맞는 셋째 항목에서 옵니다. 쿼리가
# 0이면 점수가 모두 같아져 어텐션은 그냥 평균이 됩니다. 아무것도 묻지 않아도 무언가는 꼭 내주는 셈입니다. 여기서는 아무것도 학습하지
# 않았습니다. 신경망이 학습하는 것은 쿼리와 키와 값을 *만드는* 방법이고, 찾는 방법은 언제나 이대로입니다.
#
# **하나만 바꿔 보기.** {cell:dictionary}번 셀에서 `attention`이 있는 줄의 `query`를 `10 * query`로 바꾸고 다시 실행해 보세요. 파이썬
# 딕셔너리처럼 항목 하나에서만 답이 오는 쿼리는 어느 셋인가요? 달라지지 않는 하나는 무엇이고, 왜 그럴까요?

# %% [markdown] scaling-question
# --- en
# ## 2 Why the scores are divided by sqrt(d_k)
#
# **What is asked.** A score adds up d_k products. If query and key hold random numbers around 0 of spread 1 (standard deviation), every
# product has spread 1 as well, and the sum of d_k of them has spread sqrt(d_k): squares of spreads add up. What does softmax
# make of scores that grow with the width?
#
# Cell {cell:scaling} draws 2,000 random queries, each with six random keys of its own, and notes the largest of the six weights:
# with the scores as they are, and with the scores divided. Six equal shares would be 1/6 each.
# --- ko
# ## 2 점수를 왜 sqrt(d_k)로 나눌까요?
#
# **무엇을 묻나요?** 점수 하나는 곱 d_k개를 더한 값입니다. 쿼리와 키에 평균이 0이고 표준편차가 1인 난수가 들어 있으면 곱 하나의 표준편차도 1이고, d_k개를
# 더하면 표준편차는 sqrt(d_k)가 됩니다. 더하면 분산이 쌓이기 때문입니다. 이렇게 차원이 커질수록 커지는 점수를 소프트맥스에 넣으면 어떻게
# 될까요?
#
# {cell:scaling}번 셀은 무작위 쿼리를 2,000번 뽑고, 뽑을 때마다 키도 여섯 개씩 새로 뽑아, 여섯 가중치 가운데 가장 큰 것을 적어 둡니다.
# 점수를 그대로 쓸 때와 나누어 쓸 때를 나란히 봅니다. 똑같이 나눈다면 6분의 1씩입니다.

# %% scaling
# The largest of six weights, in 2,000 draws
def draw_scores(key_dim, draws, seed):
    """Scores (draws, 6) of random queries against six random keys each; all numbers have mean 0 and spread 1."""
    rng = np.random.default_rng(seed)
    query = rng.normal(size=(draws, 1, key_dim))  # (draws, T, K)
    key = rng.normal(size=(draws, 6, key_dim))  # (draws, S, K)
    return scores(query, key)[:, 0]


KEY_DIMS = (4, 64, 512)
DRAWS = 2_000
largest = {}  # (d_k, divided or not) to the largest weight of every draw
print("               largest weight, mean (and from the lowest to the highest twentieth)")
print(" d_k   spread   undivided               divided by sqrt(d_k)    slope: undivided  divided")
for key_dim in KEY_DIMS:
    z = draw_scores(key_dim, DRAWS, SEED)  # (draws, S)
    line = f"{key_dim:>4}   {z.std():6.2f}"
    slopes = []
    for divided, divisor in ((False, 1), (True, math.sqrt(key_dim))):
        top = softmax(z / divisor).max(axis=-1)  # (draws,)
        largest[key_dim, divided] = top
        low, high = np.quantile(top, (0.05, 0.95))
        line += f"   {top.mean():.3f} ({low:.3f} to {high:.3f})"
        slopes.append((top * (1 - top)).mean())  # how fast softmax changes the weight when its score changes
    print(f"{line}            {slopes[0]:.3f}    {slopes[1]:.3f}")

figure, panel = plt.subplots(figsize=(7, 4), layout="constrained")
for divided, colour, marker, line in ((False, "#D55E00", "^", "--"), (True, "#0072B2", "o", "-")):
    tops = [largest[key_dim, divided] for key_dim in KEY_DIMS]
    low, high = np.quantile(tops, (0.05, 0.95), axis=1)
    panel.fill_between(KEY_DIMS, low, high, color=colour, alpha=0.15)
    panel.plot(KEY_DIMS, np.mean(tops, axis=1), color=colour, marker=marker, linestyle=line, markersize=9,
               label="divided by sqrt(d_k)" if divided else "undivided")
panel.set_xscale("log", base=2)
panel.set_xticks(KEY_DIMS, KEY_DIMS)
panel.set(xlabel="d_k, numbers in a query", ylabel="largest of six weights", ylim=(0, 1.03))
panel.grid(color="#e5e5e5")
panel.legend(loc="lower left", fontsize=11)
show(figure, pick("The mean of the largest of six weights over d_k: undivided it nears 1, divided it stays near 0.4.",
                  "d_k별 여섯 가중치 중 최댓값의 평균. 나누지 않으면 1 가까이 오르고, 나누면 0.4 근처에 머뭅니다."))

# %% [markdown] scaling-means
# --- en
# **What you should see.** The spread of the scores is near 2, 8 and 22.6, the roots of 4, 64 and 512. Undivided, the largest
# weight is about 0.575, 0.89 and 0.96 on average; divided, it is about 0.40, 0.42 and 0.42. Both depend a little on the draws, by
# about 0.01.
#
# **What it means.** Undivided, at d_k = 512 nearly all the weight lies on one key, before anything was learned and by accident.
# The slopes show what is wrong with that: softmax passes a change of the winning score on to its weight with the slope
# w (1 - w). Undivided it falls from 0.20 to 0.03, divided it stays near 0.22. A layer whose weights hardly move when its scores
# move can hardly learn from its mistakes. The division lets every width start soft.
#
# Mind the brackets as well. Nine draws of ten lie between the two numbers, and at d_k = 4 that is anything from 0.3 to 0.95: a
# single draw proves nothing.
#
# **Change one thing.** In cell {cell:scaling}, write `(True, key_dim)` in place of `(True, math.sqrt(key_dim))` in the loop. What
# becomes of the largest weight at 512, and is that any better?
# --- ko
# **나와야 할 결과.** spread 칸은 점수의 표준편차로, 2, 8, 22.6에 가깝습니다. 4, 64, 512의 제곱근입니다. 가장 큰 가중치의 평균은 나누지 않으면
# 0.575, 0.89, 0.96쯤이고, 나누면 0.40, 0.42, 0.42쯤입니다. 어떤 수를 뽑았느냐에 따라 0.01쯤 다를 수 있습니다.
#
# **무슨 뜻일까요?** 나누지 않으면 d_k = 512일 때 가중치가 거의 다 키 하나에 쏠립니다. 아직 아무것도 배우지 않았는데 어쩌다 그렇게 된
# 것입니다. 그러면 무엇이 나쁜지는 slope 칸에 있습니다. 가장 큰 점수가 조금 바뀔 때 그 가중치는 w (1 - w)배만큼만 바뀝니다. 이 값이
# 나누지 않으면 0.20에서 0.03으로 줄어들고, 나누면 0.22 근처를 지킵니다. 점수를 바꿔도 가중치가 꿈쩍하지 않는 층은 틀려도 배우기
# 어렵습니다. 나누어 주면 차원이 얼마든 부드럽게 시작할 수 있습니다.
#
# 괄호 안의 두 수도 눈여겨보세요. 열 번 가운데 아홉 번은 두 수 사이에 떨어지는데, d_k = 4에서는 0.3부터 0.95까지 무엇이든 나올 수
# 있습니다. 한 번 뽑아 본 것으로는 아무것도 증명하지 못합니다.
#
# **하나만 바꿔 보기.** {cell:scaling}번 셀의 반복문에서 `(True, math.sqrt(key_dim))`을 `(True, key_dim)`으로 바꿔 보세요. 512에서 가장 큰
# 가중치는 얼마가 되나요? 그러면 더 나은 걸까요?

# %% [markdown] order-question
# --- en
# ## 3 Attention does not know the order
#
# **What is asked.** In the task to come, "key 3, value 12, key 5, value 9" says that 12 belongs to key 3. Let the two values change
# places, and 9 belongs to it: the same four tokens, another meaning. Does attention see a difference?
#
# In self-attention every token makes a query, a key and a value out of its own vector and looks at all tokens, itself included.
# The layer below is untrained and the tokens are random vectors, which is enough: what you will see holds for any numbers.
# --- ko
# ## 3 어텐션은 순서를 모릅니다
#
# **무엇을 묻나요?** 곧 나올 과제에서 "key 3, value 12, key 5, value 9"는 키 3의 짝이 12라는 뜻입니다. 두 값이 자리를 바꾸면 키 3의 짝은 9가
# 됩니다. 토큰 네 개는 그대로인데 뜻이 달라집니다. 어텐션은 이 차이를 알아볼까요?
#
# 셀프 어텐션(self-attention)에서는 토큰마다 자기 벡터로 쿼리와 키와 값을 만들고, 자기를 포함한 모든 토큰을 봅니다. 아래의 층은 훈련하지
# 않았고 토큰은 무작위 벡터입니다. 그래도 충분합니다. 지금 볼 성질은 숫자가 무엇이든 성립하기 때문입니다.

# %% layers form
# The layers of Code 2, unchanged (open the cell to read them)
from common_layers import AddPosition, MultiHeadSelfAttention, TransformerBlock, difference

# %% order
# Two values change places: does attention notice?
tokens = ("key 3", "value 12", "key 5", "value 9")
swap = [0, 3, 2, 1]  # key 3 stands beside value 9 now, key 5 beside value 12
vectors = np.random.default_rng(SEED).normal(size=(1, len(tokens), 8)).astype("float32")  # (B, T, D)

keras.utils.set_random_seed(SEED)
look = MultiHeadSelfAttention(num_heads=1)
before, weights = look(vectors, return_attention_scores=True)  # (B, T, D), (B, H, T, S)
after = look(vectors[:, swap])  # (B, T, D)
print("weights, a row for each token that looks, and the sum of the row:")
for token, row in zip(tokens, ops.convert_to_numpy(weights)[0, 0], strict=True):
    print(f"{token:>9}  {row}  {row.sum():.3f}")
print("key 3 before the swap:", ops.convert_to_numpy(before)[0, 0, :4], "...")
print("key 3 after the swap: ", ops.convert_to_numpy(after)[0, 0, :4], "...")
print("largest change of a token, no positions:  ", difference(ops.take(before, swap, axis=1), after))

add_position = AddPosition(keras.initializers.RandomNormal(stddev=1.0))
before, after = look(add_position(vectors)), look(add_position(vectors[:, swap]))  # (B, T, D)
print("largest change of a token, with positions:", difference(ops.take(before, swap, axis=1), after))

# %% [markdown] order-means
# --- en
# **What you should see.** Four rows of weights, each with the sum 1.000. The output of key 3 is the same before and after the swap,
# and no token's output changes by more than about 1e-6, which is rounding. With positions the largest change is about 1.
#
# **What it means.** An output is an average over all tokens, and an average does not ask who stood where. If the inputs change
# places, the outputs change places with them, and nothing else happens (permutation equivariance). So "key 3 beside value 12"
# and "key 3 beside value 9" are one and the same. Adding a vector for each position makes "value 12 in second place" another
# vector than "value 12 in fourth place", and the difference is there. Here these vectors are parameters like all others; Code 1
# made them from sines and cosines.
#
# **Change one thing.** In cell {cell:order}, set `stddev=0.02`. How large is the change with positions now? Remember the answer
# for section 9.
# --- ko
# **나와야 할 결과.** 가중치 네 줄은 더하면 모두 1.000입니다. key 3의 출력은 자리를 바꾸기 전이나 후나 같고, 어느 토큰의 출력도 약 1e-6보다
# 크게 달라지지 않습니다. 반올림 오차입니다. 위치 임베딩을 더하면 가장 큰 차이가 1쯤 됩니다.
#
# **무슨 뜻일까요?** 출력은 모든 토큰을 평균한 값이고, 평균은 누가 어디에 있었는지 묻지 않습니다. 입력이 자리를 바꾸면 출력도 따라서 자리를
# 바꿀 뿐 다른 일은 일어나지 않습니다(순열 등변성). 그래서 키 3 옆에 12가 있든 9가 있든 어텐션에게는 똑같습니다. 위치마다 다른 벡터를
# 더하면 둘째 자리의 12와 넷째 자리의 12가 서로 다른 벡터가 되고, 비로소 차이가 생깁니다. 여기서는 이 벡터도 다른 파라미터처럼
# 학습합니다. Code 1에서는 사인과 코사인으로 만들었습니다.
#
# **하나만 바꿔 보기.** {cell:order}번 셀에서 `stddev=0.02`로 바꿔 보세요. 위치 임베딩을 더했을 때의 차이는 얼마가 되나요? 이 답은 9절에서
# 다시 쓰니 기억해 두세요.

# %% [markdown] block-question
# --- en
# ## 4 One block, 18,960 parameters
#
# **What is asked.** A block is attention between the tokens, then a small network within each token; each adds its result to what
# was there, and the sum is normalized. How many numbers does it learn, with the width d = 48 and the inner width f = 96? Count on
# paper first. Attention consists of four layers from d to d, with biases. The small network leads from d to f and back. A
# normalization has a scale and an offset for each of the d numbers.
# --- ko
# ## 4 블록 하나에 파라미터 18,960개
#
# **무엇을 묻나요?** 블록은 토큰 사이를 잇는 어텐션과, 토큰마다 따로 계산하는 작은 피드 포워드 신경망으로 이루어집니다. 둘 다 결과를 원래
# 값에 더하고, 더한 값을 정규화합니다. 모델 차원이 d = 48이고 안쪽 차원이 f = 96이면 블록은 숫자를 몇 개 학습할까요? 먼저 종이에 세어
# 보세요. 어텐션은 d에서 d로 가는 층 네 개이고 편향도 있습니다. 피드 포워드 신경망은 d에서 f로 갔다가 되돌아옵니다. 층 정규화에는 숫자
# d개마다 배율과 이동값이 하나씩 있습니다.

# %% block
# A block, part by part
width, intermediate_dim = 48, 96  # d and f
block = TransformerBlock(num_heads=4, intermediate_dim=intermediate_dim)
output, weights = block(np.zeros((2, 10, width), "float32"), return_attention_scores=True)
print("output ", tuple(output.shape), "= (B, T, D), as it came in: blocks stack")
print("weights", tuple(weights.shape), "= (B, H, T, S)\n")

d, f = width, intermediate_dim
parts = (
    ("attention", "4 d^2 + 4 d", 4 * d**2 + 4 * d, (block.attention,)),
    ("feed-forward", "2 d f + f + d", 2 * d * f + f + d, (block.intermediate_dense, block.output_dense)),
    ("two norms", "4 d", 4 * d, (block.attention_norm, block.feedforward_norm)),
)
for part, formula, predicted, own in parts:
    counted = sum(layer.count_params() for layer in own)
    print(f"{part:<12}  {formula:<13}  = {predicted:>6,}   counted {counted:>6,}")
print(f"{'block':<12}  {'':<13}    {sum(part[2] for part in parts):>6,}   counted {block.count_params():>6,}")
for num_heads in (1, 2, 8):
    other = TransformerBlock(num_heads, intermediate_dim)
    other.build((None, None, width))
    print(f"with {num_heads} head{'s' * (num_heads > 1):<1}: {other.count_params():,}")

# %% [markdown] block-means
# --- en
# **What you should see.** 9,408 + 9,360 + 192 = 18,960, each number predicted and counted alike, and the same 18,960 with 1, 2 and
# 8 heads. The weights have the shape (2, 4, 10, 10).
#
# **What it means.** Heads share the width among them, 48 = 4 x 12, so more heads are narrower heads and cost nothing extra. The
# length stands in none of the formulas: the same block reads ten tokens or ten thousand. What does grow is the table of weights,
# with the square of the length: 128 tokens make 16,384 weights for each head, 1,024 make 1,048,576, and 8,192 make 67,108,864.
#
# **Change one thing.** In cell {cell:block}, write 192 in place of 96, which is four times the width, as in many large models.
# Which share of the block does the small network have then?
# --- ko
# **나와야 할 결과.** 9,408 + 9,360 + 192 = 18,960입니다. 식으로 구한 수와 직접 센 수가 줄마다 같고, 헤드가 1개, 2개, 8개일 때도 모두
# 18,960개입니다. 가중치의 shape는 (2, 4, 10, 10)입니다.
#
# **무슨 뜻일까요?** 헤드는 48차원을 12차원씩 넷으로 나누어 갖습니다. 헤드가 늘면 그만큼 좁아질 뿐 파라미터는 늘지 않습니다. 식에는 길이가
# 나오지 않습니다. 같은 블록으로 토큰을 열 개 읽을 수도, 만 개 읽을 수도 있습니다. 늘어나는 것은 가중치 표입니다. 길이의 제곱에 비례해서
# 헤드마다 토큰 128개면 16,384개, 1,024개면 1,048,576개, 8,192개면 67,108,864개가 됩니다.
#
# **하나만 바꿔 보기.** {cell:block}번 셀에서 96을 192로 바꿔 보세요. 큰 모델에서 흔히 쓰는 네 배입니다. 그러면 피드 포워드 신경망이 블록에서
# 차지하는 몫은 얼마인가요?

# %% [markdown] task-question
# --- en
# ## 5 The task: associative recall
#
# **What is asked.** A sequence lists five pairs of a key and a value, then comes a token that announces a question, then one of the
# keys. Which value stood beside it? The keys of a sequence all differ; a value may occur twice.
#
# Three scores to compare with. *Guessing* one of eight values gets 0.125. Whoever sees which values are listed, but not which of
# them belongs to which key, can do no better than to name the one that is listed most often: that gets 0.386, the *order-blind
# ceiling*. *Looking up* gets 1. The loss has such marks too, and cell {cell:task} computes them.
#
# Cell {cell:parameters} holds every setting of this notebook. A list that cannot be made, with more pairs than there are keys,
# ends in an error that says so in a sentence.
# --- ko
# ## 5 과제: 연상 회상
#
# **무엇을 묻나요?** 연상 회상(associative recall) 과제입니다. 시퀀스에는 키와 값의 쌍이 다섯 개 나오고, 질문을 알리는 토큰이 나온 다음 키
# 하나가 다시 나옵니다. 그 키 옆에 있던 값은 무엇이었을까요? 한 시퀀스 안에서 키는 모두 다르지만 값은 두 번 나올 수도 있습니다.
#
# 견주어 볼 점수가 셋 있습니다. 여덟 값 가운데 하나를 찍으면 0.125입니다. 어떤 값들이 나왔는지는 알지만 어느 키의 짝인지 모른다면, 가장
# 많이 나온 값을 대는 것이 최선이고 그때 정확도는 0.386입니다. 이것이 순서를 모를 때의 한계입니다. 제대로 찾으면 1입니다. 손실에도 이런
# 눈금이 있는데, {cell:task}번 셀에서 계산합니다.
#
# 설정은 모두 {cell:parameters}번 셀에 있습니다. 키보다 쌍이 많은, 만들 수 없는 시퀀스를 달라고 하면 무엇이 잘못되었는지 문장으로 알려
# 줍니다.

# %% parameters parameters
# All settings of the experiments
NUM_PAIRS, NUM_KEYS, NUM_VALUES = 5, 7, 8  # a sequence lists 5 pairs of a key (7 there are) and a value (8)
TRAIN_SAMPLES, TEST_SAMPLES = 8_000, 1_000  # sequences
SEEDS = (0, 1, 2, 3, 4)  # each seed is another start and other data
EPOCHS = 15  # passes over the training data
BATCH_SIZE, LEARNING_RATE = 128, 0.003
WIDTH = 48  # numbers for each token, in both models
NUM_HEADS, NUM_BLOCKS, INTERMEDIATE_DIM = 4, 2, 96  # of the transformer
UNITS = 96  # of the GRU
START = 1.0  # standard deviation of the vectors of tokens and positions before training
FIT_EPOCHS = 8  # the training in full view, section 6
MORE_SAMPLES, MORE_SEEDS = 32_000, (0,)  # section 7
EXAMPLE = 0  # which of the first four test sequences is read, section 8
SIDE_EPOCHS = 10  # sections 9 to 12
SMALL_START, SMALL_START_SEEDS = 0.02, (0,)  # section 9
HEADS_SEEDS = {1: (0,), 8: (0,)}  # number of heads and its seeds, section 10
NO_POSITION_SEEDS = (0,)  # section 11
MANY_PAIRS, MANY_KEYS = 10, 14  # section 12
MANY_SAMPLES, MANY_SEEDS = 8_000, (0,)
RESULTS = "code3_results"  # the folder for finished runs

# %% task-tools form
# What the task draws with, and the best score without order (no need to read it)
from keras_attention.tasks.draws import integer, generator, shuffled, check_sizes
from keras_attention.tasks.associative_recall import _expected_share_of_commonest_value

# %% task
# The task: which value stood beside the key?
from keras_attention.tasks.associative_recall import AssociativeRecall


def order_blind_loss(task):
    """The loss of whoever gives every listed value its share of the list, without knowing which pair is asked for."""
    total = 0
    for values in combinations_with_replacement(range(task.num_values), task.num_pairs):
        counts = list(Counter(values).values())
        orders = math.factorial(task.num_pairs) / math.prod(math.factorial(count) for count in counts)
        shares = [count / task.num_pairs for count in counts]
        total += orders * -sum(share * math.log(share) for share in shares)
    return total / task.num_values**task.num_pairs


task = AssociativeRecall(NUM_PAIRS, NUM_KEYS, NUM_VALUES)
print("tokens: 0 the question,", f"keys 2 to {NUM_KEYS + 1}, values {NUM_KEYS + 2} to {task.vocabulary_size - 1}\n")
print("".join(f"{word:>4}" for word in [*("key", "val") * NUM_PAIRS, "ask", "key"]), " answer")
for sequence, answer in zip(*task.sample(4, seed=SEED), strict=True):
    print("".join(f"{token:>4}" for token in sequence), f"{answer:>7}")
print(f"\nguessing: accuracy {task.chance_level:.3f}, loss {math.log(NUM_VALUES):.3f}")
print(f"values known, pair not: accuracy at most {task.order_blind_ceiling:.3f}, loss {order_blind_loss(task):.3f}")

# %% [markdown] task-means
# --- en
# **What you should see.** Four sequences with their answers, and two marks: accuracy 0.125 and loss 2.079 (ln 8) for guessing, 0.386
# and 1.289 for knowing the values but not the pair. Look one of the answers up yourself.
#
# **What it means.** The second mark is easy to reach: it takes no more than noticing which values occur. To fall below it on *new*
# sequences, a model has to tie values to keys. Watch for 1.289 in everything that follows.
#
# **Change one thing.** In cell {cell:parameters}, set `NUM_PAIRS` to 8, run it and cell {cell:task}, and read the last line. Then
# set it back to 5 and run both again.
# --- ko
# **나와야 할 결과.** 시퀀스 네 개와 답, 그리고 눈금 두 개가 나옵니다. 찍으면 정확도 0.125에 손실 2.079(ln 8)이고, 값은 알지만 짝을 모르면
# 0.386에 1.289입니다. 시퀀스 하나를 골라 답을 직접 찾아보세요.
#
# **무슨 뜻일까요?** 둘째 눈금까지는 쉽게 갑니다. 어떤 값이 나왔는지 알아채기만 하면 됩니다. *처음 보는* 시퀀스에서 그 아래로 내려가려면 값을
# 키와 짝지을 줄 알아야 합니다. 앞으로 1.289라는 수가 나오는지 눈여겨보세요.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `NUM_PAIRS`를 8로 바꾸고 그 셀과 {cell:task}번 셀을 실행해 마지막 줄을 읽어 보세요. 그런
# 다음 5로 되돌리고 두 셀을 다시 실행하세요.

# %% settings form
# What decides a run (no need to read it)
def settings_of(name, seed=SEED, **changes):
    """All that decides a run: where one of these values changes, the run has another file."""
    settings = {"num_pairs": NUM_PAIRS, "num_keys": NUM_KEYS, "num_values": NUM_VALUES, "width": WIDTH,
                "train_samples": TRAIN_SAMPLES, "test_samples": TEST_SAMPLES, "epochs": EPOCHS,
                "batch_size": BATCH_SIZE}
    if name.startswith("gru"):
        settings |= {"units": UNITS}
    else:
        settings |= {"num_heads": NUM_HEADS, "num_blocks": NUM_BLOCKS, "intermediate_dim": INTERMEDIATE_DIM}
    positions = changes.pop("positions", True)
    others = {"start": float(changes.pop("start", START)), "learning_rate": float(LEARNING_RATE)}
    sizes = {size: positive_integer(size, value) for size, value in (settings | changes).items()}
    return {"run": f"{name}-seed{seed}", **sizes, **others, "positions": positions, "keras": keras.__version__,
            "backend": BACKEND}


def task_of(settings):
    """The task of a run."""
    return AssociativeRecall(*(settings[size] for size in ("num_pairs", "num_keys", "num_values")))

# %% models
# The two models
def build_transformer(settings):
    """Tokens and positions as vectors, blocks, and the answer read where the question stands."""
    task = task_of(settings)
    inputs = keras.Input((task.length,), dtype="int32", name="tokens")
    x = layers.Embedding(task.vocabulary_size, settings["width"], embeddings_initializer=spread(settings["start"]),
                         name="token_embedding")(inputs)  # (B, T, D)
    if settings["positions"]:
        x = AddPosition(spread(settings["start"]), name="position")(x)  # (B, T, D)
    for number in range(1, settings["num_blocks"] + 1):
        block = TransformerBlock(settings["num_heads"], settings["intermediate_dim"], name=f"block_{number}")
        x, _ = block(x, return_attention_scores=True)  # (B, T, D)
    return keras.Model(inputs, layers.Dense(task.vocabulary_size, name="answer")(x[:, -1]))  # scores (B, V)


def build_gru(settings):
    """Reads one token after the other; the answer is read from its last state."""
    task = task_of(settings)
    inputs = keras.Input((task.length,), dtype="int32", name="tokens")
    x = layers.Embedding(task.vocabulary_size, settings["width"], embeddings_initializer=spread(settings["start"]),
                         name="token_embedding")(inputs)  # (B, T, D)
    x = layers.GRU(settings["units"], use_cudnn=False, name="gru")(x)  # (B, units); without cuDNN, XLA can compile it
    return keras.Model(inputs, layers.Dense(task.vocabulary_size, name="answer")(x))  # scores (B, V)


def spread(start):
    """Random numbers around 0 with this standard deviation."""
    return keras.initializers.RandomNormal(stddev=start)


def build(settings):
    """A compiled model, ready to be trained."""
    model = (build_gru if settings["run"].startswith("gru") else build_transformer)(settings)
    model.compile(optimizer=keras.optimizers.Adam(settings["learning_rate"]),
                  loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    return model


for name in ("gru", "transformer"):
    model = build(settings_of(name))
    counted = ", ".join(f"{layer.name} {layer.count_params():,}" for layer in model.layers if layer.count_params())
    print(f"{name:<11}  {model.count_params():,} parameters: {counted}")

# %% [markdown] fit-question
# --- en
# ## 6 The GRU against the transformer
#
# **What is asked.** Who finds the value? Both models make a vector of 48 numbers out of each token, and both have about 40,000
# parameters. The transformer adds positions and has two blocks: 40,145. The GRU takes in one token after the other and keeps 96
# numbers: 44,513. Same data, same epochs, same optimizer.
#
# First the transformer in full view, the way you would train any Keras model: `compile()` says how, `fit()` does it, and `val_`
# marks what is measured on 1,000 new sequences after every epoch.
# --- ko
# ## 6 GRU와 트랜스포머 겨루기
#
# **무엇을 묻나요?** 누가 값을 찾아낼까요? 두 모델 모두 토큰마다 숫자 48개짜리 벡터를 만들고, 파라미터는 4만 개쯤입니다. 트랜스포머는 위치
# 임베딩을 더하고 블록을 두 개 거칩니다. 모두 40,145개입니다. GRU는 토큰을 하나씩 읽으며 숫자 96개에 담아 둡니다. 모두 44,513개입니다.
# 데이터도, 에포크 수도, 옵티마이저도 같습니다.
#
# 먼저 트랜스포머를 여느 케라스 모델처럼 훈련해 보겠습니다. `compile()` 메서드로 방법을 정하고 `fit()` 메서드로 훈련합니다. `val_`이 붙은 수는
# 에포크가 끝날 때마다 처음 보는 시퀀스 1,000개로 잰 것입니다.

# %% fit
# compile and fit, in full view
inputs, answers = task.sample(TRAIN_SAMPLES, seed=SEED)  # (N, T), (N,)
new = task.sample(TEST_SAMPLES, seed=1000 + SEED)

keras.utils.set_random_seed(SEED)
model = build_transformer(settings_of("transformer"))
model.compile(optimizer=keras.optimizers.Adam(LEARNING_RATE),
              loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
model.fit(inputs, answers, batch_size=BATCH_SIZE, epochs=FIT_EPOCHS, validation_data=new, verbose=2)
print(f"accuracy on new sequences {model.evaluate(*new, batch_size=250, verbose=0)[1]:.3f}")

# %% [markdown] fit-means
# --- en
# **What you should see.** In the first epochs the loss falls to about 1.4, and then only slowly towards the mark 1.289: the *plateau*.
# The accuracy is then near 0.4. Somewhere between the fourth and the eighth epoch the loss drops within two or three epochs to less than 0.1, and the
# last line says 0.95 to 1.000. Guessing would get 0.125.
#
# **If you see something else,** three causes are likely. (1) A setting in cell {cell:parameters} was changed: with fewer sequences or
# epochs the model may still be on its plateau. (2) A layer or a model was changed: run cells {cell:layers} and {cell:models} again as
# they were. (3) Another version or processor: then the drop may come an epoch or two later; set `FIT_EPOCHS = 15`.
#
# **What it means.** The plateau is not idleness. The model already knows which values are listed, and nothing in the loss
# announces that it is about to learn the rest.
#
# **Change one thing.** In cell {cell:parameters}, set `LEARNING_RATE = 0.0003` and run that cell and cell {cell:fit} again. Where is
# the model after 8 epochs? (Then set it back to 0.003.)
# --- ko
# **나와야 할 결과.** 손실이 처음에는 1.4쯤까지 빨리 내려오고, 그다음에는 눈금 1.289 쪽으로 느리게 내려갑니다. 정체 구간(plateau)입니다. 이때 정확도는 0.4
# 근처입니다. 그러다 4에포크와 8에포크 사이 어디쯤에서 두세 에포크 만에 손실이 0.1 아래로 떨어지고, 마지막 줄의 정확도는 0.95에서 1.000
# 사이입니다. 찍으면 0.125입니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) {cell:parameters}번 셀의 설정을 바꾼 경우입니다. 시퀀스나 에포크가 적으면 아직
# 정체 구간일 수 있습니다. (2) 층이나 모델을 바꾼 경우입니다. {cell:layers}번 셀과 {cell:models}번 셀을 원래대로 되돌려 다시 실행하세요.
# (3) 버전이나 프로세서가 다른 경우입니다. 한두 에포크 늦게 떨어질 수 있으니 `FIT_EPOCHS = 15`로 바꿔 보세요.
#
# **무슨 뜻일까요?** 정체 구간에서도 놀고 있는 것은 아닙니다. 모델은 어떤 값이 나왔는지 이미 알고 있습니다. 다만 나머지를 막 배우려는
# 참이라는 것이 손실에는 드러나지 않습니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `LEARNING_RATE = 0.0003`으로 바꾸고 그 셀과 {cell:fit}번 셀을 다시 실행해 보세요. 8에포크가
# 지나면 모델은 어디쯤 와 있나요? 해 본 뒤에는 0.003으로 되돌리세요.

# %% compiled-epoch form
# An epoch as one compiled program: cells of Code 2, unchanged
from common_training import tensorflow_epoch, jax_epoch, compiled_epoch, start_again, in_batches, trained_models

# %% files form
# Finished runs as files (no need to read it)
from keras_attention.comparison.files import write_whole
from common_files import path_of, save_run, load_run, kept_runs

EXAMPLES = 4  # test sequences whose attention weights are kept
LOOKS = ("value_on_key", "key_on_value", "last_on_key", "last_on_answer")  # mean weights, for every block and head


def is_whole(settings, run):
    """Whether nothing is missing in a run that was read from its file."""
    shares = ("accuracy", "by_luck", "listed", "seen")
    whole = all(0 <= run[share] <= 1 for share in shares) and (run["uncommon"] is None or 0 <= run["uncommon"] <= 1)
    whole = whole and np.array(run["loss"], float).shape == (settings["epochs"],)
    whole = whole and len(run["by_pair"]) == settings["num_pairs"]
    whole = whole and run["parameters"] > 0 and run["seconds"] >= 0
    if "num_heads" in settings:
        heads = (settings["num_blocks"], settings["num_heads"])
        length = task_of(settings).length
        whole = whole and np.shape(run["examples"]) == (min(EXAMPLES, settings["test_samples"]), *heads, length, length)
        whole = whole and np.shape(run["given"]) == (min(EXAMPLES, settings["test_samples"]),)
        whole = whole and set(run["looks"]) == set(LOOKS)
        whole = whole and all(np.shape(own) == heads for own in run["looks"].values())
    return whole

# %% measures
# What is measured on a trained model
from keras_attention.comparison.measures import listed_values, listed_share, uncommon_accuracy


def by_luck(inputs, given):
    """The accuracy these answers would have if the pair asked for were drawn only now."""
    return float((listed_values(inputs) == given[:, np.newaxis]).mean())  # over sequences (N,) and pairs (P,)


def asked_pair(inputs):
    """Which pair is asked for, from 0: (N,)."""
    return (inputs[:, :-2:2] == inputs[:, -1:]).argmax(axis=1)


def habits(inputs, answers, given):
    """Accuracy, and what else the answers tell; `given` (N,) are the answers of a model, or of a simple rule."""
    return {"accuracy": float((given == answers).mean()), "by_luck": by_luck(inputs, given),
            "listed": listed_share(inputs, given), "uncommon": uncommon_accuracy(inputs, answers, given)}


def answers_of(model, inputs):
    """The token with the highest score: (N,)."""
    return np.concatenate(list(in_batches(model, inputs))).argmax(axis=-1)


def looks_of(model, inputs):
    """Where the blocks of a transformer look: four sequences in full, and means over all of them, for every head."""
    blocks = [layer for layer in model.layers if isinstance(layer, TransformerBlock)]
    if not blocks:
        return {}
    every = ops.stack([block.output[1] for block in blocks], axis=1)  # (B, L, H, T, S), symbolic; L blocks
    weights = np.concatenate(list(in_batches(keras.Model(model.input, every), inputs)))  # (N, L, H, T, S)
    pair = np.arange(0, inputs.shape[1] - 2, 2)  # (P,), where the keys stand; each value stands one to the right
    asked = 2 * asked_pair(inputs)[:, np.newaxis, np.newaxis, np.newaxis]  # (N, 1, 1, 1), place of the key
    last = weights[:, :, :, -1]  # (N, L, H, S): the last position looks
    found = {"value_on_key": weights[:, :, :, pair + 1, pair], "key_on_value": weights[:, :, :, pair, pair + 1],
             "last_on_key": np.take_along_axis(last, asked, axis=-1),
             "last_on_answer": np.take_along_axis(last, asked + 1, axis=-1)}  # (N, L, H, P) or (N, L, H, 1)
    return {"looks": {name: np.round(np.float64(own.mean(axis=(0, -1))), 4).tolist() for name, own in found.items()},
            "examples": np.round(np.float64(weights[:EXAMPLES]), 4).tolist()}

# %% train
# One run: build, train, measure, keep
def train(settings, seeds):
    """Trains a model with each seed, and yields (seed, run) when it is done; `settings` maps seeds to settings."""
    own = next(iter(settings.values()))  # they differ in their seed alone
    task = task_of(own)

    def sample(seed):
        return task.sample(own["train_samples"], seed)  # (N, T), (N,)

    trained = trained_models(lambda: build(own), sample, own["epochs"], own["batch_size"], seeds)
    for seed, model, losses, seconds in trained:
        inputs, answers = task.sample(own["test_samples"], seed=1000 + seed)
        given, asked = answers_of(model, inputs), asked_pair(inputs)
        known_inputs, known_answers = (array[:1000] for array in sample(seed))  # sequences it was trained on
        yield seed, {
            **habits(inputs, answers, given),
            "seen": float((answers_of(model, known_inputs) == known_answers).mean()),
            "by_pair": [float((given == answers)[asked == pair].mean()) if (asked == pair).any() else None
                        for pair in range(task.num_pairs)],
            **looks_of(model, inputs),
            "given": given[:EXAMPLES].tolist(),
            "loss": losses,
            "parameters": model.count_params(),
            "seconds": round(seconds, 2),
        }


def finished_runs(name, seeds, **changes):
    """The runs {(name, seed): run}, taken from their files or done now and saved at once."""
    seeds = whole_numbers("seeds", seeds, 0)
    settings = {seed: settings_of(name, seed, **changes) for seed in seeds}
    runs = {}
    for seed, run, from_file in kept_runs(RESULTS, settings, is_whole, lambda missing: train(settings, missing)):
        runs[seed] = run
        origin = pick("from its file", "파일에서 읽음") if from_file else f"{run['seconds']:.1f} s"
        print(f"{name:<23} seed {seed}  accuracy {run['accuracy']:.3f}  {origin}", flush=True)
    return {(name, seed): runs[seed] for seed in seeds}

# %% [markdown] grid-question
# --- en
# ### Five seeds each
#
# One run proves little, so both models get five seeds: another start and other data each time. An epoch is one compiled program,
# as in section 4 of Code 2, with Keras' own training step inside. Cell {cell:measures} says what is measured on a trained model, and
# cell {cell:train} is one run.
#
# **Nothing finished is lost.** Every run is written to the folder `code3_results` beside the notebook as soon as it is over. If you
# stop a cell or the runtime restarts, run the cells again: what is finished is read from its file. Other settings have other
# files. Two limits: when Colab takes the machine back, the folder is gone with it; and a file does not notice a changed *layer*
# or *model*, so give `RESULTS` another name then.
# --- ko
# ### 시드 다섯 개씩
#
# 한 번의 실험으로는 알 수 있는 것이 별로 없습니다. 그래서 두 모델을 시드 다섯 개로 훈련합니다. 시드마다 초깃값도 데이터도 다릅니다.
# Code 2의 4절처럼 에포크를 통째로 컴파일하고, 그 안에서는 케라스의 훈련 스텝을 그대로 씁니다. 훈련한 모델에서 무엇을 재는지는
# {cell:measures}번 셀에, 실험 하나의 순서는 {cell:train}번 셀에 있습니다.
#
# **끝난 실험은 사라지지 않습니다.** 실험이 끝날 때마다 노트북 옆의 `code3_results` 폴더에 바로 저장합니다. 셀을 멈추거나 런타임이 다시
# 시작되면 셀을 다시 실행하세요. 끝난 실험은 파일에서 읽어 옵니다. 설정이 다르면 파일도 다릅니다. 다만 코랩이 가상 머신을 거두어 가면 폴더도
# 사라지고, *층*이나 *모델*을 고친 것은 파일이 알아채지 못합니다. 그때는 `RESULTS`에 다른 이름을 적으세요.

# %% grid
# GRU and transformer, five seeds each
results = finished_runs("gru", SEEDS) | finished_runs("transformer", SEEDS)

# %% table
# The table, and how the loss fell
SOLVED = 0.95  # accuracy from which a run counts as solved


def print_table(runs):
    """A line for each model; accuracies are given seed by seed."""
    rows = {}
    for (name, _), run in runs.items():
        rows.setdefault(name, []).append(run)
    names, wide = max(map(len, rows)), max(8, *(6 * len(own) - 1 for own in rows.values()))
    print(f"{'model':<{names}}  {'accuracy':<{wide}}  solved  parameters  seconds")
    for name, own in rows.items():
        accuracies = " ".join(f"{run['accuracy']:.3f}" for run in own)
        solved = f"{sum(run['accuracy'] >= SOLVED for run in own)} of {len(own)}"
        print(f"{name:<{names}}  {accuracies:<{wide}}  {solved:<6}  "
              f"{own[0]['parameters']:>10,}  {sum(run['seconds'] for run in own):>7.1f}")


def draw_losses(panel, runs, title, task):
    """The training loss of every run, epoch by epoch, beside what can be had without the pair."""
    lines = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
    for number, ((_, seed), run) in enumerate(runs.items()):
        colour = plt.get_cmap("viridis")(number / max(1, len(runs) - 1) * 0.85)
        panel.plot(range(1, len(run["loss"]) + 1), run["loss"], color=colour, linestyle=lines[number % len(lines)],
                   linewidth=2, label=f"seed {seed}")
    panel.axhline(math.log(task.num_values), color="#D55E00", linestyle=":", label="guessing")
    panel.axhline(order_blind_loss(task), color="#D55E00", linestyle="--", label="values known,\npair not")
    panel.set(title=title, xlabel="epoch", ylabel="training loss", ylim=(-0.05, 2.2))
    panel.xaxis.get_major_locator().set_params(integer=True)
    panel.grid(color="#e5e5e5")
    panel.spines[["top", "right"]].set_visible(False)


def named(runs, name):
    """The runs of one model."""
    return {key: run for key, run in runs.items() if key[0] == name}


print_table(results)
figure, panels = plt.subplots(1, 2, figsize=(11, 4.2), sharey=True, gridspec_kw={"wspace": 0.08})
for panel, name in zip(panels, ("gru", "transformer"), strict=True):
    draw_losses(panel, named(results, name), name, task)
panels[1].set_ylabel("")
panels[1].legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False, fontsize=11)
show(figure, pick("Training loss over the epochs, a line for each seed, the GRU on the left and the transformer on the "
                  "right; lines mark the loss of guessing and of knowing the values but not the pair.",
                  "에포크에 따른 훈련 손실. 시드마다 선 하나이고 왼쪽은 GRU, 오른쪽은 트랜스포머입니다. "
                  "가로선은 찍을 때와, 값은 알지만 짝을 모를 때의 손실입니다."))

# %% [markdown] grid-means
# --- en
# **What you should see.** Transformer: 0.99 to 1.000, five of five. GRU: between 0.33 and 0.45, none of five. On the right, plateau
# and fall with every seed; some fall at a stroke, others in steps. On the left the loss crosses the dashed line slowly and keeps
# falling, to about 0.8.
#
# **If you see something else,** three causes are likely. (1) Other settings in cell {cell:parameters}. (2) Old results of another
# layer or model: set `RESULTS` to a new name and run from cell {cell:parameters} on. (3) Another version or processor: the last
# digits differ, and a seed may fall a few epochs sooner or later. A transformer that is still on its way when the 15 epochs are
# over ends somewhere between 0.4 and 0.99; set `EPOCHS = 30`. (In trials with five further seeds four ended at 1.000 and one at
# 0.971.)
#
# **What it means.** With these data and these 15 epochs: five of five against none. For the GRU an explanation is close at hand: its
# accuracies lie around 0.386, so it names the commonest value, end of story. But its training loss went *below* the dashed line.
# The next section looks closer.
#
# **Change one thing.** In cell {cell:parameters}, set `UNITS = 192`, which gives the GRU about three times as many parameters, and run that
# cell and the cells from {cell:grid} to {cell:habits}. Does a larger memory help? (Then set it back to 96.)
# --- ko
# **나와야 할 결과.** 트랜스포머는 0.99에서 1.000 사이이고, 다섯 개 가운데 다섯 개가 풉니다. GRU는 0.33에서 0.45 사이이고 하나도 풀지
# 못합니다. 오른쪽 그림에는 어느 시드에서나 정체 구간이 있고, 그 뒤에 손실이 뚝 떨어집니다. 단번에 떨어지는 시드도 있고 몇 번에 나누어
# 떨어지는 시드도 있습니다. 왼쪽에서는 손실이 파선을 천천히 지나 0.8쯤까지 계속 내려갑니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) {cell:parameters}번 셀의 설정이 다른 경우입니다. (2) 층이나 모델을 고치기 전의
# 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적고 {cell:parameters}번 셀부터 다시 실행하세요. (3) 버전이나 프로세서가 다른 경우입니다.
# 끝자리가 달라지고, 손실이 떨어지는 때가 몇 에포크쯤 달라질 수 있습니다. 15에포크가 끝날 때 아직 가는 중인 트랜스포머라면 0.4와 0.99 사이의
# 어떤 값이든 나올 수 있으니 `EPOCHS = 30`으로 바꿔 보세요. 다른 시드 다섯 개로 미리 해 본 실험에서는 넷이 1.000, 하나가 0.971에서 끝났습니다.
#
# **무슨 뜻일까요?** 이 데이터와 15에포크라는 조건에서는 다섯 대 영입니다. GRU의 결과는 쉽게 설명할 수 있을 것 같습니다. 정확도가 0.386
# 언저리이니 가장 많이 나온 값을 대고 있겠지요. 그런데 훈련 손실은 파선 *아래로* 내려갔습니다. 다음 절에서 자세히 들여다보겠습니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `UNITS = 192`로 바꾸면 GRU의 파라미터가 세 배쯤 됩니다. 그 셀과 {cell:grid}번부터
# {cell:habits}번 셀까지 다시 실행해 보세요. 기억할 자리가 넓어지면 나아지나요? 해 본 뒤에는 96으로 되돌리세요.

# %% [markdown] habits-question
# --- en
# ## 7 What the GRU does
#
# **What is asked.** Does the GRU name the commonest value? Does it name any of the five? Does it know something about the pairs?
# Instead of guessing, cell {cell:habits} takes its answers apart:
#
# * *By luck* is the accuracy the same answers would have if the pair asked for were drawn only afterwards. An answer that stands in
#   two of the five pairs would be right in two of five cases. Accuracy above luck is knowledge of pairs.
# * *Listed* is the share of answers that are among the five listed values.
# * *Uncommon* is the accuracy where another value is listed more often than the right one. Naming the commonest value gets 0 there.
# * *Trained on* is the accuracy on 1,000 sequences the model was trained on.
#
# Below the GRU stands the rule "name the commonest value", on the same new sequences.
# --- ko
# ## 7 GRU는 무엇을 할까요?
#
# **무엇을 묻나요?** GRU는 가장 많이 나온 값을 대는 걸까요? 다섯 값 가운데 아무것이나 대는 걸까요? 짝에 대해 무언가 아는 걸까요? 짐작하는
# 대신 {cell:habits}번 셀에서 GRU의 답을 뜯어보겠습니다.
#
# * by luck 칸은 운으로 맞힐 비율입니다. 답은 그대로 두고 어느 쌍을 물을지 나중에 뽑는다면 정확도가 얼마일까요? 다섯 쌍 가운데 두 쌍에 나온
#   값을 댔다면 다섯에 둘은 맞습니다. 정확도가 이보다 높으면, 높은 만큼은 짝을 아는 것입니다.
# * listed 칸은 답이 시퀀스에 나온 다섯 값 가운데 하나인 비율입니다.
# * uncommon 칸은 정답보다 더 많이 나온 값이 따로 있을 때의 정확도입니다. 가장 많이 나온 값을 댄다면 여기서는 0입니다.
# * trained on 칸은 훈련에 쓴 시퀀스 1,000개에서 잰 정확도입니다.
#
# GRU 아래에는 "가장 많이 나온 값을 댄다"는 규칙을 같은 시퀀스에 적용한 결과를 나란히 적었습니다.

# %% habits
# What the answers of the GRU are made of
def print_habits(rows):
    """A line for each {(name, seed): run}; a run may be the answers of a rule."""
    print(f"{'':<28}  accuracy  by luck  listed  uncommon  trained on")
    for (name, seed), run in rows.items():
        who = f"{name} seed {seed}"
        uncommon, seen = (f"{value:.3f}" if value is not None else "-" for value in (run["uncommon"], run.get("seen")))
        print(f"{who:<28}  {run['accuracy']:>8.3f}  {run['by_luck']:>7.3f}  {run['listed']:>6.3f}  {uncommon:>8}  "
              f"{seen:>10}")


def commonest_value(inputs, seed):
    """A rule that needs no order: name the value that is listed most often, of several one at random."""
    values = listed_values(inputs)  # (N, P)
    counts = (values[:, :, np.newaxis] == values[:, np.newaxis, :]).sum(axis=-1)  # (N, P)
    tie = np.random.default_rng(seed).random(counts.shape)  # below 1: decides between equal counts only
    return np.take_along_axis(values, (counts + tie).argmax(axis=1)[:, np.newaxis], axis=1)[:, 0]


gru_runs = named(results, "gru")
rule = {}
for _, seed in gru_runs:
    test_inputs, test_answers = task.sample(TEST_SAMPLES, seed=1000 + seed)
    rule["commonest value,", seed] = habits(test_inputs, test_answers, commonest_value(test_inputs, seed))
print_habits(gru_runs | rule)
by_pair = np.array([run["by_pair"] for run in gru_runs.values()], float)  # (seeds, P)
print("\naccuracy of the GRU by the pair asked for, first to last, mean over seeds:", np.nanmean(by_pair, axis=0))

# %% [markdown] habits-means
# --- en
# **What you should see.** GRU: listed 1.000 or close to it, by luck 0.30 to 0.35, accuracy 0.02 to 0.12 above that, uncommon between
# 0.15 and 0.28, trained on 0.70 to 0.82. The rule: by luck and accuracy both near 0.38, uncommon 0.000. The GRU answers the first
# pair about as well as the last.
#
# **What it means.** The easy explanation was wrong. The GRU does name a listed value, but not simply the commonest: it is right in a
# fifth of the cases in which the rule never is, and its answers are better than luck, so it knows a little about pairs. It
# lands near the rule, but by another way. Nor did it forget the early pairs on the way: the first is answered as well as the
# last.
#
# The last column tells the story. On sequences from its training it answers three of four: it learned many of *those* by heart, and what
# is learned by heart does not carry over (overfitting). If that is the reason, there is a test: give it more sequences than it
# can learn by heart.
# --- ko
# **나와야 할 결과.** GRU는 listed가 1.000이거나 그에 가깝고, by luck은 0.30에서 0.35, 정확도는 그보다 0.02에서 0.12쯤 높습니다. uncommon은
# 0.15에서 0.28, trained on은 0.70에서 0.82 사이입니다. 규칙은 by luck과 정확도가 모두 0.38 근처이고 uncommon은 0.000입니다. GRU는 첫 번째
# 쌍을 물어도 마지막 쌍만큼 맞힙니다.
#
# **무슨 뜻일까요?** 쉬운 설명은 틀렸습니다. GRU는 시퀀스에 나온 값을 대기는 하지만, 가장 많이 나온 값만 대는 것이 아닙니다. 규칙이 하나도
# 맞히지 못하는 경우에도 다섯에 하나는 맞힙니다. 운보다 많이 맞히니 짝도 조금은 압니다. 정확도는 규칙과 비슷하지만 거기에 이른 길이 다릅니다. 앞에 나온
# 쌍을 오는 길에 잊은 것도 아닙니다. 첫 번째 쌍도 마지막 쌍만큼 맞힙니다.
#
# 답은 마지막 칸에 있습니다. 훈련에 쓴 시퀀스에서는 넷에 셋을 맞힙니다. 바로 *그 시퀀스들을* 많이 외운 것이고, 외운 것은 처음 보는 시퀀스에
# 통하지 않습니다(과적합). 정말 그 때문인지는 확인할 수 있습니다. 다 외우지 못할 만큼 많은 시퀀스를 주면 됩니다.

# %% more-data
# The same GRU with more sequences
more_runs = finished_runs(f"gru-{MORE_SAMPLES}", MORE_SEEDS, train_samples=MORE_SAMPLES)
print()
print_habits(more_runs)

# %% [markdown] more-data-means
# --- en
# **What you should see.** Accuracy 0.95 to 1.000, and trained on about the same. (In trials with five seeds four ended at 0.995 or more,
# and one at 0.911, still rising. It is not the number of steps: 60 epochs over 8,000 sequences are as many steps as 15 over
# 32,000, and two seeds ended at 0.413 and 0.352, with 1.000 on the sequences they were trained on.)
#
# **If you see something else,** three causes are likely. (1) `MORE_SAMPLES` or `EPOCHS` is smaller. (2) Old results of another
# model: set `RESULTS` to a new name. (3) A late seed: on its way it shows an accuracy anywhere between 0.4 and 0.95; give it 30
# epochs.
#
# **What it means.** 96 numbers are enough to keep five pairs. So the sentence "a recurrent network cannot hold the list" would be
# false. What the experiment shows is this: with 8,000 sequences the transformer found out how to look up, and the GRU learned by
# heart; with 32,000 the GRU found its way too, with most seeds. In this
# experiment the two differ in how many examples they need.
#
# **Change one thing.** In cell {cell:parameters}, set `MORE_SAMPLES = 16_000` and run it and cell {cell:more-data}. Which of the two
# outcomes do you get, or something in between?
# --- ko
# **나와야 할 결과.** 정확도는 0.95에서 1.000 사이이고, trained on도 비슷합니다. 미리 해 본 실험에서는 시드 다섯 개 가운데 네 개가 0.995 이상이었고,
# 하나는 0.911에서 아직 오르는 중이었습니다. 훈련 스텝이 늘어서가 아닙니다. 시퀀스 8,000개로 60에포크를 훈련하면 스텝 수는 32,000개로
# 15에포크를 훈련할 때와 같은데, 시드 두 개가 0.413과 0.352에서 끝났습니다. 훈련에 쓴 시퀀스에서는 둘 다 1.000이었습니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) `MORE_SAMPLES`나 `EPOCHS`가 더 작은 경우입니다. (2) 고치기 전 모델의
# 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적으세요. (3) 늦게 풀리는 시드인 경우입니다. 가는 도중에는 0.4와 0.95 사이의 어떤 값이든
# 나올 수 있으니 30에포크를 훈련해 보세요.
#
# **무슨 뜻일까요?** 숫자 96개면 다섯 쌍을 담고도 남습니다. "순환 신경망은 다섯 쌍을 기억하지 못한다"고 했다면 틀린 말이 되었을 것입니다. 이
# 실험으로 알 수 있는 것은 이렇습니다. 시퀀스 8,000개로 트랜스포머는 찾는 법을 알아냈고 GRU는 외웠습니다. 32,000개를 주자 GRU도 대부분의 시드에서 방법을
# 알아냈습니다. 이 실험에서 둘의 차이는 예제가 얼마나 필요한가에 있습니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `MORE_SAMPLES = 16_000`으로 바꾸고 그 셀과 {cell:more-data}번 셀을 실행해 보세요. 둘 중 어느
# 쪽 결과가 나오나요, 아니면 그 중간인가요?

# %% [markdown] reading-question
# --- en
# ## 8 Reading the weights
#
# **What is asked.** How does the transformer find the value? The answer is read from the last position, so we ask where that position
# looks in the final block.
#
# There is a riddle in it. The last token is the key asked for, say 7, and it could find the other 7 in the list. But the answer
# is the token *after* that. A value's own vector says which value it is and where it stands, and nothing about its key. How can
# the last position know which value to look at? Keep an eye on block 1.
# --- ko
# ## 8 어텐션 가중치 읽기
#
# **무엇을 묻나요?** 트랜스포머는 값을 어떻게 찾아낼까요? 답은 마지막 위치에서 읽으므로, 마지막 블록에서 그 위치가 어디를 보는지 보면 됩니다.
#
# 여기에는 수수께끼가 하나 있습니다. 마지막 토큰은 질문에 나온 키, 이를테면 7입니다. 시퀀스에서 다른 7을 찾을 수는 있겠지요. 하지만 답은 그
# *다음* 토큰입니다. 값의 벡터에는 어떤 값인지, 몇째 자리인지만 들어 있고 어느 키의 짝인지는 들어 있지 않습니다. 마지막 위치는 어느 값을
# 보아야 할지 어떻게 알까요? 1번 블록을 눈여겨보세요.

# %% reading
# What a trained transformer looked at
(_, seed), run = next(iter(named(results, "transformer").items()))
if EXAMPLE not in range(len(run["examples"])):
    raise ValueError(f"EXAMPLE must be a whole number from 0 to {len(run['examples']) - 1}; received {EXAMPLE!r}.")
test_inputs, test_answers = task.sample(TEST_SAMPLES, seed=1000 + seed)
pair = asked_pair(test_inputs)[EXAMPLE]
weights = np.array(run["examples"][EXAMPLE])  # (L, H, T, S)

print("position ", "".join(f"{position:>4}" for position in range(task.length)))
print("token    ", "".join(f"{token:>4}" for token in test_inputs[EXAMPLE]))
print("         ", "".join(f"{word:>4}" for word in [*("key", "val") * task.num_pairs, "ask", "key"]))
print(f"\nasked for key {test_inputs[EXAMPLE, -1]}, at position {2 * pair}")
print(f"the answer is value {test_answers[EXAMPLE]}, at position {2 * pair + 1}")
print(f"the model answers {run['given'][EXAMPLE]}\n")
print("final block, looking from the last position:")
for head, row in enumerate(weights[-1, :, -1], start=1):  # (S,)
    first, second = np.argsort(-row)[:2]
    print(f"  head {head}: most at position {first} ({row[first]:.2f}), then at {second} ({row[second]:.2f})")

# %% heat-maps form
# The weights of this sequence as pictures
shown = range(min(4, weights.shape[1]))  # heads
rows = {"block 1": (weights[0], 2 * pair + 1, 2 * pair), "final block": (weights[-1], task.length - 1, 2 * pair + 1)}
figure, panels = plt.subplots(len(rows), len(shown), figsize=(1 + 3.3 * len(shown), 7.2), squeeze=False,
                              layout="constrained")
for line, (title, (own, query, key)) in zip(panels, rows.items(), strict=True):
    for head, panel in zip(shown, line, strict=True):
        names = range(task.length)
        picture = heat_map(panel, own[head], names, names, f"{title}, head {head + 1}")
        panel.tick_params(labelsize=11)
        panel.add_patch(plt.Rectangle((key - 0.5, query - 0.5), 1, 1, fill=False, edgecolor="#D55E00", linewidth=2.5))
        if head:
            panel.set_ylabel("")
figure.colorbar(picture, ax=panels, label="attention weight", shrink=0.6)
show(figure, pick("Heat maps, a row for each block and a column for each head: rows are the positions that "
                  "look, columns those looked at. A frame marks, above, the value asked for looking at its own key, "
                  "and below, the last position looking at that value.",
                  "히트맵: 줄마다 블록 하나, 칸마다 헤드 하나. 행은 보는 위치, 열은 보이는 위치입니다. "
                  "테두리는 위에서는 답이 될 값이 자기 키를 보는 곳, 아래에서는 마지막 위치가 그 값을 보는 곳입니다."))

# %% every-seed
# The same over all test sequences and seeds: the strongest head for each look
print(f"mean weights; looking everywhere alike would give {1 / task.length:.3f}\n")
print("      block 1                                    final block, last position")
print("seed  value on    key on      last position     on the    on the key")
print("      its key     its value   on the key asked  answer    asked")
for (_, seed), run in named(results, "transformer").items():
    strongest = {name: np.max(own, axis=-1) for name, own in run["looks"].items()}  # (L,) each
    print(f"{seed:>4}  {strongest['value_on_key'][0]:<10.3f}  {strongest['key_on_value'][0]:<10.3f}  "
          f"{strongest['last_on_key'][0]:<16.3f}  {strongest['last_on_answer'][-1]:<8.3f}  "
          f"{strongest['last_on_key'][-1]:.3f}")

# %% [markdown] reading-means
# --- en
# **What you should see.** In the final block most heads look from the last position at the position of the answer, with weights from
# 0.5 to 1.00. The table of cell {cell:every-seed} has a large number on the right of every line, mostly near 1 for the answer. On
# the left, one or two of three numbers stand far above the 0.083 of looking everywhere alike, and not with every seed the same.
#
# **What it means.** The look-up has two steps, and nobody programmed it. Block 1 writes down what the final block needs. Three ways
# to do that are easy to name, and the table shows to which of them the weights of a seed point:
#
# * *Value on its key.* Every value looks one place to the left and takes its key along. In the final block the last position finds
#   the *value* that carries the key asked for. (The frames in the pictures mark this way. In language models a head that takes
#   the second step of such a pair is known as an induction head.)
# * *Last position on the key asked.* The question finds the same key in the list and takes its *place* along. In the final block it
#   looks one place to the right of it.
# * *Key on its value.* Every key takes its value along. In the final block the last position finds the *key*, and the answer is
#   already there: then the right-hand number is the one for the key.
#
# The seeds go different ways, and some mix two. That solves the riddle, and it is why one block would hardly do: a note has
# to be written before it can be found. (In trials with one block two seeds ended at 0.498 and 0.345.)
#
# A map of weights shows where a model looked while it computed. That it answers *because* of this is a guess, a good one here; to
# test it, one would have to forbid a head to look there and see what becomes of the answers.
#
# **Change one thing.** Set `EXAMPLE` in cell {cell:parameters} to 1, 2 or 3, and run that cell and cells {cell:reading} and
# {cell:heat-maps}. Is it always the same heads?
# --- ko
# **나와야 할 결과.** 마지막 블록에서는 헤드 대부분이 마지막 위치에서 답이 있는 위치를 보고, 가중치는 0.5에서 1.00 사이입니다.
# {cell:every-seed}번 셀의 표에는 줄마다 오른쪽에 큰 수가 있고, 대개 on the answer 칸이 1에 가깝습니다. 왼쪽에서는 셋 가운데 한두 수가, 모든
# 위치를 똑같이 볼 때의 0.083보다 훨씬 큽니다. 어느 칸이 큰지는 시드마다 다릅니다.
#
# **무슨 뜻일까요?** 값은 두 단계를 거쳐 찾아내고, 이렇게 하라고 시킨 사람은 없습니다. 마지막 블록에 필요한 것을 1번 블록이 적어 두는데, 쉽게
# 떠올릴 수 있는 방법은 세 가지이고 시드의 가중치가 어느 쪽을 가리키는지는 표에 나옵니다.
#
# * value on its key: 값이 자기 키를 봅니다. 값마다 한 칸 왼쪽을 보고 키를 가져옵니다. 마지막 블록에서는 마지막 위치가, 질문에 나온 키를 지닌
#   *값*을 찾아냅니다. 그림에 테두리를 친 것이 이 방법입니다. 언어 모델에서는 이런 둘째 단계를 맡은 헤드를 귀납 헤드(induction head)라고 부릅니다.
# * last position on the key asked: 마지막 위치가 질문에 나온 키를 봅니다. 시퀀스에서 같은 키를 찾아 그 *자리*를 기억해 둡니다. 마지막
#   블록에서는 그 자리의 한 칸 오른쪽을 봅니다.
# * key on its value: 키가 자기 값을 봅니다. 키마다 값을 가져와 둡니다. 마지막 블록에서 마지막 위치가 *키*를 찾으면 답은 이미 거기에 있습니다.
#   이때는 오른쪽에서 on the key asked 칸의 수가 큽니다.
#
# 시드마다 가는 길이 다르고, 두 가지를 섞어 쓰기도 합니다. 이것이 수수께끼의 답이고, 블록 하나로는 어려운 까닭이기도 합니다. 메모를
# 찾으려면 먼저 적혀 있어야 하기 때문입니다. 블록 하나로 미리 해 본 실험에서는 시드 두 개가 0.498과 0.345에서 끝났습니다.
#
# 어텐션 맵은 모델이 계산하면서 어디를 보았는지 보여 줍니다. *그것 때문에* 맞힌다는 것은 추측입니다. 여기서는 꽤 믿을 만한 추측이지만,
# 확인하려면 헤드가 그곳을 보지 못하게 막고 답이 어떻게 되는지 보아야 합니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀의 `EXAMPLE`을 1, 2, 3으로 바꾸고 그 셀과 {cell:reading}번, {cell:heat-maps}번 셀을 실행해 보세요.
# 언제나 같은 헤드인가요?

# %% [markdown] start-question
# --- en
# ## 9 The start decides: 1 against 0.02
#
# **What is asked.** The vectors of tokens and positions are random numbers before training. How large should they be? Many models
# start with a standard deviation of 0.02, and Keras' `Embedding` starts about as small. We took 1. Does it matter?
#
# Cell {cell:start-before} looks at the first block before any training. Cell {cell:start-runs} trains the same transformer from a
# start of 0.02, with seed 0 and for 10 epochs: from a start of 1 this seed had left its plateau by then.
# --- ko
# ## 9 출발점이 가릅니다: 1과 0.02
#
# **무엇을 묻나요?** 토큰과 위치의 벡터는 훈련하기 전에는 난수입니다. 얼마나 큰 난수가 좋을까요? 표준편차 0.02로 시작하는 모델이 많고 케라스의
# `Embedding` 층도 그만큼 작게 시작하지만, 여기서는 1로 시작했습니다. 차이가 있을까요?
#
# {cell:start-before}번 셀에서는 훈련하기 전의 1번 블록을 들여다봅니다. {cell:start-runs}번 셀에서는 같은 트랜스포머를 0.02에서 시작해 시드 0으로
# 10에포크 동안 훈련합니다. 1에서 시작했을 때 이 시드는 그 전에 정체 구간을 벗어났습니다.

# %% start-before
# Before any training: what the first block sees
for start in (START, SMALL_START):
    keras.utils.set_random_seed(SEED)
    model = build(settings_of("transformer", start=start))
    looks = keras.Model(model.input, model.get_layer("block_1").output[1])
    weights = np.concatenate(list(in_batches(looks, test_inputs)))  # (N, H, T, S)
    print(f"start {start}: the largest weight of a row is {weights.max(axis=-1).mean():.4f} on average; "
          f"looking everywhere alike it would be {1 / task.length:.4f}")

# %% start-runs
# The same transformer, started small
small_runs = finished_runs(f"transformer-start-{SMALL_START}", SMALL_START_SEEDS, start=SMALL_START,
                           epochs=SIDE_EPOCHS)
print()
print_habits(small_runs)
for (_, seed), run in small_runs.items():
    print(f"block 1, seed {seed}: mean weight of a value on its own key", np.array(run["looks"]["value_on_key"][0]))

figure, panels = plt.subplots(1, 2, figsize=(11, 4.2), sharey=True, gridspec_kw={"wspace": 0.08})
draw_losses(panels[0], named(results, "transformer"), f"start {START}", task)
draw_losses(panels[1], small_runs, f"start {SMALL_START}", task)
panels[1].set_ylabel("")
panels[1].legend(*panels[0].get_legend_handles_labels(), loc="lower left", fontsize=11)
show(figure, pick("Training loss of the transformer: left started with the large numbers, right with the small ones.",
                  "트랜스포머의 훈련 손실. 왼쪽은 큰 초깃값, 오른쪽은 작은 초깃값으로 시작했습니다."))

# %% [markdown] start-means
# --- en
# **What you should see.** From a start of 1 the largest weight of a row is about 0.5 on average; from 0.02 it is 0.083, which is 1/12:
# everything is looked at alike. After training from 0.02 the accuracy is between 0.32 and 0.42, by luck is the same but for
# 0.04, and in block 1 a value still looks at its own key no more than at anything else. The loss on the right comes to rest near the
# dashed line.
#
# **If you see something else,** three causes are likely. (1) Another `SMALL_START`: somewhere between 0.02 and 1 the outcome turns.
# (2) Old results of another layer or model: set `RESULTS` to a new name. (3) The luck of 1,000 test sequences, about 0.03.
#
# **What it means.** A score is a product of two vectors. If both are fifty times smaller, it is 2,500 times smaller, softmax sees no
# differences, and each token gets the same mixture of all. The first step of section 8, in whichever of the three ways,
# has nothing to start from. What can be learned without it is learned: which values are listed. That accuracy and luck are as good
# as equal says that next to nothing is known about pairs. (In trials with 15 epochs five seeds ended between 0.34 and 0.37. After 45 epochs one of
# them stood at 0.35 and had begun to learn by heart.)
#
# **What not to conclude.** Not "0.02 is wrong". Large models start that small and learn, with a normalization *before* attention,
# which makes small vectors large again, and with far more steps. Which of the two has to be large here, tokens or positions, this
# experiment does not say.
#
# **Change one thing.** In cell {cell:parameters}, set `SMALL_START = 0.3`, `SMALL_START_SEEDS = (0, 1)` and `SIDE_EPOCHS = 15`,
# and run that cell and cells {cell:start-before} and {cell:start-runs}. On which side does it end? (Then set `SIDE_EPOCHS` back to 10.)
# --- ko
# **나와야 할 결과.** 1로 시작하면 행마다 가장 큰 가중치가 평균 0.5쯤이고, 0.02로 시작하면 0.083, 곧 1/12입니다. 모두를 똑같이 본다는
# 뜻입니다. 0.02에서 훈련하면 정확도는 0.32에서 0.42 사이이고 by luck과의 차이는 0.04 안쪽입니다. 1번 블록에서 값은 여전히 자기 키를 남보다
# 더 보지 않습니다. 오른쪽 그림의 손실은 파선 근처에 주저앉습니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) `SMALL_START`가 다른 경우입니다. 0.02와 1 사이 어디쯤에서 결과가 갈립니다.
# (2) 층이나 모델을 고치기 전의 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적으세요. (3) 테스트 시퀀스 1,000개를 뽑은 운입니다. 0.03쯤
# 달라질 수 있습니다.
#
# **무슨 뜻일까요?** 점수는 두 벡터의 곱입니다. 둘 다 50분의 1로 작아지면 점수는 2,500분의 1이 되고, 소프트맥스는 차이를 느끼지 못해 토큰마다
# 똑같이 섞은 것을 받습니다. 8절에서 본 첫 단계는 셋 가운데 어느 방법으로든 시작할 실마리가 없습니다. 그 단계 없이 배울 수
# 있는 것, 곧 어떤 값이 나왔는지는 배웁니다. 정확도와 by luck이 거의 같다는 것은 짝을 거의 모른다는 뜻입니다. 미리 해 본 15에포크 실험에서는
# 시드 다섯 개가 0.34에서 0.37 사이였습니다. 그 가운데 하나를 45에포크까지 훈련하자 0.35였고 훈련 데이터를 외우기 시작했습니다.
#
# **이렇게 결론 내리지 마세요.** "0.02는 잘못된 값이다"가 아닙니다. 큰 모델도 그만큼 작게 시작해서 잘 배웁니다. 어텐션 *앞에서* 층 정규화를
# 해서 작은 벡터를 다시 키우고, 훈련 스텝도 훨씬 많습니다. 토큰과 위치 가운데 어느 쪽이 커야 하는지는 이 실험으로 알 수 없습니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `SMALL_START = 0.3`, `SMALL_START_SEEDS = (0, 1)`, `SIDE_EPOCHS = 15`로 바꾸고 그 셀과
# {cell:start-before}번, {cell:start-runs}번 셀을 실행해 보세요. 어느 쪽으로 끝나나요? 해 본 뒤에는 `SIDE_EPOCHS`를 10으로 되돌리세요.

# %% [markdown] heads-question
# --- en
# ## 10 One head, four or eight
#
# **What is asked.** Four heads share 48 numbers, 12 each. One head would have all 48 to itself, eight would have 6 each; the
# parameters stay 40,145 (section 4). Does this task need several heads? Guess first. Cell {cell:heads} trains one head and
# eight heads, with one seed and for 10 epochs each.
# --- ko
# ## 10 헤드 한 개, 네 개, 여덟 개
#
# **무엇을 묻나요?** 헤드 네 개는 48차원을 12차원씩 나누어 씁니다. 한 개라면 48차원을 혼자 쓰고, 여덟 개라면 6차원씩 씁니다. 파라미터는 그대로
# 40,145개입니다(4절). 이 과제에 헤드가 여러 개 필요할까요? 먼저 예상해 보세요. {cell:heads}번 셀에서 헤드 한 개와 여덟 개를 시드
# 하나로 10에포크씩 훈련합니다.

# %% heads
# Other numbers of heads, the same number of parameters
head_runs = {}
for num_heads, seeds in HEADS_SEEDS.items():
    head_runs |= finished_runs(f"transformer-heads-{num_heads}", seeds, num_heads=num_heads, epochs=SIDE_EPOCHS)
print()
print_table(head_runs | named(results, "transformer"))

# %% [markdown] heads-means
# --- en
# **What you should see.** Eight heads: 0.95 to 1.000. One head: 0.90 to 1.000. (The line with four heads is that of section 6.)
#
# **If you see something else,** three causes are likely. (1) Other settings: a late seed is still on its way after 10 epochs.
# (2) Old results of another layer or model: set `RESULTS` to a new name. (3) A late or a stuck seed: see below.
#
# **What it means.** One head is enough, because each block needs only one look (section 8), and a single head may spend all 48
# numbers on it. In trials with ten starts and 15 epochs it ended seven times at 1.000, and three times a little below, at
# 0.931, 0.957 and 0.977. With eight heads six of six starts reached 0.998. So the table may count a run with one head as
# unsolved that falls just short of 0.95; compare it with 0.386.
#
# When do several heads matter? A head has one softmax, so it makes one mixture for each token. A token that needs two things at once,
# from two places, and wants to keep them apart, is better served by two heads, like "ate" in Code 1, which asked who and what. Here nobody asks for two things. So do not
# conclude that heads are useless: this task has no use for them.
#
# **Change one thing.** In cell {cell:parameters}, set `HEADS_SEEDS = {16: (0, 1)}` and `SIDE_EPOCHS = 15`, and run it and cell {cell:heads}.
# Now a head has three numbers to compare keys with. Is that too few? (Then set `SIDE_EPOCHS` back to 10.)
# --- ko
# **나와야 할 결과.** 헤드가 여덟 개면 0.95에서 1.000 사이, 한 개면 0.90에서 1.000 사이입니다. 헤드가 네 개인 줄은 6절의 결과입니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) 설정이 다른 경우입니다. 늦는 시드는 10에포크 뒤에도 아직 가는 중입니다. (2) 층이나
# 모델을 고치기 전의 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적으세요. (3) 늦거나 중간에 멈춘 시드인 경우입니다. 아래를 보세요.
#
# **무슨 뜻일까요?** 헤드는 한 개로 충분합니다. 8절에서 보았듯이 블록마다 한 번만 보면 되고, 헤드가 하나면 48차원을 거기에 다 쓸 수 있기
# 때문입니다. 15에포크씩 미리 열 번 해 본 실험에서 헤드 한 개는 일곱 번 1.000에 이르렀고, 세 번은 0.931, 0.957, 0.977로 조금 못 미쳤습니다.
# 여덟 개는 여섯 번 모두 0.998 이상이었습니다. 헤드 한 개짜리 실험이 0.95에 조금 못 미쳐 표에서 풀지 못한 것으로 나올 수도 있습니다. 그래도
# 0.386과 견주어 보세요.
#
# 그러면 헤드 여러 개는 언제 필요할까요? 헤드 하나에는 소프트맥스가 하나뿐이라 토큰마다 한 가지로만 섞을 수 있습니다. 토큰 하나가 서로 다른 두
# 곳에서 두 가지를 가져와 섞지 않고 쓰려면 헤드도 둘인 편이 낫습니다. 누가 먹었는지와 무엇을 먹었는지를 함께 물었던 Code 1의 ate가 그렇습니다. 이
# 과제에서는 아무도 두 가지를 묻지 않습니다. 그러니 헤드가 쓸모없다고 결론 내리지는 마세요. 이 과제에 쓸 데가 없을 뿐입니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `HEADS_SEEDS = {16: (0, 1)}`, `SIDE_EPOCHS = 15`로 바꾸고 그 셀과 {cell:heads}번 셀을 실행해
# 보세요. 이제 헤드마다 숫자 세 개로 키를 견주어야 합니다. 너무 적을까요? 해 본 뒤에는 `SIDE_EPOCHS`를 10으로 되돌리세요.

# %% [markdown] positions-question
# --- en
# ## 11 Without positions
#
# **What is asked.** Take `AddPosition` away, and train for 10 epochs. Which part of the task becomes impossible? Guess before
# you run cell {cell:positions}: 0.125, 0.386, or still 1?
# --- ko
# ## 11 위치 임베딩이 없다면
#
# **무엇을 묻나요?** `AddPosition`을 빼고 10에포크 동안 훈련합니다. 과제에서 무엇을 할 수 없게 될까요? {cell:positions}번 셀을 실행하기 전에 먼저 예상해 보세요. 0.125일까요,
# 0.386일까요, 그대로 1일까요?

# %% positions
# The transformer without AddPosition
blind_runs = finished_runs("transformer-no-position", NO_POSITION_SEEDS, positions=False, epochs=SIDE_EPOCHS)
print()
print_habits(blind_runs)
spread_of_luck = math.sqrt(task.order_blind_ceiling * (1 - task.order_blind_ceiling) / TEST_SAMPLES)
print(f"\norder-blind ceiling {task.order_blind_ceiling:.3f}, "
      f"give or take {2 * spread_of_luck:.3f} for {TEST_SAMPLES:,} test sequences")

# %% [markdown] positions-means
# --- en
# **What you should see.** Accuracy between 0.30 and 0.42, by luck the same but for 0.04, listed 1.000 or close to it.
#
# **If you see something else,** three causes are likely. (1) `AddPosition` is still there, or settings were changed. (2) Old results of
# another layer or model: set `RESULTS` to a new name. (3) The luck of 1,000 test sequences: the last printed line says how far it
# reaches.
#
# **What it means.** Why not 0.125? The model still sees *which* tokens there are, so it names a listed value, and it knows which key is
# asked for. Why not 1? By section 3 it is all the same to it beside which key a value stands. Accuracy and luck are equal but for the draw of the
# test sequences, and this time they have to be. Compare section 9: there the positions were in the vectors and found no use; here they are not there at
# all, and more training cannot help. Why less than 0.386? To get there one has to name the commonest value every time; a model that
# has begun to learn its training sequences by heart no longer does.
#
# **Change one thing.** In cell {cell:parameters}, set `SIDE_EPOCHS = 45` and run it and cell {cell:positions}. Which numbers of the line
# rise, and which fall? (Then set it back to 10.)
# --- ko
# **나와야 할 결과.** 정확도는 0.30에서 0.42 사이이고 by luck과의 차이는 0.04 안쪽입니다. listed는 1.000이거나 그에 가깝습니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) `AddPosition`이 남아 있거나 설정을 바꾼 경우입니다. (2) 층이나 모델을 고치기
# 전의 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적으세요. (3) 테스트 시퀀스 1,000개를 뽑은 운입니다. 운의 폭은 출력의 마지막 줄에
# 있습니다.
#
# **무슨 뜻일까요?** 왜 0.125가 아닐까요? 어떤 토큰이 *있는지는* 여전히 보이므로 시퀀스에 나온 값을 댈 수 있고, 어느 키를 물었는지도 압니다. 왜
# 1이 아닐까요? 3절에서 보았듯이 값이 어느 키 옆에 있든 모델에게는 똑같기 때문입니다. 정확도와 by luck은 테스트 시퀀스를 뽑은 운만큼만 다른데, 이번에는 반드시 그럴 수밖에
# 없습니다. 9절과 견주어 보세요. 거기서는 벡터에 위치 정보가 들어 있는데도 쓰이지 못했고, 여기서는 아예 없으므로 더 훈련해도 소용없습니다.
# 왜 0.386보다 낮을까요? 그만큼 맞히려면 언제나 가장 많이 나온 값을 대야 합니다. 훈련 시퀀스를 외우기 시작한 모델은 그렇게 하지 않습니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `SIDE_EPOCHS = 45`로 바꾸고 그 셀과 {cell:positions}번 셀을 실행해 보세요. 어떤 수가 오르고 어떤
# 수가 내리나요? 해 본 뒤에는 10으로 되돌리세요.

# %% [markdown] pairs-question
# --- en
# ## 12 Ten pairs
#
# **What is asked.** A list twice as long. Ten pairs need ten different keys, and the course has seven, so there are 14 keys here: that
# is our change. A sequence then has 22 tokens, the order-blind ceiling falls to 0.302, and its loss is 1.660. Everything else stays
# as it was; cell {cell:pairs} trains both models with one seed, for 10 epochs. Does the transformer hold? Does the GRU get worse?
# --- ko
# ## 12 쌍을 열 개로 늘리면
#
# **무엇을 묻나요?** 시퀀스를 두 배쯤 늘려 보겠습니다. 쌍이 열 개면 서로 다른 키도 열 개가 필요한데, 원래 과제에는 일곱 개뿐입니다. 그래서 키를
# 14개로 늘렸습니다. 이것은 이 노트북에서 바꾼 점입니다. 시퀀스는 토큰 22개가 되고, 순서를 모를 때의 한계는 0.302로, 그때의 손실은 1.660이
# 됩니다. 나머지는 모두 그대로입니다. {cell:pairs}번 셀에서 두 모델을 시드 하나로 10에포크 동안 훈련합니다. 트랜스포머는 버틸까요? GRU는 더 나빠질까요?

# %% pairs
# Ten pairs, fourteen keys
many_task = AssociativeRecall(MANY_PAIRS, MANY_KEYS, NUM_VALUES)
print(f"{many_task.length} tokens in a sequence; order-blind ceiling {many_task.order_blind_ceiling:.3f}, "
      f"loss {order_blind_loss(many_task):.3f}")
many_runs = {}
for kind in ("gru", "transformer"):
    many_runs |= finished_runs(f"{kind}-{MANY_PAIRS}-pairs", MANY_SEEDS, num_pairs=MANY_PAIRS, num_keys=MANY_KEYS,
                               train_samples=MANY_SAMPLES, epochs=SIDE_EPOCHS)
print()
print_table(many_runs)
print()
print_habits(many_runs)

# %% [markdown] pairs-means
# --- en
# **What you should see.** Both between 0.18 and 0.4, none solved. By luck is close to the accuracy, and trained on is above both.
#
# **If you see something else,** three causes are likely. (1) Other settings: more sequences change the outcome, see below. (2) Old
# results of another layer or model: set `RESULTS` to a new name. (3) A lucky start: then the loss has left the mark 1.660 and is
# falling.
#
# **What it means.** In this budget the transformer does not hold either. It does what the GRU did in section 6: it learns by heart
# before it has found out how to look up. More sequences change that. In trials with 15 epochs and
# 32,000 sequences the transformer solved the task from five of six starts, with 1.000, and stood at 0.625 from the sixth; with
# 16,000 it was one of three. The GRU got no further than 0.274 with 32,000, from four starts. So a longer list takes more examples, and the transformer again needs fewer.
#
# **What not to conclude.** Not "attention always finds it": whether a run finds the look-up before it learns by heart is a race, and
# the start and the data decide it. And not "a transformer is better": the task was made for looking up.
#
# **Change one thing.** In cell {cell:parameters}, set `MANY_SAMPLES = 32_000` and `SIDE_EPOCHS = 15`, and run it and
# cell {cell:pairs} (about four minutes). Which model does it help?
# --- ko
# **나와야 할 결과.** 두 모델 모두 0.18에서 0.4 사이이고 하나도 풀지 못합니다. by luck은 정확도와 비슷하고 trained on은 둘보다 높습니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) 설정이 다른 경우입니다. 아래에서 보듯이 시퀀스가 많으면 결과가 달라집니다.
# (2) 층이나 모델을 고치기 전의 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적으세요. (3) 운 좋게 출발한 경우입니다. 그렇다면 손실이 눈금
# 1.660을 벗어나 내려가고 있을 것입니다.
#
# **무슨 뜻일까요?** 이 조건에서는 트랜스포머도 버티지 못합니다. 6절의 GRU처럼, 찾는 법을 알아내기 전에 외워 버립니다. 시퀀스를 늘리면
# 달라집니다. 미리 해 본 15에포크 실험에서 32,000개로 훈련한 트랜스포머는 여섯 번 가운데 다섯 번을 1.000으로 풀었고 한 번은 0.625였습니다. 16,000개로는
# 세 번 가운데 한 번 풀었습니다. GRU는 32,000개로 네 번 훈련해 0.274를 넘지 못했습니다. 시퀀스가 길어지면 예제가 더 필요하고, 이번에도 트랜스포머는 덜 필요합니다.
#
# **이렇게 결론 내리지 마세요.** "어텐션은 언제나 찾아낸다"가 아닙니다. 찾는 법을 알아내는 것이 먼저냐 외우는 것이 먼저냐는 출발점과 데이터에
# 달려 있습니다. "트랜스포머가 더 낫다"도 아닙니다. 찾아보기만 하면 되는 과제를 일부러 골랐습니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `MANY_SAMPLES = 32_000`, `SIDE_EPOCHS = 15`로 바꾸고 그 셀과 {cell:pairs}번 셀을 실행해 보세요. 4분쯤
# 걸립니다.
# 어느 모델에 도움이 되나요?

# %% finish
# How long it took
seconds = time.perf_counter() - STARTED
print(pick(f"{seconds / 60:.1f} minutes since cell 1 ran.", f"1번 셀을 실행한 뒤 {seconds / 60:.1f}분이 지났습니다."))

# %% [markdown] next
# --- en
# ## What you have now
#
# You looked values up in shares, saw what division and positions are for, counted a block to the last parameter, trained a
# transformer to look up and read its two steps in its weights, and found out by measuring what a GRU does in its place: it learns
# by heart, until there is too much to learn by heart. What the weights cannot tell is why; what one seed cannot tell is how often.
#
# After the lesson "Attention and Transformers" (Bonus 4). To read on:
# [Vaswani et al. (2017), *Attention Is All You Need*](https://arxiv.org/abs/1706.03762),
# [Cho et al. (2014), which introduced the GRU](https://arxiv.org/abs/1406.1078),
# [Olsson et al. (2022), *In-context Learning and Induction Heads*](https://arxiv.org/abs/2209.11895),
# [Jain and Wallace (2019), *Attention is not Explanation*](https://arxiv.org/abs/1902.10186).
# --- ko
# ## 정리
#
# 비율대로 섞어 값을 찾았고, 점수를 나누고 위치 정보를 더하는 까닭을 확인했으며, 블록의 파라미터를 하나까지 세었습니다. 트랜스포머를 훈련해
# 찾는 절차 두 단계를 가중치에서 읽어 냈고, GRU는 그 대신 무엇을 하는지 재어 보았습니다. GRU는 외웠습니다. 다 외울 수 없을 만큼 많아질
# 때까지는요. 왜 맞히는지는 가중치만 보아서는 알 수 없고, 얼마나 자주 맞히는지는 시드 하나로 알 수 없습니다.
#
# "Attention and Transformers"(보너스 4) 수업을 바탕으로 만들었습니다. 더 읽을거리는 다음과 같습니다.
# [Vaswani et al. (2017), *Attention Is All You Need*](https://arxiv.org/abs/1706.03762),
# [GRU를 소개한 Cho et al. (2014)](https://arxiv.org/abs/1406.1078),
# [Olsson et al. (2022), *In-context Learning and Induction Heads*](https://arxiv.org/abs/2209.11895),
# [Jain and Wallace (2019), *Attention is not Explanation*](https://arxiv.org/abs/1902.10186)
