"""What the settings of a model with RoPE say: which pairs turn in which layers, and how fast.

    for kind in read_settings("config.json"):
        print(kind.name, len(kind.layers), kind.frequencies)

settings_fields.csv has the fields and their older names, settings_families.json what programs take
for a family of models where a file says nothing. Both were compared with Transformers 5.23.0.
"""

import json
import math
import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from posenc_helpers.arguments import even, finite, finite_row, one_of, positive, quoted, whole
from posenc_helpers.encoding import angular_frequencies
from posenc_helpers.scaling import dynamic_scale, kept_shares, ntk_base
from posenc_helpers.variants import rows

HERE = Path(__file__).parent
FIELDS = rows("settings_fields", HERE)
FAMILIES = json.loads((HERE / "settings_families.json").read_text(encoding="utf-8"))
EXAMPLES = json.loads((HERE / "settings_examples.json").read_text(encoding="utf-8"))
ROPE_FIELDS = ("rope_parameters", "rope_scaling")
TEXT_PARTS = ("text_config", "language_config", "llm_config")
FULL, SLIDING = "full_attention", "sliding_attention"
ALL, NONE = "RoPE", "no RoPE"  # where all layers that turn do so alike; those that do not
NO_ATTENTION = ("linear_attention", "conv", "mamba", "recurrent")
FULL_LAYERS_DO_NOT_TURN = ("cohere2", "exaone4")
FALLBACK = 10_000.0  # the base that readers take where they find none


class RotarySettings(NamedTuple):
    """The rotary encoding of one kind of layer.

    `name` is the kind, such as "sliding_attention", `layers` the numbers of its layers, from 0. A
    head has `head_dim` columns; `frequencies` are the angles per token, in radians as float64, of
    the pairs that turn, and empty in layers without RoPE. Scores are multiplied by `score_factor`:
    the square of what cosines and sines are multiplied by, and in DeepSeek a factor beside it.
    `sources` has the value of each setting and the field it comes from: {setting: (value, field)}.
    """

    name: str
    layers: tuple
    head_dim: int
    frequencies: np.ndarray
    score_factor: float
    sources: dict


def read_settings(config, *, base=None, seq_len=None):
    """Return the RotarySettings of each kind of layer that `config` describes, as a list.

    `config` is a dictionary, the path of a config.json or its text, as Transformers 4 or 5 or older
    programs write it; of a model with several parts the one that reads text counts. `base` is used
    where no field names one. "dynamic" and "longrope" turn differently in a text of `seq_len`
    tokens that is longer than those in training.

    Raises TypeError or ValueError, naming the field, for what is missing or not known: nothing is
    filled in that is neither in `config` nor in what the programs of its family take.
    """
    config = text_part(as_dictionary(config))
    base = None if base is None else positive("base", base)
    seq_len = None if seq_len is None else whole("seq_len", seq_len, 1)
    return [
        _read_kind(Fields(config, kind, base), layers, seq_len)
        for kind, layers in layers_by_kind(config).items()
    ]


def as_dictionary(config) -> dict:
    """Return the settings in a file, in the text of one, or in a dictionary."""
    if isinstance(config, str) and config.lstrip()[:1] in ("{", "["):
        config = _parsed(config, "config")
    elif isinstance(config, (str, os.PathLike)):
        try:
            text = Path(config).read_text(encoding="utf-8-sig")  # Windows puts a mark before it
        except UnicodeDecodeError:
            raise ValueError(f"{config} must be text in UTF-8, got other bytes") from None
        except OSError as fault:
            shown = quoted(str(config))
            raise ValueError(f"config {shown} cannot be read: {fault.strerror}") from None
        config = _parsed(text, config)
    if not isinstance(config, dict):
        raise TypeError(f"config must be the dictionary of a config.json, got {quoted(config)}")
    return config


def _parsed(text, name):
    """Return what a text in JSON holds."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise ValueError(f"{name} must be JSON, got a fault in {where}: {fault.msg}") from None
    except RecursionError:
        raise ValueError(f"{name} must be JSON, got brackets within too many brackets") from None


def text_part(config) -> dict:
    """Return the settings of the part that reads text, without fields that are null."""
    for part in TEXT_PARTS:
        if isinstance(config.get(part), dict):
            return text_part(config[part])
    if "patch_size" in config and "vocab_size" not in config:
        got = "a vision tower: patch_size and no vocab_size"
        raise ValueError(f"config must be of a model that reads text, got {got}")
    if not isinstance(config.get("model_type", ""), (str, type(None))):
        raise TypeError(f"model_type must be a string, got {quoted(config['model_type'])}")
    return {name: value for name, value in config.items() if value is not None}


class Fields:
    """The fields that count for one kind of layer; `found` keeps which were read."""

    def __init__(self, config, kind, base=None):
        self.kind, self.base, self.found = kind, base, {}
        self.family = config.get("model_type", "")
        assumed = f"what programs take for {self.family}"
        self._places = [("", config), (assumed, FAMILIES.get(self.family, {}))]

    def get(self, setting, default=None):
        """Return the value of a setting, and remember the field that it comes from."""
        for row in (row for row in FIELDS if row["setting"] == setting):
            for note, values in self._places:
                value, field = self._look(row, values)
                if isinstance(value, float) and value.is_integer():
                    value = int(value)  # some files have 8192.0 tokens
                if value is not None:
                    self.found[setting] = value, ", ".join(filter(None, (field, note)))
                    return value
        if setting == "base" and self.base is not None:
            default = self.base
        if default is not None:
            self.found[setting] = default, "default"
        return default

    def need(self, setting):
        """Return the value of a setting; without one, raise ValueError naming its fields."""
        value = self.get(setting)
        if value is None:
            fields = dict.fromkeys(row["field"] for row in FIELDS if row["setting"] == setting)
            raise ValueError(f"config must name {' or '.join(fields)}, got none of them")
        return value

    def number(self, setting, default=None, least=None):
        """Return the value of a setting that is a number, above 0 or from `least` on."""
        value = self.need(setting) if default is None else self.get(setting, default)
        field = self.found[setting][1]
        return positive(field, value) if least is None else finite(field, value, least)

    def _look(self, row, values):
        if row["place"] != "parameters":
            here = row["place"] in ("config", self.kind)
            return (values.get(row["field"]) if here else None), row["field"]
        for name in ROPE_FIELDS:
            inside, path = self._of_kind(values.get(name), name)
            if inside.get(row["field"]) is not None:
                return inside[row["field"]], f"{path}.{row['field']}"
        return None, ""

    def _of_kind(self, parameters, path):
        """Return what a dictionary of parameters holds for this kind of layer."""
        if parameters is None:
            return {}, path
        if not isinstance(parameters, dict):
            raise TypeError(f"{path} must be a dictionary or null, got {quoted(parameters)}")
        if by_kind(parameters):
            return parameters.get(self.kind) or {}, f"{path}.{self.kind}"
        # Sliding layers of Gemma 3 turn at a base of their own, unscaled.
        unscaled = any("rope_local_base_freq" in values for _, values in self._places)
        return {} if unscaled and self.kind == SLIDING else parameters, path


def by_kind(parameters) -> bool:
    """Return whether these parameters are a dictionary for each kind of layer."""
    return any(isinstance(value, dict) for value in parameters.values())


# ------------------------------------------------------------------------------ which layers turn


def layers_by_kind(config) -> dict:
    """Return the numbers of the layers of each kind: {"full_attention": (0, 1, ...)}.

    Where all that turn do so alike, their kind is "RoPE". Those that do not turn are "no RoPE".
    """
    count = whole("num_hidden_layers", Fields(config, ALL).need("count"), 1, 10_000)
    values = {**FAMILIES.get(config.get("model_type"), {}), **config}
    types = values.get("layer_types") or _types_by_rule(values, count)
    turning = values.get("no_rope_layers") or _turning_by_rule(values, types)
    for name, each in (("layer_types", types), ("no_rope_layers", turning)):
        _expect_list(name, each, count, "layer")
    nested = [p for p in map(values.get, ROPE_FIELDS) if isinstance(p, dict) and by_kind(p)]
    own = nested or {row["field"] for row in FIELDS if row["place"] in (FULL, SLIDING)} & set(
        values
    )
    found = {}
    for layer, (kind, turns) in enumerate(zip(types, turning, strict=True)):
        turns = turns and kind not in NO_ATTENTION and (not nested or nested[0].get(kind))
        name = (kind if own else ALL) if turns else NONE
        found[name] = (*found.get(name, ()), layer)
    return found


def _types_by_rule(values, count):
    """Return the kind of each layer, where a number says how often the full kind comes."""
    each = values.get("sliding_window_pattern", values.get("_sliding_window_pattern"))
    if each is not None:
        each = whole("sliding_window_pattern", each, 1)
        return [SLIDING if (layer + 1) % each else FULL for layer in range(count)]
    each = whole("global_attn_every_n_layers", values.get("global_attn_every_n_layers", 1), 1)
    return [SLIDING if layer % each else FULL for layer in range(count)]


def _turning_by_rule(values, types):
    """Return for each layer whether it turns: 1, as in `no_rope_layers`, or 0."""
    if values.get("model_type") in FULL_LAYERS_DO_NOT_TURN:
        return [int(kind == SLIDING) for kind in types]
    each = whole("no_rope_layer_interval", values.get("no_rope_layer_interval", len(types) + 1), 1)
    return [int((layer + 1) % each != 0) for layer in range(len(types))]


def _expect_list(name, values, count, of):
    """Raise ValueError unless `values` is a list with one value for each layer or pair."""
    if not isinstance(values, list) or len(values) != count:
        got = len(values) if isinstance(values, list) else quoted(values)
        raise ValueError(f"{name} must be a list of {count}, one for each {of}, got {got}")


# ------------------------------------------------------------------------------ how fast they turn


def _read_kind(fields, layers, seq_len):
    """Return the RotarySettings of one kind of layer."""
    head_dim = _head_dim(fields)
    if fields.kind == NONE:
        return RotarySettings(fields.kind, layers, head_dim, np.zeros(0), 1.0, fields.found)
    kind = one_of("rope_type", fields.get("rope_type", "default"), TYPES)
    fields.number("base")
    if kind == "proportional":
        columns = 2 * int(fields.number("share", 1.0) * head_dim // 2)
    else:
        share = fields.number("share", 1.0)
        columns = fields.get("turned") or int(head_dim * share)
    even("the number of columns that turn", columns, head_dim)
    for setting in ("trained", "stated"):
        if fields.get(setting) is not None:
            whole(fields.found[setting][1], fields.get(setting), 2)
    if fields.get("mrope_section") is not None:
        finite_row("mrope_section", fields.get("mrope_section"))
    frequencies, factor = TYPES[kind](fields, columns, seq_len)
    score_factor = (factor * _beside_the_turns(fields, kind)) ** 2
    return RotarySettings(fields.kind, layers, head_dim, frequencies, score_factor, fields.found)


def _head_dim(fields):
    """Return the columns of one head."""
    found = fields.get("head_dim")
    if found is None:
        size, heads = fields.get("hidden_size"), fields.get("heads")
        if size is None or heads is None:
            raise ValueError("config must have head_dim, or hidden_size and num_attention_heads")
        found, left = divmod(whole("hidden_size", size, 1), whole("num_attention_heads", heads, 1))
        if left:
            allowed = f"a multiple of the {heads} heads where head_dim is missing"
            raise ValueError(f"hidden_size must be {allowed}, got {size}")
    return even("head_dim", found)


def _default(fields, columns, _seq_len):
    return angular_frequencies(columns, fields.number("base")), 1.0


def _linear(fields, columns, _seq_len):
    return _default(fields, columns, None)[0] / fields.number("factor", least=1.0), 1.0


def _proportional(fields, columns, _seq_len):
    """The exponent counts all columns of the head, and only the first pairs turn."""
    all_pairs = angular_frequencies(_head_dim(fields), fields.number("base"))
    return all_pairs[: columns // 2] / fields.number("factor", 1.0, 1.0), 1.0


def _dynamic(fields, columns, seq_len):
    trained, factor = fields.need("stated"), fields.number("factor", least=1.0)
    scale = dynamic_scale(max(seq_len or 1, trained), trained, factor)
    return angular_frequencies(columns, ntk_base(scale, columns, fields.number("base"))), 1.0


def _llama3(fields, columns, _seq_len):
    ramp = {"low_freq_factor": None, "high_freq_factor": None}
    return _by_parts(fields, columns, "by parts", ramp), 1.0


def _yarn(fields, columns, _seq_len):
    ramp, truncate = {"beta_slow": 1.0, "beta_fast": 32.0}, fields.get("truncate", True)
    speeds = _by_parts(fields, columns, "yarn", ramp, truncate=truncate)
    return speeds, _yarn_factor(fields, fields.number("factor", least=1.0))


def _by_parts(fields, columns, scaling, ramp, **how):
    """Return the speeds where the names and defaults of `ramp` say how many turns are few."""
    base, trained, names = fields.number("base"), _trained(fields), " and ".join(ramp)
    few, many = (fields.number(name, default) for name, default in ramp.items())
    if not few < many:
        raise ValueError(
            f"{names} must be two numbers, the smaller first, got {few:g} and {many:g}"
        )
    kept = kept_shares(columns, base, scaling, trained, (few, many), **how)
    slowed = kept + (1 - kept) / fields.number("factor", least=1.0)
    return angular_frequencies(columns, base) * slowed


def _beside_the_turns(fields, kind):
    """Return the root of what DeepSeek and its kin multiply scores by, beside cosines and sines."""
    of_kin = fields.found.get("head_dim", (0, ""))[1].startswith("qk_rope_head_dim")
    under = fields.get("mscale_all_dim") if kind == "yarn" and of_kin else None
    return 0.1 * under * math.log(fields.number("factor", least=1.0)) + 1 if under else 1.0


def _yarn_factor(fields, factor):
    """Return what cosines and sines are multiplied by."""
    given, over, under = map(fields.get, ("attention_factor", "mscale", "mscale_all_dim"))
    if given is not None:
        return positive("attention_factor", given)
    grown = 0.1 * math.log(factor)
    return (over * grown + 1) / (under * grown + 1) if over and under else grown + 1


def _longrope(fields, columns, seq_len):
    trained = _trained(fields)
    slower = {}
    for which in ("short_factor", "long_factor"):
        _expect_list(which, fields.need(which), columns // 2, "pair")
        slower[which] = np.array([positive(which, factor) for factor in fields.need(which)])
    which = "long_factor" if (seq_len or 1) > trained else "short_factor"
    stretched = fields.get("factor") or fields.need("stated") / trained
    factor = fields.get("attention_factor")
    if factor is None:
        factor = math.sqrt(1 + math.log(max(stretched, 1)) / math.log(trained))
    return _default(fields, columns, None)[0] / slower[which], positive("attention_factor", factor)


def _trained(fields):
    """Return the positions in training, which these types cannot do without."""
    found = fields.get("trained")
    if found is None:
        kind, stated = fields.get("rope_type"), fields.get("stated")
        raise ValueError(
            f"rope_type {kind} needs original_max_position_embeddings; Transformers 5 would take "
            f"max_position_embeddings={stated} in its place without a word"
        )
    return found


TYPES = {
    "default": _default, "linear": _linear, "dynamic": _dynamic, "yarn": _yarn,
    "longrope": _longrope, "llama3": _llama3, "proportional": _proportional,
    "mrope": _default, "su": _longrope,  # as older files of Qwen2-VL and Phi 3 say
}  # fmt: skip
