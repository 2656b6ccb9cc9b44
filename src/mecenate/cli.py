"""One command, `mecenate`, with sub-commands. Each is thin: it reads its arguments and calls the part that does the work."""

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="mecenate",
    help="Board games about patrons of the Italian Renaissance: play them, simulate them, settle disputes about their rules.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameKey = Annotated[str, typer.Argument(help="The game, for example princes.")]


@app.callback()
def common(
    components: Annotated[
        list[Path] | None, typer.Option(help="Play with this component table instead of the one that we ship.")
    ] = None,
) -> None:
    if components:
        from mecenate.core.components import use
        from mecenate.core.errors import BadComponents
        from mecenate.games import GAMES

        for path in components:
            if (game := use(path)) not in GAMES:
                raise BadComponents(f"{path} is for a game {game!r}. The games: {', '.join(GAMES)}.")


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="The game; asked for if left out.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many players.")] = None,
    names: Annotated[str | None, typer.Option(help="The people, like Anna,Bruno; a bot as 'Carla (greedy)'.")] = None,
    bots: Annotated[str | None, typer.Option(help="One bot for all other seats, or one each: random,greedy,...")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A setup option, like money=open.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards; left to chance if not given.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    last: Annotated[bool, typer.Option("--last", help="Go on with the game that was left last.")] = False,
    language: Annotated[str, typer.Option(help="en, de or nl.")] = "en",
    plain: Annotated[bool, typer.Option("--plain", help="No colours, and never clear the screen.")] = False,
    ask_all: Annotated[bool, typer.Option("--ask-all", help="Ask even where there is only one answer.")] = False,
) -> None:
    """Play at the terminal, with people and bots."""
    from mecenate.terminal.setting_up import Wishes
    from mecenate.terminal.table import main as table

    wishes = Wishes(game, seats, seed, names, bots, option or [])
    table(wishes, resume, language, last=last, plain=plain, auto=not ask_all)


@app.command()
def replay(
    record: Annotated[Path, typer.Argument(help="A stored game.")],
    to: Annotated[int | None, typer.Option(help="Stop after this many moves.")] = None,
    language: Annotated[str, typer.Option(help="en, de or nl.")] = "en",
) -> None:
    """Check a stored game and show it, whole or up to a move."""
    from mecenate.terminal.replay import main as show

    show(record, to, language)


@app.command()
def scenario(files: Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.")]) -> None:
    """Run scenarios: is that how the rules go?"""
    from mecenate.terminal.scenarios import main as run

    raise typer.Exit(run(files))


@app.command()
def simulate(
    game: GameKey,
    seats: Annotated[int, typer.Option(help="How many players.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one each: random,greedy,...")] = "random",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    processes: Annotated[int, typer.Option(help="How many processes; 0 is one for each core.")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="A setup option, like money=open.")] = None,
    json: Annotated[bool, typer.Option(help="Print the result as JSON.")] = False,
) -> None:
    """Let bots play many games and show who wins."""
    from mecenate.lab.simulate import main as run

    run(game, seats, games, bots, seed, processes, option or [], json)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help="The game; all if left out.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many players; every count if left out.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each figure is measured.")] = 2.0,
    option: Annotated[list[str] | None, typer.Option(help="A setup option, like characters=true.")] = None,
    json: Annotated[bool, typer.Option(help="Print the figures as JSON.")] = False,
) -> None:
    """Measure decisions a second in random play, beside a fixed reference loop."""
    from mecenate.lab.bench import main as run

    run(game, seats, seconds, option or [], json)


@app.command()
def soak(
    game: Annotated[str | None, typer.Argument(help="The game; all if left out.")] = None,
    games: Annotated[int, typer.Option(help="Random games for each seat count and setup option.")] = 10_000,
    seats: Annotated[int | None, typer.Option(help="How many players; every count if left out.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
) -> None:
    """Play random games and check every invariant in every position."""
    from mecenate.lab.soak import main as run

    raise typer.Exit(run(game, games, seats, seed))


@app.command()
def warmup() -> None:
    """Compile all games now, so that nothing has to be compiled later."""
    from mecenate.games import GAMES, load
    from mecenate.terminal.warmup import compile_all

    compile_all([load(key) for key in GAMES])


def main() -> None:
    """Run the command; what went wrong through somebody's input is told in one line, with exit code 2."""
    from mecenate.core.errors import MecenateError

    try:
        app()
    except MecenateError as error:
        print(f"mecenate: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
