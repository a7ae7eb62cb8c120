# ruff: noqa: E402, E501, F401, F811, I001
"""The museum of failures: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # The museum of failures
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Six models stand in this museum. Each of them trains without an error, each gets a good score, and each has a bug that
# somebody really made and reported. You will not find these bugs by looking at the accuracy. You will find them with six
# checks of one line each, and the checks fit your own models as well.
#
# | | |
# |---|---|
# | **Goal** | Find six bugs that no accuracy shows. Say for each what is broken, which check sees it, and why the score looks fine all the same. Know what to run before you believe a model of your own. |
# | **You need to know** | Queries, keys, values, heads and masks from Code 1; a Keras layer with `build` and `call` from Code 2. No GPU. |
# | **Run time and hardware** | About a minute on two CPU cores (measured on an AMD EPYC), the size of Colab's free CPU runtime; ten small models are trained. Nothing to install. Reading and finding the bugs yourself: about an hour. |
# | **At the end you should see** | A table of ten models and six checks. Every one of the six bugs fails a single check, and always another one; the mended models fail none. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all.
#
# Every code cell carries its number. After a restart of the runtime a cell may answer `First run cells 1-4`:
# run those, or choose Runtime > Run before, and go on.
# --- ko
# # 실패 박물관
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 이 박물관에는 모델이 여섯 개 전시되어 있습니다. 모두 오류 없이 훈련되고 점수도 좋습니다. 그런데 모두 버그가 하나씩 있습니다. 누군가 실제로
# 저지르고 공개 게시판에 알린 버그들입니다. 정확도를 아무리 들여다보아도 찾을 수 없지만, 한 줄짜리 점검 여섯 가지를 해 보면 드러납니다. 이
# 점검은 직접 만든 모델에도 그대로 쓸 수 있습니다.
#
# | | |
# |---|---|
# | **학습 목표** | 정확도에 드러나지 않는 버그 여섯 개를 찾습니다. 무엇이 잘못되었고 어느 점검이 잡아내는지, 그런데도 점수는 왜 좋은지 설명합니다. 직접 만든 모델을 믿기 전에 무엇을 점검해야 하는지 알게 됩니다. |
# | **미리 알아 둘 것** | Code 1의 쿼리, 키, 값, 헤드, 마스크. Code 2에서 본, `build`와 `call`이 있는 케라스 층. GPU는 필요 없습니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU 런타임과 같은 CPU 코어 두 개에서 1분쯤 걸립니다(AMD EPYC에서 잰 시간). 작은 모델 열 개를 훈련합니다. 설치할 것은 없습니다. 읽으면서 버그를 직접 찾아보는 데는 한 시간쯤 잡으세요. |
# | **끝까지 실행하면** | 모델 열 개와 점검 여섯 가지로 된 표가 나옵니다. 버그 여섯 개는 저마다 점검 하나에만 걸리고, 걸리는 점검이 서로 다릅니다. 고친 모델은 아무 데도 걸리지 않습니다. |
#
# **코랩에서 여는 방법:** 위의 배지를 누르면 코랩 첫 화면이 열립니다. 파일 > 노트북 업로드(File > Upload notebook)에서 이 파일을
# 고른 다음 런타임 > 모두 실행(Runtime > Run all)을 누르세요.
#
# 코드 셀에는 저마다 번호가 있습니다. 런타임을 다시 시작한 뒤에 `First run cells 1-4` 같은 문장이 나오면 그 번호의 코드 셀을 먼저
# 실행하거나, 런타임 > 이전 셀 실행(Run before)을 고르면 됩니다.

# %% setup
# Libraries, versions, and the settings of this notebook
import functools
import importlib.util
import inspect
import json
import linecache
import math
import operator
import os
import pickle
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

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

plt.rcParams.update({"font.size": 12, "figure.dpi": 100})
show_versions(keras)

# %% common-checks form
# What all checks use, and drawing (no need to read it)
from common import show
from keras_attention.arguments import check_positive_int
from keras_attention.by_hand.checks import real_array, positive_integer, boolean_mask, mask_by_head
from keras_attention.keras_private import inner_layers, layers_by_path
from keras_attention.inspection.checks import check_model

# %% by-hand form
# The formulas of Code 1, and layers computed by them (no need to read it)
from keras_attention.by_hand.formulas import softmax, scores, attention, project, split_heads, merge_heads
from keras_attention.by_hand.formulas import multi_head_attention, causal_mask
from keras_attention.by_hand.layers import layer_norm, _sigmoid, ACTIVATIONS, from_layer, _attention, _block
from keras_attention.by_hand.from_keras import from_keras_attention, _side_by_side

# %% [markdown] task
# --- en
# ## 1 The task, and how far counting gets
#
# **What is asked.** A row is what one person says, as words from 1 to 8. Everybody has a favourite word, and about every
# second word is it. Which one is it? Some of the models answer after every word and may know only the last four words.
# The others answer once, when they have seen the whole row. Rows have 12 to 24 words, and shorter ones are padded with 0.
#
# Whoever wants to judge a score needs a number to compare it with. Guessing gets 1/8. And there is a way without any model:
# count the words in sight and name the commonest. Nobody who sees only these words can expect to do better. Cell {cell:rows}
# counts the last four.
# --- ko
# ## 1 과제, 그리고 세기만 해도 얻는 점수
#
# **무엇을 묻나요?** 한 문장은 한 사람이 한 말이고, 단어는 1부터 8까지의 번호입니다. 사람마다 입버릇처럼 쓰는 단어가 하나 있어서 두 단어에 한
# 번꼴로 그 단어가 나옵니다. 그 단어는 무엇일까요? 어떤 모델은 단어를 하나 읽을 때마다 답하고, 이때 마지막 네 단어만 볼 수 있습니다. 다른 모델은
# 문장을 다 읽고 한 번만 답합니다. 한 문장은 12~24단어이고, 짧은 문장은 끝을 0으로 채웁니다. 이 0이 패딩(padding)입니다.
#
# 점수를 판단하려면 견줄 숫자가 있어야 합니다. 아무렇게나 찍으면 1/8입니다. 그리고 모델 없이도 답하는 방법이 있습니다. 보이는 단어를
# 세어서 가장 많이 나온 것을 고르면 됩니다. 같은 단어만 보고 이보다 더 잘 맞히기를 바랄 수는 없습니다. {cell:rows}번 셀에서
# 마지막 네 단어를 세어 보겠습니다.

# %% parameters parameters
# All settings of the museum
WORDS, LONGEST, SHORTEST = 8, 24, 12  # words 1 to 8; a row has 12 to 24 of them, then 0 as padding
REACH = 4  # a step may look at itself and at 3 steps to each side
WIDTH, HEADS, DROPOUT = 16, 4, 0.1
TRAIN_ROWS, TEST_ROWS, EPOCHS, BATCH_SIZE, LEARNING_RATE = 2_000, 1_000, 4, 50, 0.01

# %% rows
# Rows of words, and how far counting gets
def favourite_word(num_rows, seed, shortest=SHORTEST):
    """Rows (N, T) of words, padded with 0, and the favourite word of each row (N,): about every second word is it."""
    rng = np.random.default_rng(seed)
    favourites = rng.integers(1, WORDS + 1, num_rows)  # (N,)
    others = rng.integers(1, WORDS + 1, (num_rows, LONGEST))  # (N, T)
    rows = np.where(rng.random((num_rows, LONGEST)) < 0.5, favourites[:, np.newaxis], others)  # (N, T)
    lengths = rng.integers(shortest, LONGEST + 1, num_rows)  # (N,)
    rows[np.arange(LONGEST) >= lengths[:, np.newaxis]] = 0
    return rows.astype("int32"), favourites


def by_counting(rows, favourites, looks):
    """The accuracy of whoever names the commonest word in sight, at each step; looks (T, S) says what is in sight."""
    right = []
    for row, favourite in zip(rows, favourites, strict=True):
        for step in range(np.count_nonzero(row)):
            counts = np.bincount(row[looks[step] & (row > 0)], minlength=WORDS + 1)
            commonest = np.flatnonzero(counts == counts.max())
            right.append((favourite in commonest) / len(commonest))
    return np.mean(right)


steps = np.arange(LONGEST)
NEAR = np.abs(steps[:, np.newaxis] - steps) < REACH  # (T, S): True where step t may look at step s
PAST = np.tri(LONGEST, dtype=bool)  # (T, S)

TRAIN, TEST = favourite_word(TRAIN_ROWS, SEED), favourite_word(TEST_ROWS, SEED + 1)
LONG_TRAIN = favourite_word(TRAIN_ROWS, SEED + 2, shortest=LONGEST)  # rows without padding
LONG_TEST = favourite_word(TEST_ROWS, SEED + 3, shortest=LONGEST)
for row, favourite in zip(TEST[0][:3], TEST[1], strict=False):
    print(" ".join(str(word) for word in row), pick("| favourite", "| 입버릇"), favourite)
COUNTING = by_counting(*TEST, NEAR & PAST)
print(pick(f"guessing {1 / WORDS:.3f} | counting the last {REACH} words {COUNTING:.3f}",
           f"찍기 {1 / WORDS:.3f} | 마지막 {REACH}단어 세기 {COUNTING:.3f}"))

# %% [markdown] layers-question
# --- en
# **What you should see.** Three rows, where the favourite is easy to spot, and two numbers: 0.125 for guessing and about 0.75
# for counting the last four words. A model that may look at these four words and scores clearly more knows something that it
# should not know.
#
# Cell {cell:layers} has the layers of all models as they should be. In every mask `True` means "may look". B is the number of
# rows, T and S are steps, D is the width, H the number of heads, K = D / H.
#
# The cells after it hold the six checks, as the package of this course has them (only `explain_cost` in short). They are folded
# away, and nobody has to read them:
#
# | check | what it asks |
# |---|---|
# | `check_inverted_mask` | How much attention lies on positions that a mask forbids? |
# | `check_causal` | Later words are changed: does an earlier answer move? |
# | `check_padding` | The padding is cut off: does an answer move? |
# | `compare_with_by_hand` | Does NumPy get the same numbers out of the same weights? |
# | `explain_cost` | Does attention have the parameters of the formula, 4 D² + 4 D? |
# | `check_round_trip` | Saved, and loaded in a fresh process: are the answers the same? |
# --- ko
# **나와야 할 결과.** 문장 세 개가 나오고, 많이 나온 단어가 눈에 띕니다. 그 아래 숫자가 두 개 있습니다. 찍으면 0.125, 마지막 네 단어를 세면 0.75쯤입니다.
# 이 네 단어만 볼 수 있는 모델이 이보다 훨씬 잘 맞힌다면, 알아서는 안 될 것을 알고 있다는 뜻입니다.
#
# {cell:layers}번 셀에는 모든 모델이 쓰는 층을 올바르게 만들어 두었습니다. 마스크에서 `True`는 언제나 "볼 수 있다"는 뜻입니다. B는 문장 수, T와 S는
# 스텝 수, D는 모델 차원, H는 헤드 수이고 K = D / H입니다.
#
# 그다음 셀들에는 이 강좌의 패키지에 들어 있는 점검 여섯 가지가 그대로 들어 있습니다(`explain_cost`만 줄인 것입니다). 접어 두었으니 읽지
# 않아도 됩니다.
#
# | 점검 | 무엇을 묻나요? |
# |---|---|
# | `check_inverted_mask` | 마스크로 가린 위치에 어텐션이 얼마나 가나요? |
# | `check_causal` | 뒤의 단어를 바꾸면 앞의 답이 달라지나요? |
# | `check_padding` | 패딩을 잘라 내면 답이 달라지나요? |
# | `compare_with_by_hand` | 같은 가중치로 넘파이가 계산해도 같은 값이 나오나요? |
# | `explain_cost` | 어텐션의 파라미터 수가 식 4D² + 4D와 같나요? |
# | `check_round_trip` | 저장한 뒤 새 프로세스에서 불러와도 같은 답을 내나요? |

# %% layers
# The layers, as they should be
@keras.saving.register_keras_serializable(package="museum")
class AddPosition(layers.Layer):
    """Adds a learned vector to every position of a sequence of up to `max_length` steps."""

    def __init__(self, max_length, **kwargs):
        super().__init__(**kwargs)
        self.max_length = max_length
        self.supports_masking = True

    def build(self, input_shape):
        shape = self.max_length, input_shape[-1]
        self.table = self.add_weight(shape=shape, initializer="random_normal", name="table")

    def call(self, inputs):
        return inputs + self.table[: ops.shape(inputs)[1]]  # (B, T, D) + (T, D)

    def get_config(self):
        return {**super().get_config(), "max_length": self.max_length}


@keras.saving.register_keras_serializable(package="museum")
class NearSteps(layers.Layer):
    """A mask (T, S): True where step s is less than `reach` steps away from step t."""

    def __init__(self, reach, **kwargs):
        super().__init__(**kwargs)
        self.reach = reach

    def call(self, words):
        steps = ops.arange(ops.shape(words)[1])  # (T,)
        return ops.abs(steps[:, None] - steps[None, :]) < self.reach  # (T, S)

    def get_config(self):
        return {**super().get_config(), "reach": self.reach}


@keras.saving.register_keras_serializable(package="museum")
class MultiHeadSelfAttention(layers.Layer):
    """Lets every position look at every other that no mask hides, with several heads.

    Args:
        num_heads: int, the number of heads H. It divides the width D of the input.

    Call arguments:
        inputs: tensor of shape (B, T, D).
        mask: booleans (B, S), True on real steps, False on padding.
        attention_mask: booleans (T, S), True where query t may look at key s.
        use_causal_mask: bool, whether a step may look only at itself and at earlier ones.
        return_attention_scores: bool, whether to return the weights (B, H, T, S) as well.
    """

    def __init__(self, num_heads, **kwargs):
        super().__init__(**kwargs)
        self.num_heads = num_heads
        self.supports_masking = True

    def build(self, input_shape):
        self.query_dense = layers.Dense(input_shape[-1], name="query")
        self.key_dense = layers.Dense(input_shape[-1], name="key")
        self.value_dense = layers.Dense(input_shape[-1], name="value")
        self.output_dense = layers.Dense(input_shape[-1], name="output")
        for dense in (self.query_dense, self.key_dense, self.value_dense, self.output_dense):
            dense.build(input_shape)

    def call(self, inputs, mask=None, attention_mask=None, use_causal_mask=False, return_attention_scores=False):
        query = self.split_heads(self.query_dense(inputs))  # (B, T, H, K)
        key = self.split_heads(self.key_dense(inputs))  # (B, S, H, K)
        value = self.split_heads(self.value_dense(inputs))  # (B, S, H, K)
        scores = ops.einsum("bthk,bshk->bhts", query, key) / math.sqrt(query.shape[-1])  # (B, H, T, S)
        steps = ops.arange(ops.shape(inputs)[1])  # (T,)
        looks = steps[:, None] >= steps[None, :] if use_causal_mask else steps[None, :] >= 0  # (T, S) or (1, S)
        if attention_mask is not None:
            looks = ops.logical_and(looks, attention_mask)  # (T, S)
        if mask is not None:
            looks = ops.logical_and(looks, mask[:, None, None, :])  # (B, 1, T, S)
        weights = ops.softmax(ops.where(looks, scores, -1e9), axis=-1)  # (B, H, T, S)
        weights = ops.where(looks, weights, 0.0)  # who may look at nothing has weights 0
        mixed = ops.einsum("bhts,bshk->bhtk", weights, value)  # (B, H, T, K)
        outputs = self.output_dense(self.merge_heads(mixed))  # (B, T, D)
        return (outputs, weights) if return_attention_scores else outputs

    def split_heads(self, x):
        batch, length, width = ops.shape(x)
        return ops.reshape(x, (batch, length, self.num_heads, width // self.num_heads))  # (B, T, H, K)

    def merge_heads(self, mixed):
        batch, heads, length, width = ops.shape(mixed)
        mixed = ops.transpose(mixed, (0, 2, 1, 3))  # (B, T, H, K)
        return ops.reshape(mixed, (batch, length, heads * width))  # (B, T, D)

    def get_config(self):
        return {**super().get_config(), "num_heads": self.num_heads}


@keras.saving.register_keras_serializable(package="museum")
class AttentionBlock(layers.Layer):
    """Attention and dropout, added to what was there, and a normalization."""

    def __init__(self, num_heads, dropout, **kwargs):
        super().__init__(**kwargs)
        self.num_heads = num_heads
        self.dropout = dropout
        self.supports_masking = True

    def build(self, input_shape):
        self.attention = MultiHeadSelfAttention(self.num_heads, name="attention")
        self.drop = layers.Dropout(self.dropout, name="dropout")
        self.norm = layers.LayerNormalization(name="norm")
        self.attention.build(input_shape)
        self.norm.build(input_shape)

    def call(self, inputs, mask=None, attention_mask=None, use_causal_mask=False, training=None):
        mixed = self.attention(
            inputs, mask=mask, attention_mask=attention_mask, use_causal_mask=use_causal_mask
        )  # (B, T, D)
        return self.norm(inputs + self.drop(mixed, training=training))  # (B, T, D)

    def get_config(self):
        return {**super().get_config(), "num_heads": self.num_heads, "dropout": self.dropout}

# %% check-inverted-mask form
# The check of masks, from the package (no need to read it)
ATTENTION_LAYERS = (layers.MultiHeadAttention, MultiHeadSelfAttention)

from keras_attention.inspection.weights import attention_weights, _weights_of_batch, _values, _num_samples, _rows
from keras_attention.inspection.inverted_mask import MaskReport, check_inverted_mask, _array, _named, _fits
from keras_attention.inspection.inverted_mask import _who_may_look

# %% check-causal-padding form
# The checks of causality and of padding, from the package (no need to read it)
from keras_attention.inspection.causality import CausalityReport, check_causal, _output, _changed
from keras_attention.inspection.padding import PaddingReport, check_padding, _is_structure, _sizes, _lengths, _cut
from keras_attention.inspection.padding import _answers, _first_steps

# %% compare-with-by-hand form
# The comparison with the formulas, from the package (no need to read it)
BY_HAND = {MultiHeadSelfAttention: from_layer, layers.MultiHeadAttention: from_keras_attention}

from keras_attention.inspection.layer_comparison import LayerComparison
from keras_attention.inspection.hand_comparison import HandComparison, compare_with_by_hand, _compared
from keras_attention.inspection.hand_comparison import _recorded_calls, _numpy

# %% explain-cost form
# explain_cost of the package, here for attention layers alone (no need to read it)
@dataclass(frozen=True)
class CostReport:
    """What `explain_cost` found: (path, parameters, 4 D^2 + 4 D) of every attention layer."""

    rows: tuple

    @property
    def is_usual(self):
        """Whether every attention layer has the parameters of the formula."""
        return all(counted == formula for _, counted, formula in self.rows)

    def __str__(self):
        lines = [f"{path} has {counted:,} parameters, the formula {formula:,}" for path, counted, formula in self.rows]
        verdict = "As usual" if self.is_usual else "Unusual: the heads are together wider or narrower than the input"
        return f"{verdict}: {'; '.join(lines)}."


def explain_cost(model):
    """Sets the parameters of every attention layer beside the formula 4 D^2 + 4 D, D the width of its input."""
    rows = []
    for layer, path in layers_by_path(model).items():
        if isinstance(layer, ATTENTION_LAYERS):
            built = layer.get_build_config()
            *_, width = built.get("shapes_dict", {}).get("query_shape") or built["input_shape"]
            rows.append((path, layer.count_params(), 4 * width**2 + 4 * width))
    return CostReport(tuple(rows))

# %% check-round-trip form
# The check of saving, from the package (no need to read it)
from keras_attention.inspection.round_trip import READER, STAGES, RoundTripReport, round_trips, _save
from keras_attention.inspection.round_trip import _read_in_fresh_process, _report, _gist


def cell_of(kind):
    """The text of the cell in which a class was defined."""
    function = next(part for part in vars(kind).values() if inspect.isfunction(part))
    return "".join(linecache.getlines(function.__code__.co_filename))


def definitions_of(models):
    """The text of all cells that define the layers of models, as a program."""
    kinds = dict.fromkeys(type(layer) for model in models for layer in layers_by_path(model))
    cells = dict.fromkeys(cell_of(kind) for kind in kinds if not kind.__module__.startswith("keras."))
    return "\n".join(["import math", "import keras", "from keras import layers, ops", *cells])

# %% examine form
# Showing a model, and running the checks on it (no need to read it)
@dataclass(frozen=True, eq=False)
class Exhibit:
    """A trained model of the museum."""

    name: str
    model: keras.Model
    accuracy: float


MUSEUM = {}  # name to Exhibit
FULL, PADDED = LONG_TEST[0][:16], TEST[0][:16]  # what the checks call the models with
CHECKS = {  # name to (function of a model, the field of its report that says right)
    "inverted mask": (lambda model: check_inverted_mask(model, FULL, attention_mask=NEAR), "is_respected"),
    "causal": (lambda model: check_causal(model, FULL), "is_causal"),
    "padding": (lambda model: check_padding(model, PADDED), "is_ignored"),
    "by hand": (lambda model: compare_with_by_hand(model, FULL), "is_equal"),
    "cost": (explain_cost, "is_usual"),
}


def accuracy_of(model, rows, favourites):
    """The share of right answers: of rows, or of all real steps where the model answers after every word."""
    logits = ops.convert_to_numpy(model(rows, training=False))  # (N, V) or (N, T, V)
    right = logits.argmax(axis=-1) == (favourites - 1).reshape(-1, *[1] * (logits.ndim - 2))
    return float(right[rows > 0].mean() if right.ndim == 2 else right.mean())


def put_up(name, build, train=TRAIN, test=TEST):
    """Builds and trains a model, puts it up in the museum, and prints its accuracy on new rows."""
    keras.utils.set_random_seed(SEED)
    model = build()
    rows, favourites = train
    answers = np.broadcast_to((favourites - 1)[:, np.newaxis], rows.shape)  # (N, T)
    weights = rows > 0  # (N, T): padding needs no answer
    if len(model.output.shape) == 2:
        answers, weights = favourites - 1, np.ones(len(rows))  # one answer a row
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(keras.optimizers.Adam(LEARNING_RATE), loss, jit_compile=False)
    model.fit(rows, answers, sample_weight=weights.astype("float32"), batch_size=BATCH_SIZE, epochs=EPOCHS, verbose=0)
    MUSEUM[name] = Exhibit(name, model, accuracy_of(model, *test))
    accuracy, parameters = MUSEUM[name].accuracy, model.count_params()
    print(pick(f"{name}: accuracy {accuracy:.3f} on new rows, {parameters:,} parameters",
               f"{name}: 새로운 문장에서 정확도 {accuracy:.3f}, 파라미터 {parameters:,}개"))


MARKS = {True: "ok", False: "FAIL", None: "-"}
IN_KOREAN = {  # check to what its report says, where it passes and where it does not
    "inverted mask": (
        lambda report: "가려야 할 위치에는 가중치가 없습니다.",
        lambda report: f"가려야 할 위치에 간 가중치의 비율은 {max(report.shares.values()):.3f}입니다.",
    ),
    "causal": (
        lambda report: "뒤의 단어를 바꾸어도 앞의 답은 그대로입니다.",
        lambda report: f"{report.changed_step}번 스텝부터 단어를 바꾸면 {report.moved_step}번 스텝의 답이 "
                       f"최대 {report.largest_change:.2g}만큼 달라집니다.",
    ),
    "padding": (
        lambda report: f"패딩이 있는 문장 {report.num_rows}개 모두 패딩을 잘라 내도 답이 그대로입니다.",
        lambda report: f"{report.row}번 문장은 {report.length}단어에 패딩을 더해 {report.padded_length}스텝인데, "
                       f"패딩을 잘라 내면 답이 최대 {report.largest_change:.2g}만큼 달라집니다.",
    ),
    "by hand": (
        lambda report: f"손으로 계산한 값과 같습니다. 가장 큰 차이는 {report.largest_difference:.1e}입니다.",
        lambda report: f"출력이 손으로 계산한 값과 최대 {report.rows[0].output_difference:.2g}만큼 다릅니다. "
                       f"어텐션 가중치의 차이는 {report.rows[0].weights_difference:.1e}입니다.",
    ),
    "cost": (
        lambda report: f"어텐션의 파라미터가 식과 같이 {report.rows[0][1]:,}개입니다.",
        lambda report: f"어텐션의 파라미터가 {report.rows[0][1]:,}개인데, "
                       f"식으로는 {report.rows[0][2]:,}개여야 합니다.",
    ),
    "round trip": (
        lambda report: "저장한 뒤 새 프로세스에서 불러와도 답이 그대로입니다.",
        lambda report: f"새 프로세스에서 불러온 모델을 쓸 수 없습니다. {report}",
    ),
}


@functools.cache  # a model that is put up again is another exhibit
def verdict(check, exhibit):
    """Whether an exhibit passes a check (None where the check does not apply), and what the check says."""
    run, field = CHECKS[check]
    try:
        report = run(exhibit.model)
    except ValueError as problem:
        return None, pick(f"Does not apply: {problem}.", f"해당하지 않습니다. ({problem})")
    passes = getattr(report, field)
    return passes, pick(str(report), IN_KOREAN[check][0 if passes else 1](report))


def examine(name, checks=None):
    """Runs checks on a model of the museum, all there are unless some are named, and prints what they say."""
    assert name in MUSEUM, f"First run the cell that puts up {name}."
    print(name)
    for check in checks or CHECKS:
        passes, sentence = verdict(check, MUSEUM[name])
        print(f"  {MARKS[passes]:<5} {check:<14} {sentence}")

# %% [markdown] a-question
# --- en
# ## 2 Showcase A: better than counting
#
# **What is asked.** Showcase A answers after every word. Three masks say what it may look at: real words and no padding, the
# past and no future, and nothing that is more than three steps away. The third one is made in cell {cell:a-layer}, as somebody
# knew it from a tutorial. Read cells {cell:reader} and {cell:a-layer} before you go on. Would you have let it pass?
# --- ko
# ## 2 전시품 A: 세는 것보다 잘 맞힙니다
#
# **무엇을 묻나요?** 전시품 A는 단어를 하나 읽을 때마다 답합니다. 볼 수 있는 것은 마스크 세 개로 정했습니다. 패딩이 아닌 진짜 단어일 것, 앞의
# 단어일 것, 세 스텝보다 멀지 않을 것. 셋째 마스크는 {cell:a-layer}번 셀에서 만드는데, 어느 튜토리얼에서 보던 대로 쓴 것입니다. 계속하기 전에
# {cell:reader}번 셀과 {cell:a-layer}번 셀을 읽어 보세요. 여러분이라면 그냥 지나쳤을까요?

# %% reader
# A model that answers after every word
def build_reader(block, mask_layer=NearSteps):
    """Words (B, T) in, a logit for each word out, after every step: (B, T, V)."""
    words = keras.Input((None,), dtype="int32")
    x = layers.Embedding(WORDS + 1, WIDTH, mask_zero=True)(words)  # (B, T, D)
    x = AddPosition(LONGEST)(x)
    x = block(x, mask=ops.not_equal(words, 0), attention_mask=mask_layer(REACH)(words), use_causal_mask=True)
    return keras.Model(words, layers.Dense(WORDS)(x))

# %% a-layer
# Showcase A: its mask
@keras.saving.register_keras_serializable(package="museum")
class LookAwayMask(layers.Layer):
    """The mask (T, S) as the tutorial has it: 1 where step s is out of reach of step t."""

    def __init__(self, reach, **kwargs):
        super().__init__(**kwargs)
        self.reach = reach

    def call(self, words):
        steps = ops.arange(ops.shape(words)[1])  # (T,)
        return ops.abs(steps[:, None] - steps[None, :]) >= self.reach  # (T, S)

    def get_config(self):
        return {**super().get_config(), "reach": self.reach}

# %% a-train
# Showcase A
put_up("A", lambda: build_reader(AttentionBlock(HEADS, DROPOUT), mask_layer=LookAwayMask))

# %% a-examine
# What the checks say about showcase A
examine("A")

# %% [markdown] a-means
# --- en
# **What you should see.** An accuracy between 0.80 and 0.82. That is more than counting gives, 0.75; guessing would get
# 0.125. The first check fails: all of the attention, 1.000, lies on words that are out of reach. The other four pass.
#
# **What it means.** In Keras `True` means "may look". In many tutorials 1 means "hide". The mask comes from one world and is used
# in the other, and nothing complains: it has the right shape and the right type. So the model looks at everything it should not
# see and at nothing it should, except that its own word reaches the answer past the attention. Its score is *better* than
# it should be because far away there are more words than near by. A ranking by accuracy would keep the bug.
#
# **Where it comes from.** [tensorflow/text #894](https://github.com/tensorflow/text/pull/894): somebody exchanged the attention layer
# of a tutorial for the one of Keras and kept the look-ahead mask of the tutorial. The model saw the whole future and nothing else, and
# was soon at 100 percent. [#938](https://github.com/tensorflow/text/issues/938) adds that the padding mask has to be turned around
# as well. With these masks `check_causal` or `check_padding` would fail too; here the mask is about reach, so nothing else is wrong.
#
# **Mended.** `<` in place of `>=`, which is `NearSteps` in cell {cell:layers}. In cell {cell:a-twin} the accuracy *falls* to about
# 0.75: this is what four words can give.
#
# **If you see something else,** three causes are likely. (1) A setting in cell {cell:parameters} was changed: with fewer epochs or
# rows a model may still be on its plateau, near 0.56, naming the word it has just read. (2) A layer in cell {cell:layers}
# was changed: run the cell again as it was. (3) Another version or processor: the last digits differ. The checks depend on none
# of this; they give the same verdicts before any training.
# --- ko
# **나와야 할 결과.** 정확도는 0.80에서 0.82 사이입니다. 세었을 때의 0.75보다 높습니다. 찍으면 0.125입니다. 첫 번째 점검에 걸립니다. 어텐션
# 전부, 곧 1.000이 너무 먼 단어에 가 있습니다. 나머지 네 점검은 통과합니다.
#
# **무슨 뜻일까요?** 케라스에서 `True`는 "볼 수 있다"는 뜻인데, 1을 "가린다"는 뜻으로 쓰는 튜토리얼이 많습니다. 마스크는 저쪽 방식으로 만들고
# 쓰기는 이쪽 방식으로 썼는데, shape도 맞고 자료형도 맞으니 아무 경고가 없습니다. 그래서 모델은 보지 말아야 할 것만 보고 보아야 할 것은 보지
# 못합니다. 지금 읽은 단어만은 어텐션을 거치지 않고 답에 전해집니다. 점수가 오히려 *더 좋은* 까닭은 가까운 단어보다 먼 단어가 더 많기
# 때문입니다. 정확도로 순위를 매긴다면 버그가 있는 쪽이 뽑힙니다.
#
# **어디에서 왔나요?** [tensorflow/text #894](https://github.com/tensorflow/text/pull/894)입니다. 튜토리얼의 어텐션 층을 케라스의 층으로
# 바꾸면서 미래를 가리는 마스크는 튜토리얼의 것을 그대로 썼습니다. 모델은 미래만 보았고, 정확도가 금세 100%가 되었습니다.
# [#938](https://github.com/tensorflow/text/issues/938)에서는 패딩 마스크도 뒤집어야 한다고 알려 줍니다. 그런 마스크였다면 `check_causal`이나
# `check_padding`에도 걸립니다. 여기서는 거리를 정하는 마스크라서 다른 데는 잘못이 없습니다.
#
# **고치기.** `>=` 대신 `<`를 쓰면 됩니다. {cell:layers}번 셀의 `NearSteps`가 그렇습니다. {cell:a-twin}번 셀에서 정확도가 0.75쯤으로
# *떨어집니다*. 네 단어로 얻을 수 있는 점수가 그만큼입니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) {cell:parameters}번 셀의 설정을 바꾼 경우입니다. 에포크나 문장 수가 적으면
# 아직 정체 구간(plateau)에 있어서, 방금 읽은 단어를 그대로 답하고 0.56쯤에 머물 수 있습니다. (2) {cell:layers}번 셀의 층을 바꾼 경우입니다.
# 원래대로 되돌려 다시 실행하세요. (3) 버전이나 프로세서가 다른 경우입니다. 끝자리가 달라집니다. 점검 결과는 이런 것과 상관이 없습니다.
# 훈련하기 전에 점검해도 결과는 같습니다.

# %% a-twin
# The mended twin of A
put_up("A mended", lambda: build_reader(AttentionBlock(HEADS, DROPOUT)))
examine("A mended")

# %% [markdown] b-question
# --- en
# ## 3 Showcase B: better still
#
# **What is asked.** The mask is right now. Somebody has made the block faster: where there is no dropout, nothing has to be
# dropped (cell {cell:b-layer}). Read it, then run it. Counting gives 0.75; is this score good news?
# --- ko
# ## 3 전시품 B: 더 잘 맞힙니다
#
# **무엇을 묻나요?** 이제 마스크는 올바릅니다. 누군가 블록을 더 빠르게 고쳤습니다. 드롭아웃(dropout)을 쓰지 않을 때는 그 계산을 건너뜁니다
# ({cell:b-layer}번 셀). 읽어 보고 실행하세요. 세면 0.75인데, 이 점수는 반가운 소식일까요?

# %% b-layer
# Showcase B: its block
@keras.saving.register_keras_serializable(package="museum")
class TwoPathBlock(AttentionBlock):
    """The same block, with a short cut where there is no dropout."""

    def call(self, inputs, mask=None, attention_mask=None, use_causal_mask=False, training=None):
        masks = {"mask": mask, "attention_mask": attention_mask}
        if self.dropout == 0:
            return self.norm(inputs + self.attention(inputs, use_causal_mask=use_causal_mask, **masks))  # (B, T, D)
        mixed = self.attention(inputs, **masks)  # (B, T, D)
        return self.norm(inputs + self.drop(mixed, training=training))  # (B, T, D)

# %% b-train
# Showcase B
put_up("B", lambda: build_reader(TwoPathBlock(HEADS, DROPOUT)))

# %% b-examine
# What the checks say about showcase B
examine("B")

# %% [markdown] b-means
# --- en
# **What you should see.** An accuracy between 0.86 and 0.89. Four words of the past cannot give that much, so the model sees something else.
# `check_causal` says what: with other words from step 1 on, the answer at step 0 moves. The other checks pass.
#
# **What it means.** One of the two paths forgets to hand `use_causal_mask` on. The layer below has a default for it, `False`, and
# says nothing. So each step sees three words of the future. Bugs of this kind raise the score, up to the day the model is
# used: then there is no future to look at.
#
# **Where it comes from.** [keras #23038](https://github.com/keras-team/keras/issues/23038) of June 2026: Keras' own
# `MultiHeadAttention` dropped the causal mask where there was dropout, or where the weights were asked for (mended since). And
# [keras #21284](https://github.com/keras-team/keras/issues/21284): a layer of somebody's own that did not hand the argument on.
#
# **Mended.** Hand it on in both paths, as `AttentionBlock` does. The mended twin of A is the mended twin of B as well.
# --- ko
# **나와야 할 결과.** 정확도가 0.86에서 0.89 사이입니다. 앞의 네 단어만 보고는 나올 수 없는 점수이니, 다른 것을 보고 있습니다. 무엇을 보는지는
# `check_causal`이 알려 줍니다. 1번 스텝부터 단어를 바꾸면 0번 스텝의 답이 달라집니다. 나머지 점검은 통과합니다.
#
# **무슨 뜻일까요?** 두 갈래 가운데 하나가 `use_causal_mask`를 넘겨주지 않습니다. 아래층에는 기본값 `False`가 있어서 아무 말도 하지 않습니다.
# 그래서 스텝마다 뒤의 세 단어를 미리 봅니다. 이런 버그는 점수를 올려 줍니다. 모델을 실제로 쓰는 날, 미리 볼 미래가 없어지기 전까지는
# 그렇습니다.
#
# **어디에서 왔나요?** 2026년 6월의 [keras #23038](https://github.com/keras-team/keras/issues/23038)입니다. 케라스의 `MultiHeadAttention`이
# 드롭아웃을 쓰거나 가중치를 돌려달라고 할 때 인과 마스크(causal mask)를 빠뜨렸습니다(지금은 고쳐졌습니다). 또
# [keras #21284](https://github.com/keras-team/keras/issues/21284)에는 직접 만든 층이 이 인수를 넘겨주지 않은 사례가 있습니다.
#
# **고치기.** `AttentionBlock`처럼 두 갈래 모두에서 넘겨주면 됩니다. A를 고친 모델이 곧 B를 고친 모델입니다.

# %% [markdown] c-question
# --- en
# ## 4 Showcase C: the whole row at once
#
# **What is asked.** This model reads the whole row and answers once. Keras knows which steps are padding: `mask_zero=True` says
# so. The vectors of words and positions are added with a plain `+` (cell {cell:c-train}), which is how the formula in every book has
# it. Read it and run it: hardly anything is left to improve.
# --- ko
# ## 4 전시품 C: 문장을 통째로 읽습니다
#
# **무엇을 묻나요?** 이 모델은 문장을 다 읽고 한 번만 답합니다. 어느 스텝이 패딩인지는 `mask_zero=True` 덕분에 케라스가 알고 있습니다. 단어
# 벡터와 위치 벡터는 책에 나오는 식 그대로 `+`로 더했습니다({cell:c-train}번 셀). 읽어 보고 실행하세요. 더 나아질 데가 거의 없습니다.

# %% c-layer
# Showcase C: its positions
@keras.saving.register_keras_serializable(package="museum")
class PositionTable(AddPosition):
    """The vectors of the positions by themselves, to be added in the model."""

    def call(self, words):
        return self.table[: ops.shape(words)[1]]  # (T, D)

# %% c-train
# Showcase C: one answer for a whole row
def build_summary(add_positions):
    """Words (B, T) in, a logit for each word out, once for the whole row: (B, V)."""
    words = keras.Input((None,), dtype="int32")
    x = layers.Embedding(WORDS + 1, WIDTH, mask_zero=True)(words)  # (B, T, D), with a mask: 0 is padding
    x = add_positions(x)  # (B, T, D)
    x = layers.MultiHeadAttention(HEADS, WIDTH // HEADS)(x, x, attention_mask=NearSteps(REACH)(words))
    return keras.Model(words, layers.Dense(WORDS)(layers.GlobalAveragePooling1D()(x)))


put_up("C", lambda: build_summary(lambda x: x + PositionTable(LONGEST)(x)))

# %% c-examine
# What the checks say about showcase C
examine("C")

# %% [markdown] c-means
# --- en
# **What you should see.** An accuracy between 0.96 and 0.99; guessing would get 0.125. `check_padding` fails: a row gives another answer when its
# padding is cut off. `check_causal` does not apply, because there is only one answer a row, and says so.
#
# **What it means.** `Embedding(mask_zero=True)` attaches a mask to what it gives, and layers hand it on. Operators such as `+` and `*`
# do not: what they give is a new tensor without a mask, and there is no warning. From there on attention takes padding for
# words, and so does the mean over all steps. The accuracy shows nothing, because the test rows are padded in the same way as those
# of the training: the model has got used to it. It will not be used to a batch that is padded to another length.
#
# **Where it comes from.** [keras #18416](https://github.com/keras-team/keras/issues/18416) lists what loses a mask, `x + x` and even
# `x * 1`. [keras-hub #138](https://github.com/keras-team/keras-hub/issues/138): an embedding with positions that did not hand it on.
#
# **Mended.** A layer in place of the operator: `AddPosition` adds inside, and hands the mask on, because it says so with
# `supports_masking` (cell {cell:c-twin}).
# --- ko
# **나와야 할 결과.** 정확도는 0.96에서 0.99 사이이고, 찍으면 0.125입니다. `check_padding`에 걸립니다. 패딩을 잘라 내면 답이 달라지는 문장이 있습니다.
# `check_causal`은 해당하지 않습니다. 문장마다 답이 하나뿐이기 때문이고, 점검이 스스로 그렇게 알려 줍니다.
#
# **무슨 뜻일까요?** `Embedding(mask_zero=True)`는 출력에 마스크를 붙여 주고, 층들은 이 마스크를 다음 층에 전해 줍니다. 그런데 `+`나 `*` 같은
# 연산자는 전해 주지 않습니다. 연산의 결과는 마스크가 없는 새 텐서이고, 경고도 나오지 않습니다. 그 뒤로는 어텐션도 패딩을 단어로 알고, 모든 스텝의
# 평균에도 패딩이 들어갑니다. 그런데도 정확도는 멀쩡합니다. 테스트 데이터도 훈련 데이터와 똑같이 패딩을 채웠으니 모델이 거기에 익숙해진
# 것입니다. 다른 길이로 패딩을 채운 배치에는 익숙하지 않습니다.
#
# **어디에서 왔나요?** [keras #18416](https://github.com/keras-team/keras/issues/18416)에 마스크를 잃어버리는 것들이 정리되어 있습니다. `x + x`도,
# 심지어 `x * 1`도 들어 있습니다. [keras-hub #138](https://github.com/keras-team/keras-hub/issues/138)은 위치를 더하는 임베딩 층이 마스크를 전해 주지 않은
# 사례입니다.
#
# **고치기.** 연산자 대신 층을 쓰면 됩니다. `AddPosition`은 층 안에서 더하고, `supports_masking`을 켜 두었으므로 마스크도 전해 줍니다
# ({cell:c-twin}번 셀).

# %% c-twin
# The mended twin of C
put_up("C mended", lambda: build_summary(AddPosition(LONGEST)))
examine("C mended")

# %% [markdown] d-question
# --- en
# ## 5 Showcase D: one line shorter
#
# **What is asked.** The attention of this model comes from a video lesson. Compared with cell {cell:layers}, putting the heads together takes
# one line less (cell {cell:d-layer}); the shapes are right. The rows have exactly 24 words here, so there is no padding, and
# one answer a row. What could go wrong?
# --- ko
# ## 5 전시품 D: 한 줄 줄인 코드
#
# **무엇을 묻나요?** 이 모델의 어텐션은 어느 동영상 강의에서 가져왔습니다. {cell:layers}번 셀과 견주면 헤드를 다시 합치는 코드가 한 줄
# 짧지만({cell:d-layer}번 셀) shape는 맞습니다. 여기서는 문장마다 꼭 24단어라 패딩이 없고, 답도 문장마다 하나입니다. 무엇이 잘못될 수 있을까요?

# %% d-layer
# Showcase D: its attention
@keras.saving.register_keras_serializable(package="museum")
class ShorterAttention(MultiHeadSelfAttention):
    """The same attention, with heads that are put together in one line."""

    def merge_heads(self, mixed):
        batch, heads, length, width = ops.shape(mixed)
        return ops.reshape(mixed, (batch, length, heads * width))  # (B, T, D)

# %% d-train
# Showcase D: one answer for a row of exactly LONGEST words
def build_counter(attention):
    """Words (B, LONGEST) in, a logit for each word out, once for the whole row: (B, V)."""
    words = keras.Input((LONGEST,), dtype="int32")
    x = AddPosition(LONGEST)(layers.Embedding(WORDS + 1, WIDTH)(words))  # (B, T, D)
    x = attention(x, attention_mask=NearSteps(REACH)(words))
    return keras.Model(words, layers.Dense(WORDS)(layers.GlobalAveragePooling1D()(x)))


put_up("D", lambda: build_counter(ShorterAttention(HEADS)), LONG_TRAIN, LONG_TEST)

# %% d-examine
# What the checks say about showcase D
examine("D")

# %% [markdown] d-means
# --- en
# **What you should see.** An accuracy of at least 0.98. `compare_with_by_hand` fails, and it says where to look: the attention weights are those of
# the formula, the outputs are not, so it happens after the softmax. Two checks do not apply: there is one answer a row, and no
# padding.
#
# **What it means.** After the mixture the axes are (B, H, T, K). For the heads of a step to stand side by side, H has to move next to
# K first. Without the transpose, `reshape` cuts the numbers in the order in which they lie: step 0 gets head 0 of steps 0 to 3, step 1
# gets head 0 of steps 4 to 7, and so on. The shape is right, and everything else is in the wrong place. Here the answer is read
# from the mean over all steps, so hardly anything is lost, and the dense layer learns to live with it. In a model that answers
# after every word `check_causal` would fail as well: step 0 knows steps 1 to 3.
#
# **Where it comes from.** [jsbaan/transformer-from-scratch #6](https://github.com/jsbaan/transformer-from-scratch/pull/6) of March 2026,
# in which the author asks why the training test had passed all the time: the task was too easy. The same line in
# [Transformer-Neural-Network #8](https://github.com/ajhalthor/Transformer-Neural-Network/issues/8).
#
# **Mended.** `ops.transpose(mixed, (0, 2, 1, 3))` before the `reshape`.
# --- ko
# **나와야 할 결과.** 정확도가 0.98 이상입니다. `compare_with_by_hand`에 걸리고, 어디를 보아야 하는지도 알려 줍니다. 어텐션 가중치는 식과 같은데
# 출력이 다르니, 소프트맥스 다음에서 일어난 일입니다. 점검 두 가지는 해당하지 않습니다. 문장마다 답이 하나뿐이고 패딩도 없기 때문입니다.
#
# **무슨 뜻일까요?** 값을 섞고 나면 축은 (B, H, T, K) 순서입니다. 한 스텝의 헤드들을 나란히 놓으려면 먼저 H를 K 옆으로 옮겨야 합니다. 축 순서를
# 바꾸지 않고 `reshape`만 하면 숫자가 놓인 순서대로 잘립니다. 0번 스텝은 0~3번 스텝의 첫 헤드를, 1번 스텝은 4~7번 스텝의 첫 헤드를 받는
# 식입니다. shape는 맞지만 나머지는 모두 엉뚱한 자리에 있습니다. 여기서는 모든 스텝의 평균으로 답하므로 잃는 것이 거의 없고, 뒤의 밀집 층(dense
# layer)이 거기에 맞추어 학습합니다. 단어마다 답하는 모델이라면 `check_causal`에도 걸립니다. 0번 스텝이 1~3번 스텝을 알게 되기 때문입니다.
#
# **어디에서 왔나요?** 2026년 3월의
# [jsbaan/transformer-from-scratch #6](https://github.com/jsbaan/transformer-from-scratch/pull/6)입니다. 글쓴이는 훈련 테스트가 왜 그동안 통과했는지
# 스스로 묻습니다. 과제가 너무 쉬웠던 것입니다.
# [Transformer-Neural-Network #8](https://github.com/ajhalthor/Transformer-Neural-Network/issues/8)에도 똑같은 줄이 있습니다.
#
# **고치기.** `reshape`하기 전에 `ops.transpose(mixed, (0, 2, 1, 3))`로 축 순서를 바꿉니다.

# %% d-twin
# The mended twin of D
put_up("D mended", lambda: build_counter(MultiHeadSelfAttention(HEADS)), LONG_TRAIN, LONG_TEST)
examine("D mended")

# %% [markdown] e-question
# --- en
# ## 6 Showcase E: Keras' own layer
#
# **What is asked.** No home-made attention any more. Showcase E takes `layers.MultiHeadAttention`, which thousands have tested, and gives it
# the width of the model (cell {cell:e-train}). The score is what counting gives: nothing is leaking. So where is the bug?
# --- ko
# ## 6 전시품 E: 케라스의 어텐션 층
#
# **무엇을 묻나요?** 이제 직접 만든 어텐션을 쓰지 않습니다. 전시품 E는 수많은 사람이 써 본 `layers.MultiHeadAttention`에 모델 차원을 넘겨줍니다
# ({cell:e-train}번 셀). 점수는 세었을 때와 같으니 새어 나오는 것도 없습니다. 그렇다면 버그는 어디에 있을까요?

# %% e-layer
# Showcase E: its block, around Keras' own attention
@keras.saving.register_keras_serializable(package="museum")
class KerasBlock(layers.Layer):
    """Keras' own attention, added to what was there, and a normalization."""

    def __init__(self, num_heads, key_dim, **kwargs):
        super().__init__(**kwargs)
        self.num_heads = num_heads
        self.key_dim = key_dim
        self.supports_masking = True

    def build(self, input_shape):
        self.attention = layers.MultiHeadAttention(self.num_heads, self.key_dim, name="attention")
        self.norm = layers.LayerNormalization(name="norm")
        self.attention.build(input_shape, input_shape)
        self.norm.build(input_shape)

    def call(self, inputs, mask=None, attention_mask=None, use_causal_mask=False):
        mixed = self.attention(
            inputs, inputs, value_mask=mask, attention_mask=attention_mask, use_causal_mask=use_causal_mask
        )  # (B, T, D)
        return self.norm(inputs + mixed)  # (B, T, D)

    def get_config(self):
        return {**super().get_config(), "num_heads": self.num_heads, "key_dim": self.key_dim}

# %% e-train
# Showcase E
put_up("E", lambda: build_reader(KerasBlock(HEADS, key_dim=WIDTH)))

# %% e-examine
# What the checks say about showcase E
examine("E")

# %% [markdown] e-means
# --- en
# **What you should see.** An accuracy of about 0.75, as by counting. `explain_cost` fails: the attention has 4,304 parameters, and the formula gives
# 1,088. The other checks pass; by hand and by layer agree, because the formula is right for heads of any width.
#
# **What it means.** `key_dim` is the width of *one* head. With four heads of width 16 the heads are 64 wide together, where the input is
# 16 wide: about four times the parameters and the work. Nothing breaks. But whoever compares this model with another one, or
# loads the weights of a model of the usual size, compares and loads something else. It may be done on purpose, and then it should say so.
#
# **Where it comes from.** [keras-io #1184](https://github.com/keras-team/keras-io/issues/1184) on Keras' own example of a vision transformer,
# and [keras #18373](https://github.com/keras-team/keras/issues/18373): why does the layer grow with the number of heads? In
# [keras-resources #53](https://github.com/fchollet/keras-resources/issues/53) somebody's NumPy does not give the numbers of the layer; that
# `key_dim` counts one head is a part of the answer.
#
# **Mended.** `key_dim=WIDTH // HEADS`.
# --- ko
# **나와야 할 결과.** 정확도는 세었을 때와 같이 0.75쯤입니다. `explain_cost`에 걸립니다. 어텐션의 파라미터가 4,304개인데, 식으로는 1,088개여야
# 합니다. 나머지 점검은 통과합니다. 손으로 계산한 값과도 같습니다. 헤드의 차원이 얼마이든 식은 맞기 때문입니다.
#
# **무슨 뜻일까요?** `key_dim`은 헤드 *하나*의 차원입니다. 16차원짜리 헤드가 네 개이면 모두 합쳐 64차원인데 입력은 16차원입니다. 파라미터도
# 계산량도 4배쯤 됩니다. 고장 나는 것은 없습니다. 그러나 이 모델을 다른 모델과 견주거나 보통 크기의 모델에서 가중치를 가져오려 하면, 견주는 것도
# 가져오는 것도 다른 것이 됩니다. 일부러 그럴 수도 있지만, 그렇다면 적어 두어야 합니다.
#
# **어디에서 왔나요?** 케라스의 비전 트랜스포머 예제를 다룬 [keras-io #1184](https://github.com/keras-team/keras-io/issues/1184)와, 층이 왜 헤드
# 수만큼 커지는지 묻는 [keras #18373](https://github.com/keras-team/keras/issues/18373)입니다.
# [keras-resources #53](https://github.com/fchollet/keras-resources/issues/53)에서는 넘파이로 계산한 값이 층의 값과 다르다고 묻는데, `key_dim`이 헤드
# 하나의 차원이라는 점도 그 답의 일부입니다.
#
# **고치기.** `key_dim=WIDTH // HEADS`로 씁니다.

# %% e-twin
# The mended twin of E
put_up("E mended", lambda: build_reader(KerasBlock(HEADS, key_dim=WIDTH // HEADS)))
examine("E mended")

# %% [markdown] f-question
# --- en
# ## 7 Showcase F: until tomorrow
#
# **What is asked.** The last model has a block of somebody's own, written down quickly (cell {cell:f-layer}). Its mask is right, it is causal, it ignores
# padding, its numbers are those of the formula, and so is its size. Everybody goes home. On the next day the file is opened.
# --- ko
# ## 7 전시품 F: 내일 다시 열면
#
# **무엇을 묻나요?** 마지막 모델은 누군가 급히 만든 블록을 씁니다({cell:f-layer}번 셀). 마스크도 올바르고, 미래도 보지 않고, 패딩도 무시합니다.
# 계산도 식과 같고 크기도 맞습니다. 이제 모두 집에 갑니다. 다음 날 저장해 둔 파일을 엽니다.

# %% f-layer
# Showcase F: its block
@keras.saving.register_keras_serializable(package="museum")
class QuickBlock(layers.Layer):
    """Attention, added to what was there, and a normalization."""

    def __init__(self, num_heads):
        super().__init__()
        self.supports_masking = True
        self.attention = MultiHeadSelfAttention(num_heads)
        self.norm = layers.LayerNormalization()

    def build(self, input_shape):
        self.attention.build(input_shape)
        self.norm.build(input_shape)

    def call(self, inputs, mask=None, attention_mask=None, use_causal_mask=False):
        return self.norm(
            inputs
            + self.attention(inputs, mask=mask, attention_mask=attention_mask, use_causal_mask=use_causal_mask)
        )  # (B, T, D)

# %% f-train
# Showcase F
put_up("F", lambda: build_reader(QuickBlock(HEADS)))
examine("F")

# %% [markdown] f-next-day
# --- en
# **What you should see.** An accuracy of about 0.75, as by counting, and five checks that pass.
#
# Now the sixth. `check_round_trip` saves a model, starts a fresh Python process, which knows nothing but the definitions of layers in this
# notebook, loads the model there, and compares the answers. Starting Keras takes some seconds, so cell {cell:f-round-trip} does it once for all
# models of the museum.
# --- ko
# **나와야 할 결과.** 정확도는 세었을 때와 같이 0.75쯤이고, 점검 다섯 가지를 통과합니다.
#
# 이제 여섯 번째 점검입니다. `check_round_trip`은 모델을 저장하고 새 파이썬 프로세스를 띄웁니다. 이 프로세스는 노트북에서 정의한 층만 알고
# 있습니다. 거기서 모델을 불러와 답을 견주어 봅니다. 케라스를 시작하는 데 몇 초가 걸리므로 {cell:f-round-trip}번 셀에서 박물관의 모든 모델을
# 한꺼번에 점검하겠습니다.

# %% f-round-trip
# All models are saved, and loaded by a fresh process
models = [exhibit.model for exhibit in MUSEUM.values()]
reports = round_trips([(model, FULL) for model in models], setup=definitions_of(models))
ROUND_TRIPS = dict(zip(models, reports, strict=True))


def round_trip_of(model):
    """What came of saving and loading a model."""
    if model not in ROUND_TRIPS:
        raise ValueError("this model is newer than the files; run the cell that saves all models once more")
    return ROUND_TRIPS[model]


CHECKS["round trip"] = (round_trip_of, "is_same")
for name in ("F", "A mended"):
    examine(name, checks=["round trip"])

# %% [markdown] f-means
# --- en
# **What you should see.** F cannot be loaded: its block got an unexpected keyword argument, `trainable`. The mended twin comes back with the same answers.
#
# **What it means.** Saving writes down the configuration of every layer, and loading makes each layer anew from it. Keras puts `name`, `trainable` and
# `dtype` into it, and `QuickBlock` takes none of them. Nobody noticed, because saving said nothing. A layer that can be saved does three
# things: it takes `**kwargs` and hands them to `super().__init__`, it returns all its arguments from `get_config`, and it is registered, so
# that its class is found by its name.
#
# **Where it comes from.** [keras-io #1884](https://github.com/keras-team/keras-io/issues/1884): everything worked with a small GPT out of Keras'
# examples, until the saved model was to be loaded. [keras #19899](https://github.com/keras-team/keras/issues/19899): the same, with the answer.
#
# **Mended.** `AttentionBlock` in cell {cell:layers} does all three. The mended twin of A is the mended twin of F as well.
# --- ko
# **나와야 할 결과.** F는 불러올 수 없습니다. 블록이 뜻밖의 인수 `trainable`을 받았다고 합니다. 고친 모델은 불러와도 답이 그대로입니다.
#
# **무슨 뜻일까요?** 모델을 저장하면 층마다 설정을 적어 두고, 불러올 때는 그 설정으로 층을 새로 만듭니다. 케라스는 설정에 `name`, `trainable`,
# `dtype`을 넣어 두는데 `QuickBlock`은 하나도 받지 않습니다. 저장할 때는 아무 말이 없었으니 아무도 몰랐습니다. 저장할 수 있는 층은 세 가지를
# 지킵니다. `**kwargs`를 받아 `super().__init__`에 넘기고, `get_config`에서 인수를 모두 돌려주고, 이름으로 클래스를 찾을 수 있게 등록되어
# 있습니다.
#
# **어디에서 왔나요?** [keras-io #1884](https://github.com/keras-team/keras-io/issues/1884)입니다. 케라스 예제의 작은 GPT로 만든 모델이 잘
# 돌아가다가, 저장한 모델을 불러올 때 막혔습니다. [keras #19899](https://github.com/keras-team/keras/issues/19899)에는 같은 문제와 해결책이 함께
# 있습니다.
#
# **고치기.** {cell:layers}번 셀의 `AttentionBlock`은 세 가지를 모두 지킵니다. A를 고친 모델이 곧 F를 고친 모델입니다.

# %% [markdown] matrix-question
# --- en
# ## 8 All showcases, all checks
#
# **What is asked.** Does every check see its own bug and no other? Cell {cell:matrix} runs all six on all ten models.
# --- ko
# ## 8 모든 전시품, 모든 점검
#
# **무엇을 묻나요?** 점검은 저마다 제 버그만 잡아낼까요? {cell:matrix}번 셀에서 모델 열 개를 점검 여섯 가지로 모두 살펴보겠습니다.

# %% matrix
# All models, all checks
verdicts = {name: [verdict(check, exhibit)[0] for check in CHECKS] for name, exhibit in MUSEUM.items()}
print(" " * 9, *(f"{check:<14}" for check in CHECKS))
for name, row in verdicts.items():
    print(f"{name:<9}", *(f"{MARKS[passes]:<14}" for passes in row))

names = sorted(verdicts, key=lambda name: ("mended" in name, name))  # the bugs above, the mended models below
SHADES = {True: 0.85, False: 0.1, None: 0.5}
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5), width_ratios=(1, 2), sharey=True, layout="constrained")
places = np.arange(len(names))
left.barh(places, [MUSEUM[name].accuracy for name in names], color="0.6")
for place, name in zip(places, names, strict=True):
    left.text(0.16, place, f"{MUSEUM[name].accuracy:.3f}", va="center")
left.axvline(1 / WORDS, color="black", linestyle=":", label="guessing")
left.axvline(COUNTING, color="black", linestyle="--", label="counting 4 words")
left.set(xlim=(0, 1), xlabel="accuracy on new rows", yticks=places, yticklabels=names)
left.legend(loc="upper center", bbox_to_anchor=(0.5, 1.17), ncols=2, fontsize=11)
right.imshow([[SHADES[passes] for passes in verdicts[name]] for name in names], cmap="cividis", vmin=0, vmax=1,
             aspect="auto")
for place, name in zip(places, names, strict=True):
    for column, passes in enumerate(verdicts[name]):
        shade = "white" if passes is False else "black"
        right.text(column, place, MARKS[passes], ha="center", va="center", color=shade)
right.set(xticks=range(len(CHECKS)), xticklabels=[check.replace(" ", "\n") for check in CHECKS])
show(figure, pick(
    "Left: the accuracies of ten models, all far above guessing. Right: a table of ten models and six checks; each of "
    "the models A to F fails one check, always another one, and the mended models fail none.",
    "왼쪽은 모델 열 개의 정확도로, 모두 찍었을 때보다 훨씬 높습니다. "
    "오른쪽은 모델 열 개와 점검 여섯 가지의 표로, A부터 F까지는 서로 다른 점검에 하나씩 걸리고 "
    "고친 모델은 하나도 걸리지 않습니다."))

# %% [markdown] matrix-means
# --- en
# **What you should see.** In the rows A to F one `FAIL` each, and each in another column. In the rows of the mended models no `FAIL`. A dash is a check
# that does not apply: C and D give one answer a row, and D is built for rows of one length. On the left the accuracies: a bug may
# raise the score (A and B) or leave it nearly as it is (C to F), and no score looks like a bug.
#
# **What it means.** An accuracy says how often a model is right on data like its training data. It does not say why. Three habits help. Have a
# number to compare with: without counting, 0.81 and 0.75 are just two scores. Run the checks before a long training: they look at how a
# model is built, and need no trained weights. And put them where they run by themselves, into the tests of your project:
# `assert check_causal(model, rows).is_causal` is one line.
#
# **Try it.** Set `EPOCHS = 0` in cell {cell:parameters} and run everything again. The accuracies are those of guessing. And the table?
# --- ko
# **나와야 할 결과.** A부터 F까지는 `FAIL`이 하나씩 있고, 모두 다른 열에 있습니다. 고친 모델에는 `FAIL`이 없습니다. 줄표는 해당하지 않는
# 점검입니다. C와 D는 문장마다 답이 하나이고, D는 길이가 정해진 문장만 받습니다. 왼쪽은 정확도입니다. 버그는 점수를 올리기도 하고(A와 B) 거의
# 그대로 두기도 하지만(C부터 F까지), 어느 점수를 보아도 버그처럼 보이지 않습니다.
#
# **무슨 뜻일까요?** 정확도는 훈련 데이터와 비슷한 데이터에서 얼마나 자주 맞히는지 알려 줄 뿐, 왜 맞히는지는 알려 주지 않습니다. 세 가지 습관이
# 도움이 됩니다. 첫째, 견줄 숫자를 마련하세요. 세어 보지 않았다면 0.81과 0.75는 그저 점수 두 개일 뿐입니다. 둘째, 오래 훈련하기 전에 점검하세요.
# 점검은 모델을 어떻게 만들었는지 살피므로 훈련된 가중치가 필요 없습니다. 셋째, 프로젝트의 테스트에 넣어 저절로 점검하게 하세요.
# `assert check_causal(model, rows).is_causal` 한 줄이면 됩니다.
#
# **해 보기.** {cell:parameters}번 셀에서 `EPOCHS = 0`으로 바꾸고 모두 다시 실행해 보세요. 정확도는 찍은 것과 다름없습니다. 표는 어떻게 될까요?

# %% finish
# How long it took
seconds = time.perf_counter() - STARTED
print(pick(f"{seconds:.1f} seconds since cell 1 ran.", f"1번 셀을 실행한 뒤 {seconds:.1f}초가 지났습니다."))

# %% [markdown] next
# --- en
# ## What you have now
#
# You saw six models with good scores and six bugs, and a check for each of them: attention on what a mask forbids, answers that
# know the future, answers that hang on padding, numbers that are not those of the formula, parameters that are too many, and a
# file that cannot be opened. All six checks belong to the package of this course, `keras_attention`, and run on models with
# its layers or with Keras' own: functional, Sequential, subclassed and loaded ones.
#
# To read on: [Vaswani et al. (2017), *Attention Is All You Need*](https://arxiv.org/abs/1706.03762), section 3.2.
# --- ko
# ## 정리
#
# 점수가 좋은 모델 여섯 개와 버그 여섯 개, 그리고 저마다를 잡아내는 점검을 살펴보았습니다. 가린 위치를 보는 어텐션, 미래를 아는 답, 패딩에
# 따라 달라지는 답, 식과 다른 계산, 너무 많은 파라미터, 열리지 않는 파일입니다. 여섯 가지 점검은 모두 이 강좌의 패키지 `keras_attention`에
# 들어 있습니다. 패키지의 층이나 케라스의 층을 쓴 모델이면 함수형이든 Sequential이든 클래스로 만든 것이든 불러온 것이든 쓸 수 있습니다.
#
# 더 읽을거리는 [Vaswani et al. (2017), *Attention Is All You Need*](https://arxiv.org/abs/1706.03762) 3.2절입니다.
