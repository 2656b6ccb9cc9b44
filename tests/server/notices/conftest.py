"""Real parts on 127.0.0.1: a mail server, a web server, a certificate for names that exist nowhere else."""

import asyncio
import base64
import datetime
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from mecenate.server.notices.subscriptions import Notice, Turn, new_notice, new_subscription


@pytest.fixture
def anyio_backend():
    return "asyncio"


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class WebServer:
    """Answers every request with `answer`, or by `behave` where a test wants something stranger."""

    answer: bytes = b"HTTP/1.1 204 No Content\r\n\r\n"
    behave: Callable[[asyncio.StreamWriter], Any] | None = None
    requests: list[Request] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            method, path, _ = head[0].split(" ")
            self.requests.append(Request(method, path, headers, body))
            if self.behave:
                await self.behave(writer)
            else:
                writer.write(self.answer)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def listening(handler: Any, context: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    server = await asyncio.start_server(handler, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@pytest.fixture
async def web() -> AsyncIterator[WebServer]:
    server = WebServer()
    async with listening(server.serve) as server.port:
        yield server


@pytest.fixture
async def secure_web(certificate: Path) -> AsyncIterator[WebServer]:
    server = WebServer()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _socket, name, _context: server.names.append(name)
    async with listening(server.serve, context) as server.port:
        yield server


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Key and certificate for hooks.example and localhost in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hooks.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("hooks.example"), x509.DNSName("localhost")]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + made.public_bytes(Encoding.PEM))
    return path


@pytest.fixture
def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


@dataclass
class Post:
    """What a mail server does, as far as these tests need it. `refuse` maps the beginning of a command to an answer."""

    context: ssl.SSLContext | None = None
    refuse: dict[str, str] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)
    logins: list[bytes] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)
    port: int = 0

    @property
    def messages(self) -> list[EmailMessage]:
        return [message_from_bytes(one, policy=policy.default) for one in self.raw]  # type: ignore[misc]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._talk(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        secure = False
        writer.write(b"220 post.example\r\n")
        while True:
            command = (await reader.readuntil(b"\r\n")).decode().rstrip()
            self.commands.append(command)
            word = command.split(" ")[0].upper()
            refusal = next((answer for start, answer in self.refuse.items() if command.upper().startswith(start)), None)
            if refusal:
                writer.write(f"{refusal}\r\n".encode())
            elif word == "EHLO":
                offers = ["post.example", "AUTH PLAIN"]
                if self.context and not secure:
                    offers.append("STARTTLS")
                lines = [f"250-{offer}" for offer in offers[:-1]] + [f"250 {offers[-1]}"]
                writer.write("\r\n".join([*lines, ""]).encode())
            elif word == "STARTTLS" and self.context:
                writer.write(b"220 go\r\n")
                await writer.drain()
                await writer.start_tls(self.context)
                secure = True
            elif word == "AUTH":
                self.logins.append(base64.b64decode(command.split(" ")[2]))
                writer.write(b"235 yes\r\n")
            elif word == "DATA":
                writer.write(b"354 go\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                self.raw.append(text[:-3].replace(b"\r\n..", b"\r\n."))
                self.encrypted.append(secure)
                writer.write(b"250 taken\r\n")
            elif word == "QUIT":
                writer.write(b"221 bye\r\n")
                await writer.drain()
                return
            else:
                writer.write(b"250 fine\r\n")


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    server = Post()
    async with listening(server.serve) as server.port:
        yield server


@pytest.fixture
async def secure_post(certificate: Path) -> AsyncIterator[Post]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = Post(context)
    async with listening(server.serve) as server.port:
        yield server


@pytest.fixture
def turn():
    def make(table: str = "t1", name: str = "Sunday", game: str = "Palazzo", at: int = 1000) -> Turn:
        return Turn(table, name, game, f"https://games.example/table/{table}", at)

    return make


@pytest.fixture
def notice(turn):
    """A notice about tables of these names, to a subscription made on the way."""

    def make(*names: str, base: str = "https://games.example") -> Notice:
        turns = tuple(turn(f"t{number}", name) for number, name in enumerate(names or ("Sunday",), 1))
        return new_notice(new_subscription("ann", "mail", "ann@example.org"), turns, base)

    return make
