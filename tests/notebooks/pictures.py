"""A comparison of the pictures that a notebook stores with those that it draws."""

from __future__ import annotations

import base64
import io

import numpy as np
from nbval.plugin import IPyNbCell
from PIL import Image

TOLERANCE = 1.0  # of levels from 0 to 255; a moved dot makes a difference of 2 or more


def opened(picture):
    """Return the image of a PNG, as a notebook holds it."""
    return Image.open(io.BytesIO(base64.b64decode("".join(picture))))


def difference(*both):
    """Return the root mean square difference of two pictures; inf if their sizes differ."""
    one, other = (np.asarray(opened(picture).convert("RGB"), dtype=float) for picture in both)
    return np.sqrt(np.mean((one - other) ** 2)) if one.shape == other.shape else np.inf


def pictures(outputs):
    return [out["data"]["image/png"] for out in outputs if "image/png" in out.get("data", {})]


def faults(drawn, stored):
    """Return in words how the pictures that a cell draws differ from those that it stores."""
    if len(drawn) != len(stored):
        return f"{len(drawn)} pictures are drawn and {len(stored)} are stored"
    worst = max(map(difference, drawn, stored), default=0)
    return f"a stored picture differs by {worst:.2f} levels" if worst > TOLERANCE else ""


def compare_pictures_too():
    """Let nbval compare pictures, too, where --mpl is given."""
    compare_texts = IPyNbCell.compare_outputs

    def compare_outputs(cell, test, ref, skip_compare=None):
        if not compare_texts(cell, test, ref, skip_compare):
            return False
        if not cell.config.option.mpl:  # other versions of Matplotlib draw other pixels
            return True
        found = faults(pictures(test), pictures(ref))
        cell.comparison_traceback += [found] if found else []
        return not found

    IPyNbCell.compare_outputs = compare_outputs
