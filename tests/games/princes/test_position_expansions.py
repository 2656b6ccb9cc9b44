"""Positions of the two expansions in words: what stands so, and what can't be."""

import pytest

from mecenate.core.errors import BadScenario
from mecenate.core.scenarios import loads, prepare
from mecenate.games import load

GAME = load("princes")
NAMES = ("Anna", "Bob", "Chris", "David", "Eva")
COURT, TOGETHER, BOTH = "{characters: yes}", "{cooperation: yes}", "{characters: yes, cooperation: yes}"
TOWER = "building: tower, partner: Bob"


def given(text, options, players=3):
    """A match at a position; the position begins on line 6."""
    head = f"title: A test\ngame: princes\nplayers: [{', '.join(NAMES[:players])}]\noptions: {options}\ngiven:\n"
    [scenario] = loads(head + "".join(f"  {line}\n" for line in text.splitlines()) + "then: {}\n", "test.yaml")
    return prepare(scenario, load)


def told(match):
    return GAME.tell(match.state, match.names)


def refused(text, options, line, expected, players=3):
    with pytest.raises(BadScenario) as error:
        given(text, options, players)
    assert str(error.value).startswith(f"test.yaml, line {line}: ")
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("Anna: {character: queen}", 6, "`queen` is no character. Possible: muse, cardinal"),
        ("turn: Anna\nAnna: {character: muse}\nBob: {character: muse}", 8, "The muse can't serve both Anna and Bob."),
        ("round: 2\nAnna: {character: muse}", 7, "only Merchant and Professor stay until then"),
        ("Anna: {character: merchant}", 6, "nobody has had one in round 1"),
        (
            "round: 2\nAnna: {character: merchant}\nauction: {bought: [Anna], sold: [jester]}",
            7,
            "Anna has bought an object in this round, and with it the Merchant was used.",
        ),
        ("banker: 700", 6, "What lies on the Banker now can be from 600 to 600, not 700."),
        ("round: 3\nbanker: 500", 7, "can be from 600 to 800, not 500."),
        ("round: 3\nbanker: 650", 7, "650 is not a multiple of 100."),
        (
            "turn: Bob\nbanker: 700\nAnna: {character: banker}",
            7,
            "Anna has bought the Banker in this round, so 600",
        ),
        (
            "phase: characters\nturn: Bob",
            7,
            "`turn` belongs to the action phase, but this position is in the characters",
        ),
        ("phase: auction\ncharacters: {turn: Bob}", 7, "`characters` belongs to the characters phase"),
        ("characters: {asked: Bob}", 6, "`asked` is no word for the characters."),
        ("characters: {markers: {Anna: muse}}", 6, "Write character and bid, like `muse 1500`, not `muse`."),
        ("characters: {markers: {Anna: queen 300}}", 6, "`queen` is no character."),
        ("characters: {markers: {Anna: muse 200}}", 6, "The bid for the muse can be from 300 to 1500, not 200."),
        ("characters: {markers: {Anna: banker 600}}", 6, "The bid for the banker can be from 0 to 500, not 600."),
        ("characters: {markers: {Anna: muse 350}}", 6, "350 is not a multiple of 100."),
        ("characters: {markers: {Anna: muse 800}}\nAnna: {florins: 700}", 6, "Anna has 700 florins, and could not pay 800."),
        ("characters: {markers: {Anna: muse 800, Bob: muse 900}}", 6, "Two markers lie on the muse: those of Anna and Bob."),
        ("characters: {markers: {Anna: muse 800}, passed: [Anna]}", 6, "no marker of Anna lies on a character."),
        ("characters: {markers: {Anna: muse 300}}\nBob: {character: muse}", 6, "The muse is sold, so no marker lies there."),
        ("characters: {markers: {Anna: muse 300}, turn: Anna}", 6, "Anna is not asked: Anna has bought, has passed or has a"),
        ("characters: {passed: [Anna, Bob, Chris]}", 6, "Nobody is left who could lay a marker"),
        ("characters: {bought: [Bob], sold: [muse]}\nAnna: {character: muse}", 6, "Anna has the muse, and so has bought."),
        ("characters: {bought: [Anna], sold: [cardinal]}\nAnna: {character: muse}", 6, "The muse serves Anna, and so is sold."),
        ("characters: {bought: [Anna]}", 6, "Bought: 1 players, sold: 0 characters."),
        ("characters: {bought: [Anna], sold: [muse]}", 6, "The muse is sold, so he or she must serve a player"),
        ("characters: {passed: [Anna]}\nAnna: {character: muse}", 6, "Anna can't have bought a character and have passed."),
        ("question: use\nphase: characters", 6, "Nobody has just bought the Merchant or the Professor."),
        (
            "question: use\ncharacters: {turn: Bob}\nAnna: {character: merchant}",
            7,
            "Bob is not asked: Bob has not just bought",
        ),
        ("round: 2\nquestion: use", 7, "At the end of the auction only the Professor is asked about"),
        (
            "round: 2\nquestion: use\nauction: {withdrawn: [Bob]}\nAnna: {character: professor}",
            7,
            "The auction phase is not over",
        ),
        ("round: 2\nquestion: use\nauction: {object: park}\nAnna: {character: professor}", 8, "there is no `object`."),
        ("round: 2\nquestion: payment", 7, "Say which object is to be paid for"),
        ("round: 2\nquestion: payment\nauction: {object: park}", 7, "he does not serve Anna."),
        ("round: 7\nquestion: exchange", 7, "The Banker serves nobody"),
        ("round: 6\nquestion: exchange\nAnna: {character: banker}", 7, "only after the last turn of round 7."),
        ("round: 7\nquestion: exchange\nAnna: {character: banker, florins: 100}", 7, "Anna has fewer than 200 florins"),
        (
            "round: 7\nquestion: exchange\nAnna: {character: banker, best work: 20}",
            8,
            "The best work was rewarded before the Banker exchanges florins.",
        ),
        (
            "round: 7\nquestion: exchange\nAnna: {character: banker}\nBob: {character: merchant}",
            9,
            "The Merchant was used before the Banker exchanges florins.",
        ),
        ("question: payment\nturn: Anna", 6, "`payment` is not asked in the action phase."),
        ("question: open", 6, "`open` is no question to begin with. Possible: use, payment, exchange, counter."),
        ("turn: Anna\nactions left: 3", 7, "actions left can be from 0 to 2, not 3."),
        ("turn: Anna\nactions left: 4\nAnna: {character: cardinal}", 7, "actions left can be from 0 to 3, not 4."),
        ("turn: Anna\nactions left: 0\nAnna: {character: muse}", 7, "nor a Merchant or Professor."),
        (
            "auction: {object: park, bid: 300, bidder: Bob}\nBob: {florins: 200, prestige: 9}",
            6,
            "Bob could not pay 300",
        ),
        ("Anna: {jesters: 5, builders: 3}", 6, "Anna has 8 objects (landscapes, jesters, builders, recruiting cards in hand)"),
        (
            "turn: Anna\nproposal: {building: tower}",
            7,
            "`proposal` belongs to the expansion; add `options: {cooperation:",
        ),
        ("Anna: {buildings: {tower: f1 r0 with Bob}}", 6, "Buildings are shared only with the expansion"),
    ],
)
def test_what_can_not_be_with_characters(text, line, expected):
    refused(text, COURT, line, expected)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("turn: Anna\nAnna: {character: muse}", 7, "A character belongs to the expansion; add `options: {characters: yes}`."),
        ("banker: 600", 6, "The Banker belongs to the expansion"),
        ("phase: characters", 6, "Phase `characters` belongs to the expansion"),
        ("characters: {passed: [Anna]}", 6, "Phase `characters` belongs to the expansion"),
    ],
)
def test_characters_need_their_option(text, line, expected):
    refused(text, "{}", line, expected)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        (
            "Anna: {buildings: {tower: f1 r0 with Chris}}",
            6,
            "Anna and Chris are no neighbours, so they can't share the tower. The principality of Anna meets that of David and",
        ),
        ("Anna: {buildings: {tower: f1 r0 with Anna}}", 6, "`Anna` is no other player."),
        ("Anna: {buildings: {tower: f1 r0 with Bobby}}", 6, "`Bobby` is no other player. Did you mean `Bob`?"),
        ("Anna: {buildings: {tower: d1 r0 with Bob}}", 6, "The tower at d1 r0 does not lie across a border."),
        ("Anna: {buildings: {tower: f1 with Bob}}", 6, "`f1` is no place for a tile."),
        ("Anna: {landscapes: {park: f1 r0 with Bob}}", 6, "A park can't be shared: only buildings are built together."),
        (
            "Anna: {buildings: {tower: f1 r0 with Bob}}\nBob: {buildings: [tower]}",
            6,
            "Bob has another tower, so Anna and Bob can't share one",
        ),
        (
            "Anna: {buildings: {tower: f1 r0 with Bob}}\nBob: {buildings: {tower: f1 r0 with Chris}}",
            6,
            "Bob has another tower",
        ),
        (
            "Anna: {buildings: {tower: f1 r0 with Bob}}\nBob: {buildings: {tower: g1 r0 with Anna}}",
            6,
            "Anna and Bob do not say the same place for the tower that they share.",
        ),
        (
            "Anna: {buildings: {tower: f1 r0 with Bob}, landscapes: {park: f1 r0}}",
            6,
            "The park of Anna overlaps the tower.",
        ),
        (
            "Anna: {buildings: {tower: f1 r0 with Bob}}\nBob: {landscapes: {park: a1 r0}}",
            7,
            "The park of Bob overlaps the tower.",
        ),
        (
            "Anna: {buildings: {tower: g4 r0 with Bob}}",
            6,
            "The tower of Bob stands wall to wall with the Palazzo; that takes 2 builders, and Bob has 0.",
        ),
        ("Anna: {buildings: {tower: d4 r0}}", 6, "The tower of Anna overlaps the Palazzo."),
        ("Anna: {buildings: {tower: e1 r0}}", 6, "The tower of Anna stands at the border of the principality; that takes a"),
        (
            "Anna: {builders: 1, buildings: {tower: e1 r0}}\nBob: {builders: 1, buildings: {tower: a1 r0}}",
            6,
            "The tower of Anna stands wall to wall with a building of Bob beyond the border; one of them must have 2 builders.",
        ),
        (
            "Anna: {buildings: {chapel: g1 r3 with Bob}}\nBob: {builders: 1, buildings: {tower: a2 r0}}",
            7,
            "The tower of Bob stands wall to wall with the chapel",
        ),
        (
            "Bob: {buildings: {tower: f1 r0 with Chris}}\nChris: {buildings: [chapel]}\n"
            "Anna: {buildings: [tower]}\nDavid: {buildings: [tower]}\nturn: Anna\nsupply: {tower: 1}",
            11,
            "the game has 3 (Anna 1, Bob 1, David 1), so the supply has 0, not 1.",
        ),
        ("turn: Anna\nproposal: {partner: Bob}", 7, "A proposal says its building."),
        ("turn: Anna\nproposal: {building: tower, partner: Chris}", 7, "Anna can't build with Chris"),
        ("turn: Anna\nproposal: {building: tower, partner: Anna}", 7, "Anna can't build with Anna"),
        (
            f"turn: Anna\nproposal: {{{TOWER}}}\nBob: {{buildings: [tower]}}",
            7,
            "can't propose the tower with Bob: the",
        ),
        (f"turn: Anna\nproposal: {{{TOWER}, price: 300}}", 7, "A price needs a place that it is for; add `place: ...`."),
        (f"turn: Anna\nproposal: {{{TOWER}, place: d1 r0}}", 7, "The tower at d1 r0 does not lie across a border."),
        (
            f"turn: Anna\nproposal: {{{TOWER}, place: g4 r0}}",
            7,
            "The tower with Bob can't lie at g4 r0: it would stand wall to wall with a building in the same principality",
        ),
        (f"turn: Anna\nproposal: {{{TOWER}, place: f1 r0, price: 350}}", 7, "The price: 350 is not a multiple of 100."),
        (f"turn: Anna\nproposal: {{{TOWER}, place: f1 r0, price: 5000}}", 7, "The price can be from 0 to 4000, not 5000."),
        (
            f"turn: Anna\nAnna: {{florins: 0}}\nproposal: {{{TOWER}, place: f1 r0, price: 300}}",
            8,
            "A price of 300 can't be proposed: with that price the bank could not be paid.",
        ),
        (
            f"turn: Anna\nproposals: [{{{TOWER}, place: f1 r0, price: 300}}]\nproposal: {{{TOWER}, place: f1 r0, price: 300}}",
            8,
            "the same was proposed before in this turn.",
        ),
        (
            f"turn: Anna\nproposals: [{{{TOWER}, place: f1 r0, price: 3}}]",
            7,
            "The price: 3 is not a multiple of 100.",
        ),
        (f"turn: Anna\nproposals: [{{{TOWER}, place: f1 r0}}]", 7, "This proposal does not say its price."),
        ("turn: Anna\nproposals: 3", 7, "proposals: write a list of what was proposed"),
        ("turn: Anna\nproposals made: 4", 7, "proposals made can be from 0 to 3, not 4."),
        (f"turn: Anna\nproposals made: 3\nproposal: {{{TOWER}}}", 8, "three proposals were made in this turn"),
        (
            f"turn: Anna\nproposal: {{{TOWER}, place: f1 r0, price: 300, counter: 300}}",
            7,
            "Bob can't name the price 300: that price was proposed.",
        ),
        (
            f"turn: Anna\nBob: {{florins: 100}}\nproposal: {{{TOWER}, place: f1 r0, price: 300, counter: 200}}",
            8,
            "Bob can't name the price 200: the money is not enough.",
        ),
        (f"turn: Anna\nproposal: {{{TOWER}, place: f1 r0, counter: 200}}", 7, "Which price was proposed first?"),
        ("turn: Anna\nquestion: counter", 7, "Which price is to be countered?"),
        (f"turn: Anna\nquestion: counter\nproposal: {{{TOWER}}}", 7, "Another price is asked for only when one was proposed"),
        (
            f"turn: Anna\nquestion: counter\nBob: {{florins: 0}}\nproposal: {{{TOWER}, place: f1 r0, price: 0}}",
            7,
            "Bob can't name another price: the money is not enough.",
        ),
        (f"turn: Anna\nproposal: {{{TOWER}, place: f1 r0, price: 0}}\nBob: {{best work: 9}}", 8, "Bob has not had a turn"),
    ],
)
def test_what_can_not_be_with_cooperation(text, line, expected):
    refused(text, TOGETHER, line, expected, players=4)


def test_two_players_share_across_one_border_only():
    match = given("Bob: {buildings: {tower: f1 r0 with Anna}}", TOGETHER, players=2)
    assert told(match)["Anna"]["buildings"] == {"tower": ["f1 r0 with Bob"]}
    assert told(match)["Anna"]["empty spaces"] == 43 - 2


def test_shared_buildings_are_laid_where_they_fit():
    """With the largest buildings on both borders, and others of their own beside them."""
    text = """
Anna: {buildings: [workshop: with Bob, university: with Chris, tower], landscapes: [forest, lake]}
Bob: {buildings: [opera]}"""
    match = given(text, TOGETHER)
    position = told(match)
    assert set(position["Bob"]["buildings"]) == {"workshop", "opera"}
    assert set(position["Chris"]["buildings"]) == {"university"}
    assert position["supply"]["workshop"] == 2
    assert position["Anna"]["buildings"]["workshop"][0].endswith(" with Bob")


def test_a_shared_building_that_fits_nowhere_is_refused():
    text = "Anna: {buildings: [university: with Bob], landscapes: [forest: f1 r1 f, park: f6 r1]}"
    refused(text, TOGETHER, 6, "No place was found for the university of Anna and Bob.")


@pytest.mark.parametrize(
    ("text", "asked", "question"),
    [
        ("phase: characters\nstarting player: Bob", "Bob", "court"),
        ("characters: {markers: {Anna: muse 300}}", "Bob", "court"),
        ("starting player: Chris\ncharacters: {passed: [Chris], markers: {Anna: muse 300}}", "Bob", "court"),
        ("characters: {}\nquestion: use\nBob: {character: professor}", "Bob", "use"),
        ("round: 2\nquestion: use\nBob: {character: professor}", "Bob", "use"),
        ("round: 2\nquestion: payment\nauction: {object: park}\nAnna: {character: merchant}", "Anna", "payment"),
        ("round: 7\nquestion: exchange\nChris: {character: banker}", "Chris", "exchange"),
        (f"turn: Anna\nproposal: {{{TOWER}}}", "Anna", "across"),
        (f"turn: Anna\nproposal: {{{TOWER}, place: f1 r0}}", "Anna", "price"),
        (f"turn: Anna\nproposal: {{{TOWER}, place: f1 r0, price: 0}}", "Bob", "reply"),
        (f"turn: Anna\nquestion: counter\nproposal: {{{TOWER}, place: f1 r0, price: 0}}", "Bob", "counter"),
        (f"turn: Anna\nproposal: {{{TOWER}, place: f1 r0, price: 0, counter: 100}}", "Anna", "countered"),
        (f"turn: Anna\nproposals made: 3\nproposal: {{{TOWER}, place: f1 r0, counter: 100}}", "Anna", "countered"),
    ],
)
def test_a_given_position_asks_its_question(text, asked, question):
    match = given(text, BOTH)
    assert match.seat is not None
    assert (match.names[match.seat], match.question) == (asked, question)


def test_the_professor_brings_prestige_cards_beside_the_seven_objects():
    cards = "[large, full, forests, lakes, parks, works, jesters, builders]"
    match = given(f"turn: Anna\nAnna: {{prestige cards: {cards}, jesters: 3}}", COURT)
    assert len(told(match)["Anna"]["prestige cards"]) == 8
    refused(f"turn: Anna\nAnna: {{prestige cards: {cards}}}", "{}", 7, "Anna has 8 objects")


def test_three_freedoms_of_a_kind_only_where_they_were_drawn():
    """The state does not tell how they are drawn, so what the seed drew decides."""
    text = "Anna: {freedoms: [religion]}\nBob: {freedoms: [religion]}"
    head = "title: A test\nseed: 5\ngame: princes\nplayers: [Anna, Bob]\noptions: {edition: rio-grande}\ngiven:\n"
    [scenario] = loads(head + "".join(f"  {line}\n" for line in text.splitlines()) + "then: {}\n", "test.yaml")
    assert told(prepare(scenario, load))["supply"]["religion"] == 1
    refused("supply: {religion: 3}", "{edition: pro-ludo}", 6, "religion: the game has 2", players=2)
