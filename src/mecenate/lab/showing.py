"""What the laboratory found, as tables for people."""

from collections.abc import Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from mecenate.lab.effects import MOST_LEVELS, Level
from mecenate.lab.intervals import Estimate
from mecenate.lab.winning import CountFound, Winning, all_choices

MORE, LESS, UNSURE = "green", "red", "dim"
MARK = "*"


def style(estimate: Estimate, even: float = 0.0) -> str:
    """How to write a figure: above what is even, below it, or not sure to be either."""
    return MORE if estimate.low > even else LESS if estimate.high < even else UNSURE


def give(estimate: Estimate, times: float = 1.0, digits: int = 1) -> str:
    """A signed figure and its interval: +1.2 ±0.3. One that is surer has a digit more."""
    half = times * (estimate.high - estimate.value)
    digits += half < 10**-digits
    return f"{times * estimate.value:+.{digits}f} ±{half:.{digits}f}"


def marked(text: str, estimate: Estimate, even: float = 0.0) -> str:
    return f"[{style(estimate, even)}]{text}[/]"


def show(found: Winning, console: Console, about: Sequence[str] = ()) -> None:
    """Everything, or in more detail what is asked about."""
    if found.stopped:
        console.print(f"Stopped after {found.games} of {found.games_wanted} games; the figures are of these.")
    bots = ", ".join(dict.fromkeys(found.bots))
    console.print(
        f"{found.game}, {found.seats} seats, {found.games} games among {bots}, seed {found.seed}; "
        f"mean score {found.score.value:.1f}. A fair share of wins is {found.fair_share:.0%}."
    )
    console.print(found.caution)
    when = found.early_label
    for title, rows, told in (("At the end", found.end, found.end_told), (when, found.early, found.early_told)):
        if chosen := [row for row in rows if not about or row.key in about]:
            console.print(counts(title, chosen, told))
            if about:
                for row in chosen:
                    console.print(levels(f"{row.label}, {title[0].lower()}{title[1:]}", row.levels, found.fair_share))
            else:
                console.print(numbers(f"Wins by number, {title[0].lower()}{title[1:]}", chosen, found.fair_share))
    for one in all_choices(found):
        if not about or one.key in about:
            console.print(levels(one.label, one.options, found.fair_share))
    console.print(f"{found.seconds:.1f} s.")


def counts(title: str, rows: Sequence[CountFound], told: float) -> Table:
    """Winners against the others, and what one more goes with; what tells most stands first."""
    if not told:
        return _counts(title, rows, "There are too few games to tell what one more is worth, other things being equal.")
    caption = "One more: the other rows of the upper part, and the seat, being equal; in the lower part, all other rows."
    caption += f" All together tell {told:.0%} of the differences in score."
    if words := dict.fromkeys(row.instead for row in rows if row.instead):
        caption += f" {MARK} In place of {' or '.join(f'another {word}' for word in words)}."
    return _counts(title, rows, caption)


def _counts(title: str, rows: Sequence[CountFound], caption: str) -> Table:
    table = Table(box=SIMPLE, title=title, caption=caption, padding=(0, 1, 0, 0))
    for name in ("", "winners", "others", "difference", "one more: points", "wins, %"):
        table.add_column(name, justify="right" if name else "left", no_wrap=bool(name))
    ordered = in_order(rows)
    for row, following in zip(ordered, [*ordered[1:], None], strict=True):
        d, w = row.compared, row.worth
        table.add_row(
            row.label + MARK * bool(row.instead), f"{d.winners:.2f}", f"{d.others:.2f}",
            marked(give(d.difference, digits=2), d.difference),
            marked(give(w.points), w.points) if w else "", marked(give(w.chance, 100), w.chance) if w else "",
            end_section=following is not None and following.result != row.result,
        )  # fmt: skip
    return table


def in_order(rows: Sequence[CountFound]) -> list[CountFound]:
    """What tells most first; what comes of the others last."""

    def weight(row: CountFound) -> tuple[bool, float]:
        return row.result, -abs(row.worth.points_a_spread.value) if row.worth else 0.0

    return sorted(rows, key=weight)


def numbers(title: str, rows: Sequence[CountFound], fair: float) -> Table:
    """How often those won who had so many: a number and a share in each cell."""
    table = Table(box=SIMPLE, title=title, show_header=False, padding=(0, 1, 0, 0))
    table.add_column(min_width=14)
    for _ in range(MOST_LEVELS):
        table.add_column(no_wrap=True)
    for row in in_order(rows):
        table.add_row(row.label, *(cell(one, fair) for one in row.levels))
    return table


def cell(level: Level, fair: float) -> str:
    return f"[bold]{level.label}[/] {marked(f'{level.win_share.value:.0%}', level.win_share, fair)}"


def levels(title: str, rows: Sequence[Level], fair: float) -> Table:
    """Seats that had so many of a thing, or a certain one."""
    table = Table(box=SIMPLE, title=title, padding=(0, 1, 0, 0))
    for name in ("", "seats", "wins", "95%", "score", "ahead of all"):
        table.add_column(name, justify="right" if name else "left", no_wrap=bool(name))
    for one in rows:
        w, m = one.win_share, one.score
        table.add_row(
            one.label, str(one.seats), marked(f"{w.value:.1%}", w, fair), f"{100 * w.low:.1f}-{w.high:.1%}",
            f"{m.value:.1f} ±{m.high - m.value:.1f}", marked(give(one.ahead), one.ahead),
        )  # fmt: skip
    return table
