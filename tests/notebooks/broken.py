"""Files that are no notebooks, or broken ones: each kind by what is written into it."""

import json

CODE = {
    "cell_type": "code", "id": "b", "metadata": {}, "source": "1", "outputs": [],
    "execution_count": None,
}  # fmt: skip
VALID = {"cells": [CODE], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
BAD_PICTURE = {"output_type": "display_data", "metadata": {}, "data": {"image/png": 3}}
CHANGES = {  # of a notebook
    "format 99": {"nbformat": 99},
    "no cells": {"cells": []},
    "cells null": {"cells": None},
    "a cell null": {"cells": [None]},
    "no source": {"cells": [{"cell_type": "code", "id": "b", "metadata": {}}]},
} | {  # of its cell
    kind: {"cells": [CODE | change]}
    for kind, change in {
        "an odd kind": {"cell_type": "sql"},
        "source a number": {"source": 3},
        "metadata null": {"metadata": None},
        "an output null": {"outputs": [None]},
        "a stream without text": {"outputs": [{"output_type": "stream", "name": "stdout"}]},
        "a picture as a number": {"outputs": [BAD_PICTURE]},
        "half a character": {"source": "\ud800"},
    }.items()
}
BROKEN = {
    "empty": b"",
    "cut off": json.dumps(VALID).encode()[:-9],
    "no UTF-8": b'{"cells": "\xff\xfe"}',
    "a list": b"[]",
    "too deep": b"[" * 100_000,
    "format 3": b'{"worksheets": [], "metadata": {}, "nbformat": 3, "nbformat_minor": 0}',
} | {kind: json.dumps(VALID | change).encode() for kind, change in CHANGES.items()}
