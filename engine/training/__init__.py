"""How the networks were made: ``python -m engine.training``. Needs numba."""
