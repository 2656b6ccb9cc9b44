"""Figures for Prometheus. With several workers each answers for itself, and the label `worker` says which one did."""

import os
from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """`figures` are read when somebody asks: what the house and the connections know of themselves."""

    content_type = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self, figures: Callable[[], Mapping[str, float]]):
        self._registry = CollectorRegistry()
        labels = ["method", "route", "status"]
        self._requests = Counter("mecenate_requests", "Requests answered", labels, registry=self._registry)
        self._seconds = Histogram(
            "mecenate_request_seconds", "Time until an answer was sent", ["route"], registry=self._registry, buckets=BUCKETS
        )
        self._registry.register(_Figures(figures))
        ProcessCollector(registry=self._registry)  # memory, processor, open files; nothing but on Linux
        self._worker = str(os.getpid())

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self)  # type: ignore[arg-type]  it only wants `collect`

    def collect(self) -> Iterable[Metric]:
        for family in self._registry.collect():
            family.samples = [one._replace(labels={**one.labels, "worker": self._worker}) for one in family.samples]
            yield family


class _Figures(Collector):
    def __init__(self, figures: Callable[[], Mapping[str, float]]):
        self._figures = figures

    def collect(self) -> Iterable[GaugeMetricFamily]:
        for name, value in self._figures().items():
            yield GaugeMetricFamily(f"mecenate_{name}", name.replace("_", " "), value=value)
