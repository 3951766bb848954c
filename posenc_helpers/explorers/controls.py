"""The sliders that the explorers share: one look, one name and one range for each idea."""

from __future__ import annotations

import ipywidgets as widgets

SLIDER = {"width": "285px", "margin": "1px 6px"}
LABEL = {"description_width": "72px"}


def whole(name: str, value: int, least: int, most: int, step: int = 1) -> widgets.IntSlider:
    """Return a slider over whole numbers."""
    return widgets.IntSlider(
        value=value, min=least, max=most, step=step, description=name, layout=SLIDER, style=LABEL
    )


def real(name: str, value: float, least: float, most: float, step: float) -> widgets.FloatSlider:
    """Return a slider over real numbers."""
    return widgets.FloatSlider(
        value=value, min=least, max=most, step=step, description=name, layout=SLIDER, style=LABEL
    )


def log(name: str, value: float, least: int, most: int, step=0.05, digits=".4r"):
    """Return a slider from 10**least to 10**most, equal steps being equal ratios."""
    return widgets.FloatLogSlider(
        value=value, min=least, max=most, step=step, readout_format=digits,
        description=name, layout=SLIDER, style=LABEL,
    )  # fmt: skip


def d_model(value: int, most: int = 1024):
    """Return the slider of `d_model`: even numbers from 2."""
    return whole("d_model", value, 2, most, step=2)


def base(value: float = 10_000.0, name: str = "base"):
    """Return the slider of `base`: 1 to 100 million, logarithmic."""
    return log(name, value, 0, 8)


def seq_len(value: int, most_exponent: int = 6):
    """Return the slider of `seq_len`: 1 to a million tokens, logarithmic."""
    return log("seq_len", value, 0, most_exponent, step=0.02, digits=".0f")
