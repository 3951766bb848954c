"""The positions that a published model learned."""

from posenc_helpers.models.learned.explorer import LearnedExplorer
from posenc_helpers.models.learned.figures import (
    plot_gears,
    plot_head_matrix,
    plot_learned_circles,
    plot_learned_head,
)
from posenc_helpers.models.learned.positions import (
    circles,
    known_words,
    learned_positions,
    locked,
    main_directions,
    noise_like,
    previous_word_head,
    radius_variation,
    without,
)
