"""The explorer of lesson 02: the whole table, one cursor, its row and its column."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.heatmap import LinkedHeatmap, plot_linked_heatmap


class HeatmapExplorer(Explorer):
    """A heatmap with a cursor: move the window, the row and the column."""

    picture = LinkedHeatmap, plot_linked_heatmap
    sliders = {
        **controls.TABLE,
        "start": controls.NumberSlider.of({*range(0, 1_000, 50), *controls.counts(1_000, 10**6)}),
        **controls.all_taken("position", "column"),
    }
