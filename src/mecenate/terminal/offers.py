"""The offered moves on the terminal: shown short, with numbers to type, and found again from what was typed."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mecenate.core.errors import IllegalMove
from mecenate.core.flow import Flow
from mecenate.core.match import Match, Move
from mecenate.terminal.screen import Screen

LISTED = 8  # up to so many moves each has a line with its sentence
MANY = 36  # from here on moves of one kind are only counted
GROUPED = 3  # moves of one kind that share a line when there are many
TYPED, NUMBER = "bold cyan", "bold"


@dataclass(frozen=True)
class Offer:
    move: Move
    number: str  # what to type instead of the notation
    word: str
    what: str


class Offers:
    def __init__(self, match: Match, language: str):
        self.match = match
        self.language = language
        moves = match.legal()
        split = [move.notation.partition(" ") for move in moves]
        # Where all answers are figures, like `convert 3`, the figure itself is what to type.
        figures = len({word for word, _, _ in split}) == 1 and all(what.isdecimal() for _, _, what in split)
        self.offers = [
            Offer(move, what if figures else str(n), word, what)
            for n, (move, (word, _, what)) in enumerate(zip(moves, split, strict=True), start=1)
        ]
        self.figures = figures

    @property
    def moves(self) -> list[Move]:
        return [offer.move for offer in self.offers]

    @property
    def words(self) -> list[str]:
        """The words that moves begin with, in order."""
        return list(dict.fromkeys(offer.word for offer in self.offers))

    def exactly(self, text: str) -> Move | None:
        return next((offer.move for offer in self.offers if _plain(offer.move.notation) == _plain(text)), None)

    def find(self, text: str) -> list[Move]:
        """The moves that may be meant: by number, by notation, without the first word, or abbreviated."""
        text = _plain(text)
        ways = (
            lambda offer: offer.number == text,
            lambda offer: text in (_plain(offer.move.notation), _plain(offer.what)),
            lambda offer: _begins(_plain(offer.move.notation).split(), text.split()),
            lambda offer: _begins(_plain(offer.what).split(), text.split()),
        )
        for way in ways:
            if found := [offer.move for offer in self.offers if text and way(offer)]:
                return found
        return []

    def attempts(self, text: str) -> list[str]:
        """What was typed, by itself and behind each word that is asked for."""
        return [_plain(text), *(f"{word} {_plain(text)}" for word in self.words)]

    def rule_of(self, text: str) -> str:
        """The rule that refuses what was typed; "" if no move is meant."""
        for attempt in self.attempts(text):
            if rule := self.match.rule(attempt):
                return rule
        return ""

    def sentence(self, move: Move) -> str:
        return self.match.sentence(move, self.language)

    def show(self, listed: int = LISTED) -> RenderableType:
        """The moves to choose from; up to so many of them each have a line with their sentence."""
        if len(self.offers) <= listed:
            return self._list(self.offers)
        if self.figures:
            return Group(self._list(self.offers[:2]), Text("   …", "dim"), self._list(self.offers[-1:]))
        return self._grouped()

    @property
    def many(self) -> bool:
        """Whether there are too many to show, all of one kind."""
        return len(self.offers) >= MANY and len(self.words) == 1 and not self.figures

    def _list(self, offers: Sequence[Offer], width: int = 0) -> Table:
        """One line a move; `width` is that of the widest notation of several lists."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", min_width=3)
        table.add_column(min_width=width)
        for offer in offers:
            table.add_row(Text(offer.number, NUMBER), Text(offer.move.notation, TYPED), Text(self.sentence(offer.move)))
        return table

    def _grouped(self) -> Group:
        """One line a kind of move, if the sentences of its moves differ in a name only."""
        kinds = [[offer for offer in self.offers if offer.word == word] for word in self.words]
        common = [self._common(offers) if len(offers) >= GROUPED else None for offers in kinds]
        single = [offer for offers, shared in zip(kinds, common, strict=True) if shared is None for offer in offers]
        width = max((len(offer.move.notation) for offer in single), default=0)
        lines: list[RenderableType] = []
        for offers, shared in zip(kinds, common, strict=True):
            if shared is None:
                lines.append(self._list(offers, width))
                continue
            sentence, names = shared
            lines.append(Text.assemble("     ", (offers[0].word.ljust(width), TYPED), f"  {sentence}"))
            entries = (Text.assemble((offer.number, NUMBER), f" {name}") for offer, name in zip(offers, names, strict=True))
            lines.append(Flow(entries, "   ", indent=5))
        return Group(*lines)

    def _common(self, offers: Sequence[Offer]) -> tuple[str, list[str]] | None:
        """`Build a … for 700 florins` and the names that stand at the dots."""
        names, sentences = [], set()
        for offer in offers:
            name = thing_name(self.match, offer.move, self.language) or offer.what
            before, found, after = self.sentence(offer.move).partition(name)
            if not found:
                return None
            names.append(name)
            sentences.add(f"{before}…{after}")
        return (sentences.pop(), names) if len(sentences) == 1 else None


def thing_name(match: Match, move: Move, language: str) -> str:
    """The name of what a move is about, "" if it has none."""
    kind, i = match.game.moves.kind(move.action)
    return match.game.texts.find(language, f"names.{match.game.things[kind.names][i]}") if kind.names else ""


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _begins(words: Sequence[str], typed: Sequence[str]) -> bool:
    return 0 < len(typed) <= len(words) and all(word.startswith(t) for word, t in zip(words, typed, strict=False))


def refusal(screen: Screen, match: Match, offers: Offers, text: str) -> str:
    """Why what was typed can't be played, in a sentence."""
    for attempt in offers.attempts(text):
        try:
            match.find(attempt)
        except IllegalMove as refused:
            if refused.reason != "unknown":
                return f"{attempt}: {match.refusal(refused.reason, screen.language)}"
    return screen.say("play.unknown", text=text, words=", ".join(offers.words))
