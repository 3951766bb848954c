"""The data of lesson 11, made again from the packages that they come from.

`make test WITH=libraries` downloads these and runs this file; nothing may be skipped then.
"""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from posenc_helpers.models.learned.positions import DATA, FIRST, LAST, circles, learned_positions
from tools.data import learned_data, learned_sentences

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


@pytest.fixture(scope="module")
def model():
    return learned_sentences.Model(made_again(learned_data.minilm_files))


def test_the_numbers_of_sentences_are_those_of_the_whole_model(model):
    with (DATA / "sentences.csv").open(encoding="utf-8", newline="") as stored:
        wanted = list(csv.DictReader(stored))
    texts = learned_sentences.sentences()
    sizes = {name: len(each) for name, each in texts.items()}
    assert sizes == {"short": 80, "licence": 98, "story": 36}  # as lesson 11 says
    assert max(len(model.tokens(text)) for each in texts.values() for text in each) < 127
    for row, found in zip(wanted, learned_sentences.measured(model), strict=True):
        assert row.pop("rows") == found.pop("rows")
        assert {name: float(one) for name, one in found.items()} == pytest.approx(
            {name: float(one) for name, one in row.items()}, abs=2e-4
        )


def test_what_lesson_11_says_of_the_other_heads_of_the_layer(model):
    rows = learned_positions()[FIRST:LAST]
    planes = np.concatenate([circle.plane for circle in circles(rows)])
    gain = model.weights["embeddings.LayerNorm.weight"]
    planes = (planes - planes.mean(axis=1, keepdims=True)) * gain
    query, key = (model.weights[f"{learned_data.LAYER_0}.{n}.weight"] for n in ("query", "key"))
    sizes, shares = [], []
    for head in range(12):
        own = slice(32 * head, 32 * head + 32)
        squares = (planes @ query[own].T @ key[own] @ planes.T) ** 2
        sizes.append(np.sqrt(squares.sum()))
        blocks = np.kron(np.eye(5), np.ones((2, 2)))
        shares.append((squares * blocks).sum() / squares.sum())
    assert np.argmax(sizes) == 2 and 5.5 < sizes[2] / np.sort(sizes)[-2] < 6.5
    assert sum(share > 0.95 for share in shares) >= 7
