"""Whether a scenario's moves are accepted, and whether what follows is what was expected."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mecenate.core import reading
from mecenate.core.errors import BadScenario, IllegalMove
from mecenate.core.match import SEATS, Event, Match
from mecenate.core.reading import Where, nearest, shown, unknown
from mecenate.core.telling import differences

CHECKS = ("asked", "question", "offered", "not offered", "only offered", "refused", "events", "winners", "scores")
NOBODY = "nobody"


@dataclass(frozen=True)
class Difference:
    """Something that is not as it was expected."""

    what: str
    expected: str
    found: str
    where: Where


@dataclass
class Checker:
    """Plays the moves of a scenario in a match, and notes what differs."""

    match: Match
    differs: list[Difference] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)  # the events of all moves, as they are written

    def differ(self, what: str, expected: Any, found: Any, where: Where) -> None:
        self.differs.append(Difference(what, shown(expected), shown(found), where))

    @property
    def asked(self) -> str:
        return NOBODY if self.match.seat is None else self.match.names[self.match.seat]

    def refusal(self, notation: Any, where: Where) -> tuple[str, str]:
        """The key of the rule that refuses a move and its words, both empty if it is offered."""
        match, text = self.match, shown(notation)
        if match.game.moves.parse(text, match.state) is None:
            raise BadScenario(_no_move(match, text), where)
        try:
            match.find(text)
        except IllegalMove as refused:
            return refused.reason, match.refusal(refused.reason)
        return "", ""

    def play(self, player: str, notation: str, where: Where) -> bool:
        """Make a move of `when`; False if it can't be made."""
        match, what = self.match, f"{player}: {notation}"
        reason, words = self.refusal(notation, where)
        if player != self.asked:
            found = "the game is over" if match.over else f"{self.asked} is asked ({match.question})"
            self.differ(what, f"{player} is asked", found, where)
        elif reason:
            self.differ(what, "the move is offered", f"refused ({reason}): {words}", where)
        else:
            match.play(notation)
            self.happened += [f"{name}: {event}" if name else event for name, event in happenings(match)]
            return True
        return False

    def compare(self, then: Mapping[str, Any]) -> None:
        """Note everything in which the position differs from what `then` says."""
        own = {key: value for key, value in then.items() if key in CHECKS}
        for key, value in own.items():
            getattr(self, "_" + key.replace(" ", "_"))(value, ("then", key))
        figures = {key: value for key, value in then.items() if key not in CHECKS}
        if figures:
            told = self.match.game.tell(self.match.state, self.match.names)
            for key in figures:
                if key not in told:
                    raise BadScenario(unknown(key, (*CHECKS, *told), "word of `then`"), ("then", key))
            for where, expected, found in differences(figures, told, ("then",)):
                self.differ(", ".join(map(str, where[1:])), expected, found, where)

    def _asked(self, value: Any, where: Where) -> None:
        expected = reading.word(value, (*self.match.names, NOBODY), where, "player of this scenario")
        if expected != self.asked:
            self.differ("asked", expected, self.asked, where)

    def _question(self, value: Any, where: Where) -> None:
        expected = reading.word(value, self.match.game.questions, where, "question of this game")
        if expected != self.match.question:
            self.differ("question", expected, self.match.question, where)

    def _offered(self, value: Any, where: Where) -> None:
        for n, notation in enumerate(reading.sequence(value, where, "offered")):
            reason, words = self.refusal(notation, (*where, n))
            if reason:
                self.differ(f"offered, {notation}", "offered", f"refused ({reason}): {words}", (*where, n))

    def _not_offered(self, value: Any, where: Where) -> None:
        for n, notation in enumerate(reading.sequence(value, where, "not offered")):
            if not self.refusal(notation, (*where, n))[0]:
                self.differ(f"not offered, {notation}", "not offered", "offered", (*where, n))

    def _only_offered(self, value: Any, where: Where) -> None:
        """Exactly these moves, in any order."""
        expected = [shown(notation) for notation in reading.sequence(value, where, "only offered")]
        for n, notation in enumerate(expected):
            self.refusal(notation, (*where, n))
        found = [move.notation for move in self.match.legal()]
        parse, state = self.match.game.moves.parse, self.match.state
        if {parse(notation, state) for notation in expected} != {parse(notation, state) for notation in found}:
            self.differ("only offered", expected, found, where)

    def _refused(self, value: Any, where: Where) -> None:
        reasons = self.match.game.reasons[1:]
        for notation, expected in reading.mapping(value, None, where, "refused").items():
            at = (*where, notation)
            reading.word(expected, reasons, at, "reason of this game")
            reason, _ = self.refusal(notation, at)
            if reason != expected:
                self.differ(f"refused, {notation}", expected, reason or "offered", at)

    def _events(self, value: Any, where: Where) -> None:
        """All of these happened in this order; other things may have happened between them."""
        rest = iter(self.happened)
        for n, item in enumerate(reading.sequence(value, where, "events")):
            expected = self._event(item, (*where, n))
            if not any(expected == event or event.startswith(f"{expected} ") for event in rest):
                self.differ("events", expected, self.happened, (*where, n))
                return

    def _event(self, item: Any, where: Where) -> str:
        """An event of `then`: `Name: what happened`, or what happened alone when it is nobody's."""
        player, text = "", item
        if isinstance(item, Mapping):
            if len(item) != 1:
                raise BadScenario(f"an event is written as `- Name: event`, not `{shown(item)}`.", where)
            [(player, text)] = item.items()
            where = (*where, player)
            reading.word(player, self.match.names, where, "player of this scenario")
        text = " ".join(shown(text).split())
        keys = [kind.key.replace("_", " ") for kind in self.match.game.events]
        if not any(text == key or text.startswith(f"{key} ") for key in keys):
            raise BadScenario(unknown(text, keys, "event of this game"), where)
        return f"{player}: {text}" if player else text

    def _winners(self, value: Any, where: Where) -> None:
        expected = reading.words(value, self.match.names, where, "player of this scenario")
        found = [self.match.names[seat] for seat in self.match.winners()]
        if sorted(expected) != sorted(found):
            self.differ("winners", expected, found if self.match.over else "the game is not over", where)

    def _scores(self, value: Any, where: Where) -> None:
        found = dict(zip(self.match.names, self.match.scores(), strict=True))
        for player, score in reading.mapping(value, self.match.names, where, "The scores").items():
            if score != found[player]:
                self.differ(f"scores, {player}", score, found[player], (*where, player))


def happenings(match: Match) -> list[tuple[str, str]]:
    """The events of the last move with nothing hidden: whose each is, and what happened: `won park 200`."""
    seen = [match.events(seat) for seat in (*range(match.seats), None)]
    found = []
    for n, public in enumerate(seen[-1]):
        if public.seat is None:
            found.append(("", _written(match, public)))
        else:
            found.append((match.names[public.seat], _written(match, seen[public.seat][n])))
    return found


def _written(match: Match, event: Event) -> str:
    parts = [event.key.replace("_", " ")]
    for what, number in event.about.items():
        if what in SEATS:
            parts.append(match.names[number])
        elif what in match.game.things:
            parts.append(match.game.things[what][number].rpartition(".")[2])
        else:
            parts.append(str(number))
    return " ".join(parts)


def _no_move(match: Match, text: str) -> str:
    """Which move somebody may have meant who wrote something that is none."""
    first = text.partition(" ")[0]
    kinds = {kind.word: kind for kind in match.game.moves.kinds}
    if first not in kinds:
        return f"`{text}` is no move of {match.game.title}.{nearest(first, kinds)} Moves begin with: {', '.join(kinds)}."
    kind = kinds[first]
    if kind.fixed:
        return f"`{text}` is no move of {match.game.title}; behind `{first}` stands a number, or nothing."
    possible = [f"{first} {what}".strip() for what in kind.about]
    listed = f" Possible: {', '.join(possible)}." if len(possible) <= 64 else f" It is written like `{possible[0]}`."
    return f"`{text}` is no move of {match.game.title}.{nearest(text, possible)}{listed}"
