"""The small numbers of the course, once: for notebooks, scenes, lessons and tests.

All arrays are read-only float64; `array.copy()` gives one to change. What is computed from them stands in
`by_hand`, so a scene, a notebook and a layer cannot disagree.
"""

from types import MappingProxyType

import numpy as np


def _constant(values):
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def _constants(**named):
    return MappingProxyType({name.replace("_", " "): _constant(values) for name, values in named.items()})


# The library: a note with a wish (query) against the cards (keys) and contents (values) of three books.
# Slots of a card: how much the book is about the first subject, and about the second.
BOOK_NAMES = ("book A", "book B", "book C")
BOOK_K = _constant([[2.0, 0.0], [0.0, 2.0], [1.4, 1.4]])  # (S, K) = (3, 2)
BOOK_V = _constant([[10.0, 0.0], [0.0, 10.0], [6.0, 6.0]])  # (S, V) = (3, 2)
QUERIES = _constants(first_subject=[[2.0, 0.4]], second_subject=[[0.4, 2.0]], curious_about_both=[[1.4, 1.4]])  # (1, K)

# Five words that look at each other. A word is one slot each; "sweet" is something of a food.
WORDS = ("fly", "apple", "ate", "it", "sweet")
SLOTS = ("animal", "food", "action", "pointer")
X = _constant([
    [1.0, 0.0, 0.0, 0.0],  # fly
    [0.0, 1.0, 0.0, 0.0],  # apple
    [0.0, 0.0, 1.0, 0.0],  # ate
    [0.0, 0.0, 0.0, 1.0],  # it
    [0.0, 0.6, 0.0, 0.0],  # sweet
])  # (T, D) = (5, 4)
# Row: slot of the word that asks. Column: slot it asks for. Fly, apple and sweet ask for nothing: their rows are flat.
W_Q = _constant([
    [0.0, 0.0, 0.0, 0.0],  # animal
    [0.0, 0.0, 0.0, 0.0],  # food
    [3.0, 0.0, 0.0, 0.0],  # action looks for animal
    [0.0, 3.0, 0.0, 0.0],  # pointer looks for food
])  # (D, K) = (4, 4)
W_K = _constant(np.eye(4))
W_V = _constant(np.eye(4))

# Two heads of two slots over the same words, kernels as (in, out): columns 0 and 1 are head 0, columns 2 and 3 head 1.
# Head 0 sees animal and action, head 1 food and pointer. "ate" asks both heads, and each sends it somewhere else.
HEAD_NAMES = ("who ate?", "what was eaten?")
HEADS_QUERY = _constant([
    [0.0, 0.0, 0.0, 0.0],  # animal
    [0.0, 0.0, 0.0, 0.0],  # food
    [3.0, 0.0, 3.0, 0.0],  # action looks for animal in head 0 and for food in head 1
    [0.0, 0.0, 3.0, 0.0],  # pointer looks for food in head 1
])  # (D, D) = (4, 4)
HEADS_KEY = _constant([
    [1.0, 0.0, 0.0, 0.0],  # animal -> head 0, first slot
    [0.0, 0.0, 1.0, 0.0],  # food -> head 1, first slot
    [0.0, 1.0, 0.0, 0.0],  # action -> head 0, second slot
    [0.0, 0.0, 0.0, 1.0],  # pointer -> head 1, second slot
])
HEADS_VALUE = HEADS_KEY
HEADS_OUTPUT = _constant(HEADS_KEY.T)  # back to animal, food, action, pointer

# The bottleneck: how many words the sentence has, and how many slots the one vector that must hold it.
SENTENCE_LENGTHS = range(5, 41, 5)
SENTENCE_SLOTS = 8

# Translation: which word of the source each word produced looks at. Set for explanation, not learned.
SOURCE_WORDS = ("초파리가", "사과를", "먹었다")
SOURCE_GLOSSES = ("fly", "apple", "ate")  # for figures, whose text is English
TARGET_WORDS = ("The fly", "ate", "the apple")
TRANSLATION_WEIGHTS = _constant([
    [0.86, 0.05, 0.09],  # The fly
    [0.11, 0.13, 0.76],  # ate: the last word of the source
    [0.06, 0.87, 0.07],  # the apple
])  # (T, S) = (3, 3)

# The look-up of Bonus 4: three positions in two directions, and four things to look for.
BONUS_K = _constant([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # (S, K) = (3, 2)
BONUS_V = _constant([[10.0, 0.0], [0.0, 10.0], [5.0, 5.0]])  # (S, V) = (3, 2)
BONUS_QUERIES = _constants(
    looking_for_A=[[4.0, -2.0]],
    looking_for_B=[[-2.0, 4.0]],
    looking_for_both=[[2.0, 2.0]],
    no_preference=[[0.0, 0.0]],
)  # each (1, K)

# A dense layer small enough for paper: four examples of three numbers, two units, the weight stored as (out, in).
DENSE_X = _constant([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [3.0, 1.0, 0.0], [1.0, 1.0, 1.0]])  # (B, I) = (4, 3)
DENSE_W = _constant([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0]])  # (J, I) = (2, 3)
DENSE_C = _constant([10.0, 20.0])  # (J,)

# The worked example of M03.10.4: two tokens, two heads of two slots, before they are split.
TENSOR_QUERIES = _constant([[[1.0, 1.0, 2.0, 0.0], [1.0, -1.0, 0.0, 1.0]]])  # (B, T, D) = (1, 2, 4)
TENSOR_KEYS = _constant([[[1.0, 1.0, 0.0, 1.0], [1.0, -1.0, 1.0, 0.0]]])  # (B, S, D) = (1, 2, 4)
TENSOR_HEADS = 2
