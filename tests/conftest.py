"""What holds for all tests."""

from tests.notebooks.pictures import compare_pictures_too

compare_pictures_too()
