"""Files that are no notebooks, or broken ones: each kind as a function that writes it."""

import json
import os

VALID = {
    "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Title"}],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}
CODE = {
    "cell_type": "code", "id": "b", "metadata": {}, "source": "1", "outputs": [],
    "execution_count": None,
}  # fmt: skip


def _bytes(content):
    def make(path):
        path.write_bytes(content)
        return path

    return make


def _notebook(**changes):
    return _bytes(json.dumps(VALID | changes).encode())


def _cell(**changes):
    return _notebook(cells=[CODE | changes])


def _output(**output):
    return _cell(outputs=[output])


def _link(path):
    path.symlink_to(path.name)
    return path


def _folder(path):
    path.mkdir()
    return path


BROKEN = {
    "missing": lambda path: path,
    "folder": _folder,
    "empty": _bytes(b""),
    "zeros": _bytes(bytes(100)),
    "cut off": _bytes(json.dumps(VALID).encode()[:-9]),
    "no UTF-8": _bytes(b'{"cells": "\xff\xfe"}'),
    "UTF-16": _bytes(json.dumps(VALID).encode("utf-16")),
    "a page": _bytes(b"<!DOCTYPE html><html></html>"),
    "null": _bytes(b"null"),
    "a number": _bytes(b"9" * 10_000),
    "a list": _bytes(b"[]"),
    "too deep": _bytes(b"[" * 100_000),
    "a dictionary": _bytes(b"{}"),
    "format 3": _bytes(b'{"worksheets": [], "metadata": {}, "nbformat": 3, "nbformat_minor": 0}'),
    "format 99": _notebook(nbformat=99),
    "format as text": _notebook(nbformat="4"),
    "minor as text": _notebook(nbformat_minor="5"),
    "no cells": _notebook(cells=[]),
    "cells null": _notebook(cells=None),
    "cells a dictionary": _notebook(cells={"0": CODE}),
    "a cell null": _notebook(cells=[None]),
    "a cell of numbers": _notebook(cells=[3]),
    "an odd kind": _cell(cell_type="sql"),
    "a kind as a list": _cell(cell_type=["code"]),
    "no source": _notebook(cells=[{"cell_type": "code", "id": "b", "metadata": {}}]),
    "source a number": _cell(source=3),
    "source of numbers": _cell(source=[3]),
    "metadata null": _cell(metadata=None),
    "metadata of all null": _notebook(metadata=None),
    "outputs null": _cell(outputs=None),
    "an output null": _cell(outputs=[None]),
    "an odd output": _output(output_type="odd"),
    "a stream without text": _output(output_type="stream", name="stdout"),
    "a picture as a number": _output(
        output_type="display_data", metadata={}, data={"image/png": 3}
    ),
    "half a character": _cell(source="\ud800"),
    "an id of another kind": _cell(id=3),
}  # fmt: skip
if hasattr(os, "symlink") and os.name != "nt":
    BROKEN["a link to itself"] = _link
