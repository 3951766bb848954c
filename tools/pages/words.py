"""Count the words of a text, and cut the text to what fits on a slide."""

import re

MOST_WORDS = 70
HEADING = re.compile(r"^(#+) +(.+)$", re.MULTILINE)
BLOCKS = re.compile(r"\n{2,}(?![^\n]*</details>)")
FOLDED = re.compile(r"<details>.*?</details>\s*", re.DOTALL)
SENTENCES = re.compile(r"(?<=[.?!])\s+(?=[A-Z*`$“_])")
WHOLE = re.compile(r"[-*] |\d+\. |\||\$\$|```")
ENDS = re.compile(r"[.?!][*)”]*$|\$\$$|^\|")  # the end of a paragraph that announces nothing


def count(text):
    """Return how many words of a text are visible. A formula is one word."""
    text = re.sub(
        r"<details>.*?(<summary>.*?</summary>).*?</details>", r"\1", text, flags=re.DOTALL
    )
    text = re.sub(r"\$\$.+?\$\$|\$[^$]+\$", "x", text, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>|^[#>|*-]+|[|]|\]\([^)]*\)", " ", text, flags=re.MULTILINE)
    return len(text.split())


def unfolded(text):
    """Return a text without its folded parts."""
    return FOLDED.sub("", text).strip()


def shortened(text, most=MOST_WORDS):
    """Return as much of a text as fits into `most` words, cut after a sentence or a list."""
    kept, left = [], most
    for block in BLOCKS.split(unfolded(text)):
        some = block if count(block) <= left else beginning(block, left)
        if some:
            kept.append(some)
        left -= count(some)
        if some != block:
            break
    return "\n\n".join(kept)


def beginning(block, most):
    """Return the sentences of a block that fit into `most` words. Lists and formulas stay whole."""
    parts = [] if WHOLE.match(block) else SENTENCES.split(block)
    while parts and count(" ".join(parts)) > most:
        parts.pop()
    return " ".join(parts)


def announced(text):
    """Return a text without a last sentence that announces something which does not follow."""
    *before, last = text.split("\n\n")
    if not last or HEADING.match(last) or ENDS.search(last):
        return text
    kept = " ".join(SENTENCES.split(last)[:-1])
    return announced("\n\n".join([*before, kept] if kept else before))
