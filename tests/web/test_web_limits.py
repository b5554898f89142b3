"""Limits on requests: a request that would be slow to parse or validate is refused first."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import BaseModel, ValidationError

from tilewright.web import api_models
from tilewright.web.guards import MAX_CONTAINERS, MAX_DEPTH, MAX_KEYS, check_json_size

MAX_ERRORS = 200
"""The number of errors that one request may cause; each costs a few microseconds."""
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
