"""A bad argument is refused at once: the message names it, its value and what is allowed."""

import numpy as np
import pytest

import posenc_helpers as pe

NAN = float("nan")

REFUSED = [
    # function, arguments, what the message must contain
    ("plot_heatmap", {"table": [1, 2]}, ["table", "(2,)"]),
    ("plot_heatmap", {"table": np.zeros((0, 4))}, ["table", "(0, 4)"]),
    ("plot_heatmap", {"table": [["a", "b"]]}, ["table", "numbers"]),
    ("plot_heatmap", {"table": [[1j]]}, ["table", "real"]),
    ("plot_heatmap", {"table": [[NAN, 1.0]]}, ["table", "finite", "nan"]),
    ("plot_heatmap", {"table": [[1.0, np.inf]]}, ["table", "finite", "inf"]),
    ("plot_heatmap", {"table": [[1.0]], "start": 1.5}, ["start", "1.5", "integer"]),
    ("plot_heatmap", {"table": [[1.0]], "cmap": "nope"}, ["cmap", "nope"]),
    ("plot_heatmap", {"table": [[1.0]], "ax": 3}, ["ax", "3", "axes"]),
    ("plot_encoding", {"seq_len": 0, "d_model": 4}, ["seq_len", "0", ">= 1"]),
    ("plot_encoding", {"seq_len": 5.0, "d_model": 4}, ["seq_len", "5.0", "integer"]),
    ("plot_encoding", {"seq_len": 5, "d_model": 5}, ["d_model", "5", "even"]),
    ("plot_encoding", {"seq_len": 5, "d_model": 4, "base": 0}, ["base", "0", "> 0"]),
    ("plot_encoding", {"seq_len": 5, "d_model": 4, "start": 0.5}, ["start", "0.5", "integer"]),
    ("plot_linked_heatmap", {"seq_len": 0}, ["seq_len", "0", ">= 1"]),
    ("plot_linked_heatmap", {"seq_len": 5, "position": 5}, ["position", "5", "0 to 4"]),
    (
        "plot_linked_heatmap",
        {"seq_len": 5, "position": 3, "start": 9},
        ["position", "3", "9 to 13"],
    ),
    ("plot_linked_heatmap", {"d_model": 4, "column": 4}, ["column", "4", "0 to 3"]),
    ("plot_linked_heatmap", {"column": -1}, ["column", "-1", "0 to 127"]),
    ("plot_linked_heatmap", {"position": 1.5}, ["position", "1.5", "integer"]),
    ("plot_linked_heatmap", {"d_model": 7}, ["d_model", "7", "even"]),
    ("plot_microscope", {"position": 10}, ["position", "10", "0 to 9"]),
    ("plot_microscope", {"position": -1}, ["position", "-1", "0 to 9"]),
    ("plot_microscope", {"column": 6}, ["column", "6", "0 to 5"]),
    ("plot_microscope", {"column": 1.0}, ["column", "1.0", "integer"]),
    ("plot_microscope", {"column": True}, ["column", "True", "integer"]),
    ("plot_microscope", {"d_model": 5}, ["d_model", "5", "even"]),
    ("plot_columns", {"columns": []}, ["columns", "at least one"]),
    ("plot_columns", {"columns": [128]}, ["column", "128", "0 to 127"]),
    ("plot_columns", {"columns": [-1]}, ["column", "-1", "0 to 127"]),
    ("plot_columns", {"columns": [0], "seq_len": 0}, ["seq_len", "0", ">= 1"]),
    ("plot_chirps", {"positions": []}, ["positions", "at least one"]),
    ("plot_chirps", {"positions": ["a"]}, ["position", "a", "integer"]),
    ("plot_chirps", {"positions": [-3]}, ["position", "-3", ">= 0"]),
    ("plot_sines", {"turns_per_ten_tokens": []}, ["turns_per_ten_tokens", "at least one"]),
    ("plot_sines", {"turns_per_ten_tokens": [0]}, ["turns_per_ten_tokens", "0"]),
    ("plot_sines", {"turns_per_ten_tokens": [NAN]}, ["turns_per_ten_tokens", "nan", "finite"]),
    ("plot_sum", {"words": np.zeros((2, 2)), "table": np.zeros((2, 3))}, ["(2, 2)", "(2, 3)"]),
    ("plot_sum", {"words": [1, 2], "table": [1, 2]}, ["words", "table", "(2,)"]),
    ("plot_sum", {"words": np.eye(2), "table": np.eye(2), "labels": "a"}, ["labels", "2", "1"]),
    ("plot_sum", {"words": [[NAN]], "table": [[1.0]]}, ["words", "finite", "nan"]),
    ("plot_sum", {"words": np.zeros((0, 2)), "table": np.zeros((0, 2))}, ["words", "(0, 2)"]),
    ("plot_clock_wall", {"position": 100}, ["position", "100", "0 to 99"]),
    ("plot_clock_wall", {"position": -1}, ["position", "-1", "0 to 99"]),
    ("plot_clock_wall", {"noise": -0.1}, ["noise", "-0.1", ">= 0"]),
    ("plot_clock_wall", {"noise": NAN}, ["noise", "nan", "finite"]),
    ("plot_clock_wall", {"d_model": 7}, ["d_model", "7", "even"]),
    ("plot_pairs_as_circles", {"seq_len": 0}, ["seq_len", "0", ">= 1"]),
    ("plot_pairs_as_circles", {"columns": 0}, ["columns", "0"]),
    ("plot_pairs_as_circles", {"columns": 4}, ["columns", "4", "3"]),
    ("plot_time_of_day", {"hours": 24}, ["hours", "24", "0 to 23"]),
    ("plot_time_of_day", {"minutes": 60}, ["minutes", "60", "0 to 59"]),
    ("plot_time_of_day", {"seconds": "x"}, ["seconds", "x", "integer"]),
    ("plot_two_bases", {"base_a": 0}, ["base", "0", "> 0"]),
    ("plot_two_bases", {"seq_len": 0}, ["seq_len", "0", ">= 1"]),
    ("plot_frequencies", {"bases": ()}, ["bases", "at least one"]),
    ("plot_frequencies", {"bases": (0,)}, ["base", "0", "> 0"]),
    ("plot_similarity", {"bases": ()}, ["bases", "at least one"]),
    ("plot_similarity", {"furthest": 1}, ["furthest", "1", ">= 10"]),
    ("plot_similarity", {"d_model": 3}, ["d_model", "3", "even"]),
    ("plot_gram", {"seq_len": 0}, ["seq_len", "0", ">= 1"]),
    ("plot_gram", {"rows": ()}, ["rows", "at least one"]),
    ("plot_gram", {"rows": (64,)}, ["row", "64", "0 to 63"]),
    ("plot_gram", {"d_model": 3}, ["d_model", "3", "even"]),
    ("plot_distances", {"steps": 0}, ["steps", "0", ">= 1"]),
    ("plot_distances", {"base": 0}, ["base", "0", "> 0"]),
    ("plot_directions", {"position": 0}, ["position", "0", ">= 1"]),
    ("plot_directions", {"offset": 0.5}, ["offset", "0.5", "integer"]),
    ("plot_directions", {"reach": 0}, ["reach", "0", ">= 1"]),
    ("plot_sharpness", {"sharpnesses": ()}, ["sharpnesses", "at least one"]),
    ("plot_sharpness", {"sharpnesses": (1, 2, 3, 4)}, ["sharpnesses", "4", "1 to 3"]),
    ("plot_sharpness", {"sharpnesses": (-1,)}, ["sharpness", "-1", ">= 0"]),
    ("plot_sharpness", {"position": 64}, ["position", "64", "0 to 63"]),
    ("plot_sharpness", {"offset": "x"}, ["offset", "x", "integer"]),
    ("plot_attention_head", {"seq_len": 0}, ["seq_len", "0", ">= 1"]),
    ("plot_attention_head", {"position": 32}, ["position", "32", "0 to 31"]),
    ("plot_attention_head", {"offset": 1.5}, ["offset", "1.5", "integer"]),
    ("plot_attention_head", {"sharpness": NAN}, ["sharpness", "nan", "finite"]),
    ("plot_attention_head", {"d_model": 7}, ["d_model", "7", "even"]),
    ("plot_swap", {"seq_len": 13}, ["seq_len", "13", "2 to 12"]),
    ("plot_swap", {"seq_len": 1}, ["seq_len", "1", "2 to 12"]),
    ("plot_swap", {"first": 5}, ["first", "5", "0 to 4"]),
    ("plot_swap", {"second": -1}, ["second", "-1", "0 to 4"]),
    ("plot_swap", {"gain": NAN}, ["gain", "nan", "finite"]),
    ("plot_swap", {"gain": "x"}, ["gain", "x", "number"]),
    ("plot_codes", {"seq_len": 0}, ["seq_len", "0", ">= 1"]),
    ("plot_codes", {"seq_len": 1.5}, ["seq_len", "1.5", "integer"]),
    ("plot_codes", {"d_model": 3}, ["d_model", "3", "even"]),
    ("plot_shift", {"position": -1}, ["position", "-1", ">= 0"]),
    ("plot_shift", {"position": 1.5}, ["position", "1.5", "integer"]),
    ("plot_shift", {"shift": 2.5}, ["shift", "2.5", "integer"]),
    ("plot_shift", {"pair": 8}, ["pair", "8", "0 to 7"]),
    ("plot_shift", {"pair": -1}, ["pair", "-1", "0 to 7"]),
    ("plot_shift", {"d_model": 7}, ["d_model", "7", "even"]),
    ("plot_shift", {"base": 0}, ["base", "0", "> 0"]),
    ("plot_shift_on_clocks", {"shift": 0.5}, ["shift", "0.5", "integer"]),
    ("plot_shift_on_clocks", {"positions": ()}, ["positions", "at least one"]),
    ("plot_shift_on_clocks", {"positions": range(6)}, ["number of positions", "6", "1 to 5"]),
    ("plot_shift_on_clocks", {"positions": [-1]}, ["position", "-1", ">= 0"]),
    ("plot_shift_on_clocks", {"pairs": []}, ["pairs", "at least one"]),
    ("plot_shift_on_clocks", {"pairs": [8]}, ["pair", "8", "0 to 7"]),
    ("plot_shift_on_clocks", {"pairs": range(4)}, ["number of pairs", "4", "1 to 3"]),
    ("plot_shift_on_clocks", {"d_model": 5}, ["d_model", "5", "even"]),
    ("plot_shift_matrices", {"shifts": ()}, ["shifts", "at least one"]),
    ("plot_shift_matrices", {"shifts": range(5)}, ["number of shifts", "5", "1 to 4"]),
    ("plot_shift_matrices", {"shifts": [NAN]}, ["shift", "nan", "finite"]),
    ("plot_shift_matrices", {"d_model": 66}, ["d_model", "66", "2 to 64"]),
    ("plot_shift_matrices", {"d_model": 7}, ["d_model", "7", "even"]),
    ("plot_shift_matrices", {"base": -1}, ["base", "-1", "> 0"]),
    ("plot_sine_alone", {"omega": NAN}, ["omega", "nan", "finite"]),
    ("plot_sine_alone", {"omega": 0}, ["omega", "0", "seq_len"]),
    ("plot_sine_alone", {"shift": 1.5}, ["shift", "1.5", "integer"]),
    ("plot_sine_alone", {"seq_len": 3}, ["seq_len", "3", ">= 4"]),
    ("plot_convention", {"variant": "nobody"}, ["variant", "nobody", "CONVENTIONS"]),
    ("plot_convention", {"columns": "sorted"}, ["columns", "sorted", "as stored"]),
    ("plot_convention", {"seq_len": 1}, ["seq_len", "1", ">= 2"]),
    ("plot_convention", {"d_model": 5}, ["d_model", "5", "even", "Whisper"]),
    ("plot_convention", {"base": 0}, ["base", "0", "> 0"]),
    ("plot_museum", {"seq_len": 1}, ["seq_len", "1", ">= 2"]),
    ("plot_museum", {"d_model": 3}, ["d_model", "3", "even"]),
    ("plot_precision", {"precisions": ()}, ["precisions", "at least one"]),
    ("plot_precision", {"precisions": ["float8"]}, ["precision", "float8", "bfloat16"]),
    ("plot_precision", {"furthest": 1}, ["furthest", "1", ">= 10"]),
    ("plot_precision", {"d_model": 3}, ["d_model", "3", "even"]),
    ("plot_drift", {"position": 0}, ["position", "0", "1 to 100000000"]),
    ("plot_drift", {"precision": "half"}, ["precision", "half", "float16"]),
    ("plot_drift", {"base": 0}, ["base", "0", "> 0"]),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("function", "arguments", "parts"), REFUSED)
def test_refused(function, arguments, parts):
    with pytest.raises((TypeError, ValueError)) as caught:
        getattr(pe, function)(**arguments)
    message = str(caught.value)
    assert not [part for part in parts if part not in message], message
    assert len(message) < 200


def test_every_plot_function_refuses_something():
    refusing = {function for function, *_ in REFUSED}
    assert refusing == {name for name in pe.__all__ if name.startswith("plot_")}


@pytest.mark.parametrize("integer", [np.int64(3), np.uint8(3)])
def test_integers_of_numpy_are_fine(integer):
    assert pe.plot_microscope(integer, integer).text == pe.plot_microscope(3, 3).text
    wall = pe.plot_clock_wall(integer, seq_len=np.int32(50))
    assert wall.text == pe.plot_clock_wall(3, seq_len=50).text


def test_an_error_leaves_a_picture_as_it_was():
    """Whatever is wrong is found before the first artist moves."""
    good = {"d_model": 8, "base": 1e4, "seq_len": 20, "start": 0, "position": 3, "column": 2}
    drawing = pe.plot_linked_heatmap()
    drawing.update(**good)
    before = drawing.png(dpi=40), drawing.text
    for bad in ({"d_model": 7}, {"base": 0.0}, {"seq_len": 0}, {"position": 20}, {"column": 8}):
        with pytest.raises(ValueError):
            drawing.update(**{**good, **bad})
        assert (drawing.png(dpi=40), drawing.text) == before


@pytest.mark.parametrize(
    "bad", [{"base_a": -1.0}, {"base_b": -1.0}, {"d_model": 3}, {"seq_len": 0}]
)
def test_an_error_in_either_base_leaves_both_as_they_were(bad):
    good = {"base_a": 1e2, "base_b": 1e4, "d_model": 16, "seq_len": 20}
    drawing = pe.plot_two_bases(**good)
    before = drawing.png(dpi=40), drawing.text
    with pytest.raises(ValueError):
        drawing.update(**{**good, "base_a": 7.0, **bad})
    assert (drawing.png(dpi=40), drawing.text) == before


def test_an_error_leaves_the_head_as_it_was():
    good = {
        "d_model": 16, "base": 1e4, "seq_len": 20, "position": 3, "offset": -1, "sharpness": 2.0,
    }  # fmt: skip
    drawing = pe.plot_attention_head()
    drawing.update(**good)
    before = drawing.png(dpi=40), drawing.text, drawing.target, drawing.least
    for bad in ({"d_model": 7}, {"base": 0.0}, {"seq_len": 0}, {"position": 20}, {"sharpness": -1}):
        with pytest.raises(ValueError):
            drawing.update(**{**good, "offset": 2, **bad})
        assert (drawing.png(dpi=40), drawing.text, drawing.target, drawing.least) == before
