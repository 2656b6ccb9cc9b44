"""What moves on a page while it loads on a phone: what browsers call the layout shift (0.1 is good). Used by `bench.shift` too.

A browser that was never here, through a slow network: 150 ms there and back, 1.6 Mbit a second. Every shift counts that no
touch brought about, with its largest parts; browsers themselves count only the worst five seconds.
"""

from typing import Any

from visiting import Visitor

MOST = 0.05
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
OBSERVE = """
window.shifts = [];
const where = ({ node, previousRect: a, currentRect: b }) => {
  const at = node?.nodeType === 1 ? node : node?.parentElement;
  const name = at ? `${at.tagName.toLowerCase()}${[...at.classList].map((one) => '.' + one).join('')}` : '?';
  return `${name} ${Math.round(a.x)},${Math.round(a.y)} ${Math.round(a.width)}x${Math.round(a.height)}`
    + ` -> ${Math.round(b.x)},${Math.round(b.y)} ${Math.round(b.width)}x${Math.round(b.height)}`;
};
new PerformanceObserver((list) => {
  for (const one of list.getEntries().filter((one) => !one.hadRecentInput)) {
    shifts.push({ by: one.value, at: one.startTime, of: one.sources.map(where) });
  }
}).observe({ type: 'layout-shift', buffered: true });
"""


def shifts(one: Visitor, path: str, ready: str) -> list[dict[str, Any]]:
    """What moves while somebody who was never here opens a page, until it is quiet and `ready` is there."""
    client = one.context.new_cdp_session(one.page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", SLOW)
    one.page.add_init_script(OBSERVE)
    one.page.goto(f"{one.server.url}/#{path}")
    one.page.locator(ready).first.wait_for()
    one.page.wait_for_load_state("networkidle")
    one.page.evaluate("() => document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 500)))")
    return one.page.evaluate("() => shifts")


def pages(anna: Visitor, game: str) -> dict[str, tuple[str, str]]:
    """The way to each page, and what is there in the end."""
    table = anna.lay(game, 3, 60)
    return {
        "home": ("/", "article .play"),
        "rules": (f"/rules/{game}", ".chapter"),
        "table": (f"/table/{table}", ".question .answer"),
        "replay": (f"/replay/{table}?at=20", ".told"),
    }
