"""How bricks, buildings and statues look on the terminal: a few letters and a colour each, never a colour alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.text import Text

from mecenate.core.drawing import QUIET, STRONG, Words, prefixes
from mecenate.core.texts import Texts
from mecenate.games.carrara.components import CITIES, COLOURS, LANDSCAPES, TABLE, TYPES
from mecenate.games.carrara.view import BuildingView

TEXTS = Texts(Path(__file__).with_name("texts"))
DARK, LIGHT = "#2b2118", "#fbf6ea"
BRICKS = {
    "white": f"{DARK} on #efe9dc",
    "yellow": f"{DARK} on #dfb23a",
    "red": f"{LIGHT} on #a8322a",
    "green": f"{LIGHT} on #3c7f4c",
    "blue": f"{LIGHT} on #3566a8",
    "purple": f"{LIGHT} on #6a4390",
    "gold": f"{DARK} on #c9a227",
}
LANDS = {"urban": f"{LIGHT} on #a8562a", "rural": f"{LIGHT} on #4d7c41"}
LAND_OF = {kind.key: kind.landscape for kind in TABLE.types}
STATUE = "♙"
GOLD = "Au"  # its chemical sign, as its name begins like that of another colour
SHORT = 3  # letters of a type or city
SPELLED = 2  # bricks of a colour that are spelled out before they are counted


class Labels(Words):
    """Words, and the short labels that they give: as few letters as tell the things of a kind apart."""

    def __init__(self, language: str, names: Sequence[str]):
        super().__init__(TEXTS, language, names)
        self.letters = {**prefixes(self._names("colour", COLOURS)), "gold": GOLD}
        self.types = prefixes(self._names("type", TYPES), SHORT)
        self.cities = prefixes(self._names("city", CITIES), SHORT)
        self.places = {**self.cities, **{land: self(land) for land in LANDSCAPES}}

    def _names(self, group: str, keys: Sequence[str]) -> dict[str, str]:
        return {key: self.name(group, key) for key in keys}

    def brick(self, colour: str, count: int = 1) -> Text:
        """`R`, `RR` or `R×3` on red."""
        letter = self.letters[colour]
        return Text(letter * count if count <= SPELLED else f"{letter}×{count}", BRICKS[colour])

    def bricks(self, counts: Mapping[str, int]) -> list[Text]:
        return [self.brick(colour, count) for colour, count in counts.items() if count]

    def statue(self, colour: str) -> Text:
        return Text(f"{STATUE}{self.letters[colour]}", BRICKS[colour])

    def piece(self, piece: str) -> Text:
        """A decoration by its name, a statue by its sign."""
        colour, _, statue = piece.partition(" ")
        return self.statue(colour) if statue else Text(self.name("piece", piece))

    def tile(self, tile: str, full: bool) -> Text:
        """A tile that nobody has built yet; in short the second three of a type looks like the first."""
        kind, _, value = tile.partition(" ")
        name = self.name("type", kind) if full else self.types[kind]
        return Text(f"{name} {value if full else value[0]}", LANDS[LAND_OF[kind]])

    def monument(self, tile: str) -> Text:
        kind, _, _ = tile.partition(" ")
        return Text(self.types[kind], LANDS[LAND_OF[kind]])

    def building(self, built: BuildingView, full: bool) -> Text:
        """A tile in its city: `Biblioteca 3+1♙W`, the decoration as what it adds."""
        name = self.name("type", built.type) if full else self.types[built.type]
        label = Text(f"{name} {built.tile.partition(' ')[2]}", LANDS[LAND_OF[built.type]])
        label.append("+1" if built.decorated else "")
        return label.append_text(self.statue(built.statue)) if built.statue else label

    def shortest(self, built: BuildingView) -> Text:
        """The same in six characters: `Bib3+♙`."""
        mark = f"{'+' if built.decorated else ''}{STATUE if built.statue else ''}"
        return Text(f"{self.types[built.type]}{built.value}{mark}", LANDS[LAND_OF[built.type]])


def missing() -> Text:
    return Text("–", QUIET)


def strong(text: str) -> Text:
    return Text(text, STRONG)
