"""Lines over a grid: what the charts of totals and of ratings share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from bot.pictures.canvas import SMALLEST, Box, Canvas

STEPS = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to points of the picture.

    Attributes:
        plot: where the lines lie.
        low: the value at the plot's foot.
        high: the value at its top.
        step: from one line of the grid to the next.
        last: the largest x; the smallest is 0.
    """

    plot: Box
    low: float
    high: float
    step: float
    last: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a value stands."""
        share = x / self.last if self.last else 0.5
        return self.plot.x + share * self.plot.width, self.level(y)

    def level(self, y: float) -> float:
        """How high a value stands."""
        return self.plot.bottom - (y - self.low) / (self.high - self.low) * self.plot.height


def scale(plot: Box, values: Sequence[float], last: float, *, lines: int = 4) -> Scale:
    """A scale that holds all values, with round numbers on its grid."""
    low, high = min(values), max(values)
    spread = max(high - low, 1e-9)
    if spread < 1:
        low, high, spread = low - 0.5, high + 0.5, 1.0
    rough = spread / lines
    power = 10 ** floor(log10(rough))
    step = next(power * step for step in STEPS if power * step >= rough * 0.999)
    step = max(1, step)
    return Scale(plot, floor(low / step) * step, ceil(high / step) * step, step, last)


def grid(canvas: Canvas, ruler: Scale, written: Callable[[float], str], room: float) -> None:
    """Level lines with their values at the left, the zero line stronger."""
    colours = canvas.theme
    count = round((ruler.high - ruler.low) / ruler.step)
    for index in range(count + 1):
        value = ruler.low + index * ruler.step
        y = ruler.level(value)
        zero = abs(value) < ruler.step / 1000
        thick = 1.0 if zero else 0.6
        canvas.panel(
            Box(ruler.plot.x, round(y * 2) / 2, ruler.plot.width, thick),
            colours.quiet if zero else colours.line,
            radius=0,
        )
        canvas.text(
            Box(ruler.plot.x - room, y - 9, room - 5, 18),
            written(value),
            SMALLEST,
            colours.quiet,
            align="right",
        )
