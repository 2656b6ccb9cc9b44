"""Where games are played: on threads, or on a Ray cluster, a pool like any other whose workers may sit on other machines."""

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from mecenate.core.errors import NeedsExtra
from mecenate.lab.games import threads


def spread(ray: bool, processes: int) -> Executor:
    return RayPool() if ray else threads(processes)


class RayPool(Executor):
    """Joins the cluster that RAY_ADDRESS names, or starts one on this machine."""

    def __init__(self, address: str | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise NeedsExtra("Ray is not installed here.", "ray") from None
        self._ray = ray
        self._started = not ray.is_initialized()
        if self._started:
            ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        self._refs: list[Any] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        ref = self._ray.remote(fn).remote(*args, **kwargs)
        self._refs.append(ref)
        return ref.future()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End what still runs, and the cluster if it was started here."""
        for ref in self._refs:
            self._ray.cancel(ref)
        if self._started:
            self._ray.shutdown()
