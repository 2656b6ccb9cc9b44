"""What the functions for other languages promise, seen from Python."""

import numpy as np
import pytest

import mecenate
from mecenate.bots import embedded, make
from mecenate.bots.judging import judge
from mecenate.bots.tuning import tuned
from mecenate.compiler.embed.header import contract, header, notations
from mecenate.compiler.interface import FUNCTIONS, READING, weights
from mecenate.compiler.modules import exports, files
from mecenate.core.playout import rollout
from mecenate.games import GAMES, load


@pytest.mark.parametrize("key", GAMES)
def test_the_search_answers_as_the_bot_does(key):
    match, seed, chance = mecenate.new(key, 3, 5), 11, np.random.default_rng(3)
    game, judges = match.game, judge(match.game)
    search = embedded.search.of(*judges.functions(game))
    asked = 0
    for simulations in (5, 80):  # one that judges at once, and one that plays on
        bot = make(f"search:{simulations}", game, seed)
        size = embedded.search_memory(simulations, game.state.itemsize, game.moves.size, judges.inputs)
        memory = chance.integers(0, 256, size).astype(np.uint8)  # what is in it does not matter
        for k in range(1, 6):
            while len(match.legal_actions()) == 1 or chance.integers(4):
                match.play(int(chance.choice(match.legal_actions())))
            wanted, before = bot.choose(match), match.rows.copy()
            told = []
            for call in (search, search.plain()) if simulations == 5 else (search,):
                expected = np.zeros(6)
                found = call(
                    match.rows, 0, 3, simulations, np.uint64(seed + k), weights(game), memory, expected,
                    game.moves.size, judges.inputs, judges.weights.size, judges.tuning, tuned(),
                )  # fmt: skip
                assert found == wanted
                assert (match.rows == before).all()
                told.append(expected.tolist())
            assert sum(told[0][:3]) == pytest.approx(1)
            assert told[0] == told[-1]
            asked += 1
    assert asked == 10


def test_machine_code_belongs_to_what_it_is_tuned_with():
    assert {"bots/judging.py", "compiler/interface.py"} <= set(files(exports("stanza", complete=True)))


def test_a_search_of_a_finished_game_has_no_answer():
    match = mecenate.new("stanza", 2, 1)
    game, judges = match.game, judge(match.game)
    rollout.of(game.legal, game.step)(match.rows, 0, game.mask(), np.ones(1, np.uint64))
    memory = np.zeros(embedded.search_memory(4, game.state.itemsize, game.moves.size, judges.inputs), np.uint8)
    assert match.over
    found = embedded.search.of(*judges.functions(game))(
        match.rows, 0, 2, 4, np.uint64(1), weights(game), memory, np.zeros(4),
        game.moves.size, judges.inputs, judges.weights.size, judges.tuning, tuned(),
    )  # fmt: skip
    assert found == -1


@pytest.mark.parametrize("key", GAMES)
def test_what_only_reads_leaves_a_state_as_it_is(key):
    match, chance = mecenate.new(key, 2, 3), np.random.default_rng(3)
    game, judges = match.game, judge(match.game)
    assert {"legal", "why", "result", "value", "features", "search"} == READING
    figures = np.zeros(judges.inputs, np.float32)
    while not match.over:
        before = match.rows.copy()
        offered = match.legal_actions()
        game.why(match.rows, 0, int(chance.integers(game.moves.size)))
        game.result(match.rows, 0, np.zeros(4, np.int64))
        judges.value(match.rows, 0, 1)
        judges.features(match.rows, 0, 1, figures)
        assert (match.rows == before).all()
        match.play(int(chance.choice(offered)))


@pytest.mark.parametrize("key", GAMES)
def test_the_header_has_every_function_and_number(key):
    game = load(key)
    text = header([game])
    for name in FUNCTIONS:
        assert text.count(f" {key}_{name}(") == 1
    big = key.upper()
    assert f"#define {big}_STATE {game.state.itemsize} " in text
    assert f"{big}_REASON_{game.reasons[3].upper().replace('-', '_')}," in text
    word = game.moves.kinds[-1].word
    assert f"{big}_MOVE_{word.upper()} = {game.moves.first[word]}," in text
    assert len(notations(game)) == game.moves.size == len(contract(game)["moves"])
    match = mecenate.new(key, 2, 1)
    assert notations(game)[match.legal_actions()[0]] == match.legal()[0].notation
