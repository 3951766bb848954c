"""What can go wrong when the site is built."""


class Problem(Exception):
    """Why the site cannot be built, and what to do, in one line."""
