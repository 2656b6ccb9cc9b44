"""How long a newcomer waits, from `make play` in a fresh clone with empty caches: python bench/first_minute.py

It installs, builds and plays at 127.0.0.1 in a temporary folder, takes a minute or two, and prints a line for the README at the
end. `--wheel FILE` measures an installation from a wheel instead. Nothing of Mecenate has to be installed to run it.
"""

import argparse
import http.cookiejar
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

ROOT = Path(__file__).parents[1]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
LONGEST_S = 3600.0  # on a machine that is busy with other things
STEPS = {
    "Installing": "installing begins",
    "Building": "building the pages begins",
    "serving at": "the server prints its address",
}


class Watch:
    """What happened when, in seconds from the command."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.at: dict[str, float] = {}

    def note(self, what: str) -> None:
        if what not in self.at:
            self.at[what] = self.now
            print(f"{self.at[what]:7.1f} s  {what}", flush=True)

    @property
    def now(self) -> float:
        return time.monotonic() - self._began


class Server:
    """A command that ends in a server, in a process group of its own."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str], watch: Watch):
        self.address = ""
        self._watch = watch
        self._process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True,
        )  # fmt: skip
        self._said: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._said.append(line)
            for begins, what in STEPS.items():
                if begins in line:
                    self._watch.note(what)
            if "serving at" in line and (found := ADDRESS.search(line)):
                self.address = found[0]

    def check(self) -> None:
        if self._process.poll() is not None:
            sys.exit(f"It ended with {self._process.returncode}:\n{''.join(self._said[-20:])}")
        if self._watch.now > LONGEST_S:
            sys.exit(f"It took longer than {LONGEST_S:.0f} s.")

    def end(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            self._process.wait(60)


class Visitor:
    """Somebody with a browser."""

    def __init__(self, server: Server):
        self._server = server
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def ask(self, path: str, body: object = None) -> bytes:
        headers = {"Content-Type": "application/json", "Origin": self._server.address}
        data = None if body is None else json.dumps(body).encode()
        with self._opener.open(Request(self._server.address + path, data, headers), timeout=60) as answer:
            return answer.read()

    def page(self) -> bool:
        try:
            return bool(self._server.address) and b"<title>" in self.ask("/")
        except (URLError, OSError):
            return False

    def play(self, game: str) -> None:
        """Sit down with an Apprentice and a Master, and make the first own move."""
        self.ask("/api/guest", {"name": "Anna"})
        seats = [{"kind": "person"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "master"}]
        table = json.loads(self.ask("/api/tables", {"game": game, "seats": seats}))["info"]["table"]
        while True:
            now = json.loads(self.ask(f"/api/tables/{table}/situation?seat=0"))
            if now["offers"]:
                move = {"seat": 0, "move": now["offers"][0]["notation"], "after": now["position"], "seen": now["seq"]}
                self.ask(f"/api/tables/{table}/move", move)
                return
            self._server.check()
            time.sleep(0.05)

    def compiled(self) -> dict[str, str]:
        return json.loads(self.ask("/healthz"))["games"]


def until(server: Server, true) -> None:
    while not true():
        server.check()
        time.sleep(0.1)


def measure(place: Path, game: str, wheel: Path | None) -> Watch:
    own = {name: str(place / name.lower()) for name in ("PIP_CACHE_DIR", "UV_CACHE_DIR", "NPM_CONFIG_CACHE", "XDG_CACHE_HOME")}
    own |= {"MECENATE_CACHE": str(place / "cache"), "MECENATE_DATA": str(place / "data"), "BROWSER": "true"}
    environment = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")} | own
    folder = place / "mecenate"
    if wheel:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin/pip", "install", "--quiet", wheel], check=True, env=environment)
        command = [str(folder / "bin/mecenate"), "serve", "--open"]
    else:
        subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
        command = ["make", "play"]
    watch = Watch()
    server = Server(command, folder, environment, watch)
    try:
        visitor = Visitor(server)
        until(server, visitor.page)
        watch.note("the page answers")
        visitor.play(game)
        watch.note("the first own move is made")
        until(server, lambda: visitor.compiled()[game] != "uncompiled")
        watch.note("the rules of this game are compiled")
        until(server, lambda: set(visitor.compiled().values()) == {"all"})
        watch.note("everything is compiled")
    finally:
        server.end()
    return watch


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", default="princes", help="what is played")
    parser.add_argument("--wheel", type=Path, help="an installation from this wheel, which is not measured itself")
    given = parser.parse_args()
    load = f"load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, {load}", flush=True)
    with tempfile.TemporaryDirectory(prefix="mecenate-") as place:
        at = measure(Path(place), given.game, given.wheel).at
    page, move = at["the page answers"], at["the first own move is made"]
    print(
        f"\nThe page is there {page:.0f} s after the command, the first move {move - page:.1f} s later; the rules of the game "
        f"that is played are compiled {at['the rules of this game are compiled'] - page:.0f} s after the page, "
        f"everything {at['everything is compiled'] - page:.0f} s."
    )


if __name__ == "__main__":
    main()
