"""The Princes of Florence, by Wolfgang Kramer and Richard Ulrich."""

from pathlib import Path

from mecenate.core.game import Game, Option
from mecenate.core.texts import Texts
from mecenate.games.princes import rules
from mecenate.games.princes.board import board
from mecenate.games.princes.check import LAWS, STOCK_NAMES, check, stocks
from mecenate.games.princes.components import EXPANSIONS, HASH, TABLE
from mecenate.games.princes.events import KINDS
from mecenate.games.princes.factors import FACTORS
from mecenate.games.princes.moves import MOVES, THINGS, asking, figures
from mecenate.games.princes.outlook import outlook
from mecenate.games.princes.position import position
from mecenate.games.princes.reasons import REASONS, RULE_OF
from mecenate.games.princes.state import QUESTIONS, STATE
from mecenate.games.princes.telling import tell
from mecenate.games.princes.view import stage, view

GAME = Game(
    key="princes",
    title="The Princes of Florence",
    authors=("Wolfgang Kramer", "Richard Ulrich", "Jens Christopher Ulrich"),  # the last one of its expansions
    publishers=("alea", "Rio Grande Games", "Pro Ludo", "QWG Games"),
    rules_version=2,
    seats=(2, 3, 4, 5),
    options=(
        Option(
            "edition",
            ("pro-ludo", "rio-grande", "qwg"),
            presets={"rio-grande": {"freedom_draw": "any"}, "qwg": {"freedom_draw": "any", "moving_back": True}},
        ),
        Option("money", ("hidden", "open")),
        Option("characters", (False, True), components=EXPANSIONS["characters"]),
        Option("moving_back", (False, True), needs="characters"),
        Option("cooperation", (False, True), components=EXPANSIONS["cooperation"]),
        Option("freedoms", (5, 4), seats=(2,)),
        Option("freedom_draw", ("different", "any"), seats=(2,)),
    ),
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
    replays=(1,),  # 2 changed building together alone, whose component table is another one since
    tie=lambda s, seat: int(s.seats[seat].florins),
    more=(outlook,),
)
