"""Nobody is shown what they can't know: whole games, every seat and the spectator, every message.

The engine can deal a position anew so that a seat can't tell it from the true one. Whatever that seat is shown must then be
the same to the byte; and a spectator knows less than any seat.
"""

from typing import Any

import msgspec
import numpy as np
import pytest

from mecenate.server import showing
from mecenate.server.refused import Refused
from mecenate.server.showing import SPECTATOR, Viewer
from mecenate.server.table import Table


def redealt(table, seat, chance) -> Any:
    """A table whose hidden things lie otherwise, in a way that a seat can't notice."""
    twin = object.__new__(Table)
    for slot in Table.__mro__[1].__slots__:
        setattr(twin, slot, getattr(table, slot))
    line = object.__new__(type(table.line))
    for slot in type(line).__slots__:
        setattr(line, slot, getattr(table.line, slot))
    line.match = table.line.match.copy()
    table.game.redeal(line.match.rows, 0, seat, np.uint64(chance))
    twin.line = line
    return twin


def shown(table, viewer, now):
    """All that goes to a viewer after an entry."""
    parts = [
        showing.hello(table, viewer),
        showing.entries_since(table, table.line_seq - 1, viewer, "en"),
        showing.situation(table, viewer, "en", now),
        showing.summary(table, viewer),
    ]
    return msgspec.json.encode(parts)


def test_what_is_hidden_can_lie_otherwise_and_nobody_sees_a_difference(sit, game_and_seats):
    game, seats = game_and_seats
    sat = sit(game, seats, chance=seats)
    different = 0
    while not sat.table.over:
        public = shown(sat.table, SPECTATOR, sat.now)
        for seat in range(seats):
            viewer = Viewer(f"p{seat}")
            twin = redealt(sat.table, seat, sat.table.seq)
            different += not np.array_equal(twin.match.rows, sat.table.match.rows)
            assert shown(twin, viewer, sat.now) == shown(sat.table, viewer, sat.now)
            assert shown(twin, SPECTATOR, sat.now) == public
            if seat == sat.table.asked and sat.table.position % 5 == 0:
                same_after_a_quiet_move(sat, twin, viewer)
        sat.move()
    assert different > 20


def same_after_a_quiet_move(sat, twin, viewer):
    """The seat's own move, if it brings out nothing, leads both to the same."""
    for move in sat.table.match.legal()[:3]:
        then = sat.table.match.copy()
        then.play(move)
        if then.revealed:
            continue
        true = redealt(sat.table, move.seat, 1)
        true.line.match = then
        twin_then = redealt(twin, move.seat, 1)
        twin_then.line.match = twin.match.copy()
        twin_then.line.match.play(move)
        assert shown(true, viewer, sat.now) == shown(twin_then, viewer, sat.now)


def test_views_and_events_are_the_engines(sit, game_and_seats):
    game, seats = game_and_seats
    sat = sit(game, seats, chance=10 + seats)
    while not sat.table.over:
        sat.move()
        if sat.table.over:
            break
        for seat, viewer in [(None, SPECTATOR), *((n, Viewer(f"p{n}")) for n in range(seats))]:
            assert showing.situation(sat.table, viewer, "en", sat.now).view == sat.table.match.view(seat)
            told = showing.entries_since(sat.table, sat.table.seq - 1, viewer, "en")[0]
            assert [(e.key, e.seat, e.about) for e in told.events] == [
                (e.key, e.seat, e.about) for e in sat.table.match.events(seat)
            ]


def secrets_in(value, me):
    """Notations that are not mine, anywhere in a message."""
    if isinstance(value, dict):
        if value.get("type") == "entry" and value["kind"] == "move" and value["seat"] != me:
            yield from [value["move"]] if value["move"] is not None else []
        if value.get("type") == "replay" and value["mover"] != me:
            yield from [value["move"]] if value["move"] is not None else []
        for part in value.values():
            yield from secrets_in(part, me)
    elif isinstance(value, list):
        for part in value:
            yield from secrets_in(part, me)


def test_no_notation_of_others_and_no_seed_before_the_end(sit, game_and_seats):
    game, seats = game_and_seats
    sat = sit(game, seats, chance=20 + seats)
    secret = [str(sat.setup.seed).encode(), sat.setup.salt.encode(), hex(sat.setup.seed)[2:].encode()]

    def check(me, viewer):
        table = sat.table
        told = msgspec.json.encode([
            showing.entries_since(table, 0, viewer, "en"),
            showing.catch_up(table, table.seq // 2, viewer, "de"),
            showing.replay(table, table.position, viewer, "nl"),
        ])  # fmt: skip
        now = shown(table, viewer, sat.now)
        assert not any(part in told + now for part in secret)
        assert list(secrets_in(msgspec.json.decode(told), me)) == []
        assert list(secrets_in(msgspec.json.decode(now), me)) == []

    while not sat.table.over:
        sat.move()
        if sat.table.position % 25 == 0 and not sat.table.over:
            for seat, viewer in [(None, SPECTATOR), *((n, Viewer(f"p{n}")) for n in range(seats))]:
                check(seat, viewer)
    text = shown(sat.table, SPECTATOR, sat.now)
    assert secret[0] in text
    assert secret[1] in text


def test_a_refused_move_says_nothing_to_others(sit, game):
    """Whatever another seat tries, the answer is the same wherever the hidden things lie."""
    sat = sit(game, 2).moves(9)
    other = 1 - sat.table.asked
    moves = sat.table.game.moves
    for action in range(0, moves.size, 7):
        notation = moves.notation(action, sat.table.match.state)
        with pytest.raises(Refused) as caught:
            sat.table.play(f"p{other}", other, notation, sat.table.position, sat.now)
        assert caught.value.key == "not-your-turn"
        assert notation not in str(caught.value)
