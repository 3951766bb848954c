"""The tables of CONVENTIONS against the libraries themselves, where they are installed.

`make test-conventions` installs them and runs this file; nothing may be skipped then.
"""

import importlib
import os

import numpy as np
import pytest

from posenc_helpers import convention_table, grid_table, recognize, rotary_tables

MISSING = "the libraries are not installed: pip install -e '.[conventions]'"
ROWS = 700
EVEN, ODD = [4, 6, 64, 512], [5, 7, 33]


def library(name):
    """Import a module of a library; skip where it is missing, unless it has to be there."""
    if os.environ.get("POSENC_LIBRARIES") == "required":
        return importlib.import_module(name)
    pytest.importorskip(name.partition(".")[0], reason=MISSING)
    return importlib.import_module(name)


def of_transformers(model):
    return library(f"transformers.models.{model}.modeling_{model}")


def assert_same(name, theirs, d_model, positions=None, *, doubles=False):
    """Their table is ours, and is recognized: 3e-8 if their angles are float64, else by the row."""
    rows = len(theirs)
    theirs = np.asarray(theirs.detach() if hasattr(theirs, "detach") else theirs, np.float64)
    ours = convention_table(name, rows if positions is None else positions, d_model)
    assert ours.shape == theirs.shape
    reached = np.arange(rows) + 2.0 if positions is None else np.abs(positions)
    tolerance = np.full(rows, 3e-8) if doubles else 1.2e-7 * (1 + reached)
    assert (np.abs(ours - theirs) <= tolerance[:, None]).all()
    found = recognize(theirs, positions)
    assert name in found.names
    assert dict(found.candidates)[name] in (10_000, None)


@pytest.mark.parametrize("d", [*EVEN, *ODD])
def test_positional_encodings(d):
    encodings = library("positional_encodings.torch_encodings")
    torch = library("torch")
    assert_same(
        "positional_encodings", encodings.PositionalEncoding1D(d)(torch.zeros(1, ROWS, d))[0], d
    )


@pytest.mark.parametrize("d", EVEN)
def test_x_transformers(d):
    layer = library("x_transformers.x_transformers").ScaledSinusoidalEmbedding(d)
    assert_same("x_transformers", layer(library("torch").zeros(1, ROWS, d)), d)
    with pytest.raises(AssertionError):
        library("x_transformers.x_transformers").ScaledSinusoidalEmbedding(d + 1)


@pytest.mark.parametrize("d", [*EVEN, *ODD])
def test_diffusers(d):
    embedding = library("diffusers.models.embeddings").get_timestep_embedding
    steps = library("torch").linspace(0, 999.5, ROWS)
    positions = steps.double().numpy()
    assert_same("ddpm", embedding(steps, d), d, positions)
    stable = embedding(steps, d, flip_sin_to_cos=True, downscale_freq_shift=0)
    assert_same("diffusers", stable, d, positions)
    sines_first = embedding(steps, d, flip_sin_to_cos=False, downscale_freq_shift=0)
    assert_same("diffusers_sines_first", sines_first, d, positions)


@pytest.mark.parametrize("d", [2, 3])
def test_widths_for_which_programs_divide_by_zero(d):
    with pytest.raises(ZeroDivisionError):
        of_transformers("m2m_100").M2M100SinusoidalPositionalEmbedding.get_embedding(5, d)
    with pytest.raises(ZeroDivisionError):
        of_transformers("musicgen").MusicgenSinusoidalPositionalEmbedding.get_embedding(5, d)
    with pytest.raises(ZeroDivisionError):
        of_transformers("whisper").sinusoids(5, 2)
    embedding = library("diffusers.models.embeddings").get_timestep_embedding
    assert embedding(library("torch").arange(5), d).isnan().any()


@pytest.mark.parametrize("d", [*EVEN, *ODD])
def test_marian_and_xlm(d):
    marian = of_transformers("marian").MarianSinusoidalPositionalEmbedding(60, d)
    assert_same("marian", marian.create_weight(), d, doubles=True)
    xlm = of_transformers("xlm").create_sinusoidal_embeddings(60, d, library("torch").empty(60, d))
    assert_same("xlm", xlm, d, doubles=True)


@pytest.mark.parametrize("d", [*EVEN, *ODD])
def test_musicgen_and_the_copy_of_fairseq(d):
    musicgen = of_transformers("musicgen").MusicgenSinusoidalPositionalEmbedding
    assert_same("musicgen", musicgen.get_embedding(ROWS, d), d)
    layer = of_transformers("m2m_100").M2M100SinusoidalPositionalEmbedding(ROWS, d, padding_idx=1)
    assert_same("fairseq", layer.weights, d, np.arange(ROWS + 2.0))
    assert recognize(layer.weights.numpy()).name == "fairseq"  # as stored, with its row of zeros
    tokens = layer(inputs_embeds=library("torch").zeros(1, 50, d))[0]
    assert_same("fairseq", tokens, d)


@pytest.mark.parametrize("d", EVEN)
def test_whisper(d):
    sinusoids = of_transformers("whisper").sinusoids
    assert_same("whisper", sinusoids(ROWS, d), d)
    with pytest.raises(ValueError, match="divisible by 2"):
        sinusoids(ROWS, d + 1)


@pytest.mark.parametrize("d", [*EVEN, *ODD])
def test_gpt_j(d):
    assert_same("gpt_j", of_transformers("gptj").create_sinusoidal_positions(ROWS, d), d)


def test_rotary_tables_of_gpt_neox():
    config = library("transformers").GPTNeoXConfig(
        hidden_size=64, num_attention_heads=2, rotary_pct=1.0
    )
    rotary = of_transformers("gpt_neox").GPTNeoXRotaryEmbedding(config)
    torch = library("torch")
    cosines, sines = rotary(torch.zeros(1), torch.arange(ROWS)[None])
    d_head = cosines.shape[-1]
    expected = rotary_tables(ROWS, d_head, pairing="halves")
    tolerance = 1.2e-7 * (1 + np.arange(ROWS))[:, None]
    for theirs, ours in zip((sines, cosines), expected, strict=True):
        assert (np.abs(theirs[0].numpy() - ours) <= tolerance).all()


@pytest.mark.parametrize("d", [8, 64, 256])
def test_grids(d):
    torch = library("torch")
    detr = of_transformers("detr").DetrSinePositionEmbedding(d // 2)
    theirs = detr(torch.Size([1, d, 5, 9]), "cpu", torch.float32)[0]
    theirs = theirs.reshape(d, 45).T if theirs.shape[0] == d else theirs.reshape(45, d)
    assert np.abs(theirs.numpy() - grid_table("detr", 5, 9, d)).max() <= 1.2e-6
