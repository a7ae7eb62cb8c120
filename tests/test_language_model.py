"""The language model: its size, its loss, that nothing leaks; and the same model with low-rank updates."""

import json

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import (
    adapt_model,
    build_language_model,
    build_transformer,
    check_causal,
    merge_adapted_model,
)
from keras_attention.cost import block_parameters, dense_parameters, layer_norm_parameters, low_rank_parameters
from keras_attention.models.language_model_parts import language_model_parts
from keras_attention.tasks import FirstStepRecall

V, C = 11, 6
TOKENS = np.random.default_rng(0).integers(0, V, (4, C + 1))


def tiny(**arguments):
    return build_language_model(V, C, **{"width": 8, "num_heads": 2, "num_blocks": 2, **arguments})


def logits_of(model, tokens=TOKENS[:, :-1]):
    return ops.convert_to_numpy(model(tokens, training=False))


def test_parameters():
    model = build_language_model(100, 64)
    block = block_parameters(128, 512).total
    expected = 100 * 128 + 64 * 128 + 4 * block + layer_norm_parameters(128) + dense_parameters(128, 100)
    assert model.count_params() == expected
    assert tiny(intermediate_dim=5).get_layer("block_2").count_params() == block_parameters(8, 5).total
    blocks = [layer for layer in tiny(dropout=0.2).layers if layer.name.startswith("block")]
    assert [(block.normalize_first, block.num_heads, block.dropout) for block in blocks] == [(True, 2, 0.2)] * 2


def test_sizes_that_numpy_counted():
    sizes = (V, C, 8, 2, 2, 5)
    model = build_language_model(*map(np.int64, sizes))
    assert json.dumps(model.get_config()) == json.dumps(build_language_model(*sizes).get_config())


def test_causal_and_shorter_inputs():
    model = tiny()
    assert check_causal(model, TOKENS[:, :-1]).is_causal
    np.testing.assert_allclose(logits_of(model, TOKENS[:, :3]), logits_of(model)[:, :3], atol=1e-5)
    with pytest.raises(ValueError, match="table of 6 positions"):
        model(TOKENS)


def test_the_loss_is_nats_a_token():
    model = tiny()
    model.compile(loss=model.loss, jit_compile=False)
    inputs, targets = TOKENS[:, :-1], TOKENS[:, 1:]
    logits = logits_of(model).astype("float64")
    chances = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    given = np.take_along_axis(chances, targets[..., None], axis=-1)
    assert model.evaluate(inputs, targets, verbose=0) == pytest.approx(-np.log(given).mean(), abs=1e-4)


@pytest.mark.parametrize("name", ["vocabulary_size", "context_length", "width", "num_heads", "num_blocks"])
def test_sizes_are_positive_integers(name):
    with pytest.raises(ValueError, match=f"`{name}` must be a positive integer; received 0"):
        build_language_model(**{"vocabulary_size": V, "context_length": C, name: 0})


def not_causal(**call):
    tokens = keras.Input((None,), dtype="int32")
    x = keras.layers.Embedding(V, 8)(tokens)
    model = tiny(num_blocks=1)
    for layer in model.layers[2:-2]:
        x = layer(x, **(call if layer.name == "block_1" else {}))
    return keras.Model(tokens, model.layers[-1](model.layers[-2](x)))


def with_a_way_around():
    model = tiny(num_blocks=1)
    tokens, embedding, position, block, norm, head = model.layers
    x = position(embedding(tokens.output))
    return keras.Model(tokens.output, head(norm(keras.layers.add([x, block(x, use_causal_mask=True)]))))


def shared_block():
    tokens, embedding, position, block, norm, head = tiny(num_blocks=1).layers
    x = position(embedding(tokens.output))
    return keras.Model(tokens.output, head(norm(block(block(x, use_causal_mask=True), use_causal_mask=True))))


class TestParts:
    def test_found_in_a_model_that_was_loaded(self, tmp_path):
        model = tiny()
        model.save(tmp_path / "model.keras")
        loaded = keras.saving.load_model(tmp_path / "model.keras")
        parts = language_model_parts(loaded)
        assert (parts.vocabulary_size, parts.context_length, len(parts.blocks)) == (V, C, 2)

    def test_reading_in_parts_gives_the_logits_of_the_model(self):
        model = tiny()
        parts = language_model_parts(model)
        caches, found, at = parts.empty_caches(len(TOKENS)), [], 0
        for length in (3, 1, 2):
            x, caches = parts.read(TOKENS[:, at : at + length], caches)
            found.append(ops.convert_to_numpy(parts.logits(x)))
            at += length
        np.testing.assert_allclose(np.concatenate(found, axis=1), logits_of(model), atol=1e-4)

    @pytest.mark.parametrize(
        "make",
        [
            lambda: "model.keras",
            lambda: build_transformer(FirstStepRecall(4), width=4, intermediate_dim=4),
            not_causal,
            lambda: not_causal(use_causal_mask=True, attention_mask=np.ones((C, C), bool)),
            with_a_way_around,
            shared_block,
        ],
    )
    def test_other_models_are_refused(self, make):
        with pytest.raises(ValueError, match="`model` must be a (Keras model|chain of Embedding)"):
            language_model_parts(make())


class TestLowRankUpdates:
    def test_start_training_saving_and_merging(self, tmp_path):
        model = tiny()
        before, weights = logits_of(model), model.get_weights()
        adapted = adapt_model(model, rank=2)
        np.testing.assert_allclose(logits_of(adapted), before, atol=1e-6)
        trained = sum(int(np.prod(weight.shape)) for weight in adapted.trainable_weights)
        assert trained == 2 * 2 * low_rank_parameters(8, 8, rank=2)  # two projections in each of two blocks

        adapted.fit(TOKENS[:, :-1], TOKENS[:, 1:], epochs=8, batch_size=2, verbose=0)
        after = logits_of(adapted)
        assert np.abs(after - before).max() > 1e-3
        np.testing.assert_array_equal(logits_of(model), before)
        assert all((a == b).all() for a, b in zip(model.get_weights(), weights, strict=True))

        adapted.save(tmp_path / "adapted.keras")
        loaded = keras.saving.load_model(tmp_path / "adapted.keras")
        np.testing.assert_allclose(logits_of(loaded), after, atol=1e-6)
        assert [weight.path for weight in loaded.trainable_weights] == [w.path for w in adapted.trainable_weights]

        merged = merge_adapted_model(loaded)
        np.testing.assert_allclose(logits_of(merged), after, atol=1e-5)
        assert [weight.shape for weight in merged.trainable_weights] == [w.shape for w in model.trainable_weights]
        changed = [a.path for a, b in zip(merged.weights, weights, strict=True) if np.abs(a.numpy() - b).max() > 0]
        assert sorted(path.split("/", 1)[1] for path in changed) == ["attention/query/kernel"] * 2 + [
            "attention/value/kernel"
        ] * 2

    def test_compiled_as_the_model_is(self):
        model = tiny(learning_rate=0.25)
        adapted = adapt_model(model, rank=1)
        assert type(adapted.optimizer) is type(model.optimizer)
        assert float(adapted.optimizer.learning_rate) == pytest.approx(0.25)
        plain = keras.Model(model.inputs, model.outputs)
        assert not adapt_model(plain, rank=1).compiled

    def test_errors(self):
        model = tiny()
        with pytest.raises(ValueError, match="updates already"):
            adapt_model(adapt_model(model, rank=1), rank=1)
        with pytest.raises(ValueError, match="nothing to merge"):
            merge_adapted_model(model)
        with pytest.raises(ValueError, match="must hold layers TransformerBlock.*Dense"):
            adapt_model(keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)]), rank=1)
        with pytest.raises(ValueError, match="functional or Sequential"):
            adapt_model(keras.layers.Dense(2), rank=1)
        with pytest.raises(ValueError, match=r"at most `units` \(8\); received 9"):
            adapt_model(model, rank=9)
