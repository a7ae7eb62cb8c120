# ruff: noqa: E402, E501, F401, F811, I001
"""Code 2, the transformer against the LSTM: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Code 2: The transformer against the LSTM
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Somebody tells you one thing and then talks about something else for a long time. At the end they ask: what was the first
# thing I said? An LSTM has to carry the answer through everything that follows. A transformer may look back. In this
# notebook you build both, train both on the same data, and see at which length that difference decides.
#
# | | |
# |---|---|
# | **Goal** | See that a Keras attention layer computes what you computed by hand in Code 1; build a transformer from three short layers; compare it fairly with an LSTM; say why the one finds the answer, why the other stays where it started, and what does *not* follow from that. |
# | **You need to know** | Code 1, or queries, keys, values and softmax from elsewhere; what a layer, a loss and an epoch are. No GPU. |
# | **Run time and hardware** | About 3.5 minutes on two CPU cores (measured on an AMD EPYC), the size of Colab's free CPU runtime. Models this small need neither a GPU nor a TPU; on a TPU runtime, which has no TensorFlow, the notebook runs on JAX. Working through: about an hour and a half. |
# | **At the end you should see** | The transformer solves all lengths from 10 to 160. With the same data and the same 30 epochs the LSTM solves 10 and 20, depends on its seed at 40, and stays at chance, 0.5, at 80 and 160. With another start of its gates the same LSTM solves 80. A transformer without positions gets no further than about 0.62 at length 10. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all.
#
# Every code cell carries its number. After a restart of the runtime a cell may answer `First run cells 1-4`:
# run those, or choose Runtime > Run before, and go on. Nothing that was finished has to be trained again.
# --- ko
# # Code 2: 트랜스포머와 LSTM의 기억력 겨루기
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 누가 말을 한마디 꺼내 놓고 한참 동안 딴 이야기를 늘어놓습니다. 그러고는 묻습니다. "내가 맨 처음에 뭐라고 했죠?" LSTM은 그 한마디를
# 끝까지 들고 가야 하고, 트랜스포머는 뒤를 돌아보면 됩니다. 이 노트북에서는 두 모델을 직접 만들어 같은 데이터로 훈련하고, 이 차이가
# 어느 길이부터 승부를 가르는지 확인합니다.
#
# | | |
# |---|---|
# | **학습 목표** | 케라스의 어텐션 층이 Code 1에서 손으로 한 계산과 같다는 것을 확인합니다. 짧은 층 세 개로 트랜스포머를 만들어 LSTM과 공정하게 비교합니다. 한쪽은 왜 답을 찾고 다른 쪽은 왜 제자리에 머무는지, 그리고 여기서 내리면 *안 되는* 결론은 무엇인지 설명합니다. |
# | **미리 알아 둘 것** | Code 1의 내용, 곧 쿼리, 키, 값과 소프트맥스. 층, 손실, 에포크가 무엇인지. GPU는 필요 없습니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU 런타임과 같은 CPU 코어 두 개에서 3.5분쯤 걸립니다(AMD EPYC에서 잰 시간). 모델이 작아서 GPU나 TPU가 필요하지 않습니다. 텐서플로가 없는 TPU 런타임에서는 JAX로 실행됩니다. 읽고 바꿔 보는 데는 한 시간 반쯤 잡으세요. |
# | **끝까지 실행하면** | 트랜스포머는 길이 10부터 160까지 모두 풉니다. 같은 데이터로 똑같이 30에포크를 훈련한 LSTM은 길이 10과 20을 풀고, 40에서는 시드에 따라 갈리고, 80과 160에서는 찍은 것과 다름없는 0.5에 머뭅니다. 그런데 게이트의 초깃값만 바꾸면 같은 LSTM이 길이 80도 풉니다. 위치 임베딩을 뺀 트랜스포머는 길이 10에서 0.62 정도를 넘지 못합니다. |
#
# **코랩에서 여는 방법:** 위의 배지를 누르면 코랩 첫 화면이 열립니다. 파일 > 노트북 업로드(File > Upload notebook)에서 이 파일을
# 고른 다음 런타임 > 모두 실행(Runtime > Run all)을 누르세요.
#
# 코드 셀에는 저마다 번호가 있습니다. 런타임을 다시 시작한 뒤에 `First run cells 1-4` 같은 문장이 나오면 그 번호의 코드 셀을 먼저
# 실행하거나, 런타임 > 이전 셀 실행(Run before)을 고르면 됩니다. 이미 끝난 훈련은 다시 하지 않아도 됩니다.

# %% setup
# Libraries, versions, and the settings of this notebook
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
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

LANGUAGE = "en"
SEED = 0  # for everything random outside the comparison
STARTED = time.perf_counter()

from common_start import TESTED, pick, start_keras, version_note, show_versions

keras = start_keras()
layers, ops = keras.layers, keras.ops

plt.rcParams.update({"font.size": 12, "figure.dpi": 100})
BACKEND = keras.backend.backend()
show_versions(keras)

# %% checks form
# Checks that turn a wrong setting or shape into a sentence (no need to read them)
from keras_attention.by_hand.checks import real_array, positive_integer, boolean_mask, mask_by_head
from common_start import whole_numbers

# %% drawing form
# Drawing (no need to read it)
from common import show
from keras_attention.plots import labels, heat_map

# %% [markdown] bridge-question
# --- en
# ## 1 The bridge: a Keras layer is Code 1 with learned numbers
#
# **What is asked.** In Code 1 every number could be checked on paper. From here on a library does the work. Is it the same
# work? We take Keras' own attention layer, let it look at the five words of Code 1, copy its eight weights out, and put
# them into the NumPy functions of Code 1. If both give the same answer, the layer holds no secret.
#
# The layer is new and untrained: its numbers are random. That does not matter here. The formula must agree for any numbers.
# --- ko
# ## 1 다리 놓기: 케라스 층도 Code 1과 같은 계산입니다
#
# **무엇을 묻나요?** Code 1에서는 숫자를 하나하나 종이에 적어 확인할 수 있었습니다. 이제부터는 라이브러리가 계산을 맡습니다. 정말 같은
# 계산일까요? 케라스의 어텐션 층에 Code 1의 다섯 단어를 넣고, 층에 든 가중치 여덟 개를 꺼내 Code 1의 넘파이 함수에 그대로 넣어
# 보겠습니다. 두 답이 같다면 층 안에 숨은 비밀은 없는 셈입니다.
#
# 갓 만들어 아직 훈련하지 않은 층이라 숫자는 무작위입니다. 그래도 괜찮습니다. 어떤 숫자를 넣든 식은 맞아야 하기
# 때문입니다.

# %% by-hand form
# The functions of Code 1, unchanged
from keras_attention.by_hand.formulas import softmax, scores, attention, project, split_heads, merge_heads
from keras_attention.by_hand.formulas import multi_head_attention

# %% keras-layer
# Keras' own attention layer looks at the five words of Code 1
from keras_attention.examples import WORDS, X

keras.utils.set_random_seed(SEED)
keras_layer = layers.MultiHeadAttention(num_heads=2, key_dim=2, bias_initializer="random_normal", name="attention")
x = X[np.newaxis].astype("float32")  # (B, T, D) = (1, 5, 4)
keras_output, keras_weights = keras_layer(x, x, return_attention_scores=True)  # (B, T, D), (B, H, T, S)

for variable in keras_layer.weights:
    print(f"{variable.path:<29} shape {tuple(variable.shape)}")

# %% bridge
# The same answer with the NumPy of Code 1
arrays = keras_layer.get_weights()
width = x.shape[-1]  # D
# Keras keeps the heads apart, (D, H, K); side by side they are the (D, D) matrices of Code 1.
four_layers = [[kernel.reshape(width, width), bias.reshape(width)]
               for kernel, bias in zip(arrays[0::2], arrays[1::2], strict=True)]  # query, key, value, output
hand_output, hand_weights = multi_head_attention(x, *four_layers, num_heads=2)  # (B, T, D), (B, H, T, S)


from common_layers import difference

it = list(WORDS).index("it")
with np.printoptions(precision=4, suppress=True, floatmode="fixed"):
    print('weights of "it", head 1, Keras:', ops.convert_to_numpy(keras_weights)[0, 0, it])
    print('weights of "it", head 1, NumPy:', hand_weights[0, 0, it])
print("largest difference of the weights:", difference(keras_weights, hand_weights))
print("largest difference of the outputs:", difference(keras_output, hand_output))

# %% [markdown] bridge-means
# --- en
# **What you should see.** Eight weights: a kernel and a bias for each of query, key, value and output. The two rows for
# "it" are equal to the last digit shown, and the largest differences are below 1e-6: Keras computes with about seven
# digits, NumPy with sixteen.
#
# **What it means.** A Keras attention layer is the line `softmax(Q K^T / sqrt(d_k)) V` between four matrices, and nothing
# else. Keras stores the heads on an axis of their own, (D, H, K); laid side by side they are the matrices of Code 1, whose
# columns were dealt out to the heads.
#
# **Change one thing.** In cell {cell:bridge}, set `num_heads=1`. The weights and their shapes are the same; why is the
# answer another one?
# --- ko
# **나와야 할 결과.** 가중치는 여덟 개입니다. 쿼리, 키, 값, 출력마다 커널(kernel)과 편향(bias)이 하나씩 있습니다. it의 어텐션 가중치
# 두 줄은 끝자리까지 같고, 가장 큰 차이도 1e-6보다 작습니다. 케라스는 약 일곱 자리, 넘파이는 열여섯 자리로 계산하기 때문에 생기는
# 차이입니다.
#
# **무슨 뜻일까요?** 케라스의 어텐션 층은 행렬 네 개 사이에 `softmax(Q K^T / sqrt(d_k)) V` 한 줄을 끼워 넣은 것이고, 그 밖에는 아무것도
# 없습니다. 케라스는 헤드를 따로 축 하나에 두어 (D, H, K)로 저장합니다. 이것을 옆으로 나란히 붙이면 Code 1에서 열을 헤드에 나누어
# 주던 바로 그 행렬이 됩니다.
#
# **하나만 바꿔 보기.** {cell:bridge}번 셀에서 `num_heads=1`로 바꿔 보세요. 가중치도 shape도 그대로인데 답은 왜 달라질까요?

# %% [markdown] layers-question
# --- en
# ## 2 The layers of a transformer
#
# **What is asked.** What does a transformer need besides attention? Three layers are enough, and cell {cell:layers} holds
# all of them:
#
# * `AddPosition` adds a learned vector to each position. In Code 1 positions were sines and cosines; here they are learned.
# * `MultiHeadSelfAttention` is the layer of section 1, written out. Read its `call` next to the formula: three
#   projections, scores, softmax, weighted average, one more projection. In a mask `True` means "may look".
# * `TransformerBlock` puts attention and a small feed-forward network one after the other. Each adds its result to what was
#   there (residual connection), and the sum is brought to a common size (layer normalization).
#
# The comments give shapes: B sequences in a batch, T queries, S keys, D numbers for each step, H heads, K = D / H.
# --- ko
# ## 2 트랜스포머를 이루는 층
#
# **무엇을 묻나요?** 트랜스포머에는 어텐션 말고 무엇이 더 필요할까요? 층 세 개면 충분하고, 모두 {cell:layers}번 셀에 있습니다.
#
# * `AddPosition`은 위치마다 학습되는 벡터를 더합니다. Code 1에서는 위치를 사인과 코사인으로 계산했지만, 여기서는 위치 임베딩(position
#   embedding)을 데이터에서 학습합니다.
# * `MultiHeadSelfAttention`은 1절의 층을 풀어 쓴 것입니다. `call` 메서드를 식과 나란히 놓고 읽어 보세요.
#   투영(projection) 세 번, 어텐션 점수, 소프트맥스, 가중 평균, 그리고 마지막 투영 순서입니다. 마스크에서 `True`는 "볼
#   수 있다"는 뜻입니다.
# * `TransformerBlock`은 어텐션과 작은 피드 포워드 신경망(feed-forward network)을 차례로 둡니다. 둘 다 결과를 원래 값에
#   더하고, 더한 값의 크기를 고르게 맞춥니다. 앞의 것이 잔차 연결(residual connection), 뒤의 것이 층 정규화(layer
#   normalization)입니다.
#
# 주석에는 shape를 적었습니다. B는 배치에 든 시퀀스 수, T는 쿼리 수, S는 키 수, D는 스텝마다 있는 숫자의 개수, H는 헤드 수이고
# K = D / H입니다.

# %% layers
# The three layers of a transformer: positions, attention, block
from common_layers import AddPosition, MultiHeadSelfAttention, TransformerBlock

# %% layers-check
# Our layer with the weights of Keras' layer
our_layer = MultiHeadSelfAttention(num_heads=2)
our_layer.build(x.shape)
our_layer.set_weights([array for pair in four_layers for array in pair])
our_output, our_weights = our_layer(x, return_attention_scores=True)  # (B, T, D), (B, H, T, S)
print("largest difference to Keras, outputs:", difference(our_output, keras_output))
print("largest difference to NumPy, outputs:", difference(our_output, hand_output))

_, causal_weights = our_layer(x, attention_mask=np.tri(len(WORDS), dtype=bool), return_attention_scores=True)
print("largest weight on a later word, causal mask:", np.triu(ops.convert_to_numpy(causal_weights)[0], 1).max())

block = TransformerBlock(num_heads=2, intermediate_dim=8)
block.build(x.shape)
print("parameters: attention", our_layer.count_params(), "= 4 D^2 + 4 D, block", block.count_params())

# %% [markdown] layers-means
# --- en
# **What you should see.** The difference to Keras' layer is 0 or a rounding error, that to NumPy is below 1e-6. Under the
# causal mask no weight falls on a later word: 0.0. The attention layer has 80 parameters, 4 D^2 + 4 D with D = 4.
#
# **What it means.** By hand, Keras' layer, our layer: three ways, one answer. From now on "attention" is no black box. Note
# also how the weights come out: the layer *returns* them when asked and keeps none for later.
#
# **Change one thing.** In cell {cell:layers-check}, turn the mask around with `~np.tri(len(WORDS), dtype=bool)`. The first
# printed weight is then no longer 0. What did you allow, and what did you forbid?
# --- ko
# **나와야 할 결과.** 케라스 층과의 차이는 0이거나 반올림 오차이고, 넘파이와의 차이는 1e-6보다 작습니다. 인과
# 마스크(causal mask)를 쓰면 뒤에 오는 단어에는 가중치가 전혀 가지 않아 0.0이 나옵니다. 어텐션 층의 파라미터는 80개로, D
# = 4일 때 4D² + 4D와 같습니다.
#
# **무슨 뜻일까요?** 손 계산, 케라스 층, 직접 만든 층이 모두 같은 답을 냅니다. 이제 어텐션은 속을 알 수 없는 상자가 아닙니다. 가중치를
# 꺼내는 방법도 눈여겨보세요. 달라고 할 때 *돌려줄* 뿐, 층 안에 저장해 두지 않습니다.
#
# **하나만 바꿔 보기.** {cell:layers-check}번 셀의 마스크를 `~np.tri(len(WORDS), dtype=bool)`로 뒤집어 보세요. 출력되는 가중치가 더는
# 0이 아닙니다. 무엇을 보게 했고 무엇을 가렸나요?

# %% [markdown] task-question
# --- en
# ## 3 One task, two models
#
# **What is asked.** First-step recall: a sequence is a row of random signs, and the answer is its very first sign. All later
# signs are noise. The rule could not be simpler; what makes it hard is the time between the question and the answer.
#
# Two numbers tell what can be had without solving it. *Guessing* gets 0.5. And whoever knows how many signs are +1, but not
# where they stand, can bet on the commoner one: the *order-blind ceiling*, 0.623 at length 10 and falling with the length.
# Keep it in mind for section 6.
#
# Cell {cell:parameters} holds every setting. Both models get the same sequences, the same number of epochs, the same
# optimizer: only then does a comparison mean something.
# --- ko
# ## 3 과제 하나, 모델 두 개
#
# **무엇을 묻나요?** 첫 신호 기억하기(first-step recall) 과제입니다. 무작위 부호가 한 줄로 늘어서 있고, 답은 맨 앞의 부호입니다. 뒤에
# 나오는 부호는 모두 잡음입니다. 규칙은 더없이 단순합니다. 어려운 까닭은 신호를 듣고 나서 답할 때까지 시간이 길기 때문입니다.
#
# 과제를 풀지 못해도 낼 수 있는 정확도가 두 가지 있습니다. 첫째, 아무렇게나 찍으면 0.5입니다. 둘째, +1이 몇 개인지
# 알지만 어디에 있는지 모른다면 더 많은 쪽에 걸 수 있습니다. 이렇게 순서를 모를 때 바랄 수 있는 가장 높은 정확도는 길이
# 10에서 0.623이고, 길수록 낮아집니다. 6절에서 다시 쓰니 기억해 두세요.
#
# 설정은 모두 {cell:parameters}번 셀에 있습니다. 두 모델에 같은 시퀀스, 같은 에포크 수, 같은 옵티마이저를 줍니다. 그래야
# 공정한 비교가 됩니다.

# %% parameters parameters
# All settings of the comparison
LENGTHS = (10, 20, 40, 80, 160)  # steps of a sequence
SEEDS = (0, 1)  # each seed is another start and other data
EPOCHS = 30  # passes over the training data
TRAIN_SAMPLES, TEST_SAMPLES = 2_000, 1_000  # sequences
BATCH_SIZE, LEARNING_RATE = 32, 0.005
WIDTH, NUM_HEADS, INTERMEDIATE_DIM = 16, 2, 32  # of the transformer
UNITS = 16  # of the LSTM
FIT_LENGTH, FIT_EPOCHS = 10, 8  # the training in full view, section 3
CHRONO_LENGTH = 80  # section 5
CHALLENGE_LENGTH, CHALLENGE_SEEDS = 10, (0, 1, 2)  # section 6
RESULTS = "code2_results"  # the folder for finished runs

# %% task
# The task: was the first step +1?
def first_step_recall(length, num_samples, seed):
    """Draws sequences (N, T, 1) of +1 and -1 and the answers (N,): 1 where the first step is +1, otherwise 0."""
    rng = np.random.default_rng(seed)
    positive = rng.random((num_samples, length)) < 0.5  # (N, T)
    half = (num_samples + int(rng.random() < 0.5)) // 2  # as many sequences with the answer 1 as with 0
    positive[:, 0] = np.argsort(rng.random(num_samples), kind="stable") < half
    inputs = np.where(positive, 1, -1)[:, :, np.newaxis]  # (N, T, 1)
    return inputs.astype("float32"), positive[:, 0].astype("float32")


def order_blind_ceiling(length):
    """The best accuracy to expect from whoever knows how many steps are +1, but not which."""
    return 0.5 + math.comb(length - 1, (length - 1) // 2) / 2**length


example_inputs, example_answers = first_step_recall(10, 4, seed=SEED)
for sequence, answer in zip(example_inputs[:, :, 0], example_answers, strict=True):
    print(" ".join("+" if step > 0 else "-" for step in sequence), " answer", int(answer))
for length in whole_numbers("LENGTHS", LENGTHS, 1):
    print(f"order-blind ceiling at length {length:>3}: {order_blind_ceiling(length):.3f}")

# %% models
# The two models
def build_transformer(length):
    """One block; positions are learned, and the answer is read from the mean over the steps."""
    inputs = keras.Input((length, 1))
    x = layers.Dense(WIDTH, name="signal")(inputs)  # (B, T, D)
    x = AddPosition(name="position")(x)  # (B, T, D)
    x, _ = TransformerBlock(NUM_HEADS, INTERMEDIATE_DIM, name="block")(x, return_attention_scores=True)
    x = layers.GlobalAveragePooling1D(name="mean")(x)  # (B, D)
    return keras.Model(inputs, layers.Dense(1, activation="sigmoid", name="answer")(x))


def build_lstm(length):
    """Reads one step after the other; the answer is read from its last state."""
    inputs = keras.Input((length, 1))
    x = layers.LSTM(UNITS, use_cudnn=False, name="lstm")(inputs)  # (B, units); without cuDNN, XLA can compile it
    return keras.Model(inputs, layers.Dense(1, activation="sigmoid", name="answer")(x))


BUILDERS = {"transformer": build_transformer, "lstm": build_lstm}
keras.utils.set_random_seed(SEED)
for name, build in BUILDERS.items():
    model = build(example_inputs.shape[1])
    untrained = ops.convert_to_numpy(model(example_inputs))[:, 0]  # (B,), before any training
    print(f"{name:<12} {model.count_params():,} parameters, answers to the sequences above:", untrained.round(2))

# %% [markdown] fit-question
# --- en
# ### Compile and fit, in full view
#
# Now both models are trained once at a short length, the way you would train any Keras model. `compile()` says how: Adam
# changes the weights, binary cross-entropy measures the error, accuracy is reported. `fit()` does it: each epoch goes
# through all sequences in batches of 32, and the two lines for an epoch give the time, the accuracy and the loss. (The
# first epoch is slow because Keras prepares its program then.)
#
# The transformer has about twice as many parameters as the LSTM, 2,433 and 1,169 at length 10. That is not what decides:
# section 5 will solve a long sequence with the same small LSTM.
# --- ko
# ### `compile()`과 `fit()`을 있는 그대로
#
# 이제 짧은 길이에서 두 모델을 한 번씩 훈련해 보겠습니다. 여느 케라스 모델과 똑같은 방법입니다. `compile()` 메서드로
# 방법을 정합니다. 가중치는 Adam이 바꾸고, 오차는 이진 교차 엔트로피로 재고, 정확도를 함께 알려 줍니다. 훈련은 `fit()`
# 메서드가 합니다. 한 에포크 동안 모든 시퀀스를 32개씩 묶은 배치로 한 번씩 훑고, 에포크마다 두 줄로 시간과 정확도와
# 손실을 출력합니다. 첫 에포크가 느린 것은 그때 케라스가 프로그램을 준비하기 때문입니다.
#
# 길이 10에서 파라미터는 트랜스포머가 2,433개, LSTM이 1,169개로 두 배쯤 차이가 납니다. 하지만 승부를 가르는 것은 이 숫자가 아닙니다.
# 5절에서 같은 크기의 LSTM으로 긴 시퀀스를 풀어 보겠습니다.

# %% fit
# compile and fit, in full view
inputs, answers = first_step_recall(FIT_LENGTH, TRAIN_SAMPLES, seed=SEED)  # (N, T, 1), (N,)
test_inputs, test_answers = first_step_recall(FIT_LENGTH, TEST_SAMPLES, seed=1000 + SEED)

for name, build in BUILDERS.items():
    keras.utils.set_random_seed(SEED)  # the same start and the same order of the samples each time
    model = build(FIT_LENGTH)
    model.compile(optimizer=keras.optimizers.Adam(LEARNING_RATE), loss="binary_crossentropy", metrics=["accuracy"])
    print(name)
    model.fit(inputs, answers, batch_size=BATCH_SIZE, epochs=FIT_EPOCHS, verbose=2)
    loss, accuracy = model.evaluate(test_inputs, test_answers, batch_size=250, verbose=0)
    print(f"{name} on new sequences: accuracy {accuracy:.3f}, loss {loss:.3f}\n")

# %% [markdown] fit-means
# --- en
# **What you should see.** Both models end between 0.99 and 1.000 on new sequences, with any seed. Guessing would get 0.5.
# The loss starts near 0.69, which is ln 2, the loss of somebody who says "half and half" every time, and falls to below
# 0.05. While it lingers near 0.69 and the accuracy near 0.5, a model is on its *plateau*: it learns, but nothing shows yet.
#
# **What it means.** At length 10 the task is easy for both. Nothing so far says that one model is better.
#
# **If you see something else,** three causes are likely. (1) A setting in cell {cell:parameters} was changed: with fewer
# epochs or sequences a model may still be on its plateau. (2) A layer in cell {cell:layers} or a model in cell
# {cell:models} was changed: run both cells again as they were. (3) Another version or processor: the last digits differ,
# and a model may need an epoch more.
#
# **Change one thing.** In cell {cell:parameters}, set `FIT_LENGTH = 40` and run that cell and cell {cell:fit} again. Which
# of the two is still on its plateau after 8 epochs?
# --- ko
# **나와야 할 결과.** 시드가 무엇이든 두 모델 모두 처음 보는 시퀀스에서 정확도가 0.99에서 1.000 사이입니다. 찍으면 0.5입니다. 손실은
# 0.69 근처에서 시작해 0.05 아래로 떨어집니다. 0.69는 ln 2, 곧 언제나 "반반"이라고 답할 때의 손실입니다. 손실이 0.69 근처, 정확도가 0.5
# 근처에서 움직이지 않는 동안을 정체 구간(plateau)이라고 합니다. 학습은 하고 있지만 아직 겉으로 드러나지 않는 때입니다.
#
# **무슨 뜻일까요?** 길이 10에서는 두 모델 모두 쉽게 풉니다. 아직은 어느 쪽이 낫다고 말할 수 없습니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) {cell:parameters}번 셀의 설정을 바꾼 경우입니다. 에포크나 시퀀스가
# 적으면 아직 정체 구간일 수 있습니다. (2) {cell:layers}번 셀의 층이나 {cell:models}번 셀의 모델을 바꾼 경우입니다. 두 셀을 원래대로
# 되돌려 다시 실행하세요. (3) 버전이나 프로세서가 다른 경우입니다. 끝자리가 달라지고, 한 에포크쯤 더 필요할 수 있습니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `FIT_LENGTH = 40`으로 바꾸고 그 셀과 {cell:fit}번 셀을 다시 실행해 보세요. 8에포크가
# 지나도 아직 정체 구간에 있는 모델은 어느 쪽인가요?

# %% [markdown] grid-question
# --- en
# ## 4 The comparison
#
# **What is asked.** From which length on does it matter whether a model carries or looks back? Each model is trained at five
# lengths with two seeds: twenty runs. With plain `fit()` that would take about ten minutes, so an epoch is compiled. Five
# sentences about cell {cell:compiled-epoch}:
#
# 1. `fit()` comes back to Python after every batch, and with models this small most of the time is spent on the way.
# 2. Here the loop over the batches stands inside a function that the XLA compiler turns into a single program, so that
#    Python is asked once an epoch.
# 3. Each turn of the loop is `model.train_step`, Keras' own step, so loss, gradients and Adam are those of `fit()`.
# 4. The order of the samples goes in as an argument, and the last 16 sequences, which fill no batch, are a step after the
#    loop.
# 5. Compiling takes some seconds for each model and length; the next seed only gets new starting weights.
#
# Cell {cell:train} is one run: seed, build, compile, train, measure. Test sequences come from a seed of their own.
#
# **Nothing finished is lost.** Each run is written at once to the folder `code2_results` beside the notebook. Stop the cell,
# restart the runtime, run it again: it goes on where it was. Other settings make other files, so nothing is mixed up; a
# damaged file is set aside. Two things to know: where Colab takes the whole machine back, the folder goes with it, so
# download it if you need it; and a file does not notice that you changed a *layer*: give `RESULTS` another name then.
# --- ko
# ## 4 길이를 늘려 가며 비교하기
#
# **무엇을 묻나요?** 들고 가느냐 돌아보느냐의 차이는 어느 길이부터 드러날까요? 모델마다 다섯 가지 길이와 시드 두 개로 훈련하므로 실험은
# 모두 스무 번입니다. `fit()`만 쓰면 10분쯤 걸리기 때문에 에포크를 통째로 컴파일합니다. {cell:compiled-epoch}번 셀을 다섯 문장으로
# 설명하면 이렇습니다.
#
# 1. `fit()`은 배치 하나가 끝날 때마다 파이썬으로 돌아오는데, 이렇게 작은 모델에서는 오가는 데 시간을 거의 다 씁니다.
# 2. 그래서 배치를 도는 반복문을 함수 안에 넣고 XLA 컴파일러로 프로그램 하나를 만들어, 파이썬은 에포크마다 한 번만 거치게 합니다.
# 3. 반복할 때마다 케라스의 `model.train_step`을 그대로 부르므로 손실도, 기울기(gradient)도, Adam도 `fit()`과 같습니다.
# 4. 시퀀스를 보여 줄 순서는 인수로 넣고, 배치를 채우지 못하고 남는 마지막 16개는 반복문이 끝난 뒤 한 번 더 훈련합니다.
# 5. 컴파일은 모델과 길이마다 몇 초씩 걸리지만, 다음 시드에서는 시작 가중치만 새로 넣으면 됩니다.
#
# {cell:train}번 셀이 실험 하나입니다. 시드를 정하고, 모델을 만들고, 컴파일하고, 훈련하고, 평가합니다. 테스트 시퀀스는
# 따로 정한 시드로 만듭니다.
#
# **끝난 실험은 사라지지 않습니다.** 실험이 하나 끝날 때마다 노트북 옆의 `code2_results` 폴더에 곧바로 저장합니다. 셀을
# 멈추거나 런타임을 다시 시작해도, 셀을 다시 실행하면 하던 데서 이어집니다. 설정이 다르면 파일도 다르므로 결과가 섞이지
# 않고, 손상된 파일은 따로 치워 둡니다. 두 가지만 알아 두세요. 코랩이 가상 머신을 회수하면 폴더도 함께 사라지므로,
# 필요하면 미리 내려받으세요. 그리고 *층*의 코드를 고쳐도 저장된 결과는 그대로 쓰이므로, 그때는 `RESULTS`에 다른 이름을
# 적으세요.

# %% compiled-epoch
# An epoch as one compiled program
from common_training import tensorflow_epoch

# %% other-backends form
# The same for other backends, and what surrounds an epoch (no need to read it)
from common_training import jax_epoch, compiled_epoch, start_again, in_batches

# %% files form
# Finished runs as files (no need to read it)
from keras_attention.comparison.files import write_whole
from common_files import path_of, save_run, load_run, kept_runs

CORNER = 20  # positions that are kept of the attention weights


def settings_of(model, length, seed):
    """All that decides a run: where one of these values changes, the run has another file."""
    return {"run": f"{model}-{length}-seed{seed}", "length": length, "epochs": EPOCHS, "train_samples": TRAIN_SAMPLES,
            "test_samples": TEST_SAMPLES, "batch_size": BATCH_SIZE, "learning_rate": LEARNING_RATE,
            "sizes": [UNITS] if model.startswith("lstm") else [WIDTH, NUM_HEADS, INTERMEDIATE_DIM],
            "keras": keras.__version__, "backend": BACKEND}


def is_whole(settings, run):
    """Whether nothing is missing in a run that was read from its file."""
    whole = 0 <= run["accuracy"] <= 1 and np.array(run["loss"], float).shape == (settings["epochs"],)
    whole = whole and run["parameters"] > 0 and run["seconds"] >= 0
    if len(settings["sizes"]) > 1:  # a transformer
        corner = min(CORNER, settings["length"])
        whole = whole and np.shape(run["corner"]) == (settings["sizes"][1], corner, corner)
        whole = whole and 0 <= run["first_step"] <= 1
    return whole

# %% train
# One run: build, train, measure
from common_training import trained_models


def train(model_name, length, seeds):
    """Trains a model at one length with each seed, and yields (seed, run) when a run is finished."""
    def build():
        model = BUILDERS[model_name](length)
        model.compile(optimizer=keras.optimizers.Adam(LEARNING_RATE), loss="binary_crossentropy", metrics=["accuracy"])
        return model

    def sample(seed):
        return first_step_recall(length, TRAIN_SAMPLES, seed)  # (N, T, 1), (N,)

    for seed, model, losses, seconds in trained_models(build, sample, EPOCHS, BATCH_SIZE, seeds):
        test_inputs, test_answers = first_step_recall(length, TEST_SAMPLES, seed=1000 + seed)
        probabilities = np.concatenate(list(in_batches(model, test_inputs)))[:, 0]  # (N,)
        yield seed, {
            "accuracy": float(((probabilities > 0.5) == test_answers).mean()),
            "loss": losses,
            **attention_of(model, test_inputs),
            "parameters": model.count_params(),
            "seconds": round(seconds, 2),
        }


def attention_of(model, inputs):
    """The mean weight on the first step, and the weights among the first steps, each a mean over all sequences."""
    if "block" not in [layer.name for layer in model.layers]:
        return {}
    _, weights = model.get_layer("block").output  # (B, H, T, S), symbolic
    looks = keras.Model(model.input, weights)
    first_step, corner = 0.0, 0.0
    for batch in in_batches(looks, inputs):  # (b, H, T, S)
        share = len(batch) / len(inputs)
        first_step += share * float(batch[:, :, :, 0].mean())  # over samples, heads and all queries
        corner += share * batch[:, :, :CORNER, :CORNER].mean(axis=0)  # (H, T, S)
    return {"first_step": first_step, "corner": np.round(np.float64(corner), 4).tolist()}


def finished_runs(model_name, length, seeds):
    """The runs {(model, length, seed): run}, taken from their files or done now and saved at once."""
    length, seeds = positive_integer("length", length), whole_numbers("seeds", seeds, 0)
    settings = {seed: settings_of(model_name, length, seed) for seed in seeds}
    runs = {}
    for seed, run, from_file in kept_runs(RESULTS, settings, is_whole, lambda some: train(model_name, length, some)):
        runs[seed] = run
        report(model_name, length, seed, run, from_file)
    return {(model_name, length, seed): runs[seed] for seed in seeds}


def report(model_name, length, seed, run, from_file):
    """Prints a run in one line."""
    origin = pick("from its file", "파일에서 읽음") if from_file else f"{run['seconds']:.1f} s"
    looks = f"attention to first step {run['first_step']:.3f}" if "first_step" in run else ""
    print(f"{model_name:<11} length {length:>3} seed {seed}  accuracy {run['accuracy']:.3f}  {looks:<29}  {origin}",
          flush=True)

# %% grid
# The whole grid: every model, length and seed
results = {}
for length in whole_numbers("LENGTHS", LENGTHS, 1):
    for model_name in ("transformer", "lstm"):
        results |= finished_runs(model_name, length, SEEDS)

# %% [markdown] grid-means
# --- en
# **What you should see.** A line for each run. Transformer: accuracy 1.000, now and then 0.99, at every length and with
# every seed. LSTM: 1.000 at length 10; 1.000 at 20 with most seeds, else about 0.9, still on its way; at 40 anything between
# 0.5 and 1.000; at 80 and 160 between 0.46 and 0.54, which is chance: with 1,000 test sequences a guesser lands within 0.03
# of 0.5 nineteen times out of twenty. A run on its plateau gives itself away by a loss near 0.69 from the first epoch to
# the last.
#
# **If you see something else,** three causes are likely. (1) Other settings: with fewer epochs or sequences even the
# transformer may not get off its plateau. (2) Old results of another layer or model: set `RESULTS` to a new name and run
# from cell {cell:parameters} on. (3) Another version, processor or seed: a run near the edge, such as the LSTM at
# length 40, may end the other way.
#
# Equal seeds give equal numbers on the same machine with the same versions; anywhere else, trust the ranges.
# --- ko
# **나와야 할 결과.** 실험마다 한 줄씩 나옵니다. 트랜스포머는 어느 길이, 어느 시드에서나 정확도가 1.000이고 더러 0.99가
# 나옵니다. LSTM은 길이 10에서 1.000이고, 20에서도 대개 1.000이지만 0.9쯤에서 아직 올라가는 중인 시드도 있습니다. 40에서는
# 0.5와 1.000 사이의 어떤 값, 80과 160에서는 0.46에서 0.54 사이입니다. 이 값은 무작위 추측 수준입니다. 테스트 시퀀스가 1,000개이면 찍기만 해도 스무 번에 열아홉 번은 0.5에서 0.03 안쪽에 들기
# 때문입니다. 정체 구간에 머문 실험은 손실이 첫 에포크부터 마지막 에포크까지 0.69 근처입니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) 설정이 다른 경우입니다. 에포크나 시퀀스가 적으면 트랜스포머도 정체
# 구간을 벗어나지 못할 수 있습니다. (2) 층이나 모델을 고치기 전의 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적고
# {cell:parameters}번 셀부터 다시 실행하세요. (3) 버전, 프로세서, 시드가 다른 경우입니다. 길이 40의 LSTM처럼 아슬아슬한 실험은 결과가
# 반대로 나올 수 있습니다.
#
# 같은 컴퓨터, 같은 버전에서는 시드가 같으면 숫자도 같습니다. 환경이 다르면 숫자 하나하나보다 범위를 보세요.

# %% table
# The table
SOLVED = 0.95  # accuracy from which a run counts as solved
MODEL_NAMES = ("transformer", "transformer-no-position", "lstm", "lstm-chrono")


def rows_of(runs):
    """{(model, length): its runs, seed by seed}."""
    rows = {}
    for (model_name, length, _), run in runs.items():
        rows.setdefault((model_name, length), []).append(run)
    return dict(sorted(rows.items(), key=lambda row: (MODEL_NAMES.index(row[0][0]), row[0][1])))


def print_table(rows):
    """A line for each model and length; accuracies are given seed by seed."""
    names = max(len(model_name) for model_name, _ in rows)
    wide = max(8, *(6 * len(runs) - 1 for runs in rows.values()))
    print(f"{'model':<{names}}  length  {'accuracy':<{wide}}  solved  first step    1/T  parameters  seconds")
    for (model_name, length), runs in rows.items():
        accuracies = " ".join(f"{run['accuracy']:.3f}" for run in runs)
        solved = f"{sum(run['accuracy'] >= SOLVED for run in runs)} of {len(runs)}"
        looks = [run["first_step"] for run in runs if "first_step" in run]
        first_step = f"{np.mean(looks):.3f}" if looks else "-"
        print(f"{model_name:<{names}}  {length:>6}  {accuracies:<{wide}}  {solved:<6}  {first_step:>10}  "
              f"{1 / length:.3f}  {runs[0]['parameters']:>10,}  {sum(run['seconds'] for run in runs):>7.1f}")


print_table(rows_of(results))

# %% [markdown] table-means
# --- en
# **How to read it.** *Accuracy* has a number for each seed, because a mean would mislead: most runs end near 1.0 or near 0.5,
# and a mean of 0.75 would describe none of them. *Solved* counts accuracies of at least 0.95. *First step* is the weight on the
# first step, averaged over test sequences, heads and all positions that look, to be read beside *1/T*, its value if all
# steps got the same. *Seconds* are those of all seeds together, compiling included.
# --- ko
# **표 읽는 방법.** accuracy 칸에는 시드마다 정확도를 하나씩 적었습니다. 평균을 내면 오해하기 쉽기 때문입니다. 실험은 대개 1.0 근처나
# 0.5 근처에서 끝나는데, 평균 0.75는 어느 쪽도 아닙니다. solved 칸은 정확도가 0.95 이상인 실험의 수입니다. first step 칸은 첫 스텝에
# 준 어텐션 가중치를 테스트 시퀀스, 헤드, 보는 위치 전체에 걸쳐 평균한 값입니다. 모든 스텝을 똑같이 볼 때의 값인 1/T과 견주어 읽으세요.
# seconds 칸은 컴파일까지 포함해 모든 시드에 걸린 시간을 더한 것입니다.

# %% comparison-figure form
# The table as a picture: every run a point
STYLES = {"transformer": ("#D55E00", "^", "-"), "transformer-no-position": ("#CC79A7", "X", "-."),
          "lstm": ("#0072B2", "o", "-"), "lstm-chrono": ("#56B4E9", "s", "--")}  # colour, marker, line


def draw_comparison(rows):
    """Accuracy, and attention to the first step, over the length."""
    figure, (accuracy, looks) = plt.subplots(1, 2, figsize=(11, 4.8), layout="constrained")
    lengths = sorted({length for _, length in rows})
    for place, model_name in enumerate(dict.fromkeys(model_name for model_name, _ in rows)):
        colour, marker, line = STYLES[model_name]
        own = {length: runs for (other, length), runs in rows.items() if other == model_name}
        medians = [np.median([run["accuracy"] for run in runs]) for runs in own.values()]
        accuracy.plot(list(own), medians, color=colour, linestyle=line)
        accuracy.plot([], [], color=colour, linestyle=line, marker=marker, markersize=9, label=model_name)
        for length, runs in own.items():
            beside = length * 2 ** (0.26 * (place - 0.5) + 0.07 * np.linspace(-1, 1, len(runs)))
            accuracy.plot(beside, [run["accuracy"] for run in runs], color=colour, marker=marker, linestyle="",
                          markersize=9, markeredgecolor="white")
            points = [run["first_step"] for run in runs if "first_step" in run]
            named = f"{model_name}, every seed" if points and length == min(own) else None
            looks.plot([length] * len(points), points, color=colour, marker=marker, linestyle="", markersize=9,
                       markeredgecolor="white", label=named)
    accuracy.plot(lengths, [order_blind_ceiling(length) for length in lengths], color="#555555", linestyle="--",
                  label="order-blind ceiling")
    accuracy.axhline(0.5, color="#555555", linestyle=":", label="guessing")
    smooth = np.geomspace(lengths[0], lengths[-1], 50)
    looks.plot(smooth, 1 / smooth, color="#555555", linestyle="--", label="1/T: all steps alike")
    accuracy.set(title="Accuracy on new sequences", ylabel="accuracy", ylim=(0.4, 1.04))
    looks.set(title="Attention to the first step", ylabel="mean weight", ylim=(0, 1))
    for panel in (accuracy, looks):
        panel.set_xscale("log", base=2)
        panel.set_xticks(lengths, lengths)
        panel.minorticks_off()
        panel.set_xlim(lengths[0] / 1.3, lengths[-1] * 1.3)
        panel.set_xlabel("length T")
        panel.grid(color="#e5e5e5")
        panel.spines[["top", "right"]].set_visible(False)
    looks.legend(loc="upper right", fontsize=11)
    figure.legend(*accuracy.get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
    return figure


show(draw_comparison(rows_of(results)),
     pick("Left: accuracy over the length, every run a point, with lines for guessing and the order-blind ceiling. "
          "Right: the mean attention to the first step beside 1/T.",
          "왼쪽: 길이에 따른 정확도. 실험마다 점 하나이고, 무작위 추측 수준과 순서를 모를 때의 한계를 선으로 "
          "그렸습니다. 오른쪽: 첫 스텝에 준 어텐션 가중치 평균과 1/T."))

# %% [markdown] figure-means
# --- en
# **What you should see.** On the left the transformer's triangles lie on the upper edge at every length; the LSTM's circles
# lie there at 10 and 20 and on the line of guessing at 80 and 160. On the right, all triangles are above 1/T, and the gap
# widens: the weight stays roughly between 0.1 and 0.6, while 1/T falls from 0.100 to 0.006.
#
# **At length 40** either outcome is right. Both circles near 1: both seeds found the way in time. One up, one down: the
# common case; data and settings are alike, and the random start decides. Both down: both were still on their way when the
# 30 epochs were over. A circle in between, at 0.6 or so: that run had begun to leave its plateau.
#
# **What it means.** For the transformer the first step is one look away, at length 160 as at length 10. For the LSTM every
# further step is one more hand the message goes through.
# --- ko
# **나와야 할 결과.** 왼쪽 그림에서 트랜스포머의 세모는 어느 길이에서나 맨 위에 있습니다. LSTM의 동그라미는 10과 20에서는 맨 위에, 80과
# 160에서는 무작위 추측 수준을 나타내는 선 위에 있습니다. 오른쪽 그림에서 세모는 모두 1/T보다 위에 있고, 길수록 차이가 벌어집니다. 1/T이
# 0.100에서 0.006으로 줄어드는 동안 가중치는 대체로 0.1과 0.6 사이에 머뭅니다.
#
# **길이 40**에서는 어떻게 나와도 맞습니다. 동그라미가 둘 다 1 근처라면 두 시드 모두 제때 길을 찾은 것입니다. 하나는 위, 하나는 아래라면
# 가장 흔한 경우입니다. 데이터의 성격도 설정도 같으니 무작위로 정한 출발점이 승부를 갈랐습니다. 둘 다 아래라면 30에포크가 끝날 때까지
# 아직 가는 중이었던 것입니다. 0.6쯤 되는 어중간한 자리에 있다면 이제 막 정체 구간을 벗어나던 참입니다.
#
# **무슨 뜻일까요?** 트랜스포머에게 첫 스텝은 길이가 10이든 160이든 한 번만 돌아보면 되는 거리에 있습니다. LSTM에게는 스텝이 하나 늘 때마다
# 말을 전해 줄 사람이 한 명씩 늘어나는 셈입니다.

# %% heat-map form
# Where a trained block looks
shortest = min(length for model_name, length, _ in results if model_name == "transformer")
shown = [key for key in results if key[:2] == ("transformer", shortest)][:2]  # the first two seeds
heads = range(NUM_HEADS)
figure, panels = plt.subplots(len(shown), len(heads), figsize=(4.6 * len(heads), 4.3 * len(shown)), squeeze=False,
                              layout="constrained")
for row, key in zip(panels, shown, strict=True):
    corner = np.array(results[key]["corner"])  # (H, T, S), means over the test sequences
    steps = range(1, corner.shape[1] + 1)
    for head in heads:
        picture = heat_map(row[head], corner[head], steps, steps, f"T = {shortest}, seed {key[2]}, head {head + 1}")
figure.colorbar(picture, ax=panels, label="mean attention weight", shrink=0.7)
show(figure, pick("A heat map for each seed and head: rows are the steps that look, columns those looked at.",
                  "시드와 헤드마다 히트맵 하나: 행은 보는 스텝(쿼리), 열은 보이는 스텝(키)입니다."))

# %% [markdown] heat-map-means
# --- en
# **What you should see.** A bright first column, in some heads more than in others: whichever step looks, it looks at
# step 1. Each row of weights sums to 1; a row that looked everywhere alike would be 0.1 throughout. A faint diagonal, where
# there is one, says that a step also looks a little at itself.
#
# **What it means.** Nobody told the block where to look; the column grew in training. Seeds and heads differ, and some seeds
# solve the task with a rather pale column. That is no contradiction: the answer is read from the mean over all steps, and
# the first step's own vector is part of that mean, so there is a second way to the answer. A map of weights shows where a
# model looked while computing. It does not prove why the answer is right.
# --- ko
# **나와야 할 결과.** 첫 번째 열이 밝게 나옵니다. 더 밝은 헤드도 있고 덜 밝은 헤드도 있습니다. 어느 스텝이 보든 1번 스텝을 본다는
# 뜻입니다. 가중치는 행마다 더하면 1이므로, 모든 스텝을 똑같이 보는 행이라면 전부 0.1이어야 합니다. 대각선이 희미하게 보인다면 스텝이
# 자기 자신도 조금 본다는 뜻입니다.
#
# **무슨 뜻일까요?** 어디를 보라고 알려 준 사람은 없습니다. 이 열은 훈련하는 동안 저절로 생겨났습니다. 시드와 헤드마다 모습이 다르고,
# 첫 번째 열이 꽤 흐린데도 과제를 푸는 시드도 있습니다. 모순은 아닙니다. 답은 모든 스텝의 평균에서 읽는데 첫 스텝의 벡터도 그 평균에
# 들어 있으니, 답으로 가는 길이 하나 더 있는 셈입니다. 어텐션 맵은 모델이 계산하면서 어디를 보았는지 보여 줄 뿐, 왜 그 답이 맞는지
# 증명해 주지는 않습니다.

# %% loss-curves form
# How the loss falls: plateaus and cliffs
def draw_losses(panel, runs, title):
    """The training loss of every run, epoch by epoch."""
    lengths = sorted({length for _, length, _ in runs})
    lines = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
    for (_, length, seed), run in runs.items():
        place = lengths.index(length)
        colour = plt.get_cmap("viridis")(place / max(1, len(lengths) - 1) * 0.9)
        panel.plot(range(1, len(run["loss"]) + 1), run["loss"], color=colour, linestyle=lines[place % len(lines)],
                   linewidth=2, label=f"T = {length}" if seed == min(key[2] for key in runs) else None)
    panel.axhline(math.log(2), color="#555555", linestyle=":", label="guessing: ln 2")
    panel.set(title=title, xlabel="epoch", ylabel="training loss", ylim=(-0.02, 0.8))
    panel.xaxis.get_major_locator().set_params(integer=True)
    panel.grid(color="#e5e5e5")
    panel.spines[["top", "right"]].set_visible(False)


figure, panels = plt.subplots(1, 2, figsize=(11, 4.2), gridspec_kw={"wspace": 0.25})
for panel, model_name in zip(panels, ("transformer", "lstm"), strict=True):
    draw_losses(panel, {key: run for key, run in results.items() if key[0] == model_name}, model_name)
panels[1].legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False, fontsize=11)
show(figure, pick("Training loss over the epochs, a line for each run, the transformer on the left and the LSTM on the "
                  "right; a dotted line marks the loss of guessing.",
                  "에포크에 따른 훈련 손실. 실험마다 선 하나이고 왼쪽은 트랜스포머, 오른쪽은 LSTM입니다. "
                  "점선은 찍었을 때의 손실입니다."))

# %% [markdown] losses-mean
# --- en
# **What you should see.** Plateaus and cliffs. Left: lines that stay near the dotted line for a few epochs at most and then
# fall to 0. Right: the same for the short lengths; the longer ones run along the dotted line to the end. A run that solves
# length 40 shows both: flat for several epochs, and then, within a few, down. A run may also leave the line and come back.
#
# **What it means.** A flat line is not a broken program, and not proof that nothing will come: before a cliff it looks
# exactly the same. How long a plateau lasts depends on length, seed and luck, so a verdict needs more than one seed and
# names its budget: 2,000 sequences, 30 epochs.
#
# **Change one thing.** In cell {cell:parameters}, set `LENGTHS = (40,)` and `SEEDS = (0, 1, 2, 3, 4)`, run that cell and
# then cell {cell:grid} to here: about one minute. How many of five LSTMs leave the plateau, and when?
# --- ko
# **나와야 할 결과.** 평평한 길과 절벽이 보입니다. 왼쪽에서는 선이 점선 근처에 길어야 몇 에포크 머물다가 0으로 떨어집니다. 오른쪽에서도
# 짧은 길이는 마찬가지지만, 긴 길이의 선은 끝까지 점선을 따라갑니다. 길이 40을 푼 실험에서는 둘 다 볼 수 있습니다. 여러 에포크 동안
# 평평하다가 몇 에포크 만에 뚝 떨어집니다. 점선을 벗어났다가 되돌아오는 실험도 있습니다.
#
# **무슨 뜻일까요?** 선이 평평하다고 프로그램이 고장 난 것은 아니며, 앞으로도 안 된다는 증거도 아닙니다. 절벽 바로 앞에서도 똑같이 평평하기
# 때문입니다. 정체 구간이 얼마나 이어질지는 길이와 시드와 운에 달려 있습니다. 그래서 결론을 내리려면 시드가 여러 개 있어야 하고, 시퀀스
# 2,000개와 30에포크라는 조건을 함께 밝혀야 합니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `LENGTHS = (40,)`, `SEEDS = (0, 1, 2, 3, 4)`로 바꾸고 그 셀과 {cell:grid}번 셀부터
# 여기까지 다시 실행해 보세요. 1분쯤 걸립니다. LSTM 다섯 개 가운데 몇 개가, 언제 정체 구간을 벗어나나요?

# %% [markdown] why-question
# --- en
# ## 5 Why the LSTM stays on its plateau
#
# **What is asked.** An LSTM has a memory cell and a *forget gate* that says at every step which share of the memory is kept.
# A new LSTM in Keras starts with the gate at sigma(1) = 0.731. What is left of the first step after T steps?
# --- ko
# ## 5 LSTM은 왜 정체 구간에 머물까요?
#
# **무엇을 묻나요?** LSTM에는 기억을 담는 셀 상태와, 스텝마다 기억을 얼마나 남길지 정하는 망각 게이트(forget gate)가 있습니다. 케라스에서
# 갓 만든 LSTM의 망각 게이트는 σ(1) = 0.731에서 시작합니다. T스텝이 지나면 첫 스텝은 얼마나 남아 있을까요?

# %% forget-gate
# What is left of the first step at the end, before training
kept = 1 / (1 + math.exp(-1))  # the forget gate of a new Keras LSTM: sigma(1)
print(f"kept by one step: {kept:.3f}")
for length in whole_numbers("LENGTHS", LENGTHS, 1):
    print(f"left after {length:>4} steps: {kept**length:.1e}")

# %% [markdown] forget-means
# --- en
# **What you should see.** 0.731^T: at 10 steps a few hundredths are left, at 40 a few millionths, at 80 about 1e-11, at 160
# about 1e-22.
#
# **What it means.** At 80 steps the first sign arrives as one part in a hundred thousand million, buried under the noise of
# the last few steps. The gradient that should teach the gate to keep more takes the same way back and arrives just as
# faint. So the LSTM does not hear what it is to learn. That is the plateau.
#
# If this is the reason, there should be a cure that changes nothing but the start. The *chrono* start (Tallec and Ollivier
# 2018) sets the bias of the forget gate to log u with u drawn between 1 and T - 1. A gate sigma(log u) = u / (u + 1)
# remembers for about u steps, so that some units span the whole sequence from the beginning. Cell {cell:chrono} trains the
# same LSTM at length 80 with it: same size, same data, same epochs.
# --- ko
# **나와야 할 결과.** 0.731을 T번 곱한 값입니다. 10스텝 뒤에는 100분의 몇, 40스텝 뒤에는 100만분의 몇이 남고, 80스텝 뒤에는 약 1e-11,
# 160스텝 뒤에는 약 1e-22가 남습니다.
#
# **무슨 뜻일까요?** 80스텝이 지나면 첫 부호는 1,000억분의 1로 줄어 마지막 몇 스텝의 잡음에 묻힙니다. 더 많이 기억하라고
# 게이트를 가르쳐야 할 기울기도 같은 길을 거꾸로 오면서 똑같이 희미해집니다. 이것이 기울기 소실입니다. LSTM은 무엇을
# 배워야 할지 전해 듣지 못하고, 그래서 정체 구간에 머뭅니다.
#
# 이 설명이 옳다면 출발점만 바꾸어도 나아져야 합니다. 크로노(chrono) 초기화(Tallec과 Ollivier, 2018)는 망각 게이트의 편향을 log u로
# 둡니다. u는 1과 T - 1 사이에서 무작위로 뽑습니다. 게이트 σ(log u) = u / (u + 1)은 약 u스텝 동안 기억하므로, 처음부터 시퀀스 전체를
# 기억하는 유닛이 생깁니다. {cell:chrono}번 셀에서는 길이 80에서 같은 LSTM을 이렇게 시작해 훈련합니다. 크기도, 데이터도, 에포크 수도
# 그대로입니다.

# %% chrono
# The same LSTM with another start: gates that hold on for about T steps
def build_chrono_lstm(length):
    """The LSTM of section 3; its forget gates start at log U(1, T - 1), its input gates at the negative of that."""
    model = build_lstm(length)
    lstm = model.get_layer("lstm")
    kernel, recurrent_kernel, bias = lstm.get_weights()
    forget = np.log(np.random.uniform(1, length - 1, UNITS))  # (units,)
    zeros = np.zeros(UNITS)
    bias = np.concatenate([-forget, forget, zeros, zeros])  # Keras' order: input, forget, cell, output
    lstm.set_weights([kernel, recurrent_kernel, bias])
    return model


BUILDERS["lstm-chrono"] = build_chrono_lstm
if CHRONO_LENGTH < 3:
    raise ValueError(f"CHRONO_LENGTH must be at least 3; received {CHRONO_LENGTH}.")
plain_runs = finished_runs("lstm", CHRONO_LENGTH, SEEDS)
chrono_runs = finished_runs("lstm-chrono", CHRONO_LENGTH, SEEDS)
print()
print_table(rows_of(plain_runs | chrono_runs))

figure, panels = plt.subplots(1, 2, figsize=(10, 4), sharey=True, gridspec_kw={"wspace": 0.1})
draw_losses(panels[0], plain_runs, "lstm")
draw_losses(panels[1], chrono_runs, "lstm-chrono")
panels[1].set_ylabel("")
panels[0].legend(loc="lower left", fontsize=11)
show(figure, pick("Training loss of the LSTM at one length: left with Keras' start, right with the chrono start.",
                  "한 길이에서 LSTM의 훈련 손실. 왼쪽은 케라스의 초깃값, 오른쪽은 크로노 초깃값으로 시작했습니다."))

# %% [markdown] chrono-means
# --- en
# **What you should see.** With Keras' start both runs stay near 0.5, within 0.04. With the chrono start the loss leaves the
# dotted line within about ten epochs, and both runs end between 0.9 and 1.000; a seed now and then needs more than 30
# epochs. The parameters are as many as before.
#
# **If you see something else,** three causes are likely. (1) Other settings, `CHRONO_LENGTH` or `EPOCHS` above all: the
# longer, the longer the way down. (2) Old results of another model: set `RESULTS` to a new name. (3) Another version,
# processor or seed: look at the loss; where it falls, the run is on its way.
#
# **What not to conclude.**
#
# * Not "an LSTM is unable to do this". It just did. In *this budget*, with *this start*, it does not get there at 80.
#   Hochreiter and Schmidhuber (1997) had theirs solve a task of this kind at length 100, with more examples.
# * Not "a transformer is better". This task was picked because looking back is all it needs. The price is T x T scores for
#   every head: at twice the length four times as many.
# * Not a rate of success: two seeds are two seeds.
#
# **Change one thing.** In cell {cell:parameters}, set `CHRONO_LENGTH = 160`, run it and cell {cell:chrono} again (about one
# minute). Does the same remedy carry twice as far?
# --- ko
# **나와야 할 결과.** 케라스의 초깃값으로 시작한 실험은 둘 다 0.5에서 0.04 안쪽에 머뭅니다. 크로노 초깃값으로 시작하면 10에포크 안팎에서
# 손실이 점선을 벗어나고, 두 실험 모두 0.9에서 1.000 사이에서 끝납니다. 어쩌다 30에포크로 모자란 시드도 있습니다. 파라미터 개수는
# 그대로입니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) 설정이 다른 경우입니다. 특히 `CHRONO_LENGTH`와 `EPOCHS`를 살펴보세요.
# 길수록 내려오는 데 오래 걸립니다. (2) 고치기 전 모델의 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적으세요. (3) 버전, 프로세서,
# 시드가 다른 경우입니다. 손실을 보세요. 내려가고 있다면 가는 중입니다.
#
# **이렇게 결론 내리지 마세요.**
#
# * "LSTM은 이 과제를 풀 수 없다"가 아닙니다. 방금 풀었습니다. *이 조건*에서 *이 초깃값*으로 시작하면 길이 80에서 답에 이르지 못할
#   뿐입니다. Hochreiter와 Schmidhuber(1997)의 LSTM은 더 많은 예제로 길이 100인 비슷한 과제를 풀었습니다.
# * "트랜스포머가 더 낫다"도 아닙니다. 돌아보기만 하면 풀리는 과제를 일부러 골랐습니다. 그 대가로 헤드마다 점수를 T × T개 계산하고,
#   길이가 2배가 되면 점수는 4배가 됩니다.
# * 성공률로 읽어서도 안 됩니다. 시드 두 개는 실험 두 번일 뿐입니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `CHRONO_LENGTH = 160`으로 바꾸고 그 셀과 {cell:chrono}번 셀을 다시 실행해 보세요. 1분쯤
# 걸립니다. 같은 방법이 두 배 길이에서도 통할까요?

# %% [markdown] challenge-question
# --- en
# ## 6 Challenge: without positions
#
# Take `AddPosition` out of the transformer, train it at one length with three seeds, and report the accuracies and the
# attention to the first step. Then explain them in two or three sentences, with what section 5 of Code 1 showed about
# shuffled words.
#
# Guess before you compute: will it be 1.000, 0.5, or something in between?
#
# Write the function in cell {cell:challenge-answer} and run it together with the check below it. The check shuffles the
# steps of some sequences: a model that knows no order must give the same answers.
# --- ko
# ## 6 도전 과제: 위치 임베딩 빼기
#
# 트랜스포머에서 `AddPosition`을 빼고, 한 길이에서 시드 세 개로 훈련해 정확도와 첫 스텝에 준 어텐션 가중치를 보고하세요. 그런 다음 Code 1의
# 5절에서 단어를 섞었을 때 본 것과 연결해 두세 문장으로 까닭을 설명해 보세요.
#
# 계산하기 전에 먼저 예상해 보세요. 1.000일까요, 0.5일까요, 아니면 그 사이의 어떤 값일까요?
#
# {cell:challenge-answer}번 셀에 함수를 쓰고 바로 아래 확인용 셀과 함께 실행하세요. 확인용 셀은 시퀀스의 스텝 순서를 섞어 봅니다. 순서를
# 모르는 모델이라면 답이 그대로여야 합니다.

# %% challenge-answer
# Your transformer without AddPosition
def build_without_position(length):
    return None  # copy the lines of build_transformer, and change what has to change

# %% challenge-check
# Check of your transformer
def feedback(model, length):
    """What a learner should hear about the model: right, a slip that has a name, or what to look at."""
    if model is None:
        return pick("No answer yet: write the function in the cell above.",
                    "아직 답이 없습니다. 위 셀의 함수를 완성하세요.")
    if not isinstance(model, keras.Model):
        return pick(f"The function must return a keras.Model; it returned {type(model).__name__}.",
                    f"함수는 keras.Model을 돌려주어야 합니다. 지금 돌려준 것의 형식은 {type(model).__name__}입니다.")
    if model.input_shape != (None, length, 1) or model.output_shape != (None, 1):
        return pick(f"The model must lead from (None, {length}, 1) to (None, 1); yours leads from "
                    f"{model.input_shape} to {model.output_shape}.",
                    f"입력 shape는 (None, {length}, 1), 출력 shape는 (None, 1)이어야 합니다. "
                    f"지금은 입력이 {model.input_shape}, 출력이 {model.output_shape}입니다.")
    kinds = [type(layer).__name__ for layer in model.layers]
    if "AddPosition" in kinds:
        return pick("Not yet: there is still an AddPosition.", "다시 해 보세요. AddPosition이 아직 남아 있습니다.")
    if "TransformerBlock" not in kinds:
        return pick("Not yet: the block is gone as well. Only AddPosition has to go.",
                    "다시 해 보세요. 블록까지 사라졌습니다. AddPosition만 빼면 됩니다.")
    sequences, _ = first_step_recall(length, 100, seed=SEED)  # (B, T, 1)
    mixed = np.random.default_rng(SEED).permutation(length)
    change = ops.max(ops.abs(model(sequences) - model(sequences[:, mixed])))
    change = f"{float(change):.1e}"
    if float(change) > 1e-4:
        return pick(f"Not yet: with the steps in another order the answer changes by {change}. What in your model "
                    "still knows the order?",
                    f"다시 해 보세요. 스텝 순서를 섞으면 답이 {change}만큼 달라집니다. "
                    "모델의 어느 부분이 아직 순서를 알고 있을까요?")
    return pick(f"Right: with the steps in another order the answer stays the same (a difference of {change}).",
                f"맞았습니다. 스텝 순서를 섞어도 답이 그대로입니다(차이 {change}).")


print(feedback(build_without_position(CHALLENGE_LENGTH), CHALLENGE_LENGTH))

# %% [markdown] solution
# --- en
# ### Solution
#
# Try first, then read on. Cell {cell:solution-runs} trains three seeds without positions and, for comparison, three with
# them.
# --- ko
# ### 풀이
#
# 먼저 풀어 본 다음에 보세요. {cell:solution-runs}번 셀은 위치 임베딩 없이 시드 세 개로 훈련하고, 견주어 볼 수 있도록 위치 임베딩이 있는
# 트랜스포머도 시드 세 개로 훈련합니다.

# %% solution-runs form
# Solution: three seeds without positions, beside three with them
def build_order_blind_transformer(length):
    """`build_transformer` without its AddPosition."""
    inputs = keras.Input((length, 1))
    x = layers.Dense(WIDTH, name="signal")(inputs)  # (B, T, D)
    x, _ = TransformerBlock(NUM_HEADS, INTERMEDIATE_DIM, name="block")(x, return_attention_scores=True)
    x = layers.GlobalAveragePooling1D(name="mean")(x)  # (B, D)
    return keras.Model(inputs, layers.Dense(1, activation="sigmoid", name="answer")(x))


BUILDERS["transformer-no-position"] = build_order_blind_transformer
with_positions = finished_runs("transformer", CHALLENGE_LENGTH, CHALLENGE_SEEDS)
without_positions = finished_runs("transformer-no-position", CHALLENGE_LENGTH, CHALLENGE_SEEDS)
print()
print_table(rows_of(with_positions | without_positions))
ceiling = order_blind_ceiling(CHALLENGE_LENGTH)
spread = math.sqrt(ceiling * (1 - ceiling) / TEST_SAMPLES)
print(f"\norder-blind ceiling {ceiling:.3f}, give or take {2 * spread:.3f} for {TEST_SAMPLES:,} test sequences")

# %% [markdown] solution-means
# --- en
# **What you should see.** With positions 0.99 to 1.000. Without: between 0.58 and 0.66 with every seed, more than the 0.5
# of guessing and far from 1. The attention to the first step is 0.100 to three digits or close to it: exactly 1/T. The loss
# does not stay at 0.69 but at about 0.64: this plateau is a floor, and more epochs do not break through it.
#
# **If you see something else,** three causes are likely. (1) Another `CHALLENGE_LENGTH` or fewer epochs: the ceiling falls
# with the length. (2) Old results of another layer: set `RESULTS` to a new name. (3) The luck of 1,000 test sequences: the
# last printed line says how far that reaches.
#
# **What a good answer says.** Without positions every order of the steps is the same to the model: shuffling the input
# only shuffles what the block puts out, and the mean over the steps undoes even that. All it can know is *how many* steps are
# +1. The first step is one of them like any other, so the best bet is the commoner sign, and that is right in 0.623 of
# all cases at length 10: the order-blind ceiling. (An accuracy a little above it is luck with the test sequences.) It
# cannot look at the first step more than at others, because nothing marks it as the first: hence 1/T. More training does
# not help, because the information is not there.
#
# **Change one thing.** Set `CHALLENGE_LENGTH = 40`. What do you expect for the ceiling, and for the attention?
# --- ko
# **나와야 할 결과.** 위치 임베딩이 있으면 0.99에서 1.000 사이입니다. 없으면 어느 시드에서나 0.58에서 0.66 사이로, 찍을 때의 0.5보다는
# 높지만 1에는 한참 못 미칩니다. 첫 스텝에 준 어텐션 가중치는 소수 셋째 자리까지 0.100이거나 그에 가깝습니다. 정확히 1/T입니다. 손실은
# 0.69가 아니라 0.64쯤에서 멈춥니다. 이 정체 구간은 바닥이라서 에포크를 늘려도 뚫고 내려가지 못합니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) `CHALLENGE_LENGTH`가 다르거나 에포크가 적은 경우입니다.
# 길수록 한계도 낮아집니다. (2) 층을 고치기 전의 결과가 남은 경우입니다. `RESULTS`에 새 이름을 적으세요. (3) 테스트
# 시퀀스 1,000개가 우연히 그렇게 뽑힌 경우입니다. 우연으로 얼마나 달라질 수 있는지는 출력의 마지막 줄에 있습니다.
#
# **좋은 답에 들어갈 내용.** 위치 정보가 없으면 모델에게는 스텝을 어떤 순서로 놓아도 똑같습니다. 입력을 섞으면 블록의
# 출력도 순서만 바뀌고, 스텝 전체를 평균하면 그 차이마저 사라집니다. 알 수 있는 것은 +1이 *몇 개*인지뿐입니다. 첫 스텝도
# 여럿 가운데 하나일 뿐이므로 더 많은 부호에 거는 것이 최선이고, 길이 10에서 그 답은 0.623의 비율로 맞습니다. 이것이
# 순서를 모를 때의 한계입니다. 정확도가 이보다 조금 높게 나왔다면 테스트 시퀀스가 우연히 그렇게 뽑힌 것입니다. 첫
# 스텝이라는 표시가 없으니 첫 스텝을 다른 스텝보다 더 볼 수도 없어 가중치는 1/T이 됩니다. 정보 자체가 없으므로 더
# 훈련해도 소용없습니다.
#
# **하나만 바꿔 보기.** `CHALLENGE_LENGTH = 40`으로 바꿔 보세요. 한계와 어텐션 가중치는 얼마가 될까요?

# %% finish
# How long it took
seconds = time.perf_counter() - STARTED
print(pick(f"{seconds / 60:.1f} minutes since cell 1 ran.", f"1번 셀을 실행한 뒤 {seconds / 60:.1f}분이 지났습니다."))

# %% [markdown] next
# --- en
# ## What you have now
#
# You took a Keras layer apart, built a transformer from three layers, compared it with an LSTM on equal terms, found the
# reason for a plateau and a remedy, and showed what positions are for. The layers of this notebook are the short form of
# those in the package `keras_attention`: a model you save here with `model.save("model.keras")` loads there after
# `import keras_attention`.
#
# From the course "3-8 Attention & Transformers" by Sangsun Ahn. To read on:
# [Vaswani et al. (2017), *Attention Is All You Need*](https://arxiv.org/abs/1706.03762),
# [Hochreiter and Schmidhuber (1997), *Long Short-Term Memory*](https://doi.org/10.1162/neco.1997.9.8.1735),
# [Tallec and Ollivier (2018), *Can Recurrent Neural Networks Warp Time?*](https://arxiv.org/abs/1804.11188).
# --- ko
# ## 정리
#
# 케라스의 어텐션 층을 뜯어보고, 층 세 개로 트랜스포머를 만들어 LSTM과 같은 조건에서 비교했습니다. 정체 구간의 원인과 처방을 찾았고, 위치
# 정보가 왜 필요한지도 실험으로 확인했습니다. 이 노트북의 층은 `keras_attention` 패키지에 있는 층을 짧게 줄인 것입니다. 여기서
# `model.save("model.keras")`로 저장한 모델은 `import keras_attention`을 실행한 환경에서 그대로 불러올 수 있습니다.
#
# Sangsun Ahn의 강의 "3-8 Attention & Transformers"를 바탕으로 만들었습니다. 더 읽을거리는 다음과 같습니다.
# [Vaswani et al. (2017), *Attention Is All You Need*](https://arxiv.org/abs/1706.03762),
# [Hochreiter and Schmidhuber (1997), *Long Short-Term Memory*](https://doi.org/10.1162/neco.1997.9.8.1735),
# [Tallec and Ollivier (2018), *Can Recurrent Neural Networks Warp Time?*](https://arxiv.org/abs/1804.11188)
