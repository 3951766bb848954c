"""The positions that a published model learned."""

from posenc_helpers.models.learned.explorer import LearnedExplorer
from posenc_helpers.models.learned.figures import (
    plot_gears,
    plot_learned_circles,
    plot_learned_head,
)
from posenc_helpers.models.learned.positions import (
    circles,
    head_between,
    known_words,
    learned_positions,
    locked,
    main_directions,
    noise_like,
    previous_word_head,
    pure_waves,
    radius_variation,
    random_walk,
    without,
)
