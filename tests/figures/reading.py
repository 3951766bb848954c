"""The words of a picture, and whether the numbers in them are right."""

import math
import re

from matplotlib.text import Text

from posenc_helpers.figures.quicktext import QuickText

ZERO = 1e-12  # what rounding leaves of a difference
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
PLAIN = r"[-−]?\d[\d,]*(?:\.\d+)?(?:e[-−+]?\d+)?"
KINDS = {  # what a placeholder of each kind matches
    "": rf"(?:{PLAIN}(?: M\b)?|(?:\d·)?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)",  # a number, right to its last digit
    "label": rf"(?:{PLAIN}(?: M\b)?|(?:\d·)?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)",  # of two digits at least
    "share": r"(?:under 1|over 99|\d+) %",
}


def says(text, template, *values):
    """Assert that a text is a template whose every placeholder shows its value, rounded rightly.

    A placeholder is {}, {label} or {share}; a value that is a string is looked for as it is.
    """
    kinds = re.findall(r"\{(\w*)\}", template)
    pieces = map(re.escape, re.split(r"\{\w*\}", template))
    pairs = zip(kinds, values, strict=True)
    groups = (re.escape(v) if isinstance(v, str) else KINDS[kind] for kind, v in pairs)
    pattern = "".join(
        f"{piece}({group})" for piece, group in zip(pieces, [*groups, ""], strict=True)
    )
    found = re.fullmatch(pattern.removesuffix("()"), text)
    assert found, f"{text!r} is not {template!r} with {values}"
    for kind, word, value in zip(kinds, found.groups(), values, strict=True):
        right = isinstance(value, str) or shows(word, value, kind)
        assert right, f"{word!r} in {text!r} stands for {value!r}"


def shown_in(text):
    """Return the numbers that a text shows, as they are written, each with its kind."""
    found = re.findall(f"({KINDS['share']})|({KINDS['']})", text)
    return [(share or number, "share" if share else "") for share, number in found]


def shows(word, value, kind=""):
    """Whether a number as it is written is this value, rounded to its last digit.

    Nothing but zeros, or 1, 0 % and 100 %, stand for exactly that.
    """
    if kind == "share" and not word[0].isdigit():
        return ZERO < value <= 0.005 if word == "under 1 %" else 0.995 <= value < 1 + ZERO
    if kind == "share":
        return _rounds_to(word.removesuffix(" %"), 100 * value, "0", "100")
    return _rounds_to(word, value, "0", "1", two_digits=kind == "label")


def _rounds_to(word, value, *exact, two_digits=False):
    found, unit = _parsed(word)
    if found == 0 or word in exact:
        return not word.startswith(("-", "−")) and abs(found - value) <= 100 * ZERO
    if two_digits:
        unit = max(unit, 10.0 ** (math.floor(math.log10(abs(found))) - 1))
    return abs(found - float(value)) <= unit / 2 + 1e-9 * abs(value)


def _parsed(word):
    """Return the value of a number as it is written, and the unit of its last digit."""
    word = word.replace("−", "-").replace(",", "")
    if "10" in word and word.translate(RAISED) != word:
        leading, _, power = word.partition("10")
        value = float(leading.rstrip("·") or 1) * 10.0 ** int(power.translate(RAISED))
        return value, 1e-9 * value
    times = 1e6 if word.endswith(" M") else 1.0
    digits, _, power = word.removesuffix(" M").partition("e")
    times *= 10.0 ** int(power or 0)
    return float(digits) * times, times * 10.0 ** -len(digits.partition(".")[2])


# -------------------------------------------------------------------------------------- all words


def words_of(drawing):
    """Return all texts in a drawing, and its text alternative."""
    written = drawing.figure.findobj(lambda one: isinstance(one, (Text, QuickText)))
    return [*(one.get_text() for one in written if one.get_visible()), drawing.text]
