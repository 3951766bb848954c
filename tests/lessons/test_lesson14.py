"""What the two free answers of lesson 14 are found_words, and what its guide says of them."""

import math
import re

import numpy as np
import pytest

from posenc_helpers import check, positional_encoding, similarity_reach
from posenc_helpers.lessons.lesson14 import CLAIMS
from posenc_helpers.tradeoff import BASES, order_share, read_share, score_bases


def reply(name, answer):
    feedback = getattr(check, name)(answer)
    assert feedback.status == "wrong"
    return feedback.text


# The choice of a base


@pytest.mark.parametrize("noise", [0.1, 0.2, 0.5, 1.0])
@pytest.mark.parametrize("seq_len", [64, 144, 256, 375, 1_000, 1_024])
def test_the_length_itself_is_accepted_as_the_base_or_nearly(seq_len, noise):
    """As TEACHING.md says. 375 and 1,000 are the worst of the lengths from 300 on, by 25."""
    own = score_bases(seq_len, 128, noise, bases=(seq_len,))[2].max()
    assert own >= (0.95 if noise >= 0.2 else 0.94) * score_bases(seq_len, 128, noise)[2].max()
    passes = check.choose_base([seq_len, noise, seq_len]).status == "right"
    assert passes or noise < 0.2 and seq_len in (375, 1_000)


@pytest.mark.parametrize(
    ("d_model", "noise", "best"),
    [(128, 0.5, 1_000), (128, 2, 100), (128, 0.1, 10_000), (512, 0.5, 3_000), (32, 0.5, 300)],
)
def test_other_widths_and_noises_move_the_best_base(d_model, noise, best):
    """For 1,024 positions: from a tenth of the length to ten times as large."""
    scores = np.mean([score_bases(1_024, d_model, noise, seed=s)[2] for s in range(3)], axis=0)
    assert BASES[int(np.argmax(scores))] == best


@pytest.mark.parametrize(("seq_len", "noise"), [(64, 0.5), (256, 1.0), (1_024, 0.3)])
def test_the_best_of_the_grid_is_accepted_and_what_is_far_below_it_is_not(seq_len, noise):
    score = score_bases(seq_len, 128, noise)[2]
    for base, share in zip(BASES, score / score.max(), strict=True):
        wanted = "right" if share >= 0.95 else "wrong"
        assert check.choose_base([seq_len, noise, base]).status == wanted


def test_reading_is_not_named_where_nothing_is_lost():
    text = reply("choose_base", [1_024, 0.1, 3])
    assert "lacks reach" in text and "reads 1" not in text


def test_the_message_names_no_number_that_would_pass():
    for base in (3, 30, 1e5):
        numbers = re.findall(r"[\d,]*\d", reply("choose_base", [512, 0.5, base]))
        given = {int(one.replace(",", "")) for one in numbers}
        assert all(one <= 100 for one in given)  # per cent alone


# A published error


@pytest.mark.parametrize("number", CLAIMS)
def test_each_error_has_a_place_where_it_shows_and_most_have_one_where_it_does_not(number):
    claim, places = CLAIMS[number], []
    for d_model in (4, 18, 512):
        chosen = {"d_model": d_model, "position": 2, "pair": 1, "column": 2, "base": 100}
        for column, position in ((2, 2), (1, 2), (d_model - 2, 1)):
            chosen |= {"column": column, "position": position}
            places.append([chosen[name] for name in claim.where])
    gaps = [abs(claim.published(*one) - claim.paper(*one)) > claim.margin for one in places]
    assert any(gaps)
    assert number == 6 or not all(gaps)


def test_what_the_formula_gives_is_written_out():
    """The claims use the encoder; here is the formula alone."""
    assert CLAIMS[1].paper(512, 100, 3) == pytest.approx(100 / 1e4 ** (6 / 512))
    assert CLAIMS[2].paper(6, 7, 3) == pytest.approx(math.cos(7 / 1e4 ** (2 / 6)))
    assert CLAIMS[2].published(6, 7, 2) == pytest.approx(math.cos(7 / 1e4 ** (2 / 6)))
    assert CLAIMS[2].published(6, 8, 3) == pytest.approx(math.sin(8 / 1e4 ** (2 / 6)))
    assert CLAIMS[3].published(6, 3) == pytest.approx(math.cos(1 / 1e4 ** (2 / 6)))
    assert [CLAIMS[3].paper(6, j) for j in range(6)] == [0, 1, 0, 1, 0, 1]
    assert CLAIMS[4].paper(18) == pytest.approx(math.tau * 1e4 ** (16 / 18))
    assert CLAIMS[5].paper(6, 100, 5, 4) == pytest.approx(math.sin(5 / 100 ** (4 / 6)))
    assert CLAIMS[5].published(6, 100, 5, 4) == pytest.approx(math.sin(5 / 1e4 ** (4 / 6)))
    assert CLAIMS[7].paper(6, 5, 3) == pytest.approx(math.cos(5 / 1e4 ** (2 / 6)))
    assert CLAIMS[7].published(6, 5, 2) == pytest.approx(math.sin(5 / 1e4 ** (4 / 6)))
    assert CLAIMS[7].published(6, 5, 3) == pytest.approx(math.cos(5 / 1e4 ** (4 / 6)))
    assert CLAIMS[6].paper(128) == pytest.approx(1e4 ** (126 / 128))


def test_error_4_is_right_at_one_width_alone():
    widths = range(2, 1_026, 2)
    right = [d for d in widths if abs(CLAIMS[4].paper(d) - 22_500) <= CLAIMS[4].margin]
    assert right == [18]


# The model answers in the guide


def test_the_numbers_of_the_model_answers_are_true():
    assert f"{np.mean([_of_best(256, 1e4, seed) for seed in range(10)]):.0%}" == "88%"
    assert round(similarity_reach(600)) == 337 and _of_best(256, 600, 0) > 0.95
    assert [round(similarity_reach(base)) for base in (300, 3_000)] == [168, 1_684]
    assert f"{order_share(256, base=300):.2f}" == "0.95"
    reads = np.mean([read_share(256, base=300, seed=seed) for seed in range(10)])
    assert f"{reads:.2f}" == "0.98"
    assert f"{order_share(256, base=300) - order_share(256, base=3_000):.2f}" == "0.03"
    assert 0.8 < order_share(1_000, base=300) < 0.9
    for seed in range(10):  # the follow-up: reading squared, at noise 1
        read, order, _ = score_bases(256, noise=1.0, seed=seed)
        assert BASES[int(np.argmax(read**2 * np.maximum(0, 2 * order - 1)))] == 100
    assert check.published_error([2, 4, 3, 2, 0.9996, 0.03]).status == "right"
    assert check.published_error([4, 512, 22_500, 60_611]).status == "right"


@pytest.mark.parametrize(
    ("seq_len", "noise", "share"),
    [(256, 0.5, 0.99), (64, 1, 0.88), (256, 1, 0.89), (64, 2, 0.67), (256, 2, 0.75)],
)
def test_what_the_base_of_the_paper_costs_depends_on_the_noise(seq_len, noise, share):
    """At d_model 512; and with the same noise / sqrt(d) it is nearly the same at 128."""
    wide, narrow = (
        np.mean([_share_of_10_000(seq_len, d, noise * (d / 512) ** 0.5, seed) for seed in range(3)])
        for d in (512, 128)
    )
    assert wide == pytest.approx(share, abs=0.02)
    assert narrow == pytest.approx(wide, abs=0.03)


def _share_of_10_000(seq_len, d_model, noise, seed):
    score = score_bases(seq_len, d_model, noise, seed=seed)[2]
    return score[BASES.index(1e4)] / score.max()


def _of_best(seq_len, base, seed):
    best = score_bases(seq_len, seed=seed)[2].max()
    return score_bases(seq_len, bases=[base], seed=seed)[2, 0] / best


def test_the_program_of_error_7_gives_the_table_of_base_100_million():
    """Its loop, written out: the even columns are counted by i, and doubled again."""
    d_model, position, row = 512, 10, np.zeros(512)
    for i in range(0, d_model, 2):
        row[i] = math.sin(position / (10_000 ** ((2 * i) / d_model)))
        row[i + 1] = math.cos(position / (10_000 ** ((2 * i) / d_model)))
    claimed = [CLAIMS[7].published(d_model, position, j) for j in range(d_model)]
    assert row == pytest.approx(claimed, abs=1e-12)
    assert row == pytest.approx(positional_encoding(1, d_model, 1e8, start=position)[0], abs=1e-9)
