"""La Stanza, by Nuno Bizarro Sentieiro and Paulo Soledade."""

from pathlib import Path

from mecenate.core.game import Game, Option
from mecenate.core.texts import Texts
from mecenate.games.stanza import rules
from mecenate.games.stanza.board import board
from mecenate.games.stanza.check import LAWS, STOCK_NAMES, check, stocks
from mecenate.games.stanza.components import HASH, TABLE
from mecenate.games.stanza.events import KINDS
from mecenate.games.stanza.factors import FACTORS
from mecenate.games.stanza.moves import MOVES, THINGS, asking, figures
from mecenate.games.stanza.outlook import outlook
from mecenate.games.stanza.position import position
from mecenate.games.stanza.reasons import REASONS, RULE_OF
from mecenate.games.stanza.state import QUESTIONS, STATE, WORKERS
from mecenate.games.stanza.telling import tell
from mecenate.games.stanza.view import stage, view

GAME = Game(
    key="stanza",
    title="La Stanza",
    authors=("Nuno Bizarro Sentieiro", "Paulo Soledade"),
    publishers=("Quined Games",),
    rules_version=2,
    seats=(2, 3, 4),
    options=(
        Option("starters", ("random", "chosen")),
        Option("variant", ("normal", "expert")),
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
    replays=(1,),  # 2 lets strength tiles count for the second discipline of a masterpiece: only more is offered
    tie=lambda s, seat: int(s.seats[seat].patron) + 1 + WORKERS * int(s.seats[seat].turned_over),
    more=(outlook,),
)
