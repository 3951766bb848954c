"""Encoder, figures and live explorers for a course on the sinusoidal positional encoding.

    >>> import posenc_helpers as pe
    >>> pe.positional_encoding(4, 4, base=100).shape
    (4, 4)

This module has the names that lessons 00 to 06 use. The names of later lessons are in
`posenc_helpers.models`, by topic: `adding`, `training`, `rope`, `longer`, `conventions` and
`learned`.
"""

from posenc_helpers.attention import self_attention, shifted_attention, softmax, word_vectors
from posenc_helpers.encoding import (
    angular_frequencies,
    positional_encoding,
    shift_encoding,
    shift_matrix,
    similarity,
    turning_pairs,
    wavelengths,
)
from posenc_helpers.explorers.explorers import (
    ClocksExplorer,
    FormulaExplorer,
    HeatmapExplorer,
    InventionExplorer,
    RelativeExplorer,
    SimilarityExplorer,
    SwapExplorer,
    TwoBasesExplorer,
)
from posenc_helpers.figures.clocks import (
    plot_clock_wall,
    plot_places_left,
)
from posenc_helpers.figures.formula import (
    plot_chirps,
    plot_columns,
    plot_microscope,
    plot_sum,
)
from posenc_helpers.figures.heatmap import (
    plot_frequencies,
    plot_heatmap,
    plot_linked_heatmap,
    plot_two_bases,
)
from posenc_helpers.figures.hidden_hands import plot_hidden_hands
from posenc_helpers.figures.invention import plot_invention
from posenc_helpers.figures.relative import plot_shift, plot_shift_on_clocks
from posenc_helpers.figures.similarity import (
    plot_attention_head,
    plot_directions,
    plot_letting_go,
    plot_reach,
)
from posenc_helpers.figures.words import plot_swap, plot_who_bit_whom
from posenc_helpers.lessons import check, hint, predict, recall, solution
from posenc_helpers.lessons.tournament import tournament
from posenc_helpers.reach import similarity_reach
from posenc_helpers.rivals import any_rotation

__version__ = "2.0.0"
