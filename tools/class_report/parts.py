"""Parts of the report as HTML: a table, and a section of a lesson with its picture or its code."""

import html

from tools.class_report.answered_by import picture, shown

SHOWN_LINES = 14  # of code, and of what a cell printed


def table(label, head, rows):
    """A table from the HTML of its cells; it scrolls sideways where the screen is narrow."""
    heads = "".join(f'<th scope="col">{one}</th>' for one in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{html.escape(label)}">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def link(lesson, section):
    return f'<a href="#{anchor(lesson, section)}">{html.escape(section.heading)}</a>'


def anchor(lesson, section):
    return html.escape(f"{lesson}-{section.best['id']}")


def section_part(lesson, section):
    """The picture of a section, or its first code with what that printed."""
    drawn = picture(section.best)
    if drawn:
        inner = f'<img src="data:image/png;base64,{drawn[0]}" alt="{html.escape(drawn[1])}">'
    else:
        inner = pre(section.best.source) + pre("\n".join(shown(section.best)))
    caption = f"<figcaption>Lesson {lesson}, {html.escape(section.heading)}</figcaption>"
    return f'<figure id="{anchor(lesson, section)}">{caption}{inner}</figure>'


def pre(text):
    lines = text.rstrip().splitlines()
    cut = [*lines[:SHOWN_LINES], *(["…"] if len(lines) > SHOWN_LINES else [])]
    return f'<pre tabindex="0">{html.escape(chr(10).join(cut))}</pre>'
