"""Limits on requests: a request that would be slow to parse or to validate is refused beforehand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import BaseModel, ValidationError

from tilewright.web import api_models, jobs
from tilewright.web.client_identity import MAX_PAGES
from tilewright.web.connection_limits import MAX_CONNECTIONS, ConnectionLimits, ServerConfig
from tilewright.web.guards import (
    BODY_LIMIT,
    MAX_CONTAINERS,
    MAX_DEPTH,
    MAX_KEYS,
    BodyLimit,
    check_json_size,
)
from tilewright.web.repeated_log_messages import MAX_REPEATS, PERIOD
from tilewright.web.short_request_pool import Pool

MAX_ERRORS = 200
"""The maximum number of validation errors that one request may cause; each costs a few microseconds."""
MANY = 5000
OBJECTS: dict[str, Any] = {f"key {number}": [] for number in range(MANY)}
HOSTILE_VALUES = {
    "list of lists": [[]] * MANY,
    "list of objects": [{"a": 1}] * MANY,
    "list of numbers": [1] * MANY,
    "object of lists": OBJECTS,
    "object of objects": {key: {"a": {}} for key in OBJECTS},
    "object of numbers": dict.fromkeys(OBJECTS, 1),
}


def request_models() -> list[type[BaseModel]]:
    found = [each for each in vars(api_models).values() if isinstance(each, type) and each.__name__[0] != "_"]
    return [each for each in found if issubclass(each, api_models._Request)]


@pytest.mark.parametrize("model", request_models(), ids=lambda model: model.__name__)
@pytest.mark.parametrize("value", HOSTILE_VALUES.values(), ids=HOSTILE_VALUES)
def test_no_value_of_any_request_causes_an_error_for_each_of_its_parts(
    model: type[BaseModel], value: Any
) -> None:
    for body in (value, *({field: value} for field in model.model_fields)):
        with pytest.raises(ValidationError) as caught:
            model.model_validate(body)
        assert caught.value.error_count() <= MAX_ERRORS


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("[" + "{}," * (MAX_CONTAINERS - 2) + "{}]", None),
        ("[" + "[]," * MAX_CONTAINERS + "[]]", 413),
        ("[" + "{}," * MAX_CONTAINERS + "{}]", 413),
        ("{" + '"a":1,' * (MAX_KEYS - 1) + '"a":1}', None),
        ("{" + '"a":1,' * MAX_KEYS + '"a":1}', 413),
        ("[" * MAX_DEPTH + "]" * MAX_DEPTH, None),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), 400),
        ('{"a":' * 33 + "[" * 33, 400),
        (json.dumps("[{:" * MAX_CONTAINERS), None),
        (json.dumps('"[{:\\' * MAX_CONTAINERS), None),
        ('"\\\\"' + "[" * (MAX_DEPTH + 1), 400),
        ('"\\\\\\"[["' + "[" * MAX_DEPTH, None),
        ('"' * 1_000_000, None),
        ('"' + "\\" * 1_000_000, None),
    ],
)
def test_the_parts_of_json_text_are_counted_outside_strings(text: str, status: int | None) -> None:
    assert status_of(text.encode()) == status


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_only_utf_8_is_accepted(encoding: str) -> None:
    assert status_of(json.dumps({"game": "powers"}).encode(encoding)) == 400


def status_of(text: bytes) -> int | None:
    try:
        check_json_size(text)
    except Exception as refused:
        return int(refused.status)  # type: ignore[attr-defined]
    return None


def test_options_with_very_many_keys_are_refused_with_one_error(client: TestClient) -> None:
    body = {"game": "powers", "instance": "3,4", "options": {f"{number:x}": [] for number in range(95_000)}}
    answer = client.post("/api/v1/jobs", json=body)
    assert answer.status_code == 413
    assert answer.json() == {"detail": "the request has more than 20000 keys"}
    body["options"] = dict(list(body["options"].items())[:1000])  # type: ignore[attr-defined]
    answer = client.post("/api/v1/jobs", json=body)
    assert answer.status_code == 422
    assert answer.json() == {"detail": "options: An object can have at most 32 keys here"}


def test_only_the_first_of_several_errors_is_reported(client: TestClient) -> None:
    answer = client.post("/api/v1/jobs", json={"game": 1, "instance": [], "seed": "x", "time_limit": -1})
    assert answer.status_code == 422
    assert answer.json() == {"detail": "game: Input should be a valid string"}


def send_body(parts: Iterable[bytes], **headers: str) -> tuple[int | None, int]:
    """Send a body in parts to `BodyLimit`; return the status of a refusal, and the number of parts read."""
    waiting, statuses, read = iter(parts), [], 0

    async def receive() -> dict[str, Any]:
        nonlocal read
        part = next(waiting, None)
        read += part is not None
        return {"type": "http.request", "body": part or b"", "more_body": part is not None}

    async def send(message: Any) -> None:
        statuses.append(message.get("status"))

    async def app(_scope: Any, receive: Any, _send: Any) -> None:
        await receive()

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": named}
    asyncio.run(BodyLimit(app)(scope, receive, send))  # type: ignore[arg-type]
    return (statuses[0] if statuses else None), read


def test_no_more_than_the_limit_of_a_body_is_read() -> None:
    part = b" " * (BODY_LIMIT // 4)
    assert send_body([part] * 4, content_length=str(BODY_LIMIT)) == (None, 4)
    # If the announced length is above the limit, nothing is read.
    assert send_body([part] * 9, content_length=str(BODY_LIMIT + 1)) == (413, 0)
    assert send_body([part] * 9, content_length="9" * 5000) == (413, 0)
    assert send_body([part] * 9, transfer_encoding="chunked") == (413, 5)
    # uvicorn refuses a body that is longer than announced; other servers might not.
    assert send_body([part] * 9, content_length="1") == (413, 5)


def test_the_limits_are_those_that_the_security_page_promises() -> None:
    text = " ".join((Path(__file__).parents[2] / "SECURITY.md").read_text("utf-8").split())
    limits, pool = ConnectionLimits(), Pool()
    idle = ServerConfig(None).timeout_keep_alive
    for promise in (
        f"at most {BODY_LIMIT // 2**20} MiB, {MAX_KEYS:,} keys, {MAX_CONTAINERS:,} lists and objects,"
        f" and {MAX_DEPTH} levels",
        f"{limits.headers:g} s for the headers of a request, {limits.body:g} s for its body,"
        f" {limits.response:g} s for a client that stops reading, {idle} s between two requests",
        f"at most {MAX_CONNECTIONS:,} connections",
        f"A short request may take {pool.deadline:g} s, or up to {pool.compile_deadline:g} s",
        f"its time limit, at most {api_models.TIME_LIMIT:g} s, plus at most {jobs.LOADING_SECONDS:g} s",
        f"may use {pool.memory_limit / 2**30:g} GiB of memory, a job {jobs.MEMORY_LIMIT / 2**30:g} GiB",
        f"up to {MAX_PAGES} names are treated as separate clients",
    ):
        assert promise in text, promise
    assert "at most five times a minute" in text
    assert (MAX_REPEATS, PERIOD) == (5, 60.0)
