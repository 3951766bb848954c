"""Every test here runs on an event loop, as the callbacks of widgets do in a kernel.

Numbers usually follow a change a moment later, and here they come with it. No sharp picture
follows, because whether it came would depend on the machine. Both are tested in
tests/live/test_follow.py.
"""

import pytest

from tests.explorers import driving
from tests.live.together import on_a_loop

_made = {}


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    pyfuncitem.obj = on_a_loop(pyfuncitem.obj)


@pytest.fixture(autouse=True)
def all_at_once(monkeypatch):
    monkeypatch.setattr("posenc_helpers.explorers.explorer.after", lambda _, f, *given: f(*given))
    monkeypatch.setattr("posenc_helpers.explorers.live.after", lambda *_: None)


@pytest.fixture(params=driving.EXPLORERS, scope="session")
def name(request):
    """The name of each explorer in turn."""
    return request.param


@pytest.fixture
def get():
    """Return a function that gives an explorer as it is at first: made once, then reset."""

    def reset(name):
        if name not in _made:
            explorer = driving.make(name)
            explorer.drawing.stored_dpi = 25  # stored pictures take less time
            _made[name] = explorer, driving.state(explorer)
        explorer, first = _made[name]
        explorer.show_code.value = False
        if driving.state(explorer) != first:
            explorer.reset()
        return explorer

    return reset


@pytest.fixture
def explorer(name, get):
    """Each explorer in turn, as it is at first."""
    return on_a_loop(get)(name)
