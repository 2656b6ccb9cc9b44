"""The offered moves on the terminal: shown short, with numbers to type, and found again from what was typed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby

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
FOLDED = 4  # figures in equal steps that are told as one
MOST_SPACES = 3  # in a name; what is longer is a sentence
TYPED, NUMBER = "bold cyan", "bold"
FIGURE = re.compile(r"(\d+)")


@dataclass(frozen=True)
class Offer:
    move: Move
    number: str  # what to type instead of the notation; "" where a figure has to be typed
    word: str
    what: str

    @property
    def stem(self) -> str:
        """The notation without its last word: `marker muse` of `marker muse 300`."""
        return self.move.notation.rpartition(" ")[0]

    @property
    def figure(self) -> int | None:
        """The figure that the notation ends with."""
        last = self.what.rpartition(" ")[2]
        return int(last) if last.isdecimal() else None


@dataclass(frozen=True)
class Part:
    """Moves that are shown together: in one sentence with their names below it, as a row of figures, or by themselves."""

    offers: Sequence[Offer]
    typed: str = ""
    sentence: str = ""  # "" for moves by themselves
    names: Sequence[str] = ()


class Offers:
    def __init__(self, match: Match, language: str):
        self.match = match
        self.language = language
        # What ends a choice, a turn or the game comes last, so that no habit of another game plays it.
        moves = sorted(match.legal(), key=lambda move: bool(match.game.moves.kind(move.action)[0].ends))
        split = [move.notation.partition(" ") for move in moves]
        # Where all answers are figures, like `convert 3`, the figure itself is what to type.
        figures = len({word for word, _, _ in split}) == 1 and all(what.isdecimal() for _, _, what in split)
        self.offers = [
            Offer(move, what if figures else "", word, what) for move, (word, _, what) in zip(moves, split, strict=True)
        ]
        self.figures = figures
        if not figures:
            self._number()

    def _number(self) -> None:
        """Numbers in the order of the moves; figures in steps have none, because they are typed themselves."""
        numbers = count(1)
        self.offers = [
            replace(offer, number="" if len(run) >= FOLDED else str(next(numbers)))
            for run in self._runs(self.offers)
            for offer in run
        ]

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
        if len(self.offers) <= listed and all(offer.number for offer in self.offers):
            return self._list(self.offers)
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
        """One line a kind of move where the sentences differ in a name only, and one for figures in steps."""
        parts = [part for word in self.words for part in self._parts([offer for offer in self.offers if offer.word == word])]
        typed = [part.typed for part in parts]
        typed += [offer.move.notation for part in parts if not part.sentence for offer in part.offers]
        width = max(map(len, typed), default=0)
        lines: list[RenderableType] = []
        for part in parts:
            if not part.sentence:
                lines.append(self._list(part.offers, width))
            elif not part.names:
                line = Table.grid(padding=(0, 2, 0, 0))
                line.add_column(min_width=3)
                line.add_row("", Text(part.typed.ljust(width), TYPED), Text(part.sentence))
                lines.append(line)
            else:
                named = zip(part.offers, part.names, strict=True)
                lines.append(Text.assemble("     ", (part.typed.ljust(width), TYPED), f"  {part.sentence}"))
                lines.append(
                    Flow([Text.assemble((offer.number, NUMBER), f" {name}") for offer, name in named], "   ", indent=5)
                )
        return Group(*lines)

    def _parts(self, offers: Sequence[Offer]) -> list[Part]:
        """The moves of one word in parts."""
        runs = self._runs(offers)
        if any(len(run) >= FOLDED for run in runs):
            return [self._fold(run) if len(run) >= FOLDED else Part(run) for run in runs]
        if len(offers) >= GROUPED and (shared := self._common(offers)):
            return [Part(offers, offers[0].word, *shared)]
        found = []
        for stem, alike in groupby(offers, key=lambda offer: offer.stem):
            group = list(alike)
            shared = self._differing(group) if len(group) >= GROUPED else None
            found.append(Part(group, stem, *shared) if shared else Part(group))
        return found

    def _runs(self, offers: Sequence[Offer]) -> list[list[Offer]]:
        """All moves in order, those together whose figures go up in equal steps and whose sentences differ in figures only."""
        runs: list[list[Offer]] = []
        for offer in offers:
            run = runs[-1] if runs else []
            if not run or not self._alike(run[-1], offer):
                runs.append([offer])
            elif len(run) == 1 or _step(run[-1], offer) == _step(run[0], run[1]):
                run.append(offer)
            else:  # where two figures are not yet steps, the second may begin the next run
                runs.append([run.pop(), offer] if len(run) == 2 else [offer])
        return runs

    def _alike(self, offer: Offer, other: Offer) -> bool:
        if offer.figure is None or other.figure is None or offer.stem != other.stem:
            return False
        if self.match.game.moves.kind(offer.move.action)[0].names:
            return False  # a figure that is a name
        one, two = self.sentence(offer.move), self.sentence(other.move)
        return one != two and FIGURE.sub("#", one) == FIGURE.sub("#", two)

    def _fold(self, run: Sequence[Offer]) -> Part:
        """`marker muse 300 400 … 1500` and `Bid 300–1500 florins for the Muse`."""
        first, last = (FIGURE.split(self.sentence(run[n].move)) for n in (0, -1))
        sentence = "".join(a if a == b else f"{a}–{b}" for a, b in zip(first, last, strict=True))
        return Part(run, f"{run[0].move.notation} {run[1].figure} … {run[-1].figure}", sentence)

    def _differing(self, offers: Sequence[Offer]) -> tuple[str, list[str]] | None:
        """The words around the place where the sentences differ, and what stands there in each."""
        split = [self.sentence(offer.move).split(" ") for offer in offers]
        shortest = min(map(len, split))
        before = next((n for n in range(shortest) if len({words[n] for words in split}) > 1), shortest)
        left = shortest - before
        after = next((n for n in range(left) if len({words[-1 - n] for words in split}) > 1), left)
        names = [" ".join(words[before : len(words) - after]) for words in split]
        if not before + after or not all(names) or max(name.count(" ") for name in names) > MOST_SPACES:
            return None
        return " ".join([*split[0][:before], "…", *split[0][len(split[0]) - after :]]), names

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


def _step(offer: Offer, other: Offer) -> int:
    return (other.figure or 0) - (offer.figure or 0)


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
