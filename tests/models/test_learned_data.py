"""The data of lesson 11 equal those made again from the packages that they come from.

`make test WITH=libraries` downloads these and runs this file; nothing may be skipped then.
"""

import csv
import hashlib
import os

import numpy as np
import pytest

from posenc_helpers.models.learned.positions import DATA
from tools.data import learned_data
from tools.notebooks import ROOT

MODELS = ROOT / "build" / "models"


def minilm():
    files = learned_data.minilm_files(MODELS)
    return files["model.safetensors"], learned_data.minilm_arrays(files)


def e5():
    file = learned_data.e5_file(MODELS)
    return file, learned_data.e5_arrays(file)


@pytest.mark.parametrize("make", [minilm, e5])
def test_the_files_have_the_sums_that_are_stored_and_the_arrays_are_theirs(make):
    try:
        file, made = make()
    except FileNotFoundError as missing:
        if os.environ.get("POSENC_LIBRARIES") == "required":
            raise
        pytest.skip(f"{missing} --dest {MODELS}")
    name = f"{make.__name__}.npz"
    with (DATA / "sources.csv").open(encoding="utf-8", newline="") as table:
        [sum_] = [row["sha256"] for row in csv.DictReader(table) if row["file"] == name]
    assert hashlib.sha256(file).hexdigest() == sum_
    with np.load(DATA / name) as stored:
        assert {*stored.files} == {*made}
        for part in stored.files:
            assert np.array_equal(stored[part], made[part]), part
            assert stored[part].dtype == made[part].dtype, part
