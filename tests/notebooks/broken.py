"""Files that are no notebooks, or broken ones: each kind by what is written into it."""

import json

CODE = {"cell_type": "code", "id": "b", "metadata": {}, "source": "1", "outputs": []}
FORMAT = {"nbformat": 4, "nbformat_minor": 5}
VALID = {"cells": [CODE | {"execution_count": None}], "metadata": {}} | FORMAT
BROKEN = {
    "cut off": b'{"cells": [',
    "no UTF-8": b'{"cells": "\xff\xfe"}',
    "too deep": b"[" * 100_000,
    "no cells": json.dumps(VALID | {"cells": []}).encode(),
    "a cell null": json.dumps(VALID | {"cells": [None]}).encode(),
    "an odd kind": json.dumps(VALID).replace('"code"', '"sql"').encode(),
    "half a character": json.dumps(VALID).replace('"1"', '"\\ud800"').encode(),
}
