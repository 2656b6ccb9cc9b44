"""Draw the pictures of the documentation anew: `python docs/pictures/make.py`. The same program draws the same pictures."""

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import mecenate
from mecenate.bots import make
from mecenate.core.errors import MecenateError
from mecenate.core.match import Match
from mecenate.terminal.keeping import Player
from mecenate.terminal.screen import Screen
from mecenate.terminal.table import Table

HERE = Path(__file__).parent
NAMES = ("Anna", "Bruno", "Clara", "Dario")
CANDLELIGHT = TerminalTheme(
    (33, 27, 22),
    (232, 221, 200),
    [
        (33, 27, 22),
        (208, 96, 63),
        (108, 160, 100),
        (201, 145, 47),
        (91, 131, 201),
        (165, 105, 154),
        (79, 156, 132),
        (232, 221, 200),
    ],
    [
        (120, 105, 88),
        (226, 120, 88),
        (140, 190, 120),
        (227, 183, 63),
        (130, 165, 225),
        (190, 140, 180),
        (120, 190, 168),
        (251, 246, 234),
    ],
)


def middle_of_a_game(seed: int, round_: int) -> Match:
    """A game among bots up to the first seat's turn in a round."""
    match = mecenate.new("princes", seats=4, seed=seed, names=NAMES)
    while not (match.seat == 0 and match.question == "action" and match.view(0).round == round_):
        match.play(make("greedy", match.game, len(match.moves)).choose(match))
    return match


def terminal() -> str:
    """What a person sees whose turn it is."""

    def leave(prompt: str) -> str:
        console.print(f"{prompt}█", end="")
        raise EOFError

    console = Console(
        record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    players = [Player(name, "greedy" if n else None) for n, name in enumerate(NAMES)]
    table = Table(Screen("en", console, leave), middle_of_a_game(seed=6, round_=6), players)
    table.seen[0] = len(table.log.entries) - 3
    try:
        table.run()
    except MecenateError:
        drawn = console.export_svg(title="Mecenate", theme=CANDLELIGHT, unique_id="mecenate")
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)  # nothing is fetched from elsewhere


if __name__ == "__main__":
    (HERE / "terminal.svg").write_text(terminal(), encoding="utf-8")
