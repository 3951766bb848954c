"""Train the heads of posenc_helpers/models/longer/heads.npz.

    .venv/bin/python -m tools.data.longer_heads

It takes half a minute. Matrices are stored as float16, which changes less than one answer in a
hundred.
"""

import numpy as np

from posenc_helpers.models.longer.heads import BASE, SEEDS, STORED, TASKS, TRAINED, WIDTH
from posenc_helpers.models.training.run import rotary_head


def trained(task, seed):
    """Return the matrix of one trained head, as float16."""
    head = rotary_head(TASKS[task][0], WIDTH, BASE, seq_len=TRAINED, seed=seed)
    return head.matrix.astype(np.float16)


if __name__ == "__main__":
    np.savez(STORED, **{task: [trained(task, seed) for seed in SEEDS] for task in TASKS})
