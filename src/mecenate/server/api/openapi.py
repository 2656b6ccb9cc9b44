"""The OpenAPI 3.1 document, made from the same declarations as the routes."""

from collections.abc import Sequence
from typing import Any

import msgspec

import mecenate
from mecenate.server import wire
from mecenate.server.api.operations import Operation
from mecenate.server.security import COOKIE

REF = "#/components/schemas/{name}"
ABOUT = """\
Tables for board games. People come in as guests or log in, and have a session in a cookie (`mecenate`, under https
`__Host-mecenate`, and below a path `__Secure-mecenate`); programs play with a token of
their person (`Authorization: Bearer TOKEN`), read `/api/stream` for their turns and POST moves.

A browser says with each request where it comes from. Who sends a session's cookie without one has to say it too:
`Origin: ` and the address of this server; else a POST, PUT or DELETE and a WebSocket are 403, `no-origin`. A token needs none.

`/api/tables/{table}/live` is a WebSocket with the messages of `/api/tables/{table}/stream`; it takes the same query. It
closes with 1012 when the server starts anew (come back at once), 1008 when the session ended, 1013 when the client was slow.

Every refusal is an `Error` in the language of the person. A table that one may not see answers as one that is not there.
"""
WHY = {
    400: "The request can't be read",
    401: "Nobody is logged in, or the token or password is wrong",
    403: "This person may not do this, or the request came from another site",
    404: "There is no such thing, or it is not for this person to see",
    408: "The request did not arrive in time",
    409: "Not possible as things are now; with what is stale comes the situation",
    413: "The request is too long",
    415: "The request is not JSON",
    421: "This server does not go by this name (`Host`)",
    422: "Understood, but not possible",
    429: "Too much at once; `Retry-After` says when to try again",
    500: "Something failed; the `id` is in the server's log",
    502: "Another server that is needed for this did not do its part",
    503: "The server starts anew, or has no time for this now; try again",
}


def document(operations: Sequence[Operation], prefix: str = "") -> dict[str, Any]:
    wanted: list[Any] = [wire.Error]
    for one in operations:
        wanted += [kind for kind in (one.body, one.answer, one.query, *one.parts.values()) if kind is not None]
    schemas, components = msgspec.json.schema_components(wanted, ref_template=REF)
    known = {_key(kind): schema for kind, schema in zip(wanted, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, known, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mecenate", "version": mecenate.__version__, "description": ABOUT},
        "servers": [{"url": prefix or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(one: Operation, known: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    summary, _, rest = one.words.partition("\n")
    told: dict[str, Any] = {
        "operationId": f"{one.subject}_{one.name}",
        "tags": [one.subject],
        "summary": summary,
        "parameters": [*_parts(one, known), *_queries(one, components)],
        "responses": _responses(one, known),
        "security": _security(one),
    }
    if rest.strip():
        told["description"] = " ".join(rest.split())
    if one.body is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": known[_key(one.body)]}}}
    return told


def _parts(one: Operation, known: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": name, "in": "path", "required": True, "schema": known[_key(kind)]} for name, kind in one.parts.items()]


def _queries(one: Operation, components: dict[str, Any]) -> list[dict[str, Any]]:
    fields = components[one.query.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": _plain(schema)} for name, schema in fields.items()]


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A field of a query without its null: one that is not given is left out."""
    kept = [part for part in schema.get("anyOf", []) if part.get("type") != "null"]
    return kept[0] if len(kept) == 1 else {key: value for key, value in schema.items() if value is not None}


def _security(one: Operation) -> list[dict[str, list]]:
    if one.who == "session":
        return [{"session": []}]
    both: list[dict[str, list]] = [{"session": []}, {"token": []}]
    return [*both, {}] if one.who == "anyone" else both


def _responses(one: Operation, known: dict[str, Any]) -> dict[str, Any]:
    good: dict[str, Any] = {"description": "Done"}
    if one.status != 204:
        good["content"] = {one.content.partition(";")[0]: {"schema": known[_key(one.answer)]}}
    error = {"application/json": {"schema": known[_key(wire.Error)]}}
    return {str(one.status): good} | {
        str(status): {"description": WHY[status], "content": error} for status in sorted(_statuses(one))
    }


def _statuses(one: Operation) -> set[int]:
    """All refusals: those that are declared, and those that the mechanism itself can give."""
    found = {400, 401, 421, 429, 500, 503, *one.errors}
    if one.parts:
        found.add(404)
    if one.method != "GET" or one.who == "session" or {404, 409} & set(one.errors):
        found.add(403)
    if one.body is not None:
        found |= {408, 413, 415}
    return found
