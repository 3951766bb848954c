"""Bad input: one line that names the argument, its value and what is allowed."""

import re

import numpy as np
import pytest

from posenc_helpers import positional_encoding, recognize
from posenc_helpers.variants import compare, tables
from tests.tables import rows

KNOWN = {**vars(tables), **vars(compare), "np": np}
KNOWN |= {"recognize": recognize, "PAPER": positional_encoding(9, 64)}


@pytest.mark.parametrize(("call", "said"), rows(__file__, "refused.md"))
def test_what_is_refused(call, said):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(said)}"):
        eval(call, KNOWN)
