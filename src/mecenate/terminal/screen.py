"""Where the table prints and reads: a real terminal, a pipe, or a test."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress

from rich.console import Console, RenderableType
from rich.text import Text

from mecenate.core.errors import MecenateError
from mecenate.core.texts import LANGUAGES, Texts

PROMPT_LINES = 2  # the line that is typed on, and one to breathe


def words() -> Texts:
    """The terminal's own words; those of a game come with the game."""
    from pathlib import Path

    return Texts(Path(__file__).with_name("texts"))


def check_language(language: str) -> str:
    if language not in LANGUAGES:
        raise MecenateError(f"There is no language {language!r}. The languages: {', '.join(LANGUAGES)}.")
    return language


class Screen:
    """One place for output and input. `live` is a terminal that a person sits at and that can be cleared."""

    def __init__(
        self, language: str, console: Console | None = None, read: Callable[[str], str] | None = None, plain: bool = False
    ):
        self.language = check_language(language)
        self.console = console or _console(plain)
        self.read = read or _reader()
        self.watched = read is None and sys.stdin.isatty()  # a person types here; what comes from a pipe can be repeated
        self.live = self.watched and not plain and self.console.is_terminal and not self.console.is_dumb_terminal
        self.texts = words()

    def say(self, key: str, **values: object) -> str:
        return self.texts.say(self.language, key, **values)

    def print(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(Text(thing) if isinstance(thing, str) else thing)

    def tell(self, key: str, style: str = "", **values: object) -> None:
        self.console.print(Text(self.say(key, **values), style))

    def ask(self, key: str, **values: object) -> str:
        """One line of input, without its edges; raises EOFError when there is none any more."""
        return self.read(self.say(key, **values)).strip()

    @contextmanager
    def busy(self, key: str, **values: object) -> Iterator[None]:
        """Tell a person at the terminal what goes on, as long as it does."""
        with self.console.status(Text(self.say(key, **values), "dim")) if self.live else nullcontext():
            yield

    def lines(self, thing: RenderableType) -> int:
        """How many lines a thing takes."""
        return len(self.console.render_lines(thing, pad=False))

    @property
    def height(self) -> int | None:
        """How many lines are seen at once; None if that does not matter."""
        return self.console.size.height if self.live else None

    def clear(self) -> None:
        if self.live:
            self.console.file.write("\x1b[H\x1b[2J")
            self.console.file.flush()

    def forget(self) -> None:
        """Clear what another person must not see: the screen, what could be scrolled back to, and what was typed."""
        self.clear()
        if self.live:
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        if readline := sys.modules.get("readline"):
            readline.clear_history()


def _console(plain: bool) -> Console:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    return Console(highlight=False, markup=False, emoji=False, no_color=True if plain else None)


def _reader() -> Callable[[str], str]:
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  # line editing and history
        return input
    return _read_echoing


def _read_echoing(prompt: str) -> str:
    """Read from a pipe and write what was read, so that the output can be read like a conversation."""
    line = sys.stdin.readline()
    print(f"{prompt}{line.rstrip()}", flush=True)
    if not line:
        raise EOFError
    return line


def choose(screen: Screen, key: str, default: str, allowed: Sequence[str] = (), **values: object) -> str:
    """Ask until an allowed answer comes; Enter is the default."""
    while True:
        answer = screen.ask(key, default=default, **values) or default
        if not allowed or answer in allowed:
            return answer
        screen.tell("setup.not_allowed", "yellow", answer=answer, allowed=", ".join(allowed))
