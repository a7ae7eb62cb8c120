"""What the builders and ChronoBias refuse, and how they say so."""

import json

import numpy as np
import pytest

from keras_attention import AssociativeRecall, ChronoBias, FirstStepRecall, build_gru, build_lstm, build_transformer

SIGNAL, TOKENS = FirstStepRecall(6), AssociativeRecall()


@pytest.mark.parametrize("value", ["learnt", None, 1, "", ["learned"]])
def test_position(value):
    with pytest.raises(ValueError) as error:
        build_transformer(SIGNAL, position=value)
    assert str(error.value) == f"`position` must be one of 'learned', 'sinusoidal', 'none'; received {value!r}"


@pytest.mark.parametrize("value", ["two", None, 1.0])
def test_forget_bias(value):
    with pytest.raises(ValueError) as error:
        build_lstm(SIGNAL, forget_bias=value)
    assert str(error.value) == f"`forget_bias` must be one of 'one', 'chrono'; received {value!r}"


def test_heads_that_do_not_divide_the_width():
    with pytest.raises(ValueError, match=r"multiple of `num_heads` \(3\)"):
        build_transformer(SIGNAL, width=16, num_heads=3)


@pytest.mark.parametrize("name", ["width", "num_heads", "num_blocks", "intermediate_dim"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "2", True])
def test_sizes_of_a_transformer(name, value):
    with pytest.raises(ValueError, match=f"`{name}` must be a positive integer; received {value!r}"):
        build_transformer(SIGNAL, **{name: value})


@pytest.mark.parametrize("builder", [build_lstm, build_gru])
@pytest.mark.parametrize("name", ["units", "width"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "2", True])
def test_sizes_of_a_recurrent_model(builder, name, value):
    with pytest.raises(ValueError, match=f"`{name}` must be a positive integer; received {value!r}"):
        builder(TOKENS, **{name: value})


@pytest.mark.parametrize("builder", [build_lstm, build_gru, build_transformer])
@pytest.mark.parametrize("task", [SIGNAL, TOKENS], ids=["signal", "tokens"])
def test_sizes_that_numpy_counted_are_no_reason_to_refuse(builder, task):
    recurrent, transformer = ("width", "units"), ("width", "num_heads", "num_blocks", "intermediate_dim")
    names = transformer if builder is build_transformer else recurrent
    sizes = dict(zip(names, (8, 4, 1, 2), strict=False))
    model = builder(task, **{name: np.int64(size) for name, size in sizes.items()})
    assert model.count_params() == builder(task, **sizes).count_params() and json.dumps(model.get_config())


@pytest.mark.parametrize("value", [-0.1, 1.0, "0.1"])
def test_dropout(value):
    with pytest.raises(ValueError, match=rf"`dropout` must be a number in \[0, 1\); received {value!r}"):
        build_transformer(SIGNAL, dropout=value)


@pytest.mark.parametrize("value", [2, 0, 3.5, "10", True, None])
def test_length_of_a_chrono_bias(value):
    with pytest.raises(ValueError, match=f"`max_length` must be an integer of at least 3; received {value!r}"):
        ChronoBias(value)


@pytest.mark.parametrize("shape", [(7,), (2, 8), ()])
def test_shape_of_a_chrono_bias(shape):
    with pytest.raises(ValueError, match="ChronoBias fills the bias of an LSTM"):
        ChronoBias(10)(shape)
