"""What the project claims about speed, as commands that print ratios.

    python -m benchmarks                    all of them
    python -m benchmarks slider             one of them

Each benchmark is a module with a function `run()` that yields tables: a title, the names of the
columns, and rows. A benchmark reports; it never fails on a number.
"""
