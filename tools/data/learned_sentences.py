"""What all-MiniLM-L6-v2 makes of sentences with other rows in the place of its positions.

    .venv/bin/python -m tools.data.learned_sentences FOLDER

This writes sentences.csv beside the other data of lesson 11. FOLDER holds the wheel, as for
tools.data.learned_data. The whole model runs here, in NumPy.
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
from posenc_helpers.models.learned.positions import circles
from tools.data.learned_data import TO, minilm_files, tensors, vocabulary

HEADS, LAYERS, EPS = 12, 6, 1e-12
GRID = np.linspace(-6, 6, 60_001)
ERF = [math.erf(x) for x in GRID]
HERE = Path(__file__).parent
TEXTS = {"licence": HERE.parents[1] / "LICENSE-CC-BY-4.0.txt", "story": HERE / "learned_story.txt"}
FIRST = "The dog bit the man."
OTHERS = {
    "swapped": "The man bit the dog.",
    "same meaning": "The man was bitten by the dog.",
    "opposite meaning": "The dog was bitten by the man.",
}

# Who did what to whom: the verbs are the same as their participles, and both may do it.
SWAPS = (
    "dog chased cat, man followed woman, boy helped girl, teacher heard student, king loved queen, "
    "bird followed fish, horse led child, wolf hunted bear, doctor called nurse, son met father, "
    "lion attacked tiger, mother held baby, actor praised writer, judge blamed lawyer, "
    "soldier killed guard, friend told brother, sister found uncle, farmer paid worker, "
    "driver passed runner, singer liked dancer, team joined club, city sued state, "
    "army fought navy, company bought bank, president called minister, artist painted poet, "
    "cook fed waiter, guest thanked host, thief watched policeman, client warned agent, "
    "player pushed coach, captain saved sailor, editor hired author, monkey touched snake, "
    "mouse smelled rat, master taught servant, neighbor visited stranger, prince married princess, "
    "hunter trapped fox, pilot trusted engineer"
)


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
    """Return x times the normal distribution's share below x, to 1e-8 of it."""
    return x * (1 + np.interp(x / math.sqrt(2), GRID, ERF)) / 2


def swaps() -> list[list[str]]:
    """Return 40 sentences, each with its roles swapped, and both in the passive voice.

    The third means the same as the second, and the last the same as the first, turned round.
    """
    sentences = []
    for one in SWAPS.split(", "):
        a, did, b = one.split()
        active, passive = f"The {{}} {did} the {{}}.", f"The {{}} was {did} by the {{}}."
        sentences.append(
            [text.format(*who) for text in (active, passive) for who in ((a, b), (b, a))]
        )
    return sentences


def tables(learned) -> dict[str, np.ndarray]:
    """Return the tables that are compared, by name. All but the second keep row 0."""
    mean = learned[1:511].mean(axis=0)
    around = learned[1:511] - mean
    directions = np.linalg.svd(around, full_matrices=False)[2]
    formula = positional_encoding(512, 384)
    formula = formula - formula.mean(axis=0)
    size = np.linalg.norm(around, axis=1).mean() / np.linalg.norm(formula, axis=1).mean()
    shuffled = np.random.default_rng(0).permutation(127) + 1
    p = np.arange(512)
    hands = [np.exp(2j * np.pi * p / c.wavelength) for c in circles(learned[1:127], 8)]
    waves = np.stack([p**0, *(part for hand in hands for part in (hand.real, hand.imag))], axis=1)
    even = waves @ np.linalg.lstsq(waves[1:127], learned[1:127], rcond=None)[0]
    few = {n: mean + around @ directions[:n].T @ directions[:n] for n in (10, 20)}
    return {
        "learned": learned,
        "one row": np.tile(mean, (512, 1)),
        "mean": np.vstack([learned[:1], np.tile(mean, (511, 1))]),
        "shuffled": np.vstack([learned[:1], learned[shuffled], learned[128:]]),
        "formula": np.vstack([learned[:1], mean + size * formula[1:]]),
        "ten directions": np.vstack([learned[:1], few[10], learned[511:]]),
        "twenty directions": np.vstack([learned[:1], few[20], learned[511:]]),
        "constant speeds": np.vstack([learned[:1], even[1:127], learned[127:]]),
    }


def sentences() -> dict[str, list[str]]:
    """Return three sets of texts: the parts of a licence and of a story, and short sentences.

    The story is the beginning of Alice's Adventures in Wonderland (1865), shortened.
    """
    found = {"short": [text for four in swaps() for text in four[:2]]}
    for name, path in TEXTS.items():
        parts = re.split(r"(?<=[.;:])\s", path.read_text(encoding="utf-8"))
        found[name] = [" ".join(part.split()) for part in parts if 5 <= len(part.split()) <= 60]
    return found


def measured(model) -> list[dict]:
    """Return a row for each table: what learned.sentence_cosines returns."""
    rows, right, turned = [], {}, None
    for name, table in tables(model.positions).items():
        first = model.vector(FIRST, table)
        row = {of: first @ model.vector(text, table) for of, text in OTHERS.items()}
        four = np.array([[model.vector(text, table) for text in texts] for texts in swaps()])
        alike = np.einsum("sd,skd->sk", four[:, 0], four)
        row |= {"least": alike[:, 1].min(), "mean": alike[:, 1].mean(), "most": alike[:, 1].max()}
        row["opposite nearer"] = (alike[:, 2] > alike[:, 3] + 1e-9).sum()
        by_order = four[:, 1] - four[:, 0]
        turned = by_order if turned is None else turned
        row["direction"] = np.mean([*map(cosine, turned, by_order)])
        for of, texts in sentences().items():
            vectors = np.array([model.vector(text, table) for text in texts])
            alike = (vectors @ vectors.T)[np.triu_indices(len(vectors), 1)]
            row[of] = np.corrcoef(right.setdefault(of, alike), alike)[0, 1]
        rows.append({"rows": name} | {of: f"{number:.4f}" for of, number in row.items()})
    return rows


def cosine(one, other) -> float:
    """Return the cosine of two vectors, and 0 if one of them is nothing but rounding."""
    sizes = np.linalg.norm(one) * np.linalg.norm(other)
    return one @ other / sizes if sizes > 1e-9 else 0.0


def main(folder):
    """Write the table of measurements."""
    rows = measured(Model(minilm_files(folder)))
    with (TO / "sentences.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1])
