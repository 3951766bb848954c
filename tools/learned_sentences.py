"""What all-MiniLM-L6-v2 makes of sentences with other rows in the place of its positions.

`python -m tools.learned_sentences FOLDER` writes sentences.csv beside the other data of lesson 13.
FOLDER holds the wheel, as for tools.learned_data. The whole model runs here, in NumPy.
"""

from __future__ import annotations

import csv
import math
import re
import sys
from pathlib import Path

import numpy as np

from posenc_helpers.attention import softmax
from posenc_helpers.encoding import positional_encoding
from tools.learned_data import TO, minilm_files, tensors, vocabulary

HEADS, LAYERS, EPS = 12, 6, 1e-12
TEXT = Path(__file__).parents[1] / "LICENSE-CC-BY-4.0.txt"
FIRST = "The dog bit the man."
OTHERS = {
    "swapped": "The man bit the dog.",
    "same meaning": "The man was bitten by the dog.",
    "opposite meaning": "The dog was bitten by the man.",
}


class Model:
    """The sentence model. `vector(text, table)` is the mean of its last layer, of length 1."""

    def __init__(self, files):
        self.weights = {
            name: array.astype(float) for name, array in tensors(files["model.safetensors"]).items()
        }
        self.numbers = vocabulary(files["tokenizer.json"])
        self.positions = self.weights["embeddings.position_embeddings.weight"]

    def tokens(self, text) -> list[int]:
        """Return the numbers of the pieces of words, the longest first, as in WordPiece."""
        found = []
        for word in ["[CLS]", *re.findall(r"\w+|[^\w\s]", text.lower()), "[SEP]"]:
            start, mark = 0, ""
            while start < len(word):
                ends = range(len(word), start, -1)
                end = next((e for e in ends if mark + word[start:e] in self.numbers), None)
                if end is None:
                    raise ValueError(f"no piece of {word!r} is in the vocabulary")
                found.append(self.numbers[mark + word[start:end]])
                start, mark = end, "##"
        return found

    def vector(self, text, table) -> np.ndarray:
        tokens = self.tokens(text)
        x = self.weights["embeddings.word_embeddings.weight"][tokens] + table[: len(tokens)]
        x = self.normed(
            x + self.weights["embeddings.token_type_embeddings.weight"][0], "embeddings"
        )
        for layer in range(LAYERS):
            x = self.layer(x, f"encoder.layer.{layer}")
        return x.mean(axis=0) / np.linalg.norm(x.mean(axis=0))

    def layer(self, x, name) -> np.ndarray:
        parts = [self.dense(x, f"{name}.attention.self.{p}") for p in ("query", "key", "value")]
        q, k, v = (part.reshape(len(x), HEADS, -1).swapaxes(0, 1) for part in parts)
        mixed = softmax(q @ k.swapaxes(1, 2) / math.sqrt(q.shape[2])) @ v
        mixed = self.dense(mixed.swapaxes(0, 1).reshape(x.shape), f"{name}.attention.output.dense")
        x = self.normed(x + mixed, f"{name}.attention.output")
        inner = gelu(self.dense(x, f"{name}.intermediate.dense"))
        return self.normed(x + self.dense(inner, f"{name}.output.dense"), f"{name}.output")

    def dense(self, x, name) -> np.ndarray:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def normed(self, x, name) -> np.ndarray:
        x = x - x.mean(axis=-1, keepdims=True)
        x = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + EPS)
        gain, bias = (self.weights[f"{name}.LayerNorm.{part}"] for part in ("weight", "bias"))
        return x * gain + bias


def gelu(x):
    """Return x times the normal distribution's share below x."""
    return x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2


def tables(learned) -> dict[str, np.ndarray]:
    """Return the tables that are compared, by name. All but the second keep row 0."""
    mean = learned[1:511].mean(axis=0)
    around = learned[1:511] - mean
    directions = np.linalg.svd(around, full_matrices=False)[2]
    formula = positional_encoding(512, 384)
    formula = formula - formula.mean(axis=0)
    size = np.linalg.norm(around, axis=1).mean() / np.linalg.norm(formula, axis=1).mean()
    shuffled = np.random.default_rng(0).permutation(127) + 1
    few = {n: mean + around @ directions[:n].T @ directions[:n] for n in (10, 20)}
    return {
        "learned": learned,
        "one row": np.tile(mean, (512, 1)),
        "mean": np.vstack([learned[:1], np.tile(mean, (511, 1))]),
        "shuffled": np.vstack([learned[:1], learned[shuffled], learned[128:]]),
        "formula": np.vstack([learned[:1], mean + size * formula[1:]]),
        "ten directions": np.vstack([learned[:1], few[10], learned[511:]]),
        "twenty directions": np.vstack([learned[:1], few[20], learned[511:]]),
    }


def sentences() -> list[str]:
    """Return the parts of a licence that have from 5 to 60 words."""
    parts = re.split(r"(?<=[.;:])\s", TEXT.read_text(encoding="utf-8"))
    return [" ".join(part.split()) for part in parts if 5 <= len(part.split()) <= 60]


def measured(model) -> list[dict]:
    """Return a row for each table: cosines with the first sentence, and the licence's likeness.

    That is the correlation of the similarities of all its pairs of sentences with those that the
    learned table gives.
    """
    rows, right = [], None
    for name, table in tables(model.positions).items():
        first = model.vector(FIRST, table)
        row = {"rows": name}
        row |= {of: f"{first @ model.vector(text, table):.4f}" for of, text in OTHERS.items()}
        vectors = np.array([model.vector(text, table) for text in sentences()])
        alike = (vectors @ vectors.T)[np.triu_indices(len(vectors), 1)]
        right = alike if right is None else right
        rows.append(row | {"licence": f"{np.corrcoef(right, alike)[0, 1]:.4f}"})
    return rows


def main(folder):
    """Write the table of measurements."""
    rows = measured(Model(minilm_files(folder)))
    with (TO / "sentences.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1])
