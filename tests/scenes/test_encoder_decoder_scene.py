"""Scene 8, encoder and decoder: the three masks cell by cell, from their rules in words."""

from keras_attention.scenes.registry import find


def _sees(kind, row, column):
    """Whether the word `row` may look at the word `column`; words 0 to 2 are the source, 3 to 5 what is written."""
    if kind == "encoder":
        return True
    if kind == "decoder":
        return column <= row
    if row < 3:
        return column < 3  # the source sees the source
    return column < 3 or column <= row  # what is written sees the source, itself and what was written before


def test_masks_cell_by_cell():
    scene = find("encoder-decoder")
    for place, kind in enumerate(("encoder", "decoder", "both")):
        seen = [sum(_sees(kind, row, column) for column in range(6)) for row in range(6)]
        for word in range(6):
            shown = scene.shown(place, word)
            assert shown.number == f"{seen[word]} / 6"
            assert [row[1] for row in shown.rows] == [*seen, sum(seen)] == list(shown.printed)


def test_the_picture_crosses_the_cells():
    scene = find("encoder-decoder")
    chart = scene.draw("en", narrow=True).to_dict()
    cells = next(
        values
        for panel in chart["concat"]
        for layer in panel["layer"]
        if "open" in (values := layer["data"]["values"])[0]
    )
    assert len(cells) == 36
    across, down = (sorted({each[axis] for each in cells}) for axis in "xy")
    for each in cells:
        row, column = down.index(each["y"]), across.index(each["x"])
        assert each["encoder_decoder_word"] == row
        assert each["open"] == [_sees(kind, row, column) for kind in ("encoder", "decoder", "both")]


def test_counts_of_open_cells():
    scene = find("encoder-decoder")
    assert [scene.shown(kind, 0).printed[-1] for kind in range(3)] == [36, 21, 24]
