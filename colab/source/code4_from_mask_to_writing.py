# ruff: noqa: E402, E501, F401, F811, I001
"""Code 4, from mask to writing: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Code 4: From mask to writing
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Cover the rest of this line with your hand and guess the next letter. Then uncover it, and guess the one after that. You have just
# done all that a language model does. In this notebook you hide the future from a transformer, train it to guess the next
# character of a text, and let it write: a character, and then another one, each put behind all that came before.
#
# | | |
# |---|---|
# | **Goal** | Say what the causal mask hides and check that nothing leaks through it; train a small language model in full view; write its generation loop in ten lines; see what a key-value cache saves, and why; say what separates this model from a large one; adapt it to another text in two ways and compare their price. |
# | **You need to know** | Code 1 and Code 2, or attention, heads and the layers of a transformer from elsewhere. No GPU. |
# | **Run time and hardware** | About 3 to 4 minutes on two CPU cores (measured on an AMD EPYC), the size of Colab's free CPU runtime. On a TPU runtime, which has no TensorFlow, the notebook runs on JAX. Working through: about an hour and a half. |
# | **At the end you should see** | A model of about 840,000 parameters goes from noise to English-looking lines in a minute or two. With the cache, the cost of a character hardly depends on how much is written already; without it, it grows. LoRA trains one parameter in twenty or fewer and adapts the model nearly as well as training all of them, as long as the new text uses letters the model knows. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all.
#
# Every code cell carries its number. After a restart of the runtime a cell may answer `First run cells 1-4`:
# run those, or choose Runtime > Run before, and go on.
# --- ko
# # Code 4: 마스크에서 글쓰기까지
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 이 줄의 나머지를 손으로 가리고 다음 글자를 맞혀 보세요. 손을 조금 치워 확인하고, 그다음 글자를 또 맞혀 보세요. 언어 모델이 하는 일은
# 이것이 전부입니다. 이 노트북에서는 트랜스포머에게 뒤에 올 글자를 보여 주지 않고 다음 글자를 맞히도록 훈련한 다음, 글을 쓰게 합니다. 한
# 글자를 쓰고, 그 글자까지 읽고서 또 한 글자를 씁니다.
#
# | | |
# |---|---|
# | **학습 목표** | 인과 마스크가 무엇을 가리는지 설명하고, 새는 곳이 없는지 확인합니다. 작은 언어 모델을 처음부터 지켜보며 훈련합니다. 글을 쓰는 반복문을 열 줄로 씁니다. KV 캐시를 쓰면 무엇이 왜 절약되는지 확인합니다. 이 모델과 대규모 언어 모델이 어디에서 다른지 설명합니다. 모델을 다른 글에 두 가지 방법으로 적응시키고 드는 비용을 비교합니다. |
# | **미리 알아 둘 것** | Code 1과 Code 2의 내용, 곧 어텐션, 헤드, 트랜스포머를 이루는 층. GPU는 필요 없습니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU 런타임처럼 CPU 코어가 두 개이면 3~4분 걸립니다(AMD EPYC에서 잰 시간). 텐서플로가 없는 TPU 런타임에서는 JAX로 실행됩니다. 읽고 바꿔 보는 데는 한 시간 반쯤 잡으세요. |
# | **끝까지 실행하면** | 파라미터가 약 84만 개인 모델이 1~2분 만에 아무 글자나 늘어놓던 상태에서 영어처럼 보이는 줄을 쓰게 됩니다. 캐시를 쓰면 이미 쓴 글이 길어도 한 글자를 쓰는 비용이 거의 늘지 않고, 캐시가 없으면 길수록 늘어납니다. LoRA는 파라미터의 20분의 1도 훈련하지 않지만, 새 글이 모델이 아는 글자로 쓰여 있다면 파라미터를 모두 훈련한 것에 가깝게 적응합니다. |
#
# **코랩에서 여는 방법:** 위의 배지를 누르면 코랩 첫 화면이 열립니다. 파일 > 노트북 업로드(File > Upload notebook)에서 이 파일을
# 고른 다음 런타임 > 모두 실행(Runtime > Run all)을 누르세요.
#
# 코드 셀에는 저마다 번호가 있습니다. 런타임을 다시 시작한 뒤에 `First run cells 1-4` 같은 문장이 나오면 그 번호의 코드 셀을 먼저
# 실행하거나, 런타임 > 이전 셀 실행(Run before)을 고르면 됩니다.

# %% setup
# Libraries, versions, and the start
import importlib.util
import math
import operator
import os
import platform
import sys
import time
import unicodedata
from pydoc_data.topics import topics

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

LANGUAGE = "en"
SEED = 0  # for everything random
STARTED = time.perf_counter()

from common_start import TESTED, pick, start_keras, version_note, show_versions

keras = start_keras()
layers, ops = keras.layers, keras.ops

plt.rcParams.update({"font.size": 12, "figure.dpi": 100})
show_versions(keras)

# %% checks form
# Checks and drawing (no need to read it)
from keras_attention.by_hand.checks import real_array, positive_integer, boolean_mask
from common import show


def draw_masks(masks, names):
    """Draws masks (T, S): light where a query may look at a key, dark and crossed out where it may not."""
    figure, panels = plt.subplots(1, len(masks), figsize=(4.6 * len(masks), 4.8), layout="constrained")
    for panel, (title, mask) in zip(panels, masks.items(), strict=True):
        panel.imshow(np.where(mask, 0.75, 0.1), cmap="viridis", vmin=0, vmax=1)
        for row, column in np.argwhere(~mask):
            panel.text(column, row, "x", ha="center", va="center", color="white")
        panel.set(title=title, xlabel="key: looked at", ylabel="query: looks")
        panel.set_xticks(range(len(names[title])), names[title])
        panel.set_yticks(range(len(names[title])), names[title])
    return figure


def finish(panel):
    """Gives a panel of lines its grid and its legend."""
    panel.grid(color="#e5e5e5")
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(fontsize=11)

# %% [markdown] mask-question
# --- en
# ## 1 The causal mask: no looking ahead
#
# **What is asked.** A model that is to guess the next character must not see it. In a transformer every position sees every
# other, so the future has to be hidden by force: position t may look at position s only where s <= t. As a mask this is a
# triangle, `np.tri`, with `True` on and below the diagonal. (In every mask here, `True` means "may look".)
#
# Cell {cell:layers} holds the layers of Code 2, and `CausalBlock`, which changes its block in two ways: it uses the triangle, and
# it normalizes *before* attention and feed-forward network, not after (pre-norm), which makes deeper stacks easier to train.
#
# **The leak check** in cell {cell:leak-check}: take a sequence, change its last position only, and see at which positions the
# output moves. Where the mask holds, nothing before the last one can move.
# --- ko
# ## 1 인과 마스크: 뒤를 미리 보지 않기
#
# **무엇을 묻나요?** 다음 글자를 맞혀야 하는 모델이 그 글자를 보면 안 됩니다. 그런데 트랜스포머에서는 모든 위치가 모든 위치를 봅니다.
# 그래서 뒤쪽을 일부러 가려야 합니다. 위치 t는 s <= t인 위치 s만 볼 수 있습니다. 이것을 마스크로 쓰면 대각선과 그 아래가 `True`인
# 삼각형, 곧 `np.tri`가 됩니다. 이 노트북의 마스크에서 `True`는 언제나 "볼 수 있다"는 뜻입니다.
#
# 층은 {cell:layers}번 셀에 있습니다. Code 2에서 만든 층 그대로이고, 그 블록을 두 가지만 바꾼 `CausalBlock`이 더 있습니다. 삼각형 마스크를 쓰고,
# 층 정규화를 어텐션과 피드 포워드 신경망의 *뒤*가 아니라 *앞*에 둡니다. 이렇게 하는 것을 pre-norm(사전 정규화)이라고 하며, 블록을 여러 개
# 쌓아도 훈련이 잘됩니다.
#
# **새는 곳이 있는지 확인하는 방법**은 {cell:leak-check}번 셀에 있습니다. 시퀀스의 마지막 위치 하나만 바꾼 다음, 출력이 어느 위치에서
# 달라지는지 봅니다. 마스크가 제대로라면 마지막 위치보다 앞에서는 아무것도 달라지지 않아야 합니다.

# %% layers
# The layers: those of Code 2, and a block that does not look ahead
from common_layers import AddPosition, MultiHeadSelfAttention, TransformerBlock


@keras.saving.register_keras_serializable(package="notebook")
class CausalBlock(TransformerBlock):
    """The block of Code 2 with another `call`: it can look back only, and normalizes before each part (pre-norm).

    Call arguments:
        inputs: tensor of shape (B, T, D).
        use_causal_mask: bool, whether a position may look only at itself and at earlier ones.
    """

    def call(self, inputs, use_causal_mask=False):
        length = inputs.shape[1]
        triangle = np.tri(length, dtype=bool) if use_causal_mask else None  # (T, S), True where s <= t
        x = inputs + self.attention(self.attention_norm(inputs), attention_mask=triangle)  # (B, T, D)
        return x + self.output_dense(self.intermediate_dense(self.feedforward_norm(x)))  # (B, T, D)

# %% leak-check
# Change the last position only: where does the output move?
keras.utils.set_random_seed(SEED)
block = CausalBlock(num_heads=2, intermediate_dim=32)
x = np.random.default_rng(SEED).normal(size=(1, 6, 8)).astype("float32")  # (B, T, D)
changed = x.copy()
changed[0, -1] = -x[0, -1]  # the last position only

for use_causal_mask in (False, True):
    before, after = (ops.convert_to_numpy(block(one, use_causal_mask=use_causal_mask)) for one in (x, changed))
    moved = np.abs(after - before).max(axis=(0, 2))  # (T,)
    print(f"causal mask: {use_causal_mask!s:<5}  output moved by", " ".join(f"{value:.4f}" for value in moved))

# %% [markdown] leak-means
# --- en
# **What you should see.** Without the mask all six outputs move. With it, the first five numbers are 0.0000 and only the last
# position moves.
#
# **Why check at all?** A leak does not look like an error. A model that can see the answer copies it, its loss falls
# beautifully, and only when it has to write, with no future to look at, it produces nonsense. A loss that is too good to be true
# is the first suspect.
#
# **Change one thing.** In cell {cell:layers}, write `~np.tri(...)` or forget the mask: run the two cells again and read the six
# numbers. Then put it back and run both once more.
# --- ko
# **나와야 할 결과.** 마스크가 없으면 출력 여섯 개가 모두 달라집니다. 마스크가 있으면 앞의 다섯 숫자는 0.0000이고 마지막 위치만
# 달라집니다.
#
# **왜 굳이 확인할까요?** 새는 곳이 있어도 오류는 나지 않습니다. 답을 볼 수 있는 모델은 답을 베끼고, 손실은 보기 좋게 내려갑니다. 그러다
# 정작 글을 쓸 때, 곧 볼 답이 없을 때 엉뚱한 소리를 합니다. 손실이 믿기지 않을 만큼 좋다면 먼저 이것부터 의심하세요.
#
# **하나만 바꿔 보기.** {cell:layers}번 셀에서 마스크를 `~np.tri(...)`로 뒤집거나 아예 빼 보세요. 두 셀을 다시 실행해 숫자 여섯 개를 읽은
# 다음 원래대로 돌려놓고 한 번 더 실행하세요.

# %% families
# Who may look at whom: three families
words, source, target = 6, 3, 4
everything = np.ones((words, words), dtype=bool)
triangle = np.tri(words, dtype=bool)
both = np.zeros((source + target, source + target), dtype=bool)
both[:source, :source] = True  # the encoder: every source word sees every source word
both[source:, :source] = True  # cross-attention: every target word sees every source word
both[source:, source:] = np.tri(target, dtype=bool)  # the decoder: a target word sees the target words so far
numbers = [str(number) for number in range(1, words + 1)]
pair = [f"s{number + 1}" for number in range(source)] + [f"t{number + 1}" for number in range(target)]
show(draw_masks({"encoder": everything, "decoder": triangle, "encoder-decoder": both},
                {"encoder": numbers, "decoder": numbers, "encoder-decoder": pair}),
     pick("Three masks side by side. Encoder: everything is allowed. Decoder: the upper right triangle is crossed out. "
          "Encoder-decoder: source words see the source, target words see the source and earlier target words.",
          "마스크 세 개. 인코더는 모두 볼 수 있고, 디코더는 오른쪽 위 삼각형이 가려져 있습니다. 인코더-디코더에서 "
          "원문 단어는 원문을 보고, 출력 단어는 원문 전체와 앞의 출력 단어를 봅니다."))

# %% [markdown] families-means
# --- en
# **Three families, one difference.** The mask decides what a transformer can be used for:
#
# | family | who may look at whom | trained to | used for |
# |---|---|---|---|
# | encoder (BERT) | everybody at everybody | fill in words that were covered | sorting texts, search |
# | decoder (GPT) | everybody at what came before | guess the next token | writing, conversation, code |
# | encoder-decoder (T5, the first transformer) | the source at itself; the output at the source and at what came before | turn one text into another | translation, summaries |
#
# In the third picture s1 to s3 are the words of the source and t1 to t4 those of the output. The lower left part is called
# cross-attention: there the output looks up the source.
#
# From here on the notebook is about the second one: a decoder, which is what "language model" mostly means today.
# --- ko
# **차이는 하나, 종류는 셋.** 트랜스포머를 어디에 쓸 수 있는지는 마스크가 정합니다.
#
# | 종류 | 누가 누구를 보나 | 무엇을 하도록 훈련하나 | 쓰임새 |
# |---|---|---|---|
# | 인코더: BERT | 모두가 모두를 | 가려 놓은 단어 채우기 | 글 분류, 검색 |
# | 디코더: GPT | 모두가 자기 앞을 | 다음 토큰 맞히기 | 글쓰기, 대화, 코드 |
# | 인코더-디코더: T5, 최초의 트랜스포머 | 원문은 원문끼리, 출력은 원문 전체와 자기 앞을 | 한 글을 다른 글로 바꾸기 | 번역, 요약 |
#
# 세 번째 그림에서 s1부터 s3까지는 원문 단어이고 t1부터 t4까지는 출력 단어입니다. 왼쪽 아래 부분이 크로스 어텐션입니다. 출력이 원문을
# 찾아보는 자리입니다.
#
# 이제부터는 두 번째 종류만 다룹니다. 요즘 "언어 모델"이라고 하면 대개 디코더를 말합니다.

# %% [markdown] text-question
# --- en
# ## 2 A text as a task
#
# **What is asked.** What does a text have to look like for a model to learn from it? Here a token is a single character. Each
# one gets a number; a row of the task is a piece of 64 characters, and its answers are the same piece moved on by one. So a
# single row holds 64 questions, and thanks to the mask all of them can be asked at once.
#
# The text is in every Python already, so nothing has to be downloaded: the chapters of Python's own `help()`, about half
# a million characters of English and code (how many exactly depends on the version of Python). The last tenth is *held out*: the model never trains on it, and it is judged by its loss
# there.
#
# The loss is measured in nats a character: the natural logarithm of "one in how many". Two marks to compare with: somebody who
# guesses among all characters, and somebody who knows how often each character occurs, and nothing else.
# --- ko
# ## 2 글 한 편을 과제로 바꾸기
#
# **무엇을 묻나요?** 글이 어떤 꼴이어야 모델이 배울 수 있을까요? 여기서는 글자 하나가 토큰 하나입니다. 글자마다 번호를 붙입니다. 과제의
# 한 행은 글에서 잘라 낸 64글자이고, 답은 같은 조각을 한 글자 뒤로 민 것입니다. 한 행에 문제가 64개 들어 있는 셈인데, 마스크 덕분에 한꺼번에
# 물을 수 있습니다.
#
# 글은 따로 내려받지 않습니다. 파이썬에 이미 들어 있는 `help()` 설명서를 씁니다. 영어와 코드가 섞인 글이고, 파이썬 버전에 따라 조금 다르지만
# 50만 글자쯤 됩니다. 마지막 10분의 1은 떼어 둡니다. 모델은 이 부분으로 훈련하지 않으며, 이 부분의 손실로 평가받습니다.
#
# 손실은 글자 하나에 몇 내트(nat)인지로 잽니다. 곧 "몇 개 가운데 하나를 맞히는 셈인가"의 자연로그입니다. 견주어 볼 기준은 둘입니다. 모든
# 글자 가운데 아무거나 찍는 경우와, 글자마다 얼마나 자주 나오는지만 아는 경우입니다.

# %% parameters parameters
# All settings
CONTEXT = 64  # characters the model can see
WIDTH, NUM_HEADS, NUM_BLOCKS = 128, 4, 4
BATCH_SIZE = 12  # rows a step
STEPS_IN_A_PART, STEPS_AT_ONCE = 250, 25  # the training has four parts; Python is asked once in 25 steps
LEARNING_RATE = 0.014
RANK = 4  # of the update in section 7
ADAPT_STEPS = 250
ADAPT_LEARNING_RATES = {"LoRA": 0.01, "full": 0.002}
SPEED_CONTEXT, SPEED_TOKENS = 512, 8  # section 4: longest text, and tokens measured at each length

# %% letters form
# Two short texts of our own, for section 7 (no need to read them now)
from keras_attention.texts.letters import ENGLISH_LETTERS, KOREAN_LETTERS

# %% text
# Characters, numbers, rows
help_text = "\n".join(topics[name] for name in sorted(topics)).encode("ascii", "ignore").decode("ascii")
# Korean syllables are taken apart into their letters: 62 different ones in place of 771 syllables.
TEXTS = {"help": help_text, "English": ENGLISH_LETTERS, "Korean": unicodedata.normalize("NFD", KOREAN_LETTERS)}
CHARACTERS = sorted(set("".join(TEXTS.values())))
NUMBER = {character: number for number, character in enumerate(CHARACTERS)}


def encode(text):
    """A text as numbers (T,), one for each character."""
    return np.array([NUMBER[character] for character in text], "int32")


def decode(numbers):
    """Numbers as a text. Hangul is put together to syllables; what is left over of it, or cannot print, becomes "?"."""
    text = unicodedata.normalize("NFC", "".join(CHARACTERS[number] for number in numbers))

    def can_be_read(character):
        return " " <= character <= "~" or character == "\n" or LANGUAGE == "ko" and "가" <= character <= "힣"

    return "".join(character if can_be_read(character) else "?" for character in text)


def rows_at(numbers, starts):
    """Rows (N, T) that begin at `starts`, and the same moved on by one: what comes in, and the answers."""
    rows = numbers[np.asarray(starts)[:, np.newaxis] + np.arange(CONTEXT + 1)]  # (N, T + 1)
    return rows[:, :-1], rows[:, 1:]


def training_rows(name, count, seed):
    """`count` rows from the first nine tenths of a text, at random places."""
    numbers = encode(TEXTS[name])
    last = len(numbers) * 9 // 10 - CONTEXT - 1
    return rows_at(numbers, np.random.default_rng(seed).integers(0, last + 1, count))


def held_out_rows(name):
    """The last tenth of a text, in rows one after the other."""
    numbers = encode(TEXTS[name])
    return rows_at(numbers, np.arange(len(numbers) * 9 // 10, len(numbers) - CONTEXT, CONTEXT))


def frequency_loss(name):
    """The loss on the held-out rows for whoever knows only how often each character occurs in the rest."""
    numbers = encode(TEXTS[name])
    seen = np.bincount(numbers[: len(numbers) * 9 // 10], minlength=len(CHARACTERS)) + 1  # (V,), none is impossible
    return float(-np.log(seen / seen.sum())[held_out_rows(name)[1]].mean())


inputs, answers = held_out_rows("help")  # (N, T), (N, T)
print(f"{len(help_text):,} characters; {len(CHARACTERS)} different ones in the three texts together")
print("one row:    ", repr(decode(inputs[0, :40])))
print("its answers:", repr(decode(answers[0, :40])))
print(f"loss of guessing: {math.log(len(CHARACTERS)):.3f}, knowing the frequencies: {frequency_loss('help'):.3f}")

# %% [markdown] text-means
# --- en
# **What you should see.** A row and its answers: the same line, one character further. Guessing costs about 5.06 nats, the natural
# logarithm of the number of different characters; knowing the frequencies brings that down to about 3.21.
#
# (The number of different characters includes those of two other texts, which come into play in section 7. A model can only ever
# write what is in its list.)
#
# **Change one thing.** In cell {cell:parameters}, set `CONTEXT = 16` and run that cell and cell {cell:text} again. Do the two losses
# change? Think first: which of the two marks looks at the characters before? (Then set it back to 64 and run both again.)
# --- ko
# **나와야 할 결과.** 한 행과 그 답이 나옵니다. 같은 줄이 한 글자 밀려 있습니다. 아무거나 찍으면 손실이 약 5.06입니다. 서로 다른 글자
# 수의 자연로그입니다. 글자마다 얼마나 자주 나오는지 알면 약 3.21까지 내려갑니다.
#
# 서로 다른 글자 수에는 7절에서 쓸 다른 글 두 편의 글자도 들어 있습니다. 모델은 이 목록에 있는 글자만 쓸 수 있기 때문입니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `CONTEXT = 16`으로 바꾸고 그 셀과 {cell:text}번 셀을 다시 실행해 보세요. 두 손실이 달라질까요?
# 먼저 생각해 보세요. 두 기준 가운데 앞에 놓인 글자를 보는 것이 있나요? 해 본 뒤에는 64로 되돌리고 두 셀을 다시
# 실행하세요.

# %% [markdown] model-question
# --- en
# ## 3 A model that learns to write, in full view
#
# **What is asked.** How does a machine that only ever answers "which character comes next?" write a page? By a loop. Predict
# one character, put it behind the text, predict again from the longer text. This is called *generation*, and cell {cell:loop} has it in
# ten lines. Two of them deserve a look:
#
# * The model gives a *logit* for every character. Softmax turns them into shares, and the next character is **drawn** from
#   these shares, as from a bag in which likely characters have more tickets (*sampling*). The *temperature* divides the logits before
#   that; section 5 is about it.
# * A model sees 64 characters and no more. When the window is full, the older half of it is dropped.
#
# The model itself is in cell {cell:model}: an embedding turns each number into a vector, positions are added, four blocks follow,
# and a last dense layer gives the logits. At the start that layer is all zeros, so that no character is preferred.
#
# Then the training, in four parts. Before it, and after parts 1, 2 and 4, the model writes something from the same beginning.
# --- ko
# ## 3 글쓰기를 배우는 모델 지켜보기
#
# **무엇을 묻나요?** "다음 글자는 무엇일까요?"에만 답하는 기계가 어떻게 한 쪽짜리 글을 쓸까요? 반복하면 됩니다. 한 글자를 예측해서 글 뒤에
# 붙이고, 길어진 글에서 다시 예측합니다. 이것을 텍스트 생성(generation)이라고 하며, {cell:loop}번 셀에 열 줄로 써 두었습니다. 그중 두 가지를
# 눈여겨보세요.
#
# * 모델은 글자마다 로짓(logit)을 냅니다. 소프트맥스를 거치면 비율이 되고, 다음 글자는 이 비율대로 **뽑습니다**. 가능성이 큰 글자의 제비가
#   더 많이 든 주머니에서 하나를 뽑는 셈이고, 이것을 샘플링(sampling)이라고 합니다. 그 전에 로짓을 온도(temperature)로 나누는데, 이것은 5절에서 다룹니다.
# * 모델은 64글자까지만 볼 수 있습니다. 꽉 차면 오래된 절반을 버립니다.
#
# 모델은 {cell:model}번 셀에 있습니다. 임베딩이 번호마다 벡터를 하나씩 내주고, 위치를 더하고, 블록 네 개를 거친 다음, 마지막 밀집 층이 로짓을
# 냅니다. 이 층은 모두 0에서 시작하므로 처음에는 어느 글자도 더 좋아하지 않습니다.
#
# 그다음에는 네 번에 나누어 훈련합니다. 훈련하기 전, 그리고 1, 2, 4부가 끝난 뒤에 같은 첫머리로 글을 써 봅니다.

# %% model
# The model: embedding, positions, four blocks, logits
def build_model():
    """(B, T) character numbers to logits (B, T, V): at every position, what could come next."""
    small, none = keras.initializers.RandomNormal(stddev=0.1), "zeros"
    tokens = keras.Input((CONTEXT,), dtype="int32")
    x = layers.Embedding(len(CHARACTERS), WIDTH, embeddings_initializer=small, name="token_embedding")(tokens)
    x = AddPosition(name="position")(x)  # (B, T, D)
    for number in range(1, NUM_BLOCKS + 1):
        x = CausalBlock(NUM_HEADS, 4 * WIDTH, name=f"block_{number}")(x, use_causal_mask=True)  # (B, T, D)
    x = layers.LayerNormalization(epsilon=1e-5, name="final_norm")(x)
    return keras.Model(tokens, layers.Dense(len(CHARACTERS), kernel_initializer=none, name="next_token")(x))


keras.utils.set_random_seed(SEED)
model = build_model()
block = model.get_layer("block_1")
print(f"{model.count_params():,} parameters, {block.count_params():,} of them in each of {NUM_BLOCKS} blocks")

# %% loop
# The loop that writes, in ten lines
def draw(logits, temperature, rng):
    """The number of the next character: drawn from softmax(logits / temperature), or the likeliest where that is 0."""
    if temperature == 0:
        return int(logits.argmax())
    shares = np.exp((logits - logits.max()) / temperature)  # (V,)
    return int(rng.choice(len(shares), p=shares / shares.sum()))


def write(model, start, length, temperature=0.8, seed=SEED):
    """Writes `length` characters behind `start`."""
    numbers, first, rng = list(encode(start)), 0, np.random.default_rng(seed)
    for _ in range(length):
        while len(numbers) - first > CONTEXT:
            first += CONTEXT // 2  # the window is full: its older half is dropped
        seen = numbers[first:]
        window = np.zeros((1, CONTEXT), "int32")
        window[0, : len(seen)] = seen  # whatever stands behind cannot leak: that is the mask
        logits = model.predict_on_batch(window)[0, len(seen) - 1]  # (V,), behind the last character
        numbers.append(draw(logits, temperature, rng))
    return decode(numbers)


START = "The "
print(write(model, START, 60))

# %% [markdown] loop-means
# --- en
# **What you should see.** "The " and then characters without any sense: before training every character is equally likely.
#
# Now the training. `compile()` says how, `fit()` does it, as in Code 2. Two settings make it quick: `jit_compile=True` turns a
# step into one compiled program, and `steps_per_execution` lets Python be asked only once in so many steps. (The first part
# takes longer, because that program is compiled first.)
# --- ko
# **나와야 할 결과.** "The " 뒤로 아무 뜻 없는 글자가 이어집니다. 훈련하기 전에는 모든 글자의 가능성이 똑같기 때문입니다.
#
# 이제 훈련합니다. Code 2처럼 `compile()`로 방법을 정하고 `fit()`으로 훈련합니다. 빨리 끝내려고 두 가지를 정해 두었습니다.
# `jit_compile=True`는 한 스텝을 프로그램 하나로 컴파일하고, `steps_per_execution`은 정한 수의 스텝마다 한 번만 파이썬을 거치게 합니다.
# 1부가 오래 걸리는 것은 먼저 이 프로그램을 컴파일하기 때문입니다.

# %% train
# The training in four parts, and what the model writes on the way
from keras_attention.timed_training import mean_loss


def falling(learning_rate, steps):
    """A learning rate that falls in a straight line to 0."""
    return keras.optimizers.schedules.PolynomialDecay(learning_rate, steps, end_learning_rate=0)


def compile_model(model, optimizer):
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer=optimizer, loss=loss, jit_compile=True, steps_per_execution=STEPS_AT_ONCE)


compile_model(model, keras.optimizers.Muon(
    falling(LEARNING_RATE, 4 * STEPS_IN_A_PART), adam_lr_ratio=1.1, adam_beta_2=0.99, weight_decay=0.05,
    exclude_layers=["position", "next_token"]))  # Muon is for the matrices of the blocks; the rest gets Adam
losses = [mean_loss(model, *held_out_rows("help"))]
for part in range(1, 5):
    inputs, answers = training_rows("help", STEPS_IN_A_PART * BATCH_SIZE, seed=part)  # (N, T), (N, T)
    model.fit(inputs, answers, batch_size=BATCH_SIZE, shuffle=False, verbose=2)
    losses.append(mean_loss(model, *held_out_rows("help")))
    print(f"after part {part}: held-out loss {losses[-1]:.3f}")
    if part != 3:
        print(f"\n{write(model, START, 150)}\n")

# %% loss-figure form
# How the loss falls
figure, panel = plt.subplots(figsize=(7, 4), layout="constrained")
panel.plot(range(5), losses, color="#0072B2", marker="o", linewidth=2, label="held-out loss of the model")
panel.axhline(math.log(len(CHARACTERS)), color="#555555", linestyle=":", label="guessing")
panel.axhline(frequency_loss("help"), color="#555555", linestyle="--", label="knowing the frequencies")
panel.set(xlabel="parts of the training", ylabel="loss (nats a character)", ylim=(0, None), xticks=range(5))
finish(panel)
show(figure, pick("The held-out loss before training and after each of four parts, with lines for guessing and for "
                  "knowing how often each character occurs.",
                  "훈련하기 전과 네 부가 끝날 때마다 잰 손실. 아무거나 찍을 때와 글자 빈도만 알 때의 손실을 "
                  "선으로 그렸습니다."))

# %% [markdown] train-means
# --- en
# **What you should see.** Held-out losses of about 1.9, 1.6, 1.4 and 1.3 after the four parts, give or take 0.1; before training
# it was 5.06, exactly that of guessing. And four texts. Before training: noise. After part 1: letters in a likely order, words of a
# likely length, hardly any of which exist. After part 2: more words that do, and what a help text looks like: names with
# underscores, rows of tables. After part 4: phrases that hold together for a few words and mean nothing.
#
# **What it means.** Nobody told the model what a word is, or that quotes come in pairs. It picked up much of that because it helps to guess
# the next character. A loss of 1.3 nats says how unsure it still is: as unsure as somebody who has to choose among e^1.3,
# that is between three and four, equally likely characters, where there were 157 in the beginning.
#
# (Two words on the settings. *Muon* is an optimizer for matrices: it makes a step equally large in every direction of a matrix,
# and this model gets much further with it in the same number of steps: AdamW, tried at learning rates of 0.001 and 0.003, ended
# at 1.99 and 2.00. And the held-out tenth decides: a model this small could learn a short text by heart and know nothing else.)
#
# **If you see something else,** three causes are likely. (1) A setting in cell {cell:parameters} was changed; with fewer steps the
# text stays at an earlier stage. (2) A layer or the mask was changed: a loss far below 1 is no success but a leak, so run cell
# {cell:leak-check} again. (3) Another version, processor or seed: the texts differ from the first character on, the losses only
# a little.
#
# **Change one thing.** In cell {cell:parameters}, set `CONTEXT = 8` and run from there to cell {cell:train} (about two minutes).
# Which mistakes are new? (Then set it back to 64 and run the same cells again: the rest of the notebook uses this model.)
# --- ko
# **나와야 할 결과.** 1부터 4부까지 끝날 때마다 손실이 1.9, 1.6, 1.4, 1.3쯤 나오고, 0.1쯤 다를 수 있습니다. 훈련하기 전에는 아무거나 찍을
# 때와 똑같은 5.06이었습니다. 글도 네 편 나옵니다. 훈련 전에는 아무 글자나 이어집니다. 1부가 끝나면 글자의 순서와 낱말의 길이는 그럴듯한데
# 있는 낱말은 거의 없습니다. 2부가 끝나면 진짜 낱말이 늘고 밑줄이 든 이름이나 표의 줄처럼 설명서다운 모양이 나타납니다. 4부가 끝나면 몇
# 낱말까지는 앞뒤가 맞지만 뜻은 없는 구절이 나옵니다.
#
# **무슨 뜻일까요?** 낱말이 무엇인지, 따옴표가 짝을 이룬다는 것도 알려 준 사람은 없습니다. 다음 글자를 맞히는 데 도움이 되니까 스스로
# 많은 것을 알아냈습니다. 손실 1.3내트는 아직 얼마나 망설이는지를 나타냅니다. 가능성이 똑같은 글자 e^1.3개, 곧 서너 개를 놓고 고르는 만큼입니다.
# 처음에는 157개 가운데서 골라야 했습니다.
#
# 설정에 대해 두 가지만 덧붙이겠습니다. *Muon*은 행렬을 위한 옵티마이저입니다. 행렬의 어느 방향으로든 같은 크기로 움직이게 해서, 같은 스텝
# 수를 훈련해도 이 모델의 손실이 훨씬 많이 내려갑니다. AdamW를 학습률 0.001과 0.003으로 써 보니 손실이 1.99와 2.00에서 끝났습니다. 그리고 판단은 떼어 둔 10분의 1로 합니다. 이렇게 작은 모델도 짧은 글 하나쯤은 외워 버리고 다른 것은
# 모를 수 있기 때문입니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) {cell:parameters}번 셀의 설정을 바꾼 경우입니다. 스텝이 적으면 글이 앞
# 단계에 머뭅니다. (2) 층이나 마스크를 고친 경우입니다. 손실이 1보다 훨씬 작다면 성공이 아니라 새는 곳이 있는 것이니 {cell:leak-check}번
# 셀을 다시 실행해 보세요. (3) 버전, 프로세서, 시드가 다른 경우입니다. 글은 첫 글자부터 달라져도 손실은 조금밖에 달라지지 않습니다.
#
# **하나만 바꿔 보기.** {cell:parameters}번 셀에서 `CONTEXT = 8`로 바꾸고 그 셀부터 {cell:train}번 셀까지 실행해 보세요. 2분쯤 걸립니다.
# 전에 없던 실수로는 무엇이 있나요? 해 본 뒤에는 64로 되돌리고 같은 셀들을 다시 실행하세요. 뒤의 셀들이 이 모델을 씁니다.

# %% [markdown] cache-question
# --- en
# ## 4 The key-value cache: do not compute twice
#
# **What is asked.** The loop reads everything again for every character. Is that necessary? Look at the mask once more: what
# stands at position 5 can look only at positions 1 to 5. Whatever is written later, its vectors stay the same, in every block.
# So its keys and values can be *kept*. A new character then needs its own query, key and value, one row of scores against the
# keys kept, and nothing else.
#
# Cell {cell:cache} is the whole model once more, in the NumPy of Code 1, with one new idea: `read` takes only the *new*
# characters, and a cache that holds the keys and values of those before. With an empty cache and the whole text it is the plain
# model; with a cache and one character it is the quick one. Same function, so the comparison is fair.
# --- ko
# ## 4 KV 캐시: 같은 계산을 두 번 하지 않기
#
# **무엇을 묻나요?** 앞의 반복문은 글자 하나를 쓸 때마다 글 전체를 다시 읽습니다. 꼭 그래야 할까요? 마스크를 다시 떠올려 보세요. 5번 위치는
# 1번부터 5번까지만 볼 수 있습니다. 뒤에 무엇을 쓰든 5번 위치의 벡터는 어느 블록에서나 그대로입니다. 그러니 키와 값을 *보관해* 두면 됩니다.
# 새 글자에는 자기 쿼리와 키와 값, 그리고 보관한 키들과 견준 점수 한 줄만 있으면 됩니다. 이렇게 보관한 것을 KV 캐시라고 합니다.
#
# {cell:cache}번 셀은 모델 전체를 Code 1의 넘파이로 다시 쓴 것입니다. 새로운 점은 하나입니다. `read`는 *새* 글자만 받고, 앞 글자들의 키와
# 값은 캐시에서 가져옵니다. 캐시를 비우고 글 전체를 넣으면 원래 모델과 같고, 캐시가 있는 상태에서 한 글자만 넣으면 빠른 방법이 됩니다. 함수가
# 같으니 공정하게 견줄 수 있습니다.

# %% by-hand form
# The functions of Code 1, unchanged
from keras_attention.by_hand.formulas import softmax, scores, attention, split_heads, merge_heads

# %% cache
# The model by hand, with a cache of keys and values
def arrays_of(model):
    """The weights of a model as NumPy arrays; a dense layer is (kernel, bias), a normalization (scale, shift)."""
    def pair(layer):
        weights = (layer.gamma, layer.beta) if hasattr(layer, "gamma") else (layer.kernel, layer.bias)
        return [ops.convert_to_numpy(weight) for weight in weights]

    blocks = [model.get_layer(f"block_{number}") for number in range(1, NUM_BLOCKS + 1)]
    return {
        "tokens": model.get_layer("token_embedding").get_weights()[0],  # (V, D)
        "positions": model.get_layer("position").get_weights()[0],  # (T, D)
        "blocks": [{layer.name: pair(layer) for layer in (
            block.attention_norm, block.attention.query_dense, block.attention.key_dense, block.attention.value_dense,
            block.feedforward_norm, block.intermediate_dense)}
            | {"mixed": pair(block.attention.output_dense), "thought": pair(block.output_dense)}
            for block in blocks],
        "final_norm": pair(model.get_layer("final_norm")),
        "next_token": pair(model.get_layer("next_token")),
    }


def dense(x, layer):
    kernel, bias = layer
    return x @ kernel + bias


def normalize(x, layer):
    scale, shift = layer
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-5) * scale + shift


def empty_cache():
    """For each block: no keys (0, D) and no values (0, D) yet."""
    return [[np.zeros((0, WIDTH)), np.zeros((0, WIDTH))] for _ in range(NUM_BLOCKS)]


def read(arrays, numbers, cache):
    """Reads new characters (t,) behind those in the cache, and adds their keys and values; logits (t, V)."""
    before = len(cache[0][0])
    x = arrays["tokens"][numbers] + arrays["positions"][before : before + len(numbers)]  # (t, D)
    mask = np.tri(len(numbers), before + len(numbers), before, dtype=bool)  # (t, s): what came before, and oneself
    for block, kept in zip(arrays["blocks"], cache, strict=True):
        y = normalize(x, block["attention_norm"])  # (t, D)
        kept[0] = np.concatenate([kept[0], dense(y, block["key"])])  # (s, D)
        kept[1] = np.concatenate([kept[1], dense(y, block["value"])])  # (s, D)
        query, key, value = (split_heads(one[np.newaxis], NUM_HEADS) for one in (dense(y, block["query"]), *kept))
        mixed, _ = attention(query, key, value, mask)  # (1, H, t, K)
        x = x + dense(merge_heads(mixed)[0], block["mixed"])  # (t, D)
        y = normalize(x, block["feedforward_norm"])
        x = x + dense(np.maximum(dense(y, block["intermediate"]), 0), block["thought"])  # (t, D)
    return dense(normalize(x, arrays["final_norm"]), arrays["next_token"])  # (t, V)


arrays = arrays_of(model)
piece = held_out_rows("help")[0][0]  # (T,)
by_keras = ops.convert_to_numpy(model(piece[np.newaxis]))[0]  # (T, V)
at_once = read(arrays, piece, empty_cache())  # (T, V)
cache = empty_cache()
one_by_one = np.concatenate([read(arrays, piece[t : t + 1], cache) for t in range(CONTEXT)])  # (T, V)
print(f"largest difference of the logits, NumPy and Keras: {np.abs(at_once - by_keras).max():.1e}")
print(f"largest difference, one by one with the cache and all at once: {np.abs(one_by_one - at_once).max():.1e}")

# %% write-cached
# The loop with the cache
def write_cached(arrays, start, length, temperature=0.8, seed=SEED):
    """Writes what `write` writes, and reads each character only once as long as the window is not full."""
    numbers, first, rng = list(encode(start)), 0, np.random.default_rng(seed)
    cache, unread = empty_cache(), numbers
    for _ in range(length):
        while len(numbers) - first > CONTEXT:
            first += CONTEXT // 2  # positions change, so that nothing in the cache is right any more
            cache, unread = empty_cache(), numbers[first:]
        logits = read(arrays, np.array(unread), cache)[-1]  # (V,)
        unread = [draw(logits, temperature, rng)]
        numbers = numbers + unread
    return decode(numbers)


for name, writer, source in (("Keras, everything again", write, model), ("NumPy with a cache", write_cached, arrays)):
    started = time.perf_counter()
    written = writer(source, START, 120, temperature=0)
    seconds = time.perf_counter() - started
    print(f"{name:<24} {120 / seconds:6.0f} characters a second: {written[:40]!r}...")

# %% speed
# What a character costs, with and without the cache
rng = np.random.default_rng(SEED)
long_arrays = arrays | {"positions": rng.normal(size=(SPEED_CONTEXT, WIDTH))}  # speed does not ask for sense
lengths = [length for length in (32, 64, 128, 256, 512) if SPEED_TOKENS < length <= SPEED_CONTEXT]
milliseconds = {"without": [], "with": []}
for length in lengths:
    numbers = rng.integers(0, len(CHARACTERS), length)
    cache, times = empty_cache(), []
    read(long_arrays, numbers[:-SPEED_TOKENS], cache)
    for number in numbers[-SPEED_TOKENS:]:
        started = time.perf_counter()
        read(long_arrays, np.array([number]), cache)
        times.append(time.perf_counter() - started)
    milliseconds["with"].append(1000 * np.median(times))
    times = []
    for _ in range(3):
        started = time.perf_counter()
        read(long_arrays, numbers, empty_cache())
        times.append(time.perf_counter() - started)
    milliseconds["without"].append(1000 * np.median(times))
    held = sum(one.nbytes for kept in cache for one in kept)
    formula = 2 * length * WIDTH * NUM_BLOCKS * 8  # a key and a value for each position and block, 8 bytes a number
    slow, fast = milliseconds["without"][-1], milliseconds["with"][-1]
    print(f"position {length:>3}: without {slow:6.2f} ms, with {fast:5.2f} ms, {slow / fast:5.1f} times; "
          f"cache {held / 1000:,.0f} kB, formula {formula / 1000:,.0f} kB")

figure, panel = plt.subplots(figsize=(7, 4), layout="constrained")
panel.plot(lengths, milliseconds["without"], color="#D55E00", marker="^", linewidth=2, label="everything again")
panel.plot(lengths, milliseconds["with"], color="#0072B2", marker="o", linewidth=2, linestyle="--",
           label="with the cache")
panel.set(xlabel="position of the new character", ylabel="milliseconds a character", ylim=(0, None), xticks=lengths)
finish(panel)
show(figure, pick("Milliseconds for one more character over its position: without the cache the line rises, with it "
                  "the line stays near the bottom.",
                  "위치에 따라 글자 하나를 더 쓰는 데 걸리는 시간. 캐시가 없으면 올라가고, 캐시가 있으면 바닥 "
                  "가까이에 머뭅니다."))

# %% [markdown] speed-means
# --- en
# **What you should see.** Cell {cell:cache}: differences below 1e-4, so the model by hand is the model, with and without a cache. Cell
# {cell:write-cached}: the same text from both loops. Cell {cell:speed}: without the cache the milliseconds climb steeply with the
# position; with it they hardly do: the 512th character costs at most about twice the 32nd. The milliseconds are those of
# your machine; the shape of the two curves is not. The bytes of the cache are those of the formula, to the last one.
#
# **What it means.** Without a cache, all T positions go through four blocks for a single new character, and T x T scores are
# computed. With it, one position goes through, and T scores are enough. The price is memory: 2 T D numbers for each block. For GPT-3
# (section 6) at 2,048 tokens and two bytes a number that makes 9.7 GB, for one conversation. That is why memory, often more than
# arithmetic, limits how many people a large model can talk to at once.
#
# **What it rests on.** The mask. In an encoder every new word would change the vectors of all words before it, and each
# key kept would be wrong. And the positions: when the window is full and its older half goes, every character moves to another
# position, so what is left has to be read again. That happens once in 32 characters.
#
# **Change one thing.** In cell {cell:cache}, write `mask = np.ones(mask.shape, dtype=bool)` in a line below the mask, and run the
# cell. What becomes of the two differences, and why does a model without a mask have no use for a cache? (Then take the line out and
# run the cell again.)
# --- ko
# **나와야 할 결과.** {cell:cache}번 셀에서는 차이가 1e-4보다 작습니다. 손으로 쓴 모델은 캐시가 있든 없든 원래 모델과 같습니다.
# {cell:write-cached}번 셀에서는 두 반복문이 같은 글을 씁니다. {cell:speed}번 셀에서는 캐시가 없으면 위치가 뒤로 갈수록 시간이 가파르게
# 늘고, 캐시가 있으면 512번째 글자에도 32번째 글자의 2배 안팎이면 충분합니다. 몇 밀리초인지는 컴퓨터마다 다르지만 두 곡선의 모양은
# 같습니다. 캐시가 차지하는 바이트는 식으로 계산한 값과 정확히 같습니다.
#
# **무슨 뜻일까요?** 캐시가 없으면 새 글자 하나를 쓰려고 T개 위치를 모두 블록 네 개에 통과시키고 점수를 T × T개 계산합니다. 캐시가 있으면 위치
# 하나만 통과시키고 점수도 T개면 됩니다. 대신 메모리가 듭니다. 블록마다 숫자 2 T D개입니다. 6절에 나오는 GPT-3라면 토큰이 2,048개이고 숫자
# 하나가 2바이트일 때 대화 하나에 9.7GB가 듭니다. 대규모 언어 모델이 한꺼번에 몇 사람과 이야기할 수 있는지를 계산 속도보다 메모리가 정할 때가
# 많은 까닭입니다.
#
# **무엇 덕분에 가능할까요?** 첫째는 마스크입니다. 인코더라면 새 단어가 올 때마다 앞 단어의 벡터가 모두 바뀌므로 보관한 키가 전부 틀리게
# 됩니다. 둘째는 위치입니다. 창이 꽉 차서 오래된 절반을 버리면 남은 글자의 위치가 모두 바뀌므로 다시 읽어야 합니다. 32글자마다 한 번씩
# 있는 일입니다.
#
# **하나만 바꿔 보기.** {cell:cache}번 셀의 마스크 아래에 `mask = np.ones(mask.shape, dtype=bool)`을 한 줄 넣고 실행해 보세요. 두 차이는
# 어떻게 되나요? 마스크가 없는 모델에서는 왜 캐시를 쓸 수 없을까요? 해 본 뒤에는 그 줄을 지우고 다시 실행하세요.

# %% [markdown] temperature-question
# --- en
# ## 5 Temperature: how boldly to choose
#
# **What is asked.** The model gives shares; how are they to be used? The temperature divides the logits before the softmax.
# Below 1 the large shares become larger, at 0 the likeliest character is always taken, above 1 all become more alike. Guess
# before you look: which of the four texts in cell {cell:temperature} will repeat itself, and which will make up words?
# --- ko
# ## 5 온도: 얼마나 과감하게 고를까
#
# **무엇을 묻나요?** 모델은 글자마다 비율을 내놓습니다. 이 비율을 어떻게 쓸까요? 온도는 소프트맥스에 넣기 전에 로짓을 나누는 수입니다. 1보다
# 작으면 큰 비율이 더 커지고, 0이면 언제나 가능성이 가장 큰 글자를 고르고, 1보다 크면 비율이 서로 비슷해집니다. 보기 전에 먼저 예상해
# 보세요. {cell:temperature}번 셀의 네 글 가운데 같은 말을 되풀이하는 것은 어느 것이고, 없는 낱말을 지어내는 것은 어느 것일까요?

# %% temperature
# The same model at four temperatures
after = encode("The object")
logits = read(arrays, after, empty_cache())[-1]  # (V,)
for temperature in (0.5, 1, 1.5):
    shares = softmax(logits / temperature)
    likeliest = np.argsort(-shares)[:5]
    print(f"temperature {temperature:<3}: after {decode(after)!r} comes",
          ", ".join(f"{decode([number])!r} {shares[number]:.2f}" for number in likeliest))
for temperature in (0, 0.5, 1, 1.5):
    print(f"\n--- temperature {temperature}\n{write_cached(arrays, START, 200, temperature)}")

# %% [markdown] temperature-means
# --- en
# **What you should see.** First the shares: the order of the characters is the same at each temperature, only the distances between
# them shrink as it rises. Then the texts. At 0 the model soon goes round in circles. At 0.5 nearly all words exist. At 1 it writes
# about as variedly as its text, and makes up words. At 1.5 it falls apart.
#
# **What it means.** The temperature adds no knowledge. It only says how far down the list one reaches. That the
# likeliest character at each step does not make the likeliest text, and least of all a good one, is true of large models as well:
# always taking the first choice easily leads into loops.
#
# **Change one thing.** In cell {cell:temperature}, let the second loop run over four seeds at temperature 0.8
# (`write_cached(arrays, START, 200, 0.8, seed=seed)`). Which properties do all four texts share? Those belong to the model; the rest
# is the draw.
# --- ko
# **나와야 할 결과.** 먼저 비율을 보세요. 어느 온도에서나 글자의 순위는 같고, 온도가 높을수록 비율의 차이가 줄어듭니다. 다음은 글입니다.
# 0이면 곧 같은 말을 맴돕니다. 0.5이면 거의 모든 낱말이 실제로 있는 낱말입니다. 1이면 훈련한 글만큼 다채롭게 쓰면서 낱말을 지어내기도
# 합니다. 1.5이면 글이 무너집니다.
#
# **무슨 뜻일까요?** 온도가 지식을 더해 주지는 않습니다. 목록의 어디까지 손을 뻗을지 정할 뿐입니다. 그때그때 가능성이 가장 큰 글자를 골라도
# 가장 그럴듯한 글이 되지는 않고, 좋은 글이 되는 것은 더더욱 아닙니다. 대규모 언어 모델도 마찬가지여서, 언제나 첫 번째 후보만 고르면 같은
# 말을 되풀이하기 쉽습니다.
#
# **하나만 바꿔 보기.** {cell:temperature}번 셀의 두 번째 반복문을 온도 0.8에서 시드 네 개로 돌도록 바꿔 보세요.
# `write_cached(arrays, START, 200, 0.8, seed=seed)`처럼 쓰면 됩니다. 네 편의 글이 공통으로 지닌 점은 무엇인가요? 그것이 모델의 성질이고,
# 나머지는 뽑기의 운입니다.

# %% [markdown] large-question
# --- en
# ## 6 From here to a large language model
#
# **What is asked.** How far is this model from one that you talk to? Not in kind: the block of cell {cell:layers} is, with small
# changes, the block of GPT-2 and GPT-3. In size: cell {cell:sizes} counts parameters with a single formula, for this model
# and for two whose structure was published in full.
# --- ko
# ## 6 여기서 대규모 언어 모델까지
#
# **무엇을 묻나요?** 이 모델은 우리가 대화를 나누는 모델과 얼마나 다를까요? 종류가 다른 것은 아닙니다. {cell:layers}번 셀의 블록은 조금만
# 고치면 GPT-2와 GPT-3의 블록입니다. 다른 것은 크기입니다. {cell:sizes}번 셀에서는 식 하나로 이 모델과, 구조가 모두 공개된 두 모델의 파라미터
# 개수를 셉니다.

# %% sizes
# One formula for three models
def parameters(tokens, context, width, blocks, own_output=False):
    """Parameters of a decoder: tables for tokens and positions, blocks, and the last normalization.

    The output is the table of tokens once more (GPT-2 and GPT-3), or a dense layer of its own.
    """
    block = 12 * width**2 + 13 * width  # attention 4 D^2 + 4 D, feed-forward 8 D^2 + 5 D, two normalizations 4 D
    output = width * tokens + tokens if own_output else 0
    return (tokens + context) * width + blocks * block + 2 * width + output


print(f"this model  {parameters(len(CHARACTERS), CONTEXT, WIDTH, NUM_BLOCKS, own_output=True):>15,}"
      f"  (Keras counts {model.count_params():,})")
print(f"GPT-2       {parameters(50_257, 1024, 1600, 48):>15,}")
print(f"GPT-3       {parameters(50_257, 2048, 12_288, 96):>15,}")

# %% [markdown] large-table
# --- en
# | | this notebook | GPT-2 (2019) | GPT-3 (2020) | today's models |
# |---|---|---|---|---|
# | parameters | 840,000 | 1,558 million | 175 billion | billions to hundreds of billions and more; often not published |
# | blocks | 4 | 48 | 96 | dozens to more than a hundred |
# | width | 128 | 1,600 | 12,288 | thousands to tens of thousands |
# | context | 64 characters | 1,024 tokens | 2,048 tokens | thousands to millions of tokens |
# | a token is | a character | a piece of a word | a piece of a word | a piece of a word |
# | different tokens | 157 | 50,257 | 50,257 | tens to hundreds of thousands |
# | training data | 460,000 characters | 40 GB of text | 300 billion tokens | trillions of tokens |
# | training | one to two minutes, two CPU cores | not published | 3.14e23 operations | thousands of GPUs, millions of dollars |
#
# Sources: [Radford et al. (2019)](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf),
# table 2, sections 2.1 and 2.3; [Brown et al. (2020)](https://arxiv.org/abs/2005.14165), section 2.1, tables 2.1 and D.1. The last column gives
# orders of magnitude, as the course does.
#
# **What it means.** The formula gives 1,558 million for GPT-2; under this number the model was released, while its paper, written
# before, has 1,542. For GPT-3 it gives 174,604 million; the paper has 175.0 billion. Twelve times the square of the width
# for each block: nearly all the parameters of a large model sit in matrices of the kind you have seen.
#
# **Change one thing.** In cell {cell:sizes}, count this model with twice the width, `2 * WIDTH`, and then with twice the blocks,
# `2 * NUM_BLOCKS`. Which is dearer, and why?
# --- ko
# | | 이 노트북 | GPT-2(2019) | GPT-3(2020) | 요즘 모델 |
# |---|---|---|---|---|
# | 파라미터 | 84만 개 | 15억 5,800만 개 | 1,750억 개 | 수십억에서 수천억 개 이상, 공개하지 않는 경우가 많음 |
# | 블록 | 4 | 48 | 96 | 수십에서 백여 개 |
# | 모델 차원 | 128 | 1,600 | 12,288 | 수천에서 수만 |
# | 문맥 길이 | 64글자 | 토큰 1,024개 | 토큰 2,048개 | 토큰 수천에서 수백만 개 |
# | 토큰 하나는 | 글자 | 부분 단어 | 부분 단어 | 부분 단어 |
# | 토큰의 종류 | 157 | 50,257 | 50,257 | 수만에서 수십만 |
# | 훈련 데이터 | 46만 글자 | 글 40GB | 토큰 3,000억 개 | 토큰 수조 개 |
# | 훈련 | CPU 코어 두 개로 1~2분 | 공개하지 않음 | 연산 3.14e23번 | GPU 수천 장, 수백만 달러 |
#
# 출처: [Radford et al. (2019)](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf)의
# 표 2, 2.1절, 2.3절, [Brown et al. (2020)](https://arxiv.org/abs/2005.14165)의 2.1절, 표 2.1, 표 D.1. 마지막 열은 강의에서처럼 대략의 크기만
# 적었습니다.
#
# **무슨 뜻일까요?** 식으로 세면 GPT-2는 15억 5,800만 개가 나옵니다. 실제로 공개된 모델의 이름에도 이 숫자가 붙어 있고, 그보다 먼저 쓴
# 논문에는 15억 4,200만 개로 적혀 있습니다. GPT-3는 1,746억 개가 나오는데 논문에는 175.0 billion, 곧 1,750억 개로 적혀 있습니다.
# 블록마다 모델 차원의 제곱의 12배입니다. 대규모 언어 모델의 파라미터는 거의 모두, 지금까지 본 것과 같은 행렬 안에 들어 있습니다.
#
# **하나만 바꿔 보기.** {cell:sizes}번 셀에서 이 모델의 모델 차원을 `2 * WIDTH`로, 그다음에는 블록 수를 `2 * NUM_BLOCKS`로 두 배씩 늘려
# 세어 보세요. 어느 쪽이 더 비싼가요? 왜 그럴까요?

# %% [markdown] adapt-question
# --- en
# ## 7 Prompt, retrieve, adapt, fine-tune
#
# **What is asked.** Hardly anybody trains a large model from scratch. One takes a finished one and makes it do what one needs.
# There are four ways, from cheap to dear; try them in this order:
#
# | way | what changes | what it costs | when |
# |---|---|---|---|
# | prompt | only the text before the answer | no training; a longer text to read each time | first, always |
# | retrieve (RAG) | the prompt: passages looked up in your own documents are put in | a search engine | the model lacks facts, or they change |
# | adapt (LoRA) | a small update beside frozen matrices | a little training | tone, format, a narrow task |
# | fine-tune | all parameters | training, and a whole copy of the model for each task | much data, and nothing else is enough |
#
# What a prompt does can be measured even here: the model is the same for the first and the last character of a row, only the
# *text before it* is longer. Cell {cell:prompt} gives the loss by position, on a text the model has never seen: letters, notes
# and stories from a laboratory of fruit flies.
# --- ko
# ## 7 프롬프트, 검색, 적응, 미세 조정
#
# **무엇을 묻나요?** 큰 모델을 처음부터 훈련하는 사람은 거의 없습니다. 이미 훈련된 모델을 가져다 필요한 일을 하게 만듭니다. 방법은 네 가지이고,
# 아래 표는 비용이 적은 것부터 적은 것입니다. 이 순서대로 시도해 보세요.
#
# | 방법 | 무엇을 바꾸나 | 드는 비용 | 언제 쓰나 |
# |---|---|---|---|
# | 프롬프트 | 답 앞에 놓는 글만 | 훈련 없음, 읽을 글이 길어짐 | 언제나 맨 먼저 |
# | 검색: RAG | 프롬프트에 내 문서에서 찾은 대목을 넣기 | 검색 엔진 | 모델이 모르는 사실이나 자주 바뀌는 사실이 필요할 때 |
# | 적응: LoRA | 고정한 행렬에 더하는 작은 변화량 | 훈련 조금 | 말투, 형식, 좁은 과제 |
# | 미세 조정 | 모든 파라미터 | 훈련, 그리고 과제마다 모델 한 벌 | 데이터가 많고 다른 방법으로 모자랄 때 |
#
# 프롬프트의 효과는 이 작은 모델에서도 잴 수 있습니다. 한 행의 첫 글자를 예측할 때나 마지막 글자를 예측할 때나 모델은 같고, *앞에 놓인 글*의
# 길이만 다릅니다. {cell:prompt}번 셀에서는 모델이 본 적 없는 글, 곧 초파리 실험실의 편지와 기록과 이야기에서 위치마다 손실을 잽니다.

# %% prompt
# The same model, more text before the question: the loss by position
inputs, answers = held_out_rows("English")  # (N, T), (N, T)
logits = ops.convert_to_numpy(model(inputs)).astype("float64")  # (N, T, V)
likelihoods = np.take_along_axis(softmax(logits), answers[:, :, np.newaxis], axis=-1)[:, :, 0]  # (N, T)
by_position = -np.log(likelihoods).mean(axis=0)  # (T,)
for first, last in ((1, 1), (2, 4), (5, 16), (17, CONTEXT)):
    print(f"{first:>2} to {last:>2} characters before the answer: loss {by_position[first - 1 : last].mean():.3f}")

# %% [markdown] lora-question
# --- en
# **What you should see.** From the first line to the last the loss falls from about 2.6 to about 2.3 (between them it may waver), and
# nothing was trained for it: these are the same parameters, with more text before the question. Prompts and retrieval work through
# this door.
#
# **Now the two ways that train.** Full fine-tuning goes on training all parameters on the new text. LoRA (Hu et al. 2021)
# freezes every matrix W and adds the product of two thin ones: x W becomes x W + x A B. With D = 128 and rank 4, W has 16,384
# numbers and A and B together 1,024. B starts at zero, so the model is at first the old one. Keras' dense layers can do this
# themselves: `enable_lora(rank)`. Cell {cell:lora} checks by hand what it computes; cell {cell:adapt} trains.
#
# Both start from the same trained model and make the same number of steps, and each has its own learning rate, because small
# updates bear larger steps. There are two new texts. The English letters use characters the model knows. The Korean ones are
# taken apart into the single letters of Hangul, none of which it has ever seen. What do you expect?
# --- ko
# **나와야 할 결과.** 첫 줄에서 마지막 줄로 가면 손실이 2.6쯤에서 2.3쯤으로 내려갑니다. 그 사이에서는 조금 오르내릴 수 있습니다. 훈련은 하지
# 않았습니다. 파라미터는 그대로이고 질문 앞에 놓인 글만 길어졌습니다. 프롬프트와 검색이 효과를 내는 길이 바로 이것입니다.
#
# **이제 훈련이 필요한 두 방법입니다.** 미세 조정(fine-tuning)은 새 글로 모든 파라미터를 이어서 훈련합니다. LoRA(Hu et al. 2021)는 행렬 W를
# 모두 고정하고, 얇은 행렬 두 개의 곱을 변화량으로 더합니다. x W가 x W + x A B로 바뀌는 것입니다. D = 128이고 랭크가 4이면 W에는 숫자가 16,384개, A와
# B에는 합쳐서 1,024개가 있습니다. B는 0에서 시작하므로 처음에는 원래 모델과 똑같습니다. 케라스의 `Dense` 층은 `enable_lora(rank)`로 이
# 일을 스스로 합니다. 무엇을 계산하는지는 {cell:lora}번 셀에서 손으로 확인하고, 훈련은 {cell:adapt}번 셀에서 합니다.
#
# 두 방법 모두 같은 모델에서 출발해 같은 스텝 수만큼 훈련합니다. 학습률은 저마다 다르게 정했습니다. 변화량이 작으면 더 큰 걸음을 내디뎌도
# 되기 때문입니다. 새 글은 두 편입니다. 영어 편지는 모델이 아는 글자로 쓰여 있습니다. 한국어 편지는 한글 자모로 풀어 놓았는데, 모델은 자모를 하나도
# 본 적이 없습니다. 결과가 어떨까요?

# %% lora
# What enable_lora computes, by hand
keras.utils.set_random_seed(SEED)
layer = layers.Dense(WIDTH)
layer.build((None, WIDTH))
kernel, bias = layer.get_weights()  # (D, D), (D,)
x = np.random.default_rng(SEED).normal(size=(3, WIDTH)).astype("float32")  # (B, D)
before = ops.convert_to_numpy(layer(x))
layer.enable_lora(RANK)
print("difference right after enable_lora:", np.abs(ops.convert_to_numpy(layer(x)) - before).max())
layer.lora_kernel_b.assign(np.random.default_rng(1).normal(size=(RANK, WIDTH)))  # as if it had been trained
a, b = (ops.convert_to_numpy(weight) for weight in (layer.lora_kernel_a, layer.lora_kernel_b))  # (D, r), (r, D)
by_hand = x @ kernel + x @ a @ b + bias  # (B, D)
print(f"largest difference between x W + x A B + c and the layer: {np.abs(by_hand - layer(x)).max():.1e}")
print(f"numbers to train: {a.size + b.size:,} in place of {kernel.size:,}")

# %% adapt
# Adapting the model to two new texts, in two ways
def low_rank(model, rank):
    """Freezes a model, and gives the dense layers of its blocks a low-rank update each."""
    for layer in model.layers:
        if not isinstance(layer, CausalBlock):
            layer.trainable = False
            continue
        layer.attention_norm.trainable = layer.feedforward_norm.trainable = False
        attention_layer = layer.attention
        for one in (attention_layer.query_dense, attention_layer.key_dense, attention_layer.value_dense,
                    attention_layer.output_dense, layer.intermediate_dense, layer.output_dense):
            one.enable_lora(rank)
            one.bias.trainable = False


def ready_to_adapt(way):
    """A copy of the model that is trained in one way, and how it begins, to begin again with another text."""
    copy = build_model()
    copy.set_weights(model.get_weights())
    if way == "LoRA":
        low_rank(copy, RANK)
    compile_model(copy, keras.optimizers.Adam(falling(ADAPT_LEARNING_RATES[way], ADAPT_STEPS)))
    copy.optimizer.build(copy.trainable_variables)
    variables = copy.variables + copy.optimizer.variables
    return copy, [(variable, ops.convert_to_numpy(variable).copy()) for variable in variables]


ready = {way: ready_to_adapt(way) for way in ("LoRA", "full")}
written = {}
print("text     way        trained   loss on the new text   on the old one   seconds")
for name, start in (("English", "The fly "), ("Korean", "초파리는 ")):
    new, old = (mean_loss(model, *held_out_rows(text)) for text in (name, "help"))
    print(f"{name:<8} untouched  {0:>7}   {new:>20.3f}   {old:>14.3f}")
    inputs, answers = training_rows(name, ADAPT_STEPS * BATCH_SIZE, seed=SEED)
    for way, (copy, beginning) in ready.items():
        started = time.perf_counter()
        for variable, value in beginning:
            variable.assign(value)
        copy.fit(inputs, answers, batch_size=BATCH_SIZE, shuffle=False, verbose=0)
        seconds = time.perf_counter() - started
        trained = sum(math.prod(weight.shape) for weight in copy.trainable_weights)
        new, old = (mean_loss(copy, *held_out_rows(text)) for text in (name, "help"))
        print(f"{name:<8} {way:<9}  {trained:>7,}   {new:>20.3f}   {old:>14.3f}   {seconds:>7.1f}")
        if name == "English" or LANGUAGE == "ko":
            written[name, way] = write_cached(arrays_of(copy), unicodedata.normalize("NFD", start), 120)
    print(f"{name:<8} knowing the frequencies {frequency_loss(name):>17.3f}")

# %% adapted-writes form
# What the adapted models write
for (name, way), text in written.items():
    print(f"--- {name}, {way}\n{text}\n")

# %% [markdown] adapt-means
# --- en
# **What you should see.** Your numbers may differ by 0.1 or so, for Korean by more.
#
# * *English letters*: untouched about 2.4. LoRA brings the loss to about 1.7, full fine-tuning to about 1.6. LoRA trained
#   36,864 numbers, 4.4 % of all, and went most of the way.
# * *Both forget*: on the old text the loss rises from 1.3 to between 1.9 and 2.0, and after Korean to about 8. What is trained
#   on one thing only pays for it elsewhere, here at least.
# * *Korean*: untouched about 11, far worse than guessing: the model is certain that such letters never come. Full fine-tuning
#   gets to about 2.2. LoRA stays at about 3.8, and does worse than somebody who only knows how often each letter occurs, 3.38.
#
# **What it means.** LoRA left the table of characters and the last layer frozen. For English letters that is no loss; what is needed is there
# already and only has to be mixed differently. For Hangul it is all the difference: the vectors of its letters are the random ones of
# the start, and the last layer has learned to say "never". An update of rank 4 inside the blocks does not undo that in this
# budget. Where new tokens come in, the tables are therefore usually trained along with the update.
#
# **What not to conclude.** One seed, 250 steps, learning rates found by trying a few: the distances are those of this budget. And the
# saving grows with the size of the model: for GPT-3, Hu et al. (2021) report 10,000 times fewer trained parameters.
#
# **If you see something else,** three causes are likely. (1) The training in section 3 was shorter, so that there was less to adapt.
# (2) Cell {cell:adapt} was run again after a change in an earlier cell: run from cell {cell:train} on. (3) Another version, processor
# or seed.
#
# **Change one thing.** In `low_rank` in cell {cell:adapt}, leave "token_embedding" and "next_token" trainable:
# `layer.trainable = layer.name in ("token_embedding", "next_token")`. How many numbers are trained then, and what becomes of Korean?
# --- ko
# **나와야 할 결과.** 숫자는 0.1쯤, 한국어에서는 그보다 더 다를 수 있습니다.
#
# * *영어 편지*: 그대로 두면 2.4쯤입니다. LoRA는 1.7쯤, 미세 조정은 1.6쯤까지 내려갑니다. LoRA는 전체의 4.4%인 36,864개만 훈련하고도
#   그 길의 대부분을 갔습니다.
# * *둘 다 잊어버립니다*: 원래 글의 손실이 1.3에서 1.9와 2.0 사이로, 한국어 편지를 배운 뒤에는 8쯤까지 올라갑니다. 여기서는 한 가지만 훈련한 만큼
#   다른 데서 값을 치릅니다.
# * *한국어 편지*: 그대로 두면 11쯤으로, 아무거나 찍는 것보다 훨씬 나쁩니다. 이런 글자는 절대 나오지 않는다고 굳게 믿기 때문입니다. 미세 조정은
#   2.2쯤까지 내려갑니다. LoRA는 3.8쯤에 머물러, 자모가 얼마나 자주 나오는지만 아는 경우의 3.38보다도 못합니다.
#
# **무슨 뜻일까요?** LoRA는 글자의 임베딩과 마지막 층을 고정해 두었습니다. 영어 편지에는 아무 문제가 없습니다. 필요한 것이 이미 있으니 섞는
# 방법만 바꾸면 됩니다. 한글에는 바로 그것이 문제입니다. 자모의 임베딩은 무작위로 정한 처음 값 그대로이고, 마지막 층은 자모에 대해 "절대 아님"이라고
# 배웠습니다. 블록 안에 더한 랭크 4짜리 변화량으로는 이 조건에서 그것을 뒤집지 못합니다. 그래서 실제로 새 토큰을 들일 때는 대개 임베딩도 변화량과
# 함께 훈련합니다.
#
# **이렇게 결론 내리지 마세요.** 시드 하나, 250스텝, 몇 가지 시도해 보고 정한 학습률입니다. 차이의 크기는 이 조건에서 나온 것입니다. 그리고
# 절약되는 정도는 모델이 클수록 커집니다. Hu et al. (2021)은 GPT-3에서 훈련하는 파라미터를 10,000분의 1로 줄였다고 보고합니다.
#
# **다른 결과가 나왔다면** 원인은 대개 셋 가운데 하나입니다. (1) 3절의 훈련을 짧게 해서 적응시킬 것이 적은 경우입니다. (2) 앞의 셀을 고친
# 뒤 {cell:adapt}번 셀만 다시 실행한 경우입니다. {cell:train}번 셀부터 다시 실행하세요. (3) 버전, 프로세서, 시드가 다른 경우입니다.
#
# **하나만 바꿔 보기.** {cell:adapt}번 셀의 `low_rank`에서 "token_embedding"과 "next_token"은 훈련되도록 두어 보세요.
# `layer.trainable = layer.name in ("token_embedding", "next_token")`이라고 쓰면 됩니다. 훈련하는 숫자는 몇 개가 되고, 한국어의 손실은
# 어떻게 달라질까요?

# %% [markdown] challenge-question
# --- en
# ## 8 Challenge: choose among the likeliest only
#
# Even at a good temperature a very unlikely character is drawn now and then, and one such slip can spoil the line. *Top-k*
# forbids it: only the k likeliest characters may be drawn. It works on the logits, before softmax: all but the k largest become
# minus infinity, so that their share is exactly 0.
#
# Write `top_k` in cell {cell:challenge-answer} and run it together with the check below it. Guess first: what does k = 1 do?
# --- ko
# ## 8 도전 과제: 가능성이 큰 글자 중에서만 고르기
#
# 온도를 잘 맞추어도 가능성이 아주 작은 글자가 어쩌다 뽑히고, 그런 글자 하나가 줄 전체를 망치기도 합니다. *top-k 샘플링*은 이것을 막습니다.
# 가능성이 가장 큰 k개 중에서만 뽑습니다. 소프트맥스를 거치기 전의 로짓을 고치면 됩니다. 가장 큰 k개만 남기고 나머지를 음의 무한대로 바꾸면
# 비율이 정확히 0이 됩니다.
#
# {cell:challenge-answer}번 셀에 `top_k`를 쓰고 바로 아래 확인용 셀과 함께 실행하세요. 먼저 예상해 보세요. k = 1이면 어떻게 될까요?

# %% challenge-answer
# Your top_k
def top_k(logits, k):
    """Logits (V,) of which only the k largest are left; all others are minus infinity."""
    return None

# %% challenge-check
# Check of your top_k
def feedback(answer):
    """What a learner should hear about the function: right, a slip that has a name, or what to look at."""
    given = np.array([2.0, -1.0, 0.5, 3.0, -4.0, 1.0])  # (V,)
    kept = given.copy()
    result = answer(given, 3)
    if result is None:
        return pick("No answer yet: write the function in the cell above.",
                    "아직 답이 없습니다. 위 셀의 함수를 완성하세요.")
    if not np.array_equal(given, kept):
        return pick("Not yet: the function changes the logits it is given. Make a copy, or use np.where.",
                    "다시 해 보세요. 받은 로짓 자체가 바뀌었습니다. 복사본을 만들거나 np.where를 쓰세요.")
    result = np.asarray(result)
    if result.shape != given.shape:
        return pick(f"The answer must have the shape of the logits, {given.shape}; yours has {result.shape}.",
                    f"답의 shape는 로짓과 같은 {given.shape}여야 합니다. 지금은 {result.shape}입니다.")
    expected = np.where(given >= 1.0, given, -np.inf)
    if np.array_equal(result, expected):
        return pick("Right: three characters can be drawn, and the others have the share 0.",
                    "맞았습니다. 글자 세 개만 뽑힐 수 있고 나머지는 비율이 0입니다.")
    if np.array_equal(result, np.where(given >= 1.0, given, 0.0)):
        return pick("Not yet: you set the others to 0. But a logit of 0 is not a share of 0: exp(0) is 1. "
                    "What must a logit be for its share to be 0?",
                    "다시 해 보세요. 나머지를 0으로 바꾸셨습니다. 로짓이 0이라고 비율이 0은 아닙니다. exp(0)은 "
                    "1입니다. 비율이 0이 되려면 로짓이 얼마여야 할까요?")
    if np.array_equal(result, np.where(given <= 0.5, given, -np.inf)):
        return pick("Not yet: you kept the three smallest.", "다시 해 보세요. 가장 작은 세 개를 남기셨습니다.")
    left = int(np.isfinite(result).sum())
    if left != 3:
        return pick(f"Not yet: for k = 3 there must be three logits left; yours leaves {left}.",
                    f"다시 해 보세요. k = 3이면 로짓이 세 개 남아야 하는데 지금은 {left}개가 남았습니다.")
    return pick("Not yet: three are left, but not the three largest as they were.",
                "다시 해 보세요. 세 개가 남기는 했지만 가장 큰 세 개가 원래 값 그대로 남지 않았습니다.")


print(feedback(top_k))

# %% [markdown] solution
# --- en
# ### Solution
#
# Try first, then read on. The k-th largest logit is the border: what is below it becomes minus infinity. With k = 1 the likeliest
# character is always taken, whatever the temperature.
# --- ko
# ### 풀이
#
# 먼저 풀어 본 다음에 보세요. k번째로 큰 로짓이 경계입니다. 그보다 작은 것은 음의 무한대로 바꿉니다. k = 1이면 온도가 얼마든 언제나
# 가능성이 가장 큰 글자를 고릅니다.

# %% solution-writes form
# Solution: top_k, and the text at a high temperature with and without it
def top_k_solution(logits, k):
    border = np.sort(logits)[-k]
    return np.where(logits >= border, logits, -np.inf)


def write_top_k(arrays, start, length, k, temperature):
    """`write_cached`, but choosing among the k likeliest characters; no longer than the context."""
    rng, numbers, cache = np.random.default_rng(SEED), list(encode(start)), empty_cache()
    unread = numbers
    for _ in range(min(length, CONTEXT - len(numbers))):
        logits = top_k_solution(read(arrays, np.array(unread), cache)[-1], k)
        unread = [draw(logits, temperature, rng)]
        numbers = numbers + unread
    return decode(numbers)


for k in (1, 5, len(CHARACTERS)):
    print(f"k = {k:<3} {write_top_k(arrays, START, CONTEXT, k, temperature=1.2)!r}")

# %% [markdown] solution-means
# --- en
# **What you should see.** k = 1 gives the text of temperature 0. k = 5 still varies, but stays close to words. With all characters
# allowed, a temperature of 1.2 slips every few characters.
#
# **Change one thing.** Take exercise 6 of the course for the evening: in cell {cell:text}, give `help_text` a text of your own (in
# quotation marks, at least some thousand characters) and run from there to cell {cell:train}. How much of it does the model need before it
# makes up words that could be words? Cut the text to a tenth, a third, all of it, and compare.
# --- ko
# **나와야 할 결과.** k = 1이면 온도 0일 때와 같은 글이 나옵니다. k = 5이면 글이 조금씩 달라지면서도 낱말 꼴을 유지합니다. 모든 글자를
# 허용하면 온도 1.2에서는 몇 글자에 한 번씩 어긋납니다.
#
# **하나만 바꿔 보기.** 강의의 여섯 번째 연습 문제를 저녁 숙제로 해 보세요. {cell:text}번 셀의 `help_text`에 직접 고른 글을 따옴표로 묶어 넣고(적어도
# 몇천 글자), 그 셀부터 {cell:train}번 셀까지 실행해 보세요. 글이 얼마나 많아야 있을 법한 낱말을 지어내는지 알아보세요. 글을 10분의 1, 3분의 1, 전부로 잘라 가며 비교하면 됩니다.

# %% finish
# How long it took
seconds = time.perf_counter() - STARTED
print(pick(f"{seconds / 60:.1f} minutes since cell 1 ran.", f"1번 셀을 실행한 뒤 {seconds / 60:.1f}분이 지났습니다."))

# %% [markdown] next
# --- en
# ## What you have now
#
# You hid the future and checked that nothing leaks; trained a language model and let it write; kept keys and values and saw what
# that saves; counted the parameters of GPT-2 and GPT-3; and adapted a model by training one parameter in twenty. The package
# `keras_attention` has the same in a form for daily use: `python -m keras_attention generate --text FILE` trains on any text of yours,
# and `generate` writes with a cache inside one compiled program.
#
# From the course "3-8 Attention & Transformers" by Sangsun Ahn. To read on:
# [Radford et al. (2019), *Language Models are Unsupervised Multitask Learners*](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf),
# [Brown et al. (2020), *Language Models are Few-Shot Learners*](https://arxiv.org/abs/2005.14165),
# [Hu et al. (2021), *LoRA*](https://arxiv.org/abs/2106.09685),
# [Jordan et al. (2024), *Muon*](https://kellerjordan.github.io/posts/muon/).
# --- ko
# ## 정리
#
# 뒤를 가리고 새는 곳이 없는지 확인했습니다. 언어 모델을 훈련해 글을 쓰게 했고, 키와 값을 보관하면 무엇이 절약되는지 보았습니다. GPT-2와
# GPT-3의 파라미터를 세었고, 파라미터의 20분의 1만 훈련해 모델을 적응시켰습니다. `keras_attention` 패키지에는 같은 기능이 일상에서 쓰기
# 좋은 꼴로 들어 있습니다. `python -m keras_attention generate --text FILE`은 어떤 글로든 훈련하고, `generate`는 캐시를 쓰는 반복문 전체를
# 프로그램 하나로 컴파일해 글을 씁니다.
#
# Sangsun Ahn의 강의 "3-8 Attention & Transformers"를 바탕으로 만들었습니다. 더 읽을거리는 다음과 같습니다.
# [Radford et al. (2019), *Language Models are Unsupervised Multitask Learners*](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf),
# [Brown et al. (2020), *Language Models are Few-Shot Learners*](https://arxiv.org/abs/2005.14165),
# [Hu et al. (2021), *LoRA*](https://arxiv.org/abs/2106.09685),
# [Jordan et al. (2024), *Muon*](https://kellerjordan.github.io/posts/muon/)
