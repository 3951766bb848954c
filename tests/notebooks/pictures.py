"""The pictures that a notebook stores are those that it draws: nbval does not compare them."""

from __future__ import annotations

import base64
import io

import numpy as np
from nbval.plugin import IPyNbCell
from PIL import Image

TOLERANCE = 1.0  # root mean square difference of levels from 0 to 255; a moved dot makes 2 or more


def opened(picture):
    """Return the image of a PNG, as a notebook holds it."""
    return Image.open(io.BytesIO(base64.b64decode("".join(picture))))


def difference(*both):
    """Return by how much two pictures differ, as a root mean square; inf for other sizes."""
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
    """Let nbval's strict comparison of outputs include pictures, where --mpl compares them."""
    compare_texts = IPyNbCell.compare_outputs

    def compare_outputs(cell, test, ref, skip_compare=None):
        if not compare_texts(cell, test, ref, skip_compare):
            return False
        if not cell.config.option.mpl:  # as one version of Matplotlib draws them
            return True
        found = faults(pictures(test), pictures(ref))
        cell.comparison_traceback += [found] if found else []
        return not found

    IPyNbCell.compare_outputs = compare_outputs
