"""Requests to the API: instances, pictures, hints, play, agents, records, the bench, and the access token."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.requests import HTTPConnection

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.web.app import create_app
from tilewright.web.fair_queue import QueueFull
from tilewright.web.jobs import Jobs
from tilewright.web.short_request_pool import Pool
from tilewright.web.start_server import serve

STATE = "4: 01 12 25 33 35 |"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A test client of one application for all tests of the module, so that the workers start only once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_DATA", str(tmp_path_factory.mktemp("data")))
        with TestClient(create_app(Jobs(workers=1), Pool(workers=1)), base_url="http://127.0.0.1") as client:
            yield client


def post(client: TestClient, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/v1{path}", json=body)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def run_job(client: TestClient, path: str, **body: Any) -> dict[str, Any]:
    job = post(client, path, 202, **body)
    while job["state"] in ("queued", "running"):
        time.sleep(0.05)
        job = client.get(f"/api/v1/jobs/{job['id']}").json()
    assert job["state"] == "done", job["error"]
    return job


def test_an_instance_is_parsed_in_any_notation_and_written_in_all(client: TestClient) -> None:
    answer = post(client, "/parse", game="nurikabe", instance="https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
    puzzle = tw.game("nurikabe").parse("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
    assert answer["instance"] == tw.game("nurikabe").to_json(puzzle)
    assert answer["parts"] == 25
    assert answer["svg"].startswith("<svg")
    for text in answer["formats"].values():
        assert tw.game("nurikabe").parse(text) == puzzle


def test_a_page_has_its_own_turns_after_its_first_answer(client: TestClient) -> None:
    scope = {"type": "http", "client": ("testclient", 1), "headers": [(b"x-client", b"a page")]}
    clients = client.app.state.services.clients  # type: ignore[attr-defined]
    assert clients.client_of(HTTPConnection(scope)) == "testclient"
    for instance, name in (("nonsense", "testclient"), ("3,4", "testclient a page")):
        body = {"game": "powers", "instance": instance}
        client.post("/api/v1/parse", json=body, headers={"X-Client": "a page"})
        assert clients.client_of(HTTPConnection(scope)) == name


def test_every_request_waits_under_the_name_of_its_client(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = client.app.state.services  # type: ignore[attr-defined]
    questions, jobs = [], []
    put = services.pool._queue.put

    def put_question(name: str, question: Any) -> None:
        questions.append(name)
        put(name, question)

    def refuse_job(name: str, _job: Any) -> None:
        jobs.append(name)
        raise QueueFull

    monkeypatch.setattr(services.pool._queue, "put", put_question)
    monkeypatch.setattr(services.jobs._queue, "put", refuse_job)
    headers = {"X-Client": "another page"}
    instance = {"game": "powers", "instance": "3,4"}
    for _ in range(2):
        assert client.post("/api/v1/parse", json=instance, headers=headers).status_code == 200
    assert questions == ["testclient", "testclient another page"]
    for path, body in (
        ("jobs", instance),
        ("generate", {"game": "domino"}),
        ("play/agent", {"game": "domino", "state": STATE, "agent": "greedy"}),
        ("bench/run", {"suite": "powers/quick"}),
    ):
        answer = client.post(f"/api/v1/{path}", json=body, headers=headers)
        assert (answer.status_code, answer.json()) == (503, {"detail": "too many jobs are waiting"}), path
    assert jobs == ["testclient another page"] * 4
    assert set(questions[1:]) == {"testclient another page"}


def test_keys_are_set_as_on_the_command_line(client: TestClient) -> None:
    answer = post(client, "/parse", game="powers", instance="3,4", keys={"digits": "at-least-once", "base": 8})
    assert answer["instance"] == {"exponents": [3, 4], "base": 8, "digits": "at-least-once"}


def test_a_drawing_marks_broken_rules(client: TestClient) -> None:
    broken = tw.game("nurikabe").examples["broken"]["sea-pool"]
    unmarked = post(client, "/draw", game="nurikabe", instance=broken["instance"])["svg"]
    marked = post(client, "/draw", game="nurikabe", **broken)["svg"]
    assert "url(#" in marked
    assert "url(#" not in unmarked


def test_a_hint_equals_that_of_the_library(client: TestClient) -> None:
    puzzle = ".2..\n....\n....\n.1.4"
    answer = post(client, "/hint", game="nurikabe", instance=puzzle, state={"rows": ["----"] * 4})
    game = tw.game("nurikabe")
    assert answer == game.hint(game.parse(puzzle), json.dumps({"rows": ["----"] * 4})).to_json()
    assert set(answer) == {"cells", "value", "technique", "reason"}


def test_a_generator_job_makes_the_same_instance_as_the_library(client: TestClient) -> None:
    job = run_job(client, "/generate", game="domino", seed=3, options={"n": 4})
    domino = tw.game("domino")
    assert job["result"]["instance"] == domino.to_json(domino.generate(3, n=4))
    assert job["svg"].startswith("<svg")


def test_a_game_is_played_without_a_session(client: TestClient) -> None:
    view = post(client, "/play/start", game="domino", deal="4: 01 12 25 33 35")
    assert view["state"] == STATE
    assert view["moves_total"] == 432
    first = post(client, "/play/move", game="domino", state=view["state"], move="01@0,0-0,1")
    assert first["played"]["json"] == {"stone": [0, 1], "cells": [[0, 0], [0, 1]]}
    again = post(client, "/play/move", game="domino", state=view["state"], move=first["played"]["json"])
    assert again == first
    assert first["scores"] == [1]
    view = post(client, "/play/view", game="domino", state=first["state"], most_moves=2)
    assert len(view["moves"]) == 2
    assert view["moves_cut"] is True
    refused = post(client, "/play/move", 400, game="domino", state=first["state"], move="12@3,3-3,2")
    assert "detail" in refused


def test_a_view_has_only_the_requested_parts(client: TestClient) -> None:
    body = {"game": "domino", "state": STATE, "move": "01@0,0-0,1"}
    whole = post(client, "/play/move", **body)
    assert whole["svg"].startswith("<svg")
    assert whole["text"] is None
    bare = post(client, "/play/move", **body, parts=[])
    left_out = {"moves", "moves_total", "moves_cut", "svg", "text", "json"}
    assert bare == {**whole, **dict.fromkeys(left_out)}
    listed = post(client, "/play/move", **body, parts=["moves", "text"])
    assert listed == {**whole, "svg": None, "json": None, "text": listed["text"]}
    assert "0-1" in listed["text"]
    agent = run_job(client, "/play/agent", game="domino", state=STATE, agent="greedy", parts=[])["result"]
    assert agent["view"]["svg"] is agent["view"]["moves"] is None
    for parts in ("svg", ["svg", "shell"], ["svg"] * 5):
        assert post(client, "/play/view", 422, game="domino", state=STATE, parts=parts)["detail"]


def test_a_record_is_written_verified_and_replayed(client: TestClient) -> None:
    view = post(client, "/play/start", game="domino", deal="4: 01 12 25 33 35")
    moves = ["01@0,0-0,1", "12@0,2-0,3"]
    answer = post(
        client, "/play/record", game="domino", deal=view["deal"], agents=["human"], seed=0, moves=moves
    )
    assert json.loads(answer["line"]) == answer["record"]
    assert answer["record"]["result"] == {"scores": [2], "winner": None, "finished": False}
    replay = post(client, "/play/replay", game="domino", record=answer["record"])
    assert replay["states"][0] == STATE
    assert [move["text"] for move in replay["moves"]] == moves
    forged = {**answer["record"], "result": {"scores": [5], "winner": None, "finished": False}}
    assert "scores" in post(client, "/play/replay", 400, game="domino", record=forged)["detail"]


def test_an_agent_plays_a_move_and_returns_its_values(client: TestClient) -> None:
    job = run_job(client, "/play/agent", game="domino", state=STATE, agent="planner", seed=1)
    assert job["kind"] == "move"
    assert job["result"]["view"]["scores"] == [1]
    valued = run_job(client, "/play/agent", game="domino", state=STATE, agent="greedy", values=True)["result"]
    assert valued["values"][0]["json"] == valued["move"]["json"]


def test_a_record_is_analysed_move_by_move(client: TestClient) -> None:
    view = post(client, "/play/start", game="domino", deal="4: 01 12 25 33 35")
    body = {"game": "domino", "deal": view["deal"], "agents": ["human"], "moves": ["01@0,0-0,1"]}
    record = post(client, "/play/record", **body)["record"]
    result = run_job(client, "/play/analyse", game="domino", record=record, agent="greedy")["result"]
    assert [judged["ply"] for judged in result["moves"]] == [1]
    assert len(result["course"]) == 2
    listed = run_job(client, "/play/analyse", game="domino", state=STATE, agent="greedy")["result"]
    assert listed["state"] == STATE


def test_every_game_is_described_completely(client: TestClient) -> None:
    for description in client.get("/api/v1/games").json():
        game = tw.game(description["name"])
        assert [solver["name"] for solver in description["solver_list"]] == description["solvers"]
        assert [option["name"] for option in description["generator"] or ()] == [
            option.name for option in game.generator
        ]
        assert description["played"] == game.has("state")
        assert client.get(f"/api/v1/games/{game.name}").json() == description
        card = client.get(f"/api/v1/games/{game.name}/card").json()["svg"]
        assert (card or "<svg").startswith("<svg")


def test_the_bench_lists_its_suites_and_refuses_files(client: TestClient) -> None:
    suites = client.get("/api/v1/bench/suites").json()["suites"]
    assert "startup" in [suite["name"] for suite in suites]
    for name in ("startup", "/etc/passwd", "pyproject.toml"):
        assert client.get("/api/v1/bench/report", params={"suite": name}).status_code == 400
    for too_much in ({"solver": ["x"] * 33}, {"solver": "x" * 101}, {"instances": "x" * 201}):
        parameters: dict[str, Any] = {"suite": "startup", **too_much}
        assert client.get("/api/v1/bench/report", params=parameters).status_code == 422


def test_status_shows_the_load_of_the_server(client: TestClient) -> None:
    status = client.get("/api/v1/status").json()
    assert status["questions"] == {"workers": 1, "busy": 0, "waiting": 0}
    assert status["version"] == tw.__version__


def test_a_queued_job_that_is_cancelled_is_over_at_once(client: TestClient) -> None:
    maze = tw.game("labyrinth").generate(0, **tw.game("labyrinth").examples["hard"]["cpsat"]["generate"])
    body = {"game": "labyrinth", "instance": tw.game("labyrinth").to_json(maze), "solver": "cpsat"}
    first, second = (post(client, "/jobs", 202, **body) for _ in range(2))
    cancelled = client.delete(f"/api/v1/jobs/{second['id']}").json()
    assert cancelled["state"] == "cancelled"
    client.delete(f"/api/v1/jobs/{first['id']}")


# --- The token ----------------------------------------------------------------------------------------


def test_the_api_requires_the_token_and_the_pages_do_not() -> None:
    app = create_app(pool=Pool(workers=1), token="a-long-token-of-ours")
    with TestClient(app, base_url="http://any.example") as client:
        assert client.get("/").status_code == 200
        assert client.get("/pages/api.js").status_code == 200
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "a-long-token-of-ours"}):
            answer = client.get("/api/v1/games", headers=headers)
            assert answer.status_code == 401
            assert "token" in answer.json()["detail"]
        assert client.post("/api/v1/parse", content=bytes(2**21)).status_code == 401  # before the body is read
        right = {"Authorization": "Bearer a-long-token-of-ours"}
        assert client.get("/api/v1/games", headers=right).status_code == 200


def test_with_a_token_pages_are_not_separate_clients() -> None:
    """With a token, the header X-Client is ignored.

    Otherwise, a remote client could send a new name with each request and get more than its share of workers.
    """
    scope = {"type": "http", "client": ("203.0.113.7", 1), "headers": [(b"x-client", b"a page")]}
    for token, name in ((None, "203.0.113.7 a page"), ("a-long-token-of-ours", "203.0.113.7")):
        clients = create_app(token=token).state.services.clients
        clients.remember(HTTPConnection(scope))
        assert clients.client_of(HTTPConnection(scope)) == name


@pytest.mark.parametrize(
    ("host", "token"),
    [("nowhere.example", None), ("127.0.0.1", "short"), ("0.0.0.0", "not a plain token at all")],
)
def test_a_bad_host_or_token_is_bad_input(host: str, token: str | None) -> None:
    with pytest.raises(BadInput):
        serve(0, print, host=host, token=token)
