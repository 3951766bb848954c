"""Numbers, text, stored picture and code: each says what the picture shows."""

import ast
import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.precision import ROUND_OFF, exact_encoding, rounded_encoding
from tests.explorers.driving import code, readout, shown_by, somewhere
from tests.tables import rows

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


# --------------------------------------------------------------------------------- the code


def run(source):
    """Run the lines in an empty namespace, as in a new notebook; return the value of the last."""
    *lines, last = source.strip().splitlines()
    namespace = {}
    exec("\n".join(lines), namespace)
    return eval(last, namespace)


@pytest.mark.parametrize("share", [0.3, pytest.param(0.77, marks=pytest.mark.full)])
def test_the_code_gives_the_picture(name, explorer, share):
    settings = somewhere(explorer, share)
    explorer.apply(**settings)
    result = run(code(explorer))
    if name == "FormulaExplorer":  # its lines compute the number under the microscope
        exact = pe.positional_encoding(
            1, settings["d_model"], settings["base"], start=settings["position"]
        )
        assert result == pytest.approx(exact[0, settings["column"]], abs=1e-9)
        assert f"{result:.4f}" in explorer.drawing.text
    else:
        assert result.text == explorer.drawing.text
        assert shown_by(result) == shown_by(explorer.drawing)
        if share < 0.5:  # what moves is compared above, here also what does not
            assert result.png(dpi=25) == explorer.drawing.png(dpi=25)


def test_the_code_has_all_digits_of_a_number(get):
    explorer = get("HeatmapExplorer")
    explorer.apply(base=12_345.678_901_234_5)
    assert "base=12345.6789012345," in code(explorer)
    explorer.apply(base=10_000, seq_len=1_000_000)
    assert "base=10000, seq_len=1000000," in code(explorer)


# ------------------------------------------------------------------------------- the numbers


@pytest.mark.parametrize(("who", "settings", "said"), rows(__file__, "readouts.md"))
def test_the_numbers(get, who, settings, said):
    explorer = get(who)
    explorer.apply(**ast.literal_eval(f"{{{settings}}}"))
    shown = [f"{name}: {value}".replace("−", "-") for name, value in explorer.told().numbers]
    assert not [one for one in said.split("; ") if one.replace("−", "-") not in shown], shown


@pytest.mark.parametrize("seed", range(3))
def test_heatmap_numbers_elsewhere(get, seed):
    rng = np.random.default_rng(seed)
    d_model = int(2 * rng.integers(1, 100))
    base = float(10 ** rng.uniform(0, 8))
    seq_len = int(rng.integers(1, 3_000))
    start = int(rng.integers(0, 20_000)) * 50
    explorer = get("HeatmapExplorer")
    explorer.apply(d_model=d_model, base=base, seq_len=seq_len, start=start)
    lengths = [math.tau * base ** (2 * i / d_model) for i in range(d_model // 2)]
    turning = sum(length <= seq_len for length in lengths)
    table = pe.positional_encoding(seq_len, d_model, base, start=start)
    frozen = int((np.ptp(table, axis=0) < 0.1).sum())
    shown = readout(explorer)
    assert shown["pairs that complete a turn"] == f"{turning} of {d_model // 2}"
    assert shown["columns that move less than 0.1"] == f"{frozen} of {d_model}"


@pytest.mark.parametrize("position", [0, 40, 4_321])
def test_clocks_find_the_positions_that_fit(get, position):
    explorer = get("ClocksExplorer")
    explorer.apply(d_model=4, seq_len=5_000, position=position, noise=0.03)
    candidates, misfit = explorer.drawing.misfit.get_data()
    fitting = explorer.drawing.fitting.tolist()
    assert position in fitting
    bound = misfit[np.isin(candidates, fitting)].max()
    assert fitting == candidates[misfit <= bound].tolist()
    listed = readout(explorer)["positions that fit the hands"]
    assert listed.startswith(f"{len(fitting):,}: ") and f"{fitting[0]:,}" in listed


@pytest.mark.parametrize("precision", ROUND_OFF)
def test_drift_numbers(get, precision):
    explorer = get("DriftExplorer")
    explorer.apply(precision=precision, position=50_001, d_model=16)
    shown = readout(explorer)
    gap = rounded_encoding([50_001], 16, precision=precision) - exact_encoding([50_001], 16)
    error, law = shown["largest error of a sine or cosine"], shown["law p·ε"]
    assert float(error) == pytest.approx(np.abs(gap).max(), rel=0.06)
    assert float(law) == pytest.approx(50_001 * ROUND_OFF[precision], rel=0.06)
    held = {"float16": "50,016", "bfloat16": "49,920"}.get(precision, "50,001")
    assert shown["the format holds this position as"] == held


@pytest.mark.parametrize(
    ("who", "settings", "name", "most"),
    [
        ("SwapExplorer", {}, "largest change of a word's output", 1e-12),
        ("RelativeExplorer", {}, "largest difference of prediction and truth", 1e-14),
        (
            "ConventionsExplorer",
            {"variant": "marian", "columns": "in the paper's order", "d_model": 128},
            "largest difference from the paper",
            1e-14,
        ),
    ],
)
def test_what_is_zero_but_for_rounding(get, who, settings, name, most):
    explorer = get(who)
    explorer.apply(**settings)
    assert float(readout(explorer)[name].split()[0]) < most
