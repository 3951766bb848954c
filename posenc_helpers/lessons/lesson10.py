"""The right and the wrong answers to the exercises of `10.md`."""

from math import tau

import numpy as np

from posenc_helpers.encoding import angular_frequencies
from posenc_helpers.lessons.exercise import exercise
from posenc_helpers.lessons.shared import chosen
from posenc_helpers.models.longer.heads import MOST_STEPS, SEEDS, SHOWN, found

# Settings for a longer text, which the student chooses freely

SCALINGS = {1: "interpolation", 2: "ntk", 3: "by parts"}
HIDDEN = range(SHOWN, len(SEEDS))  # heads that the lesson does not show
ENOUGH = {"near": 0.95, "far": 0.95}  # what their medians must reach
WANTED = "number of the scaling, factor, where the ramp begins, where it ends, further steps"


def examine_settings(answer):
    """Return why settings do not let most heads find near and far words, or None.

    The reason may be the name of a reply in `10.md`.
    """
    if answer.size != 5:
        return f"Give five numbers as one list: {WANTED}."
    scaling = SCALINGS[chosen("number of the scaling", answer[0], 1, len(SCALINGS), 1)]
    scale = chosen("factor", answer[1], 1, 64, 0)
    ramp = tuple(chosen(f"ramp's {end}", one, 0.01, 100, 0)
                 for end, one in zip(("beginning", "end"), answer[2:4], strict=True))  # fmt: skip
    if ramp[0] > ramp[1]:
        return "ramp_exchanged"
    steps = chosen("number of steps", answer[4], 0, MOST_STEPS, 1)
    settings = {"scaling": scaling, "scale": scale, "ramp": ramp, "steps": steps}
    shares = np.transpose([found(seed, **settings) for seed in HIDDEN])
    measured = [f"{task} {np.median(one):.2f} ({min(one):.2f} to {max(one):.2f})"
                for task, one in zip(ENOUGH, shares, strict=True)]  # fmt: skip
    lost = [task for task, one in zip(ENOUGH, shares, strict=True) if np.median(one) < ENOUGH[task]]
    return f"Five heads find {', '.join(measured)}. {LOST['+'.join(lost)]}" if lost else None


LOST = {
    "near": "Most lose the previous word. The few fastest pairs put its peak one token back: leave "
    "them their speed, or let the heads learn some steps.",
    "far": "Most lose the marked word. At some distances the sum of a wrong word rises above its "
    "own: slow more pairs, take another factor, or let the heads learn some steps.",
    "near+far": "Most lose both words. By which factor is the text longer?",
}


@exercise(examine=examine_settings)
def longer_settings():
    yield "right", [3, 4, 3, 6, 0]
    yield ("ramp_exchanged",)


@exercise(relative=0.01)
def two_kinds():
    sliding, full = (tau * base ** (254 / 256) for base in (1e4, 1e6))
    yield "right", [5, sliding, 8 * full]
    yield "factor_forgotten", [5, sliding, full]
    yield "factor_everywhere", [5, 8 * sliding, 8 * full]
    yield "speeds_multiplied", [5, sliding, full / 8]
    yield "kinds_exchanged", [29, sliding, 8 * full], [5, 8 * full, sliding]
    yield "counted_from_0", [6, sliding, 8 * full]
    yield "one_base", [5, full, 8 * full], [5, sliding, 8 * sliding]
    yield "no_2_pi", [5, sliding / tau, 8 * full / tau]
    yield "exponent_1", [5, tau * 1e4, tau * 8e6]


# Further


def turns_and(*settings):
    """Return the turns of 64 pairs, in random order, and the settings."""
    turns = 8_192 * angular_frequencies(128, 500_000) / tau
    return np.random.default_rng(0).permutation(turns), *settings


def line(turns, factor, low, high):
    """Return the ramp of `parted` extended beyond its ends."""
    kept = (turns - low) / (high - low)
    return kept + (1 - kept) / factor


def parted(turns, factor, low, high):
    """Return the factor of each pair's speed if pairs are scaled by their number of turns."""
    return line(np.clip(turns, low, high), factor, low, high)


@exercise([(8.0, 1.0, 4.0), (4.0, 1.0, 32.0), (2.0, 2.0, 3.0)], turns_and, within=1e-6)
def by_parts_speeds(turns, factor, low, high):
    yield "right", parted(turns, factor, low, high)
    yield "fast_slowed", parted(-turns, factor, -high, -low)
    yield "how_much_is_kept", np.clip((turns - low) / (high - low), 0, 1)
    yield "not_cut_off", line(turns, factor, low, high)
    for name, limit in (("jump_at_low", low), ("jump_at_high", high)):
        yield name, np.where(turns > limit, 1, 1 / factor), np.where(turns >= limit, 1, 1 / factor)
    yield "in_wavelengths", parted(-1 / turns, factor, -1 / low, -1 / high)
    yield "turns_left", turns * parted(turns, factor, low, high)
    yield "multiplied", parted(turns, 1 / factor, low, high)
    yield "every_pair", np.full_like(turns, 1 / factor)
    yield "no_pair", np.ones_like(turns)
