"""What lesson 09 asks: a head that learns."""

from __future__ import annotations

import numpy as np

from posenc_helpers.lessons.exercise import Case, Exercise, cases, near
from posenc_helpers.lessons.prediction import Prediction


def _weights(scores):
    exponentials = np.exp(np.asarray(scores, dtype=float) - np.max(scores))
    return exponentials / exponentials.sum()


def _slope(scores, holds):
    weights = _weights(scores)
    right = weights * np.asarray(holds)
    return weights - right / right.sum()


def _slope_of_the_share(scores, holds):
    weights = _weights(scores)
    right = weights * np.asarray(holds)
    return right.sum() * weights - right


def _row(scores, holds):
    return Case((np.array(scores, dtype=float), np.array(holds)), f"scores {scores}, holds {holds}")


LOSS_SLOPE = Exercise(
    name="loss_slope",
    question=(
        "One query has some `scores`. `holds` has a 1 for each key with the wanted word and a 0 "
        "for each other key. Write a function that returns the slope of the loss: its derivative "
        "with respect to each score."
    ),
    right="What the head gives, minus what it should give. The slopes add up to 0.",
    hint=(
        "The first part is the weights: the softmax of the scores. The second part has the "
        "weights on the right keys alone, divided by their sum."
    ),
    solution="""\
def loss_slope(scores, holds):
    weights = np.exp(scores - scores.max())
    weights = weights / weights.sum()
    right = weights * holds
    return weights - right / right.sum()


check.loss_slope(loss_slope)""",
    cases=(
        _row([0, 0, 0, 0], [0, 1, 0, 0]),
        _row([1, 2, 3], [1, 0, 0]),
        _row([0.5, -1, 2, 0, 1], [0, 1, 0, 1, 1]),
        _row([3, -2], [0, 1]),
    ),
    hidden=(
        _row([0.25, 4, -3, 1], [0, 0, 1, 0]),
        _row([2, 2, -1, 0.5, 1, 3], [1, 0, 1, 0, 0, 1]),
        _row([-1.5, 0.75], [1, 0]),
    ),
    expected=_slope,
    within=1e-6,
    mistakes={
        "Your signs are turned round. A higher score for a wrong key makes the loss larger, so "
        "its slope is positive.": lambda scores, holds: -_slope(scores, holds),
        "You subtracted 1 from the weight of each right key. That is the slope when one key "
        "alone is right. Here several may hold the word, and they share the 1.": (
            lambda scores, holds: _weights(scores) - holds
        ),
        "You shared the 1 out evenly among the right keys. Each gets a part as large as its own "
        "weight.": lambda scores, holds: _weights(scores) - holds / np.sum(holds),
        "That is the slope of the share of right weights with a minus sign. The loss is minus its "
        "logarithm, so divide by the share.": _slope_of_the_share,
        "You left out the division by the sum of the right weights.": (
            lambda scores, holds: _weights(scores) * (1 - holds)
        ),
        "Those are the weights. The second part is missing.": lambda scores, holds: _weights(
            scores
        ),
    },
)

LATEST_START = Exercise(
    name="latest_start",
    question=(
        "Windows of `seq_len` words start anywhere from 0 to some latest start. Write a function "
        "of seq_len and longest that returns the smallest latest start with which every position "
        "below longest is in some window."
    ),
    right="The last window then ends at the last position that you want.",
    hint="A window that starts at s covers the positions from s to s + seq_len - 1.",
    solution="""\
def latest_start(seq_len, longest):
    return longest - seq_len


check.latest_start(latest_start)""",
    cases=cases((32, 128), (16, 64), (50, 2_000), (32, 32), names="seq_len longest"),
    expected=lambda seq_len, longest: longest - seq_len,
    mistakes={
        "With that start the last window begins where the text ends. A window has seq_len words "
        "and reaches on from its start.": (
            lambda seq_len, longest: longest,
            lambda seq_len, longest: longest - 1,
        ),
        "That is one too many. Positions are counted from 0, so the last one below longest is "
        "longest - 1.": lambda seq_len, longest: longest - seq_len + 1,
        "That is one too few: the last position is in no window.": (
            lambda seq_len, longest: longest - seq_len - 1
        ),
        "That counts how many windows fit side by side. Asked for is a position.": (
            lambda seq_len, longest: longest // seq_len,
            lambda seq_len, longest: longest / seq_len,
        ),
    },
)

PEAK_KEY = Exercise(
    name="peak_key",
    question=(
        "A head with added sinusoids has learned from windows of 32 words that start at 0. Now it "
        "reads texts of 128 words. Take the mean of its attention at position 100 over many "
        "texts. Which key gets most? An answer within two of it counts."
    ),
    right="It stays where training ended: the latest keys that it has learned to rate highly.",
    hint=(
        "Train a head with `trained_head`, draw texts with `word_before`, and take the mean of "
        "`head.weights(text)` over the texts."
    ),
    solution="""\
from posenc_helpers.training import trained_head, word_before

text, wanted = word_before(np.random.default_rng(1), 100, 128, 16)
answer = trained_head("added").weights(text)[:, 100].mean(axis=0).argmax()
check.peak_key(answer)""",
    expected=30,
    within=2,
    mistakes={
        "That is where it should look. It would, had it learned what to do with position 100.": (
            near(99, 0.5)
        ),
        "That is the position itself.": near(100, 0.5),
        "A head with a causal mask cannot see that key from position 100.": near(114, 13.5),
        "The first key is the one it rates lowest. In training, later was better.": near(0.5, 0.6),
        "You went back by one window. The head has no window that moves along: it rates the codes "
        "that it knows.": (68, 67, 69),
        "You took the remainder after whole windows. The codes do not begin again after a "
        "window.": near(3.5, 1),
    },
)

COVERED = Exercise(
    name="covered",
    question=(
        "You train on windows of 32 words that start anywhere from 0 to 32, and then test on 128 "
        "words. Give a list with one number for each of the positions 10, 40, 60, 70 and 100: 1 "
        "where the head is right nearly always, 0 where it is hardly better than guessing."
    ),
    right="It knows the positions that some window held, and no others.",
    hint="Which positions does the window cover that starts last?",
    solution="""\
answer = [1, 1, 1, 0, 0]
check.covered(answer)""",
    expected=[1, 1, 1, 0, 0],
    mistakes={
        "You counted the first window alone. Others start later and reach further.": (
            [1, 0, 0, 0, 0]
        ),
        "The formula has a value at every position, but the head has not learned what to do with "
        "those beyond its windows.": [1, 1, 1, 1, 1],
        "The last window starts at 32 and has 32 words. Where does it end?": (
            [1, 1, 1, 1, 0],
            [1, 1, 0, 0, 0],
        ),
        "The first window starts at the beginning, so position 10 is in it.": (
            [0, 1, 1, 0, 0],
            [0, 1, 0, 0, 0],
            [0, 1, 1, 1, 0],
            [0, 1, 1, 1, 1],
        ),
        "You have it the wrong way round.": [0, 0, 0, 1, 1],
    },
)

EXERCISES = (LOSS_SLOPE, LATEST_START, PEAK_KEY, COVERED)

PREDICTIONS = (
    Prediction(
        name="past_the_end",
        question=(
            "A head with added sinusoids learns to say the word before, from texts of 32 words. "
            "You give it a text of 128 words. How well does it do from position 40 on?"
        ),
        replies={
            "As well as before: the formula goes on.": (
                "The formula has, and the values are as exact there as anywhere. But what to do "
                "with them is what the head had to learn, and it learned it for 32 codes."
            ),
            "A little worse with every position.": (
                "That would need some skill that fades. This head falls within a few positions, "
                "and then stays down."
            ),
            "Hardly better than guessing.": (
                "The codes beyond 31 are new to it. It goes on looking at the last keys it has "
                "learned about."
            ),
        },
        right=2,
        try_it="press “sinusoids”, train, and look to the right of the dashed line.",
    ),
    Prediction(
        name="mask_alone",
        question=(
            "Now no positions are added at all. A causal mask hides the keys after each query. "
            "Can the head learn to say the word before?"
        ),
        replies={
            "Yes: attention sees the words in their order.": (
                "The list is ordered, but a score sees two words and not their places. The same "
                "words in another order get the same scores."
            ),
            "A little, at the first positions.": (
                "The first positions have few keys to choose from. At position 1 there are two, "
                "and the head can learn to avoid its own word. With many keys it has no way to "
                "tell which one came last."
            ),
            "Not at all: it can do no better than guess.": (
                "The mask tells it a little: at position 1 only two keys are left. That helps "
                "at the start and soon fades."
            ),
        },
        right=1,
        try_it="press “a mask alone”, train, and look at the first positions.",
    ),
    Prediction(
        name="table_inside",
        question=(
            "You replace the sinusoids by a table of random numbers that learns along with the "
            "head. How well does it do within the 32 positions it is trained on?"
        ),
        replies={
            "Worse: random rows have no order.": (
                "The head has to tell 32 rows apart and to know which follows which. For "
                "32 rows it can learn that without any order in them."
            ),
            "As well as with sinusoids.": (
                "Within the length of training both are right nearly always. There the choice "
                "makes no difference for this task."
            ),
            "Better there, and better beyond too.": (
                "Beyond the end of training the rows of the table have never been used, so the "
                "head cannot know them."
            ),
        },
        right=1,
        try_it="press “a learned table”, train, and move `step`.",
    ),
)
