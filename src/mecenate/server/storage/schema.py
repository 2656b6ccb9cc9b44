"""The tables of the database as they are now. How a database gets here is told by the numbered files in `steps/`.

`entries` is the truth about a table; what else is said about it while it goes on (`status`, `seq`, `due`, `asked_person`, and
the table `seats`) is an index of it for lists and for the sweeper, and can be made again from the log.
"""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

OPEN, RUNNING, PAUSED, OVER, CLOSED = "open", "running", "paused", "over", "closed"

schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),  # the name folded for comparing; a guest has none
    Column("email", Text),
    Column("password", Text),
    Column("language", Text),
    Column("created", BigInteger, nullable=False),
    Column("anonymised", BigInteger),
    Column("skeleton", Text, unique=True, index=True),  # of accounts, alike.py; none if it looked like an older one
)


aliases = Table(  # a guest who turned out to be an account; the log keeps the guest's id
    "aliases",
    metadata,
    Column("guest", Text, ForeignKey("people.id"), primary_key=True),
    Column("account", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

tokens = Table(  # for the programs of other people
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("label", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("components", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("setup", Text, nullable=False),  # JSON: all that makes the table, with options, names, seed and salt
    Column("public", Boolean, nullable=False),
    Column("host", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("status", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),  # of the last entry
    Column("due", BigInteger),  # when the server itself must act
    Column("asked_person", Text),  # whose move it is, as the log says it
)
Index("ix_tables_due", tables.c.due)
Index("ix_tables_lobby", tables.c.status, tables.c.public, tables.c.created)

seats = Table(  # no person and no bot: open; both: a bot plays on for the person
    "seats",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("bot", Text),  # its level
)

entries = Table(
    "entries",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),  # JSON
)

invitations = Table(
    "invitations",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Column("used_by", Text, ForeignKey("people.id")),
)
Index("ix_invitations_table", invitations.c.table, invitations.c.seat)

shares = Table(  # no position: the table as it goes on; then the token is a hash
    "shares",
    metadata,
    Column("token", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id"), nullable=False, index=True),
    Column("position", Integer),
    Column("seat", Integer),
    Column("person", Text, ForeignKey("people.id")),
    Column("created", BigInteger, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("audience", Text, nullable=False),
    Column("text", Text, nullable=False),  # empty once its writer was anonymised
)

plans = Table(  # one a seat
    "plans",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("created", BigInteger, nullable=False),
    Column("held", Text, nullable=False),  # JSON
)

seen = Table(
    "seen",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
)

subscriptions = Table(  # where a person wants to be told that it is their turn; no row, no message
    "subscriptions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("channel", Text, nullable=False),  # mail, webhook, push
    Column("address", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("token", Text, nullable=False, unique=True),  # stands in every message, so it is kept; it can only switch off
    Column("interval_s", Integer, nullable=False),
    Column("last_sent", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("verified", BigInteger),  # when the owner of the address said yes; nothing is sent before
    Column("verify_hash", Text, unique=True),
)

notices = Table(  # a turn that a subscription is still to be told of
    "notices",
    metadata,
    Column("subscription", Text, ForeignKey("subscriptions.id"), primary_key=True),
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),  # since when the table waits
    Column("turn", Text, nullable=False),  # JSON
)

keys = Table(  # what the server made for itself once: signing keys and the like
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

uptime = Table(  # when some worker was there to be reached; between two rows nobody could have moved
    "uptime",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)
