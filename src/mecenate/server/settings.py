"""How a server is run: what whoever runs it chose, from options and the environment. Nothing here is secret but the tokens."""

import math
import os
import re
from collections.abc import Mapping
from ipaddress import ip_network
from typing import Any

import msgspec

from mecenate.core.errors import MecenateError

LIMIT = "MECENATE_LIMIT_"
SECONDS = {"s": 1, "m": 60, "h": 3600}
FEW = 4
BOT_SECONDS = (0.1, 60.0)
BOT_PAUSE = (0.0, 10.0)
PAUSE_S = 0.6


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and then so many a second; no limit at all if it is 0 at once."""

    burst: float
    a_second: float

    def shared(self, workers: int) -> "Rate":
        """A worker's part. A few at once stay possible: whoever mistypes a password may be at the same worker each time."""
        return Rate(max(min(self.burst, FEW), self.burst / workers), self.a_second / workers)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one address and one person may ask for; 0 is no limit. Many may share an address: a school, a telephone network."""

    requests: Rate = Rate(300, 60)  # any, from one address
    acts: Rate = Rate(150, 30)  # any, of one person
    entries: Rate = Rate(30, 1 / 10)  # guests, registrations and logins from one address
    logins: Rate = Rate(10, 1 / 60)  # tries for one name from one address, or in one browser where it has logged in before
    logins_anywhere: Rate = Rate(100, 1 / 6)  # tries for one name from all addresses, but for such browsers
    tables: Rate = Rate(20, 1 / 10)  # made by one person
    names: Rate = Rate(10, 1 / 10)  # taken by one person; all who sit with them are told
    chat: Rate = Rate(10, 1 / 2)
    history: Rate = Rate(40, 2)  # whole logs, which are made anew for everybody
    insights: Rate = Rate(15, 1 / 4)  # hints, and analyses that are not there yet
    mail: Rate = Rate(4, 1 / 3600)  # that ask an address whether it wants messages: by person, and to one address
    live_of_person: int = 20
    live_of_address: int = 80

    def shared(self, workers: int) -> "Limits":
        """A worker's part: each counts for itself."""
        parts: dict[str, Any] = {}
        for name in self.__struct_fields__:
            whole = getattr(self, name)
            parts[name] = whole.shared(workers) if isinstance(whole, Rate) else math.ceil(whole / workers)
        return Limits(**parts)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    database: str = ""  # a URL; empty is a file in the data folder
    prefix: str = ""  # the path below which everything lies, as /mecenate
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For and -Proto are believed
    url: str = ""  # where people find the server, with the prefix; needed for links in messages
    contact: str = ""  # mailto: or https:, for push services
    metrics_token: str = ""
    smtp_url: str = ""
    webhook_allow: str = ""
    vapid_key: str = ""
    bot_seconds: float = 1.0  # that a bot may think about one answer
    bot_pause: float = PAUSE_S  # seconds before a bot's move where somebody watches
    limits: Limits = Limits()

    def __repr__(self) -> str:
        return f"Settings({self.host}:{self.port}{self.prefix})"

    @property
    def base(self) -> str:
        """What a link begins with: the public address, or only the prefix where that is not known."""
        return self.url or self.prefix

    @property
    def public(self) -> str:
        """The address for messages that leave the server."""
        host = {"0.0.0.0": "localhost", "::": "localhost"}.get(self.host, self.host)
        return self.url or f"http://{f'[{host}]' if ':' in host else host}:{self.port}{self.prefix}"


def checked(settings: Settings) -> Settings:
    """The same settings with prefix and address in one form; raises where something can't be used."""
    prefix = "/" + settings.prefix.strip("/") if settings.prefix.strip("/") else ""
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)*", prefix):
        raise MecenateError(f"--prefix {settings.prefix} is no path. Write it like /mecenate")
    for proxy in settings.proxies:
        _check_proxy(proxy)
    url = settings.url.rstrip("/")
    if url and not re.fullmatch(r"https?://[^/\s?#@]+(/[A-Za-z0-9._~/-]*)?", url):
        raise MecenateError("MECENATE_URL is no address of a server. Write it like https://games.example.org")
    if url and prefix and not url.endswith(prefix):
        url += prefix
    if not 0 <= settings.port <= 65535:
        raise MecenateError(f"--port {settings.port} is no port; there are 1 to 65535, and 0 for any that is free.")
    if settings.workers < 1:
        raise MecenateError(f"--workers {settings.workers}: at least one process has to serve.")
    if not BOT_SECONDS[0] <= settings.bot_seconds <= BOT_SECONDS[1]:
        raise MecenateError(
            f"MECENATE_BOT_SECONDS is {settings.bot_seconds:g}. "
            f"A bot can think for {BOT_SECONDS[0]:g} to {BOT_SECONDS[1]:g} seconds."
        )
    if not BOT_PAUSE[0] <= settings.bot_pause <= BOT_PAUSE[1]:
        raise MecenateError(
            f"MECENATE_BOT_PAUSE is {settings.bot_pause:g}. "
            f"A bot can wait for {BOT_PAUSE[0]:g} to {BOT_PAUSE[1]:g} seconds before its move."
        )
    return msgspec.structs.replace(settings, prefix=prefix, url=url)


def _check_proxy(proxy: str) -> None:
    try:
        ip_network(proxy)
    except ValueError:
        raise MecenateError(f"--proxy {proxy} is no address or network. Write it like 127.0.0.1 or 10.0.0.0/8") from None


def read_limits(environment: Mapping[str, str]) -> Limits:
    """Limits as whoever runs the server writes them: `MECENATE_LIMIT_CHAT="10 30/m"`, ten at once and then thirty a minute."""
    found = {}
    for name, text in environment.items():
        if not name.startswith(LIMIT):
            continue
        field = name.removeprefix(LIMIT).lower()
        if field not in Limits.__struct_fields__:
            known = ", ".join(LIMIT + one.upper() for one in Limits.__struct_fields__)
            raise MecenateError(f"{name} is no limit. The limits: {known}.")
        found[field] = _read_rate(name, text) if isinstance(getattr(Limits(), field), Rate) else _read_count(name, text)
    return Limits(**found)


def _read_rate(name: str, text: str) -> Rate:
    if text.strip() == "0":
        return Rate(0, 0)
    given = re.fullmatch(r"\s*(\d{1,9})\s+(\d{1,9}(?:\.\d{1,9})?)/([smh])\s*", text)
    if not given or float(given[1]) < 1 or float(given[2]) <= 0:
        raise MecenateError(
            f"{name} is {text!r}. Write so many at once and then so many in a time, like 10 30/m, or 0 for no limit."
        )
    return Rate(float(given[1]), float(given[2]) / SECONDS[given[3]])


def _read_count(name: str, text: str) -> int:
    if not re.fullmatch(r"\s*\d{1,9}\s*", text):
        raise MecenateError(f"{name} is {text!r}. Write a whole number, or 0 for no limit.")
    return int(text)


def _read_seconds(name: str, text: str) -> float:
    if not re.fullmatch(r"\s*\d{1,6}(\.\d{1,6})?\s*", text):
        raise MecenateError(f"{name} is {text!r}. Write seconds, like 1.5")
    return float(text)


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """What is not an option of the command, because it is secret or belongs to the place."""
    url = environment.get("MECENATE_URL", "")
    return Settings(
        database=environment.get("MECENATE_DATABASE_URL", ""),
        url=url,
        contact=environment.get("MECENATE_CONTACT", "") or (url if url.startswith("https://") else ""),
        metrics_token=environment.get("MECENATE_METRICS_TOKEN", ""),
        smtp_url=environment.get("MECENATE_SMTP_URL", ""),
        webhook_allow=environment.get("MECENATE_WEBHOOK_ALLOW", ""),
        vapid_key=environment.get("MECENATE_VAPID_KEY", ""),
        bot_seconds=_read_seconds("MECENATE_BOT_SECONDS", environment.get("MECENATE_BOT_SECONDS", "1")),
        bot_pause=_read_seconds("MECENATE_BOT_PAUSE", environment.get("MECENATE_BOT_PAUSE", str(PAUSE_S))),
        limits=read_limits(environment),
    )
