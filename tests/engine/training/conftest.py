"""All these tests train with machine code: the twin's, and that of training itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest


@pytest.fixture(scope="session", autouse=True)
def _with_machine_code(machine_code: None) -> None:
    pytest.importorskip("numba")
    from engine.players.fast import ready
    from engine.players.fast.net import Net
    from engine.training import learn
    from engine.training.believe import BeliefTraining

    with pytest.MonkeyPatch.context() as patch, ready.only_one(), ThreadPoolExecutor(2) as pool:
        patch.setattr(learn, "SAMPLES", 1000)
        patch.setattr(learn, "MEASURED", 2)
        value = learn.ValueTraining(3, 1)
        for _ in range(2):
            value.go_on(2, pool)
        value.measure()
        BeliefTraining(3, 1, Net(*map(np.copy, value.net))).go_on(1, pool)
