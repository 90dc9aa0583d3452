"""Several processes on one PostgreSQL: what they do in a second, and what they outlive.

``python -m tests.benchmarks.cluster speed`` and ``… kills``; PostgreSQL must be installed.
"""
