"""The routes of the API under /api/v1.

The server process does no work on games: short requests go to the pool of workers, long work to the job queue.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, StringConstraints

from tilewright import __version__, registry
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.web import api_models as models
from tilewright.web.background_preparation import Preparations
from tilewright.web.game_catalogue import describe
from tilewright.web.guards import client_of
from tilewright.web.jobs import Job, Jobs
from tilewright.web.pool import Pool
from tilewright.web.worker_process import Refused

__all__ = ["add_api"]

POLL = 0.1
"""The number of seconds between two checks for new events of a job."""
HEARTBEAT = 10.0
"""The number of seconds without an event after which a comment keeps the event stream open."""

Name = Annotated[str, Path(max_length=64, examples=["powers"])]
Identity = Annotated[str, Path(max_length=64)]
Label = Annotated[str, StringConstraints(max_length=100)]

_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": models.Detail, "description": "Bad input; the message is the same as on the command line"},
    401: {"model": models.Detail, "description": "The access token is missing or wrong"},
    413: {"model": models.Detail, "description": "The request is too large"},
    422: {
        "model": models.Detail,
        "description": "The request is malformed, failed in its worker, or exceeded a time or memory limit",
    },
    503: {
        "model": models.Detail,
        "description": "The queue is full, or the server lacks a resource; try again later",
        "headers": {"Retry-After": {"schema": {"type": "string"}}},
    },
}
_NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": models.Detail, "description": "Not found"}}
_CONFLICT = 409
_NOT_PREPARED: dict[int | str, dict[str, Any]] = {
    _CONFLICT: {"model": models.Detail, "description": "The data that the game needs are not prepared yet"}
}


def add_api(app: FastAPI, jobs: Jobs, pool: Pool, preparations: Preparations) -> None:
    """Add all routes of the API to the application."""
    router = APIRouter(prefix="/api/v1", responses=_REFUSALS)
    _add_games(router, pool)
    _add_instances(router, pool)
    require_prepared = _preparation_check(pool, preparations)
    _add_play(router, pool, require_prepared)
    _add_job_starts(router, jobs, pool, require_prepared)
    _add_jobs(router, jobs)
    _add_bench(router, pool)

    @router.get("/status", response_model=models.StatusAnswer, tags=["status"])
    async def status() -> Response:
        """The load of the server, and the state of background preparations."""
        return _json(
            {
                "version": __version__,
                "questions": pool.load,
                "jobs": jobs.load,
                "background": preparations.to_json(),
            }
        )

    app.include_router(router)


def _json(data: Any, status: int = 200) -> Response:
    """Return a JSON response in ASCII: a lone surrogate that a client sent cannot be encoded in UTF-8."""
    return Response(json.dumps(data), status, media_type="application/json")


def _game(name: str) -> Game:
    try:
        return registry.game(name)
    except BadInput as error:
        raise HTTPException(404, str(error)) from None


# --- Games and instances ------------------------------------------------------------------------------


def _add_games(router: APIRouter, pool: Pool) -> None:
    cards: dict[str, dict[str, Any]] = {}

    @cache
    def descriptions() -> list[dict[str, Any]]:
        return [describe(game) for game in registry.games()]

    @router.get("/games", response_model=list[models.GameAnswer], tags=["games"])
    async def games() -> Response:
        """All games, with their solvers, agents and example instances."""
        return _json(descriptions())

    @router.get("/games/{name}", response_model=models.GameAnswer, responses=_NOT_FOUND, tags=["games"])
    async def one_game(name: Name) -> Response:
        """The description of one game."""
        game = _game(name)
        return _json(next(each for each in descriptions() if each["name"] == game.name))

    @router.get("/games/{name}/card", response_model=models.CardAnswer, responses=_NOT_FOUND, tags=["games"])
    async def card(name: Name, request: Request) -> Response:
        """The picture of a game on the start page."""
        game = _game(name)
        if name not in cards:
            cards[name] = await pool.ask("card", {"game": game.name}, client_of(request))
        return _json(cards[name])

    @router.post(
        "/games/{name}/ask/{question}",
        responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}, **_NOT_FOUND},
        tags=["games"],
    )
    async def ask(name: Name, question: Name, data: models.JsonObject, request: Request) -> Response:
        """Ask a question that is specific to this game. The game's documentation lists the questions."""
        body = {"game": _game(name).name, "question": question, "data": data}
        return _json(await pool.ask("ask", body, client_of(request)))


RequirePrepared = Callable[[str, Request], Awaitable[None]]


def _preparation_check(pool: Pool, preparations: Preparations) -> RequirePrepared:
    """Return a function that refuses a request unless the game's prepared data are complete.

    Otherwise a play request would build the data itself, in a worker with a short deadline.
    """

    async def require_prepared(game: str, request: Request) -> None:
        preparation = preparations.unfinished(game)
        if preparation is None:
            return
        answer = await pool.ask("prepared", {"game": game}, client_of(request))
        if not answer["ready"]:
            raise Refused(_CONFLICT, str(preparation))
        preparation.state, preparation.done, preparation.note = "ready", 1.0, ""

    return require_prepared


def _forwarder(pool: Pool) -> Callable[[str, BaseModel, Request], Awaitable[Response]]:
    """Return a function that passes a request to the pool and returns the answer as a response."""

    async def forward(kind: str, body: BaseModel, request: Request) -> Response:
        return _json(await pool.ask(kind, body.model_dump(), client_of(request)))

    return forward


def _add_instances(router: APIRouter, pool: Pool) -> None:
    forward = _forwarder(pool)

    @router.post("/parse", response_model=models.ParseAnswer, tags=["instances"])
    async def parse(body: models.ParseRequest, request: Request) -> Response:
        """Parse an instance in any notation; return its JSON, its other notations and its picture."""
        return await forward("parse", body, request)

    @router.post("/draw", response_model=models.PictureAnswer, tags=["instances"])
    async def draw(body: models.DrawRequest, request: Request) -> Response:
        """Draw an instance, a solution, or both; if both are given, broken rules are marked."""
        return await forward("draw", body, request)

    @router.post("/check", response_model=models.CheckAnswer, tags=["instances"])
    async def check(body: models.CheckRequest, request: Request) -> Response:
        """Check a solution against the rules; every broken rule is listed."""
        return await forward("check", body, request)

    @router.post("/hint", response_model=models.HintAnswer, tags=["instances"])
    async def hint(body: models.HintRequest, request: Request) -> Response:
        """The next logical step from a state, and its reason."""
        return await forward("hint", body, request)


def _add_play(router: APIRouter, pool: Pool, require_prepared: RequirePrepared) -> None:
    forward = _forwarder(pool)

    async def forward_if_prepared(kind: str, body: models.PlayRequest, request: Request) -> Response:
        await require_prepared(body.game, request)
        return await forward(kind, body, request)

    @router.post("/play/start", response_model=models.PlayAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def start(body: models.StartRequest, request: Request) -> Response:
        """The state before the first move."""
        return await forward_if_prepared("play-start", body, request)

    @router.post("/play/view", response_model=models.PlayAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def view(body: models.ViewRequest, request: Request) -> Response:
        """The moves, the scores and the picture of a state."""
        return await forward_if_prepared("play-view", body, request)

    @router.post("/play/move", response_model=models.PlayAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def move(body: models.MoveRequest, request: Request) -> Response:
        """The state after a move."""
        return await forward_if_prepared("play-move", body, request)

    @router.post("/play/record", response_model=models.RecordAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def record(body: models.RecordRequest, request: Request) -> Response:
        """Make the record of a game from its deal and its moves."""
        return await forward_if_prepared("play-record", body, request)

    @router.post("/play/replay", response_model=models.ReplayAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def replay(body: models.ReplayRequest, request: Request) -> Response:
        """All states of a recorded game; every move is verified."""
        return await forward_if_prepared("play-replay", body, request)


# --- Jobs ---------------------------------------------------------------------------------------------


def _add_job_starts(router: APIRouter, jobs: Jobs, pool: Pool, require_prepared: RequirePrepared) -> None:
    def start(job: Job, request: Request) -> Response:
        jobs.add(job, client_of(request))
        return _json(job.to_json(), 202)

    async def start_agent_job(
        kind: str, body: models.AgentRequest | models.AnalyseRequest, request: Request
    ) -> Response:
        job_request = body.model_dump(exclude={"time_limit"})
        await require_prepared(body.game, request)
        job_request |= await pool.ask("play-accept", job_request, client_of(request))
        return start(Job(kind, job_request, body.time_limit), request)

    @router.post("/jobs", status_code=202, response_model=models.JobAnswer, tags=["jobs"])
    async def solve(body: models.JobRequest, request: Request) -> Response:
        """Start a solver run as a job, in its own process."""
        job_request = body.model_dump(exclude={"time_limit"})
        accepted = await pool.ask("accept", job_request, client_of(request))
        instance = job_request["instance"]
        text = instance if isinstance(instance, str) else json.dumps(instance)
        job_request |= {"solver": accepted["solver"], "instance": text}
        return start(Job("solve", job_request, body.time_limit), request)

    @router.post("/generate", status_code=202, response_model=models.JobAnswer, tags=["jobs"])
    async def generate(body: models.GenerateRequest, request: Request) -> Response:
        """Start a job that generates an instance. Its result has the same form as the answer of `parse`."""
        job_request = body.model_dump(exclude={"time_limit"})
        await pool.ask("accept-generate", job_request, client_of(request))
        return start(Job("generate", job_request, body.time_limit), request)

    @router.post(
        "/play/agent",
        status_code=202,
        response_model=models.JobAnswer,
        responses=_NOT_PREPARED,
        tags=["play"],
    )
    async def agent(body: models.AgentRequest, request: Request) -> Response:
        """Start a job in which an agent plays one move; `values` adds the agent's values of the moves."""
        return await start_agent_job("move", body, request)

    @router.post(
        "/play/analyse",
        status_code=202,
        response_model=models.JobAnswer,
        responses=_NOT_PREPARED,
        tags=["play"],
    )
    async def analyse(body: models.AnalyseRequest, request: Request) -> Response:
        """Start a job that analyses a record or a state, as `tilewright analyse` does."""
        if (body.record is None) == (body.state is None):
            raise BadInput("analyse takes either a record or a state")
        return await start_agent_job("analyse", body, request)


def _add_jobs(router: APIRouter, jobs: Jobs) -> None:
    def find(identity: str) -> Job:
        job = jobs.get(identity)
        if job is None:
            raise HTTPException(404, "there is no such job")
        return job

    @router.get("/jobs/{identity}", response_model=models.JobAnswer, responses=_NOT_FOUND, tags=["jobs"])
    async def show(identity: Identity) -> Response:
        """The state of a job, and its result once it has ended."""
        return _json(find(identity).to_json())

    @router.delete("/jobs/{identity}", response_model=models.JobAnswer, responses=_NOT_FOUND, tags=["jobs"])
    async def cancel(identity: Identity) -> Response:
        """Cancel a job. The result of a solve is then the best solution so far."""
        job = find(identity)
        jobs.cancel(job)
        return _json(job.to_json())

    @router.get(
        "/jobs/{identity}/events",
        response_class=StreamingResponse,
        responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}, **_NOT_FOUND},
        tags=["jobs"],
    )
    async def events(
        identity: Identity, last_event_id: Annotated[str | None, Header()] = None
    ) -> StreamingResponse:
        """The server-sent events of a job; with Last-Event-ID, only the later events."""
        text = last_event_id or ""
        start = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        return StreamingResponse(_stream(find(identity), start), media_type="text/event-stream")


async def _stream(job: Job, sent: int) -> AsyncIterator[str]:
    """Yield the events of a job after the first `sent` ones, until the job is over."""
    silence = 0.0
    while True:
        over = job.over
        for number, (kind, data) in enumerate(job.events[sent:], sent + 1):
            yield f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
            sent, silence = number, 0.0
        if over:
            return
        if silence >= HEARTBEAT:
            yield ": heartbeat\n\n"
            silence = 0.0
        await asyncio.sleep(POLL)
        silence += POLL


# --- Bench --------------------------------------------------------------------------------------------


def _add_bench(router: APIRouter, pool: Pool) -> None:
    @router.get("/bench/suites", response_model=models.SuitesAnswer, tags=["bench"])
    async def suites(request: Request) -> Response:
        """The suites of Tilewright, each with the number of its runs that are recorded."""
        return _json(await pool.ask("bench-suites", {}, client_of(request)))

    @router.get("/bench/report", response_model=models.ReportAnswer, tags=["bench"])
    async def report(
        suite: Annotated[str, Query(max_length=100, examples=["startup"])],
        request: Request,
        solver: Annotated[list[Label] | None, Query(max_length=32, description="Only these solvers.")] = None,
        instances: Annotated[
            str, Query(max_length=200, description="Words that the names of the instances contain.")
        ] = "",
        baseline: Annotated[Label | None, Query(description="The solver that ratios refer to.")] = None,
    ) -> Response:
        """A report on the recorded runs of a suite: JSON, tables, plots, and single runs."""
        body = {"suite": suite, "solvers": solver or [], "instances": instances, "baseline": baseline}
        return _json(await pool.ask("bench-report", body, client_of(request)))
