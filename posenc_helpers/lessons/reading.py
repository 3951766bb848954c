"""Where award.py looks for the largest answer."""

from posenc_helpers.lessons.answers import LIMIT as LIMIT
