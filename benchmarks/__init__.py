"""Measure what the project claims about speed, with commands that print ratios.

    python -m benchmarks                    all of them
    python -m benchmarks slider             one of them

Each benchmark is a module with a function `run()` that yields tables: a title, the names of the
columns, and rows. A benchmark only reports. It never fails because of a number.
"""
