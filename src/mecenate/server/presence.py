"""Who is at a table right now: live connections here, and what other workers told of theirs."""

from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from mecenate.server import wire
from mecenate.server.fold import Fold

TRUSTED_MS = 60_000  # a worker that told nothing for so long is gone, and its connections with it
MOST_SIGNS = 20_000
MOST_TOLD = 200  # people a worker names at one table; the others are only counted


@dataclass(slots=True)
class Told:
    """What another worker told of its connections to a table."""

    at: int
    persons: frozenset[str]
    others: int
    watched: bool


@dataclass(slots=True)
class Presence:
    started: int  # before that nothing is known
    here: dict[str, Counter[str | None]] = field(default_factory=dict)  # by table, how many connections of each person
    eyes: Counter[str] = field(default_factory=Counter)  # by table, how many connections are no program's
    elsewhere: dict[str, dict[str, Told]] = field(default_factory=dict)  # by table and worker
    signs: OrderedDict[tuple[str, str], int] = field(default_factory=OrderedDict)  # when somebody was last there

    def come(self, table: str, person: str | None, program: bool = False) -> None:
        self.here.setdefault(table, Counter())[person] += 1
        self.eyes[table] += not program

    def go(self, table: str, person: str | None, now: int, program: bool = False) -> None:
        self.eyes[table] -= not program
        if not self.eyes[table]:
            del self.eyes[table]
        there = self.here[table]
        there[person] -= 1
        if there[person] <= 0:
            del there[person]
        if not there:
            del self.here[table]
        if person:
            self.sign(table, person, now)

    def sign(self, table: str, person: str, now: int) -> None:
        self.signs[table, person] = now
        self.signs.move_to_end((table, person))
        while len(self.signs) > MOST_SIGNS:
            self.signs.popitem(last=False)

    def tell(self, table: str) -> tuple[list[str], int]:
        """What other workers should know: people by id, and how many are nobody in particular."""
        there = self.here.get(table, Counter())
        persons = [person for person in there if person][:MOST_TOLD]
        return persons, sum(there.values()) - sum(there[person] for person in persons)

    def told(
        self, table: str, worker: str, persons: Iterable[str], others: int, now: int, watched: bool = False
    ) -> None:  # fmt: skip
        workers = self.elsewhere.setdefault(table, {})
        new = Told(now, frozenset(persons), others, watched)
        for person in workers[worker].persons - new.persons if worker in workers else ():
            self.sign(table, person, now)
        workers[worker] = new
        if not new.persons and not others:
            del workers[worker]
        if not workers:
            del self.elsewhere[table]

    def forget_silent(self, now: int) -> list[str]:
        """Drop what workers told that are silent now; the tables where that was."""
        silent = [
            (table, name)
            for table, workers in self.elsewhere.items()
            for name, told in workers.items()
            if told.at < now - TRUSTED_MS
        ]
        for table, name in silent:
            self.told(table, name, (), 0, now)
        return [table for table, _ in silent]

    def persons(self, table: str) -> set[str]:
        found = {person for person in self.here.get(table, ()) if person}
        return found.union(*(told.persons for told in self.elsewhere.get(table, {}).values()))

    def watched(self, table: str) -> bool:
        """Whether somebody looks who has eyes, and not only a program."""
        return bool(self.eyes[table]) or any(told.watched for told in self.elsewhere.get(table, {}).values())

    def is_live(self, person: str) -> bool:
        """Whether somebody is connected to any table, on any worker."""
        everywhere = (told for workers in self.elsewhere.values() for told in workers.values())
        return any(person in there for there in self.here.values()) or any(person in told.persons for told in everywhere)

    def last_sign(self, table: Fold, person: str | None, now: int) -> int:
        """When somebody was last seen at a table, also as the guest they were."""
        if person is None:
            return 0
        ids = {person, *(guest for guest, account in table.aliases.items() if account == person)}
        if ids & self.persons(table.key):
            return now
        return max(self.started, *(self.signs.get((table.key, one), 0) for one in ids))

    def info(self, table: Fold) -> wire.Presence:
        persons = {table.aliases.get(person, person) for person in self.persons(table.key)}
        seats = [n for n, seat in enumerate(table.seats) if seat.person in persons]
        sitting = {table.seats[n].person for n in seats}
        nobody = self.here.get(table.key, Counter())[None]
        nobody += sum(told.others for told in self.elsewhere.get(table.key, {}).values())
        return wire.Presence(seats=seats, watching=len(persons - sitting) + nobody)

    @property
    def connections(self) -> int:
        return sum(sum(there.values()) for there in self.here.values())
