"""Stored games: a small text file that a person can read, a program can replay, and nobody can bend unseen.

    mecenate record 1
    game: princes
    rules: 1
    components: 16f0a1b2c3d4
    options: money=hidden
    seats: Anna, Bruno, Clara
    seed: 7
    moves:
    1 discard poet
    2 discard painter
    ...
    result: 41 38 52
    check: 5be1c0d2a9f3

A move is written as the number of its seat, from 1, and its notation. `result` stands only below a finished game. `check` is a
hash of the lines above it; what protects against forgery is that the moves are replayed.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mecenate.core.errors import BadRecord, IllegalMove, Refusal
from mecenate.core.game import Game, Value
from mecenate.core.match import SEED_LIMIT, Match
from mecenate.core.texts import Phrase

FIRST_LINE = "mecenate record 1"
LONGEST_SEED = len(str(SEED_LIMIT))  # Python itself reads only numbers of so many digits
HEAD = ("game", "rules", "components", "options", "seats", "seed", "moves")


@dataclass(frozen=True)
class Head:
    """What stands above the moves."""

    game: str
    rules: int
    components: str
    options: Mapping[str, Value]
    names: Sequence[str]
    seed: int


def dumps(match: Match) -> str:
    """A match as a record."""
    game = match.game
    head = Head(
        game.key, game.rules_version, game.components_of(match.options), match.options, match.names, match.seed
    )  # fmt: skip
    return written(head, [(move.seat, move.notation) for move in match.moves], match.scores() if match.over else None)


def written(head: Head, moves: Iterable[tuple[int, str]], scores: Sequence[int] | None) -> str:
    """The text of a record, for who has no match but knows what is to be in it; `scores` only of a finished game."""
    lines = [
        FIRST_LINE,
        f"game: {head.game}",
        f"rules: {head.rules}",
        f"components: {head.components}",
        f"options: {', '.join(f'{key}={_write(value)}' for key, value in head.options.items())}".rstrip(),
        f"seats: {', '.join(_clean(name) for name in head.names)}",
        f"seed: {head.seed}",
        "moves:",
        *(f"{seat + 1} {notation}" for seat, notation in moves),
    ]
    if scores is not None:
        lines.append(f"result: {' '.join(map(str, scores))}")
    lines.append(f"check: {_hash(lines)}")
    return "\n".join(lines) + "\n"


def loads(text: str, load: Callable[[str], Game], moves: int | None = None) -> Match:
    """Replay a record, whole or its first `moves` moves. `load` finds a game by its key.

    Everything is checked whatever is asked for: a record whose later moves are wrong is refused too.
    """
    lines = text.splitlines()
    head = _head(lines)
    body = len(HEAD) + 1
    last = len(lines)
    if not lines[-1].startswith("check: "):
        raise BadRecord("record-cut", last)
    match = _set_up(head, load)
    results = 1 if lines[-2].startswith("result: ") else 0
    for number, line in enumerate(lines[body : last - 1 - results], start=body + 1):
        _replay(match, line, number)
    if results:
        own = f"result: {' '.join(map(str, match.scores()))}"
        if not match.over:
            raise BadRecord("record-early", last - 1)
        if lines[-2] != own:
            raise BadRecord("record-result", last - 1, own=own, result=lines[-2])
    elif match.over:
        raise BadRecord("record-no-result", last)
    if lines[-1] != f"check: {_hash(lines[:-1])}":
        raise BadRecord("record-check", last)
    if moves is not None:
        match.back_to(moves)
    return match


def save(match: Match, path: Path) -> None:
    """Write a record so that there is never half a file."""
    from mecenate.core.files import write_whole

    write_whole(path, dumps(match))


def read(path: Path, load: Callable[[str], Game], moves: int | None = None) -> Match:
    text = _text(path)
    try:
        return loads(text, load, moves)
    except BadRecord as error:
        raise BadRecord("record-file", path=path, why=error) from None


@dataclass(frozen=True)
class Glance:
    """What a record says of itself, for lists: nothing of it is checked."""

    game: str
    names: Sequence[str]
    moves: int
    over: bool


def glance(path: Path) -> Glance:
    """A record from outside, without its moves being played."""
    lines = _text(path).splitlines()
    head = _head(lines)
    over = any(line.startswith("result: ") for line in lines[-2:])
    moves = len(lines) - (len(HEAD) + 1) - over - lines[-1].startswith("check: ")
    return Glance(head["game"], head["seats"].split(", "), moves, over)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord("record-unreadable", path=path, why=error.strerror) from None
    except UnicodeDecodeError:
        raise BadRecord("record-no-text", path=path) from None


def _head(lines: list[str]) -> dict[str, str]:
    if not lines or lines[0] != FIRST_LINE:
        raise BadRecord("record-first", 1, first=FIRST_LINE)
    found = {}
    for number, key in enumerate(HEAD, start=2):
        line = lines[number - 1] if number <= len(lines) else ""
        if not line.startswith(f"{key}:"):
            raise BadRecord("record-head", number, key=key, found=line)
        found[key] = line.removeprefix(f"{key}:").strip()
    return found


def _set_up(head: dict[str, str], load: Callable[[str], Game]) -> Match:
    line = {key: number for number, key in enumerate(HEAD, start=2)}
    try:
        game = load(head["game"])
    except Refusal as error:
        raise BadRecord("record-wrong", line["game"], why=error) from None
    if head["rules"] not in map(str, game.played):
        raise BadRecord("record-rules", line["rules"], own=game.rules_version, rules=head["rules"])
    if not head["seed"].isdecimal() or len(head["seed"]) > LONGEST_SEED:
        raise BadRecord("record-seed", line["seed"], seed=head["seed"][: 2 * LONGEST_SEED], digits=LONGEST_SEED)
    names = head["seats"].split(", ")
    options = dict(_read(game, pair, line["options"]) for pair in head["options"].split(", ") if pair)
    try:
        match = Match(game, len(names), int(head["seed"]), options, names)
    except Refusal as error:
        raise BadRecord("record-wrong", line["seats"], why=error) from None
    components = game.components_of(match.options)
    if head["components"] != components:
        raise BadRecord("record-components", line["components"], components=head["components"], own=components)
    return match


def _read(game: Game, pair: str, line: int) -> tuple[str, Value]:
    key, _, text = pair.partition("=")
    option = next((option for option in game.options if option.key == key), None)
    value = next((value for value in option.values if _write(value) == text), None) if option else None
    if value is None:
        raise BadRecord("record-option", line, option=pair, game=game.called)
    return key, value


def _replay(match: Match, line: str, number: int) -> None:
    seat, _, notation = line.partition(" ")
    if match.over:
        raise BadRecord("record-over", number, move=line)
    if seat != str(match.state.asked + 1):
        raise BadRecord("record-seat", number, seat=int(match.state.asked) + 1, found=seat)
    try:
        match.play(notation)
    except IllegalMove as error:
        if error.reason == "unknown":
            raise BadRecord("record-unknown-move", number, move=notation, game=match.game.called) from None
        why = Phrase(match.game.texts, f"reasons.{error.reason}")
        raise BadRecord("record-move", number, move=notation, why=why) from None


def _write(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _clean(name: str) -> str:
    """Names are separated by commas and stand on one line."""
    return " ".join(name.replace(",", " ").split()) or "?"


def _hash(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
