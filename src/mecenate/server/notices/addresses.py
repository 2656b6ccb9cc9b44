"""Where the server may send requests that people asked for: to the public internet, never into the operator's own network."""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import quote, urlsplit

import msgspec

from mecenate.core.errors import MecenateError
from mecenate.server.notices.subscriptions import BadSubscription

LONGEST_URL = 2048
DEFAULT_PORTS = {"http": 80, "https": 443}

# Not reachable from outside although `is_global` says otherwise, on some version of Python or on none.
_CLOSED_4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "100.64.0.0/10",  # shared address space; a cloud's metadata service lives here
        "168.63.129.16/32",  # a cloud's host agent, answered from inside
        "192.0.0.0/24",  # protocol assignments; a cloud's metadata service lives here
        "192.88.99.0/24",  # 6to4 relays
        "198.18.0.0/15",  # measuring
        "224.0.0.0/3",  # multicast and reserved
    )
)
_PUBLIC_6 = IPv6Network("2000::/3")
_CLOSED_6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # Teredo, ORCHID and others that wrap or name something else
        "2001:db8::/32",
        "2002::/16",  # 6to4 wraps an IPv4 address
        "3fff::/20",
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address lies on the public internet. Addresses that wrap another one are judged by it or refused."""
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in network for network in _CLOSED_4)
    if address in _NAT64:  # how a server without IPv4 reaches hosts that have nothing else
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address in _PUBLIC_6 and address.is_global and not any(address in network for network in _CLOSED_6)


class Allowed(msgspec.Struct, frozen=True):
    """What the operator allows besides the public internet: hosts as written in the URL, and addresses or networks."""

    hosts: frozenset[str] = frozenset()
    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def allows(self, host: str, address: IPv4Address | IPv6Address) -> bool:
        if host in self.hosts or is_public(address):
            return True
        return any(address.version == network.version and address in network for network in self.networks)


def read_allowed(setting: str) -> Allowed:
    """`127.0.0.1, 10.2.0.0/16, hooks.lan` (MECENATE_WEBHOOK_ALLOW). Empty: only the public internet."""
    hosts: list[str] = []
    networks: list[IPv4Network | IPv6Network] = []
    for item in filter(None, (part.strip().lower() for part in setting.split(","))):
        try:
            networks.append(ip_network(item.strip("[]")))
        except ValueError:
            if not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", item) or re.fullmatch(r"[0-9.]+", item):
                raise MecenateError(
                    f"MECENATE_WEBHOOK_ALLOW: {item!r} is no host, address or network. Write for example 127.0.0.1,hooks.lan"
                ) from None
            hosts.append(item.rstrip("."))
    return Allowed(frozenset(hosts), tuple(networks))


class Target(msgspec.Struct, frozen=True):
    """A URL taken apart once; the request is made from these parts, so that no second parser can read it differently."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        return self.origin + self.path

    def __repr__(self) -> str:
        # The path of a hook is as good as its password.
        return f"Target({self.origin}/...)"


def read_url(text: str, schemes: Iterable[str] = ("https", "http")) -> Target:
    """Read the URL of a hook or a push endpoint; whatever two programs could read in two ways is refused."""
    allowed = tuple(schemes)
    if len(text) > LONGEST_URL:
        raise BadSubscription("url-long", most=LONGEST_URL)
    if not text.isprintable() or any(sign.isspace() or sign == "\\" for sign in text):
        raise BadSubscription("url-signs")
    try:
        parts = urlsplit(text)
        port = parts.port
        host = _read_host(parts.hostname or "")
    except ValueError:
        raise BadSubscription("url-shape") from None
    if parts.scheme not in allowed:
        raise BadSubscription("url-scheme", schemes=", ".join(f"{scheme}://" for scheme in allowed))
    if "@" in parts.netloc:
        raise BadSubscription("url-person")
    if not host:
        raise BadSubscription("url-shape")
    if port is None:
        port = DEFAULT_PORTS[parts.scheme]
    if port not in (80, 443) and port < 1024:
        raise BadSubscription("url-port", port=port)
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = "?" + quote(parts.query, safe="/?%:@!$&'()*+,;=~-._[]") if parts.query else ""
    return Target(parts.scheme, host, port, path + query)


def _read_host(host: str) -> str:
    if ":" in host:
        if "%" in host:
            raise ValueError("an address with a zone is never public")
        return str(ip_address(host))
    plain = host.rstrip(".").encode("idna").decode("ascii").lower()
    if not re.fullmatch(r"[a-z0-9_.-]*", plain):
        raise ValueError("not a host name")
    return plain
