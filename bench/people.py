"""People who play over the network, as light as can be, so that the server is what is measured.

Each comes from an address of their own (127.x.y.z), as people do: the server's limits for one address stay as they are.
"""

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

GONE = (OSError, EOFError, asyncio.IncompleteReadError)  # the server is not there, or went away

IDLE_S = 8.0  # the server ends connections that are not used for 15 s; a request must not meet that moment


def address_of(number: int) -> str:
    return f"127.{10 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


class Person:
    """Somebody with a session. `ask` uses one connection for one request after the other."""

    def __init__(self, port: int, number: int):
        self.port = port
        self.number = number
        self.address = address_of(number)
        self.cookie = ""
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0  # when the connection was last used
        self._one = asyncio.Lock()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and answer. Raises one of GONE where nothing is known of what became of the request."""
        async with self._one:
            try:
                if time.monotonic() - self._used > IDLE_S:
                    self.hang_up()
                self._used = time.monotonic()
                if self._line is None:
                    self._line = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
                return await self._exchange(*self._line, method, path, body)
            except BaseException:
                self.hang_up()
                raise

    async def _exchange(self, reader, writer, method: str, path: str, body: Any) -> tuple[int, Any]:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nOrigin: http://127.0.0.1:{self.port}\r\n"
        head += f"Cookie: mecenate={self.cookie}\r\n" if self.cookie else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {}
        for line in lines[1:-2]:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        if headers.get("set-cookie", "").startswith("mecenate="):
            self.cookie = headers["set-cookie"].partition(";")[0].partition("=")[2]
        content = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection", "") == "close":
            self.hang_up()
        return int(lines[0].split(" ")[1]), json.loads(content) if content else None

    async def must(self, method: str, path: str, body: Any = None) -> Any:
        status, answer = await self.ask(method, path, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer

    def hang_up(self) -> None:
        if self._line is not None:
            self._line[1].transport.abort()
            self._line = None

    async def enter(self) -> None:
        await self.must("POST", "/api/guest", {"name": f"Person {self.number}"})

    def live(self, table: str, since: int | None = None, compressed: bool = True) -> connect:
        """A live connection to a table, to be entered with `async with`."""
        path = f"/api/tables/{table}/live" + ("" if since is None else f"?since={since}")
        return connect(
            f"ws://127.0.0.1:{self.port}{path}",
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            additional_headers={"Cookie": f"mecenate={self.cookie}"},
            local_addr=(self.address, 0),
            compression="deflate" if compressed else None,
            open_timeout=30,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )


async def sit(people: list[Person], game: str, **options: Any) -> str:
    """A running table with these people, the first of them as host."""
    seats = [{"kind": "person" if n == 0 else "open"} for n in range(len(people))]
    body = {"game": game, "seats": seats, "public": True, "takeover": "random", **options}
    table = (await people[0].must("POST", "/api/tables", body))["info"]["table"]
    for n, person in enumerate(people[1:], start=1):
        await person.must("POST", f"/api/tables/{table}/join", {"seat": n})
    return table


__all__ = ["GONE", "ClientConnection", "Person", "address_of", "sit"]
