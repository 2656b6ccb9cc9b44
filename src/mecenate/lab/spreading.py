"""Where games are played: on threads, or on a Ray cluster, a pool like any other whose workers may sit on other machines."""

import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from mecenate.core.errors import MecenateError, NeedsExtra
from mecenate.lab.games import threads

ANSWER_S = 8.0  # a name may stand for two addresses


def spread(ray: bool, processes: int) -> Executor:
    return RayPool() if ray else threads(processes)


def _must_answer(address: str) -> None:
    """Somebody listens there, if it is an address. Ray itself would try for minutes, in many words of its own."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWER_S).close()
    except (OSError, OverflowError) as error:
        raise MecenateError(
            f"No Ray cluster answers at {address}: {error}. RAY_ADDRESS says where one is; unset, one begins here."
        ) from None


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
            _must_answer(address or os.environ.get("RAY_ADDRESS", ""))
            try:
                ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
            except (Exception, SystemExit) as error:
                raise MecenateError(f"Ray can't be used: {' '.join(str(error).split())}") from None
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
