"""A head of attention that learns."""

from posenc_helpers.models.training.explorer import TrainingExplorer
from posenc_helpers.models.training.figures import plot_training
from posenc_helpers.models.training.head import AddedTable, Head, Positions, Rotary
from posenc_helpers.models.training.run import accuracy, draw_words, rotary_head, train, word_before
from posenc_helpers.models.training.windows import by_window, clock_head, shares_by_seed, two_back
