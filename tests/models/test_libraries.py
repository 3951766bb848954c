"""The tables of CONVENTIONS against the libraries that they describe, where these are installed.

`make test WITH=libraries` installs them and runs this file; nothing may be skipped then.
"""

import importlib
import os

import numpy as np
import pytest

from posenc_helpers import angular_frequencies
from posenc_helpers.models import conventions, rope
from tests.models.test_rope import MODELS

MISSING = "the libraries are not installed: pip install -e '.[libraries]'"
ROWS = 700


def rotary_tables(count, d_head, *, pairing="neighbours"):
    """Return sines and cosines by column, as the libraries keep them."""
    angles = np.outer(np.arange(count), angular_frequencies(d_head))
    angles = np.repeat(angles, 2, axis=1) if pairing == "neighbours" else np.tile(angles, (1, 2))
    return np.sin(angles), np.cos(angles)


def library(name):
    """Import a module of a library; skip where it is missing, unless it has to be there."""
    if os.environ.get("POSENC_LIBRARIES") == "required":
        return importlib.import_module(name)
    pytest.importorskip(name.partition(".")[0], reason=MISSING)
    return importlib.import_module(name)


def of_transformers(model):
    return library(f"transformers.models.{model}.modeling_{model}")


def zeros(d, rows=ROWS):
    return library("torch").zeros(1, rows, d)


def diffusers(d):
    embedding = library("diffusers.models.embeddings").get_timestep_embedding
    how = {"flip_sin_to_cos": True, "downscale_freq_shift": 0}
    return embedding(library("torch").arange(ROWS), d, **how)


def fairseq(d):
    layer = of_transformers("m2m_100").M2M100SinusoidalPositionalEmbedding(ROWS, d, padding_idx=1)
    assert not layer.weights[1].any()
    return layer(inputs_embeds=zeros(d))[0]


DOUBLES = ["marian", "xlm"]  # 60 rows
PROGRAMS = {
    "diffusers": diffusers,
    "marian": lambda d: (of_transformers("marian")
        .MarianSinusoidalPositionalEmbedding(60, d).create_weight()),
    "xlm": lambda d: (of_transformers("xlm")
        .create_sinusoidal_embeddings(60, d, library("torch").empty(60, d))),
    "gpt_j": lambda d: of_transformers("gptj").create_sinusoidal_positions(ROWS, d),
    "fairseq": fairseq,
    "whisper": lambda d: of_transformers("whisper").sinusoids(ROWS, d),
}  # fmt: skip


@pytest.mark.parametrize("d", [4, 6, 64, 512])
@pytest.mark.parametrize("name", PROGRAMS)
def test_tables(name, d):
    theirs = PROGRAMS[name](d)
    theirs = np.asarray(theirs.detach() if hasattr(theirs, "detach") else theirs, np.float64)
    ours = conventions.convention_table(name, len(theirs), d)
    assert ours.shape == theirs.shape
    by_row = 1.2e-7 * (3 + np.arange(len(theirs)))[:, None]  # of angles in float32
    assert (np.abs(ours - theirs) <= (3e-8 if name in DOUBLES else by_row)).all()


def test_odd_widths_are_refused_or_the_last_pair_has_no_cosine():
    with pytest.raises(ValueError):
        PROGRAMS["whisper"](5)
    assert np.allclose(PROGRAMS["xlm"](5)[1, 0::2], np.sin(1e4 ** -np.array([0, 0.4, 0.8])))


@pytest.mark.parametrize("name", ["fairseq", "whisper"])
def test_widths_for_which_programs_divide_by_zero(name):
    with pytest.raises(ZeroDivisionError):
        PROGRAMS[name](2)


# ----------------------------------------------------------- how lesson 09 says that programs turn

PAIRINGS = {
    "llama": "halves", "mistral": "halves", "gemma": "halves", "qwen2": "halves",
    "gpt_neox": "halves", "cohere": "neighbours", "glm": "neighbours",
}  # fmt: skip
QUERY = np.random.default_rng(0).normal(size=(50, 16))


@pytest.mark.parametrize("model", PAIRINGS)
def test_rotated_queries(model):
    torch, pairing = library("torch"), PAIRINGS[model]
    # GLM takes the angles as most models do, and repeats them side by side itself.
    given = "halves" if model == "glm" else pairing
    sines, cosines = (torch.tensor(t)[None] for t in rotary_tables(50, 16, pairing=given))
    query = torch.tensor(QUERY)[None, None]
    theirs, _ = of_transformers(model).apply_rotary_pos_emb(query, query, cosines, sines)
    ours = rope.rotate(QUERY, range(50), pairing=pairing)
    assert np.abs(theirs[0, 0].numpy() - ours).max() < 1e-5


def test_rotated_queries_of_gpt_j_and_roformer():
    torch = library("torch")
    sines, cosines = (t[:, 0::2] for t in rotary_tables(50, 16))
    expected = rope.rotate(QUERY, range(50))
    query = torch.tensor(QUERY)
    gpt_j = of_transformers("gptj").apply_rotary_pos_emb
    theirs = gpt_j(query[None, :, None], torch.tensor(sines)[None], torch.tensor(cosines)[None])
    assert np.abs(theirs[0, :, 0].numpy() - expected).max() < 1e-12
    turn = of_transformers("roformer").RoFormerSelfAttention.apply_rotary_position_embeddings
    table = torch.tensor(np.hstack([sines, cosines]))[None, None]
    theirs, _ = turn(table, query[None, None], query[None, None])
    assert np.abs(theirs[0, 0].numpy() - expected).max() < 1e-12


def test_how_many_columns_are_turned():
    transformers = library("transformers")
    assert transformers.GPTNeoXConfig().rope_parameters["partial_rotary_factor"] == 0.25
    assert transformers.GlmConfig().rope_parameters["partial_rotary_factor"] == 0.5
    config = transformers.GPTJConfig()
    assert (config.rotary_dim, config.n_embd // config.n_head) == (64, 256)


def theirs_of(kind, head_dim, longest, found_words=None, **parameters):
    """Return the speeds and the factor that the library has for a kind of scaling."""
    config = library("transformers").LlamaConfig(
        rope_parameters={"rope_type": kind, "rope_theta": 10_000.0, **parameters},
        hidden_size=head_dim, num_attention_heads=1, max_position_embeddings=longest,
    )  # fmt: skip
    start = library("transformers.modeling_rope_utils").ROPE_INIT_FUNCTIONS[kind]
    length = {} if found_words is None else {"seq_len": found_words}
    speeds, factor = start(config, "cpu", **length)
    return speeds.numpy(), factor


@pytest.mark.parametrize(("head_dim", "theta", "length"), MODELS[:3])
@pytest.mark.parametrize(
    ("scaling", "kind", "bounds"),
    [("interpolation", "linear", {}), ("yarn", "yarn", {}),
     ("by parts", "llama3", {"low_freq_factor": 1.0, "high_freq_factor": 4.0})],
)  # fmt: skip
def test_scalings(head_dim, theta, length, scaling, kind, bounds):
    given = {"rope_theta": float(theta), "factor": 8.0, "original_max_position_embeddings": length}
    theirs, factor = theirs_of(kind, head_dim, 8 * length, **given, **bounds)
    ours = rope.rotary_frequencies(head_dim, theta, scaling=scaling, scale=8.0, seq_len=length)
    assert theirs == pytest.approx(ours, rel=1e-5)
    assert factor == pytest.approx(rope.attention_factor(scaling, 8.0))


@pytest.mark.parametrize("length", [50, 100, 101, 150, 400])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_dynamic_scaling_follows_from_the_length_of_the_text(length, factor):
    """The factor of dynamic scaling is the one in lesson 10's table of settings."""
    theirs, _ = theirs_of("dynamic", 64, 100, length, factor=factor)
    scale = max(1, factor * length / 100 - (factor - 1))
    ours = rope.rotary_frequencies(64, scaling="ntk", scale=scale)
    assert theirs == pytest.approx(ours, rel=1e-6)
