"""The data of lesson 11, made again from the packages that they come from.

`make test WITH=libraries` downloads these and runs this file; nothing may be skipped then.
"""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from posenc_helpers.models.learned.positions import DATA
from tools.data import learned_data

MODELS = Path(__file__).parents[2] / "build" / "models"


def made_again(make):
    """Return what `make` makes of the packages; skip without them, unless they have to be there."""
    try:
        return make(MODELS)
    except FileNotFoundError as missing:
        if os.environ.get("POSENC_LIBRARIES") == "required":
            raise
        pytest.skip(f"{missing} --dest {MODELS}")


@pytest.mark.parametrize(
    ("name", "make"),
    [("minilm", lambda at: learned_data.minilm_arrays(learned_data.minilm_files(at))),
     ("e5", lambda at: learned_data.e5_arrays(learned_data.e5_file(at)))],
)  # fmt: skip
def test_the_arrays_are_those_of_the_packages(name, make):
    made = made_again(make)
    with np.load(DATA / f"{name}.npz") as stored:
        assert {*stored.files} == {*made}
        for part in stored.files:
            assert np.array_equal(stored[part], made[part]), part
            assert stored[part].dtype == made[part].dtype, part


@pytest.mark.parametrize(
    ("file", "read"),
    [("minilm.npz", lambda at: learned_data.minilm_files(at)["model.safetensors"]),
     ("e5.npz", learned_data.e5_file)],
)  # fmt: skip
def test_the_files_have_the_sums_that_are_stored(file, read):
    with (DATA / "sources.csv").open(encoding="utf-8", newline="") as table:
        [sum_] = [row["sha256"] for row in csv.DictReader(table) if row["file"] == file]
    assert learned_data.digest(made_again(read)) == sum_
