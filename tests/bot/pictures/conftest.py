"""What the tests of pictures share: the canvases behind them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.pictures.canvas import Canvas


@pytest.fixture
def canvases(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Canvas]]:
    """The canvases of all pictures drawn in the test, in order."""
    drawn: list[Canvas] = []
    encoded = Canvas.encoded

    def recording(canvas: Canvas) -> bytes:
        drawn.append(canvas)
        return encoded(canvas)

    monkeypatch.setattr(Canvas, "encoded", recording)
    yield drawn
    assert drawn, "the test drew nothing"
