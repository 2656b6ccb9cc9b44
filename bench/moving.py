"""A visitor with nothing but Python: looks at the page and plays a move of every game against a bot.

    python bench/moving.py http://127.0.0.1:8000

What a new installation has to be able to do, wherever it is; nothing is imported that does not come with Python.
"""

import json
import re
import sys
import time
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

GAMES = ("princes", "carrara", "stanza")
PATIENCE_S = 60.0


class Visitor:
    def __init__(self, address: str):
        self.address = address.rstrip("/")
        self._cookies: dict[str, str] = {}

    def read(self, path: str, body: dict[str, Any] | None = None) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Origin": self.address, "Content-Type": "application/json", "Cookie": cookies}
        request = Request(self.address + path, json.dumps(body).encode() if body is not None else None, headers)
        with urlopen(request, timeout=PATIENCE_S) as answer:
            for line in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = line.partition(";")[0].partition("=")
                self._cookies[name] = value
            return answer.read()

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        content = self.read(path, body)
        return json.loads(content) if content else None

    def wait(self) -> None:
        """Until the server is well."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.read("/healthz")
                return
            except (URLError, OSError):
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def look(self) -> int:
        """The page and all that it names; says how many files these are."""
        page = self.read("/").decode()
        assert "<!doctype html>" in page.lower(), page[:200]
        named = re.findall(r'(?:src|href)="\./([^"]+)"', page)
        assert any(one.endswith(".js") for one in named) and any(one.endswith(".css") for one in named), page
        assert all(self.read(f"/{one}") for one in named)
        return len(named) + 1

    def play(self, game: str) -> str:
        """One move, once the bot has answered before it; says which."""
        seats = [{"kind": "person"}, {"kind": "bot", "level": "greedy"}]
        table = self.ask("/api/tables", {"game": game, "seats": seats})["info"]["table"]
        until = time.monotonic() + PATIENCE_S
        while not (now := self.ask(f"/api/tables/{table}/situation?seat=0"))["offers"]:
            assert time.monotonic() < until, "the bot does not answer"
            time.sleep(0.05)
        move = now["offers"][0]["notation"]
        after = self.ask(f"/api/tables/{table}/move", {"seat": 0, "move": move, "after": now["position"], "seen": now["seq"]})
        assert after["position"] != now["position"], after
        return move


def visit(address: str) -> str:
    """All of it; a sentence about what was done."""
    visitor = Visitor(address)
    visitor.wait()
    files = visitor.look()
    visitor.ask("/api/guest", {"name": "Anna"})
    moves = ", ".join(f"{game}: {visitor.play(game)}" for game in GAMES)
    return f"{files} files of the page; {moves}"


if __name__ == "__main__":
    print(visit(sys.argv[1]))
