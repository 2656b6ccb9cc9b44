"""What the dashboard and the alert rules ask for is what /metrics of a real server says."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator

import httpx
import pytest
import yaml
from sites import DEPLOY, Site

DASHBOARD, ALERTS = DEPLOY / "grafana.json", DEPLOY / "alerts.yml"


def expressions() -> Iterator[str]:
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        for target in panel.get("targets", []):
            yield target["expr"]
    for group in yaml.safe_load(ALERTS.read_text())["groups"]:
        for rule in group["rules"]:
            yield rule["expr"]


@pytest.fixture(scope="module")
def exposed(whole: Site) -> str:
    httpx.get(f"{whole.server}/api/me")
    return httpx.get(f"{whole.server}/metrics").text


def test_only_figures_that_there_are_are_asked_for(exposed):
    there = set(re.findall(r"^(\w+)[{ ]", exposed, re.M))
    asked = {name for one in expressions() for name in re.findall(r"\b(?:mecenate|process)_\w+", one)}
    assert len(asked) > 15 and asked <= there, asked - there
    labels = {name for one in expressions() for name in re.findall(r"(\w+)\s*[!=]~?\"", one)}
    assert labels - {"job"} <= set(re.findall(r'(\w+)="', exposed))


def test_only_routes_that_there_are_are_asked_for(whole):
    paths = set(httpx.get(f"{whole.server}/openapi.json").json()["paths"]) | {"/api/tables/{table}/live"}
    routes = {one for text in expressions() for one in re.findall(r'route!?="([^"]+)"', text)}
    assert routes and routes <= paths


def test_prometheus_understands_the_rules():
    if not (promtool := shutil.which("promtool")):
        pytest.skip("promtool is not here (Debian's package prometheus)")
    done = subprocess.run([promtool, "check", "rules", str(ALERTS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
