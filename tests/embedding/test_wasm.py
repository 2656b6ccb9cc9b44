"""As WebAssembly, in Node and in a browser: the same games."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from making import GAME
from playwright.sync_api import sync_playwright

import mecenate
from bench.platforms import HERE as BENCH
from bench.platforms import in_browser, jobs, node, play, written

TARGETS = ("wasm32", "wasm64")
JOBS = [job for job in jobs(50, 0, 0) if job[0] == GAME]


def ask(target: str, *words: str, given: str = "") -> str:
    command = node(target)
    if not command:
        pytest.skip("there is no Node")
    done = subprocess.run([*command, *words], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("target", TARGETS)
def test_games_are_the_same_in_node(wasm, target):
    found = ask(target, str(BENCH / "platforms.mjs"), str(wasm), target, given=written(JOBS)).split()
    assert found == [play(job) for job in JOBS]


@pytest.mark.parametrize("target", TARGETS)
def test_every_step_is_told_alike(wasm, target):
    told = json.loads(ask(target, str(Path(__file__).with_name("steps.mjs")), str(wasm), target, GAME))
    match = mecenate.new(GAME, 3, (1 << 64) - 1, {"variant": "expert"})
    kinds = {kind.key: kind for kind in match.game.events}
    for step in told["steps"]:
        assert (match.seat, match.question, len(match.moves)) == (step["asked"], step["question"], step["ply"])
        assert match.legal_actions() == step["legal"]
        redealt = match.rows.copy()
        match.game.redeal(redealt, 0, match.seat, np.uint64(7))
        assert redealt.tobytes().hex() == step["redealt"]
        match.play(step["move"])
        assert match.game.reasons[match.game.why(match.rows, 0, step["refused"])] == step["why"]
        assert match.revealed == step["revealed"]
        raw = [match.state.events[k] for k in range(match.state.happened)]
        assert [(e["kind"]["key"], e["seat"], e["a"], e["b"]) for e in step["events"]] == [
            (match.game.events[one.kind].key, one.seat, one.a, one.b) for one in raw
        ]
        assert all(kinds[e["kind"]["key"]].private == e["kind"]["private"] for e in step["events"])
    assert match.over
    assert (match.scores(), match.places(), match.rows.tobytes().hex()) == (told["scores"], told["places"], told["state"])


def test_games_are_the_same_in_a_browser(wasm, browser_path):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        wanted = [play(job) for job in JOBS]
        for target in TARGETS:
            assert in_browser(browser, wasm, target, JOBS) == wanted
        browser.close()
