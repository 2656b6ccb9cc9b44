"""Plans: moves held for a seat until it is asked. They never surprise: whatever comes otherwise than planned ends them.

A plan is stored as it was made, with the number of the last entry then; what became of it follows from the log.
"""

import copy
from typing import Any

import msgspec

from mecenate.core.game import Game
from mecenate.core.match import SEATS, Match
from mecenate.server.refused import Refused
from mecenate.server.wire import ExactPlan, Plan, PlanEnd, PlanInfo, RepeatPlan, UntilPlan


class Held(msgspec.Struct, frozen=True):
    """A plan as it is stored."""

    id: str
    seat: int
    seq: int  # the last entry when it was made
    plan: Plan
    subject: dict[str, int]  # what it was made for: the things that the question named
    begun: bool  # whether the question it waits for was being asked


class Ended(Exception):
    """A plan is over."""

    def __init__(self, why: PlanEnd):
        super().__init__(why)
        self.why: PlanEnd = why


class Progress:
    """What became of a plan so far."""

    __slots__ = ("begun", "done", "held", "subject")

    def __init__(self, held: Held):
        self.held = held
        self.subject = held.subject
        self.begun = held.begun
        self.done = 0

    def info(self) -> PlanInfo:
        return PlanInfo(id=self.held.id, seat=self.held.seat, plan=self.held.plan, done=self.done)


def subject(match: Match) -> dict[str, int]:
    """The things that the question is about: an auction's object, the tile to lay. Seats and figures change all the time."""
    if match.over:
        return {}
    about = match.game.asking(match.state)
    return {what: int(number) for what, number in about.items() if what in match.game.things and what not in SEATS}


def fits(planned: dict[str, int], now: dict[str, int]) -> bool:
    """Whether the question is about what a plan was made for, or about nothing in particular."""
    return not now or (bool(planned) and planned.items() <= now.items())


def made(match: Match, seat: int, seq: int, plan: Plan, key: str) -> Held:
    """A checked plan for the situation as it is."""
    game = match.game
    words = {kind.word for kind in game.moves.kinds}
    for move in _moves(plan):
        if move.lower().split()[0] not in words:
            raise Refused("plan-move", move=move)
    for question in _questions(plan):
        if question not in game.questions:
            raise Refused("plan-question", question=question)
    found, begun = subject(match), False
    if isinstance(plan, UntilPlan):
        begun = match.question == plan.question
        if not begun and not plan.about:
            raise Refused("plan-about", question=plan.question)
    if not isinstance(plan, RepeatPlan) and plan.about:
        given = _things(game, plan.about)
        begun = begun and fits(given, found)
        found = given
    return Held(key, seat, seq, plan, found, begun)


def _moves(plan: Plan) -> tuple[str, ...]:
    if isinstance(plan, ExactPlan):
        moves = plan.moves
    elif isinstance(plan, UntilPlan):
        moves = (plan.move, plan.otherwise) if plan.otherwise else (plan.move,)
    else:
        moves = (plan.move,)
    if not all(move.strip() for move in moves):
        raise Refused("plan-move", move="")
    return moves


def _questions(plan: Plan) -> tuple[str, ...]:
    if isinstance(plan, ExactPlan):
        return ()
    return (plan.question, *plan.within) if isinstance(plan, RepeatPlan) else (plan.question,)


def _things(game: Game, about: dict[str, str]) -> dict[str, int]:
    found = {}
    for what, thing in about.items():
        if what not in game.things or thing not in game.things[what]:
            raise Refused("plan-thing", thing=f"{what} {thing}")
        found[what] = list(game.things[what]).index(thing)
    return found


def next_move(progress: Progress, match: Match) -> str | None:
    """The planned answer to the question that this seat is asked; None to leave it to the person."""
    plan = progress.held.plan
    offered = [move.notation for move in match.legal()]
    if isinstance(plan, RepeatPlan):
        if match.question == plan.question:
            return _exactly(plan.move, offered)
        if match.question in plan.within:
            return None
        raise Ended("question")
    if isinstance(plan, UntilPlan) and match.question != plan.question:
        raise Ended("question")
    if not fits(progress.subject, subject(match)):
        raise Ended("subject")
    if isinstance(plan, ExactPlan):
        return _exactly(plan.moves[progress.done], offered)
    figures = {notation: _figure(notation, plan.move) for notation in offered}
    found = [notation for notation, figure in figures.items() if figure is not None]
    if len(found) == 1 and (figures[found[0]] or 0) <= plan.limit:
        return found[0]
    if not plan.otherwise:
        raise Ended("limit")
    return _exactly(plan.otherwise, offered)


def _exactly(move: str, offered: list[str]) -> str:
    plain = _plain(move)
    for notation in offered:
        if _plain(notation) == plain:
            return notation
    raise Ended("not-offered")


def _figure(notation: str, word: str) -> int | None:
    """The figure of a move with this word."""
    first, _, what = notation.partition(" ")
    return int(what) if first == word.lower() and what.isdecimal() else None


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _by_plan(progress: Progress, about: dict[str, int], body: dict[str, Any]) -> PlanEnd | None:
    """A plan has made its move; says whether that was all."""
    plan = progress.held.plan
    progress.done += 1
    if isinstance(plan, ExactPlan):
        progress.subject = about  # what comes of the move was planned too
        return "done" if progress.done == len(plan.moves) else None
    last = isinstance(plan, UntilPlan) and _plain(body["notation"]) == _plain(plan.otherwise)
    return "done" if last else None


def _by_hand(plan: Plan, question: str) -> PlanEnd | None:
    """Who answers what a plan was to answer wants something else."""
    return None if isinstance(plan, RepeatPlan) and question != plan.question else "own-move"


class Plans:
    """The plans at a table, at most one a seat, and why the last one of a seat ended."""

    __slots__ = ("ended", "of")

    def __init__(self) -> None:
        self.of: dict[int, Progress] = {}
        self.ended: dict[int, PlanEnd] = {}

    def copy(self) -> "Plans":
        twin = Plans()
        twin.of = {seat: copy.copy(progress) for seat, progress in self.of.items()}
        twin.ended = dict(self.ended)
        return twin

    def hold(self, held: Held) -> None:
        self.of[held.seat] = Progress(held)
        self.ended.pop(held.seat, None)

    def drop(self, seat: int) -> None:
        self.of.pop(seat, None)
        self.ended.pop(seat, None)

    def end(self, seat: int, why: PlanEnd) -> None:
        if self.of.pop(seat, None):
            self.ended[seat] = why

    def end_all(self, why: PlanEnd) -> None:
        for seat in list(self.of):
            self.end(seat, why)

    def moved(self, match: Match, seat: int, question: str, body: dict[str, Any]) -> None:
        """A seat has answered a question, itself or by its plan; `match` is the position after it."""
        if not self.of:
            return
        about = subject(match)
        for owner, progress in list(self.of.items()):
            plan = progress.held.plan
            if owner == seat:
                why = _by_plan(progress, about, body) if body["by"] == "plan" else _by_hand(plan, question)
                if why:
                    self.end(owner, why)
                    continue
            if isinstance(plan, UntilPlan):
                asked = match.question == plan.question and fits(progress.subject, about)
                if progress.begun and not asked:
                    self.end(owner, "finished")
                progress.begun = progress.begun or asked

    def settle(self, match: Match) -> None:
        """End the plan of the seat that is asked if it has no answer."""
        seat = match.seat
        if seat is None:
            self.end_all("over")
        elif seat in self.of:
            try:
                next_move(self.of[seat], match)
            except Ended as ended:
                self.end(seat, ended.why)

    def answer(self, match: Match) -> str | None:
        """The planned move of the seat that is asked, if there is one."""
        progress = self.of.get(match.seat) if match.seat is not None else None
        return next_move(progress, match) if progress else None
