"""What moves: controls, live pictures, and what the two have to do with answers to questions."""

from posenc_helpers.explorers.covers import questions as questions
