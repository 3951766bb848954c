"""Encoder, figures and live explorers for a course on the sinusoidal positional encoding.

    >>> import posenc_helpers as pe
    >>> pe.positional_encoding(4, 4, base=100).shape
    (4, 4)

What takes a random generator or a trained head is imported from its module instead:
`posenc_helpers.training`, `posenc_helpers.longer`, `posenc_helpers.tradeoff`.

Each name below is imported from its module when it is first used, so that importing the package
alone costs nothing and needs neither Matplotlib nor ipywidgets.
"""

from importlib import import_module

__version__ = "0.1.0"

_LAZY = {  # name: the module of this package that defines it
    "AddingExplorer": "explorers.adding",
    "BUGS": "variants.bugs",
    "CONVENTIONS": "variants.conventions",
    "CirclesExplorer": "explorers.circles",
    "ClocksExplorer": "explorers.clocks",
    "ConventionsExplorer": "explorers.conventions",
    "DriftExplorer": "explorers.precision",
    "FormulaExplorer": "explorers.formula",
    "HeatmapExplorer": "explorers.heatmap",
    "INVARIANTS": "variants.invariants",
    "MeanTable": "encoding",
    "MuseumExplorer": "explorers.museum",
    "RelativeExplorer": "explorers.relative",
    "RotaryExplorer": "explorers.rotary",
    "SimilarityExplorer": "explorers.similarity",
    "SwapExplorer": "explorers.swap",
    "TrainingExplorer": "explorers.training",
    "TradeOffExplorer": "explorers.tradeoff",
    "TwoBasesExplorer": "explorers.bases",
    "angular_frequencies": "encoding",
    "check": "lessons",
    "clock_speeds": "variants.speeds",
    "convention_table": "variants.tables",
    "examine": "variants.invariants",
    "found_after_projection": "adding",
    "halves_order": "variants.tables",
    "hint": "lessons",
    "interleaved_order": "variants.tables",
    "mean_encoding": "encoding",
    "log_law": "reach",
    "mystery_tables": "lessons.lesson07",
    "nearest_rows": "adding",
    "neighbour_law": "adding",
    "ntk_base": "rotary",
    "ordered_shares": "reach",
    "plot_aliasing": "figures.aliasing",
    "plot_attention_head": "figures.similarity",
    "plot_chirps": "figures.formula",
    "plot_circles": "figures.circles",
    "plot_clock_wall": "figures.clocks",
    "plot_codes": "figures.swap",
    "plot_columns": "figures.formula",
    "plot_common_shift": "figures.rotary",
    "plot_convention": "figures.conventions",
    "plot_depth": "figures.depth",
    "plot_directions": "figures.similarity",
    "plot_distances": "figures.similarity",
    "plot_drift": "figures.precision",
    "plot_encoding": "figures.heatmap",
    "plot_frequencies": "figures.bases",
    "plot_gram": "figures.similarity",
    "plot_heatmap": "figures.heatmap",
    "plot_learned_scores": "figures.training",
    "plot_linked_heatmap": "figures.heatmap",
    "plot_longer_texts": "figures.rotary",
    "plot_microscope": "figures.formula",
    "plot_museum": "figures.museum",
    "plot_norms": "figures.adding",
    "plot_past_the_end": "figures.training",
    "plot_pairs_as_circles": "figures.clocks",
    "plot_precision": "figures.precision",
    "plot_projection": "figures.adding",
    "plot_reading": "figures.adding",
    "plot_ordered_shares": "figures.reach",
    "plot_reach": "figures.reach",
    "plot_scores": "figures.tradeoff",
    "plot_rotary": "figures.rotary",
    "plot_sharpness": "figures.similarity",
    "plot_shift": "figures.relative",
    "plot_shift_matrices": "figures.relative",
    "plot_shift_on_clocks": "figures.relative",
    "plot_similarity": "figures.similarity",
    "plot_sine_alone": "figures.relative",
    "plot_sines": "figures.formula",
    "plot_sum": "figures.formula",
    "plot_swap": "figures.swap",
    "plot_time_of_day": "figures.clocks",
    "plot_training": "figures.training",
    "plot_trade_off": "figures.tradeoff",
    "plot_two_bases": "figures.bases",
    "plot_windows": "figures.heatmap",
    "plot_word_and_position": "figures.adding",
    "position_by_depth": "depth",
    "positional_encoding": "encoding",
    "predict": "lessons",
    "random_words": "adding",
    "reading_limits": "adding",
    "recognize": "variants.recognize",
    "rotary_frequencies": "rotary",
    "rotary_tables": "rotary",
    "rotate": "rotary",
    "self_attention": "attention",
    "shift_encoding": "encoding",
    "shift_matrix": "encoding",
    "shifted_attention": "attention",
    "similarity": "encoding",
    "similarity_reach": "reach",
    "softmax": "attention",
    "solution": "lessons",
    "turn_boundary": "encoding",
    "turning_pairs": "encoding",
    "wavelengths": "encoding",
    "word_vectors": "attention",
}

__all__ = ["__version__", *_LAZY]


def __getattr__(name):
    """Import `name` from its module on first use (PEP 562)."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_LAZY})
