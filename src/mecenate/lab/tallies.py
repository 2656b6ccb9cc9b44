"""How a bot did in some games. A game is one trial, however many seats the bot has in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from mecenate.lab.games import Played
from mecenate.lab.intervals import Estimate, mean, share


@dataclass(frozen=True)
class Tally:
    bot: str
    seats: float  # that it has in a game, on average
    wins: float  # a shared win counts in part
    fair_share: float  # of the games, what equal players would win
    win_share: Estimate
    score: Estimate
    winning_score: float | None  # the mean score of the games that it won
    mean_place: float
    seconds: float | None  # of the processor for a decision; None if it answers at once


def tally(bot: str, games: Sequence[tuple[Sequence[str], Played]]) -> Tally:
    """Games are told as their line-up and how they ended; those without the bot count for nothing."""
    own = [([k for k, name in enumerate(names) if name == bot], len(names), game) for names, game in games if bot in names]
    seated, trials = [(game, k) for seats, _, game in own for k in seats], len(own)
    won = sum(game.wins[k] for game, k in seated)
    scores = [sum(game.scores[k] for k in seats) / len(seats) for seats, _, game in own]
    winning = [game.scores[k] for game, k in seated if game.places[k] == 1]
    seconds = sum(game.seconds[k] for game, k in seated)
    return Tally(
        bot=bot,
        seats=len(seated) / trials,
        wins=won,
        fair_share=sum(len(seats) / all_seats for seats, all_seats, _ in own) / trials,
        win_share=share(won, trials),
        score=mean(sum(scores), sum(one * one for one in scores), trials),
        winning_score=sum(winning) / len(winning) if winning else None,
        mean_place=sum(game.places[k] for game, k in seated) / len(seated),
        seconds=seconds / sum(game.decisions[k] for game, k in seated) if seconds else None,
    )
