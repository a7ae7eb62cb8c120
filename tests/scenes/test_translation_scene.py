"""Scene 2, translation: the weights, their largest, and their sums, read off one by one."""

import pytest

from keras_attention import examples
from keras_attention.scenes.registry import find

WEIGHTS = [[float(weight) for weight in row] for row in examples.TRANSLATION_WEIGHTS]
BEST = (("first", "fly", "초파리가"), ("third", "ate", "먹었다"), ("second", "apple", "사과를"))


def test_translation_weights_one_by_one():
    scene = find("translation")
    everything = [weight for row in WEIGHTS for weight in row]
    for place, (row, (order, english, korean)) in enumerate(zip(WEIGHTS, BEST, strict=True)):
        shown = scene.shown(place)
        assert scene.controls[0].options[place].en == examples.TARGET_WORDS[place]
        assert [each[2] for each in shown.rows] == row and shown.number == f"{sorted(row)[-1]:.3f}"
        assert f"{order} word of the Korean source, the one for “{english}”" in shown.sentence.en
        assert f"‘{korean}’에 주는" in shown.sentence.ko
        assert shown.printed == pytest.approx([*row, *everything, 1.0], abs=1e-12)


def test_ate_looks_at_the_last_word():
    shown = find("translation").shown(1)
    assert shown.rows[-1][0] == "먹었다" and shown.number == shown.of("ko")["rows"][-1][2] == "0.760"


def test_the_bar_is_cut_at_the_running_sums():
    panels = find("translation").draw("en", narrow=True).to_dict()["concat"]
    data = [layer["data"]["values"] for panel in panels for layer in panel["layer"] if "data" in layer]
    shares = next(values for values in data if "lows" in values[0])
    end = [0] * len(WEIGHTS)
    for share in shares:
        assert share["lows"] == end
        end = share["highs"]
    assert end == end[:1] * len(WEIGHTS)
    for place, row in enumerate(WEIGHTS):
        found = [(share["highs"][place] - share["lows"][place]) / end[place] for share in shares]
        assert found == pytest.approx(row, abs=1e-3)
