# ruff: noqa: E402, E501, F401, I001
"""Code 1, attention by hand: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Code 1: Attention by hand
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Attention, the engine inside every large language model, fits into one line of mathematics. In this notebook you work
# that line out with numbers small enough to check on paper.
#
# | | |
# |---|---|
# | **Goal** | Compute `softmax(Q K^T / sqrt(d_k)) V` yourself; say why words look at each other, why there are several heads, why positions are added, and what a mask does. |
# | **You need to know** | The dot product of two vectors, softmax, and a little NumPy. No Keras, no training, no GPU. |
# | **Run time and hardware** | About 3 seconds on Colab's free CPU, nearly all of it for drawing. NumPy and matplotlib only, nothing to install. Reading and trying things out: 30 to 45 minutes. |
# | **At the end you should see** | The third book gets the weight 0.525; "it" looks at *apple* with 0.451; shuffling the words changes nothing (a difference of about 1e-16) until positions are added; and without the division by `sqrt(d_k)`, a note ten times as long leaves the third book 0.0017 in place of 0.0107. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all.
#
# Every code cell carries its number. After a restart of the runtime a cell may answer `First run cells 1-4`:
# run those, or choose Runtime > Run before, and go on.
# --- ko
# # Code 1: 손으로 계산하는 어텐션
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 대규모 언어 모델을 움직이는 어텐션(attention)은 알고 보면 식 한 줄입니다. 이 노트북에서는 종이에 적어 확인할 수 있을
# 만큼 작은 숫자로 그 식을 처음부터 끝까지 직접 계산해 보겠습니다.
#
# | | |
# |---|---|
# | **학습 목표** | `softmax(Q K^T / sqrt(d_k)) V`를 직접 계산합니다. 단어가 왜 서로를 보는지, 헤드는 왜 여러 개인지, 위치 정보는 왜 더하는지, 마스크는 무엇을 가리는지 설명합니다. |
# | **미리 알아 둘 것** | 벡터의 내적, 소프트맥스, 넘파이 기초. 케라스도, 훈련도, GPU도 필요 없습니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU에서 3초쯤 걸리고, 대부분 그림을 그리는 시간입니다. 넘파이와 matplotlib만 쓰므로 설치할 것이 없습니다. 읽고 바꿔 보는 데는 30~45분을 잡으세요. |
# | **끝까지 실행하면** | 세 번째 책의 가중치는 0.525, "it"이 *apple*에 주는 가중치는 0.451입니다. 단어 순서를 섞어도 결과는 그대로이고(차이 약 1e-16), 위치 정보를 더해야 비로소 달라집니다. 쪽지 벡터를 10배로 늘렸을 때 세 번째 책에 남는 가중치는 `sqrt(d_k)`로 나누면 0.0107, 나누지 않으면 0.0017입니다. |
#
# **코랩에서 여는 방법:** 위의 배지를 누르면 코랩 첫 화면이 열립니다. 파일 > 노트북 업로드(File > Upload notebook)에서 이 파일을
# 고른 다음 런타임 > 모두 실행(Runtime > Run all)을 누르세요.
#
# 코드 셀에는 저마다 번호가 있습니다. 런타임을 다시 시작한 뒤에 `First run cells 1-4` 같은 문장이 나오면 그 번호의 코드 셀을 먼저
# 실행하거나, 런타임 > 이전 셀 실행(Run before)을 고르면 됩니다.

# %% setup
# Libraries, versions, and the settings of this notebook
import math
import numbers
import operator
import platform
import time

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

LANGUAGE = "en"
SEED = 0  # only for the order in which section 5 shuffles the words
STARTED = time.perf_counter()

np.set_printoptions(precision=3, suppress=True, floatmode="fixed")
plt.rcParams.update({"font.size": 12, "figure.dpi": 100})


from common_start import pick

print("Python", platform.python_version(), "| NumPy", np.__version__, "| matplotlib", matplotlib.__version__)

# %% checks form
# Checks that turn a wrong shape into a sentence (no need to read them)
from keras_attention.by_hand.checks import real_array, positive_integer, boolean_mask, mask_by_head

# %% drawing form
# Drawing (no need to read it)
from common import show
from keras_attention.plots import labels, heat_map

# %% [markdown] formula-question
# --- en
# ## 1 The formula, in three functions
#
# **What is asked.** Somebody is looking for something (a *query*). Many things are on offer, each with a label that
# says what it is about (a *key*) and with a content (a *value*). How much of each content should the answer hold?
#
# $$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# Read it from the inside out. Dot products say how well each query fits each key: the *scores*. Softmax turns each row
# of scores into shares that sum to 1: the *weights*. The answer is the average of the values under these weights.
#
# The comments give the shape of every array: T queries, S keys, K numbers in each query and key.
# --- ko
# ## 1 함수 세 개로 쓰는 어텐션
#
# **무엇을 묻나요?** 무언가를 찾는 쪽이 있습니다. 이것이 쿼리(query)입니다. 찾을 대상에는 저마다 무슨 내용인지 알려 주는
# 이름표인 키(key)와 실제 내용인 값(value)이 붙어 있습니다. 그렇다면 답에는 각 내용을 얼마씩 섞어야 할까요?
#
# $$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# 안쪽부터 읽어 보겠습니다. 쿼리와 키의 내적은 둘이 얼마나 잘 맞는지 나타내는 어텐션 점수(attention score)입니다. 점수를
# 행마다 소프트맥스(softmax)에 넣으면 더해서 1이 되는 몫, 곧 어텐션 가중치(attention weight)가 됩니다. 이 가중치로 값들을
# 가중 평균하면 답이 나옵니다.
#
# 주석에는 배열마다 shape, 곧 축마다 길이를 적어 두었습니다. T는 쿼리 수, S는 키 수, K는 쿼리와 키에 든 숫자의 개수입니다.

# %% formula
# Softmax, scores, attention
from keras_attention.by_hand.formulas import softmax, scores, attention

# %% [markdown] formula-means
# --- en
# **What you should see.** Nothing yet: functions are defined.
#
# **What it means.** Three lines of `attention` are the formula: the one that makes `z`, the one that makes `weights`,
# and `weights @ value` at the end. All else makes sure that a wrong shape ends in a sentence.
#
# **Change one thing.** Add a cell with `softmax([1, 2, 3])`, then with `softmax([11, 12, 13])`. Why are they equal?
# (Softmax only sees the differences between scores.)
# --- ko
# **나와야 할 결과.** 함수만 정의했으므로 아직 아무것도 출력되지 않습니다.
#
# **무슨 뜻일까요?** `attention`에서 식에 해당하는 줄은 셋입니다. `z`를 만드는 줄, `weights`를 만드는 줄, 그리고 마지막의
# `weights @ value`입니다. 나머지는 shape가 맞지 않을 때 무엇이 잘못되었는지 문장으로 알려 줍니다.
#
# **하나만 바꿔 보기.** 코드 셀을 하나 추가해서 `softmax([1, 2, 3])`과 `softmax([11, 12, 13])`을 차례로 실행해 보세요.
# 왜 똑같을까요? 소프트맥스에서는 점수 사이의 차이만 중요하기 때문입니다.

# %% [markdown] library-question
# --- en
# ## 2 The library
#
# **What is asked.** You come to a library with a note. Each book has a card that says how much it is about a first and
# about a second subject. Which book do you take home? Attention takes none: it reads a little of each, and most of the
# one whose card fits best.
#
# Note, card and content are query, key and value. Change the numbers as you like: more books, more subjects, other
# notes. A card needs as many numbers as a note, and there must be one content for each card.
# --- ko
# ## 2 도서관에서 책 찾기
#
# **무엇을 묻나요?** 찾고 싶은 내용을 쪽지에 적어 도서관에 갔습니다. 책마다 색인 카드가 있고, 카드에는 그 책이 첫째 주제와
# 둘째 주제를 얼마나 다루는지 적혀 있습니다. 어느 책을 가져와야 할까요? 어텐션은 한 권을 고르지 않습니다. 모든 책을 조금씩
# 읽되, 카드가 쪽지와 가장 잘 맞는 책을 가장 많이 읽습니다.
#
# 쪽지가 쿼리, 카드가 키, 책의 내용이 값입니다. 숫자는 마음껏 바꿔도 됩니다. 책을 늘리거나 주제를 늘리거나 쪽지를 새로
# 써 보세요. 다만 카드와 쪽지는 숫자의 개수가 같아야 하고, 카드마다 내용이 하나씩 있어야 합니다.

# %% library-data
# The library: three books and three notes
from keras_attention.examples import BOOK_NAMES, BOOK_K, BOOK_V, QUERIES

# %% library
# Scores, weights and result for every note
library_weights = []
for note, query in QUERIES.items():
    result, weights = attention(query, BOOK_K, BOOK_V)  # (T, V), (T, S)
    library_weights.append(weights)
    print(note)
    print("  scores / sqrt(d_k):", scores(query, BOOK_K) / np.sqrt(np.shape(query)[-1]))
    print("  weights:           ", weights)
    print("  result:            ", result)

library_weights = np.concatenate(library_weights)
figure, panel = plt.subplots(figsize=(6.4, 4.2))
picture = heat_map(panel, library_weights, list(QUERIES), BOOK_NAMES, "Which book is read how much")
figure.colorbar(picture, label="attention weight")
show(figure, pick("Heat map: a row for each note, a column for each book, attention weights between 0 and 1.",
                  "히트맵: 행은 쪽지, 열은 책이고 0과 1 사이의 어텐션 가중치를 색과 숫자로 나타냅니다."))

# %% [markdown] library-means
# --- en
# **What you should see.** For `first subject`, book A has the highest score, 2.828, and gets the weight 0.575. For
# `curious about both` the scores are 1.980, 1.980 and 2.772, the weights 0.238, 0.238 and 0.525, and the result is
# [5.525 5.525].
#
# **What it means.** Work one score out on paper: note [2, 0.4] times card [2, 0] is 2 x 2 + 0.4 x 0 = 4, and
# 4 / sqrt(2) = 2.828. Look at the last note: book C fits best, and yet almost half of the answer comes from the other
# two. That is the difference between looking up and *attending*: nothing is picked, everything is mixed.
#
# **Change one thing.** In cell {cell:library-data}, give book C the card [0.7, 0.7], run that cell and cell
# {cell:library} again. Its direction is the same, its length is half. Who wins the third note now, and why does the
# length of a key matter?
# --- ko
# **나와야 할 결과.** `first subject` 쪽지에서는 A 책(book A)의 점수가 2.828로 가장 높고 가중치는 0.575입니다. 두 주제가 모두
# 궁금한 `curious about both` 쪽지에서는 점수가 1.980, 1.980, 2.772이고 가중치가 0.238, 0.238, 0.525이며 결과는 [5.525 5.525]입니다.
#
# **무슨 뜻일까요?** 점수 하나는 종이에 직접 계산해 보세요. 쪽지 [2, 0.4]와 카드 [2, 0]의 내적은 2 × 2 + 0.4 × 0 =
# 4이고, 4 / √2 = 2.828입니다. 마지막 쪽지도 눈여겨볼 만합니다. C 책이 가장 잘 맞는데도 답의 절반 가까이는 나머지 두
# 책에서 나옵니다. 하나를 골라 오는 검색과 어텐션이 다른 점이 여기에 있습니다. 어텐션은 고르지 않고 비율대로 섞습니다.
#
# **하나만 바꿔 보기.** {cell:library-data}번 셀에서 C 책의 카드를 [0.7, 0.7]로 바꾸고, 그 셀과 {cell:library}번 셀을 다시 실행해
# 보세요. 방향은 그대로인데 길이만 절반입니다. 세 번째 쪽지에서는 이제 어느 책의 가중치가 가장 클까요? 키의 길이는 왜 결과를
# 바꿀까요?

# %% [markdown] words-question
# --- en
# ## 3 Self-attention: five words look at each other
#
# **What is asked.** In the library, the note came from outside. In a sentence, every word asks and every word is asked:
# query, key and value all come from the same words. What does "it" stand for? Can the word find out by itself?
#
# Each word is a vector with four slots: animal, food, action, pointer (a word that stands for another). The matrix
# `W_Q` turns a word into its question. Here it is set by hand with two rules: a pointer looks for food, an action looks
# for animals. `W_K` and `W_V` change nothing. In a real model, all three are learned, and the slots have no names.
#
# You may add words to `X`. If you add a slot, the matrices of this section and of the next need one row more as well.
# --- ko
# ## 3 셀프 어텐션: 다섯 단어가 서로를 봅니다
#
# **무엇을 묻나요?** 도서관에서는 쪽지를 밖에서 들고 왔습니다. 문장에서는 모든 단어가 묻는 쪽이면서 동시에 답하는 쪽입니다.
# 쿼리, 키, 값이 모두 같은 단어들에서 나오므로 셀프 어텐션(self-attention)이라고 부릅니다. 영어 단어 fly(초파리), apple(사과),
# ate(먹었다), it(그것), sweet(달콤한)이 있을 때, it이 무엇을 가리키는지 단어 스스로 찾을 수 있을까요?
#
# 단어는 칸이 네 개인 벡터입니다. 칸은 차례로 animal(동물), food(음식), action(행동), pointer(가리키는 말)입니다. 행렬
# `W_Q`는 단어를 질문으로 바꿉니다. 여기서는 "가리키는 말은 음식을 찾는다", "행동은 동물을 찾는다"라는 규칙 두 개를 손으로
# 넣었습니다. `W_K`와 `W_V`는 아무것도 바꾸지 않는 단위행렬입니다. 실제 모델에서는 셋 다 학습되는 행렬이고, 칸에는 이름이 없습니다.
#
# `X`에 단어를 더 넣어도 됩니다. 칸을 늘릴 때는 이 절과 다음 절에 나오는 행렬에도 행을 하나씩 더해 주세요.

# %% words-data
# Five words, and how a word becomes its question
from keras_attention.examples import WORDS, SLOTS, X, W_Q, W_K, W_V

# %% self-attention
# Self-attention: three projections of the same words
from keras_attention.by_hand.formulas import project, self_attention

# %% words
# Who looks at whom
words_output, words_weights = self_attention(X, W_Q, W_K, W_V)  # (T, V), (T, T)
words = labels(WORDS, len(words_weights))

print(pick("Words that get more than an equal share:", "고르게 나눈 몫보다 더 많이 보는 단어:"))
for place, weights in enumerate(words_weights):
    favourites = [other for other in np.argsort(-weights) if weights[other] > 1 / len(weights) + 1e-9]
    seen = ", ".join(f"{words[other]} {weights[other]:.3f}" for other in favourites)
    print(f"{words[place]:>6} ->", seen or pick("none, all words alike", "없음, 모든 단어를 똑같이 봅니다"))

figure, panel = plt.subplots(figsize=(6.4, 5))
picture = heat_map(panel, words_weights, words, words, "Five words, one head")
figure.colorbar(picture, label="attention weight")
show(figure, pick("Heat map: how much each of the words looks at each of the others.",
                  "히트맵: 단어마다 다른 단어를 얼마나 보는지 나타냅니다."))

# %% [markdown] words-means
# --- en
# **What you should see.** "it" looks at apple with 0.451 and at sweet with 0.247; "ate" looks at fly with 0.528. The
# rows of fly, apple and sweet are flat: 0.200 everywhere.
#
# **What it means.** "it" found its apple, although nobody told it which word: it asked for *food*, and apple answered
# loudest. Two things are worth a pause. Sweet has 0.6 in the food slot, so it answers too, at about half the volume.
# And three words have no rule, so they ask for nothing and get the plain average of all. Rules set by hand reach only
# as far as somebody thought ahead; that is why models learn them. And even a clear picture like this one tells where a
# model looked, not why it came to its answer.
#
# **Change one thing.** In cell {cell:words-data}, set the 3.0 in the last row of `W_Q` to 6.0 and run cells
# {cell:words-data} and {cell:words} again. How does the weight of "it" on apple change, and what becomes of sweet?
# --- ko
# **나와야 할 결과.** it은 apple을 0.451, sweet를 0.247만큼 봅니다. ate는 fly를 0.528만큼 봅니다. fly, apple, sweet의
# 행은 어느 칸이나 0.200으로 똑같습니다.
#
# **무슨 뜻일까요?** 어느 단어를 보라고 정해 주지 않았는데도 it은 apple을 찾아냈습니다. it은 음식을 찾았고, apple이 거기에 가장
# 크게 답했기 때문입니다. 두 가지를 짚고 넘어가겠습니다. 첫째, sweet도 food 칸이 0.6이라 절반쯤 되는 크기로 답합니다. 둘째,
# 규칙이 없는 세 단어는 아무것도 찾지 않으므로 모든 단어를 고르게 평균합니다. 손으로 정한 규칙은 사람이 미리 생각해 둔 데까지만
# 통합니다. 그래서 실제 모델은 규칙을 데이터에서 학습합니다. 그리고 이렇게 깔끔한 그림도 모델이 어디를 보았는지 알려 줄 뿐, 왜
# 그런 답을 냈는지까지 설명해 주지는 않습니다.
#
# **하나만 바꿔 보기.** {cell:words-data}번 셀에서 `W_Q` 마지막 행의 3.0을 6.0으로 바꾸고 {cell:words-data}번 셀과
# {cell:words}번 셀을 다시 실행해 보세요. it이 apple에 주는 가중치는 어떻게 달라지나요? sweet는 어떻게 되나요?

# %% [markdown] heads-question
# --- en
# ## 4 Two heads, two questions
#
# **What is asked.** "ate" would like to know two things: *who* ate, and *what* was eaten. One row of weights cannot hold
# both answers apart. So the vector is cut into two halves, each half asks its own question with its own weights, and the
# answers are put side by side again. Each half is called a *head*.
# --- ko
# ## 4 멀티 헤드 어텐션: 두 헤드로 두 가지 묻기
#
# **무엇을 묻나요?** ate가 알고 싶은 것은 두 가지입니다. 누가 먹었을까요? 무엇을 먹었을까요? 가중치가 한 줄뿐이면 두 답이
# 뒤섞입니다. 그래서 벡터를 반으로 나누고, 절반마다 따로 묻고 따로 가중치를 구한 다음 결과를 다시 이어 붙입니다. 이렇게 나눈
# 하나하나를 헤드(head)라고 하고, 헤드를 여럿 쓰는 방식을 멀티 헤드 어텐션(multi-head attention)이라고 합니다.

# %% heads-functions
# Cutting into heads, and putting them together again
from keras_attention.by_hand.formulas import split_heads, merge_heads, multi_head_attention

# %% heads-data
# Two heads, set by hand: columns 0 and 1 belong to the first, columns 2 and 3 to the second
from keras_attention.examples import HEAD_NAMES, HEADS_QUERY, HEADS_KEY, HEADS_VALUE, HEADS_OUTPUT

# %% heads
# What each head looks at
kernels = [HEADS_QUERY], [HEADS_KEY], [HEADS_VALUE], [HEADS_OUTPUT]
num_heads = 2
heads_output, heads_weights = multi_head_attention(X[np.newaxis], *kernels, num_heads)  # (B, T, D), (B, H, T, T)
print("heads_weights.shape:", heads_weights.shape, "= (B, H, T, T)")
print("heads_output.shape: ", heads_output.shape, "= (B, T, D)")

names = labels(HEAD_NAMES, num_heads)
room = {"wspace": 0.4}  # between the panels
figure, panels = plt.subplots(1, num_heads, figsize=(6 * num_heads, 5), squeeze=False, gridspec_kw=room)
for head in range(num_heads):
    picture = heat_map(panels[0, head], heads_weights[0, head], words, words, f'Head "{names[head]}"')
figure.colorbar(picture, ax=panels, label="attention weight")
show(figure, pick("Two heat maps, one a head: in the first, ate looks at fly; in the second, at apple.",
                  "히트맵 두 개: 첫 번째 헤드에서 ate는 fly를, 두 번째 헤드에서는 apple을 봅니다."))

# %% [markdown] heads-means
# --- en
# **What you should see.** In the first head "ate" looks at fly with 0.676, in the second at apple with 0.559. The
# weights have an axis for the heads, the output has the shape of the input again.
#
# **What it means.** One and the same word looks at two places at once and keeps the answers apart. These two roles were
# written in by hand; in a trained model nobody hands out roles, and many heads have none that people can name. Note
# also what the heads cost: nothing. The four matrices are 4 by 4 with one head, with two or with four; only the way the
# columns are dealt out changes.
#
# **Change one thing.** In cell {cell:heads}, set `num_heads = 1`. Both questions now share one row of weights. What does
# "ate" look at?
# --- ko
# **나와야 할 결과.** 첫 번째 헤드에서 ate는 fly를 0.676만큼, 두 번째 헤드에서는 apple을 0.559만큼 봅니다. 가중치에는 헤드 축이
# 하나 생겼고, 출력의 shape는 입력과 같습니다.
#
# **무슨 뜻일까요?** 한 단어가 동시에 두 곳을 보면서도 두 답이 섞이지 않습니다. 여기서는 설명하려고 두 헤드의 역할을 손으로
# 정했습니다. 실제로는 헤드의 역할을 사람이 정해 주지 않고, 훈련이 끝난 뒤에 들여다보아도 뚜렷한 역할이 보이지 않는 헤드가
# 많습니다. 헤드를 늘려도 파라미터는 늘지 않는다는 점도 기억해 두세요. 헤드가 하나든 둘이든 넷이든 행렬 네 개의 크기는 4 × 4이고,
# 열을 나누어 갖는 방법만 달라집니다.
#
# **하나만 바꿔 보기.** {cell:heads}번 셀에서 `num_heads = 1`로 바꿔 보세요. 이제 두 질문이 가중치 한 줄을 나누어 씁니다. ate는 어디를
# 보나요?

# %% [markdown] order-question
# --- en
# ## 5 Attention does not know the order
#
# **What is asked.** "Dog bites man" is no news, "man bites dog" is. Does self-attention see the difference? We shuffle
# the words, compute again, and compare every word's output with what it was before.
#
# If it does not, the order has to be written into the words. The *positional encoding* is a vector of sines and cosines
# for each position that is added to whatever word stands there.
# --- ko
# ## 5 어텐션은 순서를 모릅니다
#
# **무엇을 묻나요?** "오늘 말고 내일"과 "내일 말고 오늘"은 단어가 같아도 뜻이 반대입니다. 셀프 어텐션은 이 차이를 알까요? 단어
# 순서를 섞어 다시 계산하고, 단어마다 출력이 섞기 전과 같은지 비교해 보겠습니다.
#
# 차이를 모른다면 순서를 단어 벡터에 적어 넣어야 합니다. 위치 인코딩(positional encoding)은 위치마다 다른 사인·코사인 벡터이고,
# 그 자리에 온 단어 벡터에 더합니다.

# %% positions
# Sine-cosine positions
from keras_attention.by_hand.formulas import sinusoidal_encoding

# %% order
# The same words in another order, without and with positions
order = np.random.default_rng(SEED).permutation(len(X))
print(pick("original order:", "원래 순서:"), *words)
print(pick("shuffled order:", "섞은 순서:"), *(words[place] for place in order))

encoding = sinusoidal_encoding(*X.shape)  # (T, D)
for name, positions in ((pick("without positions:", "위치 정보가 없을 때:"), 0 * encoding),
                        (pick("with positions:", "위치 정보를 더했을 때:"), encoding)):
    before, _ = self_attention(X + positions, W_Q, W_K, W_V)  # (T, V), words in their original order
    after, _ = self_attention(X[order] + positions, W_Q, W_K, W_V)  # (T, V), shuffled
    change = np.abs(after - before[order]).max(axis=-1)  # (T,), word by word
    print(name, pick("largest change of a word's output", "단어 출력의 가장 큰 차이"), f"{change.max():.1e}")

# %% [markdown] order-means
# --- en
# **What you should see.** Without positions the largest change is about 1e-16, the rounding error of the computer, or
# exactly 0. With positions it is 0.46.
#
# **What it means.** A word compares itself with all words, and a set has no order: shuffling the input only shuffles the
# output (*permutation equivariance*). The formula cannot tell a sentence from a bag of words. With the encoding added,
# the same word is a different vector in another place, and order counts.
#
# **Change one thing.** In cell {cell:order}, multiply the encoding by 0.01. Is the change still visible? By 10: what
# becomes of the words?
# --- ko
# **나와야 할 결과.** 위치 정보가 없으면 가장 큰 차이가 1e-16 정도입니다. 컴퓨터의 반올림 오차 수준이고, 정확히 0이 나오기도
# 합니다. 위치 정보를 더하면 0.46으로 커집니다.
#
# **무슨 뜻일까요?** 단어는 자신을 모든 단어와 비교할 뿐이고, 비교하는 순서는 따지지 않습니다. 그래서 입력 순서를 바꾸면
# 출력도 순서만 바뀝니다. 이 성질을 순열 등변성(permutation equivariance)이라고 합니다. 식만으로는 문장인지, 단어를 순서
# 없이 담은 주머니인지 구별하지 못합니다. 위치 인코딩을 더하면 같은 단어라도 자리가 바뀔 때 다른 벡터가 되므로, 비로소
# 순서가 결과에 반영됩니다.
#
# **하나만 바꿔 보기.** {cell:order}번 셀에서 `encoding`에 0.01을 곱해 보세요. 그래도 차이가 보이나요? 10을 곱하면 단어의 뜻은
# 어떻게 될까요?

# %% [markdown] clock-question
# --- en
# ## 6 Why sines and cosines: the hands of a clock
#
# **What is asked.** How can a handful of numbers between -1 and 1 tell thousands of positions apart? A clock does it with
# three hands: the second hand turns fast, the minute hand slowly, the hour hand hardly at all. Each pair of slots of the
# encoding is one hand; its tip stands at (cosine, sine). For this picture the hands turn faster than in a real model
# (`max_wavelength=100`, where the original paper has 10,000), so that eight positions are enough to see them move.
# --- ko
# ## 6 왜 사인과 코사인일까요? 시곗바늘로 이해하기
#
# **무엇을 묻나요?** -1과 1 사이의 숫자 몇 개로 어떻게 수천 개의 위치를 구별할까요? 시계는 바늘 세 개로 해냅니다. 초침은 빠르게,
# 분침은 느리게, 시침은 움직이는지 모를 만큼 천천히 돕니다. 위치 인코딩에서는 두 칸이 모여 바늘 하나가 되고, 바늘 끝의 좌표가
# (코사인, 사인)입니다. 그림에서는 위치 8개만으로도 움직임이 보이도록 `max_wavelength=100`으로 두어 바늘을 빠르게 돌렸습니다. 원래
# 논문의 값은 10,000입니다.

# %% clock
# Three hands at eight positions, and the same hands as waves
hands = sinusoidal_encoding(8, 6, max_wavelength=100)  # (T, D)
slots = ("slots 0, 1: fast", "slots 2, 3: slower", "slots 4, 5: slow")
colours = ("#D55E00", "#0072B2", "#009E73")

figure, panel = plt.subplots(figsize=(10, 4))
for hand in range(3):
    for position in range(8):
        centre = np.array([3 * position, -3 * hand])
        sine, cosine = hands[position, 2 * hand : 2 * hand + 2]
        x, y = np.transpose([centre, centre + [cosine, sine]])  # from the middle to the tip
        panel.add_patch(plt.Circle(centre, 1, fill=False, color="#aaaaaa"))
        panel.plot(x, y, color=colours[hand], linewidth=3, marker="o", markevery=[1])
panel.set(aspect="equal", title="A hand for each pair of slots", xlabel="position")
panel.set_xticks(3 * np.arange(8), range(8))
panel.set_yticks(-3 * np.arange(3), slots)
panel.spines[:].set_visible(False)
show(figure, pick("Three rows of eight clock faces: the hand of the first row turns by a sixth of a circle from one "
                  "position to the next, that of the second row slowly, that of the third hardly.",
                  "시계 8개씩 세 줄: 위치가 하나 늘 때마다 첫째 줄의 바늘은 약 6분의 1바퀴씩 돌고, 둘째 줄은 천천히, "
                  "셋째 줄은 거의 움직이지 않습니다."))

waves = sinusoidal_encoding(60, 6, max_wavelength=100)  # (T, D)
figure, panel = plt.subplots(figsize=(9, 3.4))
for hand, line in enumerate(("-", "--", "-.")):
    panel.plot(waves[:, 2 * hand], color=colours[hand], linestyle=line, linewidth=2, label=slots[hand])
panel.set(title="The sine of each hand", xlabel="position", ylabel="value", ylim=(-1.1, 1.1))
panel.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
show(figure, pick("Three sine waves over 60 positions, from fast to slow.",
                  "위치 60개에 걸친 사인 곡선 세 개: 빠른 것부터 느린 것까지."))

# %% [markdown] clock-means
# --- en
# **What you should see.** Above, the hands of the first row go round in a little more than six positions, those of the
# third have turned by less than 20 degrees after seven. Below, the same as waves: fast, slower, slow.
#
# **What it means.** No single hand gives the time; all of them together do. Neighbours differ in the fast slots, far
# places in the slow ones. The comparison ends where training ends: a clock starts over every day, but a model meets
# unfamiliar vectors beyond the lengths it was trained on. Many models learn their positions instead of computing them;
# Code 2 does.
#
# **Change one thing.** In cell {cell:clock}, set both `max_wavelength` to 10000. Which hands still move?
# --- ko
# **나와야 할 결과.** 위 그림에서 첫째 줄의 바늘은 위치 여섯 개 남짓이면 한 바퀴를 돌고, 셋째 줄의 바늘은 일곱 번 움직여도 20도가
# 채 안 됩니다. 아래 그림은 같은 바늘을 곡선으로 그린 것으로, 빠른 것부터 느린 것까지 차례로 보입니다.
#
# **무슨 뜻일까요?** 바늘 하나로는 시각을 알 수 없지만 셋을 함께 읽으면 알 수 있습니다. 이웃한 위치는 빠른 칸에서, 멀리 떨어진
# 위치는 느린 칸에서 차이가 납니다. 이 비유에는 한계도 있습니다. 시계는 하루가 지나면 처음부터 다시 돌지만, 모델은 훈련 때 본
# 길이를 넘어서면 낯선 벡터를 만나게 됩니다. 위치를 식으로 계산하지 않고 학습하는 모델도 많습니다. Code 2에서는 학습되는 위치
# 임베딩(position embedding)을 씁니다.
#
# **하나만 바꿔 보기.** {cell:clock}번 셀에서 `max_wavelength` 두 곳을 10000으로 바꿔 보세요. 아직 움직이는 바늘은 어느 것인가요?

# %% [markdown] mask-question
# --- en
# ## 7 The causal mask: no looking ahead
#
# **What is asked.** A model that writes text must guess the next word. If a word may look at the words after it, the
# answer lies open on the table. How is the future hidden, without a loop over the words?
#
# A *mask* says who may look at whom, with `True` for "may look". Where it is `False`, the score becomes minus infinity
# before the softmax, and so the weight is exactly 0.
# --- ko
# ## 7 인과 마스크: 뒤의 단어는 미리 보지 않기
#
# **무엇을 묻나요?** 글을 쓰는 모델은 다음 단어를 맞혀야 합니다. 단어가 자기 뒤에 오는 단어까지 볼 수 있다면 정답을 펼쳐 놓고
# 시험을 보는 셈입니다. 반복문 없이 미래를 가리려면 어떻게 해야 할까요?
#
# 마스크(mask)는 누가 누구를 볼 수 있는지 적은 표이고, `True`가 "볼 수 있다"는 뜻입니다. `False`인 자리는 소프트맥스를 계산하기
# 전에 점수를 음의 무한대로 바꾸므로 가중치가 정확히 0이 됩니다. 뒤쪽을 모두 가리는 마스크를 인과 마스크(causal mask)라고 합니다.

# %% causal-mask
# The mask, and the same words under it
from keras_attention.by_hand.formulas import causal_mask

mask = causal_mask(len(X))  # (T, T)
_, causal_weights = self_attention(X, W_Q, W_K, W_V, mask)  # (T, T)
print(mask.astype(int))

figure, panels = plt.subplots(1, 2, figsize=(12, 5), gridspec_kw={"wspace": 0.4})
heat_map(panels[0], words_weights, words, words, "All may look at all")
picture = heat_map(panels[1], causal_weights, words, words, "Causal: only itself and before")
figure.colorbar(picture, ax=panels, label="attention weight")
show(figure, pick("Two heat maps: without a mask, and with the causal mask, where all above the diagonal is 0.",
                  "히트맵 두 개: 마스크가 없을 때와 인과 마스크를 쓸 때. 인과 마스크에서는 대각선 위가 모두 0입니다."))

# %% [markdown] causal-mask-means
# --- en
# **What you should see.** Everything above the diagonal is 0 and every row still sums to 1. "fly" can only look at
# itself: 1.000. For "it", apple rises from 0.451 to 0.599.
#
# **What it means.** The shares of hidden words are dealt out among the visible ones. And because all words are masked at
# once, with a single matrix, a model can practise every position of a sentence in the same step. GPT looks like the
# right picture, BERT like the left one; the formula is the same.
#
# **Change one thing.** In cell {cell:causal-mask}, set `mask = ~causal_mask(len(X))`. What did you hide now? One row is
# all 0: which one, and why? (This slip happens in real code: some libraries use True for "hidden".)
# --- ko
# **나와야 할 결과.** 대각선 위는 모두 0이고, 행마다 더하면 여전히 1입니다. fly는 자기 자신만 볼 수 있어 1.000이 됩니다. it이
# apple에 주는 가중치는 0.451에서 0.599로 커집니다.
#
# **무슨 뜻일까요?** 가려진 단어의 몫은 보이는 단어들이 나누어 갖습니다. 행렬 하나로 모든 단어를 한꺼번에 가리므로, 모델은 문장의
# 모든 위치를 한 번에 연습할 수 있습니다. GPT는 오른쪽 그림처럼, BERT는 왼쪽 그림처럼 봅니다. 식은 똑같습니다.
#
# **하나만 바꿔 보기.** {cell:causal-mask}번 셀에서 `mask = ~causal_mask(len(X))`로 바꿔 보세요. 이번에는 무엇을 가렸나요? 모두
# 0이 된 행은 어느 것이고, 왜 그럴까요? 실제 코드에서도 일어나는 실수입니다. `True`를 "가린다"는 뜻으로 쓰는 라이브러리도 있기
# 때문입니다.

# %% [markdown] task-one
# --- en
# ## 8 Assignment
#
# ### First task: leave the division out
#
# In the library, compute the weights for the first note **without** dividing the scores by `sqrt(d_k)`. Replace `None`
# in cell {cell:task-one-answer} by your own line, made of the functions of section 1, and run it together with the check
# below it.
# --- ko
# ## 8 과제
#
# ### 첫째 과제: 나누지 않으면 어떻게 될까요?
#
# 도서관의 첫 번째 쪽지에 대해, 점수를 `sqrt(d_k)`로 **나누지 않고** 어텐션 가중치를 구하세요. {cell:task-one-answer}번 셀의 `None`을
# 지우고 1절의 함수로 식을 쓴 다음, 바로 아래 확인용 셀과 함께 실행하면 됩니다.

# %% task-one-answer
# Your answer to the first task
first_note = list(QUERIES.values())[0]  # (T, K)

weights_without_division = None

# %% task-one-check
# Check of the first task
def feedback(answer, right, slips):
    """What a learner should hear about an answer: right, a slip that has a name, or what to look at."""
    if answer is None:
        return pick("No answer yet: replace None in the cell above.", "아직 답이 없습니다. 위 셀의 None을 바꿔 주세요.")
    answer = real_array("Your answer", answer)
    if answer.shape != np.shape(right):
        return pick(f"Your answer has shape {answer.shape}; expected is {np.shape(right)}.",
                    f"답의 shape는 {answer.shape}인데 {np.shape(right)}가 되어야 합니다.")
    if np.allclose(answer, right, rtol=0, atol=6e-5):
        return pick("Right.", "맞았습니다.")
    for slip, sentence in slips:
        if np.shape(slip) == answer.shape and np.allclose(answer, slip, rtol=0, atol=6e-5):
            return pick("Not yet. ", "다시 해 보세요. ") + sentence
    return pick(f"Not yet. Your answer is {answer}.", f"다시 해 보세요. 지금 답은 {answer}입니다.")


def plain_and_divided(query, key):
    """Scores as they are, and divided by sqrt(d_k): both (T, S)."""
    plain = scores(query, key)
    return plain, plain / math.sqrt(np.shape(query)[-1])


plain, divided = plain_and_divided(first_note, BOOK_K)
print(feedback(weights_without_division, softmax(plain), [
    (softmax(divided), pick("These are the weights with the division: attention() divides by itself.",
                            "나누었을 때의 가중치입니다. attention()은 안에서 이미 나눕니다.")),
    (plain, pick("These are the scores; softmax is still missing.", "아직 점수입니다. 소프트맥스를 거쳐야 합니다.")),
    (softmax(plain / np.shape(first_note)[-1]), pick("You divided, by d_k itself.", "d_k로 나누었습니다.")),
    (softmax(plain, axis=0), pick("The shares must be dealt out along the keys, the last axis.",
                                  "몫은 키 축, 곧 마지막 축을 따라 나누어야 합니다.")),
]))

# %% [markdown] task-two
# --- en
# ### Second task: vectors ten times as long
#
# Make the first note ten times as long, `10 * first_note`, and leave the books as they are. What weight does the **last
# book** (book C) get with the division, and what without it? Give both numbers to four decimals.
#
# Then explain in two sentences: why does the division matter more when the vectors are long?
# --- ko
# ### 둘째 과제: 벡터를 10배로 늘리면?
#
# 첫 번째 쪽지만 `10 * first_note`로 10배 늘리고 책은 그대로 둡니다. **마지막 책**(book C)의 가중치는 나눌 때와 나누지 않을 때
# 각각 얼마인가요? 소수 넷째 자리까지 적어 보세요.
#
# 그런 다음 벡터가 길수록 나눗셈의 효과가 커지는 까닭을 두 문장으로 설명해 보세요.

# %% task-two-answer
# Your answers to the second task
last_book_divided = None
last_book_without_division = None

# %% task-two-check
# Check of the second task
plain, divided = plain_and_divided(10 * first_note, BOOK_K)
plain_both, _ = plain_and_divided(10 * first_note, 10 * np.asarray(BOOK_K))
right_divided, right_plain = softmax(divided)[0, -1], softmax(plain)[0, -1]
both = (softmax(plain_both)[0, -1], pick("You made the books longer as well.", "책 벡터까지 늘렸습니다."))
print(pick("With the division:", "나눌 때:"), feedback(last_book_divided, right_divided, [
    (right_plain, pick("This is the number without it.", "나누지 않았을 때의 값입니다.")), both]))
print(pick("Without it:", "나누지 않을 때:"), feedback(last_book_without_division, right_plain, [
    (right_divided, pick("This is the number with it.", "나누었을 때의 값입니다.")), both]))

# %% [markdown] solution
# --- en
# ### Solution
#
# Try first, then read on. Cell {cell:solution-table} prints the weights of the first note with and without the
# division for vectors of three lengths. Where everything is made ten times as long, both notes and books, all weights
# are rounded to [1, 0, 0] and the division seems to change nothing. The natural logarithms of the weights show that it
# does.
# --- ko
# ### 풀이
#
# 먼저 풀어 본 다음에 보세요. {cell:solution-table}번 셀은 벡터 길이를 세 가지로 바꾸어 가며, 나눌 때와 나누지 않을 때 첫 번째
# 쪽지의 가중치를 출력합니다. 쪽지와 책을 모두 10배로 늘리면 어느 쪽이든 반올림해서 [1, 0, 0]이 되므로 나눗셈이 아무 일도 하지 않는
# 것처럼 보입니다. 가중치에 자연로그를 취해 보면 차이가 드러납니다.

# %% solution-table
# Weights and their logarithms, with and without the division
def log_softmax(z):
    """The logarithm of softmax, exact where the weights themselves are too small to write down."""
    z = z - z.max(axis=-1, keepdims=True)
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))


cases = (("as they are", 1, 1), ("note x 10", 10, 1), ("note and books x 10", 10, 10))
for case, note_factor, book_factor in cases:
    print(case)
    plain, divided = plain_and_divided(note_factor * first_note, book_factor * np.asarray(BOOK_K))
    for name, z in (("divided", divided), ("not divided", plain)):
        with np.printoptions(precision=4):
            print(f"  {name:<12} weights {softmax(z)[0]}", end="")
        with np.printoptions(precision=1):
            print(f"   log-weights {log_softmax(z)[0]}")

# %% [markdown] solution-means
# --- en
# **What you should see.** As they are: the third book gets 0.3655 with the division and 0.3363 without. Only the note
# ten times as long: 0.0107 and 0.0017. Both ten times as long: [1, 0, 0] twice, with log-weights of -45.3 and -64.0 for
# the third book.
#
# **What a good answer says.** Dot products grow with the length of the vectors, and softmax turns *differences* of
# scores into *ratios* of weights: e to the power of the difference. Long vectors make large differences, so softmax puts
# nearly everything on one position; dividing by `sqrt(d_k)` shrinks the differences and leaves the others a share. That
# matters for training: where a weight is practically 0, so is its gradient, and nothing more is learned there.
# --- ko
# **나와야 할 결과.** 벡터가 그대로일 때 세 번째 책의 가중치는 나누면 0.3655, 나누지 않으면 0.3363입니다. 쪽지만 10배로 늘리면
# 0.0107과 0.0017이 됩니다. 둘 다 10배로 늘리면 두 경우 모두 [1, 0, 0]이고, 세 번째 책의 로그 가중치는 -45.3과 -64.0입니다.
#
# **좋은 답에 들어갈 내용.** 내적은 벡터가 길수록 커지고, 소프트맥스는 점수의 *차이*를 가중치의 *비율*로 바꿉니다. 차이가 d이면
# 비율은 e의 d제곱입니다. 그래서 벡터가 길면 점수 차이가 벌어져 가중치가 거의 한 위치에 몰리고, √dₖ로 나누면 차이가 줄어 다른
# 위치에도 몫이 남습니다. 훈련할 때 특히 중요합니다. 가중치가 0에 가까우면 기울기(gradient)도 0에 가까워 더는 학습되지 않기
# 때문입니다.

# %% finish
# How long it took
seconds = time.perf_counter() - STARTED
print(pick(f"{seconds:.1f} seconds since cell 1 ran.", f"1번 셀을 실행한 뒤 {seconds:.1f}초가 지났습니다."))

# %% [markdown] next
# --- en
# ## What you have now
#
# You computed attention for one query, for a sentence with itself, for two heads, with positions and under a mask. A
# Keras layer does exactly this with learned matrices: Code 2 opens with such a layer and reproduces its answer with the
# functions of this notebook, then lets a small transformer and an LSTM compete at remembering.
#
# From the course "3-8 Attention & Transformers" by Sangsun Ahn. The formulas are from Vaswani et al. (2017), *Attention
# Is All You Need*, sections 3.2 and 3.5.
# --- ko
# ## 정리
#
# 쿼리 하나에서 시작해 문장의 셀프 어텐션, 헤드 두 개, 위치 인코딩, 인과 마스크까지 모두 손으로 계산해 보았습니다.
# 케라스의 어텐션 층도 똑같은 일을 하고, 행렬만 데이터에서 학습합니다. Code 2에서는 먼저 그런 층의 출력을 이 노트북의
# 함수로 똑같이 계산해 보고, 작은 트랜스포머와 LSTM 가운데 어느 쪽이 오래전 신호를 더 잘 기억하는지 비교해 보겠습니다.
#
# Sangsun Ahn의 강의 "3-8 Attention & Transformers"를 바탕으로 만들었습니다. 식의 출처는 Vaswani et al. (2017), *Attention Is All
# You Need*, 3.2절과 3.5절입니다.
