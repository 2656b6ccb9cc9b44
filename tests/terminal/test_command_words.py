"""Words for commands: in every language, and none of them is a move of any game."""

import random

import pytest

from mecenate.core.match import Match
from mecenate.core.texts import LANGUAGES
from mecenate.games import GAMES, load
from mecenate.terminal.command_words import HELP, command_words, read_command
from mecenate.terminal.commands import COMMANDS
from mecenate.terminal.offers import Offers
from mecenate.terminal.screen import words

CLOSING = {"pass", "end", "rest", "done", "enough", "finish", "withdraw", "nothing", "wait", "leave", "exit"}


@pytest.mark.parametrize("game", GAMES)
def test_no_move_is_a_command(game):
    """So no notation begins with a command, nor is one."""
    assert not {kind.word for kind in load(game).moves.kinds} & set(command_words())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_word_of_each_language(language):
    assert {read_command(words().find(language, f"help.{key}.usage"))[0] for key in HELP} == set(HELP) == set(COMMANDS)


def test_the_words_of_all_languages_are_understood():
    assert read_command("Warum open jester") == ("why", "open jester")
    assert read_command("STOPPEN") == ("quit", "")
    assert read_command("moves") == ("places", "") and read_command("?") == ("help", "")
    assert read_command("exit")[0] is None


@pytest.mark.parametrize("game", GAMES)
def test_what_ends_something_has_the_last_numbers(game):
    """In every question of random games: no number that builds something in one game passes in another."""
    seen, kinds = set(), load(game).moves.kinds
    for seed in range(4):
        match, chance = Match(load(game), load(game).seats[-1], seed), random.Random(seed)
        while not match.over:
            offered = Offers(match, "en").offers
            closing = [offer.word in CLOSING for offer in offered]
            assert closing == sorted(closing), [offer.move.notation for offer in offered]
            numbers = [int(offer.number) for offer in offered if offer.number and offer.number.isdecimal()]
            assert Offers(match, "en").figures or numbers == sorted(numbers)
            seen |= {offer.word for offer in offered} & CLOSING
            match.play(chance.choice(match.legal()))
    assert "pass" in seen and seen <= {kind.word for kind in kinds if kind.ends}


def last_decision(game: str, seed: int) -> tuple[Match, str]:
    """A position with a choice in which a move ends the game, and that move."""
    match, chance = Match(load(game), load(game).seats[0], seed), random.Random(seed)
    while True:
        offered = match.legal()
        for move in offered if len(offered) > 1 else []:
            twin = match.copy()
            twin.play(move)
            if twin.over:
                return match, move.notation
        match.play(chance.choice(offered))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("live", [True, False])
def test_a_move_that_ends_the_game_asks_once_more(sit, game, live):
    match, last = next(found for seed in range(50) if (found := last_or_none(game, seed)))
    typed = [last, "log", "", last, last]
    sat = sit(match=match, people=match.seats, seats=match.seats, live=live, answer=lambda _: typed.pop(0))
    sat.table.run()
    assert not typed and sat.table.match.over
    assert sum("This ends the game" in text for *_, text in sat.chunks) == 2


def last_or_none(game: str, seed: int) -> tuple[Match, str] | None:
    try:
        return last_decision(game, seed)
    except IndexError:  # this game ended without a choice
        return None


def test_leaving_the_palace_asks_once_more_and_leaving_the_table_is_another_word(sit):
    match, chance = Match(load("stanza"), 3, 1), random.Random(1)
    while "exit" not in [move.notation for move in match.legal()]:
        match.play(chance.choice(match.legal()))
    typed = ["exit", "quit"]
    sat = sit(match=match, people=3, seats=3, answer=lambda _: typed.pop(0))
    sat.table.run()
    assert len(sat.table.match.moves) == len(match.moves)
    assert "no more turns" in "".join(text for *_, text in sat.chunks)


@pytest.mark.parametrize(("language", "typed"), [("de", "hilfe"), ("nl", "hulp"), ("de", "help"), ("en", "warum open jester")])
def test_commands_at_the_table(sit, language, typed):
    lines = ["1", typed, "quit"]
    sat = sit(language=language, answer=lambda _: lines.pop(0))
    sat.table.run()
    assert {"de": "warum ZUG", "nl": "waarom ZET", "en": "Auction phase"}[language] in sat.chunks[2][3]
