"""How the networks were made: ``python -m engine.players.training``. Needs numba."""
