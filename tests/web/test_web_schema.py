"""The API conforms to its OpenAPI description: random requests, and valid requests with one value changed."""

from __future__ import annotations

import copy
import json
import logging
import os
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
import uvicorn
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

import tilewright as tw
from process_watch import wait_until
from tilewright.web.app import create_app
from tilewright.web.jobs import Jobs
from tilewright.web.short_request_pool import Pool
from tilewright.web.start_server import listen

SCHEMA = schemathesis.openapi.from_dict(create_app(Jobs(), Pool()).openapi())
REPRODUCIBLE = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs in a thread of the test process."""
    with pytest.MonkeyPatch.context() as patch, listen(0) as listening:
        patch.setenv("TILEWRIGHT_DATA", str(tmp_path_factory.mktemp("data")))
        app = create_app(Jobs(workers=1), Pool(workers=1))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()


def make_conformance_test(operation: str) -> Callable[..., None]:
    """Return a test of one operation, so that each operation has a test with a name of its own."""

    @SCHEMA.include(name=operation).parametrize()
    @settings(REPRODUCIBLE, max_examples=int(os.environ.get("TILEWRIGHT_FUZZ", "12")))
    def test(case: schemathesis.Case, address: str) -> None:
        # The description allows names of games that do not exist; for such names, the status 400 is correct.
        case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance])

    return test


for _operation in SCHEMA.get_all_operations():
    _name = "_".join(["test", *re.findall(r"\w+", _operation.ok().label), "conforms_to_its_description"])
    globals()[_name] = make_conformance_test(_operation.ok().label)


# --- Valid requests with one value changed --------------------------------------------------------------

STONES = "4: 01 12 25 33 35"
VALID: list[tuple[str, dict[str, Any]]] = [
    *(
        ("/parse", {"game": game.name, "instance": tw.game(game.name).to_json(game.parse(_text))})
        for game in tw.games()
        for _text in [
            example if isinstance(example, str) else json.dumps(example)
            for example in [entry["instance"] for entry in game.examples["instances"][:1]]
        ]
    ),
    ("/check", {"game": "powers", "instance": "3,4", "solution": {"n": 18}}),
    (
        "/check",
        {
            "game": "domino",
            "instance": STONES,
            "solution": {"placements": [{"stone": [0, 1], "cells": [[0, 0], [0, 1]]}]},
        },
    ),
    (
        "/draw",
        {
            "game": "nmbr9",
            "instance": "F-2-1-3",
            "solution": {"placements": [{"value": 1, "copy": 0, "level": 1, "cells": [[0, 0], [0, 1]]}]},
        },
    ),
    ("/hint", {"game": "nurikabe", "instance": ".2..\n....\n....\n.1.4", "state": {"rows": ["----"] * 4}}),
    (
        "/play/move",
        {
            "game": "domino",
            "state": f"{STONES} |",
            "move": {"stone": [0, 1], "cells": [[0, 0], [0, 1]]},
            "most_moves": 3,
        },
    ),
    ("/play/start", {"game": "nmbr9", "seed": 1, "keys": {"cards": 3}, "most_moves": 3}),
    (
        "/play/record",
        {
            "game": "domino",
            "deal": {"instance": {"n": 4, "stones": [[0, 1], [1, 2]]}},
            "agents": ["human"],
            "moves": [{"stone": [0, 1], "cells": [[0, 0], [0, 1]]}],
        },
    ),
    (
        "/play/replay",
        {
            "game": "domino",
            "record": {
                "game": "domino",
                "instance": {"n": 4, "stones": [[0, 1], [1, 2]]},
                "agents": ["human"],
                "seed": 0,
                "moves": [{"stone": [0, 1], "cells": [[0, 0], [0, 1]]}],
                "result": {"scores": [1], "winner": None, "finished": False},
            },
        },
    ),
]
ODD_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(
        [-1, 0, 1, 2**31, 2**63, 10**30, -(10**30), 0.5, 1e308, "", "0", "-", "x" * 3000, "\0", "\ud800"]
    ),
    st.text(max_size=20),
    st.just([]),
    st.just({}),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside a JSON value: the keys and indices that lead to it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*path, key)
        yield from paths(inner, (*path, key))


def changed(body: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    other = copy.deepcopy(body)
    inner: Any = other
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return other


@pytest.fixture(scope="module")
def guarded() -> Iterator[TestClient]:
    app = create_app(Jobs(workers=1), Pool(workers=1))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize(("path", "body"), VALID, ids=[f"{path} {body['game']}" for path, body in VALID])
def test_a_valid_request_with_one_value_changed_is_answered_or_refused(
    guarded: TestClient, path: str, body: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    assert guarded.post(f"/api/v1{path}", json=body).status_code == 200

    @settings(REPRODUCIBLE, max_examples=25)
    @given(st.sampled_from(list(paths(body))), ODD_VALUES)
    def check(changed_path: tuple[Any, ...], value: Any) -> None:
        content = json.dumps(changed(body, changed_path, value))
        answer = guarded.post(f"/api/v1{path}", content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code in (200, 400, 422), answer.text
        if answer.status_code != 200:
            assert "\n" not in answer.json()["detail"]

    with caplog.at_level(logging.ERROR, "tilewright.web"):
        check()
    assert not caplog.records, "a handler failed with an unexpected exception"
