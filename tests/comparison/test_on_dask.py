"""A Dask cluster trains what is missing, and `compare` reports it without training."""

import json

import pytest

from keras_attention.comparison import compare

distributed = pytest.importorskip("dask.distributed", reason="needs: python -m pip install 'dask[distributed]'")


def test_runs_come_back_and_none_is_trained_twice(tmp_path):
    from keras_attention.comparison.on_dask import train_on_dask

    small = {"models": ["lstm"], "lengths": [3, 4], "seeds": [0, 1], "epochs": 1, "samples": 40, "results": tmp_path}
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        assert train_on_dask(client, **small) == 4
        cells = sorted((tmp_path / "cells").glob("*.json"))
        written = [path.read_bytes() for path in cells]
        assert {json.loads(text)["settings"]["length"] for text in written} == {3, 4}
        cells[0].write_text("{", encoding="utf-8")
        assert train_on_dask(client, **small) == 1
        assert train_on_dask(client, **small) == 0
        with pytest.raises(ValueError, match="lengths"):
            train_on_dask(client, **small | {"lengths": ["long"]})
    after = [path.read_bytes() for path in cells]
    assert after[1:] == written[1:]
    assert [row["length"] for row in compare(**small, workers=1)] == [3, 4]
    assert [path.read_bytes() for path in cells] == after
