"""What the settings of models mean, and how bad ones are refused."""

import json
import math

import numpy as np
import pytest

from posenc_helpers.doctor import examine_settings, report
from posenc_helpers.settings import EXAMPLES, FIELDS, NONE, read_settings

LLAMA = EXAMPLES["Llama 3.1"]
LLAMA_5 = EXAMPLES["Llama 3.1 in Transformers 5"]
DEEPSEEK = {
    "model_type": "deepseek_v3", "num_hidden_layers": 61, "qk_rope_head_dim": 64,
    "max_position_embeddings": 163_840, "rope_theta": 10_000,
    "rope_scaling": {"type": "yarn", "factor": 40, "mscale": 1.0, "mscale_all_dim": 1.0,
                     "original_max_position_embeddings": 4_096},
}  # fmt: skip
SMALL = {"head_dim": 8, "num_hidden_layers": 2, "max_position_embeddings": 64, "rope_theta": 100.0}


def turn(kind):
    """Tokens for one turn of the slowest pair."""
    return 2 * math.pi / kind.frequencies[-1]


def complete(kind, length):
    return (kind.frequencies * length >= 2 * math.pi).sum()


# Values that Transformers 5.23.0 gave, in float32: pairs that turn, tokens for one turn of the
# slowest, pairs that complete one in 131,072 tokens, the factor on cosines and sines.
@pytest.mark.parametrize(
    ("model", "name", "pairs", "slowest", "within", "factor"),
    [("Llama 3.1", "RoPE", 64, 20_473_565, 39, 1), ("gpt-oss", "RoPE", 32, 20_781_087, 18, 1.3466),
     ("Gemma 4", "full_attention", 64, 188.25, 64, 1),
     ("Gemma 4", "sliding_attention", 128, 58_470, 128, 1)],
)  # fmt: skip
def test_published_settings(model, name, pairs, slowest, within, factor):
    [kind] = [kind for kind in read_settings(EXAMPLES[model]) if kind.name == name]
    assert len(kind.frequencies) == pairs and kind.frequencies.dtype == np.float64
    assert turn(kind) == pytest.approx(slowest, rel=3e-5)
    assert complete(kind, 131_072) == within
    assert math.sqrt(kind.score_factor) == pytest.approx(factor, abs=5e-5)


def test_old_and_new_fields_give_the_same():
    [old], [new] = read_settings(LLAMA), read_settings(LLAMA_5)
    assert np.array_equal(old.frequencies, new.frequencies)
    assert old.sources["base"] == (500_000.0, "rope_theta")
    assert new.sources["base"] == (500_000.0, "rope_parameters.rope_theta")


def test_a_file_its_text_and_a_part_of_a_larger_model_are_read(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model_type": "vlm", "text_config": LLAMA}), encoding="utf-8")
    for config in (path, str(path), path.read_text("utf-8")):
        assert np.array_equal(read_settings(config)[0].frequencies, read_settings(LLAMA)[0][3])


def test_older_names_of_types():
    """Qwen2-VL says mrope for the usual turns, Phi 3 once said su for longrope."""
    sections = {"type": "mrope", "mrope_section": [1, 1, 2]}
    [usual], [named] = (
        read_settings({**SMALL, **more}) for more in ({}, {"rope_scaling": sections})
    )
    assert np.array_equal(named.frequencies, usual.frequencies)
    factors = {"short_factor": [2.0] * 4, "long_factor": [4.0] * 4}
    factors |= {"type": "su", "original_max_position_embeddings": 32}
    [old] = read_settings({**SMALL, "rope_scaling": factors})
    assert np.array_equal(old.frequencies, usual.frequencies / 2)


def test_whole_numbers_may_be_written_as_floats():
    config = {**LLAMA, "head_dim": 128.0}
    config["rope_scaling"] = {**LLAMA["rope_scaling"], "original_max_position_embeddings": 8192.0}
    assert np.array_equal(read_settings(config)[0].frequencies, read_settings(LLAMA)[0].frequencies)


def test_scores_of_deepseek_have_a_factor_that_others_have_not():
    [kind] = read_settings(DEEPSEEK)
    assert kind.score_factor == pytest.approx((0.1 * math.log(40) + 1) ** 2)
    [other] = read_settings({**DEEPSEEK, "model_type": "llama", "qk_rope_head_dim": None,
                             "head_dim": 64})  # fmt: skip
    assert other.score_factor == 1


def test_layers_are_counted_by_kind():
    types = ["linear_attention", "sliding_attention", "full_attention", "full_attention"]
    parameters = {"sliding_attention": {"rope_theta": 10.0}, "full_attention": None}
    config = {**SMALL, "num_hidden_layers": 4, "layer_types": types, "rope_parameters": parameters}
    assert {kind.name: kind.layers for kind in read_settings(config)} == {
        NONE: (0, 2, 3), "sliding_attention": (1,),
    }  # fmt: skip


def test_only_what_was_read_is_named():
    [kind] = read_settings(SMALL)
    assert kind.sources == {
        "head_dim": (8, "head_dim"), "rope_type": ("default", "default"),
        "base": (100.0, "rope_theta"), "share": (1.0, "default"),
        "stated": (64, "max_position_embeddings"),
    }  # fmt: skip


def test_a_base_is_never_guessed():
    without = {name: value for name, value in SMALL.items() if name != "rope_theta"}
    with pytest.raises(ValueError, match=r"^config must name rope_theta or .*, got none of them$"):
        read_settings(without)
    [kind] = read_settings(without, base=50)
    assert kind.frequencies[1] == pytest.approx(50**-0.25)
    assert kind.sources["base"] == (50.0, "default")


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [({"rope_scaling": {"type": "foo"}}, ValueError, "rope_type must be one of default, linear"),
     ({"rope_scaling": [1]}, TypeError, r"rope_scaling must be a dictionary or null, got \[1\]"),
     ({"head_dim": 7}, ValueError, "head_dim must be an even integer >= 2, got 7"),
     ({"head_dim": None}, ValueError, "must have head_dim, or hidden_size and num_attention_heads"),
     ({"partial_rotary_factor": 0.4}, ValueError, "columns that turn must be an even integer"),
     ({"rope_theta": "many"}, TypeError, "rope_theta must be a finite number"),
     ({"rope_theta": 0}, ValueError, "rope_theta must be a finite number > 0, got 0"),
     ({"max_position_embeddings": "many"}, TypeError, "max_position_embeddings must be an integer"),
     ({"model_type": ["a"]}, TypeError, r"model_type must be a string, got \['a'\]"),
     ({"head_dim": None, "hidden_size": 64, "num_attention_heads": 6}, ValueError,
      "hidden_size must be a multiple of the 6 heads where head_dim is missing, got 64"),
     ({"rope_scaling": {"type": "mrope", "mrope_section": 3}}, ValueError, "mrope_section must"),
     ({"rope_scaling": {"type": "longrope", "short_factor": [1.0] * 4, "long_factor": [1.0],
                        "original_max_position_embeddings": 32}}, ValueError,
      "long_factor must be a list of 4, one for each pair, got 1"),
     ({"num_hidden_layers": 0}, ValueError, "num_hidden_layers must be an integer from 1"),
     ({"layer_types": ["full_attention"]}, ValueError, "layer_types must be a list of 2, .* got 1"),
     ({"no_rope_layers": [1]}, ValueError, "no_rope_layers must be a list of 2"),
     ({"rope_scaling": {"type": "linear"}}, ValueError, "config must name factor, got none"),
     ({"rope_scaling": {"type": "yarn", "factor": 2}}, ValueError,
      "yarn needs original_max_position_embeddings; Transformers 5 would take .*=64"),
     ({"rope_scaling": {"type": "longrope", "short_factor": [1.0] * 3,
                        "original_max_position_embeddings": 32}}, ValueError,
      "short_factor must be a list of 4, one for each pair, got 3"),
     ({"rope_scaling": {"type": "llama3", "factor": 2, "low_freq_factor": 4, "high_freq_factor": 1,
                        "original_max_position_embeddings": 32}}, ValueError,
      "low_freq_factor and high_freq_factor must be .*, the smaller first, got 4 and 1")],
)  # fmt: skip
def test_what_is_not_known_is_refused_by_name(change, error, words):
    with pytest.raises(error, match=words) as caught:
        read_settings({**SMALL, **change})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [("[1]", TypeError, r"got \[1\]"),
     ('{"a":' * 100_000, ValueError, "got brackets within too many brackets"),
     ("{,}", ValueError, "must be JSON, got a fault in line 1, column 2: "),
     ('{"patch_size": 14}', ValueError, "a vision tower")],
)  # fmt: skip
def test_what_is_no_configuration_is_refused(text, error, words, tmp_path):
    path = tmp_path / "config.json"
    path.write_text(text, encoding="utf-8")
    for config in (text, path):
        with pytest.raises(error, match=words):
            read_settings(config)


def test_a_mark_of_the_order_of_bytes_is_skipped(tmp_path):
    """Editors on Windows may put one before the text."""
    path = tmp_path / "config.json"
    path.write_text(json.dumps(SMALL), encoding="utf-8-sig")
    assert len(read_settings(path)) == 1


# -------------------------------------------------------------------------- what may be misread


def test_a_reader_of_the_old_fields_turns_the_last_pair_too_fast():
    """The published case has 64 columns: 50 ** (62 / 64) * 8, which is 354."""
    [found] = examine_settings({**LLAMA_5, "head_dim": 64})
    assert found.name == "old_reader" and f" {50 ** (62 / 64) * 8:.0f} times" in found.text
    assert examine_settings(LLAMA) == []
    assert examine_settings({**LLAMA_5, "rope_theta": None})[0].name == "old_reader"


def test_near_scores_stay_about_right_and_far_ones_do_not():
    """Of random queries and keys, with the base 10,000 that is read for 500,000."""
    right, wrong = (np.exp(1j * base ** (-np.arange(64) / 64)) for base in (500_000, 10_000))
    query, key = np.random.default_rng(0).normal(size=(2, 4_000, 64, 2)) @ [1, 1j]
    products = query.conj() * key
    alike = [
        np.corrcoef(*((products * turn**away).real.sum(axis=1) for turn in (right, wrong)))[0, 1]
        for away in (1, 10, 100, 1_000)
    ]
    assert alike == pytest.approx([1.00, 0.87, 0.47, 0.22], abs=0.05)


@pytest.mark.parametrize(
    ("config", "name", "number"),
    [({**SMALL, "rope_scaling": {"type": "yarn", "factor": 3, "beta_fast": 4,
                                 "original_max_position_embeddings": 1024}},
      "other_factor", "3,072"),
     ({**LLAMA, "rope_scaling": {**LLAMA["rope_scaling"],
                                 "original_max_position_embeddings": 32_786}},
      "unknown_length", "32,786"),
     (EXAMPLES["SmolLM3"], "no_rope", "9 layers"),
     ({**SMALL, "rope_scaling": {"type": "mrope", "mrope_section": [1, 1, 2]}},
      "three_rows", "1 + 1 + 2"),
     (DEEPSEEK, "two_factors", "1.874")],
)  # fmt: skip
def test_what_is_worth_a_look(config, name, number):
    [found] = examine_settings(config)
    assert found.name == name and number in found.text


def test_what_is_worth_a_look_in_two_kinds_of_layers():
    found = {one.name: one.text for one in examine_settings(EXAMPLES["Gemma 4"])}
    assert list(found) == ["few_pairs", "all_columns_count", "two_kinds"]
    assert "192 of 256 pairs" in found["few_pairs"]
    assert "slowest turn of 5.1 M tokens" in found["all_columns_count"]
    assert "sliding attention and the layers of full attention" in found["two_kinds"]


@pytest.mark.parametrize("model", EXAMPLES)
def test_the_report_names_each_kind_and_each_field(model):
    lines = report(EXAMPLES[model])
    for kind in read_settings(EXAMPLES[model]):
        assert f"{kind.name}: {len(kind.layers)} layers" in lines
        assert all(field in lines for _, field in kind.sources.values())


def test_each_field_is_read_by_something():
    assert len({(row["setting"], row["field"], row["place"]) for row in FIELDS}) == len(FIELDS)
