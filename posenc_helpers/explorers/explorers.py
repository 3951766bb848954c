"""The explorers of lessons 00 to 06, in the order of the lessons."""

from contextlib import suppress

import ipywidgets as widgets

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.controls import AS_TAKEN, BASE, D_MODEL, SEQ_LEN, TABLE, Steps
from posenc_helpers.explorers.explorer import Explorer, TypingExplorer
from posenc_helpers.figures.clocks import ClockWall, plot_clock_wall
from posenc_helpers.figures.formula import Microscope, plot_microscope
from posenc_helpers.figures.heatmap import (
    LinkedHeatmap,
    TwoBases,
    plot_linked_heatmap,
    plot_two_bases,
)
from posenc_helpers.figures.invention import Invention, plot_invention
from posenc_helpers.figures.relative import Shift, plot_shift
from posenc_helpers.figures.similarity import AttentionHead, plot_attention_head
from posenc_helpers.figures.words import TOLD, TYPED, Swap, plot_swap
from posenc_helpers.wording import literal


class SwapExplorer(TypingExplorer):
    """Swap two words and see what a word takes from the others.

    `gain` is how many times the encoding is added to the words.
    """

    picture = Swap, plot_swap
    first = "gain", "ask for the word before"
    typing = "sentence", "a cat saw the bird (3 to 12 words, then Enter)"
    sentence = TOLD  # the last sentence that could be drawn
    sliders = {
        "gain": Steps(0, 2, 0.05),
        "ask for the word before": AS_TAKEN,
        **dict.fromkeys(("first", "second", "followed", "d_model"), AS_TAKEN),
    }

    def extras(self):
        """Return the text field, wide enough for a sentence."""
        (field,) = super().extras()
        field.add_class("posenc-wide")
        return [field]

    def settings(self):
        """Return the values of the controls and the sentence, if one was typed."""
        typed = {"sentence": text} if (text := self.typed.value.strip()) else {}
        return {**typed, **super().settings()}

    def limiting(self):
        """Return the values of all controls and the last sentence that is not refused."""
        with suppress(AttributeError, ValueError):  # no field yet, or a refused sentence
            self.sentence = TYPED.check("sentence", self.settings().get("sentence", TOLD))
        return {**super().limiting(), "sentence": self.sentence}


class InventionExplorer(Explorer):
    """Choose one of six codes of a position, and see how much the best move misses at each step."""

    picture = Invention, plot_invention
    sliders = {"written as": AS_TAKEN, "position": AS_TAKEN}


class FormulaExplorer(Explorer):
    """Choose a position and a column, and see every step from there to the value."""

    picture = Microscope, plot_microscope
    first = "column", "position", "d_model", "base"
    sliders = {"column": AS_TAKEN, "position": AS_TAKEN, **TABLE}

    def code(self, settings):
        """Return the lines that compute this value."""
        pair, function = settings["column"] // 2, ("sin", "cos")[settings["column"] % 2]
        return (
            "import numpy as np\n"
            f"omega = {literal(settings['base'])} ** (-2 * {pair} / {settings['d_model']})\n"
            f"np.{function}(omega * {settings['position']})"
        )


class HeatmapExplorer(Explorer):
    """Move the window, the row and the column of a heatmap with a cursor."""

    picture = LinkedHeatmap, plot_linked_heatmap
    first = "column", "d_model", "base", "seq_len"
    sliders = {
        "column": AS_TAKEN,
        "position": AS_TAKEN,
        **TABLE,
        "start": {*range(0, 1_000, 50), *controls.counts(1_000, 10**6)},
    }


class TwoBasesExplorer(Explorer):
    """Compare two bases on one window: hands that make a full turn, and neighbours' distance."""

    picture = TwoBases, plot_two_bases
    sliders = {"base A": BASE, "base B": BASE, "d_model": D_MODEL, "seq_len": SEQ_LEN}


class ClocksExplorer(Explorer):
    """Move along the positions and see clocks at their true speeds, and the positions that fit.

    `noise` blurs the hands.
    """

    picture = ClockWall, plot_clock_wall
    first = "position", "noise", "seq_len", "d_model"
    sliders = {"position": AS_TAKEN, "noise": Steps(0, 1, 0.01), **TABLE}

    def extras(self):
        """Return the play button. It counts steps, and the position moves on from where it is."""
        self.play = widgets.Play(min=0, max=1_000_000_000, interval=100)
        self.play.observe(self._move_on, names="value")
        return [self.play]

    def _move_on(self, change):
        position, steps = self.controls["position"], change.new - change.old
        if steps < 0 or position.value == position.max:  # stop, or play at the end
            position.value = position.min
            return
        position.value = min(position.value + steps, position.max)
        if position.value == position.max and not self.play.repeat:
            self.play.playing = False


class RelativeExplorer(Explorer):
    """Move the position, and arc and matrix stay. Move the shift, and every block changes."""

    picture = Shift, plot_shift
    first = "position", "shift", "pair"
    sliders = {"position": AS_TAKEN, "shift": Steps(-100, 100), "pair": AS_TAKEN, **TABLE}


class SimilarityExplorer(Explorer):
    """Move the reference row, rotate the query by `offset`, and sharpen the softmax."""

    picture = AttentionHead, plot_attention_head
    first = "offset", "position", "sharpness", "d_model"
    sliders = {
        "offset": Steps(-20, 20),
        "position": AS_TAKEN,
        "sharpness": controls.decades(0.01, 100),
        **TABLE,
    }
