"""The constants say what the course says, and nobody can change them by accident."""

import numpy as np
import pytest

from keras_attention import by_hand, examples

ARRAYS = {name: value for name, value in vars(examples).items() if isinstance(value, np.ndarray)}
ARRAYS |= {f"QUERIES {name}": array for name, array in examples.QUERIES.items()}
ARRAYS |= {f"BONUS_QUERIES {name}": array for name, array in examples.BONUS_QUERIES.items()}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_read_only_float64(name):
    assert ARRAYS[name].dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        ARRAYS[name][...] = 0


def test_queries_cannot_be_replaced():
    with pytest.raises(TypeError):
        examples.QUERIES["curious about both"] = 0


def look(word, weights):
    return dict(zip(examples.WORDS, weights[..., examples.WORDS.index(word), :], strict=True))


def test_five_words_look_where_the_rules_send_them():
    _, weights = by_hand.self_attention(examples.X, examples.W_Q, examples.W_K, examples.W_V)
    assert look("it", weights)["apple"] == pytest.approx(0.451, abs=5e-4)
    assert look("it", weights)["sweet"] == pytest.approx(0.247, abs=5e-4)
    assert look("ate", weights)["fly"] == pytest.approx(0.53, abs=5e-3)
    for word in ("fly", "apple", "sweet"):
        np.testing.assert_allclose(list(look(word, weights).values()), 0.2)


def test_two_heads_send_the_same_word_to_different_places():
    kernels = ([k] for k in (examples.HEADS_QUERY, examples.HEADS_KEY, examples.HEADS_VALUE, examples.HEADS_OUTPUT))
    output, weights = by_hand.multi_head_attention(examples.X[np.newaxis], *kernels, num_heads=2)
    who, what = (look("ate", head) for head in weights[0])
    assert len(examples.HEAD_NAMES) == 2
    assert max(who, key=who.get) == "fly" and who["fly"] > 0.6
    assert max(what, key=what.get) == "apple" and what["apple"] > 0.5
    assert look("it", weights[0, 1]) == pytest.approx(what)
    ate = dict(zip(examples.SLOTS, output[0, examples.WORDS.index("ate")], strict=True))
    assert ate["animal"] == pytest.approx(who["fly"])
    assert ate["food"] == pytest.approx(what["apple"] + 0.6 * what["sweet"])


def test_translation_weights_are_shares_and_ate_looks_at_the_last_word():
    weights = examples.TRANSLATION_WEIGHTS
    assert weights.shape == (len(examples.TARGET_WORDS), len(examples.SOURCE_WORDS)) == (3, 3)
    assert ((weights > 0) & (weights < 1)).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-15)
    assert [examples.SOURCE_GLOSSES[i] for i in weights.argmax(axis=-1)] == ["fly", "ate", "apple"]
    assert weights[examples.TARGET_WORDS.index("ate")].argmax() == 2


def test_shapes_belong_together():
    assert examples.X.shape == (len(examples.WORDS), len(examples.SLOTS))
    assert len(examples.BOOK_NAMES) == len(examples.BOOK_K) == len(examples.BOOK_V) == 3
    assert len(examples.SOURCE_GLOSSES) == len(examples.SOURCE_WORDS)
    assert examples.TENSOR_QUERIES.shape == examples.TENSOR_KEYS.shape == (1, 2, 4)
