"""The settings of a model with RoPE: how long each pair of each kind of layer takes for a turn."""

import math

import numpy as np

from posenc_helpers.doctor import examine_settings, in_short, read_as_before, times_too_fast
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing, plots
from posenc_helpers.ranges import OneOf, takes
from posenc_helpers.settings import EXAMPLES, NONE, as_dictionary, read_settings, text_part
from posenc_helpers.wording import counted, number, rounded, share_of

MOST_KINDS = 3
TOKENS = 1, 10**9  # the axis
MARKERS = "o", "s", "^"


class Settings(Drawing):
    """Tokens for one turn of each pair, a row of marks for each kind of layer."""

    def __init__(self):
        super().__init__(9.0, 4.6)
        self.title = self.headline()
        self.ax = self.add_axes(
            96, 62, 610, 330, x=6, y=range(0, 10, 3), yscale="log", ylim=TOKENS,
            title="tokens for one turn; dotted: to a reader of the old fields", xlabel="pair i",
        )  # fmt: skip
        self.turns = [self.ax.scatter([], [], s=30, marker=marker) for marker in MARKERS]
        self.old = [self.ax.plot([], [], ":", color=look.GREY, linewidth=2.5)[0] for _ in MARKERS]
        self.names = [self.ax.text(0, 1, "", va="center", clip_on=False) for _ in MARKERS]
        self.lengths = [self.ax.axhline(1, color=look.INK, linestyle=dash) for dash in ("--", "-.")]
        self.length_names = [
            self.ax.text(0.01, 1, "", transform=self.ax.get_yaxis_transform(), va="bottom")
            for _ in self.lengths  # on the left all curves are lower
        ]

    @takes(model=OneOf(tuple(EXAMPLES)))
    def update(self, *, model, config=None):
        """Show one of the examples, or the settings that `config` holds."""
        fields = text_part(as_dictionary(EXAMPLES[model] if config is None else config))
        kinds = read_settings(fields)
        self.kinds = [kind for kind in kinds if kind.name != NONE]
        self.still = sum(len(kind.layers) for kind in kinds if kind.name == NONE)
        self.found = examine_settings(fields)
        if not 1 <= len(self.kinds) <= MOST_KINDS:
            allowed = f"from 1 to {MOST_KINDS} kinds of layers with RoPE"
            raise ValueError(f"config must have {allowed}, got {len(self.kinds)}")
        self.ax.set_xlim(-0.5, max(kind.head_dim for kind in self.kinds) / 2 - 0.5)
        for place in range(MOST_KINDS):
            kind = self.kinds[place] if place < len(self.kinds) else None
            self._draw(place, kind, fields)
        self._draw_lengths()
        self.title.set_text(self._first_line(fields))
        listed = "; ".join(
            f"{counted(len(kind.layers), 'layer')} {kind.name}: {self._turning(kind)}"
            for kind in self.kinds
        )
        story = " ".join(one.text.replace("`", "") for one in self.found)
        self.text = f"Tokens for one turn of each pair. {listed}. {story}".strip()
        self.all_kinds = kinds

    def facts(self, **_):
        """Return for each kind of layer its pairs, and each value with its field."""
        pairs = [(f"{kind.name}: pairs", self._turning(kind)) for kind in self.kinds]
        values = {
            f"{setting}, from {field}": value
            for kind in self.all_kinds for setting, (value, field) in kind.sources.items()
        }  # fmt: skip
        return pairs + [(name, in_short(value)) for name, value in values.items()]

    def _draw(self, place, kind, fields):
        marks, old, name = self.turns[place], self.old[place], self.names[place]
        if kind is None:
            marks.set_offsets(np.zeros((0, 2)))
            old.set_data([], [])
            name.set(x=0, y=1, text="")
            return
        turns = 2 * np.pi / kind.frequencies
        marks.set_offsets(np.column_stack([np.arange(len(turns)), turns]))
        marks.set_color(look.speed(turns))
        before = 2 * np.pi / read_as_before(kind, fields).frequencies
        differs = len(before) != len(turns) or not np.allclose(before, turns)
        old.set_data(*([np.arange(len(before)), before] if differs else [[], []]))
        one = len(self.kinds) == 1
        name.set(x=len(turns) + 3, y=turns[-1], text="" if one else kind.name.replace("_", " "))

    def _draw_lengths(self):
        given = self.kinds[-1].sources
        settings = ("trained", "in training"), ("stated", "at most")
        for line, name, (setting, words) in zip(
            self.lengths, self.length_names, settings, strict=True
        ):
            length = given.get(setting, (None, ""))[0]
            line.set_visible(length is not None)
            line.set_ydata([length or 1] * 2)
            name.set(y=length or 1, text=f"{number(length)} {words}" if length else "")

    def _turning(self, kind):
        slowest = rounded(2 * math.pi / kind.frequencies[-1])
        turning = share_of(len(kind.frequencies), kind.head_dim // 2, "pair", "turn")
        return f"{turning}, the slowest once in {slowest} tokens"

    def _first_line(self, fields):
        for kind in self.kinds:
            times = times_too_fast(kind, fields)[0]
            if times > 1.5:
                return f"Old readers turn the last pair {rounded(times)} times too fast"
        if self.still:
            count = sum(len(kind.layers) for kind in self.kinds)
            return share_of(count, count + self.still, "layer", "turn query and key")
        return self._turning(self.kinds[-1])


@plots(Settings)
def plot_settings(model="Llama 3.1", *, config=None):
    """Draw how many tokens each pair of a model takes for one turn, as its settings say.

    `model` is one of the examples; `config`, a dictionary or the path of a config.json, takes its
    place. Return the drawing.
    """
