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
DATABASE = typer.Option(
    envvar="MECENATE_DATABASE_URL",
    show_envvar=False,
    help="postgresql://... or sqlite:///FILE; a file in the data folder if left out.",
)
YES = typer.Option("--yes", help="Do not ask.")


def show_version(wanted: bool) -> None:
    if wanted:
        from mecenate import __version__

        typer.echo(f"mecenate {__version__}")
        raise typer.Exit


@app.callback()
def common(
    components: Annotated[
        list[Path] | None, typer.Option(help="Play with this component table instead of the one that we ship.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=show_version, help="Show the version and exit.")
    ] = False,
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
    names: Annotated[str | None, typer.Option(help="The people, like Anna,Bruno; a bot as 'Carla (master)'.")] = None,
    bots: Annotated[
        str | None, typer.Option(help="One bot for all other seats, or one each: greedy, journeyman or master.")
    ] = None,
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
def analyse(
    record: Annotated[Path, typer.Argument(help="A stored game, whole or not.")],
    simulations: Annotated[int, typer.Option(help="How long the bot thinks about each decision.")] = 256,
    seed: Annotated[int, typer.Option(help="The same seed finds the same again.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Keep what was found in this JSON file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it to this .svg, .png or .pdf file.")] = None,
    language: Annotated[str, typer.Option(help="en, de or nl.")] = "en",
    json: Annotated[bool, typer.Option(help="Print it as JSON.")] = False,
    processes: Annotated[int, typer.Option(help="How many at once; 0 is one for each core.")] = 0,
) -> None:
    """Look through a stored game: chances to win, what the bot prefers, and the moves that cost most."""
    from mecenate.terminal.analyse import main as run

    run(record, simulations, seed, out, plot, language, json, processes)


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
def arena(
    game: GameKey,
    bots: Annotated[str, typer.Option(help="One for each seat, or others of which every mix plays: master,journeyman,...")],
    seats: Annotated[int, typer.Option(help="How many players.")] = 4,
    games: Annotated[int, typer.Option(help="How many games of each line-up.")] = 300,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    processes: Annotated[int, typer.Option(help="How many at once; 0 is one for each core.")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="A setup option, like money=open.")] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster: RAY_ADDRESS, or one on this machine.")] = False,
    out: Annotated[Path | None, typer.Option(help="Keep the results, game by game, in this JSON file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the results to this .svg, .png or .pdf file.")] = None,
    json: Annotated[bool, typer.Option(help="Print the results as JSON.")] = False,
) -> None:
    """Let bots compete: seats rotated, the same deals for all, with ratings and 95% intervals."""
    from mecenate.lab.arena import main as run

    run(game, seats, bots, games, seed, processes, option or [], ray, out, plot, json)


@app.command()
def train(
    game: GameKey,
    out: Annotated[Path, typer.Option(help="The file for the weights, written after every generation.")],
    generations: Annotated[int, typer.Option(help="How often the network learns and plays on.")] = 20,
    games: Annotated[int, typer.Option(help="Games of each generation.")] = 4000,
    simulations: Annotated[int, typer.Option(help="Search before each answer; 0 is by the network alone.")] = 0,
    start: Annotated[Path | None, typer.Option(help="Weights to begin with; else the greedy bot begins.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    processes: Annotated[int, typer.Option(help="How many games at once; 0 is one for each core.")] = 0,
) -> None:
    """Let a game's network play against itself and learn from it."""
    from mecenate.lab.training import main as run

    raise typer.Exit(run(game, generations, games, simulations, seed, processes, start, out))


@app.command()
def imitate(
    game: GameKey,
    out: Annotated[Path, typer.Option(help="The file for the weights, written after every generation.")],
    generations: Annotated[int, typer.Option(help="How often the instinct learns and searches go on with it.")] = 2,
    games: Annotated[int, typer.Option(help="Games of each generation.")] = 1000,
    simulations: Annotated[int, typer.Option(help="Of each search that it learns from.")] = 512,
    start: Annotated[Path | None, typer.Option(help="Weights to begin with; else those of the game's network.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    processes: Annotated[int, typer.Option(help="How many games at once; 0 is one for each core.")] = 0,
) -> None:
    """Let a game's instinct learn which answers long searches look at."""
    from mecenate.lab.imitating import main as run

    raise typer.Exit(run(game, generations, games, simulations, seed, processes, start, out))


@app.command()
def lab(
    game: GameKey,
    seats: Annotated[int, typer.Option(help="How many players.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.")] = 3000,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one each: greedy,journeyman,...")] = "greedy",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    processes: Annotated[int, typer.Option(help="How many at once; 0 is one for each core.")] = 0,
    option: Annotated[list[str] | None, typer.Option(help="A setup option, like characters=true.")] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster: RAY_ADDRESS, or one on this machine.")] = False,
    about: Annotated[str | None, typer.Option(help="Tell more of these things, and nothing else: jesters,works,...")] = None,
    out: Annotated[Path | None, typer.Option(help="Keep all that was found in this JSON file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw what was found to this .svg, .png or .pdf file.")] = None,
    json: Annotated[bool, typer.Option(help="Print what was found as JSON.")] = False,
) -> None:
    """Find out what wins: let bots play thousands of games, and compare winners with the others at their tables."""
    from mecenate.lab.laboratory import main as run

    run(game, seats, bots, games, seed, processes, option or [], ray, about, out, plot, json)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help="The game; all if left out.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many players; every count if left out.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each figure is measured.")] = 2.0,
    option: Annotated[list[str] | None, typer.Option(help="A setup option, like characters=true.")] = None,
    json: Annotated[bool, typer.Option(help="Print the figures as JSON.")] = False,
) -> None:
    """Measure decisions a second in random play and how fast the search is, beside a fixed reference loop."""
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


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 is any that is free.")] = 8000,
    workers: Annotated[int, typer.Option(help="How many processes; more than one needs PostgreSQL.")] = 1,
    database: Annotated[str | None, DATABASE] = None,
    prefix: Annotated[str, typer.Option(help="The path below which everything lies, like /mecenate.")] = "",
    proxy: Annotated[list[str] | None, typer.Option(help="Believe what this proxy says about who asks: its address.")] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve tables to browsers and programs. MECENATE_URL, MECENATE_SMTP_URL and others in the environment set up the rest."""
    import webbrowser

    from msgspec.structs import replace

    from mecenate.server.serve import serve as run
    from mecenate.server.settings import checked, from_environment

    given = replace(from_environment(), host=host, port=port, workers=workers, prefix=prefix, proxies=tuple(proxy or ()))
    settings = checked(replace(given, database=database) if database else given)
    run(settings, warmup, webbrowser.open if show else None)


admin = typer.Typer(help="For whoever runs the server.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(admin, name="admin")


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    database: Annotated[str | None, DATABASE] = None,
    yes: Annotated[bool, YES] = False,
) -> None:
    """Write everything to a file; the server may run meanwhile."""
    from mecenate.server import admin as work

    if file.exists() and not yes:
        typer.confirm(f"{file} is there already. Replace it?", abort=True)
    with _busy("Writing the backup"):
        rows = work.back_up(database, file)
    print(f"{rows} rows in {file}.")


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    database: Annotated[str | None, DATABASE] = None,
    yes: Annotated[bool, YES] = False,
) -> None:
    """Fill an empty database from a backup. One with something in it is left alone."""
    from mecenate.server import admin as work

    with _busy("Reading the backup"):
        rows = work.look(file)["rows"]
    if not yes:
        typer.confirm(f"Fill the database with the {rows} rows of {file}?", abort=True)
    with _busy("Restoring"):
        work.restore(database, file)
    print(f"{rows} rows restored.")


@admin.command()
def anonymise(
    person: Annotated[str, typer.Argument(help="An account's name, or a person's id.")],
    database: Annotated[str | None, DATABASE] = None,
    yes: Annotated[bool, YES] = False,
) -> None:
    """Make a person nobody, for good: name, address, password and what they wrote."""
    import time

    from mecenate.server import admin as work

    found = work.find_person(database, person)
    if not yes:
        typer.confirm(f"Forget {found.name} ({found.id}) for good?", abort=True)
    work.anonymise(database, found, time.time_ns() // 1_000_000)
    print("Done.")


@admin.command()
def tables(
    status: Annotated[str | None, typer.Option(help="Only open, running, paused, over or closed ones.")] = None,
    limit: Annotated[int, typer.Option(help="How many are listed at most.")] = 50,
    database: Annotated[str | None, DATABASE] = None,
) -> None:
    """List tables, the last changed first."""
    from mecenate.server import admin as work

    counts, found = work.list_tables(database, status, limit)
    print(", ".join(f"{number} {name}" for name, number in counts.items()))
    for one in found:
        print(f"{one.id}  {one.status:8} {one.setup.game:10} {len(one.setup.seats)} seats  entry {one.seq}")


@admin.command()
def close(
    table: Annotated[str, typer.Argument(help="The id of a table.")],
    database: Annotated[str | None, DATABASE] = None,
    yes: Annotated[bool, YES] = False,
) -> None:
    """End a table as it is, without a result."""
    from mecenate.server import admin as work

    if not yes:
        typer.confirm(f"Close the table {table} for good?", abort=True)
    work.close_table(database, table)
    print("Done.")


@admin.command()
def token(
    person: Annotated[str, typer.Argument(help="An account's name, or a person's id.")],
    label: Annotated[str, typer.Option(help="What the token is for.")] = "",
    database: Annotated[str | None, DATABASE] = None,
) -> None:
    """Print a new token with which a program plays in somebody's name."""
    import time

    from mecenate.server import admin as work

    print(work.new_token(database, work.find_person(database, person), label, time.time_ns() // 1_000_000))


@admin.command()
def password(
    login: Annotated[str, typer.Argument(help="The name of the account.")],
    database: Annotated[str | None, DATABASE] = None,
) -> None:
    """Give an account a new password and end all its sessions."""
    from mecenate.server import admin as work

    found = work.find_person(database, login)
    new = typer.prompt(f"New password for {found.name}", hide_input=True, confirmation_prompt=True)
    work.set_password(database, found, new)
    print("Done.")


def _busy(what: str):
    """Something to look at while it takes long."""
    from rich.console import Console

    return Console(stderr=True).status(f"{what} ...")


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
