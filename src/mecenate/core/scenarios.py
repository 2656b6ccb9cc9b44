"""Scenarios, the executable rulebook: given a position, when these moves are made, then this is so.

    title: The first builder makes building cheaper
    game: princes
    players: [Anna, Bob, Chris]
    given:
      turn: Anna
      Anna: {builders: 1, florins: 1000}
    when:
      - Anna: build tower
    then:
      Anna: {florins: 700}

A file may hold several, with a line `---` between them. The words of `given`, and of `then` as far as they tell a position,
are the game's own; the rest is the same for every game. docs/scenarios.md documents all of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mecenate.core import reading
from mecenate.core.checking import CHECKS, Checker, Difference
from mecenate.core.errors import BadScenario, MecenateError
from mecenate.core.game import Game
from mecenate.core.match import SEED_LIMIT, Match
from mecenate.core.reading import Where, shown
from mecenate.core.yaml_lines import Document, documents

WORDS = ("title", "source", "like", "game", "players", "options", "seed", "given", "when", "then")
INHERITED = ("source", "game", "players", "options", "seed", "given")  # from the scenario that this one is `like`
SUFFIXES = (".yaml", ".yml")

Load = Callable[[str], Game]


@dataclass(frozen=True)
class Step:
    """A move of `when`."""

    player: str
    notation: str
    where: Where


@dataclass
class Scenario:
    title: str
    source: str
    game: str
    players: list[str]
    options: dict[str, Any]
    seed: int
    given: dict[str, Any] | None  # None: from the setup on
    when: list[Step]
    then: dict[str, Any]
    name: str = ""  # of the file
    document: Document = field(default_factory=lambda: Document({}))

    @property
    def line(self) -> int:
        return self.document.line(("title",))

    def bad(self, error: MecenateError, where: Where = ()) -> BadScenario:
        """An error in this scenario, with its file and line."""
        where = (*where, *error.where) if isinstance(error, BadScenario) else where
        return BadScenario(f"{self.name}, line {self.document.line(where)}: {error}", where)


@dataclass
class Outcome:
    """What came out of a scenario: nothing but checks that hold, or what differs."""

    scenario: Scenario
    differs: list[Difference]

    @property
    def passed(self) -> bool:
        return not self.differs


def files(paths: list[Path]) -> list[Path]:
    """The scenario files among some files and folders, in the order of their names."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES)
            if not inside:
                raise BadScenario(f"{path} has no scenario files in it; their names end in {' or '.join(SUFFIXES)}.")
            found += inside
        else:
            found.append(path)
    return found


def read(path: Path) -> list[Scenario]:
    """All scenarios of a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadScenario(f"{path} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadScenario(f"{path} is not a text file in UTF-8.") from None
    return loads(text, str(path))


def loads(text: str, name: str = "scenario") -> list[Scenario]:
    """All scenarios of a text; `name` is what messages call it."""
    try:
        found = documents(text)
    except BadScenario as error:
        raise BadScenario(f"{name}, {error}" if str(error).startswith("line ") else f"{name}: {error}") from None
    if not found:
        raise BadScenario(f"{name} is empty; a scenario begins with a line like `title: What it shows`.")
    scenarios: dict[str, Scenario] = {}
    raw: dict[str, Document] = {}
    for document in found:
        try:
            scenario = _scenario(document, raw)
            if scenario.title in scenarios:
                raise BadScenario(
                    f"there is another scenario with the title `{scenario.title}` above; give each its own.", ("title",)
                )
        except BadScenario as error:
            raise BadScenario(f"{name}, line {document.line(error.where)}: {error}", error.where) from None
        scenario.name = name
        scenarios[scenario.title] = scenario
        raw[scenario.title] = document
    return list(scenarios.values())


def _scenario(document: Document, earlier: Mapping[str, Document]) -> Scenario:
    for key in document.value if isinstance(document.value, Mapping) else ():
        if key in CHECKS:
            raise BadScenario(f"`{key}` belongs below `then`; write it there, indented.", (key,))
    value = reading.mapping(document.value, WORDS, (), "A scenario")
    title = _text(value, "title")
    if not title:
        raise BadScenario("this scenario has no title; begin it with a line like `title: What it shows`.")
    if "like" in value:
        base = earlier[reading.word(value["like"], earlier, ("like",), "title of a scenario above in this file")]
        value = document.value = _joined(base.value, value)
        document.lines = base.lines | document.lines
    if not value.get("game"):
        raise BadScenario("this scenario does not say which game it is about; add a line `game: ...`.")
    players = [shown(name) for name in reading.sequence(value.get("players"), ("players",), "players")]
    for n, player in enumerate(players):
        if player in players[:n]:
            raise BadScenario(f"two players are called {player}; give each a name of their own.", ("players", n))
        if player in (*CHECKS, "nobody"):
            raise BadScenario(f"a player can't be called {player}, because that is a word of `then`.", ("players", n))
    if "when" not in value and "then" not in value:
        raise BadScenario("there is nothing to find out; add `when` with moves, or `then` with what should be so.")
    given = value.get("given", {}) if "given" in value else None
    return Scenario(
        title=title,
        source=_text(value, "source"),
        game=_text(value, "game"),
        players=players,
        options=dict(reading.mapping(value.get("options") or {}, None, ("options",), "options")),
        seed=reading.number(value.get("seed", 0), ("seed",), "seed", 0, SEED_LIMIT - 1),
        given=given if given is None else dict(reading.mapping(given or {}, None, ("given",), "given")),
        when=_steps(value.get("when"), players),
        then=dict(reading.mapping(value.get("then") or {}, None, ("then",), "then")),
        document=document,
    )


def _text(value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    if isinstance(found, (Mapping, list)):
        raise BadScenario(f"{key}: write one line of text, not `{shown(found)}`.", (key,))
    return "" if found is None else shown(found)


def _joined(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario that is like another: `given` is joined word by word and player by player, the rest is taken over."""
    found = {key: base[key] for key in INHERITED if key in base} | dict(own)
    first, second = base.get("given"), own.get("given")
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        found["given"] = dict(first)
        for key, value in second.items():
            before = first.get(key)
            if isinstance(before, Mapping) and isinstance(value, Mapping):
                found["given"][key] = {**before, **value}
            else:
                found["given"][key] = value
    return found


def _steps(value: Any, players: list[str]) -> list[Step]:
    """`- Anna: open jester; pass`: a name, and one or several moves."""
    steps = []
    for n, item in enumerate(reading.sequence([] if value is None else value, ("when",), "when")):
        if not isinstance(item, Mapping) or len(item) != 1:
            raise BadScenario(f"a move is written as `- Name: move`, not `{shown(item)}`.", ("when", n))
        [(player, moves)] = item.items()
        where = ("when", n, player)
        reading.word(player, players, where, "player of this scenario")
        for notation in shown(moves).split(";"):
            if not notation.strip() or moves is None:
                raise BadScenario(f"there is a move of {player} missing here.", where)
            steps.append(Step(player, " ".join(notation.split()), where))
    return steps


def run(scenario: Scenario, load: Load) -> Outcome:
    """Set up the position, make the moves and compare. `load` finds a game by its key."""
    match = prepare(scenario, load)
    checker = Checker(match)
    try:
        for step in scenario.when:
            if not checker.play(step.player, step.notation, step.where):
                return Outcome(scenario, checker.differs)
        checker.compare(scenario.then)
    except BadScenario as error:
        raise scenario.bad(error) from None
    return Outcome(scenario, checker.differs)


def prepare(scenario: Scenario, load: Load) -> Match:
    """A match at the position of a scenario."""
    try:
        game = load(scenario.game)
    except MecenateError as error:
        raise scenario.bad(error, ("game",)) from None
    try:
        game.settings(len(scenario.players))
    except MecenateError as error:
        raise scenario.bad(error, ("players",)) from None
    try:
        match = Match(game, len(scenario.players), scenario.seed, scenario.options, scenario.players)
    except MecenateError as error:
        raise scenario.bad(error, ("options",)) from None
    if scenario.given is not None:
        try:
            game.position(match.state, scenario.given, scenario.players)
        except BadScenario as error:
            raise scenario.bad(error, ("given",)) from None
        if law := game.check(match.rows, 0):
            raise scenario.bad(BadScenario(f"this position can't come up in a game: {game.laws[law]}."), ("given",))
    return match
