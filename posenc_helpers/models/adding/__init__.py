"""Word and position in one sum, and when both can be read from it."""

from posenc_helpers.models.adding.explorer import AddingExplorer
from posenc_helpers.models.adding.figures import plot_reading, plot_word_and_position
from posenc_helpers.models.adding.reading import nearest_rows, neighbour_law
