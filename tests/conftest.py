"""What holds for all tests."""

from hypothesis import settings

from tests.notebooks.pictures import compare_pictures_too

# The same examples in every run, however slow the machine.
settings.register_profile("posenc", derandomize=True, deadline=None, database=None)
settings.load_profile("posenc")

compare_pictures_too()
