"""nginx and Caddy as deploy/ sets them up, in front of real servers: https, live tables, streams, who asks."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from sites import HOST, Person, Site, awaited, fitted, free_port, running, there
from websockets.sync.client import connect

NGINX = """
daemon off;
{user}
pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/mecenate.conf;
    server {{
        listen 127.0.0.1:{port} ssl;
        server_name localhost;
        ssl_certificate {certificate};
        ssl_certificate_key {key};
        include {folder}/path.conf;
    }}
}}
"""
CADDY = """{{
	admin off
	skip_install_trust
	local_certs
	http_port {plain}
	https_port {port}
}}
{site}
localhost:{other} {{
{path}
	respond 404
}}
"""


@dataclass
class Proxy:
    """One that runs, before a server that has a name to itself and one below a path."""

    name: str
    whole: Site
    below: Site
    plain: int  # the port without encryption
    trusted: Path  # what its certificate is to be trusted by
    files: Path  # what it shows of its own

    def person(self, site: Site | None = None, **how: Any) -> Person:
        return Person(site or self.whole, self.trusted, **how)


@contextmanager
def nginx(program, folder: Path, whole: Site, below: Site, certificate: tuple[Path, Path]) -> Iterator[Proxy]:
    command = program("nginx", "nginx")
    file, key = map(str, certificate)
    plain, www, address = free_port(), folder / "www", "127.0.0.1:8000"
    own = {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ": f"listen 127.0.0.1:{whole.port} ",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        f"/etc/letsencrypt/live/{HOST}/fullchain.pem": file,
        f"/etc/letsencrypt/live/{HOST}/privkey.pem": key,
        HOST: "localhost",
        "/var/lib/nginx/mecenate": f"{folder}/kept",
        "/var/www/html": str(www),
        address: f"127.0.0.1:{whole.inner}",
    }
    (folder / "mecenate.conf").write_text(fitted("nginx.conf", own))
    (folder / "path.conf").write_text(fitted("nginx-path.conf", {address: f"127.0.0.1:{below.inner}"}))
    user = "user root;" if os.getuid() == 0 else ""  # who else may not look into the folders of tests
    main = NGINX.format(user=user, folder=folder, port=below.port, certificate=file, key=key)
    (folder / "nginx.conf").write_text(main)
    arguments = ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    with running([command, *arguments], folder / "nginx.log", lambda: there(f"{whole.url}/healthz")):
        yield Proxy("nginx", whole, below, plain, certificate[0], www)


@contextmanager
def caddy(program, folder: Path, whole: Site, below: Site) -> Iterator[Proxy]:
    command = program("caddy", "caddy")
    plain, address = free_port(), "127.0.0.1:8000"
    site = fitted("Caddyfile", {HOST: "localhost", address: f"127.0.0.1:{whole.inner}"})
    path = fitted("Caddyfile", {address: f"127.0.0.1:{below.inner}", "#\t": "\t"}).rpartition("mecenate:\n")[2]
    (folder / "Caddyfile").write_text(CADDY.format(plain=plain, port=whole.port, site=site, other=below.port, path=path))
    arguments = ["run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with running([command, *arguments], folder / "caddy.log", lambda: there(f"{whole.url}/healthz"), **own):
        yield Proxy("caddy", whole, below, plain, folder / "caddy/pki/authorities/local/root.crt", folder)


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(request, program, tmp_path_factory, whole, below) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "nginx":
        started = nginx(program, folder, whole, below, request.getfixturevalue("certificate"))
    else:
        started = caddy(program, folder, whole, below)
    with started as proxy:
        yield proxy


def test_plain_http_leads_to_https(proxy):
    answer = httpx.get(f"http://localhost:{proxy.plain}/share/abc?x=1")
    assert answer.status_code in (301, 308)
    assert re.fullmatch(r"https://localhost(:\d+)?/share/abc\?x=1", answer.headers["Location"])
    if proxy.name == "nginx":  # certbot puts there what proves whose name it is
        challenge = proxy.files / ".well-known/acme-challenge/token"
        challenge.parent.mkdir(parents=True)
        challenge.write_text("proof")
        assert httpx.get(f"http://localhost:{proxy.plain}/.well-known/acme-challenge/token").text == "proof"


def test_a_game_is_played_over_https(proxy):
    anna = proxy.person()
    page = anna.client.get("/")
    assert page.status_code == 200 and "<!doctype html>" in page.text.lower()
    assert page.headers["Strict-Transport-Security"]
    table = anna.table()
    session = next(one for one in anna.client.cookies.jar if one.name == "__Host-mecenate")
    assert session.secure and session.path == "/" and not session.domain_specified
    assert anna.play(table) > 0


def live(person: Person, table: str):
    address = f"{person.site.url.replace('https', 'wss')}/api/tables/{table}/live"
    headers = {"Cookie": person.cookie, "Origin": person.site.origin}
    return connect(address, ssl=person.trusted, additional_headers=headers, open_timeout=60)


def heard(messages, wanted) -> dict:
    """The first message that is wanted. Where none comes, time runs out on the connection."""
    return next(one for one in messages if wanted(one))


def test_a_live_table_tells_what_happens(proxy):
    anna = proxy.person()
    table = anna.table()
    with live(anna, table) as socket:
        messages = (json.loads(socket.recv(60)) for _ in range(1000))
        assert next(messages)["type"] == "hello"
        position = anna.play(table)
        heard(messages, lambda one: one["type"] == "situation" and one["position"] >= position)


def test_a_stream_brings_each_line_at_once(proxy):
    anna = proxy.person()
    table = anna.table()
    with anna.client.stream("GET", f"/api/tables/{table}/stream", timeout=60) as answer:
        lines = (json.loads(line) for line in answer.iter_lines() if line)
        assert next(lines)["type"] == "hello"
        for said in ("one", "two", "three"):  # each is read before the next is written, so nothing collects them
            anna.ask(f"/api/tables/{table}/chat", {"text": said})
            heard(lines, lambda one, said=said: said in json.dumps(one))


def test_the_server_knows_who_asks(proxy):
    """Whoever comes from another address is told by it, whatever address they claim to have."""
    address = {"nginx": "127.0.0.2", "caddy": "127.0.0.3"}[proxy.name]
    claimed = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    proxy.person(local_address=address).client.get("/openapi.json", headers=claimed)
    awaited(lambda: any(line.get("address") == address for line in proxy.whole.log))
    assert "203.0.113.9" not in {line.get("address") for line in proxy.whole.log}


def test_figures_are_for_this_machine_alone(proxy):
    assert proxy.person().client.get("/metrics").status_code == 404
    assert "mecenate_requests_total" in httpx.get(f"{proxy.whole.server}/metrics").text


def test_files_that_never_change_are_kept(proxy):
    visitor = proxy.person()
    name = re.findall(r"assets/[^\"']+", visitor.client.get("/").text)[0]
    asked = []
    for _ in range(50):  # nginx may still be storing it
        answer = visitor.client.get(f"/{name}")
        assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Security-Policy"]
        asked.append(proxy.whole.asked("/"))
        if proxy.name != "nginx" or asked[-2:-1] == asked[-1:]:
            break
    else:
        raise AssertionError("the server is asked again and again")


def test_below_a_path_of_another_site(proxy):
    anna = proxy.person(proxy.below)
    assert httpx.get(proxy.below.url, verify=anna.trusted).headers["Location"].endswith("/mecenate/")
    assert "<!doctype html>" in anna.client.get("/").text.lower()
    assert anna.client.get(f"{proxy.below.origin}/").status_code == 404  # the other site's own
    table = anna.table()
    session = next(one for one in anna.client.cookies.jar if one.name == "__Secure-mecenate")
    assert session.secure and session.path == "/mecenate"
    with live(anna, table) as socket:
        assert json.loads(socket.recv(60))["type"] == "hello"
    assert anna.play(table) > 0
