"""What the server keeps: one database, SQLite or PostgreSQL, and a file of queries a subject.

    database = await open_database()                     # a file in the user's data folder, or a postgresql:// URL
    async with database.transaction() as conn:
        await entries.append(conn, table, [...])

Queries are plain functions that take the connection, so that the caller decides what belongs to one transaction.
Times are whole milliseconds since 1970, people and tables are random ids, JSON is text.
"""

from mecenate.server.storage.database import Database, existing_database, open_database
from mecenate.server.storage.errors import BadBackup, NoDatabase, Raced

__all__ = ["BadBackup", "Database", "NoDatabase", "Raced", "existing_database", "open_database"]
