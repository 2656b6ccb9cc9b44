"""Nobody gets to know what is not theirs: whole games on a real server, and every byte that it sends to anybody.

The same game is played beside it in memory. What each seat and a spectator get must be what the engine lets them know, nothing
of the seed may be in it, and where hidden things are dealt anew so that a seat can't notice, its answers must be the same to
the byte.
"""

import json
import random
import sys
from contextlib import ExitStack

import msgspec
import numpy as np
import pytest
from sqlalchemy import event
from websockets.sync.client import connect

from mecenate.core import records
from mecenate.core.errors import IllegalMove
from mecenate.core.match import Match
from mecenate.games import GAMES, load
from mecenate.lab.soak import variants
from mecenate.server.table import Table

LANGUAGES = ("en", "de", "nl")
PROBED = dict.fromkeys(range(33, 400, 14), "undo") | {7: "probe", 30: "past", 46: "probe"}  # after so many moves
# While the game goes on.
CLOSED = ("/record", "/proof", "/breakdown", "/continue", "/rematch", "/shares ", "/move ", "/undo ", "seat=")


def cases():
    """Of each game the fewest seats with the usual options, and more seats with others; the longest games are left out."""
    for number, game in enumerate(map(load, GAMES)):
        for seats, which in ((game.seats[0], 0), (game.seats[1 + number // 2], -1)):
            options = variants(game, seats)[which]
            yield pytest.param(game, seats, options, id=f"{game.key}-{seats}-{'-'.join(map(str, options.values()))}")


class Ear:
    """Everything that reaches one person: a seat, or nobody in particular."""

    def __init__(self, person, seat):
        self.person, self.seat = person, seat
        self.language = LANGUAGES[(seat or 0) % 3]
        self.raw: list[bytes] = []
        self.live = iter(())
        person.client.event_hooks["response"] = [self._answered]

    def _answered(self, answer):
        if "ndjson" in answer.headers.get("content-type", ""):
            return  # its lines are kept as they come
        answer.read()
        self.raw += [repr(answer.headers).encode(), answer.content]

    def ask(self, method, path, body=None):
        answer = self.person.ask(method, f"{path}{'&' if '?' in path else '?'}lang={self.language}", body, expect=None)
        return answer.status_code, answer.content

    def listen(self, stack, path, as_lines):
        if as_lines:
            lines = stack.enter_context(self.person.client.stream("GET", path))
            self.live = (self._heard(line.encode()) for line in lines.iter_lines() if line)
        else:
            socket = stack.enter_context(self.socket(path))
            self.live = (self._heard(socket.recv(20, decode=False)) for _ in iter(int, 1))

    def socket(self, path):
        url = self.person.served.url
        cookie = self.person.client.cookies.get("mecenate")
        headers = {"Cookie": f"mecenate={cookie}"} if cookie else {}
        return connect(url.replace("http", "ws") + path, origin=url, additional_headers=headers, compression=None)

    def _heard(self, line):
        self.raw.append(line)
        return json.loads(line)

    def until(self, seq):
        """All live messages up to the situation after an entry."""
        found = []
        while not found or found[-1]["type"] != "situation" or found[-1]["seq"] < seq:
            found.append(next(self.live))
        return found


class Sitting:
    """A table on the server with all its people, and the same game beside it."""

    def __init__(self, served, game, seats, options, stack):
        self.served, self.game = served, game
        self.chance = random.Random(f"{game.key} {seats} {options}")
        people = [served.guest(f"Person {n}") for n in range(seats)]
        self.seats = [Ear(person, n) for n, person in enumerate(people)]
        self.spectator = Ear(served.visitor(), None)
        made = people[0].table(game.key, "person", *["open"] * (seats - 1), options=options, public=True)
        self.key = made["info"]["table"]
        self.path = f"/api/tables/{self.key}"
        for n, person in enumerate(people[1:], start=1):
            person.post(f"{self.path}/join", {"seat": n})
        self.setup = self.table.setup
        names = [f"Person {n}" for n in range(seats)]
        self.beside = Match(game, seats, self.setup.seed, self.setup.options, names)
        self.private = {kind.key for kind in game.events if kind.private}
        for ear in self.everybody:
            as_lines = ear.seat in (None, seats - 1)
            ear.listen(stack, f"{self.path}/{'stream' if as_lines else 'live'}?since=0&lang={ear.language}", as_lines)
            self.check_live(ear, ear.until(self.table.seq))

    @property
    def everybody(self):
        return [*self.seats, self.spectator]

    @property
    def hosted(self):
        return self.served.house.memory._tables[self.key]

    @property
    def table(self) -> Table:
        return self.hosted.table

    def move(self):
        """One move by chance, and what everybody gets of it."""
        self.check_bytes()
        self.served.house.clock.now += 1000
        move = self.chance.choice(self.beside.legal())
        mover, after = move.seat, len(self.beside.moves)
        body = {"seat": mover, "move": move.notation, "after": after, "seen": self.table.seq}
        status, content = self.seats[mover].ask("POST", f"{self.path}/move", body)
        assert status == 200, content
        self.beside.play(move)
        if not self.beside.over:
            self.check_situation(self.seats[mover], json.loads(content))
        for ear in self.everybody:
            heard = ear.until(self.table.seq)
            if not self.beside.over:
                self.check_live(ear, heard, move)
        return body

    def take_back(self, mover):
        """Who moved takes it back, if that may be done without asking."""
        now = self.seats[mover].person.get(f"{self.path}/situation")
        to = now["undo"]["free_to"]
        if to is None or to >= now["position"]:
            return
        status, content = self.seats[mover].ask("POST", f"{self.path}/undo", {"to": to, "after": now["position"]})
        assert status == 200, content
        self.beside.back_to(to)
        for ear in self.everybody:
            self.check_live(ear, ear.until(self.table.seq))

    # What may be in a message

    def check_live(self, ear, messages, move=None):
        for message in messages:
            if message["type"] == "entry" and message["kind"] == "move":
                self.check_events(ear, message)
            if move is not None and ear.seat != move.seat and " " in move.notation:
                others = {key: part for key, part in message.items() if key != "offers"}  # these are one's own
                assert json.dumps(move.notation) not in json.dumps(others)
        self.check_situation(ear, messages[-1])

    def check_events(self, ear, message, match=None):
        match = match or self.beside
        told = [(e["key"], e["seat"], e["about"], e["text"]) for e in message["events"]]
        assert told == [(e.key, e.seat, e.about, match.line(e, ear.language)) for e in match.events(ear.seat)]
        mover = message["seat"] if message["type"] == "entry" else message["mover"]
        assert (message["move"] is not None) == (mover is not None and mover == ear.seat)

    def check_situation(self, ear, message):
        match = self.beside
        assert message["seat"] == ear.seat and message["position"] == len(match.moves)
        assert message["view"] == plain(match.view(ear.seat))
        own = [move.notation for move in match.legal()] if match.seat == ear.seat else []
        assert [offer["notation"] for offer in message["offers"]] == own
        assert message["seed"] is None and message["salt"] is None and message["scores"] is None

    # Everything that can be asked

    def look(self, ear, refused, last):
        """What a seat or a spectator gets for all that it may try, as (what, status, bytes)."""
        path, other = self.path, 0 if ear.seat != 0 else 1
        position, seq = self.table.position, self.table.seq
        gets = [
            f"{path}", f"{path}/situation", f"{path}/situation?seat={other}", f"{path}/replay/{position}?seat={other}",
            f"{path}/entries?since={self.table.line_seq - 1}", f"{path}/catch-up?since={self.table.line_seq - 1}",
            f"{path}/chat", f"{path}/record", f"{path}/proof", f"{path}/breakdown", f"{path}/stream?seat={other}",
            f"{path}/shares", f"{path}/invitations", "/api/tables?status=running", "/api/tables/mine",
        ]  # fmt: skip
        posts: list[tuple[str, dict]] = [
            (f"{path}/shares", {"position": position, "seat": other}),
            (f"{path}/continue", {"position": position, "seats": [{"kind": "person"}] * len(self.seats)}),
            (f"{path}/move", {**last, "seat": ear.seat if ear.seat is not None else 0}),
            (f"{path}/move", last),
            (f"{path}/why", {"move": refused[0]}),
            (f"{path}/undo", {"to": 0, "after": position + 1}),
            (f"{path}/rematch", {}),
        ]
        mine = ear.seat if ear.seat is not None else 0
        posts += [(f"{path}/move", {"seat": mine, "move": move, "after": position, "seen": seq}) for move in refused]
        return [(f"GET {one}", *ear.ask("GET", one)) for one in gets] + [
            (f"POST {one} {body}", *ear.ask("POST", one, body)) for one, body in posts
        ]

    def fresh(self, ear):
        """The first messages of a new connection, as bytes."""
        with ear.socket(f"{self.path}/live?since={self.table.line_seq - 1}&lang={ear.language}") as socket:
            found = [socket.recv(20, decode=False)]
            while b'"type":"situation"' not in found[-1][:40]:
                found.append(socket.recv(20, decode=False))
        ear.raw += found
        return found

    def probe(self, last):
        """Every answer is the same if hidden things lie otherwise, and those about the past are what the engine told then."""
        moves = self.game.moves
        known = dict.fromkeys(moves.notation(action, self.beside.state) for action in range(moves.size))
        refused = [move for move in self.chance.sample(list(known), min(40, len(known))) if self.is_refused(move)][:4]
        true = self.hosted._table
        asked = self.seats[self.table.asked or 0]
        for ear in dict.fromkeys((asked, self.chance.choice(self.seats), self.spectator)):
            answers, live = self.look(ear, refused, last), self.fresh(ear)
            for what, status, content in answers:
                assert status < 500, what
                assert status >= 400 or not any(part in what for part in CLOSED), what
                if "/catch-up" in what:
                    assert [self.check_events(ear, one) for one in json.loads(content)["entries"] if one["kind"] == "move"]
            seat = self.chance.randrange(len(self.seats)) if ear.seat is None else ear.seat
            try:
                self.hosted._table = redealt(true, seat, self.chance.getrandbits(60))
                assert self.look(ear, refused, last) == answers
                assert self.fresh(ear) == live
            finally:
                self.hosted._table = true

    def is_refused(self, move):
        try:
            self.beside.find(move)
        except IllegalMove:
            return True
        return False

    def past(self):
        """Replays of any position are as they were, also by a link, and the whole log is told as it happened."""
        matches = [Match(self.game, len(self.seats), self.setup.seed, self.setup.options, self.beside.names)]
        for move in self.beside.moves:
            matches.append(matches[-1].copy())
            matches[-1].play(move)
        at = self.chance.randrange(1, len(matches))
        status, content = self.seats[0].ask("POST", f"{self.path}/shares", {"position": at})
        assert status == 201
        link = f"/api/shares/{json.loads(content)['token']}"
        for ear in self.everybody:
            replay = json.loads(ear.ask("GET", f"{self.path}/replay/{at}")[1])
            assert replay["view"] == plain(matches[at].view(ear.seat))
            self.check_events(ear, replay, matches[at])
            shared = json.loads(ear.ask("GET", link)[1])["position"]
            assert shared["seat"] is None and shared["view"] == plain(matches[at].view(None)) and shared["move"] is None
            log = json.loads(ear.ask("GET", f"{self.path}/entries")[1])
            line = [one for one in log if one["kind"] == "move"]
            if any(one["kind"] == "undo" for one in log):
                continue
            for match, entry in zip(matches[1:], line, strict=True):
                self.check_events(ear, entry, match)

    def talk(self):
        """Players and spectators do not hear each other while the game goes on."""
        watcher = self.served.guest("Watcher")
        assert self.seats[0].ask("POST", f"{self.path}/chat", {"text": "among players"})[0] == 201
        watcher.post(f"{self.path}/chat", {"text": "among spectators"}, expect=201)
        said = [json.loads(ear.ask("GET", f"{self.path}/chat")[1]) for ear in self.everybody]
        assert [[one["text"] for one in chat] for chat in said] == [["among players"]] * len(self.seats) + [
            ["among spectators"]
        ]

    def check_bytes(self):
        """Nothing of the deal in anything that was sent since the last look."""
        seed = self.setup.seed
        secret = [str(seed).encode(), f"{seed:x}".encode(), f"{seed:X}".encode(), self.setup.salt.encode()]
        for ear in self.everybody:
            everything = b"\n".join(ear.raw)
            assert not any(part in everything for part in secret)
            words = b"among spectators" if ear.seat is not None else b"among players"
            assert words not in everything
            ear.raw.clear()

    def check_end(self):
        """Everything is open to everybody, and the deal was the promised one."""
        for ear in self.everybody:
            status, text = ear.ask("GET", f"{self.path}/record")
            assert status == 200
            assert records.loads(text.decode(), load).rows.tobytes() == self.beside.rows.tobytes()
            proof = json.loads(ear.ask("GET", f"{self.path}/proof")[1])
            assert proof["holds"] and proof["seed"] == str(self.setup.seed) and proof["salt"] == self.setup.salt
            log = json.loads(ear.ask("GET", f"{self.path}/entries")[1])
            assert all(one["move"] for one in log if one["kind"] == "move")
            now = json.loads(ear.ask("GET", f"{self.path}/situation")[1])
            assert now["scores"] == self.beside.scores() and now["seed"] == proof["seed"]
            assert {one["text"] for one in json.loads(ear.ask("GET", f"{self.path}/chat")[1])} == {
                "among players", "among spectators",
            }  # fmt: skip
        for seat in range(len(self.seats)):
            replay = self.spectator.person.get(f"{self.path}/replay/{len(self.beside.moves)}?seat={seat}")
            assert replay["view"] == plain(self.beside.view(seat))


def plain(view):
    return msgspec.json.decode(msgspec.json.encode(view))


def redealt(table: Table, seat: int, chance: int) -> Table:
    """The table with hidden things lying otherwise, in a way that a seat can't notice."""
    twin = table.copy()
    assert twin.line is not None
    twin.game.redeal(twin.line.match.rows, 0, seat, np.uint64(chance))
    return twin


class Clock:
    """Time stands still but for the moves, so that the same question has the same answer."""

    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now


def _without_waiting_for_the_disk(connection, *_):
    connection.cursor().execute("PRAGMA synchronous = OFF")  # nothing here has to outlive a power cut


@pytest.fixture(scope="module")
def still(served):
    served.house.clock = Clock(served.house.clock())
    event.listen(served.house.database.engine.sync_engine, "checkout", _without_waiting_for_the_disk)
    usual = sys.getswitchinterval()
    sys.setswitchinterval(0.0002)  # the server is a thread here, and it and the players wait for each other all the time
    yield served
    sys.setswitchinterval(usual)


@pytest.mark.parametrize(("game", "seats", "options"), list(cases()))
def test_every_byte_of_a_whole_game(still, game, seats, options):
    with ExitStack() as stack:
        sitting = Sitting(still, game, seats, options, stack)
        sitting.talk()
        different, steps = 0, dict(PROBED)
        while not sitting.beside.over:
            last = sitting.move()
            made = len(sitting.beside.moves)
            what = None if sitting.beside.over else steps.pop(made, None)  # once, also if the position comes again
            if what == "probe":
                different += not np.array_equal(redealt(sitting.table, 0, made).match.rows, sitting.table.match.rows)
                sitting.probe(last)
            elif what == "past":
                sitting.past()
            elif what == "undo":
                sitting.take_back(last["seat"])
        assert different, "nothing was hidden in any position that was looked at"
        sitting.check_end()
