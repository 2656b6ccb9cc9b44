"""What the board on the terminal is put together from: the heading, the stacks, the seats and the cards."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from mecenate.core import drawing
from mecenate.core.drawing import DOT, GOOD, QUIET, SEAT_COLOURS, STRONG, SYMBOLS, figure
from mecenate.core.flow import Flow
from mecenate.core.texts import Texts
from mecenate.games.princes.components import BUILDINGS, FREEDOMS, LANDSCAPES, OBJECTS, TABLE
from mecenate.games.princes.grid import STYLES, Tile, labels_of, tiles
from mecenate.games.princes.state import DECKS
from mecenate.games.princes.view import SeatView, View

TEXTS = Texts(Path(__file__).with_name("texts"))
HERE, MISSING = "✓", "·"
CARDS = {card.key: card for card in TABLE.professions}
BONUS = {card.key: card for card in TABLE.bonus_cards}
PRESTIGE = {card.key: card for card in TABLE.prestige_cards}
COURT = TABLE.characters
PROPOSALS = TABLE.cooperation.proposals
NARROW = 36  # width of a card on two lines
SUPPLY_OF = {"prestige": "prestige cards"}  # the stack of an object, where the supply calls it otherwise


class Words(drawing.Words):
    """The words for one table, the labels of tiles, and freedoms by short names."""

    def __init__(self, language: str, names: Sequence[str]):
        super().__init__(TEXTS, language, names)
        things = {key: self.name("building", key) for key in BUILDINGS} | {key: self.name("object", key) for key in LANDSCAPES}
        self.labels = labels_of(things, self("palazzo"))

    def name(self, group: str, key: str) -> str:
        return self(key) if group == "freedom" else super().name(group, key)


def heading(view: View, words: Words) -> Flow:
    parts: list[Text | str] = []
    if view.round:
        parts.append(Text(words("round", round=view.round, rounds=TABLE.counts.rounds), STRONG))
    parts.append(Text(words.name("phase", view.phase), STRONG))
    if view.phase in ("auction", "characters", "action"):
        parts.append(figure(words("minimum"), view.minimum))
        parts.append(Text.assemble((f"{words('starts')} ", QUIET), words.seat(view.starter)))
    if view.work_value:
        worker = words.name("profession", view.worker) if view.worker else words.name("character", "princess")
        parts.append(figure(words("at_work", profession=worker), view.work_value))
    return Flow(parts, DOT)


def stacks(view: View, words: Words) -> Table:
    """The objects of the auction phase: what is left, what was sold this round, and the highest bid."""
    keys = [key for key in OBJECTS if key != "landscape"]
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET, collapse_padding=True)
    cells = []
    for key in keys:
        table.add_column(words.name("object", key), overflow="fold")
        stack = "landscape" if view.players == 2 and key in LANDSCAPES else key
        cell = Text(str(view.supply[SUPPLY_OF.get(key, key)]), STRONG)
        if view.auction and view.auction.object == stack:
            cell.append(f" {view.auction.bid} {SYMBOLS[view.auction.bidder]}", SEAT_COLOURS[view.auction.bidder])
        elif stack in view.sold:
            buyer = view.sold[stack]
            cell = Text.assemble(
                (cell.plain, QUIET), " ", words("sold") if buyer is None else (SYMBOLS[buyer], SEAT_COLOURS[buyer])
            )
        cells.append(cell)
    table.add_row(*cells)
    return table


def court(view: View, words: Words) -> Table:
    """The characters of phase A2: from which bid on each is to be had, whose marker lies there, or who bought it."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET, collapse_padding=True)
    owners = {q.character: seat for seat, q in enumerate(view.seats) if q.character}
    cells = []
    for card in view.characters or ():
        head = words.name("character", card.character)
        table.add_column(head if card.florins is None else f"{head} (+{card.florins})", overflow="fold")
        if card.marker is not None:
            cells.append(Text(f"{card.bid} {SYMBOLS[card.marker]}", f"{STRONG} {SEAT_COLOURS[card.marker]}"))
        elif card.hired and card.character in owners:
            cells.append(Text.assemble((f"{HERE} ", GOOD), words.symbol(owners[card.character])))
        elif card.hired:
            cells.append(Text(words("sold"), QUIET))
        else:
            lowest = COURT.lowest_bid if card.florins is None else COURT.banker_lowest_bid
            cells.append(Text(words("from", florins=lowest), QUIET))
    table.add_row(*cells)
    return table


def supplies(view: View, words: Words) -> Group:
    """What is left of buildings, freedoms and decks; also tells what the labels on the tiles mean."""
    buildings = [
        Text.assemble((words.labels[key], STYLES[key]), f" {words.name('building', key)} {view.supply[key]}")
        for key in BUILDINGS
    ]
    rest = [figure(words.name("freedom", key), view.supply[key], "") for key in FREEDOMS]
    rest += [figure(words.name("deck", deck), view.supply[f"{deck} cards"], "") for deck in DECKS]
    return Group(Flow(buildings), Flow(rest))


def status(view: View, seat: int, words: Words) -> list[str]:
    """Who serves a seat, and what it has done or may do in this phase."""
    found = []
    if character := view.seats[seat].character:
        found.append(words.name("character", character))
    if view.opener == seat:
        found.append(words("opens"))
    if seat in view.passed or (view.auction and seat in view.auction.passed):
        found.append(words("passed"))
    if seat in view.bought and not (character and view.phase == "characters"):
        found.append(words("bought"))
    if seat in view.withdrawn:
        found.append(words("out"))
    if view.phase == "action" and view.question != "exchange" and (view.proposal.seat if view.proposal else view.asked) == seat:
        found.append(words("actions_left", actions=view.actions_left))
        if view.cooperation and view.proposals_left < PROPOSALS:
            found.append(words("proposals_left", proposals=view.proposals_left))
    if view.seats[seat].best_work:
        found.append(words("best_work", value=view.seats[seat].best_work))
    return found


def title(view: View, seat: int, words: Words, width: int) -> tuple[Text, list[str]]:
    """A seat with what it does, and the rest of it that does not fit into the width."""
    head = Text.assemble("▸ " if view.asked == seat else "", words.seat(seat), style=STRONG)
    left = status(view, seat, words)
    while left and head.cell_len + len(DOT) + len(left[0]) <= width:
        head.append(f"{DOT}{left.pop(0)}", QUIET)
    return head, left


def who(view: View, seat: int, words: Words) -> Text:
    """A seat with its character alone."""
    turn, character = "▸ " if view.asked == seat else "", view.seats[seat].character
    name = Text.assemble(turn, words.seat(seat), style=STRONG)
    return name.append(f"{DOT}{words.name('character', character)}", QUIET) if character else name


def neighbours(view: View, seat: int, words: Words, names: bool) -> Text | None:
    """Whose principalities meet this one on the left and on the right, by symbol or with names; None if none does."""
    q, told = view.seats[seat], words.seat if names else words.symbol
    if q.left is None and q.right is None:
        return None
    left = Text("◂ ").append_text(told(q.left)) if q.left is not None else Text("")
    right = told(q.right).append(" ▸", "default") if q.right is not None else Text("")
    return left.append(DOT if left and right else "").append_text(right)


def shared(view: View, seat: int, words: Words) -> Flow | None:
    """The buildings that a seat shares, with their labels and whose they are as well."""
    found = [
        Text.assemble((words.labels[tile.piece].upper(), STYLES[tile.piece]), f" {words.name('building', tile.piece)} ")
        .append_text(words.symbol(tile.shared_with))
        for tile in view.seats[seat].buildings
        if tile.shared_with is not None
    ]  # fmt: skip
    return Flow([Text(words("shared"), QUIET), *found]) if found else None


def figures(view: View, seat: int, words: Words) -> Flow:
    """What everybody sees of a seat."""
    q = view.seats[seat]
    florins = (words("hidden"), QUIET) if q.florins is None else (q.florins, STRONG)
    return Flow([
        figure(words("prestige"), q.prestige),
        figure(words("florins"), *florins),
        figure(words("jesters"), q.jesters),
        figure(words("builders"), q.builders),
        *([figure(words("freedoms"), words.all("freedom", q.freedoms))] if q.freedoms else []),
    ])  # fmt: skip


def works(view: View, seat: int, words: Words) -> Text:
    """The cards on the table, by name."""
    q = view.seats[seat]
    names = [words.name("profession", key) for key in q.table]
    if q.recruiting_table:
        times = f"{q.recruiting_table}× " if q.recruiting_table > 1 else ""
        names.append(f"{times}{words.name('object', 'recruiting')}")
    return figure(words("works"), ", ".join(names) or words("none"), "")


def hidden_cards(view: View, seat: int, words: Words) -> Flow:
    """How many cards nobody else sees; at the end of the game, the prestige cards by name."""
    q = view.seats[seat]
    parts = [figure(words("hand"), q.hand_count, "")]
    if q.recruiting_hand:
        parts.append(figure(words.name("object", "recruiting"), q.recruiting_hand, ""))
    parts.append(figure(words("bonus_cards"), q.bonus_count, ""))
    parts.append(figure(words("prestige_cards"), q.prestige_count, ""))
    return Flow([*parts, *(words.name("prestige_card", key) for key in q.prestige_cards or ())])


def seat_rows(view: View, seats: Sequence[int], words: Words) -> Table:
    """Several seats, one line each."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=QUIET)
    heads = ("short_prestige", "short_florins", "short_jesters", "short_builders", "short_works", "short_cards")
    table.add_column("", overflow="fold")
    for key in heads:
        table.add_column(words(key))
    table.add_column(words("principality"), ratio=1)
    for seat in seats:
        q = view.seats[seat]
        laid = [laid_tile(tile, words) for tile in tiles(view, seat, words.labels)[1:]]
        name = Text.assemble("▸ " if view.asked == seat else "", words.seat(seat))
        for text in status(view, seat, words)[: 2 if q.character else 1]:
            name.append(f" {text}", QUIET)
        table.add_row(
            name,
            Text(str(q.prestige), STRONG), "?" if q.florins is None else str(q.florins), str(q.jesters), str(q.builders),
            str(len(q.table) + q.recruiting_table), f"{q.hand_count + q.recruiting_hand}+{q.bonus_count}+{q.prestige_count}",
            Flow([*laid, *(words.name("freedom", key) for key in q.freedoms)], " "),
        )  # fmt: skip
    return table


def laid_tile(tile: Tile, words: Words) -> Text:
    """The label of a tile, and with whom it is shared."""
    label = Text.assemble((tile.label, tile.style))
    return label if tile.shared_with is None else label.append_text(words.symbol(tile.shared_with))


def wants(seat: SeatView, profession: str) -> list[tuple[str, str, bool]]:
    """What a person asks for, and whether it is there: group of names, key, found."""
    card = CARDS[profession]
    return [
        ("building", card.building, any(tile.piece == card.building for tile in seat.buildings)),
        ("object", card.landscape, any(tile.piece == card.landscape for tile in seat.landscapes)),
        ("freedom", card.freedom, card.freedom in seat.freedoms),
    ]


class Professions:
    """Profession cards of the own seat: what each wants, and the value of its work now, without and with bonus cards."""

    def __init__(self, view: View, keys: Sequence[str], words: Words, head: str):
        q, worth = view.seats[view.you or 0], view.worth
        assert worth
        bonus = sum(worth.bonus_values[card] for card in q.bonus_cards or ())
        self.head = (head, words("wants"), words("value"))
        self.cards = [(words.name("profession", key), self._wants(q, key, words)) for key in keys]
        self.values = [self._value(worth.work_values[key], bonus, view.minimum) for key in keys]

    def _wants(self, q: SeatView, key: str, words: Words) -> list[Text]:
        return [
            Text(f"{HERE if found else MISSING}{words.name(group, thing)}", "" if found else QUIET)
            for group, thing, found in wants(q, key)
        ]

    def _value(self, value: int, bonus: int, minimum: int) -> Text:
        enough = 0 < minimum <= value + bonus
        line = Text(str(value), GOOD if enough else "")
        line.append(f"+{bonus}" if bonus else "", QUIET)
        return line.append(f" {HERE if enough else ' '}", GOOD)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """One line a card where the width allows, else two."""
        wide = table_of(*self.head)
        for (name, asked), value in zip(self.cards, self.values, strict=True):
            wide.add_row(name, Flow(asked, " "), value)
        if Measurement.get(console, options.update(width=200), wide).maximum <= options.max_width:
            yield wide
            return
        width = min(options.max_width, NARROW)
        yield _spread(Text(self.head[0], QUIET), Text(self.head[2], QUIET), width)
        for (name, asked), value in zip(self.cards, self.values, strict=True):
            yield _spread(Text(name), value, width)
            yield Flow(asked, " ", indent=1)


def _spread(left: Text, right: Text, width: int) -> Text:
    """Two texts at the ends of a line."""
    return left + Text(" " * max(1, width - left.cell_len - right.cell_len)) + right


def table_of(*heads: str) -> Table:
    """A table without lines, the last column for figures."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=QUIET)
    for head in heads[:-1]:
        table.add_column(head, overflow="fold")
    table.add_column(heads[-1], justify="right", no_wrap=True)
    return table


def worded_cards(view: View, deck: str, keys: Sequence[str], words: Words, head: str) -> Table:
    """Bonus or prestige cards in words, with their printed figures and what each would bring now."""
    table = table_of(head, "", words("now"))
    assert view.worth
    values = view.worth.bonus_values if deck == "bonus" else view.worth.prestige_values
    for key in keys:
        value = Text(f"+{values[key]}", GOOD if values[key] else QUIET)
        table.add_row(Text(words.name(f"{deck}_card", key)), Text(printed(deck, key, words), QUIET, no_wrap=True), value)
    return table


def printed(deck: str, key: str, words: Words) -> str:
    """The figures on a bonus or prestige card."""
    if deck == "bonus":
        return words("each", value=next(iter(BONUS[key].each.values())))
    card = PRESTIGE[key]
    return f"{card.prestige}({card.tied})" if card.tied else str(card.prestige)


def own_cards(view: View, words: Words) -> list[RenderableType]:
    """What the own character would bring, everything in the own hand, and the cards just drawn."""
    q, worth = view.seats[view.you or 0], view.worth
    found: list[RenderableType] = []
    if worth and worth.princess is not None:
        enough = worth.princess >= view.minimum
        value = figure(f"{words.name('character', 'princess')}: {words('value')}", worth.princess, GOOD if enough else "")
        found.append(value.append(f" {HERE if enough else ''}", GOOD))
    if worth and worth.rank is not None:
        found.append(figure(f"{words.name('character', 'merchant')}: {words('prestige')}", f"+{worth.rank}"))
    if view.look and view.looking == "profession":
        found.append(Professions(view, view.look, words, words("drawn")))
    elif view.look:
        found.append(worded_cards(view, view.looking or "", view.look, words, words("drawn")))
    if q.hand:
        found.append(Professions(view, q.hand, words, words("hand")))
    if q.recruiting_hand:
        found.append(figure(words.name("object", "recruiting"), q.recruiting_hand))
    for deck, cards in (("bonus", q.bonus_cards), ("prestige", q.prestige_cards)):
        if cards:
            found.append(worded_cards(view, deck, cards, words, words(f"{deck}_cards")))
    return found


def known_cards(view: View, words: Words) -> list[Text]:
    """Cards that this seat laid under a deck itself."""
    group = {"profession": "profession", "prestige": "prestige_card", "bonus": "bonus_card"}
    lines = [
        words("known", place=card.place, deck=words.name("deck", card.deck), card=words.name(group[card.deck], card.card))
        for card in view.known
    ]
    return [Text(line, QUIET) for line in lines]
