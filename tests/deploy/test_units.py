"""The units for systemd, and what they call."""

import re
import shlex
import subprocess

import pytest
from click.testing import CliRunner
from sites import DEPLOY, ROOT, fitted

from mecenate.cli import app

COMMAND = "/opt/mecenate/bin/mecenate"
UNITS = sorted(path.name for path in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])


def test_systemd_finds_no_fault_with_the_units(program, tmp_path):
    command = program("systemd-analyze", "systemd")
    if subprocess.run([command, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("systemd-analyze does not run here")
    stand_in = tmp_path / "mecenate"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    for unit in UNITS:
        own = {COMMAND: str(stand_in)} if unit.endswith(".service") else {}
        (tmp_path / unit).write_text(fitted(unit, own))
    done = subprocess.run(
        [command, "verify", "--man=no", *(str(tmp_path / unit) for unit in UNITS)],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    told = [line for line in done.stderr.splitlines() if "mecenate" in line]
    assert done.returncode == 0 and not told, done.stderr


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.endswith(".service")])
def test_what_a_unit_starts_is_a_command(unit):
    (line,) = re.findall(r"^ExecStart=(.*)$", (DEPLOY / unit).read_text(), re.M)
    program, *arguments = shlex.split(line.replace("$MECENATE_OPTIONS", "--prefix /mecenate --workers 4"))
    assert program == COMMAND
    said = CliRunner().invoke(app, [*arguments, "--help"])  # an option that is not there is a fault even so
    assert said.exit_code == 0, said.output


def test_every_setting_of_the_service_is_one():
    settings = re.findall(r"^#?(MECENATE_\w+)=", (DEPLOY / "mecenate.env").read_text(), re.M)
    told = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    places = [*(ROOT / "src").rglob("*.py"), *(DEPLOY / unit for unit in UNITS)]
    read = {name for path in places for name in re.findall(r"MECENATE_\w+", path.read_text(encoding="utf-8"))}
    assert settings and set(settings) <= read and all(f"`{one}`" in told for one in settings)
