"""What each card would bring its holder now: the figures that a player at the table would count out."""

from mecenate.core.entries import entry
from mecenate.core.kernel import OUTLOOK
from mecenate.games.princes.ending import prestige_card
from mecenate.games.princes.state import BONUS, DECK_START, state
from mecenate.games.princes.works import bonus_before, bonus_value, princess_value, work_value

_, PRESTIGE_START, BONUS_START, END = DECK_START
PRINCESS = END
FIGURES = END + 1


@entry(OUTLOOK)
def outlook(states, i, seat, out):
    """By card: a profession's work value without bonus cards, a prestige card's prestige, a bonus card's addition.

    Behind the cards: the work value that the Princess would reach.
    """
    s = state(states, i)
    q = s.seats[seat]
    working = s.question == BONUS and s.asked == seat
    for card in range(PRESTIGE_START):
        out[card] = work_value(s, q, card)
    for card in range(BONUS_START - PRESTIGE_START):
        out[PRESTIGE_START + card] = prestige_card(s, seat, card)
    for card in range(END - BONUS_START):
        out[BONUS_START + card] = bonus_value(q, card) if working else bonus_before(q, card)
    out[PRINCESS] = princess_value(q)
