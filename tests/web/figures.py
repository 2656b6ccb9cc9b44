"""Figures of the page, as measured in the browser at a server on the same machine: python tests/web/figures.py

Bytes are what came over the wire. Times depend on the machine and on what else it does: its load is printed with them.
"""

import os
import random
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from visiting import GAMES, Server, Visitor, launch

MOVES = 40
SLOWER = 4  # times, for the smoothness of movements
OBSERVE = """
window.figures = { paint: 0, blocked: 0, longest: 0 };
const each = (type, work) => {
  new PerformanceObserver((list) => list.getEntries().forEach(work)).observe({ type, buffered: true });
};
each('largest-contentful-paint', (one) => (figures.paint = one.startTime));
each('longtask', (one) => {
  figures.blocked += Math.max(0, one.duration - 50);
  figures.longest = Math.max(figures.longest, one.duration);
});
"""
# From the click on an answer to the frame after which the page shows what came of it.
MEASURE = """(chance) => new Promise((done) => {
  for (const folded of document.querySelectorAll('.question .answers details')) folded.open = true;
  const all = [...document.querySelectorAll('.question .answer')];
  const busy = () => document.querySelector('.question .answer[aria-disabled="true"]') !== null;
  const began = performance.now();
  let sent = false;
  const watch = new MutationObserver(() => {
    sent ||= busy();
    if (!sent || busy()) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  });
  watch.observe(document.querySelector('.layout'), { childList: true, subtree: true, attributes: true });
  all[Math.floor(chance * all.length)].click();
  setTimeout(() => done(null), 15000);
})"""
FRAMES = """() => {
  window.frames_ = [];
  let last = 0;
  const step = (now) => {
    if (last && document.getAnimations().some((one) => one.playState === 'running')) frames_.push(now - last);
    last = now;
    window.framing = requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""


def part(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def first_load(browser, server: Server, anna: Visitor, game: str) -> None:
    table = anna.lay(game, 4, 60)
    one = Visitor(browser, server, storage_state=anna.context.storage_state(), service_workers="block")
    one.page.add_init_script(OBSERVE)
    client = one.context.new_cdp_session(one.page)
    client.send("Network.enable")
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {"code": 0, "style": 0, "page": 0, "api": 0, "fonts": 0, "other": 0}

    def kind(event) -> None:
        url, mime = event["response"]["url"], event["response"]["mimeType"]
        names = {"javascript": "code", "css": "style", "html": "page", "font": "fonts", "json": "api"}
        kinds[event["requestId"]] = next((name for part, name in names.items() if part in mime or f".{part}" in url), "other")

    def arrived(event) -> None:
        sizes[kinds.get(event["requestId"], "other")] += int(event["encodedDataLength"])

    client.on("Network.responseReceived", kind)
    client.on("Network.loadingFinished", arrived)
    one.page.goto(f"{server.url}/#/table/{table}")
    one.wait_for_turn()
    one.page.wait_for_load_state("networkidle")
    found = one.page.evaluate("() => figures")
    kb = {key: f"{size / 1000:.0f} kB" for key, size in sizes.items()}
    shell = sizes["code"] + sizes["style"] + sizes["page"] + sizes["other"]
    print(f"{game:8} first load: {shell / 1000:.0f} kB without fonts ({kb['code']} code, {kb['style']} style)", end=", ")
    print(f"{kb['api']} from the API, {kb['fonts']} fonts", end="; ")
    print(f"paint {found['paint']:.0f} ms, blocked {found['blocked']:.0f} ms, longest {found['longest']:.0f} ms", flush=True)
    one.context.close()


def round_trips(browser, server: Server, anna: Visitor, game: str) -> None:
    one = Visitor(browser, server, storage_state=anna.context.storage_state())
    one.lay(game, 4, 20)
    chance, found = random.Random(game), []
    while len(found) < MOVES:
        if one.wait_for_turn()["over"]:
            one.lay(game, 4, 20)
            continue
        one.page.wait_for_load_state("networkidle")
        took = one.page.evaluate(MEASURE, chance.random())
        if took is not None:
            found.append(took)
    middle, most = statistics.median(found), part(found, 0.95)
    print(f"{game:8} move to drawn result, 4 seats: median {middle:.0f} ms, p95 {most:.0f} ms ({len(found)} moves)", flush=True)
    one.context.close()


def smoothness(browser, server: Server, anna: Visitor, game: str) -> None:
    one = Visitor(browser, server, storage_state=anna.context.storage_state(), reduced_motion="no-preference")
    one.lay(game, 4, 60)
    one.wait_for_turn()
    one.go(f"/replay/{one.table}?at=0")
    one.page.locator(".told").wait_for()
    client = one.context.new_cdp_session(one.page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    one.page.evaluate(FRAMES)
    for position in range(1, 41):
        one.page.keyboard.press("ArrowRight")
        one.page.wait_for_url(lambda url, n=position: f"at={n}" in url)
        one.page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
    frames = one.page.evaluate("() => frames_")
    client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    if frames:
        told = f"{1000 / statistics.mean(frames):.0f} frames a second, slowest {max(frames):.0f} ms ({len(frames)} frames)"
        print(f"{game:8} movements at a {SLOWER}th of the speed: {told}", flush=True)
    one.context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        browser = launch(playwright)
        try:
            anna = Visitor(browser, server)
            anna.enter()
            print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {time.strftime('%H:%M')}")
            for measure in (first_load, round_trips, smoothness):
                for game in GAMES:
                    measure(browser, server, anna, game)
            print(f"load {os.getloadavg()[0]:.1f}")
        finally:
            browser.close()
            server.end()


if __name__ == "__main__":
    main()
