"""How persons, favours and disciplines look on the terminal: a letter and a colour each, never a colour alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.text import Text

from mecenate.core.drawing import QUIET, STRONG, Words, prefixes
from mecenate.core.texts import Texts
from mecenate.games.stanza.components import COLOURS, DISCIPLINES
from mecenate.games.stanza.view import PersonView, SeatView

TEXTS = Texts(Path(__file__).with_name("texts"))
DARK, LIGHT = "#2b2118", "#fbf6ea"
STYLES = {
    "discoveries": f"{LIGHT} on #3566a8",
    "literature": f"{LIGHT} on #a8322a",
    "religion": f"{LIGHT} on #3c7f4c",
    "art": f"{DARK} on #dfb23a",
    "politics": f"{DARK} on #b9b6b0",
    "bonus": f"{LIGHT} on #7a5687",
    "white": f"{DARK} on #f4f0e6",
    "patron": f"{LIGHT} on #3b2a22",
}
DISCIPLINE_OF = dict(zip(COLOURS[:-1], DISCIPLINES, strict=False))  # the last colour is the joker
JOKER, PATRON, TURNED, STARTER, NOBODY = "✱", "♔", "♚", "°", "·"
FLORIN = "ƒ"


class Labels(Words):
    """Words, and the letter of each discipline, which is also that of its persons, favours and books."""

    def __init__(self, language: str, names: Sequence[str]):
        super().__init__(TEXTS, language, names)
        self.letters = prefixes({key: self.name("discipline", key) for key in DISCIPLINES})

    def letter(self, discipline: str) -> Text:
        return Text(self.letters[discipline], STYLES[discipline])

    def badge(self, discipline: str, mark: str = " ") -> Text:
        """The letter with room around it."""
        return Text(f" {self.letters[discipline]}{mark}", STYLES[discipline])

    def person(self, person: PersonView | None) -> Text:
        """Three characters; a start person has a mark, as it does not come back."""
        if person is None:
            return Text(f" {NOBODY} ", QUIET)
        return self.badge(person.discipline, STARTER if person.starter else " ")

    def favour(self, colour: str) -> Text:
        if colour in DISCIPLINE_OF:
            return self.letter(DISCIPLINE_OF[colour])
        return Text(JOKER, STYLES["white"])

    def counted(self, counts: Mapping[str, int]) -> list[Text]:
        """Things of disciplines, with how many of each there are: `D2`."""
        return [self.with_count(self.letter(key), count) for key, count in counts.items()]

    def favours(self, counts: Mapping[str, int]) -> list[Text]:
        """The same for favours, which are counted by colours."""
        return [self.with_count(self.favour(key), count) for key, count in counts.items()]

    def with_count(self, sign: Text, count: int) -> Text:
        return Text.assemble(sign, (str(count), STRONG if count else QUIET))

    def all_of(self, label: str, pieces: Sequence[Text]) -> Text:
        """Pieces that stay together, behind their label."""
        return Text.assemble((f"{self(label)} ", QUIET), Text(" ").join(pieces))

    def shortest(self, counts: Mapping[str, int]) -> Text:
        """Only what is there, in as few characters as possible: `D2R`."""
        there = ((key, count) for key, count in counts.items() if count)
        found = Text().join(Text(self.letters[key] + (str(count) if count > 1 else ""), STYLES[key]) for key, count in there)
        return found if found.plain else missing()

    def row(self, persons: Sequence[PersonView | None]) -> Text:
        """Persons in the order of their track, one character each."""
        return Text().join(self.letter(p.discipline) if p else Text(NOBODY, QUIET) for p in persons)


def patron(seat: SeatView) -> str:
    return TURNED if seat.turned_over else PATRON


def missing() -> Text:
    return Text("–", QUIET)
