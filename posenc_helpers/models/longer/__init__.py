"""Texts longer than those of training, read by trained heads with RoPE."""

from posenc_helpers.models.longer.explorer import LongerTextExplorer
from posenc_helpers.models.longer.figures import plot_longer_text, plot_old_angles
from posenc_helpers.models.longer.heads import found, found_at, stored_head, waves
