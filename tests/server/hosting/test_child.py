"""A child process is asked and ended as one likes, and nothing of it is ever left: no process, no pipe, no late answer."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest

import mecenate
from mecenate.server.child import Child, Failed

LONG_S = 60.0


@pytest.fixture
def works(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).with_name("bad")))
    import bad_works  # pyright: ignore[reportMissingImports]

    return bad_works


@pytest.fixture
def job(works):
    def make(way="well", moves=0):
        match = mecenate.new("princes", seats=3, seed=5)
        while len(match.moves) < moves:
            match.play(match.legal_actions()[0])
        return works.Question("princes", 3, match.options, match.rows.tobytes(), 1, way)

    return make


@pytest.fixture
def open_files():
    """Says which this process has. Its first child ever leaves it with some for good: those of Python itself."""
    first = SpawnProcess(target=int)
    first.start()
    first.join()
    first.close()
    gc.collect()
    return lambda: {int(path.name) for path in Path("/dev/fd").iterdir()}


@contextmanager
def started(work) -> Iterator[Any]:
    child = Child(work)
    child.start()
    try:
        yield child
    finally:
        child.end()
        assert not child.alive and work.name not in [process.name for process in active_children()]


def why(ask, *args):
    with pytest.raises(Failed) as failed:
        ask(*args)
    return str(failed.value)


def test_one_process_answers_all_questions_about_any_position(works, job):
    with started(works.Ways()) as child:
        child.warm_up(LONG_S)
        assert child.ask(job(), LONG_S) == child.process.pid
        for moves in (0, 20, 3):
            match = mecenate.new("princes", seats=3, seed=5)
            for _ in range(moves):
                match.play(match.legal_actions()[0])
            assert child.ask(job("seat", moves), LONG_S) == match.seat
        assert child.ask(job(), LONG_S) == child.process.pid


def test_a_process_that_fails_at_a_question_answers_the_next_one(works, job):
    with started(works.Ways()) as child:
        process = child.process
        for way, told in {
            "raise": "error KeyError",
            "unheard of": "error TypeError",
            "nonsense": "nonsense",
            "nothing": "nonsense",
        }.items():
            assert why(child.ask, job(way), LONG_S) == told
            assert child.ask(job(), LONG_S) == process.pid


@pytest.mark.parametrize(("way", "limit_s", "told"), [("crash", LONG_S, "crash"), ("hang", 0.1, "time")])
def test_a_process_that_gives_no_answer_is_ended_and_may_be_started_again(works, job, open_files, way, limit_s, told):
    before = open_files()
    with started(works.Ways()) as child:
        process = child.process
        assert child.ask(job(), LONG_S) == process.pid
        assert why(child.ask, job(way), limit_s) == told
        assert not child.alive and not process.is_alive()
        del process
        assert open_files() <= before
        assert why(child.ask, job(), LONG_S) == "crash"
        child.start()
        assert child.ask(job(), LONG_S) == child.process.pid
    assert open_files() <= before


@pytest.mark.parametrize(
    ("way", "limit_s", "told"), [("crash", LONG_S, "crash"), ("hang", 0.1, "time"), ("raise", LONG_S, "error KeyError")]
)
def test_a_process_that_does_not_get_ready_is_ended(works, open_files, way, limit_s, told):
    before = open_files()
    with started(works.Ways(prepared=way)) as child:
        assert why(child.warm_up, limit_s) == told
        assert not child.alive and open_files() <= before


def test_a_process_killed_while_nobody_asks_it_is_replaced(works, job, open_files):
    before = open_files()
    with started(works.Ways()) as child:
        old = child.process.pid
        assert child.alive
        child.process.kill()
        child.process.join()
        assert not child.alive
        child.start()
        assert child.ask(job(), LONG_S) == child.process.pid != old
    assert open_files() <= before


def test_starting_again_leaves_one_process(works, job, open_files):
    before = open_files()
    with started(works.Ways()) as child:
        old = child.process
        child.start()
        assert not old.is_alive()
        assert child.ask(job(), LONG_S) == child.process.pid != old.pid
        del old
    assert open_files() <= before


def test_a_process_goes_when_its_parent_is_gone(works, job):
    with started(works.Ways()) as child:
        assert child.ask(job(), LONG_S)
        child._conn.close()
        child.process.join(LONG_S)
        assert child.process.exitcode == 0


def test_who_waits_for_a_process_that_is_stopped_hears_of_it(works, job):
    told = []
    with started(works.Ways()) as child:
        assert child.ask(job(), LONG_S)
        thread = threading.Thread(target=lambda: told.append(why(child.ask, job("hang"), LONG_S)))
        thread.start()
        child.stop()
        thread.join(LONG_S)
        assert told == ["crash"]
        assert why(child.start) == "start stopped"


def test_a_process_that_is_stopped_while_it_starts_does_not_outlive_that(works, open_files):
    before = open_files()
    work = works.Stopping()
    work.child = child = Child(work)
    assert why(child.start) == "start stopped"
    assert child.process is None and "mecenate-test" not in [process.name for process in active_children()]
    assert open_files() <= before


def test_where_no_process_can_start_no_pipe_stays_open(works, open_files, monkeypatch):
    def start(self):
        raise OSError

    child, before = Child(works.Ways()), open_files()
    monkeypatch.setattr(SpawnProcess, "start", start)
    assert why(child.start) == "start OSError"
    assert child.process is None and not child.alive and open_files() <= before
    child.end()
