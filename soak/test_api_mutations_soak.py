"""Thousands of mutated requests to the API are answered, or refused with 4xx or 503 and a one-line message.

``TILEWRIGHT_MUTATIONS`` sets the number of requests; docs/soak.md shows the latest counts.
"""

from __future__ import annotations

import json
import logging
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from process_watch import descendants
from tilewright import registry
from tilewright.web.app import create_app
from tilewright.web.jobs import Jobs
from tilewright.web.short_request_pool import Pool

COUNT = int(os.environ.get("TILEWRIGHT_MUTATIONS", "20000"))
LEAKS = ("Traceback", 'File "', "site-packages")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**70), 10**400, 1e308, 0.5, "", " ", "x", "\0", "\x1b[31m"),
    *("ä" * 300, "9" * 5000, [], {}, [[]], {"": {}}, [None] * 50, "../../etc/passwd", "{", "[[[[", "NaN"),
)


def valid_requests() -> list[tuple[str, dict[str, Any]]]:
    """Return well-formed requests of many kinds for every game, with the game's examples as instances."""
    found: list[tuple[str, dict[str, Any]]] = []
    for game in registry.games():
        head = {"game": game.name}
        for example in game.examples["instances"]:
            body = {**head, "instance": example["instance"]}
            found += [("parse", body), ("draw", body), ("hint", body), ("jobs", {**body, "time_limit": 0.2})]
        for broken in game.examples["broken"].values():
            body = {**head, "instance": broken["instance"], "solution": broken["solution"]}
            found += [("check", body), ("draw", body)]
        found.append(("generate", {**head, "seed": 1, "time_limit": 0.2}))
        if game.agents:
            found += [("play/start", {**head, "seed": 3}), ("play/agent", {**head, "state": "x", "agent": "y"})]
            found += [("play/move", {**head, "state": "x", "move": "y"}), ("play/view", {**head, "state": "x"})]
    return found


def mutated(value: Any, rng: random.Random) -> Any:
    """Return a copy of a JSON value with one random change."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(sorted(value))
        match rng.randrange(6):
            case 0:
                return {other: each for other, each in value.items() if other != key}
            case 1:
                return {**value, rng.choice(("x", "", key.upper(), "seed", "options")): rng.choice(VALUES)}
            case _:
                return {**value, key: mutated(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        index = rng.randrange(len(value))
        match rng.randrange(5):
            case 0:
                return value[:index] + value[index + 1 :]
            case 1:
                return value[:index] + [value[index]] * rng.choice((2, 3, 40)) + value[index + 1 :]
            case _:
                return [*value[:index], mutated(value[index], rng), *value[index + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.7:
        index = rng.randrange(len(value))
        return (
            value[:index] + rng.choice(("", "0", "-", "\n", "\x00", "é", "9" * 30, value)) + value[index + 1 :]
        )
    if type(value) is int and rng.random() < 0.6:
        return value + rng.choice((-1, 1, 10**6, -(10**9), 2**64))
    return rng.choice(VALUES)


def content_of(body: Any, rng: random.Random) -> bytes:
    """Return a body as JSON text, sometimes with a damaged byte."""
    text = json.dumps(body).encode()
    if rng.random() < 0.05:
        index = rng.randrange(len(text))
        text = text[:index] + bytes([rng.randrange(256)]) + text[index + 1 :]
    return text


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_DATA", str(tmp_path_factory.mktemp("data")))
        app = create_app(Jobs(workers=1), Pool(workers=1))
        with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
            yield client
    assert not descendants()


def test_mutated_requests_are_answered_or_refused_in_one_line(
    client: TestClient, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(2)
    requests = valid_requests()
    statuses: Counter[int] = Counter()
    caplog.set_level(logging.ERROR, "tilewright.web")
    for _ in range(COUNT):
        kind, body = rng.choice(requests)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            body = mutated(body, rng)
        content = content_of(body, rng)
        answer = client.post(f"/api/v1/{kind}", content=content, headers={"Content-Type": "application/json"})
        statuses[answer.status_code] += 1
        shown = f"{kind} {content[:2000]!r}: {answer.status_code} {answer.text[:300]}"
        if answer.status_code == 202:
            client.delete(f"/api/v1/jobs/{answer.json()['id']}")
        assert answer.status_code < 500 or answer.status_code == 503, shown
        assert not [leak for leak in LEAKS if leak in answer.text], shown
        if answer.status_code >= 400:
            detail = answer.json()["detail"]
            assert isinstance(detail, str), shown
            assert len(detail.splitlines()) <= 1, shown
        assert not caplog.records, shown
    with capsys.disabled():
        print("\n" + ", ".join(f"{status}: {number:,}" for status, number in sorted(statuses.items())))
