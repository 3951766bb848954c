"""Questions as Markdown: to print, and for the notebooks of the concept test."""

from tools.questions import CONCEPT_TEST, FORMS, QUIZ, form, introduction, misconceptions, quiz

NAME = "Name: <span class='blank'></span> Date: <span class='blank'></span>"
SIGN = "Code word: <span class='blank'></span> Date: <span class='blank'></span>"


def asked(number, question):
    """A question with its options, as Markdown."""
    options = "\n".join(f"- {letter}. {option.text}" for letter, option in question.lettered())
    return f"**{number}.** {question.text}\n\n{options}"


def asked_all(questions):
    return "\n\n".join(asked(number, one) for number, one in enumerate(questions, start=1))


def key(questions):
    """The right answers, and the reply to each option, as a table."""
    lines = ["| question | right | what each answer shows | lesson |", "|---|---|---|---|"]
    for number, one in enumerate(questions, start=1):
        replies = " ".join(f"{letter}: {option.reply}" for letter, option in one.lettered())
        lessons = ", ".join(one.lessons)
        lines.append(f"| {number} | {one.right} | {_in_cell(replies)} | {lessons} |")
    return "\n".join(lines)


def _in_cell(text):
    return text.replace("|", "\\|")


def printed_quiz():
    """The quiz, without its key."""
    title, text = introduction(QUIZ)
    return "\n\n".join([f"# {title}", NAME, text, asked_all(quiz())])


def printed_quiz_key():
    """The key to the quiz, for the teacher."""
    return f"# Key to the quiz\n\n{key(quiz())}"


def printed_form(letter):
    """One form of the concept test."""
    title, text = introduction(CONCEPT_TEST)
    return "\n\n".join([f"# {title}, form {letter}", SIGN, text, asked_all(form(letter))])


def printed_key():
    """The key to both forms, for the teacher: first the letters, then the misconceptions."""
    title, _ = introduction(CONCEPT_TEST)
    lines = [f"- Form {one}: {' '.join(each.right for each in form(one))}" for one in FORMS]
    beliefs = ["| question | misconception | lesson |", "|---|---|---|"]
    for number, one in enumerate(misconceptions(), start=1):
        beliefs.append(f"| {number} | {one.belief} | {one.lesson}, {one.heading} |")
    parts = [f"# Key: {title}", "\n".join(lines), "\n".join(beliefs)]
    for letter in FORMS:
        parts += [f"## Form {letter}", key(form(letter))]
    return "\n\n".join(parts)
