"""What ``/metrics`` tells: what was counted, and what the parts of the bot say of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from bot.base import counts

if TYPE_CHECKING:
    from bot.entry.desk import Desk
    from bot.publish.wire import Wire


class Parts(Collector):
    """The parts of a running bot, as they are when somebody asks."""

    def __init__(self, desk: Desk, wire: Wire, live: dict[str, int]) -> None:
        """``live``: how many matches there are, by status."""
        self._desk = desk
        self._wire = wire
        self._live = live

    def collect(self) -> Iterator[Metric]:
        """Every family of numbers."""
        yield _gauge("scout_matches", "Matches that aren't over.", "status", self._live)
        yield _gauge("scout_answering", "Interactions being answered.", None, self._desk.answering)
        yield from self._publishing()
        yield from self._database()
        yield from self._workers()
        requests = CounterMetricFamily(
            "scout_requests", "Requests to Discord that were answered.", labels=["route"]
        )
        limited = CounterMetricFamily(
            "scout_rate_limited", "Those of them that were answered with 429.", labels=["route"]
        )
        for family, counted in ((requests, self._wire.requests), (limited, self._wire.limited)):
            for route, count in counted.items():
                family.add_metric([route], count)
            yield family

    def _publishing(self) -> Iterator[Metric]:
        publisher = self._desk.publisher
        gate = publisher.post.gate
        yield _gauge("scout_deliveries_waiting", "Messages owed.", "lane", publisher.owed)
        made = CounterMetricFamily("scout_calls", "Calls for matches.", labels=["what"])
        for what, count in gate.made.items():
            made.add_metric([what], count)
        yield made
        refused = CounterMetricFamily(
            "scout_calls_refused", "Calls that Discord refused.", labels=["what", "meaning"]
        )
        held = CounterMetricFamily(
            "scout_calls_held", "Calls that weren't made.", labels=["what", "meaning"]
        )
        for family, counted in ((refused, gate.failed), (held, gate.held)):
            for (what, meaning), count in counted.items():
                family.add_metric([what, meaning.name.lower()], count)
            yield family

    def _database(self) -> Iterator[Metric]:
        stats = self._desk.db.stats()
        yield _counter("scout_database_writes", "Units written.", stats.units)
        yield _counter("scout_database_reads", "Units read.", stats.reads)
        yield _counter(
            "scout_database_write_wait_seconds",
            "What units waited for their turn to write, all together.",
            stats.waited / 1000,
        )
        yield _gauge(
            "scout_database_write_wait_longest_seconds",
            "What one of them waited at most.",
            None,
            stats.longest_wait / 1000,
        )
        yield _gauge(
            "scout_database_write_longest_seconds",
            "What one of them took at most.",
            None,
            stats.longest_unit / 1000,
        )

    def _workers(self) -> Iterator[Metric]:
        waiting = {
            "thinking": self._desk.thinker.waiting,
            "drawing": self._desk.kit.studio.waiting,
        }
        yield _gauge("scout_work_waiting", "Work that hasn't begun.", "pool", waiting)


def registry(parts: Parts) -> CollectorRegistry:
    """All of it, to be written out once."""
    every = CollectorRegistry()
    every.register(counts.REGISTRY)
    every.register(parts)
    return every


def _gauge(
    name: str, said: str, label: str | None, value: float | dict[str, int]
) -> GaugeMetricFamily:
    if not isinstance(value, dict):
        return GaugeMetricFamily(name, said, value=value)
    family = GaugeMetricFamily(name, said, labels=[label or ""])
    for key, number in value.items():
        family.add_metric([key], number)
    return family


def _counter(name: str, said: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(name, said, value=value)
