"""What is said at a table, as it is shown: with the name that a person has now, and the seat."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from mecenate.server import wire
from mecenate.server.fanout import Note
from mecenate.server.fold import Fold
from mecenate.server.hosted import Hosted
from mecenate.server.storage import chat, people
from mecenate.server.storage.chat import Message
from mecenate.server.storage.people import Person

if TYPE_CHECKING:
    from mecenate.server.hosting import House


async def say(house: "House", hosted: Hosted, person: Person, text: str, audience: str) -> wire.Chat:
    async with house.database.transaction() as conn:
        message = await chat.say(conn, hosted.key, person.id, audience, text, house.clock())
        await house.fanout.within(conn, Note("chat", hosted.key, message.number))
    hosted.said = max(hosted.said, message.number)
    hosted.wake()
    return _shown(message, person, hosted.table)


async def load(house: "House", table: Fold, audiences: Collection[str], since: int) -> list[wire.Chat]:
    """The latest messages after number `since`; those of people who are nobody any more are gone."""
    async with house.database.reading() as conn:
        found = await chat.load(conn, table.key, audiences, max(0, since))
        writers = await people.who(conn, {message.person for message in found})
    return [_shown(one, writers[one.person], table) for one in found if one.text and one.person in writers]


def _shown(message: Message, person: Person, table: Fold) -> wire.Chat:
    seats = table.held(person.id)
    seat = seats[0] if seats else None
    return wire.Chat(id=message.number, at=message.at, name=person.name, seat=seat, text=message.text, guest=person.guest)
