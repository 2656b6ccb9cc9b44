"""A stored game, looked through by a bot: what each seat could hope for, move by move, and which moves cost most."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from mecenate.core.files import check_folder, write_whole
from mecenate.core.match import Match
from mecenate.insight.analysis import FORMAT, Asked, Decision, analyse, asked_in, check, costly, given_away
from mecenate.terminal.keeping import open_record
from mecenate.terminal.screen import Screen

SHOWN = 3  # of the dearest moves of each seat


def main(
    record: Path, simulations: int, seed: int, out: Path | None, plot: Path | None, language: str, json: bool, processes: int
) -> None:
    """The command: check what was asked for, think with a progress bar, keep, print."""
    from mecenate.lab.bars import counting
    from mecenate.lab.games import threads
    from mecenate.lab.plots import check_plot, plot_analysis
    from mecenate.lab.simulate import STOPPED
    from mecenate.terminal.warmup import compile_games

    screen = Screen(language)
    match, players = open_record(record)
    check(match.game, simulations, seed)
    if out:
        check_folder(out)
    check_plot(plot)
    match.names = tuple(player.name for player in players)
    if not json:
        players = ", ".join(player.told(language) for player in players)
        screen.tell("analyse.read", "bold", title=match.game.title, players=players, moves=len(match.moves))
    questions = asked_in(match)
    compile_games([match.game], complete=True)
    with threads(processes) as pool, counting(quiet=json) as bar:
        task = bar.add_task(screen.say("analyse.thinking"), total=len(questions))
        found = analyse(questions, pool, simulations, seed, lambda n: bar.advance(task, n))
    stopped = len(found) < len(questions)
    told = written(match, questions, found, simulations, seed)
    if out:
        write_whole(out, msgspec.json.encode(told).decode())
    if plot:
        labels = [screen.say(key) for key in ("analyse.move", "analyse.chance", "analyse.score", "analyse.circles")]
        searched = screen.say("analyse.searched", simulations=simulations, seed=seed)
        title = f"{match.game.called.message(language)}\n{searched}"
        plot_analysis(title, match.names, found, told["result"], len(match.moves), labels, plot)
    if json:
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        if stopped:
            screen.tell("analyse.stopped", "bold", done=len(found), total=len(questions))
        _show(screen, match, questions, found)
    if stopped:
        raise SystemExit(STOPPED)


def written(match: Match, questions: Sequence[Asked], found: Sequence[Decision], simulations: int, seed: int) -> dict[str, Any]:
    """An analysis as a file. A move has the number that `replay --to` takes, and chances and scores are those before it."""
    notation, at = match.game.moves.notation, {question.position: question.match.state for question in questions}
    return {
        "format": FORMAT,
        "game": match.game.key,
        "rules": match.game.rules_version,
        "components": match.game.components_of(match.options),
        "options": match.options,
        "seats": list(match.names),
        "moves": len(match.moves),
        "simulations": simulations,
        "seed": seed,
        "stopped": len(found) < len(questions),
        "decisions": [
            {
                "move": one.position + 1,
                "seat": one.seat + 1,
                "chances": [round(chance, 4) for chance in one.chances],
                "scores": [round(score, 2) for score in one.scores],
                "played": notation(one.played, at[one.position]),
                "preferred": notation(one.preferred, at[one.position]),
                "played_chance": round(one.played_chance, 4),
                "preferred_chance": round(one.preferred_chance, 4),
                "cost": round(one.cost, 4),
            }
            for one in found
        ],
        "given_away": [round(one, 4) for one in given_away(found, match.seats)],
        "result": {"scores": match.scores(), "places": match.places()} if match.over else None,
    }


def _show(screen: Screen, match: Match, questions: Sequence[Asked], found: Sequence[Decision]) -> None:
    language, at = screen.language, {one.position: one.match for one in questions}
    table = Table(box=SIMPLE, title=f"{match.game.called.message(language)}: {', '.join(match.names)}", padding=(0, 1, 0, 0))
    table.add_column("", justify="right")
    table.add_column(screen.say("analyse.chances"), justify="right", no_wrap=True)
    table.add_column(screen.say("analyse.happened"), ratio=3)
    table.add_column(screen.say("analyse.preferred"), ratio=2)
    table.add_column(screen.say("analyse.cost"), justify="right", no_wrap=True)
    for one in found:
        preferred = "" if one.agrees else at[one.position].sentence(one.preferred, language)
        chances = " ".join(f"{100 * chance:3.0f}" for chance in one.chances)
        happened = Text(_happened(at[one.position], one.played, language))
        table.add_row(str(one.position + 1), chances, happened, Text(preferred), _percent(one.cost) if one.cost else "")
    screen.print(table)
    screen.tell("analyse.dearest", "bold")
    for seat, name in enumerate(match.names):
        dear = costly(found, seat)
        mean = sum(one.cost for one in dear) / max(1, len(dear))
        screen.tell("analyse.seat" if dear else "analyse.none", "bold", name=name, count=len(dear), mean=_percent(mean))
        for one in dear[:SHOWN]:
            now = at[one.position]
            screen.tell(
                "analyse.one",
                move=one.position + 1,
                cost=_percent(one.cost),
                played=now.sentence(one.played, language),
                preferred=now.sentence(one.preferred, language),
            )
    screen.tell("analyse.about", "dim")


def _happened(match: Match, action: int, language: str) -> str:
    """A move as the chronicle writes it; everything may be known by now."""
    twin = match.copy()
    twin.game.step(twin.rows, 0, action)
    public = twin.events()
    events = [twin.events(event.seat)[n] for n, event in enumerate(public)]
    name = match.names[int(match.state.asked)]
    return " ".join(twin.line(event, language) for event in events) or f"{name}: {match.sentence(action, language)}"


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
