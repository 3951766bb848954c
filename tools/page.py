"""Write the page that you can send to a friend: python -m tools.page

It is one HTML file, which needs no network. Its texts, style and script are in
tools/templates/page.
"""

import json
import re
from base64 import b64encode
from html import escape

import matplotlib
import numpy as np

from posenc_helpers.attention import SENTENCE, word_vectors
from posenc_helpers.figures import look
from posenc_helpers.figures.invention import WRITTEN_AS, plot_invention
from tools.notebooks import ROOT

TEMPLATES = ROOT / "tools" / "templates"
PARTS = TEMPLATES / "page"
TARGET = ROOT / "docs" / "positional-encoding.html"

COLOURS = {
    "ink": look.INK,
    "grey": look.GREY,
    "pale": look.PALE,
    "teal": look.RELATION,
    "word": look.WORD,
}
TITLE = "The Transformer’s positional encoding, in your hands"
WORDS = SENTENCE[:5]  # of lesson 00
CODES = dict(
    zip(("digits", "gray", "random", "waves", "hands", "rotation"), WRITTEN_AS, strict=True)
)
STEPS = np.linspace(0, 1, 256)
MOST = {"distance": 100_000, "seq_len": 1_000_000, "base": 10_000_000}


def stops(most, least=1):
    """Return the stops of a slider: whole numbers, then numbers of two digits, 5 % apart."""
    found = [least]
    while found[-1] < most:
        found.append(max(found[-1] + 1, int(float(f"{1.05 * found[-1]:.1e}"))))
    return found


def colours():
    """Return the colours that the script needs: of speeds, and of values as pixels."""
    table = matplotlib.colormaps[look.TABLE_COLOURS](STEPS, bytes=True)
    return {
        "speed": [matplotlib.colors.to_hex(colour) for colour in look.SPEED(STEPS)],
        "slowest": look.SLOWEST,
        "teal": look.RELATION,
        "table": np.ascontiguousarray(table).view("<u4").ravel().tolist(),
    }


def shades(values):
    """Return, as bytes, which of the 256 colours each value has."""
    return ((np.clip(values, -1, 1) + 1) * 127.999).astype(np.uint8).tobytes()


def invented(written_as):
    """Return what the page needs for the picture of one of the codes of lesson 00."""
    drawing = plot_invention(written_as)
    steps, _, by = drawing.facts(position=0)["worst miss"].partition(": ")
    at_most = f"{float(by):.2f} at most, from {steps.replace('→', 'to')}."
    return {
        "says": drawing.title.get_text(),
        "shades": b64encode(shades(drawing.image.values)).decode(),
        "misses": drawing.misses.round(2).tolist(),
        "worst": at_most if drawing.misses.any() else "it misses none.",
    }


def filled(text, parts):
    """Return a template with each {{ name }} replaced by the part of this name."""
    return re.sub(r"\{\{ (\w+) \}\}", lambda match: parts[match[1]].rstrip("\n"), text)


def named_course():
    """Return the sentence that names the course, with its address if the project has one."""
    found = re.search(r'^Homepage = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    title = f'<a href="{escape(found[1])}" target="_top">{TITLE}</a>' if found else TITLE
    return f"This page comes from the course <i>{title}</i>, lessons that you can run."


def page(course=None):
    """Return the page. `course` is HTML for the sentence that names the course."""
    data = {
        "look": colours(),
        "codes": {name: invented(written_as) for name, written_as in CODES.items()},
        "words": dict(zip(WORDS, word_vectors(WORDS, 16).round(4).tolist(), strict=True)),
        "stops": {name: stops(most) for name, most in MOST.items()},
    }
    parts = {
        **COLOURS,
        "head": (TEMPLATES / "lesson" / "icon.html").read_text("utf-8"),
        "style": filled((PARTS / "page.css").read_text("utf-8"), COLOURS),
        "script": filled((PARTS / "page.js").read_text("utf-8"), as_json(data)),
        "course": course or named_course(),
    }
    return filled((PARTS / "page.html").read_text("utf-8"), parts)


def as_json(data):
    """Return each value as JSON that is safe in a script of a page."""
    return {
        name: json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
        for name, value in data.items()
    }


def main():
    """Write the page and say where it is."""
    TARGET.write_text(page(), encoding="utf-8", newline="\n")
    print(TARGET)


if __name__ == "__main__":
    main()
