"""Coins and victory points: every change is told by an event."""

from mecenate.core.header import emit
from mecenate.core.kernel import kernel
from mecenate.games.carrara import events


@kernel
def pay(s, seat, coins):
    s.seats[seat].coins -= coins
    if coins:
        emit(s, events.PAID, seat, coins, 0)


@kernel
def earn(s, seat, coins):
    s.seats[seat].coins += coins
    if coins:
        emit(s, events.EARNED, seat, coins, 0)


@kernel
def score(s, seat, points, why):
    s.seats[seat].points += points
    if points:
        emit(s, events.SCORED, seat, points, why)
