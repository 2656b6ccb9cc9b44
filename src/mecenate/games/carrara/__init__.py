"""The Palaces of Carrara (second edition), by Wolfgang Kramer and Michael Kiesling."""

from pathlib import Path

from mecenate.core.game import Game, Option
from mecenate.core.texts import Texts
from mecenate.games.carrara import rules
from mecenate.games.carrara.board import board
from mecenate.games.carrara.check import LAWS, STOCK_NAMES, check, stocks
from mecenate.games.carrara.components import HASH, TABLE
from mecenate.games.carrara.events import KINDS
from mecenate.games.carrara.factors import FACTORS
from mecenate.games.carrara.moves import MOVES, THINGS, asking, figures
from mecenate.games.carrara.outlook import building_outlook, ending_outlook, outlook
from mecenate.games.carrara.position import position
from mecenate.games.carrara.reasons import REASONS, RULE_OF
from mecenate.games.carrara.state import QUESTIONS, STATE
from mecenate.games.carrara.telling import tell
from mecenate.games.carrara.view import stage, view

GAME = Game(
    key="carrara",
    title="The Palaces of Carrara",
    authors=("Wolfgang Kramer", "Michael Kiesling"),
    publishers=("Game Brewer",),
    rules_version=2,
    seats=(2, 3, 4),
    options=(Option("version", ("normal", "advanced")),),
    components=HASH,
    table=TABLE,
    state=STATE,
    moves=MOVES,
    questions=QUESTIONS,
    reasons=REASONS,
    rule_of=RULE_OF,
    events=KINDS,
    texts=Texts(Path(__file__).with_name("texts")),
    laws=LAWS,
    stock_names=STOCK_NAMES,
    things=THINGS,
    start=rules.start,
    legal=rules.legal,
    step=rules.step,
    why=rules.why,
    redeal=rules.redeal,
    result=rules.result,
    check=check,
    stocks=stocks,
    view=view,
    figures=figures,
    asking=asking,
    stage=stage,
    position=position,
    tell=tell,
    board=board,
    factors=FACTORS,
    tie=lambda s, seat: sum(map(int, s.seats[seat].bricks)),
    more=(outlook, building_outlook, ending_outlook),
)
