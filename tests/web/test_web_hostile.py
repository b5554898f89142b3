"""The hostile requests in ``hostile.json``: each one is answered, or refused with status 4xx and one line."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from process_watch import descendants, wait_until
from tilewright.web.app import create_app
from tilewright.web.jobs import Jobs
from tilewright.web.short_request_pool import Pool

HOSTILE: list[dict[str, Any]] = json.loads(Path(__file__).with_name("hostile.json").read_text("utf-8"))
LEAKS = ("Traceback", "root:", 'File "', "site-packages")


def expand(value: Any) -> Any:
    """Expand ``{"$repeat": [text, times]}`` and ``{"$join": [...]}`` in a value of ``hostile.json``."""
    match value:
        case {"$repeat": [text, times]}:
            return text * times
        case {"$join": [*parts]}:
            return "".join(map(expand, parts))
        case dict():
            return {key: expand(each) for key, each in value.items()}
        case list():
            return [expand(each) for each in value]
    return value


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_DATA", str(tmp_path_factory.mktemp("data")))
        pool = Pool(workers=1)
        app = create_app(Jobs(workers=1), pool)
        with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
            yield client
    assert not descendants()


def test_the_list_is_long_enough() -> None:
    assert len(HOSTILE) >= 100


@pytest.mark.parametrize("entry", HOSTILE, ids=[entry["name"] for entry in HOSTILE])
def test_a_hostile_request_is_answered_or_refused_and_leaks_nothing(
    guarded: TestClient, entry: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    options: dict[str, Any] = {"headers": entry.get("headers", {})}
    if "body" in entry:
        options["content"] = json.dumps(expand(entry["body"]))
    elif "raw" in entry:
        options["content"] = expand(entry["raw"]).encode()
    elif "raw_hex" in entry:
        options["content"] = bytes.fromhex(entry["raw_hex"])
    if "content" in options:
        options["headers"] = {"Content-Type": "application/json", **options["headers"]}
    with caplog.at_level(logging.ERROR, "tilewright.web"):
        answer = guarded.request(entry["method"], entry["path"], **options)
        if answer.status_code == 202:
            address = f"/api/v1/jobs/{answer.json()['id']}"
            wait_until(lambda: guarded.get(address).json()["state"] not in ("queued", "running"))
    assert answer.status_code < 500
    assert not caplog.records, "a handler failed with an unexpected exception"
    assert not [leak for leak in LEAKS if leak in answer.text]
    assert "default-src 'none'" in answer.headers.get("content-security-policy", "") or answer.status_code in (
        400,
        413,
    )
    if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
        assert "\n" not in answer.json()["detail"]
