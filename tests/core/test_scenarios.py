"""Scenarios: the rulebooks' examples all come out right, and what is written wrong is refused kindly and precisely."""

import re
from pathlib import Path

import pytest

from mecenate.core.checking import CHECKS
from mecenate.core.errors import BadScenario
from mecenate.core.reading import nearest
from mecenate.core.scenarios import WORDS, files, loads, read, run
from mecenate.games import GAMES, load

ROOT = Path(__file__).parents[2]
FILES = files([ROOT / "tests/scenarios"])
SCENARIOS = [scenario for path in FILES for scenario in read(path)]
PAGE = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
EXAMPLES = [
    scenario for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL) for scenario in loads(block, "docs/scenarios.md")
]

HEAD = "title: A test\ngame: princes\nplayers: [Anna, Bob, Chris]\n"


def outcome(text):
    [scenario] = loads(text, "test.yaml")
    return run(scenario, load)


def told(outcome):
    return [(differs.what, differs.expected, differs.found) for differs in outcome.differs]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: f"{Path(s.name).stem}: {s.title}")
def test_the_rulebooks_examples_come_out_right(scenario):
    assert not told(run(scenario, load))
    assert scenario.source


@pytest.mark.parametrize("scenario", EXAMPLES, ids=lambda s: s.title)
def test_the_examples_of_the_page_come_out_right(scenario):
    assert not told(run(scenario, load))


UNWRITTEN = {"same-orientation", "same-tile"}  # reasons that only a move given by its number can meet


def test_every_reason_of_a_game_has_a_scenario():
    for key in GAMES:
        covered = {
            reason for scenario in SCENARIOS if scenario.game == key for reason in scenario.then.get("refused", {}).values()
        }
        assert covered == set(load(key).reasons[1:]) - UNWRITTEN


def test_every_event_of_a_game_that_a_scenario_could_tell_is_documented():
    for key in GAMES:
        for kind in load(key).events:
            assert f"`{kind.key.replace('_', ' ')}`" in PAGE


@pytest.mark.parametrize("word", [*WORDS, *CHECKS])
def test_every_word_of_the_format_is_documented(word):
    assert f"`{word}`" in PAGE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "test.yaml is empty"),
        ("---\n---\n", "test.yaml is empty"),
        ("just a text", "A scenario: write lines of the form `word: value`, not `just a text`"),
        ("titel: x", "line 1: `titel` is no word for a scenario. Did you mean `title`?"),
        ("title: x\nasked: Anna", "line 2: `asked` belongs below `then`; write it there, indented."),
        ("title: x\ntitle: y", "line 2: `title` stands here twice, first on line 1"),
        ("title: x\n\tgame: princes", "line 2: there is a tab"),
        ("title: x: y", "line 1: there is a second `: ` on one line"),
        ("title: x\n  game: princes", "line 2: there is a second `: ` on one line"),
        ("title: x\nplayers: [Anna, Bob", "line 2: a list or mapping in brackets is not closed"),
        ("title: x\nplayers: *them", "line 2: `*them` refers to another place"),
        ("title: !!python/object:os.system x", "line 1: `!!python/object:os.system` is a YAML tag"),
        ("title: !mine x", "line 1: `!mine` is a YAML tag"),
        ("? [a, b]\n: c", "line 1: what stands before `:` must be one word or name"),
        ("title: x\0y", "this is not a text file"),
        ("[" * 5000, "nested too deeply"),
        ("game: princes", "line 1: this scenario has no title"),
        ("title: [a, b]", "line 1: title: write one line of text, not `a, b`"),
        ("title: x", "line 1: this scenario does not say which game it is about"),
        ("title: x\ngame: princes", "players: write a list, like [one, another], not `nothing`"),
        ("title: x\ngame: princes\nplayers: 3", "line 3: players: write a list, like [one, another], not `3`"),
        ("title: x\ngame: princes\nplayers: [Anna, Bob, Anna]", "line 3: two players are called Anna"),
        ("title: x\ngame: princes\nplayers: [Anna, asked]", "line 3: a player can't be called asked"),
        ("title: x\ngame: princes\nplayers: [Anna, round]\ngiven: {}\nthen: {}", "A player can't be called round"),
        (HEAD, "line 1: there is nothing to find out"),
        (HEAD + "seed: -1\nthen: {}", "line 4: seed can be from 0 to 18446744073709551615, not -1"),
        (HEAD + "seed: 1" + 30 * "0" + "\nthen: {}", "line 4: the number 10000000000000000000... is too long"),
        (HEAD + "seed: one\nthen: {}", "line 4: seed: write a whole number, not `one`"),
        (HEAD + "options: hidden\nthen: {}", "line 4: options: write lines of the form `word: value`"),
        (HEAD + "options: {colour: red}\nthen: {}", "line 4: The Princes of Florence has no option 'colour'"),
        (HEAD + "given: 5\nthen: {}", "line 4: given: write lines of the form `word: value`, not `5`"),
        (HEAD + "like: Another\nthen: {}", "line 4: `Another` is no title of a scenario above in this file"),
        ("title: x\ngame: chess\nplayers: [A, B]\nthen: {}", "line 2: There is no game 'chess'"),
        ("title: x\ngame: princes\nplayers: [A]\nthen: {}", "line 3: The Princes of Florence is for 2 to 5 players, not 1"),
        (HEAD + "when: open park", "line 4: a move is written as `- Name: move`, not `open park`"),
        (HEAD + "when:\n  - Anna: open park\n    Bob: pass", "line 5: a move is written as `- Name: move`"),
        (HEAD + "when:\n  - Ana: open park", "line 5: `Ana` is no player of this scenario. Did you mean `Anna`?"),
        (HEAD + "when:\n  - Anna:", "line 5: there is a move of Anna missing here"),
        (HEAD + "when:\n  - Anna: pass;;pass", "line 5: there is a move of Anna missing here"),
        (
            HEAD + "given: {}\nwhen:\n  - Anna: opne park",
            "line 6: `opne park` is no move of The Princes of Florence. Did you mean `open`?",
        ),
        (
            HEAD + "given: {}\nwhen:\n  - Anna: open prak",
            "line 6: `open prak` is no move of The Princes of Florence. Did you mean `open park`?",
        ),
        (HEAD + "given: {}\nwhen:\n  - Anna: bid much", "behind `bid` stands a number, or nothing"),
        (HEAD + "given: {}\nwhen:\n  - Anna: place z9 r0", "It is written like `place a1 r0`"),
        (HEAD + "given: {}\nthen: {askd: Anna}", "line 5: `askd` is no word of `then`. Did you mean `asked`?"),
        (HEAD + "given: {}\nthen: {asked: Hannah}", "line 5: `Hannah` is no player of this scenario. Did you mean `Anna`?"),
        (HEAD + "given: {}\nthen: {question: opne}", "line 5: `opne` is no question of this game. Did you mean `open`?"),
        (
            HEAD + "given: {}\nthen: {offered: [open forrest]}",
            "line 5: `open forrest` is no move of The Princes of Florence. Did you mean",
        ),
        (HEAD + "given: {}\nthen: {not offered: 3}", "line 5: not offered: write a list"),
        (HEAD + "given: {}\nthen:\n  only offered:\n    - open\n", "line 7: `open` is no move of The Princes of Florence."),
        (HEAD + "given: {}\nthen: {refused: [open park]}", "line 5: refused: write lines of the form"),
        (
            HEAD + "given: {}\nthen:\n  refused:\n    open park: stack-solt",
            "line 7: `stack-solt` is no reason of this game. Did you mean `stack-sold`?",
        ),
        (HEAD + "given: {}\nthen: {events: [Anna: one park]}", "line 5: `one park` is no event of this game"),
        (HEAD + "given: {}\nthen: {events: [Bruno: won park]}", "line 5: `Bruno` is no player of this scenario"),
        (HEAD + "given: {}\nthen: {events: [{Anna: won, Bob: won}]}", "line 5: an event is written as `- Name: event`"),
        (HEAD + "given: {}\nthen: {winners: [Bop]}", "line 5: `Bop` is no player of this scenario. Did you mean `Bob`?"),
        (HEAD + "given: {}\nthen: {scores: {Bop: 3}}", "line 5: `Bop` is no word for the scores. Did you mean `Bob`?"),
        (
            HEAD + "given: {}\nthen: {Anna: {florin: 3}}",
            "line 5: `florin` is no word for what can be found out. Did you mean `florins`?",
        ),
        (HEAD + "given: {}\nthen:\n  Anna: 3", "line 6: `Anna`: write lines of the form `word: value`, not `3`"),
        (
            HEAD + "given: {}\nthen: {supply: {jester: 7}}",
            "line 5: `jester` is no word for what can be found out. Did you mean `jesters`?",
        ),
    ],
)
def test_what_is_written_wrong_is_refused(text, expected):
    with pytest.raises(BadScenario) as refused:
        for scenario in loads(text, "test.yaml"):
            run(scenario, load)
    message = str(refused.value)
    assert message.startswith("test.yaml")
    assert expected in message


def test_two_scenarios_of_a_file_have_different_titles():
    text = HEAD + "then: {}\n"
    with pytest.raises(BadScenario, match="line 6: there is another scenario with the title `A test` above"):
        loads(text + "---\n" + text)


@pytest.mark.parametrize(
    ("when", "then", "expected"),
    [
        ("[Anna: open park]", "{asked: Chris}", ("asked", "Chris", "Bob")),
        ("[Anna: open park]", "{question: open}", ("question", "open", "bid")),
        ("[Anna: open park]", "{asked: nobody}", ("asked", "nobody", "Bob")),
        ("[Bob: open park]", "{}", ("Bob: open park", "Bob is asked", "Anna is asked (open)")),
        ("[Anna: pass]", "{}", ("Anna: pass", "the move is offered", "refused (not-asked): Nobody is asking")),
        ("[]", "{offered: [open landscape]}", ("offered, open landscape", "offered", "refused (landscapes-are-three)")),
        ("[]", "{not offered: [open park]}", ("not offered, open park", "not offered", "offered")),
        ("[Anna: open park]", "{only offered: [pass]}", ("only offered", "pass", "bid 300, pass")),
        ("[Anna: open park]", "{refused: {bid 300: too-poor}}", ("refused, bid 300", "too-poor", "offered")),
        ("[Anna: open park]", "{refused: {bid 500: too-poor}}", ("refused, bid 500", "too-poor", "exact-figure")),
        ("[Anna: open park]", "{events: [Anna: won park]}", ("events", "Anna: won park", "Anna: opened park 200")),
        ("[Anna: open park]", "{events: [Anna: opened park 20]}", ("events", "Anna: opened park 20", "Anna: opened park 200")),
        ("[Anna: open park, Bob: pass]", "{events: [Bob: passed, Anna: opened]}", ("events", "Anna: opened", "Bob: passed")),
        ("[]", "{winners: [Anna]}", ("winners", "Anna", "the game is not over")),
        ("[]", "{scores: {Anna: 5}}", ("scores, Anna", "5", "0")),
        ("[]", "{round: 2}", ("round", "2", "1")),
        ("[]", "{Anna: {florins: 3400}}", ("Anna, florins", "3400", "3500")),
        ("[]", "{Anna: {hand: [poet]}}", ("Anna, hand", "poet", "mathematician, philosopher, theologian")),
        ("[]", "{Anna: {jesters: no}}", ("Anna, jesters", "no", "0")),
        ("[]", "{Anna: {buildings: [opera]}}", ("Anna, buildings", "opera", "none")),
        ("[]", "{Anna: {buildings: {opera: a5 r0}}}", ("Anna, buildings", "opera: a5 r0", "none")),
        ("[]", "{turn: Anna}", ("turn", "Anna", "nothing")),
        ("[]", "{auction: {bought: [Bob]}}", ("auction, bought", "Bob", "none")),
        ("[]", "{decks: {profession: [poet]}}", ("decks, profession", "poet", "cartographer")),
    ],
)
def test_a_failing_scenario_says_what_differs(when, then, expected):
    failed = outcome(HEAD + f"given: {{}}\nwhen: {when}\nthen: {then}\n")
    assert not failed.passed
    [(what, wanted, found)] = told(failed)
    assert (what, wanted) == expected[:2]
    assert expected[2] in found


def test_all_differences_are_told_with_their_lines():
    failed = outcome(HEAD + "given: {}\nthen:\n  round: 2\n  Anna: {florins: 1}\n  Bob:\n    prestige: 4\n    jesters: 0\n")
    lines = [(d.what, failed.scenario.document.line(d.where)) for d in failed.differs]
    assert lines == [("round", 6), ("Anna, florins", 7), ("Bob, prestige", 9)]


def test_a_refused_move_ends_the_scenario():
    failed = outcome(HEAD + "given: {}\nwhen: [Anna: open park, Chris: pass, Bob: pass]\nthen: {round: 7}\n")
    assert told(failed) == [("Chris: pass", "Chris is asked", "Bob is asked (bid)")]


def test_without_a_position_the_game_begins_with_its_setup():
    assert outcome(HEAD + "seed: 3\nthen: {question: discard, asked: Anna, phase: setup}\n").passed


def test_like_takes_over_the_position_word_by_word():
    first = HEAD + "given: {round: 4, Anna: {florins: 700, jesters: 2}}\nthen: {}\n"
    second = "title: Another\nlike: A test\ngiven: {Anna: {florins: 900}}\nthen: {round: 4, Anna: {florins: 900, jesters: 2}}\n"
    found = loads(first + "---\n" + second)
    assert [scenario.title for scenario in found] == ["A test", "Another"]
    assert all(run(scenario, load).passed for scenario in found)


def test_like_takes_over_neither_moves_nor_expectations():
    first = HEAD + "given: {}\nwhen: [Anna: open park]\nthen: {asked: Bob}\n"
    [_, second] = loads(first + "---\ntitle: Another\nlike: A test\nthen: {asked: Anna}\n")
    assert not second.when
    assert run(second, load).passed


def test_files_and_folders(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/b.yml").write_text(HEAD + "then: {}\n", encoding="utf-8")
    (tmp_path / "a.yaml").write_text("\ufeff" + HEAD + "then: {}\n", encoding="utf-8")
    (tmp_path / "c.txt").write_text("no scenario", encoding="utf-8")
    found = files([tmp_path])
    assert [path.name for path in found] == ["a.yaml", "b.yml"]
    assert all(read(path)[0].title == "A test" for path in found)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("nowhere.yaml", None, "can't be read: No such file"),
        ("latin.yaml", b"title: Z\xfcrich", "is not a text file in UTF-8"),
        ("picture.yaml", bytes(range(256)), "is not a text file in UTF-8"),
    ],
)
def test_files_that_can_not_be_read(tmp_path, name, content, expected):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadScenario, match=re.escape(expected)):
        read(path)


def test_a_folder_without_scenarios(tmp_path):
    with pytest.raises(BadScenario, match="has no scenario files in it"):
        files([tmp_path])


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("jestr", ["jesters", "builders"], " Did you mean `jesters`?"),
        ("Poet", ["poet", "painter"], " Did you mean `poet`?"),
        ("bell maker", ["bell-maker", "watchmaker"], " Did you mean `bell-maker`?"),
        ("xyz", ["poet"], ""),
    ],
)
def test_did_you_mean(word, known, expected):
    assert nearest(word, known) == expected
