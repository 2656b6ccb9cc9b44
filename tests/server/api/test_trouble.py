"""What goes wrong outside: a database that is away or full, clients that hang up. One line each, and no traceback."""

import logging
import socket
import sqlite3
import struct

import psycopg
import pytest
from sqlalchemy import make_url

from mecenate.server import app, logs
from mecenate.server.api import operations
from mecenate.server.storage.sqlite import _Connection


@pytest.fixture
def full(monkeypatch):
    """A disk on which nothing more can be written, from the moment it is called."""

    def no_room(self):
        if self.total_changes == self.changes:
            return sqlite3.Connection.commit(self)
        raise sqlite3.OperationalError("database or disk is full")

    return lambda: monkeypatch.setattr(_Connection, "commit", no_room)


@pytest.fixture(autouse=True)
def looking_each_time(monkeypatch):
    monkeypatch.setattr(app, "READY_KEPT_S", -1)
    monkeypatch.setattr(operations, "trouble", logs.Seldom(600))


def lines(caplog, *loggers):
    """What the log has of failures; the line of each request is not among it."""
    return [one for one in caplog.records if one.levelno >= logging.WARNING and one.name.startswith(loggers)]


def test_a_full_disk(serve, full, caplog):
    served = serve()
    anna = served.guest("Anna")
    table = anna.table("carrara", "person", "person")["info"]["table"]
    situation = anna.get(f"/api/tables/{table}/situation")
    assert anna.get("/healthz")
    full()
    move = {"seat": situation["asked"], "move": situation["offers"][0]["notation"], "after": situation["position"]}
    for _ in range(5):
        answer = anna.client.post(f"/api/tables/{table}/move", json=move)
        assert (answer.status_code, answer.json()["error"]) == (503, "not-ready") and answer.headers["retry-after"]
    assert anna.get("/healthz", expect=503)["error"] == "not-ready"
    assert anna.get(f"/api/tables/{table}/situation")["position"] == situation["position"], "what is there can be read"
    told = lines(caplog, "mecenate.server")
    assert [one.getMessage() for one in told] == ["the database can't be used: database or disk is full"]
    assert not any(one.exc_info for one in caplog.records)


def test_a_database_that_is_away(serve, new_postgresql, postgres, caplog):
    url = new_postgresql()
    served = serve(database=url)
    anna = served.guest("Anna")
    table = anna.table("carrara", "person", "person", public=True)["info"]["table"]
    name = make_url(url).database
    with (
        anna.lines(f"/api/tables/{table}/stream") as stream,
        psycopg.connect(postgres.format("postgres"), autocommit=True) as conn,
    ):
        assert next(stream)["type"] == "hello"
        conn.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
        conn.execute(b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        for path in ("/api/me", f"/api/tables/{table}/situation", "/healthz"):
            assert anna.get(path, expect=503)["error"] == "not-ready"
        conn.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())
        assert anna.get(f"/api/tables/{table}/situation")["status"] == "running"
    assert len(lines(caplog, "mecenate.server")) == 1
    assert not any(one.exc_info for one in caplog.records)


def test_connections_that_are_refused_or_broken_off_are_no_errors(served, caplog):
    anna = served.guest("Anna")
    table = anna.table("carrara", "person", "open", "open")["info"]["table"]
    for path in (f"/api/tables/{table}/live?since=x", "/api/tables/aaaaaaaaaaaaaaaaaaaa/live", f"/api/tables/{table}/live"):
        for linger in (None, struct.pack("ii", 1, 0)):  # one waits for the answer, one breaks off
            with socket.create_connection(("127.0.0.1", served.port)) as raw:
                raw.sendall(handshake(served, path))
                if linger is None:
                    assert b" 40" in raw.recv(100)
                else:
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    assert anna.get("/api/me")["name"] == "Anna"
    assert lines(caplog, "uvicorn", "mecenate") == []


def handshake(served, path):
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
