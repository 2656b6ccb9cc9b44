"""The document and the server say the same: every operation is called with what the document allows."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mecenate.server.api.openapi import document
from mecenate.server.api.operations import NDJSON
from mecenate.server.app import OPERATIONS

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SCHEMA = schemathesis.openapi.from_dict(document(OPERATIONS))
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.large_base_example]
ENDS = {"/api/logout", "/api/me/forget", "/api/login", "/api/guest", "/api/register"}  # they change who is asking


def test_every_operation_is_described_once():
    ids = [f"{one.subject}_{one.name}" for one in OPERATIONS]
    assert len(set(ids)) == len(ids)
    assert len({(one.method, one.path) for one in OPERATIONS}) == len(OPERATIONS)
    for one in OPERATIONS:
        assert one.words.endswith("."), one.path
        assert one.path.startswith("/api/")
        assert (one.answer is None) == (one.status == 204), one.path


def test_the_document_is_what_the_server_gives(served):
    given = served.visitor().get("/openapi.json")
    assert given["openapi"] == "3.1.0"
    assert given["paths"].keys() == document(OPERATIONS)["paths"].keys()


@pytest.fixture(scope="module")
def anna(served):
    return served.guest("Anna")


@pytest.fixture(scope="module")
def known(served, anna):
    """Things that are there, so that not all calls end with 404: a running table, and one that waits."""
    running = anna.table("princes", "person", "person", "random", public=True)["info"]["table"]
    waiting = anna.table("princes", "person", "link", "open", public=True)
    return {"table": [running, waiting["info"]["table"]], "token": [waiting["invitations"][0]["token"]]}


@pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: f"{one.method} {one.path}")
def test_answers_are_as_described(served, anna, known, one):
    if one.content == NDJSON:
        pytest.skip("does not end")
    asking = served.guest("Eve") if one.path in ENDS else anna
    headers, cookies = {"Origin": served.url}, {"mecenate": asking.cookie}

    @settings(max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=SLOW)
    @given(case=SCHEMA[one.path][one.method].as_strategy(), real=strategies.integers(0, 9))
    def answers(case, real):
        for part, things in known.items():
            if part in (case.path_parameters or {}) and real < 8:
                case.path_parameters[part] = things[real % len(things)]
        case.call_and_validate(base_url=served.url, checks=CHECKS, headers=headers, cookies=cookies)

    answers()
