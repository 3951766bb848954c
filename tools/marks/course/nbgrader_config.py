"""nbgrader reads this in the folder that it is started in.

What students hand in is a notebook. Whatever else lies beside it, and whatever its metadata says of
the locked cells, has no part in their marks.
"""

import os
import re
from pathlib import Path

import nbgrader
import nh3
from nbformat.v4 import new_output
from nbgrader.converters import Autograde
from nbgrader.preprocessors import Execute, NbGraderPreprocessor

COURSE = Path(__file__).resolve().parent

c = get_config()  # noqa: F821
c.CourseDirectory.root = str(COURSE)
c.CourseDirectory.course_id = "posenc"
# Nothing stands in the place of a solution: the cell is as it is in the lesson.
c.ClearSolutions.code_stub = {"python": ""}


# How notebooks are run

# Seconds for a cell, then it is interrupted. The longest cell of a lesson takes a few.
c.Execute.timeout = 60
# A deleted locked cell is put back, so that it costs no points when the answer is there.
c.OverwriteCells.add_missing_cells = True
# Else a student's tag keeps a locked cell from running, and nbgrader pays for a silent cell.
c.Execute.skip_cells_with_tag = ""
# Nothing is imported from the folder that was handed in, neither by Python nor by IPython ...
os.environ["PYTHONSAFEPATH"] = "1"
c.Execute.extra_arguments = ["--InteractiveShellApp.ignore_cwd=True"]
# ... and what gives the points is found in a folder of the course.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(COURSE / "marking"), os.environ.get("PYTHONPATH")])
)


class RestoreMetadata(NbGraderPreprocessor):
    """Leave in a cell's metadata only what nbgrader itself has restored."""

    def preprocess_cell(self, cell, resources, index):
        role = cell.metadata.get("nbgrader", {})
        cell.metadata = {"nbgrader": role} if role.get("grade_id") else {}
        return cell, resources


class PayResultsOnly(NbGraderPreprocessor):
    """Let a locked cell that has returned no points fail: nbgrader would give it all of them."""

    def preprocess_cell(self, cell, resources, index):
        paid = [one for one in cell.get("outputs", []) if one.output_type == "execute_result"]
        if cell.metadata.get("nbgrader", {}).get("grade") and not paid:
            said = "This cell did not return points."
            cell.outputs.append(
                new_output("error", ename="NoPoints", evalue=said, traceback=[said])
            )
        return cell, resources


steps = Autograde.autograde_preprocessors.default()
steps.insert(steps.index(Execute) + 1, PayResultsOnly)
c.Autograde.autograde_preprocessors = steps
c.Autograde.sanitize_preprocessors = [
    *Autograde.sanitize_preprocessors.default(),
    RestoreMetadata,
]


# The pages for students: each cell passes through `harmless` (templates/feedback/base.html.j2)

TAGS = nh3.ALLOWED_TAGS - {"area", "map"}
STYLES = {"border-left", "padding", "text-align"}
PICTURE = re.compile(r"data:image/(png|jpeg|gif|svg\+xml);base64,[A-Za-z0-9+/=\s]*")


def _kept(tag, name, value):
    """The value of an attribute, or None: a picture is one that the page itself holds."""
    if name == "src":
        return value if PICTURE.fullmatch(value) else None
    return None if name == "href" and value.strip().lower().startswith("data:") else value


def harmless(text):
    """HTML without scripts, forms, frames and styles, and without what is loaded from elsewhere."""
    return nh3.clean(
        str(text),
        tags=TAGS,
        attributes={
            **nh3.ALLOWED_ATTRIBUTES,
            "*": {"class", "id", "style"},
            "a": {"href", "name"},
            "img": {"src", "alt", "width", "height"},
        },
        attribute_filter=_kept,
        filter_style_properties=STYLES,
        url_schemes={"data", "http", "https", "mailto"},
    )


c.HTMLExporter.filters = {"harmless": harmless}
# Before nbgrader's own templates, which are then the only others.
c.HTMLExporter.extra_template_basedirs = [
    str(COURSE / "templates"),
    str(Path(nbgrader.__file__).parent / "server_extensions" / "formgrader" / "templates"),
]
