"""The models of the course: sizes, starts, answers, what they can and cannot solve."""

import subprocess
import sys

import keras
import numpy as np
import pytest

from keras_attention import AssociativeRecall, ChronoBias, FirstStepRecall, build_gru, build_lstm, build_transformer
from keras_attention.training import EpochTrainer

SIGNAL, TOKENS = FirstStepRecall(6), AssociativeRecall()
BUILDERS = {
    "learned": lambda task: build_transformer(task, width=8, intermediate_dim=8),
    "sinusoidal": lambda task: build_transformer(task, width=8, intermediate_dim=8, position="sinusoidal"),
    "none": lambda task: build_transformer(task, width=8, intermediate_dim=8, position="none"),
    "lstm": lambda task: build_lstm(task, units=8),
    "chrono": lambda task: build_lstm(task, units=8, forget_bias="chrono"),
    "gru": lambda task: build_gru(task, units=8),
}
COURSE = {
    "transformer": lambda: build_transformer(TOKENS, width=48, num_heads=4, num_blocks=2, intermediate_dim=96),
    "gru": lambda: build_gru(TOKENS, units=96, width=48),
}


def answers(model, inputs):
    return keras.ops.convert_to_numpy(model(inputs, training=False))


def weights_of(model):
    return [keras.ops.convert_to_numpy(weight) for weight in model.weights]


@pytest.fixture(params=BUILDERS)
def build(request):
    """Each kind of model, for any task."""
    return BUILDERS[request.param]


class TestSizes:
    def test_parameters_of_the_course(self):
        transformer, gru = COURSE["transformer"](), COURSE["gru"]()
        assert transformer.count_params() == 40_145
        assert gru.count_params() == 44_513
        width, inner = 48, 96
        block = 4 * (width * width + width) + (width * inner + inner) + (inner * width + width) + 2 * 2 * width
        assert block == 18_960
        assert [transformer.get_layer(f"block_{number}").count_params() for number in (1, 2)] == [block, block]
        assert 17 * width + 12 * width + 2 * block + width * 17 + 17 == 40_145  # tokens, positions, blocks, answer
        assert 17 * width + 3 * 96 * (width + 96 + 2) + 96 * 17 + 17 == 44_513

    @pytest.mark.parametrize("length", [10, 160])
    def test_parameters_of_the_first_step_models(self, length):
        task, width, inner = FirstStepRecall(length), 16, 32
        block = 4 * (width * width + width) + (width * inner + inner) + (inner * width + width) + 4 * width
        assert build_transformer(task).count_params() == 2 * width + length * width + block + width + 1
        assert build_lstm(task).count_params() == 4 * 16 * (1 + 16 + 1) + 16 + 1 == 1169
        assert build_lstm(task, forget_bias="chrono").count_params() == 1169
        assert build_gru(task).count_params() == 3 * 16 * (1 + 16 + 2) + 16 + 1

    def test_positions_without_a_table_have_no_parameters(self):
        learned, sinusoidal, none = (
            BUILDERS[name](SIGNAL).count_params() for name in ("learned", "sinusoidal", "none")
        )
        assert learned - none == 6 * 8 and sinusoidal == none

    def test_arguments_reach_the_layers(self):
        model = build_transformer(SIGNAL, 12, num_heads=3, num_blocks=3, intermediate_dim=7, dropout=0.3)
        blocks = [layer.get_config() for layer in model.layers if layer.name.startswith("block_")]
        assert [(b["num_heads"], b["intermediate_dim"], b["dropout"]) for b in blocks] == [(3, 7, 0.3)] * 3
        assert [b["normalize_first"] for b in blocks] == [False] * 3
        for built in (model, build_lstm(SIGNAL), build_gru(SIGNAL)):
            assert isinstance(built.optimizer, keras.optimizers.Adam)
            assert float(built.optimizer.learning_rate) == pytest.approx(0.005)
        for builder in (build_transformer, build_lstm, build_gru):
            assert float(builder(SIGNAL, learning_rate=0.25).optimizer.learning_rate) == pytest.approx(0.25)


class TestAnswers:
    def test_probabilities_for_signals(self, build):
        model, (inputs, targets) = build(SIGNAL), SIGNAL.sample(40, seed=1)
        outputs = answers(model, inputs).astype("float64")
        assert outputs.shape == (40, 1) and (outputs > 0).all() and (outputs < 1).all()
        loss, accuracy = model.evaluate(inputs, targets, verbose=0)
        given = np.where(targets == 1, outputs[:, 0], 1 - outputs[:, 0])
        assert loss == pytest.approx(-np.log(given).mean(), abs=1e-5)
        assert accuracy == pytest.approx((given > 0.5).mean(), abs=1e-6)

    def test_logits_for_tokens(self, build):
        model, (inputs, targets) = build(TOKENS), TOKENS.sample(40, seed=1)
        outputs = answers(model, inputs).astype("float64")
        assert outputs.shape == (40, 17) and outputs.min() < 0
        loss, accuracy = model.evaluate(inputs, targets, verbose=0)
        chances = np.exp(outputs) / np.exp(outputs).sum(axis=1, keepdims=True)
        assert loss == pytest.approx(-np.log(chances[np.arange(40), targets]).mean(), abs=1e-4)
        assert accuracy == pytest.approx((outputs.argmax(axis=1) == targets).mean(), abs=1e-6)

    @pytest.mark.parametrize("task", [SIGNAL, TOKENS], ids=["signals", "tokens"])
    def test_order_counts_exactly_where_there_are_positions(self, build, request, task):
        inputs, _ = task.sample(30, seed=2)
        shuffled = inputs.copy()
        movable = task.length if task is SIGNAL else task.length - 1  # tokens are answered from the last step
        shuffled[:, :movable] = inputs[:, np.random.default_rng(0).permutation(movable)]
        keras.utils.set_random_seed(1)  # an unlucky start hardly moves
        model = build(task)
        moved = np.abs(answers(model, shuffled) - answers(model, inputs)).max()
        if "none" in request.node.callspec.params["build"]:
            assert moved < 1e-5
        else:
            assert moved > 1e-3

    def test_plus_and_minus_one_are_told_apart(self, build):
        row = np.ones((1, 6, 1), "float32")
        model = build(SIGNAL)
        keras.utils.set_random_seed(1)
        for weight in model.weights:  # zero biases would hide a sign that reaches nothing but a sign
            if weight.path.endswith("bias"):
                weight.assign(keras.random.normal(weight.shape, stddev=0.5))
        outputs = [answers(model, sign * row)[0, 0] for sign in (1, -1)]
        assert abs(outputs[0] - outputs[1]) > 1e-4

    def test_the_answer_to_tokens_stands_at_the_last_step(self):
        inputs, _ = TOKENS.sample(8, seed=1)
        model = build_transformer(TOKENS, width=8, num_blocks=1, intermediate_dim=8)
        before_answer = keras.Model(model.input, [model.get_layer("block_1").output, model.output])
        steps, outputs = (keras.ops.convert_to_numpy(output) for output in before_answer(inputs))
        kernel, bias = (keras.ops.convert_to_numpy(weight) for weight in model.get_layer("answer").weights)
        np.testing.assert_allclose(outputs, steps[:, -1] @ kernel + bias, atol=1e-5)

    def test_the_answer_to_signals_is_of_the_mean_over_steps(self):
        inputs, _ = SIGNAL.sample(8, seed=1)
        model = build_transformer(SIGNAL, width=8, intermediate_dim=8)
        before_answer = keras.Model(model.input, [model.get_layer("block_1").output, model.output])
        steps, outputs = (keras.ops.convert_to_numpy(output) for output in before_answer(inputs))
        kernel, bias = (keras.ops.convert_to_numpy(weight) for weight in model.get_layer("answer").weights)
        np.testing.assert_allclose(outputs, 1 / (1 + np.exp(-(steps.mean(axis=1) @ kernel + bias))), atol=1e-5)


class TestStarts:
    @pytest.mark.parametrize("units", [1, 5, 400])
    @pytest.mark.parametrize("length", [3, 80])
    def test_chrono_biases(self, units, length):
        task = FirstStepRecall(length)
        bias = weights_of(build_lstm(task, units=units, forget_bias="chrono").get_layer("lstm"))[2].astype("float64")
        inward, forget, cell, outward = bias.reshape(4, units)  # Keras' order
        np.testing.assert_array_equal(inward, -forget)
        assert (cell == 0).all() and (outward == 0).all()
        spans = np.exp(forget)  # the formula turned around: uniform between 1 and T - 1
        assert (spans > 1 - 1e-5).all() and (spans < length - 1 + 1e-3).all()
        gates = 1 / (1 + np.exp(-forget))
        assert (gates >= 0.5 - 1e-6).all() and (gates <= 1 - 1 / length + 1e-6).all()  # sigma(log u) = 1 - 1 / (1 + u)
        if units == 400:
            assert abs((spans - 1).mean() / (length - 2) - 0.5) < 0.06  # its standard error is 0.0144
            low, high = np.quantile((spans - 1) / (length - 2), [0.25, 0.75])
            assert abs(low - 0.25) < 0.1 and abs(high - 0.75) < 0.1

    def test_the_gates_of_a_chrono_lstm_stand_where_they_are_named(self):
        lstm = build_lstm(SIGNAL, units=2, forget_bias="chrono").get_layer("lstm")
        kernel, recurrent, bias = weights_of(lstm)
        inputs = np.array([[[1.0], [-1.0], [1.0]]], "float32")
        hidden = cell = np.zeros(2)
        for step in inputs[0]:
            drive = step @ kernel + hidden @ recurrent + bias  # (4 * units,)
            sigma = 1 / (1 + np.exp(-drive))
            cell = sigma[2:4] * cell + sigma[:2] * np.tanh(drive[4:6])  # forget gate, input gate
            hidden = sigma[6:] * np.tanh(cell)
        np.testing.assert_allclose(keras.ops.convert_to_numpy(lstm(inputs))[0], hidden, atol=1e-5)

    def test_a_forget_bias_of_one_is_the_start_of_keras(self):
        bias = weights_of(build_lstm(SIGNAL, units=5).get_layer("lstm"))[2]
        np.testing.assert_array_equal(bias.reshape(4, 5), np.repeat([[0.0], [1.0], [0.0], [0.0]], 5, axis=1))
        plain = keras.layers.LSTM(5)
        plain.build((None, 6, 1))
        np.testing.assert_array_equal(bias, weights_of(plain)[2])
        assert 1 / (1 + np.exp(-bias[5])) == pytest.approx(0.731, abs=5e-4)

    def test_embeddings_start_with_standard_deviation_one(self):
        for model, names in (
            (build_transformer(TOKENS, width=96), ("token_embedding", "position")),
            (build_lstm(TOKENS, width=96), ("token_embedding",)),
            (build_gru(TOKENS, width=96), ("token_embedding",)),
        ):
            for name in names:
                (table,) = weights_of(model.get_layer(name))  # at least 12 x 96 numbers
                assert table.std() == pytest.approx(1, abs=0.1) and abs(table.mean()) < 0.12

    def test_positions_of_signals_start_small(self):
        (table,) = weights_of(build_transformer(FirstStepRecall(40), width=32).get_layer("position"))
        assert 0.02 < table.std() < 0.1

    def test_a_seed_gives_the_model(self, build):
        made = []
        for seed in (1, 1, 2):
            keras.utils.set_random_seed(seed)
            made.append(weights_of(build(SIGNAL)))
        assert all((a == b).all() for a, b in zip(made[0], made[1], strict=True))
        assert any((a != b).any() for a, b in zip(made[0], made[2], strict=True))

    def test_a_chrono_bias_of_its_own_seed(self):
        first, again, other = (np.array(ChronoBias(20, seed=seed)((12,))) for seed in (1, 1, 2))
        assert (first == again).all() and (first != other).any()
        copy = ChronoBias.from_config(ChronoBias(20, seed=1).get_config())
        assert (np.array(copy((12,))) == first).all()


LOAD = """
import sys
import numpy as np
import keras
import keras_attention

folder = sys.argv[1]
for name in sys.argv[2:]:
    model = keras.saving.load_model(f"{folder}/{name}.keras")
    inputs = np.load(f"{folder}/{name}-inputs.npy")
    outputs = keras.ops.convert_to_numpy(model(inputs, training=False))
    np.testing.assert_allclose(outputs, np.load(f"{folder}/{name}-outputs.npy"), atol=1e-5)
    assert abs(float(model.optimizer.learning_rate) - 0.005) < 1e-6
print("loaded", len(sys.argv) - 2)
"""


def test_models_load_in_a_fresh_process(tmp_path):
    saved = []
    for kind, builder in BUILDERS.items():
        task = TOKENS if kind in ("learned", "chrono") else SIGNAL
        model, (inputs, _) = builder(task), task.sample(5, seed=3)
        model.save(tmp_path / f"{kind}.keras")
        np.save(tmp_path / f"{kind}-inputs.npy", inputs)
        np.save(tmp_path / f"{kind}-outputs.npy", answers(model, inputs))
        saved.append(kind)
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(tmp_path), *saved], capture_output=True, encoding="utf-8", timeout=300
    )
    assert done.returncode == 0 and done.stdout.split() == ["loaded", "6"], done.stderr


def test_positions_decide_whether_the_first_step_can_be_recalled():
    task = FirstStepRecall(10)
    train, test = task.sample(1984, seed=0), task.sample(4000, seed=1)
    scores = {}
    for position in ("learned", "none"):
        keras.utils.set_random_seed(0)
        model = build_transformer(task, position=position)
        EpochTrainer(model).fit(*train, epochs=3, seed=0)
        scores[position] = ((answers(model, test[0])[:, 0] > 0.5) == test[1]).mean()
    assert scores["learned"] >= 0.99
    # Nobody who is blind to order beats the ceiling but by luck: 4 standard errors of 4,000 samples.
    ceiling = task.order_blind_ceiling
    assert ceiling == pytest.approx(0.623, abs=5e-4)
    assert 0.55 < scores["none"] <= ceiling + 4 * np.sqrt(ceiling * (1 - ceiling) / 4000)
