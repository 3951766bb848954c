"""Encoder, figures and live explorers for a course on the sinusoidal positional encoding.

    >>> import posenc_helpers as pe
    >>> pe.positional_encoding(4, 4, base=100).shape
    (4, 4)

What takes a random generator or a trained head is imported from its module instead:
`posenc_helpers.head`, `posenc_helpers.tasks`, `posenc_helpers.training`, and what is made with
them from `posenc_helpers.longer_texts` and `posenc_helpers.tradeoff`.

Each name below is imported from its module when it is first used, so that importing the package
alone costs nothing and needs neither Matplotlib nor ipywidgets.
"""

from importlib import import_module

__version__ = "1.0.0"

_PUBLIC = {  # each module of this package with the names that are taken from it
    "adding": "nearest_rows neighbour_law",
    "attention": "self_attention shifted_attention softmax word_vectors",
    "encoding": (
        "angular_frequencies positional_encoding shift_encoding shift_matrix similarity "
        "turn_boundary turning_pairs wavelengths"
    ),
    "learned": (
        "circles head_between known_words learned_positions locked main_directions noise_like "
        "previous_word_head radius_variation random_walk step_matrix without"
    ),
    "lessons": "check hint predict recall solution",
    "reach": "ordered_shares similarity_reach",
    "rotary": "rotate",
    "scaling": "attention_factor dynamic_scale kept_shares rotary_frequencies",
    "explorers.bases": "TwoBasesExplorer",
    "figures.adding": "plot_norms plot_reading plot_word_and_position",
    "figures.bases": "plot_frequencies plot_two_bases",
    "figures.batch": "plot_batch",
    "figures.circles": "plot_circles",
    "figures.clocks": "plot_aliasing plot_clock_wall plot_places_left plot_time_of_day",
    "figures.conventions": "plot_convention",
    "figures.distances": "plot_scores_by_distance",
    "figures.formula": "plot_chirps plot_columns plot_microscope plot_sines plot_sum",
    "figures.heatmap": "plot_encoding plot_heatmap plot_linked_heatmap plot_windows",
    "figures.learned": "plot_gears plot_head_matrix plot_learned_circles plot_learned_head",
    "figures.letting_go": "plot_letting_go",
    "figures.model": "plot_model",
    "figures.museum": "plot_museum",
    "figures.reach": "plot_gain_and_cost plot_ordered_shares",
    "figures.relative": "plot_shift plot_shift_matrices plot_shift_on_clocks plot_sine_alone",
    "figures.rotary": "plot_common_shift plot_rotary",
    "figures.scaling": "plot_near_and_far plot_scalings",
    "figures.similarity": "plot_attention_head plot_directions plot_distances plot_sharpness",
    "figures.swap": "plot_codes plot_swap plot_who_bit_whom",
    "figures.tradeoff": "plot_trade_off",
    "figures.training": "plot_filled_directions plot_past_the_end plot_training",
    "lessons.lesson07": "mystery_tables",
    "variants.bugs": "BUGS",
    "variants.conventions": "CONVENTIONS",
    "variants.invariants": "INVARIANTS examine",
    "variants.recognize": "recognize",
    "variants.tables": "convention_table halves_order interleaved_order",
}
_EXPLORERS = (  # each in a module of its name
    "Adding Batch Circles Clocks Conventions Formula Heatmap Learned Museum Relative Rotary "
    "Scaling Similarity Swap Training"
)
_PUBLIC |= {f"explorers.{one.lower()}": f"{one}Explorer" for one in _EXPLORERS.split()}
_HOME = {name: module for module, names in _PUBLIC.items() for name in names.split()}

__all__ = ["__version__", *_HOME]


def __getattr__(name):
    """Import `name` from its module on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_HOME})
