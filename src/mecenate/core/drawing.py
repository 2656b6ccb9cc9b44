"""What the boards of all games on the terminal share: seats, words, figures, short labels, and fitting into a height."""

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from mecenate.core.texts import Texts

SYMBOLS = "⚜★☾✚☸"  # a seat is known by its symbol, not by its colour alone
SEAT_COLOURS = ("#5b83c9", "#c9912f", "#d0603f", "#4f9c84", "#a5699a")
DOT = " · "
QUIET, STRONG, GOOD = "dim", "bold", "bold green"


class Words:
    """The words of a game for one table; names begin with a capital, as they stand by themselves."""

    def __init__(self, texts: Texts, language: str, names: Sequence[str]):
        self.texts = texts
        self.language = language
        self.names = names

    def __call__(self, key: str, **values: object) -> str:
        return self.texts.say(self.language, f"table.{key}", **values)

    def name(self, group: str, key: str) -> str:
        found = self.texts.find(self.language, f"names.{group}.{key}")
        return found[0].upper() + found[1:]

    def all(self, group: str, keys: Iterable[str]) -> str:
        return ", ".join(self.name(group, key) for key in keys)

    def seat(self, seat: int) -> Text:
        """A seat by symbol, colour and name."""
        return Text(f"{SYMBOLS[seat]} {self.names[seat]}", SEAT_COLOURS[seat])

    def symbol(self, seat: int) -> Text:
        return Text(SYMBOLS[seat], SEAT_COLOURS[seat])


class Fitting:
    """A rich renderable that has several arrangements. Told a height by its options, it takes the fullest one that fits."""

    def arrangements(self, width: int) -> Iterable[RenderableType]:
        """From the fullest to the shortest."""
        raise NotImplementedError

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        free = options.update(height=None)
        chosen: RenderableType = ""
        for chosen in self.arrangements(options.max_width):
            if options.height is None or len(console.render_lines(chosen, free, pad=False)) <= options.height:
                break
        yield from console.render(chosen, free)


def figure(label: str, value: object, style: str = STRONG) -> Text:
    """A figure behind its label."""
    return Text.assemble((f"{label} ", QUIET), (str(value), style))


def clockwise(players: int, first: int | None) -> list[int]:
    """All seats, from one on."""
    return [((first or 0) + k) % players for k in range(players)]


def prefixes(names: Mapping[str, str], least: int = 1) -> dict[str, str]:
    """The beginning of each name, as short as it can be told from the others."""
    found = {}
    for key, name in names.items():
        others = [other for k, other in names.items() if k != key]
        length = next((n for n in range(least, len(name)) if not any(o.startswith(name[:n]) for o in others)), len(name))
        found[key] = name[:length]
    return found
