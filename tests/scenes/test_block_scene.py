"""Scene 7, the block: parameters counted one matrix and one vector at a time."""

from keras_attention.scenes.registry import find


def _dense(inputs, outputs):
    return sum(outputs for _ in range(inputs)) + outputs


def test_block_numbers_matrix_by_matrix():
    scene = find("block")
    sizes = ((16, 32), (48, 96), (512, 2048), (768, 3072), (1024, 4096), (12288, 49152))
    for place, (width, inner) in enumerate(sizes):
        assert scene.controls[0].options[place].en.endswith(f": {width:,}, {inner:,}")
        counts = [
            sum(_dense(width, width) for _ in ("query", "key", "value", "output")),
            _dense(width, inner) + _dense(inner, width),
            sum(width for _ in ("gamma", "beta") for _ in range(2)),
        ]
        for part, count in enumerate(counts):
            shown = scene.shown(place, part)
            assert [row[2] for row in shown.rows] == counts
            assert shown.number == shown.rows[part][3] == f"{100 * count / sum(counts):.1f}%"
            assert shown.printed == (*counts, sum(counts), width, inner)
            assert f"{count:,} of {sum(counts):,}." in shown.sentence.en


def test_the_figures_of_the_course():
    scene = find("block")
    assert [row[2:] for row in scene.shown(2, 1).rows] == [
        (1_050_624, "33.3%"), (2_099_712, "66.6%"), (2_048, "0.1%")]  # fmt: skip
    assert scene.shown(1, 0).printed[3] == 18_960
