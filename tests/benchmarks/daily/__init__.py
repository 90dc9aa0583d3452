"""How soon clicks on a daily deal are answered: ``python -m tests.benchmarks.daily``."""
