"""The API: it returns the JSON of the command line, refuses bad input in one line, and limits its queue."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

import tilewright as tw
from process_watch import descendants, wait_until
from tilewright import registry
from tilewright.web.app import create_app
from tilewright.web.jobs import Jobs
from tilewright.web.short_request_pool import Pool

HARD = tw.game("labyrinth").examples["hard"]["cpsat"]["generate"]


def wait(client: TestClient, job: dict[str, Any]) -> dict[str, Any]:
    while job["state"] in ("queued", "running"):
        time.sleep(0.05)
        job = client.get(f"/api/v1/jobs/{job['id']}").json()
    return job


def start(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/jobs", json=body)
    assert answer.status_code == 202, answer.text
    return dict(answer.json())


def long_job() -> dict[str, Any]:
    maze = tw.game("labyrinth").generate(0, **HARD)
    return {
        "game": "labyrinth",
        "instance": tw.game("labyrinth").to_json(maze),
        "solver": "cpsat",
        "time_limit": 60,
    }


def test_the_games_are_listed_as_on_the_command_line(client: TestClient) -> None:
    listed = client.get("/api/v1/games").json()
    assert [entry["name"] for entry in listed] == list(registry.names())
    assert all(set(entry) >= {"name", "title", "solvers", "syntax", "examples"} for entry in listed)


def test_a_solve_job_has_a_result_and_a_picture(client: TestClient) -> None:
    job = wait(client, start(client, game="powers", instance="3,4"))
    assert job["state"] == "done"
    assert job["result"]["solution"] == {"n": 18}
    assert job["result"]["verified"] is True
    assert job["svg"].startswith("<svg")


def test_events_are_complete_and_resume_after_a_lost_connection(client: TestClient) -> None:
    job = wait(client, start(client, game="powers", instance={"exponents": [3, 4]}))
    stream = client.get(f"/api/v1/jobs/{job['id']}/events").text
    blocks = stream.strip().split("\n\n")
    assert blocks[0].startswith("id: 1\nevent: running")
    assert f"id: {len(blocks)}\nevent: done" in blocks[-1]
    assert json.loads(blocks[-1].partition("data: ")[2])["result"]["objective"] == 18
    rest = client.get(f"/api/v1/jobs/{job['id']}/events", headers={"Last-Event-ID": str(len(blocks) - 1)}).text
    assert rest.strip() == blocks[-1]


def test_cancellation_ends_a_job_and_its_process(client: TestClient, pool: Pool) -> None:
    wait_until(lambda: len(descendants()) == 2)  # the worker of the pool, and the worker for jobs
    before = descendants()
    job = start(client, **long_job())
    wait_until(lambda: descendants() > before)
    client.delete(f"/api/v1/jobs/{job['id']}")
    assert wait(client, job)["state"] == "cancelled"
    assert descendants() == before
    assert pool.pids < before


def test_a_full_queue_answers_503_with_retry_after(client: TestClient) -> None:
    body = long_job()
    jobs = []
    for _ in range(10):
        answer = client.post("/api/v1/jobs", json=body)
        if answer.status_code == 503:
            break
        jobs.append(answer.json())
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert len(jobs) <= 3
    for job in jobs:
        client.delete(f"/api/v1/jobs/{job['id']}")
    assert {wait(client, job)["state"] for job in jobs} == {"cancelled"}


def test_no_process_outlives_the_server() -> None:
    with TestClient(create_app(Jobs(workers=1, waiting=2)), base_url="http://127.0.0.1") as client:
        job = start(client, **long_job())
        while client.get(f"/api/v1/jobs/{job['id']}").json()["state"] == "queued":
            time.sleep(0.02)
    assert not descendants()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(("job-", "pool-"))]


def test_check_accepts_a_right_solution_and_refuses_a_wrong_one(client: TestClient) -> None:
    body = {"game": "powers", "instance": "3,4", "solution": {"n": 18}}
    assert client.post("/api/v1/check", json=body).json() == {"ok": True, "objective": 18, "broken": []}
    answer = client.post("/api/v1/check", json={**body, "solution": {"n": 19}})
    assert answer.status_code == 200
    assert answer.json()["ok"] is False


HOSTILE: dict[str, Any] = {
    "an unknown game": {"game": "chess", "instance": "x"},
    "a path as the game": {"game": "../../etc/passwd", "instance": "x"},
    "a module as the game": {"game": "powers.solvers.direct", "instance": "3,4"},
    "a file as the instance": {"game": "domino", "instance": "/etc/passwd"},
    "standard input as the instance": {"game": "domino", "instance": "-"},
    "code as the solver": {"game": "powers", "instance": "3,4", "solver": "os:system"},
    "an unknown field": {"game": "powers", "instance": "3,4", "shell": "rm"},
    "a huge time limit": {"game": "powers", "instance": "3,4", "time_limit": 1e9},
    "a time limit of zero": {"game": "powers", "instance": "3,4", "time_limit": 0},
    "a thousand threads": {"game": "powers", "instance": "3,4", "threads": 1000},
    "a negative seed": {"game": "powers", "instance": "3,4", "seed": -1},
    "a list as the instance": {"game": "powers", "instance": [3, 4]},
    "an empty request": {},
    "deep nesting": {"game": "domino", "instance": "[" * 100_000},
    "Prolog code as the instance": {"game": "powers", "instance": "3,4), shell(ls), member(X, [1"},
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_job_request_is_refused_with_4xx_and_one_line(
    client: TestClient, body: dict[str, Any]
) -> None:
    answer = client.post("/api/v1/jobs", json=body)
    assert 400 <= answer.status_code < 500
    assert "\n" not in answer.json()["detail"]
    assert "Traceback" not in answer.text


def test_an_unknown_solver_option_is_refused_with_one_line(client: TestClient) -> None:
    answer = client.post("/api/v1/jobs", json={"game": "powers", "instance": "3,4", "options": {"x": 1}})
    assert answer.status_code == 400
    assert "has no option 'x'" in answer.json()["detail"]


def test_a_request_larger_than_the_limit_is_refused_before_it_is_read(client: TestClient) -> None:
    body = b'{"game": "powers", "instance": "' + b" " * 2**21 + b'"}'
    headers = {"Content-Type": "application/json"}
    assert client.post("/api/v1/jobs", content=body, headers=headers).status_code == 413
    pieces = (body[start : start + 2**16] for start in range(0, len(body), 2**16))
    assert client.post("/api/v1/jobs", content=pieces, headers=headers).status_code == 413


def test_requests_for_another_host_name_are_refused(client: TestClient) -> None:
    assert client.get("/api/v1/games", headers={"Host": "evil.example"}).status_code == 400


def test_jobs_and_pages_that_do_not_exist_are_404(client: TestClient) -> None:
    assert client.get("/api/v1/jobs/nothing").status_code == 404
    assert client.delete("/api/v1/jobs/nothing").status_code == 404
    assert client.get("/api/v1/jobs/nothing/events").status_code == 404
    assert client.get("/pages/../app.py").status_code == 404
    assert client.get("/pages/%2e%2e/app.py").status_code == 404


def test_pages_have_a_strict_content_security_policy(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert client.get("/openapi.json").json()["info"]["title"] == "Tilewright"
