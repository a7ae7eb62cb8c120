"""Scene 1, the bottleneck: slots dealt out one by one, and steps counted by letting words wait."""

from fractions import Fraction

from keras_attention.scenes.registry import find


def _share(length):
    """Slots of each word, when eight slots are cut into crumbs and dealt out in turn until none is left."""
    crumbs = [0] * length
    for crumb in range(8 * length):  # `length` crumbs a slot
        crumbs[crumb % length] += 1
    assert len(set(crumbs)) == 1
    return Fraction(crumbs[0], length)


def _steps(length, waits):
    """Rounds until every word is computed, if one may be when the word before it has been, or at any time."""
    done, rounds = 0, 0
    while done < length:
        done, rounds = (done + 1 if waits else length), rounds + 1
    return rounds


def test_slots_and_steps_word_by_word():
    scene = find("bottleneck")
    assert scene.controls[0].values == (5, 10, 15, 20, 25, 30, 35, 40)
    for length in scene.controls[0].values:
        share, line, at_once = float(_share(length)), _steps(length, waits=True), _steps(length, waits=False)
        pairs = sum(1 for _ in range(length) for _ in range(length))
        shown = scene.shown(length)
        assert shown.number == f"{share:.3f}" and shown.printed == (share, line, at_once)
        assert [row[1:] for row in shown.rows] == [(8, 8 * length), (share, 8), (line, at_once), (0, pairs)]
        assert f"{length} words share one vector of 8. Steps in line: {line} for an RNN, 1" in shown.sentence.en


def test_five_words_and_forty():
    scene = find("bottleneck")
    assert [scene.shown(length).number for length in (5, 40)] == ["1.600", "0.200"]
    assert "= 0.200 of a slot" in scene.answer.en and "0.200칸입니다" in scene.answer.ko
