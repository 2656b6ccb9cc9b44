"""Pictures of all pages in three sizes, in daylight and by candlelight: python tests/web/screenshots.py [FOLDER]"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from visiting import GAMES, PHONE, Server, Visitor, launch, played

SIZES = {
    "390x844": PHONE,
    "1280x800": {"viewport": {"width": 1280, "height": 800}},
    "1920x1080": {"viewport": {"width": 1920, "height": 1080}},
}
PAGES = {
    "home": "/",
    "new": "/new/princes",
    "rules": "/rules/carrara",
    "account": "/account",
    "import": "/import",
    "verify": "/verify",
    "about": "/about",
}


def tables(anna: Visitor) -> dict[str, str]:
    """Tables of all kinds, each as the way to it."""
    found: dict[str, str] = {}
    for game in GAMES:
        for when, moves in (("start", 0), ("middle", 70), ("late", 130)):
            found[f"{game}-{when}"] = f"/table/{anna.lay(game, 4, moves)}"
        found[f"{game}-two"] = f"/table/{anna.lay(game, 2, 40)}"
        found[f"{game}-replay"] = f"/replay/{anna.table}?at=20"
    found["princes-place"] = f"/table/{anna.lay('princes', 4, 30, 'place')}"
    found["princes-five"] = f"/table/{anna.lay('princes', 5, 90)}"
    return found


def endings(anna: Visitor) -> dict[str, str]:
    """Games that are one answer from their end, and that answer."""
    found = {}
    for game in GAMES:
        record, end = played(game, 3, 100_000)
        wanted = {"seats": [{"kind": "person"}] * 3, "record": record, "position": end - 1}
        made = anna.ask("tables", wanted)["info"]["table"]
        while True:
            now = anna.ask(f"tables/{made}/situation")
            if not now["offers"]:
                break
            move = {"seat": now["asked"], "move": now["offers"][0]["notation"], "after": now["position"], "seen": now["seq"]}
            anna.ask(f"tables/{made}/move", move)
        found[f"{game}-end"] = f"/table/{made}"
    return found


def others(anna: Visitor) -> dict[str, str]:
    seats = [{"kind": "person"}, {"kind": "link"}, {"kind": "open"}, {"kind": "bot", "level": "greedy", "name": "Lorenzo"}]
    waiting = anna.ask("tables", {"game": "stanza", "seats": seats, "public": True})
    both = [{"kind": "person", "name": name} for name in ("Bianca", "Carlo")]
    screen = anna.ask("tables", {"game": "princes", "seats": both})
    return {
        "waiting": f"/table/{waiting['info']['table']}",
        "handover": f"/table/{screen['info']['table']}",
        "join": f"/join/{waiting['invitations'][0]['token']}",
    }


def settle(visitor: Visitor) -> None:
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("() => document.fonts.ready.then(() => true)")


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="screenshots"))
    only = sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        browser = launch(playwright)
        try:
            anna = Visitor(browser, server)
            anna.enter()
            ways = {**PAGES, **tables(anna), **endings(anna), **others(anna)}
            known = anna.context.storage_state()
            for size, how in SIZES.items():
                for theme in ("light", "dark"):
                    one = Visitor(browser, server, **how, color_scheme=theme, storage_state=known)
                    for name, way in ways.items():
                        if only and not any(part in name for part in only):
                            continue
                        one.go(way)
                        settle(one)
                        whole = way in PAGES.values()
                        one.page.screenshot(path=folder / f"{name}-{size}-{theme}.png", full_page=whole)
                    one.context.close()
        finally:
            browser.close()
            server.end()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
