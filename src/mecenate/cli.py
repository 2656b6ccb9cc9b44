"""One command, `mecenate`, with sub-commands. Each is thin: it reads its arguments and calls the part that does the work."""

import errno
import os
import sys
from io import TextIOWrapper
from pathlib import Path

import click

from mecenate import __version__
from mecenate.games import GAMES


def _known_games(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [key for key in GAMES if key.startswith(begun)]


FILE = click.Path(path_type=Path, readable=False)  # whether it can be read, the part that reads it tells
ONE_OF = f"{', '.join(GAMES)}; `mecenate games` tells their options"
GAME = click.argument("game", help=f"The game: {ONE_OF}.", shell_complete=_known_games)
SOME_GAME = click.argument("game", required=False, help=f"The game: {ONE_OF}. All if left out.", shell_complete=_known_games)
OPTION = click.option("--option", multiple=True, help="A setup option, KEY=VALUE; `mecenate games` lists them.")
DATABASE = click.option(
    "--database",
    envvar="MECENATE_DATABASE_URL",
    help="postgresql://... or sqlite:///FILE; a file in the data folder if left out.",
)
TROUBLE = {errno.ENOSPC: 1, errno.EDQUOT: 1, errno.EPIPE: 141}  # with the output, and the exit codes that shells know
YES = click.option("--yes", is_flag=True, help="Do not ask.")


class InOrder(click.Group):
    """Tells its commands in the order of this file: what people play comes before what is measured."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=InOrder, context_settings={"show_default": True})
@click.option("--components", multiple=True, type=FILE, help="Play with this component table instead of the one that we ship.")
@click.version_option(__version__, message="mecenate %(version)s", help="Show the version and exit.")
def app(components: tuple[Path, ...]) -> None:
    """Board games about patrons of the Italian Renaissance: play them, simulate them, settle disputes about their rules."""
    if components:
        from mecenate.core.components import use
        from mecenate.core.errors import BadComponents
        from mecenate.games import GAMES

        for path in components:
            if (game := use(path)) not in GAMES:
                raise BadComponents(f"{path} is for a game {game!r}. The games: {', '.join(GAMES)}.")


class WithGames(click.Command):
    """Tells below its options which seats and options each game has."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from mecenate.core.options import offered_options
        from mecenate.games import GAMES, load

        with formatter.section("Games and their options, what is usual first"):
            for key in GAMES:
                game = load(key)
                formatter.write_dl([(key, f"{game.title}, {game.seats[0]} to {game.seats[-1]} players")])
                with formatter.indentation():
                    formatter.write_dl([(f"  {option}", values) for option, values in offered_options(game)])


@app.command(cls=WithGames)
@click.argument("game", required=False, help=f"The game: {ONE_OF}. Asked for if left out.", shell_complete=_known_games)
@click.option("--seats", type=int, help="How many players.")
@click.option("--names", help="The people, like Anna,Bruno; a bot as 'Carla (master)'; '' for nobody.")
@click.option("--bots", help="One bot for all other seats, or one each: random, greedy, journeyman, master, or master:WEIGHTS.")
@OPTION
@click.option("--seed", type=int, help="The same seed deals the same cards; left to chance if not given.")
@click.option("--list", "listed", is_flag=True, help="Tell which games are kept, and how to go on with them.")
@click.option("--last", is_flag=True, help="Go on with the game that was left last.")
@click.option("--resume", type=FILE, help="Go on with a saved game: a file, or the name of one that is kept.")
@click.option("--language", default="en", help="en, de or nl.")
@click.option(
    "--plain",
    is_flag=True,
    help="No colours, and never clear the screen: among several people a hand is only pushed up, and can be scrolled back to.",
)
@click.option("--ask-all", is_flag=True, help="Ask even where there is only one answer.")
def play(
    game: str | None,
    seats: int | None,
    names: str | None,
    bots: str | None,
    option: tuple[str, ...],
    seed: int | None,
    listed: bool,
    last: bool,
    resume: Path | None,
    language: str,
    plain: bool,
    ask_all: bool,
) -> None:
    """Play at the terminal, with people and bots. After every move the game is kept, until it is over or dropped."""
    from mecenate.terminal.kept_list import main as show_kept
    from mecenate.terminal.screen import told_in
    from mecenate.terminal.setting_up import Wishes
    from mecenate.terminal.table import main as table

    with told_in(language):
        if listed:
            show_kept(language)
        else:
            wishes = Wishes(game, seats, seed, names, bots, list(option))
            table(wishes, resume, language, last=last, plain=plain, auto=not ask_all)


@app.command()
@SOME_GAME
@click.option("--language", default="en", help="en, de or nl.")
@click.option("--json/--no-json", default=False, help="Print them as JSON.")
def games(game: str | None, language: str, json: bool) -> None:
    """List the games: how many play, options, bots."""
    from mecenate.terminal.games import main as run

    run(game, language, json)


@app.command()
@click.argument("record", type=FILE, help="A stored game.")
@click.option("--to", type=int, help="Stop after this many moves.")
@click.option("--seat", help="Show what this player saw, by name or number; all shows everybody's cards.")
@click.option("--language", default="en", help="en, de or nl.")
def replay(record: Path, to: int | None, seat: str | None, language: str) -> None:
    """Check a stored game and show it, whole or up to a move."""
    from mecenate.terminal.replay import main as show
    from mecenate.terminal.screen import told_in

    with told_in(language):
        show(record, to, language, seat)


@app.command()
@click.argument("record", type=FILE, help="A stored game, whole or not.")
@click.option("--simulations", default=256, help="How long the bot thinks about each decision.")
@click.option("--seed", default=0, help="The same seed finds the same again.")
@click.option("--out", type=FILE, help="Keep what was found in this JSON file.")
@click.option("--plot", type=FILE, help="Draw it to this .svg, .png or .pdf file.")
@click.option("--language", default="en", help="en, de or nl.")
@click.option("--json/--no-json", default=False, help="Print it as JSON.")
@click.option("--processes", default=0, help="How many at once; 0 is one for each core.")
def analyse(
    record: Path, simulations: int, seed: int, out: Path | None, plot: Path | None, language: str, json: bool, processes: int
) -> None:
    """Look through a stored game: chances, and the dearest moves.

    Each decision has what every seat could hope for, and what the bot would have done.
    """
    from mecenate.terminal.analyse import main as run
    from mecenate.terminal.screen import told_in

    with told_in(language):
        run(record, simulations, seed, out, plot, language, json, processes)


@app.command()
@click.argument("files", type=FILE, nargs=-1, required=True, help="Scenario files, or folders of them.")
def scenario(files: tuple[Path, ...]) -> None:
    """Run scenarios: is that how the rules go?"""
    from mecenate.terminal.scenarios import main as run

    sys.exit(run(list(files)))


@app.command()
@GAME
@click.option("--seats", default=4, help="How many players.")
@click.option("--games", default=1000, help="How many games.")
@click.option("--bots", default="random", help="One bot for all seats, or one each: greedy,master,search:100,master:WEIGHTS...")
@click.option("--seed", default=0, help="The same seed gives the same games.")
@click.option("--processes", default=0, help="How many processes; 0 is one for each core.")
@OPTION
@click.option("--json/--no-json", default=False, help="Print the result as JSON.")
def simulate(
    game: str, seats: int, games: int, bots: str, seed: int, processes: int, option: tuple[str, ...], json: bool
) -> None:
    """Let bots play many games and show who wins.

    Bots that are all alike are told by seat.
    """
    from mecenate.lab.simulate import main as run

    run(game, seats, games, bots, seed, processes, list(option), json)


@app.command()
@GAME
@click.option(
    "--bots", required=True, help="One for each seat, or others of which every mix plays: master,search:100,master:WEIGHTS..."
)
@click.option("--seats", default=4, help="How many players.")
@click.option("--games", default=300, help="How many games of each line-up.")
@click.option("--seed", default=0, help="The same seed gives the same games.")
@click.option("--processes", default=0, help="How many at once; 0 is one for each core.")
@OPTION
@click.option("--ray", is_flag=True, help="Play on a Ray cluster: RAY_ADDRESS, or one on this machine.")
@click.option("--out", type=FILE, help="Keep the results, game by game, in this JSON file.")
@click.option("--plot", type=FILE, help="Draw the results to this .svg, .png or .pdf file.")
@click.option("--json/--no-json", default=False, help="Print the results as JSON.")
def arena(
    game: str,
    bots: str,
    seats: int,
    games: int,
    seed: int,
    processes: int,
    option: tuple[str, ...],
    ray: bool,
    out: Path | None,
    plot: Path | None,
    json: bool,
) -> None:
    """Let bots compete and find out who is better.

    Seats rotate, and all line-ups get the same deals. It tells ratings and win shares with 95% intervals.
    """
    from mecenate.lab.arena import main as run

    run(game, seats, bots, games, seed, processes, list(option), ray, out, plot, json)


@app.command()
@GAME
@click.option("--out", required=True, type=FILE, help="The file for the weights, written after every generation.")
@click.option("--generations", default=20, help="How often the network learns and plays on.")
@click.option("--games", default=4000, help="Games of each generation.")
@click.option("--simulations", default=0, help="Search before each answer; 0 is by the network alone.")
@click.option("--start", type=FILE, help="Weights to begin with; else the greedy bot begins.")
@click.option("--seed", default=0, help="The same seed plays the same games.")
@click.option("--processes", default=0, help="How many games at once; 0 is one for each core.")
def train(
    game: str, out: Path, generations: int, games: int, simulations: int, start: Path | None, seed: int, processes: int
) -> None:
    """Let a game's network play against itself and learn from it.

    Each generation tells how well the network foretold games that it had not seen: surprise about who wins (of: for one who
    knows nothing), error in points (of: for the mean). Then how often it beats the greedy bot, from one seat, without a search.
    """
    from mecenate.lab.training import main as run

    sys.exit(run(game, generations, games, simulations, seed, processes, start, out))


@app.command()
@GAME
@click.option("--out", required=True, type=FILE, help="The file for the weights, written after every generation.")
@click.option("--generations", default=2, help="How often the instinct learns and searches go on with it.")
@click.option("--games", default=1000, help="Games of each generation.")
@click.option("--simulations", default=512, help="Of each search that it learns from.")
@click.option("--start", type=FILE, help="Weights to begin with; else those of the game's network.")
@click.option("--seed", default=0, help="The same seed plays the same games.")
@click.option("--processes", default=0, help="How many games at once; 0 is one for each core.")
def imitate(
    game: str, out: Path, generations: int, games: int, simulations: int, start: Path | None, seed: int, processes: int
) -> None:
    """Let an instinct learn what long searches look at.

    Each generation tells how well the instinct foretold searches that it had not seen, before it learnt and after: surprise
    about what they look at, and how often both like the same answer best.
    """
    from mecenate.lab.imitating import main as run

    sys.exit(run(game, generations, games, simulations, seed, processes, start, out))


@app.command()
@GAME
@click.option("--seats", default=4, help="How many players.")
@click.option("--games", default=3000, help="How many games.")
@click.option("--bots", default="greedy", help="One bot for all seats, or one each: greedy,journeyman,master:WEIGHTS...")
@click.option("--seed", default=0, help="The same seed gives the same games.")
@click.option("--processes", default=0, help="How many at once; 0 is one for each core.")
@OPTION
@click.option("--ray", is_flag=True, help="Play on a Ray cluster: RAY_ADDRESS, or one on this machine.")
@click.option("--about", help="Tell more of these things, and nothing else: jesters,works,...")
@click.option("--out", type=FILE, help="Keep all that was found in this JSON file.")
@click.option("--plot", type=FILE, help="Draw that to this .svg, .png or .pdf file.")
@click.option("--json/--no-json", default=False, help="Print what was found as JSON.")
def lab(
    game: str,
    seats: int,
    games: int,
    bots: str,
    seed: int,
    processes: int,
    option: tuple[str, ...],
    ray: bool,
    about: str | None,
    out: Path | None,
    plot: Path | None,
    json: bool,
) -> None:
    """Find out what goes with winning, in thousands of games.

    Bots play them, and winners are compared with the others at their tables. 3000 games among greedy bots take half a
    minute to two minutes on one core.
    """
    from mecenate.lab.laboratory import main as run

    run(game, seats, bots, games, seed, processes, list(option), ray, about, out, plot, json)


@app.command()
@SOME_GAME
@click.option("--seats", type=int, help="How many players; every count if left out.")
@click.option("--seconds", default=2.0, help="How long each figure is measured.")
@OPTION
@click.option("--json/--no-json", default=False, help="Print the figures as JSON.")
def bench(game: str | None, seats: int | None, seconds: float, option: tuple[str, ...], json: bool) -> None:
    """Measure how fast games are played and searched.

    Decisions a second in random play, rollouts and simulations stand beside a reference loop that never changes.
    In all it takes about 40 times as long as one figure.
    """
    from mecenate.lab.bench import main as run

    run(game, seats, seconds, list(option), json)


@app.command()
@SOME_GAME
@click.option("--games", default=10_000, help="Random games for each seat count and setup option.")
@click.option("--seats", type=int, help="How many players; every count if left out.")
@click.option("--seed", default=0, help="The same seed gives the same games.")
def soak(game: str | None, games: int, seats: int | None, seed: int) -> None:
    """Play random games and check every invariant in every position.

    For all games that takes half an hour or more.
    """
    from mecenate.lab.soak import main as run

    sys.exit(run(game, games, seats, seed))


@app.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), help="The shell.")
def completion(shell: str) -> None:
    """Print what makes a shell complete all of this.

    Commands, options and games, that is; README says where it goes.
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found
    print(found(app, {}, "mecenate", "_MECENATE_COMPLETE").source())


@app.command()
def warmup() -> None:
    """Compile all games now, and nothing later."""
    _compile_all()


@app.command()
@click.option("--host", default="127.0.0.1", help="The address to listen at; 0.0.0.0 for all.")
@click.option("--port", default=8000, help="The port; 0 is any that is free.")
@click.option("--workers", default=1, help="How many processes; more than one needs PostgreSQL.")
@DATABASE
@click.option("--prefix", default="", show_default=False, help="The path below which everything lies, like /mecenate.")
@click.option("--proxy", multiple=True, help="Believe what this proxy says about who asks: its address.")
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
def serve(host: str, port: int, workers: int, database: str | None, prefix: str, proxy: tuple[str, ...], show: bool) -> None:
    """Serve tables to browsers and programs. MECENATE_URL, MECENATE_SMTP_URL and others in the environment set up the rest."""
    import webbrowser

    from msgspec.structs import replace

    from mecenate.games import GAMES
    from mecenate.server.serve import serve as run
    from mecenate.server.settings import checked, from_environment
    from mecenate.terminal.warmup import compile_behind

    given = replace(from_environment(), host=host, port=port, workers=workers, prefix=prefix, proxies=proxy)
    settings = checked(replace(given, database=database) if database else given)
    run(settings, _compile_all, lambda tell: compile_behind(GAMES, tell), webbrowser.open if show else None)


@app.group(cls=InOrder)
def admin() -> None:
    """For whoever runs the server."""


@admin.command()
@click.argument("file", type=FILE, help="The file to write, or a folder for one that is named by the time.")
@click.option("--keep", type=click.IntRange(1), help="In a folder: how many of these stay, the latest.")
@DATABASE
@YES
def backup(file: Path, keep: int | None, database: str | None, yes: bool) -> None:
    """Write everything to a file; the server may run meanwhile."""
    from mecenate.server import admin as work

    work.look_for_database(database)
    folder = file if file.is_dir() else None
    if keep and not folder:
        raise click.BadParameter(f"{file} is no folder, so there is nothing to choose from.", param_hint="--keep")
    if folder:
        file = work.new_backup(folder)
    elif file.exists() and not yes:
        click.confirm(f"{file} is there already. Replace it?", abort=True)
    with _busy("Writing the backup"):
        rows = work.back_up(database, file)
    print(f"{rows} rows in {file}.")
    if folder and keep:
        work.keep_latest(folder, keep)


@admin.command()
@click.argument("file", type=FILE, help="A backup.")
@DATABASE
@YES
def restore(file: Path, database: str | None, yes: bool) -> None:
    """Fill an empty database from a backup. One with something in it is left alone."""
    from mecenate.server import admin as work

    with _busy("Reading the backup"):
        rows = work.look(database, file)["rows"]
    if not yes:
        click.confirm(f"Fill the database with the {rows} rows of {file}?", abort=True)
    with _busy("Restoring"):
        work.restore(database, file)
    print(f"{rows} rows restored.")


@admin.command()
@click.argument("person", help="An account's name, or a person's id.")
@DATABASE
@YES
def anonymise(person: str, database: str | None, yes: bool) -> None:
    """Make a person nobody, for good.

    Name, address, password and what they wrote are forgotten.
    """
    import time

    from mecenate.server import admin as work

    found = work.find_person(database, person)
    if not yes:
        click.confirm(f"Forget {found.name} ({found.id}) for good?", abort=True)
    work.anonymise(database, found, time.time_ns() // 1_000_000)
    print("Done.")


@admin.command()
@click.option("--status", help="Only open, running, paused, over or closed ones.")
@click.option("--limit", default=50, help="How many are listed at most.")
@DATABASE
def tables(status: str | None, limit: int, database: str | None) -> None:
    """List tables, the last changed first."""
    from mecenate.server import admin as work

    counts, found = work.list_tables(database, status, limit)
    print(", ".join(f"{number} {name}" for name, number in counts.items()))
    for one in found:
        print(f"{one.id}  {one.status:8} {one.setup.game:10} {len(one.setup.seats)} seats  entry {one.seq}")


@admin.command()
@click.argument("table", help="The id of a table.")
@DATABASE
@YES
def close(table: str, database: str | None, yes: bool) -> None:
    """End a table as it is, without a result."""
    from mecenate.server import admin as work

    work.find_table(database, table)
    if not yes:
        click.confirm(f"Close the table {table} for good?", abort=True)
    work.close_table(database, table)
    print("Done.")


@admin.command()
@click.argument("person", help="An account's name, or a person's id.")
@click.option("--label", default="", help="What the token is for.")
@DATABASE
def token(person: str, label: str, database: str | None) -> None:
    """Print a token for a program that plays in somebody's name."""
    import time

    from mecenate.server import admin as work

    print(work.new_token(database, work.find_person(database, person), label, time.time_ns() // 1_000_000))


@admin.command()
@click.argument("login", help="The name of the account.")
@DATABASE
def password(login: str, database: str | None) -> None:
    """Give an account a new password and end all its sessions."""
    from mecenate.server import admin as work

    found = work.find_person(database, login)
    new = click.prompt(f"New password for {found.name}", hide_input=True, confirmation_prompt=True)
    work.set_password(database, found, new)
    print("Done.")


def _compile_all() -> None:
    from mecenate.games import GAMES, load
    from mecenate.terminal.warmup import compile_games

    compile_games([load(key) for key in GAMES], complete=True)


def _busy(what: str):
    """Something to look at while it takes long."""
    from rich.console import Console

    return Console(stderr=True).status(f"{what} ...")


def main() -> None:
    """Run the command; what went wrong is told in one line: with exit code 2 if it came of somebody's input."""
    try:
        code = _run()
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in TROUBLE:
            raise
        code = TROUBLE[error.errno]
        _leave_output()
        print(f"mecenate: {error.filename or 'the output'} can't be written: {error.strerror}.", file=sys.stderr)
    sys.exit(code)


def _run() -> int | str | None:
    """The exit code of the command."""
    from mecenate.core.errors import MecenateError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # as it is but in tests
            stream.reconfigure(errors="replace")  # a terminal may lack a sign
    streams = sys.stdout, sys.stderr
    try:
        return app(standalone_mode=False)
    except MecenateError as error:
        print(f"mecenate: {error}", file=sys.stderr)
        return 2
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort as error:
        stopped = isinstance(error.__cause__, KeyboardInterrupt)
        print("Stopped." if stopped else "Aborted.", file=sys.stderr)
        return 130 if stopped else 1
    except SystemExit as ended:
        hushed = sys.stdout is not streams[0]  # as Click does it where nobody reads what is written; Rich only ends
        sys.stdout, sys.stderr = streams
        if hushed or isinstance(ended.__context__, BrokenPipeError):
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        return ended.code


def _leave_output() -> None:
    """What could not be written is not tried once more when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.__stdout__.fileno() if sys.__stdout__ else 1)


if __name__ == "__main__":
    main()
