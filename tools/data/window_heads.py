"""Train the heads of posenc_helpers/models/training/windows.json, and store their results.

    .venv/bin/python -m tools.data.window_heads

It takes a minute. Shares of right answers are stored with two digits.
"""

import json

from posenc_helpers.models.training.run import word_before
from posenc_helpers.models.training.windows import KINDS, SEEDS, STORED, by_window, clock_head


def shares(kind, seed):
    """Return how often one head is right, by window."""
    head = clock_head(**KINDS[kind], seed=seed)
    return by_window(head, KINDS[kind].get("draw", word_before)).round(2).tolist()


if __name__ == "__main__":
    lines = (f"  {json.dumps(kind)}: {[shares(kind, seed) for seed in SEEDS]}" for kind in KINDS)
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
