"""Nobody gets to know what is not theirs: whole games on a real server, and every byte that it sends to anybody.

The same game is played beside it in memory. What each seat and a spectator get must be what the engine lets them know, nothing
of the seed may be in it, and where hidden things are dealt anew so that a seat can't notice, its answers must be the same to
the byte. One more game has whatever else there is at a table: two seats on one screen, a bot, plans, a private watch link.
"""

import json
import random
import sys
import time
from contextlib import ExitStack
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from sqlalchemy import event
from websockets.exceptions import InvalidStatus
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
CLOSED = (
    "/record", "/proof", "/breakdown", "/analysis", "/hint ", "/continue", "/rematch", "/shares ", "/move ", "/undo ", "seat=",
)  # fmt: skip


def cases():
    """Of each game the fewest seats with the usual options, and more seats with others; the longest games are left out."""
    for number, game in enumerate(map(load, GAMES)):
        for seats, which in ((game.seats[0], 0), (game.seats[1 + number // 2], -1)):
            options = variants(game, seats)[which]
            yield pytest.param(game, seats, options, id=f"{game.key}-{seats}-{'-'.join(map(str, options.values()))}")


class Ear:
    """Everything that reaches one person: on a seat, on several that share a screen, or on none."""

    def __init__(self, person, *mine, watch=""):
        self.person, self.mine = person, mine
        self.language = LANGUAGES[(mine[0] if mine else 0) % 3]
        self.query = f"lang={self.language}" + (f"&watch={watch}" if watch else "")
        self.raw: list[bytes] = []
        self.live = iter(())
        person.client.event_hooks["response"] = [self._answered]

    @property
    def reader(self):
        """The seat for which the log is told; a screen that goes from hand to hand tells what all may know."""
        return self.mine[0] if len(self.mine) == 1 else None

    def eyes(self, match):
        """The seat whose view is shown: of several the one that is asked, or moved last."""
        if len(self.mine) < 2 or match.seat in self.mine:
            return match.seat if match.seat in self.mine else self.reader
        return next((move.seat for move in reversed(match.moves) if move.seat in self.mine), None)

    def _answered(self, answer):
        if "ndjson" in answer.headers.get("content-type", ""):
            return  # its lines are kept as they come
        answer.read()
        self.raw += [repr(answer.headers).encode(), answer.content]

    def ask(self, method, path, body=None):
        answer = self.person.ask(method, f"{path}{'&' if '?' in path else '?'}{self.query}", body, expect=None)
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

    def __init__(self, served, game, kinds, options, stack, public=True):
        self.served, self.game, self.count = served, game, len(kinds)
        self.chance = random.Random(f"{game.key} {len(kinds)} {options}")
        host = served.guest("Person 0")
        made = host.table(game.key, *kinds, options=options, public=public)
        self.key = made["info"]["table"]
        self.path = f"/api/tables/{self.key}"
        self.ears = [Ear(host, *(n for n, kind in enumerate(kinds) if kind == "person"))]
        tokens = {one["seat"]: one["token"] for one in made["invitations"]}
        for n, kind in enumerate(kinds):
            if kind in ("open", "link"):
                person = served.guest(f"Person {n}")
                person.post(*((f"{self.path}/join", {"seat": n}) if kind == "open" else (f"/api/join/{tokens[n]}", {})))
                self.ears.append(Ear(person, n))
        self.of = {n: ear for ear in self.ears for n in ear.mine}
        self.watch = "" if public else host.post(f"{self.path}/watch")["token"]
        self.spectator = Ear(served.visitor(), watch=self.watch)
        self.setup = self.table.setup
        self.names = {}  # by language, as bots have names in each
        for language in LANGUAGES:
            now = host.get(f"{self.path}/situation?lang={language}")
            self.names[language] = tuple(seat["name"] for seat in now["seats"])
        self.matches = [Match(game, len(kinds), self.setup.seed, self.setup.options)]  # after each move
        self.plans: dict[str, Ear] = {}  # by their ids
        self.planners: set[int] = set()
        self.planned = 0  # how often somebody was shown a plan of their own, or a move that it made
        self.private = {kind.key for kind in game.events if kind.private}
        self.follow()
        for ear in self.everybody:
            as_lines = ear.mine in ((), (self.count - 1,))
            ear.listen(stack, f"{self.path}/{'stream' if as_lines else 'live'}?since=0&{ear.query}", as_lines)
            self.check_live(ear, ear.until(self.table.seq))

    @property
    def everybody(self):
        return [*self.ears, self.spectator]

    @property
    def beside(self):
        return self.matches[-1]

    @property
    def hosted(self):
        return self.served.house.memory._tables[self.key]

    @property
    def table(self) -> Table:
        return self.hosted.table

    def follow(self):
        """Bots and plans make their moves; then all that was done is done beside it too."""
        limit = time.monotonic() + 60
        while (table := self.table).wanted(self.served.house.clock.now):
            assert time.monotonic() < limit, "the server does not go on"
            time.sleep(0.001)
        assert table.line is not None
        for action in table.line.actions[len(self.beside.moves) :]:
            then = self.beside.copy()
            then.play(action)
            self.matches.append(then)

    def move(self):
        """One move by chance, and what everybody gets of it and of what follows from it."""
        self.check_bytes()
        self.served.house.clock.now += 1000
        move = self.chance.choice(self.beside.legal())
        mover, after = move.seat, len(self.beside.moves)
        body = {"seat": mover, "move": move.notation, "after": after, "seen": self.table.seq}
        status, content = self.of[mover].ask("POST", f"{self.path}/move", body)
        assert status == 200, content
        self.follow()
        if not self.beside.over:
            self.check_situation(self.of[mover], json.loads(content))
        for ear in self.everybody:
            heard = ear.until(self.table.seq)
            if not self.beside.over:
                self.check_live(ear, heard, self.beside.moves[after:])
        return body

    def take_back(self, mover):
        """Who moved takes it back, if that may be done without asking."""
        now = self.of[mover].person.get(f"{self.path}/situation")
        to = now["undo"]["free_to"]
        if to is None or to >= now["position"]:
            return
        status, content = self.of[mover].ask("POST", f"{self.path}/undo", {"to": to, "after": now["position"]})
        assert status == 200, content
        del self.matches[to + 1 :]
        for ear in self.everybody:
            self.check_live(ear, ear.until(self.table.seq))

    def plan(self, seat):
        """A seat that is not asked will always give the same short answer to a question."""
        known = {}
        for before, after in pairwise(self.matches):
            if " " not in after.moves[-1].notation:
                known[before.question] = after.moves[-1].notation
        if seat == self.beside.seat or seat in self.table.plans.of or not known:
            return
        question = self.chance.choice(list(known))
        others = [one for one in self.game.questions if one != question][:20]
        plan = {"kind": "repeat", "question": question, "move": known[question], "while": others}
        status, content = self.of[seat].ask("PUT", f"{self.path}/plan", {"seat": seat, "plan": plan})
        assert status == 200, content
        self.plans[json.loads(content)["id"]] = self.of[seat]
        self.planners.add(seat)

    # What may be in a message

    def check_live(self, ear, messages, moves=()):
        for message in messages:
            mine = message["type"] == "entry" and message["seat"] in ear.mine
            if message["type"] == "entry" and message["kind"] == "move":
                self.check_events(ear, message)
                self.planned += message["by"] == "plan"
                assert message["by"] != "plan" or mine
            if message["type"] == "situation":
                self.check_situation(ear, message)
            others = json.dumps({key: part for key, part in message.items() if key not in ("offers", "plans")})
            for move in moves:
                if not mine and move.seat not in ear.mine and " " in move.notation:
                    assert json.dumps(move.notation) not in others

    def check_events(self, ear, message, seat=None):
        """An entry or a replay; on a shared screen one seat may be chosen for it."""
        match = self.matches[message["position"]].copy()
        match.names = self.names[ear.language]
        reader = ear.reader if seat is None else seat
        told = [(e["key"], e["seat"], e["about"], e["text"]) for e in message["events"]]
        assert told == [(e.key, e.seat, e.about, match.line(e, ear.language)) for e in match.events(reader)]
        mover = message["seat"] if message["type"] == "entry" else message["mover"]
        assert (message["move"] is not None) == (mover is not None and mover == reader)

    def check_situation(self, ear, message, seat=None):
        match = self.matches[message["position"]]
        eyes = ear.eyes(match) if seat is None else seat
        assert message["seat"] == eyes and message["my_seats"] == list(ear.mine)
        assert message["view"] == plain(match.view(eyes))
        own = [move.notation for move in match.legal()] if eyes is not None and match.seat == eyes else []
        assert [offer["notation"] for offer in message["offers"]] == own
        assert message["seed"] is None and message["salt"] is None and message["scores"] is None
        assert all(plan["seat"] == eyes for plan in message["plans"])
        assert eyes in self.planners or (message["plans"] == [] and message["plan_ended"] is None)
        self.planned += len(message["plans"])

    # Everything that can be asked

    def look(self, ear, refused, last):
        """What somebody gets for all that they may try, as (what, status, bytes)."""
        path, others = self.path, [n for n in range(self.count) if n not in ear.mine]
        other, position, seq = others[0], self.table.position, self.table.seq
        gets = [
            f"{path}", f"{path}/situation", f"{path}/situation?seat={other}", f"{path}/situation?seat={others[-1]}",
            f"{path}/replay/{position}?seat={other}", f"{path}/replay/{position}?seat={others[-1]}",
            f"{path}/entries?since={self.table.line_seq - 1}", f"{path}/catch-up?since={self.table.line_seq - 1}",
            f"{path}/chat", f"{path}/record", f"{path}/proof", f"{path}/breakdown", f"{path}/analysis",
            f"{path}/stream?seat={other}",
            f"{path}/shares", f"{path}/invitations", "/api/tables?status=running", "/api/tables/mine",
        ]  # fmt: skip
        mine = ear.eyes(self.beside)
        mine = other if mine is None else mine
        posts: list[tuple[str, dict]] = [
            (f"{path}/shares", {"position": position, "seat": other}),
            (f"{path}/continue", {"position": position, "seats": [{"kind": "person"}] * self.count}),
            (f"{path}/move", {**last, "seat": mine}),
            (f"{path}/why", {"move": refused[0]}),
            (f"{path}/hint", {"seat": other, "after": position}),
            (f"{path}/undo", {"to": 0, "after": position + 1}),
            (f"{path}/rematch", {}),
        ]
        if last["seat"] not in ear.mine:  # else see `probe`
            posts.append((f"{path}/move", last))
        posts += [(f"{path}/move", {"seat": mine, "move": move, "after": position, "seen": seq}) for move in refused]
        return [(f"GET {one}", *ear.ask("GET", one)) for one in gets] + [
            (f"POST {one} {body}", *ear.ask("POST", one, body)) for one, body in posts
        ]

    def fresh(self, ear):
        """The first messages of a new connection, as bytes."""
        with ear.socket(f"{self.path}/live?since={self.table.line_seq - 1}&{ear.query}") as socket:
            found = [socket.recv(20, decode=False)]
            while b'"type":"situation"' not in found[-1][:40]:
                found.append(socket.recv(20, decode=False))
        ear.raw += found
        return found

    def probe(self, last, everybody=False):
        """Every answer is the same if hidden things lie otherwise, and those about the past are what the engine told then."""
        moves = self.game.moves
        known = dict.fromkeys(moves.notation(action, self.beside.state) for action in range(moves.size))
        refused = [move for move in self.chance.sample(list(known), min(40, len(known))) if self.is_refused(move)][:4]
        true = self.hosted._table
        some = self.ears if everybody else (self.of[self.table.asked or 0], self.chance.choice(self.ears))
        for ear in dict.fromkeys((*some, self.spectator)):
            answers, live = self.look(ear, refused, last), self.fresh(ear)
            for what, status, content in answers:
                assert status < 500, what
                assert status >= 400 or not any(part in what for part in CLOSED), what
                if "/catch-up" in what:
                    assert [self.check_events(ear, one) for one in json.loads(content)["entries"] if one["kind"] == "move"]
            seat = ear.eyes(self.beside)
            seat = self.chance.randrange(self.count) if seat is None else seat
            try:
                self.hosted._table = redealt(true, seat, self.chance.getrandbits(60))
                assert self.look(ear, refused, last) == answers
                assert self.fresh(ear) == live
                if last["seat"] in ear.mine:  # perhaps another seat of theirs, which sees something else
                    self.hosted._table = true
                    told = ear.ask("POST", f"{self.path}/move", last)
                    self.hosted._table = redealt(true, last["seat"], self.chance.getrandbits(60))
                    assert ear.ask("POST", f"{self.path}/move", last) == told
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
        at = self.chance.randrange(1, len(self.matches))
        status, content = self.ears[0].ask("POST", f"{self.path}/shares", {"position": at})
        assert status == 201
        link = f"/api/shares/{json.loads(content)['token']}"
        for ear in self.everybody:
            replay = json.loads(ear.ask("GET", f"{self.path}/replay/{at}")[1])
            assert replay["view"] == plain(self.matches[at].view(ear.eyes(self.beside)))
            self.check_events(ear, replay)
            shared = json.loads(ear.ask("GET", link)[1])["position"]
            assert shared["seat"] is None and shared["view"] == plain(self.matches[at].view(None)) and shared["move"] is None
            for seat in (None, *(ear.mine if len(ear.mine) > 1 else ())):
                self.check_log(ear, seat)

    def check_log(self, ear, seat):
        """The log of somebody, or of one of several seats on their screen, and what that one sees."""
        chosen = "" if seat is None else f"?seat={seat}"
        log = json.loads(ear.ask("GET", f"{self.path}/entries{chosen}")[1])
        if not any(one["kind"] == "undo" for one in log):
            line = [one for one in log if one["kind"] == "move"]
            assert [one["position"] for one in line] == list(range(1, len(self.matches)))
            for entry in line:
                self.check_events(ear, entry, seat)
        self.check_situation(ear, json.loads(ear.ask("GET", f"{self.path}/situation{chosen}")[1]), seat)

    def turned_away(self, refused, last):
        """Who has no link to a private table, but only one to a position of it, gets nothing else."""
        position = json.loads(self.ears[0].ask("POST", f"{self.path}/shares", {"position": 1})[1])
        stranger = Ear(self.served.guest("Stranger"), watch=position["token"])
        for what, status, content in self.look(stranger, refused, last):
            assert self.key.encode() not in content
            assert status in (401, 403, 404) or what.startswith("GET /api/tables"), what
            assert status >= 400 or self.path not in what, what
        with pytest.raises(InvalidStatus):
            self.fresh(stranger)

    def talk(self):
        """Players and spectators do not hear each other while the game goes on."""
        watcher = self.served.guest("Watcher")
        assert self.ears[0].ask("POST", f"{self.path}/chat", {"text": "among players"})[0] == 201
        watcher.post(f"{self.path}/chat?watch={self.watch}", {"text": "among spectators"}, expect=201)
        said = [json.loads(ear.ask("GET", f"{self.path}/chat")[1]) for ear in self.everybody]
        assert [[one["text"] for one in chat] for chat in said] == [["among players"]] * len(self.ears) + [["among spectators"]]

    def check_bytes(self):
        """Nothing of the deal in anything that was sent since the last look."""
        seed = self.setup.seed
        secret = [str(seed).encode(), f"{seed:x}".encode(), f"{seed:X}".encode(), self.setup.salt.encode()]
        for ear in self.everybody:
            everything = b"\n".join(ear.raw)
            assert not any(part in everything for part in secret)
            words = b"among spectators" if ear.mine else b"among players"
            assert words not in everything
            assert not any(plan.encode() in everything for plan, owner in self.plans.items() if owner is not ear)
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
        for seat in range(self.count):
            replay = json.loads(self.spectator.ask("GET", f"{self.path}/replay/{len(self.beside.moves)}?seat={seat}")[1])
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
        sitting = Sitting(still, game, ["person"] + ["open"] * (seats - 1), options, stack)
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


def test_every_byte_where_all_meet(still):
    """Two seats on one screen, two people who came by invitation, a bot; plans; who has the watch link, and who has not."""
    kinds = ["person", "person", "link", "link", "random"]
    planning = (0, 2)
    with ExitStack() as stack:
        sitting = Sitting(still, load("princes"), kinds, {"characters": True, "cooperation": True}, stack, public=False)
        sitting.talk()
        steps = {20: "probe", 60: "past", 90: "probe"}
        while not sitting.beside.over:
            last = sitting.move()
            if sitting.beside.over:
                break
            made = len(sitting.beside.moves)
            sitting.plan(planning[made % 2])
            what = steps.pop(next((at for at in steps if at <= made), 0), None)
            if what == "probe":
                sitting.probe(last, everybody=True)
                sitting.turned_away(["pass"], last)
            elif what == "past":
                sitting.past()
        assert not steps and sitting.planned
        made = {(entry.body["by"], entry.seat) for entry, _ in sitting.table.log.after(0) if entry.kind == "move"}
        assert {("bot", 4), ("plan", 0), ("plan", 2), ("person", 1), ("person", 3)} <= made
        sitting.check_end()
        sitting.ears[0].person.delete(f"{sitting.path}/watch")
        assert sitting.spectator.ask("GET", f"{sitting.path}/situation")[0] == 404
