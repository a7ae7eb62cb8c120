# ruff: noqa: E501
"""3-8, question 3: what shuffling does to attention without positions."""

import numpy as np

from exercises.checking import SEED
from exercises.reading import letter_of_four
from keras_attention.by_hand.formulas import self_attention

# %% [markdown] question
# --- en
# ### Question 3: the words in another order
#
# A sentence goes through self-attention, without any positional encoding. Then its words are shuffled and go through
# again. What becomes of the outputs?
#
# * `"a"` Every word gets another output.
# * `"b"` Every word keeps the output it had, wherever it stands now.
# * `"c"` The outputs stay in their places: the first output is as before, whichever word stands first now.
# * `"d"` Only words with other neighbours than before get another output.
#
# Write the letter, and then the reason, in two or three sentences.
# --- ko
# ### 확인 문제 3: 단어 순서를 섞으면
#
# 위치 인코딩 없이 문장을 셀프 어텐션에 넣었습니다. 이번에는 단어 순서를 섞어 다시 넣습니다. 출력은 어떻게 될까요?
#
# * `"a"` 모든 단어의 출력이 달라집니다.
# * `"b"` 어느 자리로 옮겨 갔든, 단어마다 출력이 전과 같습니다.
# * `"c"` 출력은 제자리에 그대로 있습니다. 첫 자리에 어떤 단어가 오든 첫 번째 출력은 전과 같습니다.
# * `"d"` 이웃한 단어가 바뀐 단어만 출력이 달라집니다.
#
# 알맞은 기호를 적고, 까닭을 두세 문장으로 써 보세요.

# %% [markdown] read-up
# --- en
# Code 1, section 5.
# --- ko
# Code 1의 5절.

# %% answer
# Your answers to question 3
answer_order = None  # a letter in quotation marks
answer_order_reason = None  # two or three sentences in quotation marks

# %% check
# Check of question 3
def judge_order(answer):
    """The statement of the chosen letter is put to the test: four random words, three of them in other places."""
    letter = letter_of_four(answer)
    rng = np.random.default_rng(SEED)
    words, *kernels = rng.normal(size=(4, 4, 4))  # (T, D), and three kernels (D, D)
    order = np.array([2, 0, 1, 3])
    before, _ = self_attention(words, *kernels)  # (T, D)
    after, _ = self_attention(words[order], *kernels)  # (T, D)
    kept = np.isclose(after, before[order]).all(axis=-1)  # (T,), by word
    stayed = np.isclose(after, before).all(axis=-1)  # (T,), by place
    true = {"a": not kept.any(), "b": kept.all(), "c": stayed.all(), "d": kept.any() and not kept.all()}
    return "right" if true[letter] else letter


ORDER_SLIPS = {
    "a": (
        "You expect that the order is known anyway.", "순서는 어차피 알고 있다고 생각한 답입니다.",
        "Look through softmax(Q K^T / sqrt(d_k)) V for the place at which a position enters. Then shuffle in Code 1.",
        "softmax(Q K^T / sqrt(d_k)) V에서 위치가 들어가는 곳을 찾아보세요. 그런 다음 Code 1에서 순서를 섞어 보세요.",
    ),
    "c": (
        "You took the outputs to belong to places.", "출력이 자리에 딸려 있다고 생각한 답입니다.",
        "An output starts from the query of a word. What happens to the query when the word moves?",
        "출력은 단어의 쿼리에서 출발합니다. 단어가 자리를 옮기면 쿼리는 어떻게 될까요?",
    ),
    "d": (
        "You expect that neighbours count for more, as in a convolution.",
        "합성곱처럼 이웃한 단어가 더 중요하다고 생각한 답입니다.",
        "With which words does a word compare itself, and does it matter how far away they are?",
        "단어는 어떤 단어들과 자신을 비교하나요? 멀고 가까운 것이 계산에 들어가나요?",
    ),
}

ORDER_REASON_POINTS = [
    ("Do you say with which words a word compares itself?", "단어가 어떤 단어들과 자신을 비교하는지 썼나요?"),
    ("Do you say what shuffling does to this set of words?", "순서를 섞으면 그 단어들의 모임이 어떻게 되는지 썼나요?"),
    ("Do you say what follows for a sentence whose meaning depends on the order?",
     "순서에 따라 뜻이 달라지는 문장이라면 어떤 문제가 생기는지 썼나요?"),
]

# %% [markdown] solution
# --- en
# `"b"`. A word's output is a weighted average over all words, and weights come from comparing its query with every key.
# Shuffling changes neither the queries and keys nor the set of words that is averaged over, only the order of rows and
# columns. So the outputs are the same, in the new order: permutation equivariance. In Code 1 the difference is about
# 1e-16, a rounding error. The formula therefore cannot tell a sentence from the bag of its words; positional encoding
# is added for that reason.
# --- ko
# `"b"`입니다. 단어의 출력은 모든 단어를 가중 평균한 값이고, 가중치는 그 단어의 쿼리를 모든 키와 비교해서 나옵니다. 순서를 섞어도 쿼리와
# 키는 그대로이고 평균할 단어들도 그대로입니다. 행과 열의 순서만 바뀝니다. 그래서 출력도 값은 같고 순서만 바뀝니다. 이것이 순열
# 등변성입니다. Code 1에서 잰 차이는 약 1e-16으로 반올림 오차 수준입니다. 식만으로는 문장과, 단어를 아무렇게나 담은 주머니를 구별할 수
# 없으므로 위치 인코딩을 더합니다.

# %% [markdown] grading
# --- en
# * 1 point: the letter.
# * 1 point: every word is compared with all words, and this set does not change.
# * 1 point: a consequence, such as two sentences of the same words that mean different things.
# --- ko
# * 1점: 기호가 맞습니다.
# * 1점: 모든 단어와 비교한다는 점, 그 모임이 바뀌지 않는다는 점을 썼습니다.
# * 1점: 결과로 생기는 문제를 썼습니다. 예를 들어 단어는 같고 순서만 다른 두 문장의 뜻이 다른 경우입니다.

# %% answers
# Right answers, and wrong ones with their slips
ORDER_RIGHT = ["b", " B ", "(b)"]
ORDER_WRONG = [("a", "a"), ("c", "c"), ("d", "d")]
