"""Characters and token ids, there and back."""

import doctest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_attention import vocabulary
from keras_attention.vocabulary import Vocabulary


@given(st.text(min_size=1), st.randoms())
def test_any_text_comes_back(text, random):
    letters = list(text)
    random.shuffle(letters)
    own = Vocabulary("".join(letters))
    ids = own.encode(text)
    assert ids.dtype == np.int32 and own.decode(ids) == text
    assert ids.tolist() == [sorted(set(text)).index(character) for character in text]
    assert len(own) == len(set(text))


def test_the_docstring():
    assert doctest.testmod(vocabulary).attempted == 2 and doctest.testmod(vocabulary).failed == 0


def test_unknown_characters_are_named_once_and_five_at_most():
    own = Vocabulary("abc")
    assert own.encode("").tolist() == []
    with pytest.raises(ValueError, match=r"^`text` holds what is not in the vocabulary: '가' \(U\+AC00\)$"):
        own.encode("a가b가")
    with pytest.raises(ValueError, match=r"'z' \(U\+007A\), '\\n' \(U\+000A\), '0' .*, '2' \(U\+0032\) and 7 more$"):
        own.encode("z\n0123456789")


@pytest.mark.parametrize("ids", [[-1], [0, 3], [[0, 5]]])
def test_ids_outside_are_named(ids):
    with pytest.raises(ValueError, match=rf"^`ids` must be from 0 to 2; received {np.ravel(ids)[-1]}$"):
        Vocabulary("abc").decode(ids)


def test_an_unknown_null_character_is_named_too():
    with pytest.raises(ValueError, match=r"'\\x00' \(U\+0000\), 'c' \(U\+0063\)$"):
        Vocabulary("ab").encode("a\0b\0c")


@pytest.mark.parametrize("ids", [[0.0, 1.0], ["a"], [None], [[0, 1]], 1])
def test_ids_that_are_no_list_of_integers(ids):
    with pytest.raises(ValueError, match="`ids` must "):
        Vocabulary("ab").decode(ids)


@pytest.mark.parametrize("text", [None, 5, b"ab", ["a", "b"]])
def test_what_is_no_text_is_not_encoded(text):
    with pytest.raises(ValueError, match="`text` must be a text; received "):
        Vocabulary("ab").encode(text)


@pytest.mark.parametrize("characters", ["", None, 5, ["a"]])
def test_no_characters(characters):
    with pytest.raises(ValueError, match="`characters` must be a text with at least one character; received"):
        Vocabulary(characters)
