"""The lessons in other hands, the package installed by `pip install`: `make test-elsewhere`.

Notebook 7 is the program itself in a browser. VS Code and Colab bring front ends that cannot be had
here. What they do is done in their place: a kernel starts in the notebook's folder, the cells run
one after the other, and sliders send the messages that such a front end sends. Colab's kernel has
the versions that Colab has, by its own list (constraints/colab.txt).
"""

import os
import shutil
import time
from contextlib import contextmanager
from importlib.metadata import distributions
from pathlib import Path
from queue import Empty

import nbformat
import pytest
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpec

from tools.browser.lab import chromium, lab
from tools.browser.notebook import Notebook

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PYTHONS = {name: os.environ.get(f"POSENC_{name.upper()}") for name in ("elsewhere", "colab")}
SECONDS = 120
PNG = b"\x89PNG"
CHOSEN = {"SelectionSliderModel": "index", "IntSliderModel": "value", "FloatSliderModel": "value"}

pytestmark = pytest.mark.skipif(not any(PYTHONS.values()), reason="make test-elsewhere runs it")
lessons = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


class FrontEnd:
    """Runs cells and moves widgets by messages alone; keeps what the kernel says of them."""

    def __init__(self, client):
        self.client = client
        self.widgets = {}  # comm: its state, as the kernel sent it
        self.pictures = 0  # how many frames have come

    def run(self, source):
        """Run a cell. Return what it printed, and the widgets that it made."""
        known, printed = set(self.widgets), ""
        asked = self.client.execute(source)
        while True:
            message = self.next()
            kind, content = message["msg_type"], message["content"]
            if message["parent_header"].get("msg_id") == asked:
                assert kind != "error", "\n".join(content["traceback"])
                assert (kind, content.get("name")) != ("stream", "stderr"), content["text"]
                printed += content["text"] if kind == "stream" else ""
                if kind == "status" and content["execution_state"] == "idle":
                    return printed, [comm for comm in self.widgets if comm not in known]

    def next(self, seconds=SECONDS):
        """Take one message and keep what it says of a widget."""
        message = self.client.get_iopub_msg(timeout=seconds)
        content = message["content"]
        if message["msg_type"] in ("comm_open", "comm_msg"):
            data = content["data"]
            state = dict(data.get("state", {}))
            for place, bytes_ in zip(data.get("buffer_paths", []), message["buffers"], strict=True):
                state[place[0]] = bytes(bytes_)
            self.widgets.setdefault(content["comm_id"], {}).update(state)
            value = state.get("value")
            self.pictures += isinstance(value, bytes) and value.startswith(PNG)
        return message

    def send(self, comm, **data):
        content = {"comm_id": comm, "data": data}
        self.client.shell_channel.send(self.client.session.msg("comm_msg", content))

    def move(self, comm):
        """Move a slider to another place, and wait for the picture that follows."""
        state, before = self.widgets[comm], self.pictures
        name = CHOSEN[state["_model_name"]]
        place = 1 if state[name] == 0 else 0
        if name == "value":
            place = state["max"] if state["value"] != state["max"] else state["min"]
        self.send(comm, method="update", state={name: place}, buffer_paths=[])
        until = time.monotonic() + SECONDS
        while self.pictures == before:
            assert time.monotonic() < until, "no picture followed"
            self.next()

    def settle(self, seconds=1.0):
        """Take what still comes: sharp frames follow when a slider rests."""
        try:
            while True:
                self.next(seconds)
        except Empty:
            return


@contextmanager
def kernel(python, folder):
    """A kernel of this Python, started in a folder, with nothing of the repository in its path."""
    manager = KernelManager()
    command = [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    manager._kernel_spec = KernelSpec(argv=command, display_name="there", language="python")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    manager.start_kernel(cwd=str(folder), env=clean | {"IPYTHONDIR": str(folder / "ipython")})
    client = manager.blocking_client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=SECONDS)
        yield FrontEnd(client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@lessons
@pytest.mark.parametrize("name", PYTHONS)
def test_each_lesson_runs_and_its_sliders_move_pictures(name, path, tmp_path):
    shutil.copy(path, tmp_path)
    cells = nbformat.read(path, 4).cells
    with kernel(PYTHONS[name], tmp_path) as front_end:
        where, _ = front_end.run("import posenc_helpers; print(posenc_helpers.__file__)")
        assert "site-packages" in where and str(ROOT / "posenc_helpers") not in where
        explorers, buttons = [], []
        for cell in cells:
            if cell.cell_type != "code":
                continue
            printed, made = front_end.run(cell.source)
            stored = "".join(o.text for o in cell.outputs if o.output_type == "stream")
            assert printed == stored, cell.source
            kinds = {comm: front_end.widgets[comm]["_model_name"] for comm in made}
            sliders = [comm for comm in made if kinds[comm] in CHOSEN]
            if sliders:
                explorers.append(sliders)
            elif cell.source.startswith(("predict.", "recall(")):
                buttons += [comm for comm in made if kinds[comm] == "ButtonModel"]
        for comm in buttons:  # some pictures wait for an answer
            front_end.send(comm, method="custom", content={"event": "click"})
        assert explorers and buttons
        front_end.run("pass")
        for sliders in explorers:
            front_end.settle()
            front_end.move(sliders[0])
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([path.name, "ipython"])


def test_the_line_for_colab_leaves_the_versions_of_colab_as_they_are():
    place = next(Path(PYTHONS["colab"]).parents[1].glob("lib/python*/site-packages"))
    found = {one.name.lower(): one.version for one in distributions(path=[str(place)])}
    pins = (ROOT / "constraints" / "colab.txt").read_text(encoding="utf-8").splitlines()
    wanted = dict(line.split("==") for line in pins if "==" in line)
    assert {name: found.get(name) for name in wanted} == wanted
    assert "posenc-helpers" in found or "posenc_helpers" in found


@pytest.fixture(scope="module")
def notebook_7():
    if not chromium():
        pytest.fail("no Chromium found")
    with lab(NOTEBOOKS, python=PYTHONS["elsewhere"], program="notebook") as running:
        yield running


@lessons
def test_each_lesson_in_notebook_7(notebook_7, path):
    with notebook_7.window(f"notebooks/{path.name}") as page:
        assert page.title().startswith(path.stem)
        notebook = Notebook(page, path.name)
        notebook.run_all()
        for question in notebook.questions():
            if len(question.replies()) == 1:
                question.answer(question.buttons()[-1], "keyboard")
        assert notebook.errors() == [] and notebook.trouble() == []
        for explorer in notebook.explorers():
            slider = explorer.sliders()[0]
            key = "Home" if slider.value() == slider.end("End") else "End"
            before = explorer.picture()
            assert explorer.after(slider.press, key) != before
            assert explorer.alerts() == []
        assert notebook.explorers()
