"""The explorers of what published programs do, of the museum of bugs and of a batch."""

import functools
import html

from posenc_helpers.checks import Even
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.figures import (
    LATEST,
    STORED,
    Batch,
    Convention,
    plot_batch,
    plot_convention,
)
from posenc_helpers.models.conventions.recognize import TITLES as EXPLANATIONS
from posenc_helpers.models.conventions.recognize import recognize
from posenc_helpers.models.conventions.tables import variant_table
from posenc_helpers.wording import number

TITLES = {f"convention: {one.title}": one.name for one in CONVENTIONS.values()}
TITLES |= {f"bug: {one.title}": one.name for one in reversed(BUGS.values())}
NARROWEST = max(one.narrowest for one in CONVENTIONS.values())
WIDEST, LONGEST = 128, 512  # what tells variants apart shows here; bfloat16 fails from 257 on
ODD = {
    "error": "an error",
    "trim": "no last cosine",
    "pad": "a last column of zeros",
    "extra": "one column more",
    "fewer": "one column less",
}


class VariantWidth(controls.EvenSlider):
    """The slider of `d_model`, which stops at odd widths where the program accepts them.

    A slider in the page moves by itself to a stop of its steps: no odd width may be there when
    they become steps of two.
    """

    def __init__(self, name, values):
        super().__init__(NARROWEST, WIDEST, name, values, 2)

    def follow(self, settings):
        """Step as the variant allows; leave an odd width that it refuses."""
        refused = odd_width(settings["variant"]) == ODD["error"]
        if refused and self.value % 2:
            self.value -= 1
        self.step = 2 if refused else 1


class VariantExplorer(Explorer):
    """A variant of the encoding beside the paper's, and the invariants that it passes and fails.

    Subclasses say which variants there are and the order of their columns.
    """

    picture = Convention, plot_convention
    sliders = {
        "d_model": Even(most=WIDEST),
        "seq_len": controls.Steps(2, LONGEST),
        "base": controls.BASE,
    }

    def readout(self, settings):
        """Return what the table is recognized as, and the numbers of the picture."""
        as_what = "recognize() on 12 × 16", recognized(settings["variant"])
        return [as_what, *super().readout(settings)]

    def story(self, settings):
        """Return the story of the variant and where it comes from."""
        name = settings["variant"]
        one = CONVENTIONS.get(name) or BUGS[name]
        text = html.escape(one.note if name in CONVENTIONS else f"Angle {one.formula}. {one.story}")
        if one.source:
            address = html.escape(one.source, quote=True)
            look = "color:var(--jp-content-link-color, #0b57d0);text-decoration:underline"
            text += f' <a href="{address}" target="_blank" rel="noopener" style="{look}">Source</a>'
        return f'<p style="line-height:1.4;margin:0.5em 0">{text}</p>'


class ConventionsExplorer(VariantExplorer):
    """Choose a program and see its table; put its columns into the paper's order; compare."""

    sliders = {
        "variant": TITLES,
        "columns": controls.AS_TAKEN,
        **VariantExplorer.sliders,
        "d_model": VariantWidth,
    }

    def readout(self, settings):
        """Return the numbers of every variant, and what becomes of an odd d_model."""
        odd = "an odd d_model gives", odd_width(settings["variant"])
        return [*super().readout(settings), odd]


def odd_width(variant) -> str:
    """Say in a few words what a program does with an odd d_model; the bugs raise an error."""
    return ODD[CONVENTIONS[variant].odd if variant in CONVENTIONS else "error"]


@functools.cache
def recognized(variant) -> str:
    """Say in a few words what `recognize` finds in a small table of a variant."""
    found = recognize(variant_table(variant, 12, 16, 10_000.0))
    if found.name is None:
        return "no convention, no known mistake"
    base = "" if found.base is None else f", base {number(found.base)}"
    others = len(found.names) - 1
    return f"{EXPLANATIONS[found.name]}{base}" + (f" (and {others} more)" if others else "")


class MuseumExplorer(VariantExplorer):
    """Go through the list of bugs: the wrong table, the difference, what catches it."""

    sliders = {
        "variant": {bug.title: name for name, bug in BUGS.items()},
        **VariantExplorer.sliders,
    }

    def __init__(self, until=(), **settings):
        super().__init__(until, **{"seq_len": LONGEST, **settings})

    def settings(self):
        """Return the arguments of the drawing; all tables of the museum are interleaved."""
        return {**super().settings(), "columns": STORED}


class BatchExplorer(Explorer):
    """Pad three texts on either side, count positions in three ways, and put them into a cache."""

    picture = Batch, plot_batch
    sliders = {
        **controls.CODES,
        "seq_len": controls.AS_TAKEN,
        "start": controls.places(LATEST),
        "padding": controls.AS_TAKEN,
        "ids by": controls.AS_TAKEN,
    }
