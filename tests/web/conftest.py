"""The page in real browsers, at a real server: one of each for all tests, and a fresh visitor for every person in a test.

A test that fails leaves screenshots and a trace (`playwright show-trace`) in a folder that its report names.
MECENATE_TRACE=1 fills the traces with pictures.
"""

import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Error, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from visiting import Server, Visitor, Watch, launch

FULL = "MECENATE_TRACE" in os.environ  # traces with pictures of every step take twice the time
REPORTS = pytest.StashKey[dict[str, pytest.TestReport]]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item):
    report = yield
    item.stash.setdefault(REPORTS, {})[report.when] = report
    return report


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("served"))
    server.start()
    yield server
    server.end()


@pytest.fixture
def watch(server):
    """Collects what no browser should do; every test fails by it in the end."""
    watch = Watch(server.url)
    yield watch
    assert not watch.faults, "\n".join(watch.faults)


@pytest.fixture
def visit(request, browser, server, watch, tmp_path):
    """Makes people with browsers of their own."""
    visitors: list[Visitor] = []

    def make(**how) -> Visitor:
        visitor = Visitor(browser, server, watch, **how)
        visitor.context.tracing.start(screenshots=FULL, snapshots=FULL)
        visitors.append(visitor)
        return visitor

    yield make
    called = request.node.stash.get(REPORTS, {}).get("call")
    for n, visitor in enumerate(visitors):
        if called is None or called.failed:
            _keep(visitor, tmp_path, n)
        else:
            visitor.context.tracing.stop()
        visitor.context.close()


def _keep(visitor: Visitor, folder: Path, n: int) -> None:
    try:
        visitor.page.screenshot(path=folder / f"page-{n}.png")
        visitor.context.tracing.stop(path=folder / f"trace-{n}.zip")
        print(f"\nvisitor {n} at {visitor.page.url}: {folder}/page-{n}.png and trace-{n}.zip")
    except Error as error:
        print(f"\nvisitor {n}: nothing could be kept: {error}")
