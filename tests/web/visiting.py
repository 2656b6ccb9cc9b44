"""What the tests of the page, the screenshots and the figures share: a server, a browser, and people who use both.

Words are taken from the page's own texts and things are found by role, so that a changed sentence breaks nothing here. What is
found by class stands in this file only.
"""

import fcntl
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, Request
from playwright.sync_api import TimeoutError as Late

from mecenate import bots
from mecenate.core.match import Match
from mecenate.core.records import dumps
from mecenate.games import load

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGES = ROOT / "src/mecenate/server/web"
TEXTS = ROOT / "web/src/lib/texts"
GAMES = ("princes", "carrara", "stanza")
LANGUAGES = ("en", "de", "nl")
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
SLOWEST_MS = 20_000  # whatever takes longer than this is broken, also on a machine that has much else to do

ARGUMENTS = [
    "--no-sandbox",
    "--no-first-run",
    "--disable-gpu",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
]

# What is found by class.
QUESTION = ".question .box"
MY_QUESTION = f"{QUESTION}.mine"
ASK = f"{QUESTION} .ask"
ANSWER = f"{QUESTION} .answer"
FOLDED = f"{QUESTION} .answers details:not([open]) > summary"
LIT = ".stage :is([data-lit], [data-carrara-lit])"
RANKED = f"{QUESTION} ol > li"
BUBBLE = "[data-step]"
# What the bubble of the guide says and where it is; how much of what it points at lies under it, less the rim of the ring.
GUIDE = """() => {
  const bubble = document.querySelector('[data-step]');
  if (!bubble || bubble.classList.contains('hidden')) return null;
  const ring = document.querySelector('div.ring');
  const [a, b] = [bubble.getBoundingClientRect(), ring?.getBoundingClientRect()];
  const across = b ? Math.min(a.right, b.right - 8) - Math.max(a.left, b.left + 8) : 0;
  const down = b ? Math.min(a.bottom, b.bottom - 8) - Math.max(a.top, b.top + 8) : 0;
  return {
    step: bubble.dataset.step,
    points: !!ring,
    covered: across > 0 && down > 0 ? `${across}x${down}` : '',
    inside: a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight,
    told: document.querySelector('[aria-live=polite].live').textContent,
  };
}"""
STATE = """() => ({
  over: !!document.querySelector('.question .box .won'),
  mine: !!document.querySelector('.question .box.mine .answers'),
  busy: !!document.querySelector('.question .answer[aria-disabled="true"]'),
  covered: !!document.querySelector('.stage .cover'),
  ask: document.querySelector('.question .box .ask')?.textContent ?? '',
})"""
TURN = """() => {
  const busy = document.querySelector('.question .answer[aria-disabled="true"]');
  const asked = document.querySelector('.question .box.mine .answers') && !busy;
  return asked || document.querySelector('.question .box .won') || document.querySelector('.stage .cover');
}"""


CLICK = """(chance) => {
  for (const folded of document.querySelectorAll('.question .answers details')) folded.open = true;
  const all = [...document.querySelectorAll('.question .answer')];
  all[Math.floor(chance * all.length)].click();
}"""


class Server:
    """A server in a process of its own, on a database that outlives it."""

    def __init__(self, folder: Path):
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, str(HERE / "serving.py"), str(self.port), f"sqlite:///{self.folder}/tables.sqlite"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        self._wait()

    def _wait(self) -> None:
        assert self.process
        until = time.monotonic() + 120  # the first start may have to compile
        while time.monotonic() < until:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{(self.folder / 'server.log').read_text()[-2000:]}")

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def kill(self) -> None:
        """As a power cut would."""
        self.end(signal.SIGKILL)


def browser_here() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def chromium() -> str:
    """The browser of the machine; of Debian's packages where there is none."""
    said = ""
    with (Path(tempfile.gettempdir()) / "mecenate-browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # apt-get turns away a second one: other test processes wait until the first is done
        if not browser_here() and os.getuid() == 0 and shutil.which("apt-get"):
            for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
                said = subprocess.run(["apt-get", *command], capture_output=True, text=True, check=False).stderr
    if found := browser_here():
        return found
    raise AssertionError(f"These tests need a browser: install chromium. {said}")


def launch(playwright: Playwright) -> Browser:
    assert (PAGES / "index.html").exists(), "The page is not built: make web"
    return playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)


@cache
def texts(language: str) -> dict[str, Any]:
    return json.loads((TEXTS / f"{language}.json").read_text())


def words(key: str, language: str = "en", **values: Any) -> str:
    """A text of the page with its places filled."""
    found: Any = texts(language)
    for part in key.split("."):
        found = found[part]
    return re.sub(r"\{(\w+)\}", lambda place: str(values.get(place[1], place[0])), found)


def leaves(table: dict[str, Any]) -> list[str]:
    return [leaf for one in table.values() for leaf in (leaves(one) if isinstance(one, dict) else [one])]


@cache
def played(game: str, seats: int, moves: int, question: str = "", seed: int = 3, **options: Any) -> tuple[str, int]:
    """The record of a game that greedy bots began, up to the first question to seat 0 after so many moves; and its length."""
    match = Match(load(game), seats, seed=seed, options=options, names=["Anna", "Bruno", "Clara", "Dario", "Elisa"][:seats])
    bot = bots.make("greedy", match.game, seed)
    while not match.over:
        asked = match.seat == 0 and len(match.legal_actions()) > 1
        if len(match.moves) >= moves and asked and question in ("", match.question):
            break
        match.play(bot.choose(match))
    return dumps(match), len(match.moves)


class Watch:
    """Everything that a browser should not do, whatever the test is about."""

    def __init__(self, url: str):
        self.host = urlsplit(url).netloc
        self.faults: list[str] = []
        self.expected: list[str] = []

    def over(self, context: BrowserContext) -> None:
        context.on("console", self._said)
        context.on("weberror", lambda error: self._fault(f"error on the page: {error.error}"))
        context.on("request", self._asked)
        context.on("page", lambda page: page.on("websocket", lambda socket: self._went(socket.url)))
        context.add_init_script(
            "addEventListener('securitypolicyviolation', (e) => console.error('CSP', e.violatedDirective, e.blockedURI))"
        )

    def expect(self, pattern: str) -> None:
        """An error that this test brings about itself."""
        self.expected.append(pattern)

    def _fault(self, told: str) -> None:
        if not any(re.search(pattern, told) for pattern in self.expected):
            self.faults.append(told)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._fault(f"console: {message.text} {message.location.get('url', '')}")

    def _asked(self, request: Request) -> None:
        self._went(request.url)

    def _went(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self.host:
            self._fault(f"request to another host: {url}")


class Visitor:
    """Somebody with a browser of their own. Motion is off, so that nobody waits for it."""

    def __init__(self, browser: Browser, server: Server, watch: Watch | None = None, **how: Any):
        self.server = server
        self.context = browser.new_context(**{"reduced_motion": "reduce", "locale": "en-GB", **DESKTOP, **how})
        self.context.set_default_timeout(SLOWEST_MS)
        if watch:
            watch.over(self.context)
        self.page: Page = self.context.new_page()
        self.language = how.get("locale", "en-GB")[:2]

    # Going about

    def go(self, path: str = "/") -> Page:
        """To a page, as by a link. The page itself is loaded anew."""
        self.page.goto(f"{self.server.url}/#{path}")
        self.page.reload()
        self.page.locator("#main").wait_for()
        return self.page

    def say(self, key: str, **values: Any) -> str:
        return words(key, self.language, **values)

    def button(self, key: str, **values: Any) -> Locator:
        return self.page.get_by_role("button", name=self.say(key, **values), exact=True)

    def play_now(self, game: str) -> None:
        """From the door to a table against bots."""
        self.go()
        self.page.locator(f"article.{game}").get_by_role("button", name=self.say("home.play")).click()
        self.at_table()

    def at_table(self) -> str:
        self.page.wait_for_url(re.compile(r"#/table/\w+"))
        self.page.locator("#main.stage").wait_for()
        return self.table

    @property
    def table(self) -> str:
        found = re.search(r"#/(?:table|replay)/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    # Asking the server, as this person

    def ask(self, path: str, body: Any = None, method: str = "") -> Any:
        origin = {"Origin": self.server.url}
        how = method or ("GET" if body is None else "POST")
        answer = self.context.request.fetch(f"{self.server.url}/api/{path}", method=how, data=body, headers=origin)
        assert answer.ok, f"{how} {path}: {answer.status} {answer.text()[:400]}"
        kind = answer.headers.get("content-type", "")
        return answer.json() if kind.startswith("application/json") else answer.text()

    def situation(self) -> dict[str, Any]:
        return self.ask(f"tables/{self.table}/situation")

    def enter(self, name: str = "Anna") -> None:
        self.ask("guest", {"name": name})

    def lay(self, game: str, seats: int, moves: int, question: str = "", **more: Any) -> str:
        """A table in the middle of a game, with this person on seat 0 and bots on the others; and go there."""
        record, position = played(game, seats, moves, question, **more)
        names = [words(f"names.{n}", self.language) for n in range(5)]
        others = [{"kind": "bot", "level": "greedy", "name": names[n]} for n in range(seats - 1)]
        wanted = {"seats": [{"kind": "person"}, *others], "record": record, "position": position}
        table = self.ask("tables", wanted)["info"]["table"]
        self.go(f"/table/{table}")
        return table

    # Being guided

    def learn(self, game: str) -> None:
        """From the door to a table with a guide."""
        self.go()
        self.page.locator(f"article.{game}").get_by_role("button", name=self.say("guide.learn")).click()
        self.at_table()
        self.page.locator(BUBBLE).wait_for()

    def guide(self) -> dict[str, Any] | None:
        return self.page.evaluate(GUIDE)

    def next(self) -> None:
        self.page.locator(f"{BUBBLE} .first").click()

    def step(self, key: str) -> None:
        """Until the guide is at this step."""
        self.page.locator(f'[data-step="{key}"]').wait_for()

    # Playing

    def state(self) -> dict[str, Any]:
        return self.page.evaluate(STATE)

    def wait_for_turn(self, timeout: float = SLOWEST_MS) -> dict[str, Any]:
        self.page.wait_for_function(TURN, timeout=timeout)
        return self.state()

    def wait_past(self, position: int, timeout: float = SLOWEST_MS) -> None:
        """Until the server knows of more moves than this, and the page asks again or is over."""
        until = time.monotonic() + timeout / 1000
        while self.situation()["position"] <= position:
            assert time.monotonic() < until, f"nothing happened after move {position}"
        self.wait_for_turn(timeout)

    def answer(self, chance: random.Random) -> None:
        """One of the answers in the bar, by a click."""
        if not self.page.locator(ANSWER).locator("visible=true").count():
            self.page.locator(FOLDED).first.click()
        offered = self.page.locator(ANSWER).locator("visible=true")
        offered.nth(chance.randrange(offered.count())).click()

    def answer_at_once(self, chance: random.Random) -> None:
        """One of all the answers, without a look at whether a mouse would get there: for long games."""
        self.page.evaluate(CLICK, chance.random())

    def play(self, times: int, chance: random.Random) -> int:
        """So many answers; fewer if the game ends. Only where nobody else has to do anything."""
        for done in range(times):
            state = self.wait_for_turn()
            if state["over"]:
                return done
            if state["covered"]:
                self.page.locator(".stage .cover button").click()
                self.wait_for_turn()
            position = self.situation()["position"]
            self.answer(chance)
            self.wait_past(position)
        return times

    def ranking(self) -> dict[str, int]:
        found = self.page.locator(RANKED).evaluate_all(
            """all => all.map(one => {
                const [name, score] = ['.name', 'b'].map(part => one.querySelector(part).firstChild.textContent)
                return [name, Number(score)]
            })"""
        )
        return dict(found)


def play_out(visitors: list[Visitor], chance: random.Random, limit_s: float) -> int:
    """Several people play a game to its end, each on their own page. Says how many answers they gave."""
    until = time.monotonic() + limit_s
    answers = 0
    while time.monotonic() < until:
        states = [(one, one.state()) for one in visitors]
        if all(state["over"] for _, state in states):
            return answers
        ready = [one for one, state in states if state["mine"] and not state["busy"]]
        if ready:
            answers += 1
            if answers % 5 == 0:
                ready[0].answer(chance)
            else:
                ready[0].answer_at_once(chance)
            continue
        waiting = next(one for one, state in states if not state["over"])
        try:
            waiting.wait_for_turn(200)
        except Late:
            continue  # somebody else's turn
    raise AssertionError(f"the game is not over after {limit_s} s and {answers} answers")
