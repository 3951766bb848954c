"""Rotary positional encoding (RoPE), and its settings for longer texts."""

from posenc_helpers.models.rope.explorers import RotaryExplorer
from posenc_helpers.models.rope.figures import plot_common_shift, plot_rotary
from posenc_helpers.models.rope.rotary import rotate
from posenc_helpers.models.rope.scaling import attention_factor, kept_shares, rotary_frequencies
