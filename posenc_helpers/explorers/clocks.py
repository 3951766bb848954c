"""The explorer of lesson 04: a wall of clocks that one can play, stop and read."""

import ipywidgets as widgets

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.clocks import ClockWall, plot_clock_wall


class ClocksExplorer(Explorer):
    """Clocks at their true speeds; `noise` blurs the hands, and the fit shows what fits."""

    picture = ClockWall, plot_clock_wall
    sliders = {
        **controls.TABLE,
        "position": controls.as_taken,
        "noise": controls.RealSlider.of(0, 1, step=0.01),
    }

    def extras(self):
        """Return the play button. It counts, and the position moves on from where it is."""
        self.play = widgets.Play(min=0, max=1_000_000_000, interval=100)
        self.play.observe(self._move_on, names="value")
        return [self.play]

    def _move_on(self, change):
        position, steps = self.controls["position"], change.new - change.old
        if steps < 0 or position.value == position.max:  # stopped, or played on at the end
            position.value = position.min
            return
        position.value = min(position.value + steps, position.max)
        if position.value == position.max and not self.play.repeat:
            self.play.playing = False
