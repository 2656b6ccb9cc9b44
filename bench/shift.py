"""How much pages jump while they load on a phone, at a server on the same machine: python -m bench.shift"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/web"))

from shifting import MOST, pages, shifts
from visiting import GAMES, PHONE, Server, Visitor, launch


def main() -> None:
    worst = 0.0
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        browser = launch(playwright)
        try:
            anna = Visitor(browser, server)
            anna.enter()
            for game in GAMES:
                for name, (path, ready) in pages(anna, game).items():
                    one = Visitor(browser, server, **PHONE, storage_state=anna.context.storage_state(), service_workers="block")
                    found = shifts(one, path, ready)
                    one.context.close()
                    total = sum(shift["by"] for shift in found)
                    worst = max(worst, total)
                    print(f"{game:8} {name:7} {total:.3f}", flush=True)
                    for shift in sorted(found, key=lambda one: -one["by"])[:3]:
                        print(f"{'':17}{shift['by']:.3f} at {shift['at']:.0f} ms: {'; '.join(shift['of'][:4])}")
        finally:
            browser.close()
            server.end()
    if worst > MOST:
        sys.exit(f"{worst:.3f} is more than {MOST}")


if __name__ == "__main__":
    main()
