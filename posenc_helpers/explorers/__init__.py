"""What moves: controls, live pictures, and how both react to answers to questions."""

from posenc_helpers.explorers.covers import questions as questions
