"""Training in real JupyterLab: it answers meanwhile, and Reset and a restart end it."""

import pytest

CELLS = (
    "from posenc_helpers.models.training import TrainingExplorer",
    "TrainingExplorer(d_model=128, seq_len=64)",  # the largest head, which takes longest
)
NONE, SOME, ALL = "^0 of 200 steps", "^(?!0|200)[0-9]+ of 200 steps", "^200 of 200 steps"


@pytest.mark.full
def test_it_trains_answers_meanwhile_and_ends(jupyterlab, window):
    with jupyterlab.open_in(window, jupyterlab.add("training.ipynb", *CELLS)) as notebook:
        notebook.run_all()
        (explorer,) = notebook.explorers()
        untrained, step = explorer.picture(), explorer.slider("step")

        explorer.press("Train")
        step.press("Home")
        explorer.wait_until_it_says(SOME, r"step shown\s+0 of")
        explorer.press("Reset")
        explorer.wait_until_it_says(NONE)
        assert explorer.picture() == untrained

        explorer.press("Train")
        explorer.wait_until_it_says(ALL)
        trained = explorer.picture()
        assert explorer.after(step.press, "Home") != trained != untrained
        assert explorer.after(step.press, "End") == trained
        assert notebook.errors() == notebook.faults() == explorer.alerts() == []

        explorer.press("Reset")
        explorer.press("Train")
        explorer.wait_until_it_says(SOME)
        notebook.restart()
        explorer.root.wait_for_selector("[role=alert]", state="visible")
        notebook.run_all()
        (again,) = notebook.explorers()
        again.wait_until_it_says(NONE)
        again.press("Train")
        again.wait_until_it_says(SOME)
        assert notebook.errors() == notebook.faults() == again.alerts() == []
