"""Nobody reads at the table what only others may know: every name of a card that is printed was there to be seen."""

import re
import sys
from types import SimpleNamespace

import pytest

from mecenate.core.match import Match
from mecenate.games import load

GAME = load("princes")
NAMES = {group: GAME.texts.table("en")["names"][group] for group in ("profession", "bonus_card", "prestige_card")}
CARDS = {(group, key): name for group, names in NAMES.items() for key, name in names.items()}
BY_LENGTH = sorted(CARDS.values(), key=len, reverse=True)
PATTERN = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w| type)" for name in BY_LENGTH))


def open_to(match: Match, seat: int) -> set[str]:
    """The names of all cards that lie open or that this seat holds or looks at."""
    view = match.view(seat)
    own = view.seats[seat]
    seen = {("profession", key) for q in view.seats for key in q.table} | {("profession", key) for key in own.hand}
    seen |= {("bonus_card", key) for key in (*own.bonus_cards, *view.bonus_played)}
    seen |= {("prestige_card", key) for q in view.seats for key in q.prestige_cards or ()}
    group = {"profession": "profession", "bonus": "bonus_card", "prestige": "prestige_card"}
    seen |= {(group[view.looking], key) for key in view.look or ()}
    return {CARDS[card] for card in seen}


def seen_by(match: Match, seat: int) -> list[set[str]]:
    """What a seat has seen after each number of moves."""
    again = Match(match.game, match.seats, match.seed, match.options)
    found = [open_to(again, seat)]
    for move in match.moves:
        again.play(move.action)
        found.append(found[-1] | open_to(again, seat))
    return found


def printed(text: str) -> set[str]:
    """The cards that a text names; names may be broken into lines, so it is read as one."""
    return set(PATTERN.findall(" ".join(re.sub(r"[│─╭╮╰╯]", " ", text).split())))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_one_person(sit, seats):
    sat = sit(seats=seats, seed=20 + seats, width=300)
    sat.table.run()
    seen = seen_by(sat.table.match, 0)
    for moves, _, _, text in sat.chunks:
        assert printed(text) <= seen[moves], text


@pytest.mark.parametrize("seats", [2, 4])
def test_one_person_with_both_expansions(sit, seats):
    options = {"characters": True, "cooperation": True}
    match = Match(GAME, seats, 30 + seats, options, names=("Anna", "Bruno", "Clara", "Dario")[:seats])
    sat = sit(seats=seats, width=300, match=match)
    sat.table.run()
    seen = seen_by(sat.table.match, 0)
    for moves, _, prompt, text in sat.chunks:
        assert printed(text) <= seen[moves], text
        if prompt.endswith("> "):
            assert len(re.findall(r"Florins \d+", text)) <= 1


def test_several_people(sit):
    """What is printed before a prompt is for the person who reads it; a handing over shows nothing at all."""
    sat = sit(people=3, seats=4, seed=8, width=300)
    sat.table.run()
    seen = {seat: seen_by(sat.table.match, seat) for seat in range(3)}
    prompts = set()
    for n, (moves, viewer, prompt, text) in enumerate(sat.chunks[:-1]):
        if "Hand over" in prompt:
            prompts.add(prompt)
            assert text == "", text
        else:
            assert viewer is not None
            assert printed(text) <= seen[viewer][moves], text
            if viewer != sat.chunks[n - 1][1]:
                assert "Hand over" in sat.chunks[n - 1][2] or n == 0
    assert len(prompts) == 3


def test_the_screen_is_cleared_for_the_next_person(sit, monkeypatch):
    """On a screen of its own, so that nothing of what stood there before is lost, and nothing of the game is left."""
    forgotten = []
    monkeypatch.setitem(sys.modules, "readline", SimpleNamespace(clear_history=lambda: forgotten.append(True)))
    sat = sit(people=2, seats=2, seed=8, live=True)
    sat.table.run()
    assert len(forgotten) == sum("Hand over" in prompt for _, _, prompt, _ in sat.chunks)
    whole = "".join(text for *_, text in sat.chunks) + sat.out.getvalue()
    assert whole.startswith("\x1b[?1049h") and whole.count("\x1b[?1049") == 2 and "\x1b[3J" not in whole
    assert "The result" in whole.partition("\x1b[?1049l")[2]
    for n, (_, _, prompt, text) in enumerate(sat.chunks):
        if "Hand over" in prompt:
            assert text.endswith("\x1b[H\x1b[2J")
            assert sat.chunks[n + 1][3].startswith("\x1b[H\x1b[2J")


def test_one_person_keeps_what_can_be_scrolled_back_to(sit):
    sat = sit(seats=2, seed=8, live=True)
    sat.table.run()
    assert "\x1b[?1049" not in "".join(text for *_, text in sat.chunks)


def test_where_nothing_can_be_cleared_a_hand_is_pushed_off_the_screen(sit):
    """With --plain, or on a terminal that can't clear: nothing of the first hand is seen below the last screen of lines."""
    sat = sit(people=2, seats=2, seed=8)
    sat.table.screen.seated = True
    sat.table.run()
    handed = [text for _, _, prompt, text in sat.chunks if "Hand over" in prompt]
    assert handed and all(text.endswith("\n" * sat.table.screen.console.size.height) for text in handed)
    assert "\x1b" not in "".join(handed)


def test_florins_of_others_are_hidden(sit):
    sat = sit(seats=3, seed=5)
    sat.table.run()
    for _, _, prompt, text in sat.chunks:
        if prompt.endswith("> "):
            assert len(re.findall(r"Florins \d+", text)) <= 1
