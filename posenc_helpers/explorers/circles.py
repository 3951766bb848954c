"""The second explorer of lesson 04: all positions of a window on the circles of the pairs."""

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.circles import Circles, plot_circles


class CirclesExplorer(Explorer):
    """Width, base and window: which hands get round, and how far the others get."""

    picture = Circles, plot_circles
    sliders = controls.TABLE
