"""Engines that the operator of the server offers: clients choose them by name, and can never send a command."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from process_watch import descendants
from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.web.app import create_app
from tilewright.web.jobs import Jobs
from tilewright.web.operator_playing_engines import start_engines
from tilewright.web.short_request_pool import Pool

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_playing_engine.py"
COMMAND = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
GAME = "domino"
"""The game that the example engine plays."""
STATE = "4: 01 12 25 33 35 |"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_DATA", str(tmp_path_factory.mktemp("data")))
        engines = start_engines([f"example={COMMAND}"])
        app = create_app(Jobs(workers=1), Pool(workers=1), engines=engines)
        with TestClient(app, base_url="http://127.0.0.1") as client:
            yield client


def finished(client: TestClient, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/v1{path}", json={"game": GAME, **body})
    assert answer.status_code == 202, answer.text
    job = dict(answer.json())
    while job["state"] in ("queued", "running"):
        time.sleep(0.05)
        job = client.get(f"/api/v1/jobs/{job['id']}").json()
    return job


def test_an_engine_is_listed_as_an_agent_of_the_games_that_it_plays(client: TestClient) -> None:
    for game in client.get("/api/v1/games").json():
        named = {agent["name"]: agent for agent in game["agents"]}
        assert ("example" in named) == (game["name"] == GAME)
        if "example" in named:
            assert named["example"]["summary"].startswith("example 1, provided by the operator")
            assert "example:1s" in named["example"]["summary"]
            assert str(EXAMPLE) not in str(named)


@pytest.mark.parametrize("name", ["example", "example:1s", "example:20it"])
def test_an_engine_plays_a_move_and_gives_its_value(name: str, client: TestClient) -> None:
    job = finished(client, "/play/agent", state=STATE, agent=name, values=True)
    assert job["state"] == "done", job["error"]
    result = job["result"]
    assert (result["agent"], result["move"]["text"]) == (name, "01@0,0-0,1")
    assert [(each["text"], each["value"]) for each in result["values"]] == [("01@0,0-0,1", 1.0)]
    assert str(EXAMPLE) not in str(job)


def test_an_engine_analyses_a_position(client: TestClient) -> None:
    job = finished(client, "/play/analyse", state=STATE, agent="example")
    assert job["state"] == "done", job["error"]
    assert [move["value"] for move in job["result"]["moves"]] == [1.0]


@pytest.mark.parametrize(
    "agent",
    [f"exec:{COMMAND}", "exec:true", "exec:true:1s", "exec", "example+x", "other", f"example={COMMAND}"],
)
@pytest.mark.parametrize("path", ["/play/agent", "/play/analyse"])
def test_a_request_cannot_contain_a_command(agent: str, path: str, client: TestClient) -> None:
    before = descendants()
    answer = client.post(f"/api/v1{path}", json={"game": GAME, "state": STATE, "agent": agent[:100]})
    assert answer.status_code == 400, answer.text
    assert descendants() <= before


def test_an_engine_has_no_variants(client: TestClient) -> None:
    body = {"game": GAME, "state": STATE, "agent": "example+x"}
    answer = client.post("/api/v1/play/agent", json=body)
    assert "the engine example has no variants, so there is no 'example+x'" in answer.json()["detail"]


def test_a_request_cannot_bring_its_own_engines(client: TestClient) -> None:
    body = {"game": GAME, "state": STATE, "agent": "mine", "engines": {"mine": COMMAND}}
    assert client.post("/api/v1/play/agent", json=body).status_code == 422


def test_an_engine_plays_only_its_own_games(client: TestClient) -> None:
    for game in client.get("/api/v1/games").json():
        if game["played"] and game["name"] != GAME:
            start = client.post("/api/v1/play/start", json={"game": game["name"], "seed": 1, "parts": []})
            if start.status_code != 200:  # the game must prepare data first
                continue
            body = {"game": game["name"], "state": start.json()["state"], "agent": "example"}
            answer = client.post("/api/v1/play/agent", json=body)
            assert answer.status_code == 400
            assert "has no agent 'example'" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("example", "expected NAME=COMMAND"),
        ("=true", "expected NAME=COMMAND"),
        ("example=", "expected NAME=COMMAND"),
        ("My Bot=true", "expected NAME=COMMAND"),
        ("bot=true", "the engine bot is refused: its process ended with status 0 before twok"),
        ("bot=/no/such/program", "the engine bot cannot be started"),
        (f"random={COMMAND}", "an agent with this name already exists"),
        (f"greedy={COMMAND}", "an agent with this name already exists"),
        (f"human={COMMAND}", "an agent with this name already exists"),
    ],
    ids=range(9),
)
def test_the_server_refuses_an_unsuitable_engine(
    setting: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadInput, match=reason):
        start_engines([setting])
    assert run(["serve", "--port", "0", "--engine", setting]) == 2
    assert reason in capsys.readouterr().err


def test_two_engines_need_two_names() -> None:
    before = descendants()
    with pytest.raises(BadInput, match="an agent with this name already exists"):
        start_engines([f"one={COMMAND}", f"two={COMMAND}", f"one={COMMAND}"])
    assert descendants() == before
