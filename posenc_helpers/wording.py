"""Write numbers and other people's texts for figures, read-outs and messages."""

import math
import re
from functools import partial

import numpy as np

ROUNDING = 1e-12  # differences up to this are rounding errors


class Said(str):
    """A text with numbers in it, whose attribute `values` holds these numbers in their order."""

    values: tuple = ()


def ten_to_the(exponent: int) -> str:
    """Return a power of ten in plain text, such as 10⁴."""
    return "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def number(value: float, digits: int = 4) -> str:
    """Return `value` written for people: 10,000 or 0.0316 or 1.2e-07."""
    value = float(value) + 0.0  # a base may be a Fraction or a huge integer, and -0 becomes 0
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    if value.is_integer() and abs(value) < 1e15:
        return f"{value:,.0f}"
    if 1e-4 <= abs(value) < 1e9:
        decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
        while round(abs(value), decimals) == 1 and abs(abs(value) - 1) > ROUNDING:
            decimals += 1  # only 1 itself may read as 1
        return f"{value:,.{decimals}f}"
    return f"{value:.{digits - 1}e}"


def said(words: str, *values, written=number) -> Said:
    """Return words with these values instead of their braces: said("{} of {}", 3, 64)."""
    text = Said(minus(words.format(*map(written, values))))
    text.values = values
    return text


def listed(values, words: str = "{}", written=number) -> Said:
    """Return the words once for each value: listed([1, 2], "{} tokens")."""
    return said(", ".join([words] * len(values)), *values, written=written)


def decimals(count: int):
    """Return a function that writes numbers with `count` decimals, like `fixed`."""
    return partial(fixed, decimals=count)


def rounded(value: float) -> str:
    """Return `value` as a label shows it: 0.05, 6.3, 17, 135, 23,000, 4.5 M.

    Only 0 and 1 themselves read as 0 and 1.
    """
    size = abs(value)
    if size >= 1e6:
        return f"{rounded(value / 1e6)} M"
    if size >= 1000:
        return f"{round(value, 1 - math.floor(math.log10(size))):,.0f}"
    if size >= 10:
        return f"{value:,.0f}"
    text = fixed(value, 1 if size >= 1 else 2)
    if "e" in text or abs(float(text)) == 1 and abs(size - 1) > ROUNDING:
        return text
    return text.rstrip("0").rstrip(".")


def power(value: float) -> str:
    """Return a round `value` from 100 on as 10² or 5·10⁵, and any other with up to eight digits."""
    exponent = math.floor(math.log10(value)) if value >= 100 else 0
    leading = float(value) / 10.0**exponent
    if exponent < 2 or not leading.is_integer():
        return f"{value:,.8g}"
    return ("" if leading == 1 else f"{leading:.0f}·") + ten_to_the(exponent)


def counted(count: int, noun: str) -> str:
    """Return the count with its noun: 1 position, 2,000 positions."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def share_of(count: int, total: int, noun: str, does: str) -> str:
    """Return how many do it, as in 1 of 1 pair turns, 1 of 4 pairs turns, 2 of 4 pairs turn."""
    verb, _, rest = does.partition(" ")
    words = f"{count:,} of {counted(total, noun)} {verb}{'s' if 1 in (count, total) else ''} {rest}"
    return words.rstrip()


def of_all(share) -> str:
    """Return a share in whole per cent, such as 97 %.

    Apart from rounding errors, only none of all reads as 0 %, and only all as 100 %.
    """
    if ROUNDING < share <= 0.005:
        return "under 1 %"
    return "over 99 %" if 0.995 <= share < 1 - ROUNDING else f"{100 * share:.0f} %"


def fixed(value: float, decimals: int) -> str:
    """Return `value` with `decimals` decimals, or as 6.2e-07 if it would read as 0 but is not 0."""
    text = f"{value:,.{decimals}f}"
    if float(text.replace(",", "")):
        return text
    return f"{value:.2g}" if abs(value) > ROUNDING else f"{0:.{decimals}f}"


def memory(count: int) -> Said:
    """Return the memory of `count` float64 values, written for people."""
    size, units = float(count * 8), ["bytes", "kB", "MB", "GB"]
    while size >= 1000 and len(units) > 1:
        size /= 1000
        units.pop(0)
    return said(f"{{}} {units[0]}", size, written=partial(number, digits=3))


def one_line(text: str, most: int = 200) -> str:
    """Return the first `most` characters of `text` on one line, unprintable ones as escapes.

    A lone surrogate cannot be sent to a browser, and a control character cannot be read.
    """
    line = " ".join(text[:most].split())
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    return "".join(shown)[:most]


def minus(text: str) -> str:
    """Return `text` with minus signs instead of hyphens before numbers: −3.5 or 1.2e−07."""
    return re.sub(r"(?<![^\W\de])-(?=[\d.])", "−", text)


def shown(value) -> str:
    """Return a setting as its control shows it: a number, a name, on or off.

    A table is shown as its size, and an empty setting as "".
    """
    if isinstance(value, bool | np.bool_):
        return "on" if value else "off"
    if isinstance(value, dict) or np.ndim(value) == 1:
        return ", ".join(map(shown, value))
    if np.ndim(value):
        return " × ".join(map(number, np.shape(value)))
    if isinstance(value, str) or float(value).is_integer():
        return value if isinstance(value, str) else number(value)
    return f"{value:,.9g}"


def literal(value) -> str:
    """Return a value as Python code: 10000 for 10000.0, other numbers with all their digits."""
    return repr(int(value) if isinstance(value, float) and value.is_integer() else value)
