"""What `read_settings` reads against the library Transformers itself, where it is installed.

`make test-conventions` installs it and runs this file; nothing may be skipped then.
"""

import importlib

import numpy as np
import pytest

from posenc_helpers.settings import FAMILIES, NONE, read_settings
from tests.variants.test_libraries import library, of_transformers

SIZES = {
    "hidden_size": 512, "num_attention_heads": 4, "num_key_value_heads": 2,
    "num_hidden_layers": 12, "max_position_embeddings": 8192,
}  # fmt: skip
LLAMA3 = {
    "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 2048,
}  # fmt: skip
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 2048}
LONG = {"short_factor": [1.0 + pair / 64 for pair in range(64)],
        "long_factor": [1.0 + pair for pair in range(64)]}  # fmt: skip
# As their authors write them: (family, fields beside SIZES).
CONFIGS = [
    ("llama", {}),
    ("llama", {"rope_theta": 500_000.0, "rope_scaling": LLAMA3}),
    ("llama", {"rope_parameters": {"rope_theta": 500_000.0, **LLAMA3}}),
    ("llama", {"rope_theta": None, "rope_parameters": {"rope_theta": 1e6, "rope_type": "default"}}),
    ("llama", {"rope_scaling": {"type": "linear", "factor": 2.0}}),
    ("llama", {"rope_scaling": {"type": "dynamic", "factor": 4.0}}),
    ("mistral", {"rope_theta": 1e6, "head_dim": 64}),
    ("mixtral", {}),
    ("qwen2", {"rope_theta": 1e6, "rope_scaling": YARN}),
    ("qwen3", {"rope_parameters": {"rope_theta": 1e6, **YARN, "beta_fast": 16, "beta_slow": 2}}),
    ("qwen2_vl_text", {"rope_parameters": {"rope_type": "default", "rope_theta": 1e6,
                                           "mrope_section": [16, 24, 24]}}),
    ("gemma", {}),
    ("gemma2", {}),
    ("gemma3_text", {"rope_scaling": {"rope_type": "linear", "factor": 8.0}}),
    ("gemma3_text", {"rope_theta": 5e5, "rope_local_base_freq": 5e3, "sliding_window_pattern": 4}),
    ("gemma4_text", {}),
    ("modernbert", {}),
    ("modernbert", {"global_rope_theta": 80_000.0, "local_rope_theta": 5e3}),
    ("phi3", {"original_max_position_embeddings": 4096,
              "rope_scaling": {"type": "longrope", **LONG}}),
    ("gpt_neox", {}),
    ("gpt_neox", {"rotary_pct": 0.5, "rotary_emb_base": 50_000}),
    ("glm", {}),
    ("stablelm", {"partial_rotary_factor": 0.5}),
    ("nemotron", {}),
    ("deepseek_v3", {"rope_scaling": {**YARN, "mscale": 1.0, "mscale_all_dim": 0.5}}),
    ("olmo2", {"rope_theta": 500_000}),
    ("gpt_oss", {"rope_parameters": {**YARN, "rope_theta": 150_000.0, "truncate": False}}),
    ("cohere2", {"rope_theta": 50_000}),
    ("exaone4", {"rope_theta": 1e6, "rope_scaling": LLAMA3}),
    ("smollm3", {}),
    ("smollm3", {"no_rope_layers": [1, 0] * 6}),
    ("llama4_text", {"rope_scaling": LLAMA3}),
]  # fmt: skip


def named(config):
    family, fields = config
    return "-".join([family, *fields])


def theirs(family, config):
    """Return their speeds and factors by kind of layer, "" for all; and their settings."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    ours = CONFIG_MAPPING[family](**config)
    module = of_transformers(family.removesuffix("_text"))
    names = [name for name in dir(module) if name.endswith("RotaryEmbedding")]
    name = next((n for n in names if "Text" in n), names[0])
    layer = getattr(module, name)(ours)
    buffers = {key: value for key, value in vars(layer)["_buffers"].items()
               if key.endswith("inv_freq") and not key.endswith("original_inv_freq")}  # fmt: skip
    return {
        key.removesuffix("inv_freq").removesuffix("_"): (
            value.double().numpy(), getattr(layer, key.replace("inv_freq", "attention_scaling"))
        ) for key, value in buffers.items()
    }, ours  # fmt: skip


@pytest.mark.parametrize(("family", "fields"), CONFIGS, ids=map(named, CONFIGS))
def test_speeds_and_factors(family, fields):
    library("transformers")
    config = {**SIZES, "model_type": family, **fields}
    speeds, settings = theirs(family, {**SIZES, **fields})
    turning = [kind for kind in read_settings(config) if kind.name != NONE]
    assert len(turning) == len(speeds)
    for kind in turning:
        expected, factor = speeds.get(kind.name) or speeds[""]
        expected = expected[: len(np.trim_zeros(expected))]
        assert kind.frequencies == pytest.approx(expected, rel=2e-5)
        assert kind.score_factor == pytest.approx(factor**2 * beside(family, settings))


def beside(family, settings):
    """Return what the attention of DeepSeek multiplies scores by, beside cosines and sines."""
    multiplied = getattr(of_transformers(family.removesuffix("_text")), "yarn_apply_mscale", None)
    return multiplied(settings.rope_parameters, 1.0) if multiplied else 1.0


@pytest.mark.parametrize("family", ["cohere2", "exaone4", "smollm3", "llama4_text"])
def test_layers_that_do_not_turn(family):
    library("transformers")
    _, settings = theirs(family, SIZES)
    turns = getattr(settings, "no_rope_layers", None) or [
        kind == "sliding_attention" for kind in settings.layer_types
    ]
    found = {kind.name: kind.layers for kind in read_settings({**SIZES, "model_type": family})}
    assert found[NONE] == tuple(np.flatnonzero(np.logical_not(turns)))


def test_at_least_fifteen_families_are_compared():
    assert len({family for family, _ in CONFIGS}) >= 15
    assert {family for family, _ in CONFIGS} | {"gptj"} == set(FAMILIES)


@pytest.mark.parametrize("seq_len", [100, 8192, 20_000])
@pytest.mark.parametrize("family", ["dynamic", "longrope"])
def test_long_texts(family, seq_len):
    library("transformers")
    rules = importlib.import_module("transformers.modeling_rope_utils").ROPE_INIT_FUNCTIONS
    fields = dict(CONFIGS)["phi3"] if family == "longrope" else {
        "rope_scaling": {"type": "dynamic", "factor": 4.0}}  # fmt: skip
    name = "phi3" if family == "longrope" else "llama"
    _, settings = theirs(name, {**SIZES, **fields})
    expected, factor = rules[family](settings, "cpu", seq_len=seq_len)
    [found] = read_settings({**SIZES, "model_type": name, **fields}, seq_len=seq_len)
    assert found.frequencies == pytest.approx(expected.numpy(), rel=2e-5)
    assert found.score_factor == pytest.approx(factor**2)
