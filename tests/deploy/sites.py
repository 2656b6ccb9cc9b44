"""Programs of Debian, servers, and people who talk to them through a proxy."""

import fcntl
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

import mecenate

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HOST = "games.example.org"
PATIENCE_S = 120  # whatever takes longer is broken, also on a machine that has much else to do


Program = Callable[[str, str], str]  # the path of a program, which a package of Debian's has


def found(name: str, package: str, folders: pytest.TempPathFactory) -> str:
    """A program of this machine, else out of Debian's package. It is only unpacked: nothing is installed or started."""
    if here := _which(name, "/usr/sbin", *os.get_exec_path()):
        return here
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        pytest.skip(f"{name} is not here, and no apt-get to fetch it with")
    folder = folders.mktemp(package)
    said = _unpack(package, folder)
    if here := _which(name, f"{folder}/usr/sbin", f"{folder}/usr/bin", f"{folder}/bin"):
        return here
    pytest.skip(f"{name} is not here, and Debian's package {package} can't be had: {said}")


def _which(name: str, *folders: str) -> str | None:
    return shutil.which(name, path=os.pathsep.join(folders))


def _unpack(package: str, folder: Path) -> str:
    """Returns what apt-get has to say, if it fails."""
    get = ["apt-get", "download", package]
    with (Path(tempfile.gettempdir()) / "mecenate-browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as the tests of the page do: apt-get turns away a second one
        done = subprocess.run(get, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode and os.getuid() == 0:
            subprocess.run(["apt-get", "update"], capture_output=True, check=False)
            done = subprocess.run(get, cwd=folder, capture_output=True, text=True, check=False)
    for file in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", file, folder], check=True)
    return done.stderr.strip()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def awaited(look: Callable[[], Any], alive: Callable[[], bool] = lambda: True) -> Any:
    """What comes once it is there."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and alive():
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError("it does not come")


@contextmanager
def running(command: list[str], log: Path, answers: Callable[[], bool], **environment: str) -> Iterator[None]:
    """A program for as long as it is needed, once it answers."""
    with log.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, **environment})
    try:
        awaited(answers, lambda: process.poll() is None)
        yield
    except AssertionError as error:
        raise AssertionError(f"{error}\n{log.read_text()[-3000:]}") from error
    finally:
        process.terminate()
        process.wait(60)


def there(url: str) -> bool:
    try:
        return httpx.get(url, verify=False, timeout=10).status_code == 200
    except httpx.TransportError:
        return False


@dataclass
class Site:
    """A server, and where a proxy stands before it."""

    port: int  # where people come to, over https
    inner: int  # where the server listens, behind the proxy
    path: str
    folder: Path

    @property
    def origin(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.origin}{self.path}"

    @property
    def server(self) -> str:
        return f"http://127.0.0.1:{self.inner}{self.path}"

    @property
    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "server.log").read_text().splitlines()]

    def asked(self, route: str) -> int:
        """How often the server was, behind the proxy."""
        return sum(line.get("route") == route for line in self.log)


@contextmanager
def served(folder: Path, path: str = "") -> Iterator[Site]:
    """`mecenate serve` as the unit starts it, for a proxy at this machine."""
    site = Site(free_port(), free_port(), path, folder)
    command = [sys.executable, "-m", "mecenate.cli", "serve", "--port", str(site.inner), "--proxy", "127.0.0.1"]
    command += ["--prefix", path, "--database", f"sqlite:///{folder}/tables.sqlite"]
    environment = {"PYTHONPATH": str(Path(mecenate.__file__).parents[1]), "MECENATE_URL": site.url, "MECENATE_BOT_PAUSE": "0"}
    with running(command, folder / "server.log", lambda: there(f"{site.server}/healthz"), **environment):
        yield site


def fitted(name: str, places: dict[str, str]) -> str:
    """A file of deploy/ with ports, paths and names of here in place of its own; each of these has to be in it."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for own, here in places.items():
        assert own in text, f"deploy/{name} has no {own}"
        text = text.replace(own, here)
    return text


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, site: Site, trusted: Path, **how: Any):
        self.site = site
        self.trusted = ssl.create_default_context(cafile=str(trusted))
        transport = httpx.HTTPTransport(verify=self.trusted, **how)
        self.client = httpx.Client(
            base_url=site.url, transport=transport, headers={"Origin": site.origin}, timeout=PATIENCE_S
        )  # fmt: skip

    def ask(self, path: str, body: Any = None) -> Any:
        answer = self.client.post(path, json=body) if body is not None else self.client.get(path)
        assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text[:400]}"
        return answer.json() if answer.content else None

    def table(self) -> str:
        """A guest's, with a bot at it."""
        self.ask("/api/guest", {"name": "Anna"})
        seats = [{"kind": "person"}, {"kind": "bot", "level": "greedy"}]
        return self.ask("/api/tables", {"game": "stanza", "seats": seats})["info"]["table"]

    def play(self, table: str) -> int:
        """The first offered move, once one is asked; says where the game is then."""
        now = awaited(lambda: (found := self.ask(f"/api/tables/{table}/situation"))["offers"] and found)
        move = {"seat": 0, "move": now["offers"][0]["notation"], "after": now["position"], "seen": now["seq"]}
        return self.ask(f"/api/tables/{table}/move", move)["position"]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{one.name}={one.value}" for one in self.client.cookies.jar)
