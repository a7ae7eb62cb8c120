"""Rows of a text, as a loop over the text would cut them."""

import dataclasses
import doctest
import hashlib
import math
from collections import Counter

import numpy as np
import pytest

from keras_attention.tasks import NextCharacter, next_character
from keras_attention.tasks.next_character import python_help
from keras_attention.texts.letters import ENGLISH_LETTERS, KOREAN_LETTERS

TEXTS = {"English": ENGLISH_LETTERS, "Korean": KOREAN_LETTERS, "short": "to be or not to be. " * 7}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("context_length", [1, 5])
def test_rows_are_pieces_of_the_text_and_targets_are_one_further(name, context_length):
    text = TEXTS[name]
    task = NextCharacter(text, context_length)
    cut = len(text) * 9 // 10
    for (inputs, targets), part in ((task.sample(50, seed=0), text[:cut]), (task.held_out(), text[cut:])):
        assert inputs.dtype == targets.dtype == np.int32
        assert inputs.shape == targets.shape == (len(inputs), context_length)
        for row, following in zip(inputs, targets, strict=True):
            piece = task.vocabulary.decode(row) + task.vocabulary.decode(following[-1:])
            assert piece in part and task.vocabulary.decode(following) == piece[1:]


def test_the_held_out_part_is_the_last_tenth_in_order():
    task = NextCharacter(ENGLISH_LETTERS, 64)
    inputs, targets = task.held_out()
    read = task.vocabulary.decode(inputs.ravel())
    cut = len(ENGLISH_LETTERS) * 9 // 10
    assert ENGLISH_LETTERS[cut:].startswith(read) and len(ENGLISH_LETTERS) - cut - len(read) <= 64
    assert task.vocabulary.decode(targets.ravel()) == ENGLISH_LETTERS[cut + 1 : cut + 1 + len(read)]
    assert task.num_train_characters == cut


def test_no_part_is_read_twice_before_every_part_is_read():
    text = "".join(chr(0x4E00 + number) for number in range(1000))  # every character once
    task = NextCharacter(text, 10)
    inputs, _ = task.sample(89, seed=3)
    assert len(np.unique(inputs)) == 890 and np.unique(inputs).max() < 900
    counts = Counter(task.sample(89 * 6, seed=3)[0].ravel().tolist())
    assert max(counts.values()) <= 6 and len(counts) >= 898
    assert len({int(row[0]) % 10 for row in task.sample(89 * 6, seed=3)[0]}) > 1  # cut from another place each time


def test_one_seed_gives_these_very_rows():
    task = NextCharacter(ENGLISH_LETTERS[:20_000], 64)
    inputs, targets = task.sample(300, seed=7)
    assert hashlib.sha256(inputs.astype("<i4").tobytes()).hexdigest()[:16] == "1c6b76dec707920c"
    np.testing.assert_array_equal(inputs, task.sample(np.int64(300), seed=np.int32(7))[0])
    assert not np.array_equal(inputs, task.sample(300, seed=8)[0])
    np.testing.assert_array_equal(inputs[:100], task.sample(100, seed=7)[0])


def test_sizes_and_chance():
    task = NextCharacter(KOREAN_LETTERS)
    assert (task.name, task.length, task.context_length) == ("next-character", 64, 64)
    assert task.vocabulary_size == len(set(KOREAN_LETTERS)) == len(task.vocabulary)
    assert task.chance_level == 1 / task.vocabulary_size
    assert task.chance_loss == pytest.approx(-math.log(task.chance_level))
    assert len(repr(task)) < 100


def test_a_vocabulary_of_several_texts():
    both = ENGLISH_LETTERS + KOREAN_LETTERS
    task = NextCharacter(ENGLISH_LETTERS, characters=both)
    assert task.vocabulary.characters == "".join(sorted(set(both)))
    assert task.vocabulary.decode(task.held_out()[0].ravel()) in ENGLISH_LETTERS
    with pytest.raises(ValueError, match=r"not in the vocabulary: '초' \(U\+CD08\), .* and 7\d\d more$"):
        NextCharacter(KOREAN_LETTERS, characters=ENGLISH_LETTERS)


def test_the_default_text_and_our_own_are_large_enough():
    assert 400_000 < len(python_help()) < 600_000
    for text in (ENGLISH_LETTERS, KOREAN_LETTERS):
        assert len(text.encode("utf-8")) > 50_000 and "\r" not in text and "\t" not in text
    assert ENGLISH_LETTERS.isascii()


def test_the_docstring():
    result = doctest.testmod(next_character)
    assert result.attempted == 3 and not result.failed


@pytest.mark.parametrize(
    ("text", "found"),
    [("a" * 1299, "1,299 characters"), ("", "0 characters"), (None, "NoneType"), (b"a" * 2000, "bytes")],
)
def test_too_short_a_text(text, found):
    least = "text must have at least 1,300 characters at context_length 64"
    with pytest.raises(ValueError, match=f"^{least}; received {found}[.]$"):
        NextCharacter(text)
    assert len(NextCharacter("a" * 1300).held_out()[0]) == 2


@pytest.mark.parametrize("wrong", [0, 2.0, None, "5", True])
def test_wrong_sizes_are_named(wrong):
    with pytest.raises(ValueError, match="context_length must be an integer of at least 1; received"):
        NextCharacter(ENGLISH_LETTERS, wrong)
    with pytest.raises(ValueError, match="num_samples must be an integer of at least 1; received"):
        NextCharacter(ENGLISH_LETTERS).sample(wrong, seed=0)


def test_a_task_is_frozen():
    task = NextCharacter("to be " * 100, 4)
    assert task == NextCharacter("to be " * 100, np.int64(4)) and hash(task) == hash(NextCharacter("to be " * 100, 4))
    with pytest.raises(dataclasses.FrozenInstanceError):
        task.text = ""
