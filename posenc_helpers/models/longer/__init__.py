"""Trained heads with RoPE that read texts longer than the training texts."""

from posenc_helpers.models.longer.explorer import LongerTextExplorer
from posenc_helpers.models.longer.figures import plot_longer_text, plot_old_angles
from posenc_helpers.models.longer.heads import found, found_at, stored_head, waves
