"""`mecenate scenario`: is that how the rules go? One line a scenario, and what differs where they don't."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from mecenate.core.errors import BadScenario
from mecenate.core.scenarios import Outcome, Scenario, files, read, run
from mecenate.games import load

PASSED, FAILED, BAD = 0, 1, 2


def main(paths: list[Path]) -> int:
    """Run the scenarios of files and folders. 0: all pass; 1: something differs; 2: something can't be read or can't be."""
    out, err = Console(highlight=False), Console(stderr=True, highlight=False)
    problems: list[BadScenario] = []
    scenarios: list[Scenario] = []
    for path in paths:
        try:
            for file in files([path]):
                try:
                    scenarios += read(file)
                except BadScenario as problem:
                    problems.append(problem)
        except BadScenario as problem:
            problems.append(problem)
    passed = failed = 0
    for scenario in scenarios:
        try:
            outcome = run(scenario, load)
        except BadScenario as problem:
            problems.append(problem)
            continue
        passed += outcome.passed
        failed += not outcome.passed
        show(outcome, out)
    for problem in problems:
        err.print(Text(f"mecenate: {problem}"), soft_wrap=True)
    out.print(Text(_summary(passed, failed, len(problems))))
    return BAD if problems else FAILED if failed else PASSED


def show(outcome: Outcome, out: Console) -> None:
    scenario = outcome.scenario
    mark = Text("pass  ", "green") if outcome.passed else Text("FAIL  ", "bold red")
    out.print(mark.append(scenario.title, "default"), soft_wrap=True)
    if outcome.passed:
        return
    place = f"{scenario.name}, line {scenario.line}"
    out.print(Text(f"      {place}; {scenario.source}" if scenario.source else f"      {place}", "dim"), soft_wrap=True)
    for differs in outcome.differs:
        out.print(Text(f"      line {scenario.document.line(differs.where)}, {differs.what}"), soft_wrap=True)
        out.print(Text(f"        expected: {differs.expected}"), soft_wrap=True)
        out.print(Text(f"        found:    {differs.found}"), soft_wrap=True)


def _summary(passed: int, failed: int, problems: int) -> str:
    parts = [f"{passed} passed"]
    if failed:
        parts.append(f"{failed} failed")
    if problems:
        parts.append(f"{problems} can't be run")
    return ", ".join(parts) + "."
