"""Rotary positional encoding (RoPE), and its settings for longer texts."""

from posenc_helpers.models.rope.explorers import RotaryExplorer, ScalingExplorer
from posenc_helpers.models.rope.figures import (
    plot_common_shift,
    plot_near_and_far,
    plot_rotary,
    plot_scalings,
)
from posenc_helpers.models.rope.rotary import rotate
from posenc_helpers.models.rope.scaling import (
    SCALINGS,
    Trial,
    attention_factor,
    dynamic_scale,
    kept_shares,
    rotary_frequencies,
    stored_shares,
)
