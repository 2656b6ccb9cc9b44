"""How a game ended, for everybody to see."""

from rich.table import Table
from rich.text import Text

from mecenate.core.match import Match
from mecenate.terminal.screen import Screen


def show_result(screen: Screen, match: Match) -> None:
    """The last board, places and figures, and who won."""
    screen.print(match.game.board(match.view(None), match.names, screen.language))
    screen.print(Text(screen.say("result.title"), "bold"), result_rows(match))
    winners = ", ".join(match.names[seat] for seat in match.winners())
    screen.tell("result.winner" if len(match.winners()) == 1 else "result.winners", "bold green", names=winners)


def result_rows(match: Match) -> Table:
    """Places, names and figures, the best first."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(justify="right", min_width=4)
    rows.add_column()
    rows.add_column(justify="right")
    places, scores = match.places(), match.scores()
    for seat in sorted(range(match.seats), key=lambda seat: places[seat]):
        style = "bold" if places[seat] == 1 else ""
        rows.add_row(Text(f"{places[seat]}.", style), Text(match.names[seat], style), Text(str(scores[seat]), style))
    return rows
