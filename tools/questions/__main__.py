"""The questions of the course for learning platforms, for paper and as notebooks: make quiz.

Writes into build/quiz: Moodle XML and QTI (for Canvas) of the predictions, the quiz and the
concept test; and the quiz and the concept test as pages to print, the latter as notebooks too.
"""

import sys
from pathlib import Path

from tools import handout
from tools.questions import CONCEPT_TEST, FORMS, QUIZ, ROOT, form, introduction, predictions, quiz
from tools.questions.notebook import notebook
from tools.questions.paper import printed_form, printed_key, printed_quiz, printed_quiz_key
from tools.questions.platforms import moodle, qti

COURSE = "Positional encoding"
WHENS = ("before", "after")


def sets():
    """What a platform gets: for each file its parts, each with a title and its questions."""
    test, _ = introduction(CONCEPT_TEST)
    return {
        "predictions": {"Predictions: positional encoding": predictions()},
        "quiz": {introduction(QUIZ)[0]: quiz()},
        **{
            f"concept-test-{one}": {f"{test}, form {one}": [q.silent() for q in form(one)]}
            for one in FORMS
        },
    }


def files():
    """Yield the name and the content, as bytes, of each file."""
    for name, parts in sets().items():
        yield f"moodle/{name}.xml", moodle({f"{COURSE}/{one}": q for one, q in parts.items()})
        ((title, questions),) = parts.items()
        yield f"canvas/{name}.zip", qti(title, questions)
    pages = {"quiz": printed_quiz(), "quiz-key": printed_quiz_key()}
    pages["concept-test-key"] = printed_key()
    pages |= {f"concept-test-{one}": printed_form(one) for one in FORMS}
    for name, text in pages.items():
        yield f"paper/{name}.html", handout.rendered(text).encode()
    for when in WHENS:
        for one in FORMS:
            yield f"notebooks/concept_test_{when}_{one}.ipynb", notebook(when, one).encode()


def main(folder=ROOT / "build" / "quiz"):
    """Write all files and say where they are."""
    for name, content in files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
