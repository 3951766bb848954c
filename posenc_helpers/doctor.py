"""What readers of the settings of a model may get wrong: `python -m posenc_helpers settings FILE`.

The words of each finding are in settings_findings.csv.
"""

import math
from typing import NamedTuple

from posenc_helpers.encoding import angular_frequencies
from posenc_helpers.settings import (
    ALL,
    FALLBACK,
    HERE,
    NONE,
    as_dictionary,
    by_kind,
    read_settings,
    text_part,
)
from posenc_helpers.variants import rows
from posenc_helpers.wording import counted, number, rounded, share_of

WORDS = {row["finding"]: row["words"] for row in rows("settings_findings", HERE)}
TOO_FAST = 1.01  # less is rounding


class Finding(NamedTuple):
    """Something to look at: its name in settings_findings.csv, and a sentence with its numbers."""

    name: str
    text: str


def examine_settings(config, *, base=None) -> list[Finding]:
    """Return what is worth a look in the settings of a model, for people who load it.

    Takes what `read_settings` takes and raises what it raises. An empty list means that none of the
    known failures is found, not that there is none.
    """
    fields = text_part(as_dictionary(config))
    kinds = read_settings(fields, base=base)
    turning = [kind for kind in kinds if kind.name != NONE]
    found = [one for kind in turning for one in _of_turning(kind, fields)]
    found += [("no_rope", {"layers": counted(len(kind.layers), "layer")}) for kind in kinds
              if kind.name == NONE]  # fmt: skip
    if len(turning) > 1:
        found.append(("two_kinds", {"kinds": " and ".join(map(_named, turning))}))
    return [Finding(name, WORDS[name].format(**words)) for name, words in found]


def _named(kind):
    words = "the layers that turn" if kind.name == ALL else f"the layers of {kind.name}"
    return words.replace("_", " ")


def _of_turning(kind, fields):
    times, old_base = times_too_fast(kind, fields)
    if times > TOO_FAST:
        words = {"base": number(old_base), "times": rounded(times), "kind": _named(kind)}
        yield "old_reader", words
    given = {name: value for name, (value, _) in kind.sources.items()}
    trained, stated, factor = map(given.get, ("trained", "stated", "factor"))
    if trained and trained % 1024:
        yield "unknown_length", {"length": number(trained)}
    if given["rope_type"] == "yarn" and stated and not math.isclose(factor * trained, stated):
        words = {"length": number(trained), "product": number(factor * trained)}
        yield "other_factor", {**words, "factor": f"{factor:g}", "stated": number(stated)}
    if given["rope_type"] == "proportional" and stated:
        pairs, turn = kind.head_dim // 2, 2 * math.pi / kind.frequencies[-1]
        words = {"still": pairs - len(kind.frequencies), "pairs": pairs, "turn": rounded(turn)}
        if turn < stated:
            yield "few_pairs", {**words, "kind": _named(kind), "stated": number(stated)}
    if given["rope_type"] == "proportional" and 2 * len(kind.frequencies) < kind.head_dim:
        slowest = angular_frequencies(2 * len(kind.frequencies), given["base"])[-1]
        words = {"kind": _named(kind), "half": kind.head_dim // 2}
        yield "all_columns_count", {**words, "turn": rounded(2 * math.pi / slowest)}
    if given.get("mscale_all_dim"):
        yield "two_factors", {"score_factor": number(kind.score_factor)}
    if given.get("mrope_section"):
        yield "three_rows", {"section": " + ".join(map(str, given["mrope_section"]))}


def times_too_fast(kind, fields):
    """Return how much too fast the last pair of a kind of layer turns for a reader of the old
    fields alone, and the base that he takes.
    """
    old = read_as_before(kind, fields)
    return old.frequencies[-1] / kind.frequencies[-1], old.sources["base"][0]


def read_as_before(kind, fields):
    """Return the RotarySettings that a reader of the old fields alone has for a kind of layer."""
    scaling = fields.get("rope_scaling")
    known = isinstance(scaling, dict) and not by_kind(scaling)
    names = "partial_rotary_factor", "max_position_embeddings", "original_max_position_embeddings"
    old = {name: fields[name] for name in names if name in fields}
    old |= {"num_hidden_layers": 1, "head_dim": kind.head_dim}
    old["rope_theta"] = fields.get("rope_theta") or FALLBACK
    return read_settings({**old, "rope_scaling": scaling if known else None})[0]


def report(config) -> str:
    """Return what the settings of a model say, as lines for people."""
    fields = text_part(as_dictionary(config))
    lines = []
    for kind in read_settings(fields):
        layers = counted(len(kind.layers), "layer")
        lines.append(f"{kind.name}: {layers}, {_listed(kind.layers)}")
        lines += [f"    {line}" for line in _of_kind(kind)]
    found = examine_settings(fields)
    lines += ["", *(f"- {one.text}" for one in found)] if found else []
    return "\n".join(lines)


def _of_kind(kind):
    if kind.name != NONE:
        slowest = 2 * math.pi / kind.frequencies[-1]
        turning = share_of(len(kind.frequencies), kind.head_dim // 2, "pair", "turn")
        yield f"{turning}, the slowest once in {slowest:,.0f} tokens"
        for setting, words in (("trained", "in training"), ("stated", "at most")):
            length = kind.sources.get(setting, (0, ""))[0]
            if length:
                back = int((kind.frequencies * length >= 2 * math.pi).sum())
                complete = share_of(back, len(kind.frequencies), "pair", "complete a turn")
                yield f"{complete} within {length:,} tokens, the text {words}"
        yield f"scores are multiplied by {kind.score_factor:.4g}"
    for setting, (value, field) in kind.sources.items():
        yield f"{setting} = {in_short(value)}  ({field})"


def in_short(value) -> str:
    """Return the value of a field as one short line."""
    text = number(value) if type(value) in (int, float) else str(value)
    return text if len(text) <= 40 else f"{text[:36]} ..."


def _listed(layers):
    shown = " ".join(map(str, layers[:8]))
    return shown + (" ..." if len(layers) > 8 else "")
