"""The explorers of what published programs and bugs do, and of a batch."""

import functools
import html

from posenc_helpers.checks import Even
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.figures import (
    LATEST,
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


class ConventionsExplorer(Explorer):
    """Choose a program or a bug; put its columns into the paper's order; compare with the paper."""

    picture = Convention, plot_convention
    sliders = {
        "variant": TITLES,
        "columns": controls.AS_TAKEN,
        "d_model": Even(NARROWEST, WIDEST),
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


@functools.cache
def recognized(variant) -> str:
    """Say in a few words what `recognize` finds in a small table of a variant."""
    found = recognize(variant_table(variant, 12, 16, 10_000.0))
    if found.name is None:
        return "no convention, no known mistake"
    base = "" if found.base is None else f", base {number(found.base)}"
    others = len(found.names) - 1
    return f"{EXPLANATIONS[found.name]}{base}" + (f" (and {others} more)" if others else "")


class BatchExplorer(Explorer):
    """Pad three texts on either side, count positions in three ways, and put them into a cache."""

    picture = Batch, plot_batch
    sliders = {
        "padding": controls.AS_TAKEN,
        "ids by": controls.AS_TAKEN,
        "start": controls.places(LATEST),
        **controls.CODES,
        "seq_len": controls.AS_TAKEN,
    }
