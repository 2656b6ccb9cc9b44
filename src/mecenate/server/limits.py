"""How much anybody may ask for: buckets of tokens that fill up again, and counts of live connections.

Each worker counts for itself, with its part of what is allowed in all. That is enough: what is limited is harm, not use.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from mecenate.server.settings import Limits, Rate

MOST = 100_000  # buckets that are remembered


class TooMany(Exception):
    """Somebody asks for too much; in so many seconds the next is possible."""

    def __init__(self, wait_s: float):
        super().__init__()
        self.wait_s = wait_s


class Buckets:
    """One bucket for each key, full at first. A bucket that nobody used for long is full again and forgotten."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST):
        self._clock = clock
        self._most = most
        self._left: dict[tuple[str, str], tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._left)

    def take(self, what: str, whose: str, rate: Rate) -> None:
        """Take one, or raise TooMany."""
        if not rate.burst:
            return
        key, now = (what, whose), self._clock()
        left, at = self._left.pop(key, (rate.burst, now))
        left = min(rate.burst, left + (now - at) * rate.a_second)
        enough = left >= 1
        self._left[key] = (left - 1 if enough else left, now)  # at the end: the first ones are the longest unused
        if len(self._left) > self._most:
            del self._left[next(iter(self._left))]
        if not enough:
            raise TooMany((1 - left) / rate.a_second)


class Connections:
    """Live connections, by whom they are held."""

    def __init__(self, limits: Limits):
        self._limits = limits
        self._of_person: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()

    @property
    def all(self) -> int:
        return self._of_address.total()

    @contextmanager
    def one(self, person: str | None, address: str) -> Iterator[None]:
        """A connection that lasts as long as the block; raises TooMany where there are enough."""
        if 0 < self._limits.live_of_address <= self._of_address[address]:
            raise TooMany(30)
        if person and 0 < self._limits.live_of_person <= self._of_person[person]:
            raise TooMany(30)
        held = [(self._of_address, address), *([(self._of_person, person)] if person else [])]
        for counter, key in held:
            counter[key] += 1
        try:
            yield
        finally:
            for counter, key in held:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]


def whose(host: str | None) -> str:
    """An address as it is counted: of IPv6 everybody has at least a /64, so that is one."""
    try:
        address = ip_address(host or "")
    except ValueError:
        return host or "local"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> 64 << 64)) + "/64"
    return str(address)
