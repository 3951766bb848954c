"""Scores by distance in five kinds of model."""

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import WIDTH, Drawing
from posenc_helpers.ranges import Whole, takes
from posenc_helpers.rotary import rotate
from posenc_helpers.wording import counted, rounded

KEYS = (0, 100, 1_000)  # positions of the key
NAMES = ("––", "- -", "–·")  # their dashes
HEADS = 8
BUCKETS, FURTHEST_BUCKET = 32, 128  # of T5


def alibi_slopes() -> np.ndarray:
    """Return what eight heads take off a score for each token of distance: 1/2, 1/4 ... 1/256.

    Press, Smith, Lewis (2022), arXiv 2108.12409, section 3.
    """
    return 0.5 ** np.arange(1, HEADS + 1)


def t5_bucket(distances) -> np.ndarray:
    """Return the bucket of each distance to an earlier key; a head learns a number for each.

    The first 16 distances have their own, the others share 16 that grow up to 128 tokens. Raffel
    et al. (2020), arXiv 1910.10683, section 2.1.
    """
    exact = BUCKETS // 2
    share = np.log(np.maximum(distances, exact) / exact) / np.log(FURTHEST_BUCKET / exact)
    shared = np.minimum(exact + (share * exact).astype(int), BUCKETS - 1)
    return np.where(distances < exact, distances, shared)


@look.styled
@takes(furthest=Whole(1, 1_000), d_model=WIDTH)
def plot_scores_by_distance(furthest=150, *, d_model=64, base=10_000.0):
    """Draw what the distance of query and key does to a score in five kinds of model.

    The same two words in each, which have much in common: with codes added, with both turned,
    with the slopes of ALiBi, with the buckets of T5, and with nothing. `furthest` is the largest
    distance in tokens. Return the drawing.
    """
    distances = np.arange(furthest + 1)
    shared, *own = np.random.default_rng(12).normal(size=(3, d_model))
    query, key = (0.5 * shared + 0.25 * one for one in own)  # they share most of what they are
    plain = np.full(len(distances), query @ key)
    drawing = Drawing(9.0, 5.5)
    added, turned = _pair_scores(query, key, distances, base)
    panels = _distance_panels(drawing, furthest, 1.1 * np.abs([added, turned]).max())
    for k, (one, other) in enumerate(zip(added, turned, strict=True)):
        style = {"color": look.grey(k, len(KEYS)), "linestyle": look.DASHES[k]}
        panels[0].plot(distances, one, **style)
        panels[1].plot(distances, other, **style)
        drawing.write(84 + 180 * k, 256, f"{NAMES[k]} key at {KEYS[k]:,}", color=style["color"])
    panels[2].plot(distances, plain, color=look.RELATION)
    for slope in alibi_slopes():
        panels[3].plot(distances, plain - slope * distances, color=look.RELATION, linewidth=1.6)
    panels[3].set_ylim(plain[0] - furthest / 4, plain[0] + furthest / 40)
    panels[4].step(distances, t5_bucket(distances), where="mid", color=look.RELATION)
    apart = np.ptp(added, axis=0).max()
    seen = f"Codes added: where the key is changes a score by up to {rounded(apart)}"
    drawing.headline(seen, x=84)
    return drawing.described(
        f"Scores of the same query and key at up to {counted(furthest, 'token')} of distance, "
        f"d_model {d_model:,}. With codes added, keys at 0, 100 and 1,000 give scores that differ "
        f"by up to {apart:.1f}; turned, they give one curve. Without "
        f"positions the score is {plain[0]:.1f} everywhere; ALiBi takes off from 1/2 to 1/256 for "
        f"each token; T5 has {len(np.unique(t5_bucket(distances)))} buckets up to there."
    )


def _distance_panels(drawing, furthest, most):
    """Return axes for what is added, turned, nothing, ALiBi and T5."""
    titles = {
        "codes added": (84, 302, 210, "score"), "query and key turned": (384, 302, 210, ""),
        "no positions": (684, 302, 200, ""), "ALiBi: eight slopes": (84, 62, 350, "score"),
        "T5: buckets, each with a learned score": (534, 62, 350, "bucket"),
    }  # fmt: skip
    panels, style = [], {"x": 4, "y": 5, "xlim": (0, furthest)}
    for title, (*place, name) in titles.items():
        panels.append(drawing.add_axes(*place, 160, title=title, ylabel=name, **style))
    for ax in panels[:3]:
        ax.set_ylim(-most / 6, most)
        look.zero_line(ax)
    for ax in panels[3:]:
        ax.set_xlabel("distance to an earlier key [tokens]")
    return panels


def _pair_scores(query, key, distances, base):
    """Return the scores of two words, added and turned, for each key and each distance."""
    added, turned = [], []
    for place in KEYS:
        codes = positional_encoding(len(distances), len(query), base, start=place)
        added.append((query + codes) @ (key + codes[0]))
        queries = np.tile(query, (len(distances), 1))
        turned_key = rotate(key[np.newaxis], [place], base)[0]
        turned.append(rotate(queries, place + distances, base) @ turned_key)
    return np.array(added), np.array(turned)
