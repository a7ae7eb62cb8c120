# ruff: noqa: E402, E501, F401, I001
"""Code 5, tensors in a layer: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Code 5: Tensors in a layer
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Between a sentence and its attention weights stand five arrays. From one to the next an axis is cut in two, moved, or
# summed away. If an axis ends up in the wrong place, usually nothing stops: the layer runs, and its numbers are wrong. In
# this notebook every axis gets a name, and you follow each of them from array to array.
#
# | | |
# |---|---|
# | **Goal** | Name the axes and the shape of every array in a dense layer and in multi-head attention; read an `einsum` string, say which letter is summed and what it costs; catch three slips that raise no error; say what is gained and what is lost when a large matrix becomes two thin ones. |
# | **You need to know** | Matrix products, softmax, NumPy arrays. Code 1 helps. No training, no GPU. |
# | **Run time and hardware** | Under a minute on Colab's free CPU, most of it for loading Keras. NumPy does the work; Keras comes in only to show that its layers give the same numbers. Nothing to install. Reading and trying things out: about 50 minutes. |
# | **At the end you should see** | Two tokens and two heads with the weights 0.804, 0.196 and 0.670, 0.330; scores whose variance is 64 before the division and 1 after it; a softmax over the wrong axis with the row sums 1.13 and 0.87; 67,108,864 multiply-adds with one head and with sixteen; and 8,192 numbers in place of 262,144. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all.
#
# Every code cell carries its number. After a restart of the runtime a cell may answer `First run cells 1-4`:
# run those, or choose Runtime > Run before, and go on.
# --- ko
# # Code 5: 층 안의 텐서 따라가기
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 문장이 어텐션 가중치가 되기까지 배열 다섯 개를 거칩니다. 한 배열에서 다음 배열로 넘어갈 때마다 축을 둘로 나누거나, 자리를 옮기거나,
# 더해서 없앱니다. 축 하나가 엉뚱한 자리에 가도 대개는 아무 일 없이 실행되고, 숫자만 틀립니다. 이 노트북에서는 축마다 이름을 붙이고,
# 그 축이 어디로 가는지 배열마다 따라가 보겠습니다.
#
# | | |
# |---|---|
# | **학습 목표** | 밀집 층과 멀티 헤드 어텐션에 나오는 배열마다 축의 이름과 shape(축마다 길이를 적은 것)를 말합니다. `einsum` 문자열을 읽고 어느 글자를 더해 없애는지, 계산량은 얼마인지 구합니다. 오류 없이 지나가는 실수 세 가지를 잡아냅니다. 큰 행렬을 얇은 행렬 두 개로 바꿀 때 얻는 것과 잃는 것을 설명합니다. |
# | **미리 알아 둘 것** | 행렬 곱셈, 소프트맥스, 넘파이 배열. Code 1을 먼저 보았다면 더 수월합니다. 훈련도, GPU도 필요 없습니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU에서 1분이 채 걸리지 않고, 대부분 케라스를 불러오는 시간입니다. 계산은 넘파이로 하고, 케라스는 층의 결과가 똑같은지 확인할 때만 씁니다. 설치할 것은 없습니다. 읽고 바꿔 보는 데는 50분쯤 잡으세요. |
# | **끝까지 실행하면** | 토큰 두 개, 헤드 두 개에서 가중치 0.804와 0.196, 0.670과 0.330이 나옵니다. 점수의 분산은 나누기 전에 64, 나눈 뒤에 1쯤입니다. 소프트맥스의 축을 잘못 고르면 행의 합이 1.13과 0.87이 됩니다. 곱셈-누산(곱해서 더하기)은 헤드가 하나든 열여섯이든 67,108,864번이고, 숫자 262,144개가 8,192개로 줄어듭니다. |
#
# **코랩에서 여는 방법:** 위의 배지를 누르면 코랩 첫 화면이 열립니다. 파일 > 노트북 업로드(File > Upload notebook)에서 이 파일을
# 고른 다음 런타임 > 모두 실행(Runtime > Run all)을 누르세요.
#
# 코드 셀에는 저마다 번호가 있습니다. 런타임을 다시 시작한 뒤에 `First run cells 1-4` 같은 문장이 나오면 그 번호의 코드 셀을 먼저
# 실행하거나, 런타임 > 이전 셀 실행(Run before)을 고르면 됩니다.

# %% setup
# Libraries, versions, and the settings of this notebook
import importlib.util
import math
import operator
import os
import platform
import sys
import time
from dataclasses import dataclass

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

LANGUAGE = "en"
SEED = 0  # for everything that is drawn at random
STARTED = time.perf_counter()

from common_start import TESTED, pick, start_keras, version_note, show_versions

keras = start_keras()
layers, ops = keras.layers, keras.ops

np.set_printoptions(precision=3, suppress=True, floatmode="fixed")
plt.rcParams.update({"font.size": 12, "figure.dpi": 100})
show_versions(keras)

# %% checks form
# Checks that turn a wrong size or shape into a sentence (no need to read them)
from keras_attention.arguments import check_positive_int
from keras_attention.by_hand.checks import real_array, positive_integer

# %% drawing form
# Drawing and printing (no need to read it)
from common import show
from keras_attention.plots import labels, heat_map


TINTS = ("#cfe3f5", "#fbd9b5", "#cdebd5", "#f3cfe2")  # light enough for black numbers


def number_grid(panel, numbers, owners, title, across, down, form="{:g}"):
    """Draws a matrix with its numbers; cells with the same owner (a whole number each) get the same tint."""
    rows, columns = numbers.shape
    tints = np.array([matplotlib.colors.to_rgb(tint) for tint in TINTS])
    panel.imshow(tints[np.broadcast_to(owners, numbers.shape) % len(TINTS)])
    panel.hlines(np.arange(rows + 1) - 0.5, -0.5, columns - 0.5, color="white", linewidth=2)
    panel.vlines(np.arange(columns + 1) - 0.5, -0.5, rows - 0.5, color="white", linewidth=2)
    panel.set(title=title, xlabel=across, ylabel=down)
    panel.set_xticks(range(columns))
    panel.set_yticks(range(rows))
    panel.tick_params(length=0)
    panel.spines[:].set_visible(False)
    if rows * columns <= 128:  # small enough to hold the numbers
        for row in range(rows):
            for column in range(columns):
                panel.text(column, row, form.format(numbers[row, column]), ha="center", va="center")


def trace(*arrays):
    """Prints a line for each (name, axes, array): its name, the names of its axes, their sizes."""
    for name, axes, array in arrays:
        print(f"{name:<34} {'(' + ', '.join(axes.split()) + ')':<13} {tuple(array.shape)}")


def difference(one, other):
    """The largest difference between two tensors, as text."""
    return f"{np.abs(ops.convert_to_numpy(one) - ops.convert_to_numpy(other)).max():.1e}"

# %% [markdown] dense-question
# --- en
# ## 1 A dense layer, three ways
#
# **What is asked.** A dense layer multiplies every input by a weight, sums up, and adds a bias. One example gives one row
# of such sums, a batch of B examples gives B rows. How does a single line of code do all of them, and which axis is gone
# afterwards?
#
# $$y_{bj} = \sum_i x_{bi}\, w_{ji} + c_j$$
#
# Three letters: `b` is the example, `i` the input, `j` the unit. A letter that stands on the right and not on the left is
# multiplied and summed away: here `i`. That is called a *contraction*, and `einsum` takes it the way it is written:
# `"bi,ji->bj"`, the letters of the two arrays, an arrow, the letters of the result.
#
# The weight has a row for each unit: it is stored as (out, in), the way PyTorch does it. Keras stores (in, out).
# --- ko
# ## 1 밀집 층을 계산하는 세 가지 방법
#
# **무엇을 묻나요?** 밀집 층(dense layer)은 입력마다 가중치를 곱해 모두 더한 다음 편향을 더합니다. 예제가 하나면 이런 합이 한 줄
# 나오고, 예제 B개를 배치로 넣으면 B줄이 나옵니다. 코드 한 줄로 어떻게 전부 계산할까요? 계산이 끝나면 어느 축이 사라질까요?
#
# $$y_{bj} = \sum_i x_{bi}\, w_{ji} + c_j$$
#
# 글자는 셋입니다. `b`는 예제, `i`는 입력, `j`는 유닛입니다. 오른쪽에는 있는데 왼쪽에는 없는 글자가 있으면, 그 축을 따라 곱하고
# 더해서 없앱니다. 여기서는 `i`입니다. 이런 계산을 축약(contraction)이라고 합니다. 넘파이의 `einsum`(아인슈타인 합)에는 식에 나온 글자를 그대로
# 적습니다. `"bi,ji->bj"`에서 화살표 왼쪽은 두 배열의 첨자, 오른쪽은 결과의 첨자입니다.
#
# 가중치는 유닛마다 한 행씩 두었습니다. 곧 (출력, 입력) 순서이고, 파이토치가 이렇게 저장합니다. 케라스는 (입력, 출력) 순서로
# 저장합니다.

# %% dense-data
# Four examples of three numbers, and a layer of two units
from keras_attention.examples import DENSE_X, DENSE_W, DENSE_C

# %% dense
# The dense layer as a loop, as an einsum, as a matrix product
X, W, c = real_array("DENSE_X", DENSE_X, axes="(B, I)"), real_array("DENSE_W", DENSE_W, axes="(J, I)"), DENSE_C
if W.shape[1] != X.shape[1] or np.shape(c) != (len(W),):
    raise ValueError(f"With DENSE_X of shape {X.shape}, DENSE_W must have shape (J, {X.shape[1]}) and DENSE_C (J,); "
                     f"received {W.shape} and {np.shape(c)}.")

by_loop = np.zeros((len(X), len(W)))  # (B, J)
for b in range(len(X)):
    for j in range(len(W)):
        by_loop[b, j] = sum(X[b, i] * W[j, i] for i in range(X.shape[1])) + c[j]

by_einsum = np.einsum("bi,ji->bj", X, W) + c  # (B, I), (J, I) -> (B, J)
by_product = X @ W.T + c  # (B, I) @ (I, J) -> (B, J)

trace(("X, the batch", "B I", X), ("W, the weight", "J I", W), ("c, the bias", "J", c),
      ("Y = X W^T + c", "B J", by_einsum))
print("einsum equals loop:", np.allclose(by_einsum, by_loop),
      "| product equals loop:", np.allclose(by_product, by_loop))
print(by_einsum)

ratios = {"width_ratios": [X.shape[1], X.shape[1], len(W)], "wspace": 0.5}
figure, panels = plt.subplots(1, 3, figsize=(9.5, 3.6), gridspec_kw=ratios)
first_row = (np.arange(len(X)) == 0)[:, np.newaxis]  # (B, 1): the first example gets a tint of its own
number_grid(panels[0], X, first_row * 1, "X: (B, I)", "i: summed away", "b")
number_grid(panels[1], W, 2, "W: (J, I)", "i: summed away", "j")
number_grid(panels[2], by_einsum, first_row * 1, "Y, bias added: (B, J)", "j", "b")
show(figure, pick("Three grids of numbers: batch X, weight W, result Y; the first rows of X and Y are tinted.",
                  "숫자 격자 세 개: 배치 X, 가중치 W, 결과 Y. X와 Y의 첫 행에 색을 달리했습니다."))

# %% dense-keras
# The same layer in Keras, which stores the kernel as (in, out)
dense_layer = layers.Dense(len(W))
dense_layer.build(X.shape)
dense_layer.set_weights([W.T, c])
trace(("kernel of the Dense layer", "I J", dense_layer.kernel))
print("largest difference to NumPy:", difference(dense_layer(X), by_einsum))

# %% [markdown] dense-means
# --- en
# **What you should see.** Loop, einsum and product agree: [11 26], [12 24], [15 21], [13 24], an array of shape (4, 2). The
# kernel of the Keras layer has shape (3, 2), and its answer is the same.
#
# **What it means.** Check one number on paper: the first example is [1, 0, 2], the first row of `W` is [1, 2, 0], so
# 1 x 1 + 0 x 2 + 2 x 0 + 10 = 11. Every axis has its fate: `b` stays as it is, each example is computed for itself; `i` is
# summed away; `j` is new. The bias has no `b`, so every row gets the same one (broadcasting). A matrix product always sums
# the last axis of its left side with the first of its right side. That is why `W`, stored as (J, I), needs its `.T`, and
# why Keras, which stores (I, J), needs none. Whoever carries weights from PyTorch to Keras must transpose them.
#
# **Change one thing.** In cell {cell:dense-data}, give `DENSE_W` a third row [2.0, 0.0, 1.0] and `DENSE_C` a third number,
# and run that cell and the next two. Which arrays have another shape now, and along which axis?
# --- ko
# **나와야 할 결과.** 반복문, `einsum`, 행렬 곱셈의 결과가 모두 같습니다. [11 26], [12 24], [15 21], [13 24]이고 shape는
# (4, 2)입니다. 케라스 층의 커널은 shape가 (3, 2)인데도 답은 똑같습니다.
#
# **무슨 뜻일까요?** 숫자 하나를 종이에 계산해 보세요. 첫 번째 예제는 [1, 0, 2], `W`의 첫 행은 [1, 2, 0]이므로
# 1 × 1 + 0 × 2 + 2 × 0 + 10 = 11입니다. 세 축은 저마다 다른 길을 갑니다. `b`는 그대로 남고, 예제는 저마다 따로 계산됩니다. `i`는
# 더해져 사라지고, `j`는 새로 생깁니다. 편향에는 `b`가 없으므로 모든 행에 똑같이 더해집니다(브로드캐스팅). 행렬 곱셈은 언제나 왼쪽
# 행렬의 마지막 축과 오른쪽 행렬의 첫 축을 곱해서 더합니다. 그래서 (J, I)로 저장한 `W`에는 `.T`가 붙고, (I, J)로 저장하는 케라스에는
# 붙지 않습니다. 파이토치의 가중치를 케라스로 옮길 때는 전치해야 합니다.
#
# **하나만 바꿔 보기.** {cell:dense-data}번 셀에서 `DENSE_W`에 셋째 행 [2.0, 0.0, 1.0]을, `DENSE_C`에 셋째 숫자를 더하고 그 셀과 다음
# 두 셀을 실행해 보세요. shape가 달라진 배열은 어느 것이고, 어느 축이 늘었나요?

# %% [markdown] split-question
# --- en
# ## 2 Heads: where every number goes
#
# **What is asked.** In multi-head attention an array has up to four axes. Which number goes to which head, and which line of
# code sends it there? First the letters:
#
# | letter | axis | size |
# |---|---|---|
# | `b` | the sentence in the batch | B |
# | `t` | the token that looks (query) | T |
# | `s` | the token that is looked at (key) | S, here the same as T |
# | `h` | the head | H |
# | `d` | the numbers of a vector: all D of them before the cut, the K = D / H of one head after it | D, then K |
#
# Queries are cut in two steps: a `reshape` splits the last axis into heads, a `transpose` brings the head next to the
# batch. To see every number move, we fill the array with addresses instead of data: 305 is entry 5 of token 3.
# --- ko
# ## 2 헤드로 나누기: 숫자는 어디로 갈까요?
#
# **무엇을 묻나요?** 멀티 헤드 어텐션의 배열에는 축이 많게는 네 개 있습니다. 어느 숫자가 어느 헤드로 가고, 그 일은 코드의 어느 줄에서
# 일어날까요? 먼저 글자부터 정하겠습니다.
#
# | 글자 | 축 | 길이 |
# |---|---|---|
# | `b` | 배치 안의 문장 | B |
# | `t` | 보는 토큰(쿼리) | T |
# | `s` | 보이는 토큰(키) | S, 여기서는 T와 같음 |
# | `h` | 헤드 | H |
# | `d` | 벡터의 숫자: 나누기 전에는 D개 전부, 나눈 뒤에는 헤드 하나의 K = D / H개 | D, 나눈 뒤에는 K |
#
# 쿼리는 두 단계로 나눕니다. 먼저 `reshape`로 마지막 축을 헤드별로 가르고, `transpose`로 헤드 축을 배치 축 옆으로 옮깁니다. 숫자가
# 움직이는 모습이 보이도록 배열에 데이터 대신 주소를 넣겠습니다. 305는 토큰 3의 5번 숫자라는 뜻입니다. 번호는 모두 0부터 셉니다.

# %% sizes parameters
# Sizes: sentences, tokens, width, heads. Change them as you like; H must divide D
B, T, D, H = 2, 4, 8, 2

# %% formulas
# Three functions of Code 1: softmax, scores, heads
from keras_attention.by_hand.formulas import softmax, scores, split_heads

# %% split
# From (B, T, D) to (B, H, T, K), with addresses in place of data
for name, size in zip("BTDH", (B, T, D, H), strict=True):
    positive_integer(name, size)
tokens, entries = 100 * np.arange(T)[:, np.newaxis], np.arange(D)  # (T, 1), (D,)
addresses = np.broadcast_to(tokens + entries, (B, T, D))  # the same in every sentence
by_function = split_heads(addresses, H)  # (B, H, T, K): what the two lines below have to give

cut = addresses.reshape(B, T, H, D // H)  # (B, T, H, K)
heads = cut.transpose(0, 2, 1, 3)  # (B, H, T, K)

trace(("queries", "B T D", addresses), ("after reshape(B, T, H, K)", "B T H K", cut),
      ("after transpose(0, 2, 1, 3)", "B H T K", heads))
print("split_heads of Code 1 does the same:", np.array_equal(heads, by_function))

shown = min(H, 4)
home = entries // (D // H)  # (D,): the head that entry belongs to
ratios = {"width_ratios": [D] + shown * [D // H], "wspace": 0.5 / (1 + shown)}
figure, panels = plt.subplots(1, 1 + shown, figsize=(12, 3.4), gridspec_kw=ratios)
number_grid(panels[0], addresses[0], home, "a sentence before the cut: (T, D)", "d", "t", "{:03.0f}")
for head in range(shown):
    own = heads[0, head]  # (T, K)
    number_grid(panels[1 + head], own, home[own.astype(int) % 100], f"head {head}: (T, K)", "d", "t", "{:03.0f}")
show(figure, pick("Left, a grid of addresses, a row for each token, tinted by head; right, a smaller grid for "
                  "each head, of one tint.",
                  "왼쪽: 토큰마다 한 행씩 주소를 적고 헤드별로 색을 달리한 격자. "
                  "오른쪽: 헤드마다 색이 하나인 작은 격자."))

# %% [markdown] split-means
# --- en
# **What you should see.** (2, 4, 8), then (2, 4, 2, 4), then (2, 2, 4, 4). In the picture head 0 holds the entries 0 to 3 of
# every token, head 1 the entries 4 to 7, and each head has all four tokens.
#
# **What it means.** The `reshape` moves nothing: it reads the numbers in the same order and only says that the last axis is
# now two axes. Entry e belongs to head e // K and is number e % K there. The `transpose` lists the old axes in their new
# order, 0, 2, 1, 3: the head, old axis 2, now stands second. From here on a head is a matrix (T, K) of its own, and all
# heads can be computed side by side, just like the sentences of a batch.
#
# **Change one thing.** In cell {cell:sizes}, set `H = 4`, run it and cell {cell:split}. How many numbers of a token does a
# head get? Then `H = 3`: which sentence do you read?
# --- ko
# **나와야 할 결과.** shape가 (2, 4, 8), (2, 4, 2, 4), (2, 2, 4, 4) 순서로 바뀝니다. 그림을 보면 헤드 0에는 모든 토큰의 0~3번 숫자가,
# 헤드 1에는 4~7번 숫자가 들어 있고, 어느 헤드에나 토큰 네 개가 다 있습니다.
#
# **무슨 뜻일까요?** `reshape`는 숫자를 옮기지 않습니다. 같은 순서로 읽되, 마지막 축을 이제부터 축 두 개로 보겠다고 정할 뿐입니다. e번
# 숫자는 e // K번 헤드의 e % K번 자리로 갑니다. `transpose`에는 원래 축의 번호를 새로 놓을 순서대로 적습니다. 0, 2, 1, 3이므로 원래
# 2번이던 헤드 축이 둘째 자리로 옵니다. 이제 헤드는 저마다 (T, K) 행렬 하나이고, 배치의 문장들처럼 나란히 계산할 수 있습니다.
#
# **하나만 바꿔 보기.** {cell:sizes}번 셀에서 `H = 4`로 바꾸고 그 셀과 {cell:split}번 셀을 실행해 보세요. 헤드 하나가 토큰마다 숫자를 몇
# 개씩 받나요? `H = 3`으로 바꾸면 어떤 문장이 나오나요?

# %% [markdown] steps-question
# --- en
# ### All five arrays
#
# Now with random queries and keys, all the way: cut into heads, scores, division, softmax. Two contractions could be
# confused here, so read the string slowly: in `"bhtd,bhsd->bhts"` the letters `b` and `h` stand everywhere (every sentence
# and every head for itself), `d` is missing from the result (summed away: one dot product for each pair), and `t` and `s`
# stay side by side (every query meets every key).
# --- ko
# ### 배열 다섯 개를 처음부터 끝까지
#
# 이번에는 무작위 쿼리와 키로 끝까지 가 보겠습니다. 헤드로 나누고, 점수를 구하고, √K로 나누고, 소프트맥스를 적용합니다. 첨자 문자열
# `"bhtd,bhsd->bhts"`는 천천히 읽어 보세요. `b`와 `h`는 모든 곳에 있으니 문장과 헤드는 저마다 따로 계산합니다. `d`는 결과에 없으니
# 더해서 없앱니다. 곧 쿼리와 키 한 쌍마다 내적을 하나씩 구합니다. `t`와 `s`는 결과에 나란히 남으니 모든 쿼리가 모든 키를 만납니다.

# %% steps
# From queries and keys to the attention weights, a shape for every step
rng = np.random.default_rng(SEED)
queries, keys = rng.normal(size=(B, T, D)), rng.normal(size=(B, T, D))  # (B, T, D), (B, S, D)
q, k = split_heads(queries, H), split_heads(keys, H)  # (B, H, T, K), (B, H, S, K)
z = np.einsum("bhtd,bhsd->bhts", q, k)  # (B, H, T, S)
scaled = z / np.sqrt(q.shape[-1])  # (B, H, T, S)
weights = softmax(scaled, axis=-1)  # (B, H, T, S), shares along s

trace(("queries (keys alike)", "B T D", queries), ("cut and moved", "B H T K", q), ("scores", "B H T S", z),
      ("scores / sqrt(K)", "B H T S", scaled), ("weights", "B H T S", weights))
sums = weights.sum(axis=-1)  # (B, H, T)
print(f"every row of weights sums to 1: {sums.min():.6f} to {sums.max():.6f}")
print("the same as a matrix product: ", np.allclose(z, q @ k.swapaxes(-1, -2)))

keras_z = ops.einsum("bhtd,bhsd->bhts", q.astype("float32"), k.astype("float32"))  # (B, H, T, S)
keras_weights = ops.softmax(keras_z / math.sqrt(q.shape[-1]), axis=-1)  # (B, H, T, S)
print("largest difference to keras.ops:", difference(keras_weights, weights))

# %% [markdown] steps-mean
# --- en
# **What you should see.** Five arrays: (2, 4, 8), then (2, 2, 4, 4) four times. Rows sum to 1, the matrix product gives the
# same scores, and `keras.ops`, which takes the same string, agrees to about seven digits.
#
# **What it means.** Only the `einsum` multiplies; `reshape` and `transpose` arrange, the division and the softmax change
# each number where it stands. But look: four arrays have the shape (2, 2, 4, 4), and their axes mean different things,
# (B, H, T, K) once and (B, H, T, S) three times. They look alike because K and S are both 4. So a right shape proves little;
# a name for every axis, written behind the line, proves more.
#
# **Change one thing.** In cell {cell:sizes}, set `T = 5` and run it and the cells down to here. Which of the four shapes can
# you tell apart now? (For tests, choose sizes that are all different.)
# --- ko
# **나와야 할 결과.** 배열은 다섯 개이고 shape는 (2, 4, 8) 다음에 (2, 2, 4, 4)가 네 번 나옵니다. 행마다 더하면 1이고, 행렬 곱셈으로
# 구한 점수도 같습니다. 같은 문자열을 받는 `keras.ops`와도 일곱 자리쯤까지 일치합니다.
#
# **무슨 뜻일까요?** 곱셈은 `einsum`에서만 일어납니다. `reshape`와 `transpose`는 늘어놓는 방법만 바꾸고, 나눗셈과 소프트맥스는 숫자를
# 제자리에서 바꿉니다. 그런데 조심할 것이 하나 있습니다. shape가 (2, 2, 4, 4)인 배열이 네 개인데, 하나는 (B, H, T, K)이고 셋은
# (B, H, T, S)입니다. K와 S가 둘 다 4라서 똑같아 보일 뿐입니다. shape가 맞는다고 해서 안심할 수는 없습니다. 줄 끝에 축 이름을 적어
# 두는 편이 훨씬 믿을 만합니다.
#
# **하나만 바꿔 보기.** {cell:sizes}번 셀에서 `T = 5`로 바꾸고 그 셀부터 여기까지 실행해 보세요. 네 배열 가운데 이제 구별되는 것은 어느
# 것인가요? 테스트할 때는 축마다 길이를 다르게 잡는 것이 좋습니다.

# %% [markdown] worked-question
# --- en
# ## 3 Two tokens, two heads, on paper
#
# **What is asked.** The same steps with numbers small enough to do by hand. Two tokens have the queries (1, 1, 2, 0) and
# (1, -1, 0, 1) and the keys (1, 1, 0, 1) and (1, -1, 1, 0). Two heads share the four numbers. Take a pencil: which key does
# each token look at, in head 0 and in head 1?
# --- ko
# ## 3 토큰 두 개, 헤드 두 개를 종이로 계산하기
#
# **무엇을 묻나요?** 같은 과정을 손으로 풀 수 있는 숫자로 따라가 보겠습니다. 두 토큰의 쿼리는 (1, 1, 2, 0)과 (1, -1, 0, 1), 키는
# (1, 1, 0, 1)과 (1, -1, 1, 0)입니다. 숫자 네 개를 헤드 두 개가 나누어 갖습니다. 연필을 들고 먼저 풀어 보세요. 헤드 0과 헤드 1에서
# 각 토큰은 어느 키를 볼까요?

# %% worked-data
# The worked example
from keras_attention.examples import TENSOR_QUERIES, TENSOR_KEYS, TENSOR_HEADS

# %% worked
# Scores and weights of the worked example
small_q = split_heads(TENSOR_QUERIES, TENSOR_HEADS)  # (B, H, T, K)
small_k = split_heads(TENSOR_KEYS, TENSOR_HEADS)  # (B, H, S, K)
small_z = scores(small_q, small_k)  # (B, H, T, S), the einsum of section 2
small_scaled = small_z / np.sqrt(small_q.shape[-1])  # (B, H, T, S)
small_weights = softmax(small_scaled, axis=-1)  # (B, H, T, S)

for head in range(TENSOR_HEADS):
    print(f"head {head}: queries {small_q[0, head].tolist()}, keys {small_k[0, head].tolist()}")
    print(f"        scores  {small_z[0, head].tolist()}")
    print(f"        weights {small_weights[0, head].round(3).tolist()}")


def token_names(count):
    """token 0, token 1, and so on."""
    return [f"token {number}" for number in range(count)]


figure, panels = plt.subplots(1, TENSOR_HEADS, figsize=(5 * TENSOR_HEADS, 4), squeeze=False,
                              gridspec_kw={"wspace": 0.4})
for head in range(TENSOR_HEADS):
    matrix = small_weights[0, head]  # (T, S)
    picture = heat_map(panels[0, head], matrix, token_names(len(matrix)), token_names(matrix.shape[1]), f"head {head}")
figure.colorbar(picture, ax=panels, label="attention weight")
show(figure, pick("A heat map for each head: in head 0 each token looks at its own key, in head 1 at the other one.",
                  "헤드마다 히트맵 하나: 헤드 0에서는 자기 키를, 헤드 1에서는 상대방 키를 더 많이 봅니다."))

# %% worked-keras
# The same weights from Keras' own attention layer, with kernels that change nothing
width = TENSOR_QUERIES.shape[-1]  # D
unchanged = np.eye(width).reshape(width, TENSOR_HEADS, -1)  # (D, H, K): every number goes on as it is
attention_layer = layers.MultiHeadAttention(TENSOR_HEADS, key_dim=unchanged.shape[-1], use_bias=False)
attention_layer.build(TENSOR_QUERIES.shape, TENSOR_KEYS.shape)
attention_layer.set_weights([unchanged, unchanged, unchanged, unchanged.transpose(1, 2, 0)])
_, layer_weights = attention_layer(TENSOR_QUERIES, TENSOR_KEYS, return_attention_scores=True)  # (B, H, T, S)
trace(("query kernel of MultiHeadAttention", "D H K", attention_layer.get_weights()[0]),
      ("attention weights", "B H T S", layer_weights))
print("largest difference to NumPy:", difference(layer_weights, small_weights))

# %% [markdown] worked-means
# --- en
# **What you should see.** Head 0 has the scores [[2, 0], [0, 2]] and the weights 0.804 and 0.196, with the larger one on a
# token's own key. Head 1 has the scores [[0, 2], [1, 0]] and the weights [0.196, 0.804] and [0.670, 0.330]. Keras' layer
# gives the same to seven digits.
#
# **What it means.** One score on paper: in head 1, query (0, 1) of token 1 meets key (0, 1) of token 0, and the dot product
# is 0 x 0 + 1 x 1 = 1. Divided by the square root of 2 its row reads 0.707 and 0; for two scores the softmax is
# 1 / (1 + e^(-0.707)) = 0.670, and the rest is 0.330. One token looks at different keys in its two heads: that is what heads
# are for. Mind the names: Keras calls what comes back *attention scores*, but it has been through the softmax. It is what
# this course calls weights.
#
# **Change one thing.** In cell {cell:worked-data}, set `TENSOR_HEADS = 1`. The scores become [[2, 2], [1, 2]], the sum of
# both heads' scores. Why? And what does token 0 look at now?
# --- ko
# **나와야 할 결과.** 헤드 0은 점수가 [[2, 0], [0, 2]], 가중치가 0.804와 0.196이고, 토큰마다 자기 키의 가중치가 더 큽니다. 헤드 1은
# 점수가 [[0, 2], [1, 0]], 가중치가 [0.196, 0.804]와 [0.670, 0.330]입니다. 케라스 층도 일곱 자리까지 똑같습니다.
#
# **무슨 뜻일까요?** 점수 하나를 종이에 계산해 보세요. 헤드 1에서 토큰 1의 쿼리 (0, 1)과 토큰 0의 키 (0, 1)의 내적은
# 0 × 0 + 1 × 1 = 1입니다. √2로 나누면 이 행은 0.707과 0이 됩니다. 점수가 두 개일 때 소프트맥스는 1 / (1 + e^(-0.707)) = 0.670이고,
# 나머지가 0.330입니다. 같은 토큰이 헤드마다 다른 키를 봅니다. 헤드를 여러 개 두는 까닭이 바로 이것입니다. 이름에도 주의하세요.
# 케라스는 돌려주는 값을 attention scores라고 부르지만 이미 소프트맥스를 거친 값이므로, 이 강의에서 말하는 어텐션 가중치입니다.
#
# **하나만 바꿔 보기.** {cell:worked-data}번 셀에서 `TENSOR_HEADS = 1`로 바꿔 보세요. 점수가 [[2, 2], [1, 2]]로, 두 헤드의 점수를 더한
# 값이 됩니다. 왜 그럴까요? 이제 토큰 0은 어느 키를 보나요?

# %% [markdown] variance-question
# --- en
# ## 4 Why divide, and why by the square root
#
# **What is asked.** A score is a sum of `d_k` products, where `d_k` is the width K of a head. Suppose the entries of queries
# and keys know nothing of each other, are 0 on average and have variance 1. A product of two of them is then 0 on average
# as well, again with variance 1, and variances of independent numbers add up in a sum: the score has variance `d_k`. Its usual
# size is the root of that, 8 for a head of 64. Dividing by `sqrt(d_k)` divides the variance by `d_k`: it is 1 for every width.
#
# That is an argument. Here is the experiment: 20,000 random queries and keys for each of four widths.
# --- ko
# ## 4 왜 나누고, 왜 하필 제곱근일까요?
#
# **무엇을 묻나요?** 점수 하나는 곱을 `d_k`개 더한 값입니다. `d_k`는 헤드 하나의 차원 K입니다. 쿼리와 키의 숫자가 서로 독립이고 평균이
# 0, 분산이 1이라고 가정해 보겠습니다. 그러면 곱 하나의 평균도 0, 분산도 1입니다. 독립인 수를 더하면 분산도 더해지므로 점수의 분산은 `d_k`가
# 되고, 점수의 크기는 보통 그 제곱근쯤입니다. 64차원 헤드라면 8입니다. 점수를 `sqrt(d_k)`로 나누면 분산은 `d_k`로 나누어지므로
# 차원이 얼마든 1이 됩니다.
#
# 여기까지는 이론입니다. 정말 그런지 실험해 보겠습니다. 네 가지 차원마다 쿼리와 키를 20,000쌍씩 무작위로 뽑습니다.

# %% variance
# Variance of the scores, before and after the division
DRAWS = 20_000
rng = np.random.default_rng(SEED)
print("d_k   variance of the scores   after / sqrt(d_k)")
for d_k in (4, 16, 64, 256):
    many_q, many_k = rng.normal(size=(DRAWS, d_k)), rng.normal(size=(DRAWS, d_k))  # (N, K), (N, K)
    dots = np.einsum("nd,nd->n", many_q, many_k)  # (N,): n is in both and in the result, so nothing is paired crosswise
    divided = dots / np.sqrt(d_k)  # (N,)
    print(f"{d_k:>3}   {dots.var():>22.2f}   {divided.var():>17.3f}")
    if d_k == 64:
        figure, panel = plt.subplots(figsize=(8, 3.6))
        bins = np.linspace(-30, 30, 121)
        panel.hist(dots, bins, density=True, histtype="step", color="#D55E00", linewidth=2, label="scores")
        panel.hist(divided, bins, density=True, histtype="step", color="#0072B2", linewidth=2, linestyle="--",
                   label="scores / sqrt(64)")
        panel.set(title="20,000 scores of heads of width 64", xlabel="score", ylabel="density")
        panel.spines[["top", "right"]].set_visible(False)
        panel.legend(frameon=False)

show(figure, pick("Two histograms around 0: scores spread from about -20 to 20, divided ones from about -3 to 3.",
                  "0을 중심으로 한 히스토그램 두 개: 점수는 약 -20에서 20까지, 나눈 점수는 약 -3에서 3까지 퍼져 있음."))

# %% [markdown] variance-means
# --- en
# **What you should see.** In the middle column about 4, 16, 64 and 256, on the right about 1 each time, all within 3 percent.
#
# **What it means.** Chance decides the last digits, the argument decides the rest: the variance grows with the width of a
# head. Without the division, softmax would see differences of 8 and more between two keys, give nearly all to one of them,
# and have next to no gradient left to learn from. With it, a wide head starts out as evenly as a narrow one. The argument
# holds for independent entries, such as at the start of training. What training makes of them later is another matter.
#
# **Change one thing.** In cell {cell:variance}, divide by `d_k` in place of its root. Which variance do you expect at 64, and
# what would softmax do with such scores?
# --- ko
# **나와야 할 결과.** 가운데 열은 4, 16, 64, 256쯤이고 오른쪽 열은 모두 1쯤입니다. 어느 것이나 3% 안쪽에서 맞습니다.
#
# **무슨 뜻일까요?** 끝자리는 우연이 정하지만 나머지는 이론대로입니다. 헤드의 차원이 클수록 점수의 분산도 커집니다. 나누지 않으면 두 키의 점수
# 차이가 8을 훌쩍 넘기도 하고, 그러면 소프트맥스가 거의 전부를 한 키에 몰아주어 학습할 기울기가 남지 않습니다. 나누면 차원이 큰
# 헤드도 작은 헤드처럼 고르게 출발합니다. 다만 이 이론은 숫자들이 서로 독립일 때, 이를테면 훈련을 막 시작할 때 들어맞습니다. 훈련이 진행된 뒤에는
# 사정이 다를 수 있습니다.
#
# **하나만 바꿔 보기.** {cell:variance}번 셀에서 제곱근 대신 `d_k`로 나누어 보세요. 64에서 분산이 얼마가 될까요? 소프트맥스는 그런 점수를
# 어떻게 나눌까요?

# %% [markdown] slips-question
# --- en
# ## 5 Three slips, seen going wrong
#
# **What is asked.** Each of the next three cells contains one wrong line. Two of them never raise an error, the third one only
# sometimes. How do they give themselves away?
#
# **First slip: the softmax along the wrong axis.** `axis=-2` shares out along `t` instead of `s`: not "how much does this
# token look at each key", but "how is this key shared out among those who look".
# --- ko
# ## 5 실수 세 가지, 어디서 드러날까요?
#
# **무엇을 묻나요?** 다음 세 코드 셀에는 틀린 줄이 하나씩 있습니다. 둘은 절대로 오류를 내지 않고, 하나는 낼 때도 있고 내지 않을 때도 있습니다.
# 무엇을 보면 틀린 줄 알 수 있을까요?
#
# **첫째 실수: 소프트맥스의 축.** `axis=-2`로 쓰면 `s`가 아니라 `t`를 따라 몫을 나눕니다. "이 토큰이 키를 각각 얼마나 보는가"가 아니라
# "이 키를 여러 토큰이 얼마씩 나누어 갖는가"가 되어 버립니다.

# %% slip-softmax
# First slip: softmax over the queries
over_queries = softmax(small_scaled, axis=-2)  # (B, H, T, S), shares along t: wrong

figure, panels = plt.subplots(2, TENSOR_HEADS, figsize=(5.2 * TENSOR_HEADS, 8.4), squeeze=False,
                              gridspec_kw={"wspace": 0.6, "hspace": 0.4})
for row, (name, both) in enumerate((("axis=-1, right", small_weights), ("axis=-2, slip", over_queries))):
    for head in range(TENSOR_HEADS):
        matrix = both[0, head]  # (T, S)
        totals = matrix.sum(axis=-1).round(2)  # (T,)
        print(f"{name:<14} head {head}: weights {matrix.round(3).tolist()}, row sums {totals.tolist()}")
        rows = [f"token {t}\nsum {total:.2f}" for t, total in enumerate(totals)]
        heat_map(panels[row, head], matrix, rows, token_names(matrix.shape[1]), f"head {head}: {name}")
show(figure, pick("Four heat maps: above, both heads with softmax over the keys, row sums 1; below, over the queries: "
                  "head 0 looks the same, head 1 has row sums 1.13 and 0.87.",
                  "히트맵 네 개: 위는 키를 따라 소프트맥스를 계산한 두 헤드로 행의 합이 1입니다. "
                  "아래는 쿼리를 따라 계산한 것으로, 헤드 0은 그대로지만 헤드 1은 행의 합이 1.13과 0.87입니다."))

# %% [markdown] slip-softmax-means
# --- en
# **What you should see.** In head 1 the rows now sum to 1.13 and 0.87, and its weights are [0.330, 0.804], [0.670, 0.196]. In
# head 0 nothing has changed.
#
# **What it means.** The columns sum to 1, the rows do not, so the rows are no shares of anything. Head 0 hides the slip, and
# here is why: its scores are symmetric. For symmetric scores a softmax over `t` is the mirror image of a softmax over `s`,
# and since the weights of head 0 are symmetric as well, the mirror image is the same matrix. So never test attention with
# symmetric scores. What catches it: `np.allclose(weights.sum(axis=-1), 1)`.
#
# **Second slip: `reshape` straight to (B, H, T, K), without the `transpose`.** The number of elements fits, so NumPy obeys.
# --- ko
# **나와야 할 결과.** 헤드 1의 가중치가 [0.330, 0.804], [0.670, 0.196]이 되어 행의 합이 1.13과 0.87입니다. 헤드 0은 달라진 것이
# 없습니다.
#
# **무슨 뜻일까요?** 열을 더하면 1이지만 행은 그렇지 않으므로, 행에 적힌 값은 더 이상 몫이 아닙니다. 헤드 0에서 실수가 숨는 까닭은
# 점수가 대칭이기 때문입니다. 점수 행렬이 대칭이면 `t`를 따라 계산한 소프트맥스는 `s`를 따라 계산한 것을 전치한 행렬입니다. 헤드 0은
# 가중치까지 대칭이라 전치해도 똑같습니다. 그러니 대칭인 점수로 어텐션을 테스트하지 마세요. 이 실수는
# `np.allclose(weights.sum(axis=-1), 1)`로 잡을 수 있습니다.
#
# **둘째 실수: `transpose` 없이 곧바로 (B, H, T, K)로 `reshape`하기.** 원소 수가 맞으니 넘파이는 군말 없이 따릅니다.

# %% slip-reshape
# Second slip: reshape without transpose
batch, length, width = TENSOR_QUERIES.shape  # B, T, D
straight = TENSOR_QUERIES.reshape(batch, TENSOR_HEADS, length, -1)  # (B, H, T, K) by its shape, wrong by its contents
print("shapes alike:              ", straight.shape == small_q.shape)
print("head 0, right:             ", small_q[0, 0].tolist())
print("head 0, without transpose: ", straight[0, 0].tolist())

straight_k = TENSOR_KEYS.reshape(batch, TENSOR_HEADS, TENSOR_KEYS.shape[1], -1)  # wrong in the same way
straight_weights = softmax(scores(straight, straight_k) / np.sqrt(straight.shape[-1]))  # (B, H, T, S)
print("weights of head 0, right:  ", small_weights[0, 0].round(3).tolist())
print("weights of head 0, slip:   ", straight_weights[0, 0].round(3).tolist(),
      "row sums", straight_weights[0, 0].sum(axis=-1))


def heads_are_right(heads, before):
    """Does head 0 hold the first K numbers of every token? heads (B, H, T, K), before (B, T, D)."""
    return np.array_equal(heads[:, 0], before[:, :, : heads.shape[-1]])


print("the check, right and slip: ", *(heads_are_right(x, TENSOR_QUERIES) for x in (small_q, straight)))

slip = addresses.reshape(B, H, T, D // H)  # the addresses of section 2, sent the wrong way
figure, panels = plt.subplots(2, shown, figsize=(3.6 * shown, 7.4), squeeze=False, gridspec_kw={"hspace": 0.4})
for row, (name, sent) in enumerate((("right", heads), ("no transpose", slip))):
    for head in range(shown):
        own = sent[0, head].astype(int)  # (T, K)
        number_grid(panels[row, head], own, home[own % 100], f"head {head}: {name}", "d", "t", "{:03.0f}")
show(figure, pick("Grids of addresses: above, each head has one tint and all tokens; below, each head mixes the tints "
                  "and has only some of the tokens.",
                  "주소 격자: 위는 헤드마다 색이 하나이고 모든 토큰이 들어 있습니다. "
                  "아래는 헤드마다 색이 섞이고 토큰이 일부만 들어 있습니다."))

# %% [markdown] slip-reshape-means
# --- en
# **What you should see.** "Head 0" now holds (1, 1) and (2, 0): both halves of token 0, and nothing of token 1. Its weights are
# others, and yet the shape is right and the rows sum to 1. In the picture every wrong head has both tints, and half of the
# tokens are missing from it.
#
# **What it means.** A `reshape` reads on in the same order, row after row, token after token. Going straight to (B, H, T, K) it
# gives head 0 the first half of the *tokens*, cut into pieces, in place of the first half of each token. Neither the shape
# nor the row sums notice. What catches it: look at contents, as the check does, or feed addresses through your code.
#
# **Third slip: `X @ W` where the weight is stored as (out, in).** It needs `X @ W.T`.
# --- ko
# **나와야 할 결과.** "헤드 0"에 (1, 1)과 (2, 0)이 들어 있습니다. 토큰 0의 앞뒤 절반이고, 토큰 1은 하나도 없습니다. 가중치도 달라졌는데
# shape는 맞고 행의 합도 1입니다. 그림을 보면 잘못 나눈 헤드에는 두 색이 섞여 있고 토큰이 절반씩 빠져 있습니다.
#
# **무슨 뜻일까요?** `reshape`는 숫자를 원래 순서대로, 토큰 하나를 다 읽고 다음 토큰으로 넘어가며 읽습니다. 그래서 곧바로
# (B, H, T, K)로 바꾸면 헤드 0은 토큰마다 앞 절반을 받는 것이 아니라, *토큰들* 가운데 앞 절반을 잘게 잘라서 받습니다. shape를 보아도,
# 행의 합을 보아도 드러나지 않습니다. 이 실수를 잡으려면 확인 함수처럼 내용을 보거나, 주소를 넣어 흘려 보내면 됩니다.
#
# **셋째 실수: (출력, 입력) 순서로 저장한 가중치에 `X @ W`를 쓰기.** `X @ W.T`라고 써야 합니다.

# %% slip-transpose
# Third slip: X @ W in place of X @ W.T
try:
    X @ W
    print(f"W has shape {W.shape}: X @ W runs.")
except ValueError as problem:
    print(f"W has shape {W.shape}: {problem}")

square = np.arange(1.0, X.shape[1] ** 2 + 1).reshape(X.shape[1], -1)  # (J, I) with J = I
print("a square W:\n", square)
print("X @ W.T, right:\n", X @ square.T)
print("X @ W, slip:\n", X @ square)
print("einsum bi,ji->bj equals X @ W.T:", np.array_equal(np.einsum("bi,ji->bj", X, square), X @ square.T))

# %% [markdown] slip-transpose-means
# --- en
# **What you should see.** With W of shape (2, 3) an error, whose last words are the useful ones: `size 2 is different from 3`.
# With a square W no error, and other numbers: the first row should read [7 16 25] and reads [15 18 21].
#
# **What it means.** The error is the lucky case. Query, key, value and output kernels are square in most transformers, and
# then `X @ W` sums over the wrong axis and looks fine. `einsum` asks you to say which letter is summed: in `"bi,ji->bj"` the
# shared `i` stands for itself. What catches it: a test with I different from J, or the loop of section 1.
#
# **Change one thing.** Which string is the slip, `"bi,ij->bj"` or `"bi,ji->bj"`? Try both with the square matrix.
# --- ko
# **나와야 할 결과.** W의 shape가 (2, 3)이면 오류가 나고, 문장 끝의 `size 2 is different from 3`이 알맹이입니다. 2와 3이 맞지 않는다는
# 뜻입니다. W가 정사각 행렬이면 오류는 없고 숫자만 다릅니다. 첫 행은 [7 16 25]여야 하는데 [15 18 21]이 나옵니다.
#
# **무슨 뜻일까요?** 오류가 나면 운이 좋은 편입니다. 트랜스포머의 쿼리, 키, 값, 출력 커널은 대개 정사각 행렬이라서, `X @ W`라고 써도
# 엉뚱한 축을 더한 결과가 멀쩡한 얼굴로 나옵니다. `einsum`을 쓰면 어느 글자를 더할지 직접 적게 됩니다. `"bi,ji->bj"`에서는 양쪽에
# 함께 있는 `i`입니다. 이 실수는 I와 J가 다른 데이터로 테스트하거나 1절의 반복문과 비교하면 잡을 수 있습니다.
#
# **하나만 바꿔 보기.** `"bi,ij->bj"`와 `"bi,ji->bj"` 가운데 실수는 어느 쪽일까요? 정사각 행렬로 둘 다 실행해 보세요.

# %% [markdown] cost-question
# --- en
# ## 6 What it costs
#
# **What is asked.** Are eight heads eight times as expensive as one? A computer spends its time on *multiply-adds*: one
# product, added to a sum. Their number can be read off the `einsum` string: it is one loop over all letters, so it is the
# product of all sizes. For the scores that is
#
# $$B \cdot H \cdot T \cdot S \cdot K = B\, T^2 D \qquad (S = T,\; H K = D)$$
#
# First we count in a real loop, then we trust the formula.
# --- ko
# ## 6 계산량 세어 보기
#
# **무엇을 묻나요?** 헤드가 여덟 개면 하나일 때보다 여덟 배 비쌀까요? 컴퓨터는 대부분의 시간을 곱셈-누산(multiply-add), 곧 곱해서
# 더하기에 씁니다. 몇 번 하는지는 `einsum` 문자열에서 바로 읽을 수 있습니다. 나오는 글자마다 반복문이 하나씩 겹쳐 있는 셈이므로 모든
# 축의 길이를 곱하면 됩니다. 점수를 구할 때는 이렇습니다.
#
# $$B \cdot H \cdot T \cdot S \cdot K = B\, T^2 D \qquad (S = T,\; H K = D)$$
#
# 먼저 반복문을 돌려 정말로 세어 보고, 그다음부터는 식을 쓰겠습니다.

# %% cost-function
# Shape, summed letters and cost of an einsum, without computing it
from keras_attention.cost import EinsumCost, parse_einsum, einsum_cost

# %% cost
# Counting by loop, and the price of heads
SCORES = "bhtd,bhsd->bhts"
sizes = dict(zip("bhtd", small_q.shape, strict=True)) | {"s": small_k.shape[2]}
counted, counted_z = 0, np.zeros(small_z.shape)  # (B, H, T, S)
for b, h, t, s in np.ndindex(small_z.shape):
    for d in range(sizes["d"]):
        counted_z[b, h, t, s] += small_q[b, h, t, d] * small_k[b, h, s, d]
        counted += 1
print(f"worked example: {counted} multiply-adds by counting, {einsum_cost(SCORES, sizes).multiply_adds} by formula,",
      "same scores:", np.array_equal(counted_z, small_z))

print("\nB 8, T 128, D 512\nheads  K    shape of the scores  multiply-adds  numbers in the scores")
for number in (1, 2, 4, 8, 16):
    found = einsum_cost(SCORES, {"b": 8, "h": number, "t": 128, "s": 128, "d": 512 // number})
    print(f"{number:>5}  {512 // number:<3}  {found.shape!s:<19}  {found.multiply_adds:>13,}",
          f" {math.prod(found.shape):>21,}")

print("\nB 8, D 512, 8 heads\ntokens  multiply-adds")
for tokens_now in (128, 256, 512, 1024):
    found = einsum_cost(SCORES, {"b": 8, "h": 8, "t": tokens_now, "s": tokens_now, "d": 64})
    print(f"{tokens_now:>6}  {found.multiply_adds:>13,}")

# %% [markdown] cost-means
# --- en
# **What you should see.** 16 multiply-adds by counting and by formula. Then 67,108,864 with every number of heads; and with
# twice the tokens four times as many, 268,435,456.
#
# **What it means.** Heads cost nothing in multiply-adds: twice as many heads are half as wide. They do cost memory, as the
# last column shows, because every head keeps scores of its own. What is expensive is length: T stands in the formula
# squared, once for those who look and once for those who are looked at.
#
# **Change one thing.** In cell {cell:cost}, hold the number of *queries* at 1 (`"t": 1`) in the last loop. That is a model
# writing its next token. How does the cost grow now?
# --- ko
# **나와야 할 결과.** 곱셈-누산은 세어 보아도, 식으로 구해도 16번입니다. 큰 예에서는 헤드가 몇 개든 67,108,864번이고, 토큰이 2배가 되면
# 4배인 268,435,456번이 됩니다.
#
# **무슨 뜻일까요?** 헤드를 늘려도 곱셈-누산은 늘지 않습니다. 헤드가 2배가 되면 헤드 하나의 차원은 절반이 되기 때문입니다. 대신 메모리는 더 듭니다.
# 헤드마다 점수를 따로 갖고 있어야 하므로 마지막 열이 늘어납니다. 정말 비싼 것은 문장의 길이입니다. 식에 T가 제곱으로 들어 있습니다. 보는 쪽으로
# 한 번, 보이는 쪽으로 또 한 번입니다.
#
# **하나만 바꿔 보기.** {cell:cost}번 셀의 마지막 반복문에서 *쿼리*를 하나로 묶어 두세요(`"t": 1`). 모델이 다음 토큰 하나를 쓸 때가 이런
# 경우입니다. 이제 계산량은 어떻게 늘어나나요?

# %% [markdown] low-rank-question
# --- en
# ## 7 Low rank: two thin matrices for a large one
#
# **What is asked.** A square weight of 512 x 512 holds 262,144 numbers. Can a layer do with fewer? Write the weight as a
# product of two thin matrices, `W = U V`, with `U` of shape (J, R) and `V` of shape (R, I) and a small R, the *rank*. In
# letters, with `r` summed away:
#
# $$w_{ji} = \sum_r u_{jr}\, v_{ri} \qquad y_{bj} = \sum_r \Big(\sum_i x_{bi}\, v_{ri}\Big) u_{jr}$$
#
# The brackets are the point. `U V` is never multiplied out: first `x` shrinks to R numbers, then these grow to J.
# --- ko
# ## 7 저랭크: 큰 행렬 하나 대신 얇은 행렬 두 개
#
# **무엇을 묻나요?** 512 × 512 가중치에는 숫자가 262,144개 들어 있습니다. 더 적은 수로도 될까요? 가중치를 얇은 행렬 두 개의 곱
# `W = U V`로 써 보겠습니다. `U`의 shape는 (J, R), `V`의 shape는 (R, I)이고, 작게 잡은 R이 랭크(rank)입니다. 글자로 쓰면 `r`을 더해
# 없애는 축약입니다.
#
# $$w_{ji} = \sum_r u_{jr}\, v_{ri} \qquad y_{bj} = \sum_r \Big(\sum_i x_{bi}\, v_{ri}\Big) u_{jr}$$
#
# 괄호가 핵심입니다. `U V`를 미리 곱하지 않고, 먼저 `x`를 숫자 R개로 줄인 다음 J개로 늘립니다.

# %% low-rank-functions
# A dense layer, and the same with a weight of two thin matrices
from keras_attention.by_hand.formulas import dense, low_rank_dense

# %% low-rank
# The counts, the rank, and the same output
BATCH, WIDTH, RANK = 32, 512, 8  # B, I = J, R
BATCH, WIDTH, RANK = (positive_integer(*pair) for pair in (("BATCH", BATCH), ("WIDTH", WIDTH), ("RANK", RANK)))
rng = np.random.default_rng(SEED)
U = rng.normal(size=(WIDTH, RANK)) / np.sqrt(RANK)  # (J, R); the division keeps the outputs of the size of the inputs
V = rng.normal(size=(RANK, WIDTH)) / np.sqrt(WIDTH)  # (R, I)
inputs, no_bias = rng.normal(size=(BATCH, WIDTH)), np.zeros(WIDTH)  # (B, I), (J,)

large = dense(inputs, U @ V, no_bias)  # (B, J)
thin = low_rank_dense(inputs, U, V, no_bias)  # (B, J)

sizes = {"b": BATCH, "i": WIDTH, "j": WIDTH, "r": RANK}
one_step = einsum_cost("bi,ji->bj", sizes).multiply_adds
two_steps = einsum_cost("bi,ri->br", sizes).multiply_adds + einsum_cost("br,jr->bj", sizes).multiply_adds
print(f"numbers in W:          {WIDTH * WIDTH:,}")
print(f"numbers in U and V:    {U.size + V.size:,} ({(U.size + V.size) / WIDTH**2:.1%})")
print("rank of U V:          ", np.linalg.matrix_rank(U @ V))
print("same output:          ", np.allclose(large, thin))
print(f"multiply-adds, W:      {one_step:,}")
print(f"multiply-adds, U, V:   {two_steps:,}")
print(f"... in a single loop:  {einsum_cost('bi,ri,jr->bj', sizes).multiply_adds:,}")

# %% low-rank-keras
# The layer of the course, as Keras stores it: u is (in, rank), v is (rank, out)
from keras_attention.layers.low_rank_dense import LowRankDense


thin_layer = LowRankDense(WIDTH, RANK, use_bias=False)
thin_layer.build(inputs.shape)
thin_layer.set_weights([V.T, U.T])
print(f"parameters: {thin_layer.count_params():,}, a Dense layer has {WIDTH * WIDTH:,}")
print("largest difference to NumPy:", difference(thin_layer(inputs.astype("float32")), thin))

# %% low-rank-limits
# What a low rank can hold, and what it cannot
def error_left(matrix):
    """For every rank, the share of a matrix (by its Frobenius norm) that the best product of that rank misses."""
    squares = np.linalg.svd(matrix, compute_uv=False) ** 2
    return np.sqrt(np.append(squares[::-1].cumsum()[::-1], 0) / squares.sum())  # rank 0, 1, 2, ...


noise = rng.normal(size=(WIDTH, WIDTH))  # (J, I), no structure at all
nearly_thin = np.sqrt(WIDTH) * U @ V + 0.1 * noise  # (J, I), of rank R but for a little noise
missed = {"random numbers": error_left(noise), f"rank {RANK} and a little noise": error_left(nearly_thin)}
for name, errors in missed.items():
    print(f"{name:<26} missed at rank {RANK}: {errors[RANK]:.1%}")

figure, (sketch, panel) = plt.subplots(1, 2, figsize=(11, 4.2), gridspec_kw={"width_ratios": [1.15, 1], "wspace": 0.25})
gap = 0.2 * WIDTH
for left, (name, across, down) in zip((0, WIDTH + gap, WIDTH + 2 * gap + RANK),
                                      (("W", WIDTH, WIDTH), ("U", RANK, WIDTH), ("V", WIDTH, RANK)), strict=True):
    sketch.add_patch(plt.Rectangle((left, WIDTH - down), across, down, color="#0072B2" if name == "W" else "#D55E00"))
    sketch.text(left + across / 2, -0.05 * WIDTH, f"{name}: {down} x {across}", ha="center", va="top", fontsize=11)
sketch.set(xlim=(-gap, 2 * WIDTH + 3 * gap + RANK), ylim=(-0.2 * WIDTH, 1.05 * WIDTH), aspect="equal", title="To scale")
sketch.axis("off")
for (name, errors), line in zip(missed.items(), ("-", "--"), strict=True):
    panel.plot(errors, linestyle=line, linewidth=2, label=name)
panel.axvline(RANK, color="#555555", linestyle=":", label=f"rank {RANK}")
panel.set(title="Missed by the best product of each rank", xlabel="rank", ylabel="share missed", ylim=(0, 1.02))
panel.grid(color="#e5e5e5")
panel.spines[["top", "right"]].set_visible(False)
panel.legend(frameon=False, fontsize=11)
show(figure, pick("Left, a large square W beside a narrow U and a flat V, to scale. Right, the share missed by rank: "
                  "for random numbers it falls slowly, for a nearly thin matrix it drops to a tenth at rank 8.",
                  "왼쪽: 큰 정사각형 W와 그 옆의 가느다란 U, 납작한 V를 같은 비율로 그렸습니다. "
                  "오른쪽: 랭크에 따라 놓치는 비율. "
                  "무작위 행렬은 천천히 줄고, 랭크가 낮은 행렬은 랭크 8에서 10분의 1로 뚝 떨어집니다."))

# %% [markdown] low-rank-means
# --- en
# **What you should see.** 8,192 numbers in place of 262,144 (3.1%), rank 8, the same output, and 262,144 multiply-adds in
# place of 8,388,608. `LowRankDense` agrees to about seven digits; Keras stores kernels as (in, out), so its first factor is
# `V.T` and its second `U.T`. In the picture: of random numbers, rank 8 misses about 97%;
# of the nearly thin matrix about 10%.
#
# **What it means.** Every column of `U V` is a mixture of the R columns of `U`, so its rank is at most R. That is the saving
# and the price: such a layer can only do what fits through R numbers. Where a weight has no structure, nearly all of it is
# lost; where it has, little is. (The best product of a given rank comes from the singular value decomposition; the picture
# shows it.) Mind the last printed line: a single loop over all four letters costs 67,108,864. `np.einsum` with three arrays
# does just that unless you say `optimize=True`.
#
# **Change one thing.** In cell {cell:low-rank}, set `RANK = 256`. How many numbers do `U` and `V` hold now, and from which
# rank on is there nothing left to save?
# --- ko
# **나와야 할 결과.** 숫자는 262,144개 대신 8,192개(3.1%)이고 랭크는 8입니다. 출력은 같은데 곱셈-누산은 8,388,608번에서 262,144번으로
# 줄어듭니다. `LowRankDense` 층과도 일곱 자리쯤까지 일치합니다. 케라스는 커널을 (입력, 출력) 순서로 저장하므로 이 층의 첫째 행렬은
# `V.T`, 둘째 행렬은 `U.T`입니다. 그림을 보면 랭크 8로는 무작위 행렬의 97%쯤을 놓치지만, 랭크가 낮은 행렬에서는 10%쯤만 놓칩니다.
#
# **무슨 뜻일까요?** `U V`의 열은 모두 `U`의 열 R개를 섞은 것이므로 랭크가 R을 넘지 못합니다. 이득도 대가도 여기에서 나옵니다. 이런
# 층은 숫자 R개에 담을 수 있는 것만 넘겨줍니다. 가중치에 아무 구조가 없으면 거의 다 잃고, 구조가 있으면 조금만 잃습니다.
# 정해진 랭크에서 가장 좋은 곱은 특잇값 분해로 구하고, 그림에 그린 것이 바로 그 오차입니다. 마지막으로 출력된 줄도 눈여겨보세요. 글자 네
# 개를 한꺼번에 도는 반복문은 67,108,864번이나 계산합니다. 배열 세 개를 넣은 `np.einsum`은 `optimize=True`라고 적지 않으면 바로 이렇게
# 계산합니다.
#
# **하나만 바꿔 보기.** {cell:low-rank}번 셀에서 `RANK = 256`으로 바꿔 보세요. `U`와 `V`에 든 숫자는 모두 몇 개인가요? 랭크가 얼마부터
# 아낄 것이 없어지나요?

# %% [markdown] lora-question
# --- en
# ### LoRA: the low rank as a change
#
# **What is asked.** A large model is trained already, and its weight `W_0` surely has no low rank. May we still train only a
# few numbers? LoRA (Hu and others, 2021) leaves `W_0` as it is and learns a *change* of low rank, `B A`:
#
# $$y = W_0\, x + B A\, x$$
#
# `A` has shape (R, I) and starts at random, `B` has shape (J, R) and starts at 0, so that at first nothing changes.
# --- ko
# ### LoRA: 바꾸는 만큼만 저랭크로
#
# **무엇을 묻나요?** 이미 훈련된 대규모 모델의 가중치 `W_0`은 랭크가 낮을 리 없습니다. 그래도 숫자 몇 개만 훈련해서 고칠 수 있을까요?
# LoRA(Hu 외, 2021)는 `W_0`을 그대로 둔 채 저랭크인 *변화량* `B A`만 학습합니다.
#
# $$y = W_0\, x + B A\, x$$
#
# `A`는 shape가 (R, I)이고 무작위로 시작합니다. `B`는 shape가 (J, R)이고 0에서 시작하므로 처음에는 아무것도 달라지지 않습니다.

# %% lora
# A frozen weight and a change of low rank, by hand and in Keras
W_0 = rng.normal(size=(WIDTH, WIDTH)) / np.sqrt(WIDTH)  # (J, I), frozen
lora_A = rng.normal(size=(RANK, WIDTH)) / np.sqrt(WIDTH)  # (R, I)
lora_B = np.zeros((WIDTH, RANK))  # (J, R)


def with_lora(x):
    """A dense layer with its change: x (B, I) -> (B, J)."""
    return dense(x, W_0, no_bias) + low_rank_dense(x, lora_B, lora_A, no_bias)


before = dense(inputs, W_0, no_bias)  # (B, J)
print(f"at the start, B = 0: largest change of the output {np.abs(with_lora(inputs) - before).max():.1f}")

lora_B = rng.normal(size=(WIDTH, RANK)) / np.sqrt(RANK)  # as if it had been trained
merged = W_0 + lora_B @ lora_A  # (J, I): the change added to the weight for good
print(f"with another B:      largest change of the output {np.abs(with_lora(inputs) - before).max():.1f},",
      "rank of the change", np.linalg.matrix_rank(merged - W_0))
print("one merged weight gives the same:", np.allclose(with_lora(inputs), dense(inputs, merged, no_bias)))

lora_layer = layers.Dense(WIDTH, use_bias=False)
lora_layer.build(inputs.shape)
lora_layer.set_weights([W_0.T])  # (I, J)
lora_layer.enable_lora(RANK)
lora_layer.lora_kernel_a.assign(lora_A.T)  # (I, R)
lora_layer.lora_kernel_b.assign(lora_B.T)  # (R, J)
trained, frozen = (sum(math.prod(weight.shape) for weight in weights_of)
                   for weights_of in (lora_layer.trainable_weights, lora_layer.non_trainable_weights))
print(f"Keras: {trained:,} numbers to train, {frozen:,} frozen, largest difference to NumPy",
      difference(lora_layer(inputs.astype("float32")), with_lora(inputs)))

# %% [markdown] lora-means
# --- en
# **What you should see.** At the start a change of 0.0. With another `B` the output changes, the rank of the change is 8, and one
# merged weight does the same. `Dense` in Keras can do this by itself: after `enable_lora(8)` there are 8,192 numbers to train
# and 262,144 frozen ones, and its output agrees with NumPy to about six digits.
#
# **What it means.** Here the low rank is no limit on the weight, only on how far it may move. Whether a change of rank 8 is
# enough for a new job is a question for an experiment, not for algebra. And since `B A` can be merged into the weight, a
# finished model is no slower than before.
#
# **Change one thing.** In cell {cell:lora}, start `lora_A` at zeros and `lora_B` at random. The start is the same. (And if
# both were zero: what would the gradient of each be?)
# --- ko
# **나와야 할 결과.** 처음에는 변화가 0.0입니다. `B`를 바꾸면 출력이 달라지고, 변화량의 랭크는 8이며, 가중치 하나로 합쳐도 결과가 같습니다.
# 케라스의 `Dense` 층에는 이 기능이 들어 있습니다. `enable_lora(8)`을 부르면 훈련할 숫자는 8,192개, 고정된 숫자는 262,144개가 되고,
# 출력은 넘파이와 여섯 자리쯤까지 일치합니다.
#
# **무슨 뜻일까요?** 여기서 랭크가 낮다는 제한은 가중치 자체가 아니라 변화량에만 걸립니다. 랭크 8만큼 움직여서 새로운 일을 해낼 수
# 있는지는 수식이 아니라 실험으로 알아보아야 합니다. 그리고 `B A`는 가중치에 합칠 수 있으므로, 훈련을 마친 모델이 전보다 느려지지
# 않습니다.
#
# **하나만 바꿔 보기.** {cell:lora}번 셀에서 반대로 `lora_A`를 0으로, `lora_B`를 무작위로 시작해 보세요. 출발은 똑같습니다. 그렇다면 둘 다
# 0일 때 각각의 기울기(gradient)는 얼마일까요?

# %% [markdown] explorer-question
# --- en
# ## 8 An explorer for `einsum`
#
# **What is asked.** You meet a string in somebody's code. What shape comes out, what is summed, what does it cost? Write the
# string and the sizes into cell {cell:explorer} and run it. If something is wrong with it, you get one sentence.
#
# Cell {cell:explorer-list} answers for all strings of this notebook, for one without an arrow, and for some that are wrong.
# --- ko
# ## 8 `einsum` 탐색기
#
# **무엇을 묻나요?** 남의 코드에서 첨자 문자열을 만났습니다. 결과의 shape는 무엇이고, 무엇을 더해 없애고, 계산량은 얼마일까요?
# {cell:explorer}번 셀에 문자열과 축의 길이를 적고 실행해 보세요. 잘못된 곳이 있으면 한 문장으로 알려 줍니다.
#
# {cell:explorer-list}번 셀은 이 노트북에 나온 문자열 전부와, 화살표가 없는 문자열, 그리고 일부러 틀리게 쓴 문자열에 답합니다.

# %% explorer-function form
# The explorer (no need to read it)
IN_KOREAN = {  # what the sentences of einsum_cost say, by a piece of them
    "must be a text": "식은 'bi,ji->bj'처럼 따옴표로 감싼 문자열이어야 합니다.",
    "the axes of every array": "축 이름이 없는 배열이 있습니다. 쉼표 앞뒤를 살펴보세요.",
    "every axis by a letter": "축 이름은 영문자 하나씩이고, 배열 사이에는 쉼표를, 결과 앞에는 ->를 한 번만 씁니다.",
    "has a new": "결과에 있는 글자가 입력에는 없습니다.",
    "the output once": "결과에는 같은 글자를 한 번만 쓸 수 있습니다.",
    "it has none for": "길이를 정하지 않은 글자가 있습니다.",
    "a dict from letter": "길이는 {'b': 4, 'i': 3}처럼 글자마다 적어야 합니다.",
    "a positive integer": "길이는 1 이상의 정수여야 합니다.",
}


def named_shape(letters, sizes):
    """The axes (b, i) = (4, 3) of an array."""
    axes = "".join(f"{letter}, " for letter in letters).removesuffix(", ")
    return f"({axes}) = {tuple(sizes[letter] for letter in letters)}"


def explore(equation, sizes):
    """Prints what an einsum string gives and costs with these sizes, or one sentence on what is wrong with it."""
    print(equation)
    try:
        found = einsum_cost(equation, sizes)
    except ValueError as problem:
        meaning = [korean for piece, korean in IN_KOREAN.items() if piece in str(problem)]
        print("  ", pick(f"{problem}.", f"{' '.join(meaning)} ({problem})"), sep="")
        return
    inputs, _ = parse_einsum(equation)
    print("  in:            ", "  ".join(named_shape(letters, sizes) for letters in inputs))
    print("  out:           ", named_shape(found.output, sizes))
    print("  summed:        ", ", ".join(found.summed) or "-")
    print("  multiply-adds: ", f"{found.multiply_adds:,}")

# %% explorer
# Your string, and a size for each letter
EQUATION = "bhtd,bhsd->bhts"
SIZES = {"b": 2, "h": 2, "t": 4, "s": 4, "d": 4, "i": 3, "j": 2, "r": 8}

explore(EQUATION, SIZES)

# %% explorer-list
# All strings of this notebook, one without an arrow, and some that are wrong
for equation in ("bi,ji->bj", "bti,ji->btj", "bhtd,bhsd->bhts", "bhts,bhsd->bhtd", "bi,ri->br", "bi,ri,jr->bj",
                 "nd,nd->n"):
    explore(equation, SIZES | {"n": 20_000})

print()
first, second = np.array([[1, 2], [3, 4], [5, 6]]), np.array([[1, 0, 2, 0], [0, 1, 0, 3]])  # (I, J), (J, H)
explore("ij,jh", {"i": 3, "j": 2, "h": 4})
print("  NumPy gives", np.einsum("ij,jh", first, second).shape, "| it equals (first @ second).T:",
      np.array_equal(np.einsum("ij,jh", first, second), (first @ second).T))

print()
for equation in ("bi,ji->bk", "bi,ji->bb", "bi,,ji->bj", "bi;ji->bj", "bi,ji->bj->b", "bx,jx->bj"):
    explore(equation, SIZES)

# %% [markdown] explorer-means
# --- en
# **What you should see.** For the scores: out (b, h, t, s), summed d, 256 multiply-adds. For `"ij,jh"` the output is (h, i) and
# not (i, h). For each of the wrong strings, one sentence.
#
# **What it means.** Without an arrow, NumPy takes the letters that stand only once and puts them in *alphabetical* order: h comes
# before i, and so the result is the transpose of the matrix product. Rename h to k, and it is the product itself. A result
# should not hang on the alphabet: write the arrow.
#
# Read strings in this order: What is missing behind the arrow? It is summed. What stands on both sides and in both arrays? It
# goes along. What stands in one array only? It becomes an
# axis of the result. Multiply all sizes, and you know the cost.
#
# **Change one thing.** In cell {cell:explorer}, find the string of a dense layer from width 768 to 3,072 on 32 sentences of 128
# tokens. What is its output shape? (With its biases such a layer has 2,362,368 parameters.)
# --- ko
# **나와야 할 결과.** 점수의 결과는 (b, h, t, s)이고 d를 더해 없애며, 곱셈-누산은 256번입니다. `"ij,jh"`의 결과는 (i, h)가 아니라
# (h, i)입니다. 틀린 문자열에는 저마다 한 문장씩 나옵니다.
#
# **무슨 뜻일까요?** 화살표가 없으면 넘파이는 한 번만 나온 글자를 골라 *알파벳 순서*로 늘어놓습니다. h가 i보다 앞이므로 결과는 행렬 곱을
# 전치한 것이 됩니다. h를 k로 바꾸면 행렬 곱 그대로 나옵니다. 결과가 알파벳 순서에 달려 있어서는 곤란하니 화살표를 꼭 쓰세요.
#
# 첨자 문자열은 이 순서로 읽으면 됩니다. 먼저 화살표 뒤에 없는 글자를 찾습니다. 더해서 없앨 글자입니다. 모든 배열과 결과에 다 있는
# 글자는 그대로 따라갑니다. 한 배열에만 있고 결과에도 있는 글자는 결과의 축이 됩니다. 마지막으로 길이를 모두 곱하면 계산량입니다.
#
# **하나만 바꿔 보기.** 128토큰짜리 문장 32개를 768차원에서 3,072차원으로 보내는 밀집 층의 문자열을 {cell:explorer}번 셀에 써 보세요.
# 결과의 shape는 무엇인가요? 편향까지 세면 이 층의 파라미터는 2,362,368개입니다.

# %% [markdown] task
# --- en
# ## 9 Assignment
#
# Write the way from queries and keys to attention weights yourself, in cell {cell:task-answer}: cut into heads, scores,
# division, softmax. Use `reshape`, `transpose`, `np.einsum` and `softmax`, not `split_heads` or `scores`, and write the axes
# behind each line. Then run the check below it. It tests with sizes that are all different, and knows the slips of this
# notebook.
# --- ko
# ## 9 과제
#
# 쿼리와 키에서 어텐션 가중치까지 가는 길을 {cell:task-answer}번 셀에 직접 써 보세요. 헤드로 나누고, 점수를 구하고, √K로 나누고,
# 소프트맥스를 적용하면 됩니다. `split_heads`와 `scores`는 쓰지 말고 `reshape`, `transpose`, `np.einsum`, `softmax`로 쓰세요. 줄마다 끝에 축 이름을
# 적은 다음, 바로 아래 확인용 셀을 실행합니다. 확인용 셀은 길이가 모두 다른 배열로 검사하고, 이 노트북에 나온 실수를 알아봅니다.

# %% task-answer
# Your way from queries and keys to the weights
def attention_weights(queries, keys, num_heads):
    """queries (B, T, D), keys (B, S, D) -> weights (B, H, T, S)."""
    return None

# %% task-check
# Check of your function
def slips(q_in, k_in, num_heads):
    """The answers that a known slip gives, with what to say about them."""
    q, k = split_heads(q_in, num_heads), split_heads(k_in, num_heads)  # (B, H, T, K), (B, H, S, K)
    z = scores(q, k)  # (B, H, T, S)
    root = math.sqrt(q.shape[-1])
    both = (q_in, k_in)
    straight = [x.reshape(x.shape[0], num_heads, x.shape[1], -1) for x in both]  # (B, H, T, K), wrong
    strided = [x.reshape(*x.shape[:2], -1, num_heads).transpose(0, 3, 1, 2) for x in both]  # (B, H, T, K), wrong
    return [
        (z / root, pick("These are the scores; softmax is missing.", "아직 점수입니다. 소프트맥스를 거쳐야 합니다.")),
        (z, pick("These are the scores; the division and softmax are missing.",
                 "아직 점수입니다. 나누고 소프트맥스를 거쳐야 합니다.")),
        (softmax(z), pick("The division by sqrt(K) is missing.", "sqrt(K)로 나누지 않았습니다.")),
        (softmax(z / q.shape[-1]), pick("You divided by K; it takes its root.",
                                        "K로 나누었습니다. K의 제곱근으로 나누어야 합니다.")),
        (softmax(z / math.sqrt(q_in.shape[-1])), pick(
            "You divided by the root of the whole width D; d runs over the K numbers of one head.",
            "전체 차원 D의 제곱근으로 나누었습니다. d는 헤드 하나에 든 숫자 K개만 셉니다.")),
        (softmax(z / root, axis=-2), pick("The softmax runs along t; it must share out along s, the last axis.",
                                          "소프트맥스를 t를 따라 계산했습니다. 마지막 축인 s를 따라 나누어야 합니다.")),
        (softmax(scores(*straight) / root), pick(
            "reshape went straight to (B, H, T, K): a head has whole tokens in place of its part of every token.",
            "reshape로 곧바로 (B, H, T, K)를 만들었습니다. "
            "헤드가 모든 토큰에서 제 몫을 받은 것이 아니라 토큰 몇 개를 통째로 받았습니다.")),
        (softmax(scores(*strided) / root), pick(
            "The width was cut as (K, H): neighbours went to different heads. Cut it as (H, K).",
            "마지막 축을 (K, H)로 나누어 이웃한 숫자가 서로 다른 헤드로 갔습니다. (H, K)로 나누세요.")),
    ]


def feedback(function):
    """What a learner should hear about a function: right, a slip that has a name, or what to look at."""
    rng = np.random.default_rng(SEED)
    q_in, k_in, num_heads = rng.normal(size=(2, 5, 12)), rng.normal(size=(2, 7, 12)), 3  # (B, T, D), (B, S, D), H
    answer = function(q_in, k_in, num_heads)
    if answer is None:
        return pick("No answer yet: replace None in the cell above.", "아직 답이 없습니다. 위 셀의 None을 바꿔 주세요.")
    answer = real_array("Your answer", answer)
    right = softmax(scores(split_heads(q_in, num_heads), split_heads(k_in, num_heads)) / 2)  # (B, H, T, S), sqrt(4) = 2
    if answer.shape != right.shape:
        return pick(f"Your answer has shape {answer.shape}; (B, H, T, S) is {right.shape} here.",
                    f"답의 shape는 {answer.shape}인데 여기서 (B, H, T, S)는 {right.shape}입니다.")
    if np.allclose(answer, right):
        return pick("Right.", "맞았습니다.")
    for slip, sentence in slips(q_in, k_in, num_heads):
        if np.allclose(answer, slip):
            return pick("Not yet. ", "다시 해 보세요. ") + sentence
    return pick(f"Not yet. The first row of your answer is {answer[0, 0, 0]}, it should be {right[0, 0, 0]}.",
                f"다시 해 보세요. 답의 첫 행이 {right[0, 0, 0]}이어야 하는데 {answer[0, 0, 0]}입니다.")


print(feedback(attention_weights))

# %% [markdown] solution
# --- en
# ### Solution
#
# Try first, then read on. Cell {cell:solution-code} holds one way to write it, and lets the same check look at it.
# --- ko
# ### 풀이
#
# 먼저 풀어 본 다음에 보세요. {cell:solution-code}번 셀에 한 가지 풀이를 적고, 같은 방법으로 확인했습니다.

# %% solution-code
# One way to write it
def solution(queries, keys, num_heads):
    """queries (B, T, D), keys (B, S, D) -> weights (B, H, T, S)."""
    batch, length, width = queries.shape
    head_width = width // num_heads  # K
    q = queries.reshape(batch, length, num_heads, head_width).transpose(0, 2, 1, 3)  # (B, H, T, K)
    k = keys.reshape(batch, keys.shape[1], num_heads, head_width).transpose(0, 2, 1, 3)  # (B, H, S, K)
    z = np.einsum("bhtd,bhsd->bhts", q, k)  # (B, H, T, S)
    return softmax(z / math.sqrt(head_width), axis=-1)  # (B, H, T, S), shares along s


print(feedback(solution))

# %% [markdown] solution-means
# --- en
# **What you should see.** Right.
#
# **What a good answer has.** Five lines, and behind each one its axes. The `reshape` puts the heads before the numbers of a head,
# (H, K); the `transpose` follows it; the string names `d` twice and leaves it out of the result; the root is that of one
# head's width; the softmax runs along `s`. The check used 5 queries, 7 keys, 3 heads and 4 numbers each: with sizes that
# are all different, most slips do not even get as far as a wrong number.
# --- ko
# **나와야 할 결과.** 맞았습니다.
#
# **좋은 답에 들어갈 내용.** 다섯 줄이면 되고, 줄마다 끝에 축 이름이 있습니다. `reshape`에서는 헤드 수를 먼저, 헤드 하나의 차원을 나중에
# (H, K) 순서로 적고, 이어서 `transpose`를 씁니다. 첨자 문자열에는 `d`가 두 번 나오고 결과에는 없습니다. 나누는 수는 헤드 하나의 차원의
# 제곱근입니다. 소프트맥스는 `s`를 따라 계산합니다. 확인용 셀은 쿼리 5개, 키 7개, 헤드 3개, 헤드마다 숫자 4개로 검사했습니다. 길이가 모두
# 다르면 실수 대부분은 틀린 숫자가 나오기도 전에 드러납니다.

# %% finish
# How long it took
seconds = time.perf_counter() - STARTED
print(pick(f"{seconds:.1f} seconds since cell 1 ran.", f"1번 셀을 실행한 뒤 {seconds:.1f}초가 지났습니다."))

# %% [markdown] next
# --- en
# ## What you have now
#
# You named every axis in a dense layer and in multi-head attention, did the scores of two heads on paper, saw why they are
# divided by a root, watched three slips go wrong and learned what catches each, and counted what it all costs, with a large
# weight and with two thin ones. Whatever layer you read next: find out what its arrays are called, and write the axes behind
# each line.
#
# After the lesson "Tensors inside a network layer" (M03.10.4). To read on:
# [Vaswani et al. (2017), *Attention Is All You Need*](https://arxiv.org/abs/1706.03762), section 3.2;
# [Hu et al. (2021), *LoRA*](https://arxiv.org/abs/2106.09685), section 4.1;
# [`numpy.einsum`](https://numpy.org/doc/stable/reference/generated/numpy.einsum.html).
# --- ko
# ## 정리
#
# 밀집 층과 멀티 헤드 어텐션의 모든 축에 이름을 붙이고, 두 헤드의 점수를 종이에 계산했습니다. 점수를 왜 제곱근으로 나누는지 실험으로
# 확인했고, 실수 세 가지가 어떻게 틀리는지, 무엇으로 잡는지 보았습니다. 큰 가중치 하나와 얇은 행렬 두 개의 계산량도 세어 보았습니다. 앞으로
# 어떤 층을 읽든 배열마다 축이 무엇인지부터 찾고, 줄 끝에 축 이름을 적어 보세요.
#
# "Tensors inside a network layer"(M03.10.4) 수업을 바탕으로 만들었습니다. 더 읽을거리는 다음과 같습니다.
# [Vaswani et al. (2017), *Attention Is All You Need*](https://arxiv.org/abs/1706.03762) 3.2절,
# [Hu et al. (2021), *LoRA*](https://arxiv.org/abs/2106.09685) 4.1절,
# [`numpy.einsum`](https://numpy.org/doc/stable/reference/generated/numpy.einsum.html)
