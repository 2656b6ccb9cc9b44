"""Rows that may be there already: INSERT with ON CONFLICT, as both databases know it, each in a class of its own."""

from typing import TYPE_CHECKING

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection

if TYPE_CHECKING:
    from sqlalchemy.dialects.sqlite import Insert


def upsert(conn: AsyncConnection, table: Table) -> "Insert":
    """An INSERT that can say what is to become of a row that is there. The other database's drivers are not even imported."""
    if conn.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert
    return insert(table)  # pyright: ignore[reportReturnType]  # what is said here is said to both in the same words
