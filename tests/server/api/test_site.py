"""The pages of the browser table are served as they were built, and nothing else from the disk."""

import gzip

import pytest

import mecenate
from mecenate.server.api import site


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A page as a build leaves it, small."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Mecenate</title>", encoding="utf-8")
    (tmp_path / "assets" / "index-abc.js").write_text("export {};", encoding="utf-8")
    monkeypatch.setattr(site, "FILES", tmp_path)
    site.files.cache_clear()
    yield tmp_path
    site.files.cache_clear()


def test_the_page_is_asked_for_again_and_what_has_a_hash_is_kept(served, built):
    page = served.visitor().client.get("/")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-cache"
    assert "text/html" in page.headers["content-type"]
    script = served.visitor().client.get("/assets/index-abc.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    "path", ["/../site.py", "/..%2fsite.py", "/%2e%2e/site.py", "/assets/../../app.py", "/assets", "/nothing"]
)
def test_nothing_else_is_given_out(served, built, path):
    assert served.visitor().client.get(path).status_code == 404


def test_texts_come_packed_to_who_can_unpack_them(built):
    assert gzip.decompress(site.packed(built / "assets" / "index-abc.js")) == b"export {};"


@pytest.mark.parametrize("where", ["join", "watch", "share", "table"])
def test_short_links_lead_into_the_page(served, where):
    answer = served.visitor().client.get(f"/{where}/abcDEF123-_")
    assert answer.status_code == 303
    assert answer.headers["location"].endswith(f"/#/{where}/abcDEF123-_")


def test_what_this_is_has_an_address(served):
    visitor = served.visitor()
    assert visitor.client.get("/about").headers["location"].endswith("/#/about")
    assert visitor.get("/api/about")["version"] == mecenate.__version__


@pytest.fixture
def not_built(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "FILES", tmp_path / "nowhere")
    site.files.cache_clear()
    yield
    site.files.cache_clear()


def test_a_page_that_was_not_built_says_what_to_do(served, not_built):
    answer = served.visitor().client.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text


def test_a_server_without_pages_is_not_well(served, not_built):
    refused = served.visitor().get("/healthz", expect=503)
    assert refused["error"] == "no-pages" and "make web" in refused["message"]


def test_a_server_with_pages_is_well(served, built):
    assert served.visitor().get("/healthz")["ok"]
