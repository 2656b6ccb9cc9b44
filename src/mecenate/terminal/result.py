"""How a game ended, for everybody to see."""

from rich.table import Table
from rich.text import Text

from mecenate.core.match import Match
from mecenate.terminal.screen import Screen


def show_result(screen: Screen, match: Match) -> None:
    """The last board, places and figures, and who won."""
    screen.print(match.game.board(match.view(None), match.names, screen.language))
    screen.print(Text(screen.say("result.title"), "bold"), result_rows(match, screen.language))
    if any(tie is not None for tie in match.ties()):
        screen.print(Text(match.game.texts.say(screen.language, "score.tied"), "dim"))
    winners = ", ".join(match.names[seat] for seat in match.winners())
    screen.tell("result.winner" if len(match.winners()) == 1 else "result.winners", "bold green", names=winners)


def result_rows(match: Match, language: str) -> Table:
    """Places, names and figures, the best first; beside equal scores what decides between them."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    rows.add_column(justify="right", min_width=4)
    rows.add_column()
    rows.add_column(justify="right")
    rows.add_column()
    places, scores, ties = match.places(), match.scores(), match.ties()
    for seat in sorted(range(match.seats), key=lambda seat: places[seat]):
        style = "bold" if places[seat] == 1 else ""
        row = (f"{places[seat]}.", match.names[seat], str(scores[seat]), _tie(match, ties[seat], language))
        rows.add_row(*(Text(cell, style) for cell in row))
    return rows


def _tie(match: Match, figure: int | None, language: str) -> str:
    if figure is None:
        return ""
    texts = match.game.texts
    one = "score.tie_1" if figure == 1 and texts.has(language, "score.tie_1") else "score.tie"
    return f"({texts.say(language, one, n=figure)})"
