"""These tests need the extra ``rl``."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")
