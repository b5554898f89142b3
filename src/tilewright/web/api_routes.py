"""The API under /api/v1. Nothing here does a game's work: questions go to the pool, longer work to the jobs."""

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
from tilewright.web.game_catalogue import describe
from tilewright.web.guards import client_of
from tilewright.web.jobs import Job, Jobs
from tilewright.web.pool import Pool
from tilewright.web.preparation import Preparations
from tilewright.web.worker_process import Refused

__all__ = ["add_api"]

POLL = 0.1
HEARTBEAT = 10.0

Name = Annotated[str, Path(max_length=64, examples=["powers"])]
Identity = Annotated[str, Path(max_length=64)]
Label = Annotated[str, StringConstraints(max_length=100)]

_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": models.Detail, "description": "Bad input, in the one line of the command line"},
    401: {"model": models.Detail, "description": "The server asks for its token"},
    413: {"model": models.Detail, "description": "The request is too large"},
    422: {"model": models.Detail, "description": "The request is malformed, or too much work"},
    503: {
        "model": models.Detail,
        "description": "Too much is waiting",
        "headers": {"Retry-After": {"schema": {"type": "string"}}},
    },
}
_NOT_FOUND: dict[int | str, dict[str, Any]] = {
    404: {"model": models.Detail, "description": "There is no such thing"}
}
_NOT_YET = 409
_NOT_PREPARED: dict[int | str, dict[str, Any]] = {
    _NOT_YET: {"model": models.Detail, "description": "The game is still being prepared in the background"}
}


def add_api(app: FastAPI, jobs: Jobs, pool: Pool, preparations: Preparations) -> None:
    router = APIRouter(prefix="/api/v1", responses=_REFUSALS)
    _add_games(router, pool)
    _add_questions(router, pool)
    prepared = _guard(pool, preparations)
    _add_play(router, pool, prepared)
    _add_work(router, jobs, pool, prepared)
    _add_jobs(router, jobs)
    _add_bench(router, pool)

    @router.get("/status", response_model=models.StatusAnswer, tags=["status"])
    async def status() -> Response:
        """How busy the server is, and what games prepare in the background."""
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
    """JSON in ASCII: whatever half of a character a client sent can be sent back."""
    return Response(json.dumps(data), status, media_type="application/json")


def _game(name: str) -> Game:
    try:
        return registry.game(name)
    except BadInput as error:
        raise HTTPException(404, str(error)) from None


# --- Games and questions ------------------------------------------------------------------------------


def _add_games(router: APIRouter, pool: Pool) -> None:
    cards: dict[str, dict[str, Any]] = {}

    @cache
    def described() -> list[dict[str, Any]]:
        return [describe(game) for game in registry.games()]

    @router.get("/games", response_model=list[models.GameAnswer], tags=["games"])
    async def games() -> Response:
        """The games: what they are, who solves and plays them, and instances to try."""
        return _json(described())

    @router.get("/games/{name}", response_model=models.GameAnswer, responses=_NOT_FOUND, tags=["games"])
    async def one_game(name: Name) -> Response:
        """One game."""
        game = _game(name)
        return _json(next(told for told in described() if told["name"] == game.name))

    @router.get("/games/{name}/card", response_model=models.CardAnswer, responses=_NOT_FOUND, tags=["games"])
    async def card(name: Name, request: Request) -> Response:
        """The picture that stands for a game."""
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
        """A question that only this game answers; its documentation says which there are."""
        asked = {"game": _game(name).name, "question": question, "data": data}
        return _json(await pool.ask("ask", asked, client_of(request)))


Prepared = Callable[[str, Request], Awaitable[None]]


def _guard(pool: Pool, preparations: Preparations) -> Prepared:
    """Lets play questions pass once a game has what it prepares, so that none of them prepares it by itself."""

    async def prepared(game: str, request: Request) -> None:
        waiting = preparations.unfinished(game)
        if waiting is None:
            return
        found = await pool.ask("prepared", {"game": game}, client_of(request))
        if not found["ready"]:
            raise Refused(_NOT_YET, str(waiting))
        waiting.state, waiting.done, waiting.note = "ready", 1.0, ""

    return prepared


def _asker(pool: Pool) -> Callable[[str, BaseModel, Request], Awaitable[Response]]:
    """Hands a question to the warm workers, and their answer to the client."""

    async def ask(do: str, question: BaseModel, request: Request) -> Response:
        return _json(await pool.ask(do, question.model_dump(), client_of(request)))

    return ask


def _add_questions(router: APIRouter, pool: Pool) -> None:
    ask = _asker(pool)

    @router.post("/parse", response_model=models.ParseAnswer, tags=["instances"])
    async def parse(question: models.ParseRequest, request: Request) -> Response:
        """Read an instance in any notation: its JSON, its other notations, its picture."""
        return await ask("parse", question, request)

    @router.post("/draw", response_model=models.PictureAnswer, tags=["instances"])
    async def draw(question: models.DrawRequest, request: Request) -> Response:
        """Draw an instance, a solution, or both with broken rules marked."""
        return await ask("draw", question, request)

    @router.post("/check", response_model=models.CheckAnswer, tags=["instances"])
    async def check(question: models.CheckRequest, request: Request) -> Response:
        """Judge a solution from the rules alone; every broken rule is listed."""
        return await ask("check", question, request)

    @router.post("/hint", response_model=models.HintAnswer, tags=["instances"])
    async def hint(question: models.HintRequest, request: Request) -> Response:
        """The next step from a state, and why it is forced."""
        return await ask("hint", question, request)


def _add_play(router: APIRouter, pool: Pool, prepared: Prepared) -> None:
    answer = _asker(pool)

    async def ask(do: str, question: models.PlayRequest, request: Request) -> Response:
        await prepared(question.game, request)
        return await answer(do, question, request)

    @router.post("/play/start", response_model=models.PlayAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def start(question: models.StartRequest, request: Request) -> Response:
        """The state before the first move."""
        return await ask("play-start", question, request)

    @router.post("/play/view", response_model=models.PlayAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def view(question: models.ViewRequest, request: Request) -> Response:
        """A state: its moves, its scores, its picture."""
        return await ask("play-view", question, request)

    @router.post("/play/move", response_model=models.PlayAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def move(question: models.MoveRequest, request: Request) -> Response:
        """The state after a move."""
        return await ask("play-move", question, request)

    @router.post("/play/record", response_model=models.RecordAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def record(question: models.RecordRequest, request: Request) -> Response:
        """The record of a game from its deal and its moves."""
        return await ask("play-record", question, request)

    @router.post("/play/replay", response_model=models.ReplayAnswer, responses=_NOT_PREPARED, tags=["play"])
    async def replay(question: models.ReplayRequest, request: Request) -> Response:
        """Every state of a recorded game, each move verified."""
        return await ask("play-replay", question, request)


# --- Jobs ---------------------------------------------------------------------------------------------


def _add_work(router: APIRouter, jobs: Jobs, pool: Pool, prepared: Prepared) -> None:
    def started(job: Job, request: Request) -> Response:
        jobs.add(job, client_of(request))
        return _json(job.to_json(), 202)

    async def thinking(
        kind: str, asked: models.AgentRequest | models.AnalyseRequest, request: Request
    ) -> Response:
        """A job of an agent of the game."""
        question = asked.model_dump(exclude={"time_limit"})
        await prepared(asked.game, request)
        question |= await pool.ask("play-accept", question, client_of(request))
        return started(Job(kind, question, asked.time_limit), request)

    @router.post("/jobs", status_code=202, response_model=models.JobAnswer, tags=["jobs"])
    async def solve(asked: models.JobRequest, request: Request) -> Response:
        """Start a solve in a process of its own."""
        question = asked.model_dump(exclude={"time_limit"})
        found = await pool.ask("accept", question, client_of(request))
        instance = question["instance"]
        text = instance if isinstance(instance, str) else json.dumps(instance)
        question |= {"solver": found["solver"], "instance": text}
        return started(Job("solve", question, asked.time_limit), request)

    @router.post("/generate", status_code=202, response_model=models.JobAnswer, tags=["jobs"])
    async def generate(asked: models.GenerateRequest, request: Request) -> Response:
        """Make an instance; the result is that of `parse`."""
        question = asked.model_dump(exclude={"time_limit"})
        await pool.ask("accept-generate", question, client_of(request))
        return started(Job("generate", question, asked.time_limit), request)

    @router.post(
        "/play/agent",
        status_code=202,
        response_model=models.JobAnswer,
        responses=_NOT_PREPARED,
        tags=["play"],
    )
    async def agent(asked: models.AgentRequest, request: Request) -> Response:
        """Let an agent move: its move, the state after it, and with `values` what it thinks of the moves."""
        return await thinking("move", asked, request)

    @router.post(
        "/play/analyse",
        status_code=202,
        response_model=models.JobAnswer,
        responses=_NOT_PREPARED,
        tags=["play"],
    )
    async def analyse(asked: models.AnalyseRequest, request: Request) -> Response:
        """What each move of a record was worth, or the best moves of a state, as `tilewright analyse` tells."""
        if (asked.record is None) == (asked.state is None):
            raise BadInput("analyse takes either a record or a state")
        return await thinking("analyse", asked, request)


def _add_jobs(router: APIRouter, jobs: Jobs) -> None:
    def find(identity: str) -> Job:
        job = jobs.get(identity)
        if job is None:
            raise HTTPException(404, "there is no such job")
        return job

    @router.get("/jobs/{identity}", response_model=models.JobAnswer, responses=_NOT_FOUND, tags=["jobs"])
    async def show(identity: Identity) -> Response:
        """How a job stands; its result once it is done."""
        return _json(find(identity).to_json())

    @router.delete("/jobs/{identity}", response_model=models.JobAnswer, responses=_NOT_FOUND, tags=["jobs"])
    async def cancel(identity: Identity) -> Response:
        """End a job; the best so far of a solve is kept."""
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
        """Server-sent events of a job, from the one after Last-Event-ID on."""
        given = last_event_id or ""
        start = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0
        return StreamingResponse(_stream(find(identity), start), media_type="text/event-stream")


async def _stream(job: Job, sent: int) -> AsyncIterator[str]:
    quiet = 0.0
    while True:
        over = job.over
        for number, (kind, data) in enumerate(job.events[sent:], sent + 1):
            yield f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
            sent, quiet = number, 0.0
        if over:
            return
        if quiet >= HEARTBEAT:
            yield ": still here\n\n"
            quiet = 0.0
        await asyncio.sleep(POLL)
        quiet += POLL


# --- The bench ----------------------------------------------------------------------------------------


def _add_bench(router: APIRouter, pool: Pool) -> None:
    @router.get("/bench/suites", response_model=models.SuitesAnswer, tags=["bench"])
    async def suites(request: Request) -> Response:
        """The suites that ship, and how many of their runs are recorded."""
        return _json(await pool.ask("bench-suites", {}, client_of(request)))

    @router.get("/bench/report", response_model=models.ReportAnswer, tags=["bench"])
    async def report(
        suite: Annotated[str, Query(max_length=100, examples=["startup"])],
        request: Request,
        solver: Annotated[list[Label] | None, Query(max_length=32, description="Only these solvers.")] = None,
        instances: Annotated[str, Query(max_length=200, description="Words in the instances' names.")] = "",
        baseline: Annotated[Label | None, Query(description="Whom ratios compare with.")] = None,
    ) -> Response:
        """What the recorded runs of a suite show: the report, its tables, its plots, and single runs."""
        asked = {"suite": suite, "solvers": solver or [], "instances": instances, "baseline": baseline}
        return _json(await pool.ask("bench-report", asked, client_of(request)))
