"""What the page objects promise to the tests that use them."""


def test_running_ends_with_the_first_error(jupyterlab, window):
    name = jupyterlab.add("fails.ipynb", "1 / 0", "print('never')")
    with jupyterlab.open_in(window, name) as notebook:
        notebook.run_all()
        assert notebook.errors() == ["division by zero"]
        assert notebook.texts()[1] == []
