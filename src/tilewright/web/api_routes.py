"""The routes of the API under /api/v1.

The server process does not run game code: short requests are passed to the pool of workers, long ones to the
job queue.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, StringConstraints

from tilewright import __version__, registry
from tilewright.errors import BadInput
from tilewright.game import Game
from tilewright.web import api_models as models
from tilewright.web.background_data_preparation import Preparations
from tilewright.web.client_identity import Clients
from tilewright.web.game_catalogue import describe
from tilewright.web.jobs import Job, Jobs
from tilewright.web.operator_playing_engines import OperatorEngine
from tilewright.web.short_request_pool import Pool
from tilewright.web.supervised_worker import BUSY, Refused

__all__ = ["Services", "router"]

POLL = 0.1
"""The number of seconds between two checks for new events of a job."""
TURN_POLL = 0.02
"""Like `POLL`, but for the events of a turn. It is shorter because a person is waiting for the reply."""
SUITE_TIME_LIMIT = 1800.0
"""The time limit in seconds for a job that runs a suite; runs that finish before the limit are kept."""
HEARTBEAT = 10.0
"""The number of seconds without an event after which a comment is sent to keep the event stream open."""

Name = Annotated[str, Path(max_length=64, examples=["powers"])]
Label = Annotated[str, StringConstraints(max_length=100)]


def _refusals(descriptions: Mapping[int | str, str]) -> dict[int | str, dict[str, Any]]:
    return {
        status: {"model": models.Detail, "description": description}
        for status, description in descriptions.items()
    }


_REFUSALS = _refusals(
    {
        400: "Bad input; the message says what is wrong",
        401: "The access token is missing or wrong",
        413: "The request is too large",
        422: "The request is malformed, failed in its worker, or exceeded a time or memory limit",
        503: "The queue is full, or the server has run out of a resource such as memory; try again later",
    }
)
_REFUSALS[503]["headers"] = {"Retry-After": {"schema": {"type": "string"}}}
_NOT_FOUND = _refusals({404: "Not found"})
_CONFLICT = 409
_NOT_PREPARED = _refusals({_CONFLICT: "The data that the game needs are not prepared yet"})


router = APIRouter(prefix="/api/v1", responses=_REFUSALS)
play_router = APIRouter(prefix="/play", responses=_NOT_PREPARED, tags=["play"])


@dataclass
class Services:
    """The objects that are shared by all requests to one application."""

    jobs: Jobs
    pool: Pool
    preparations: Preparations
    engines: Mapping[str, OperatorEngine]
    clients: Clients
    cards: dict[str, dict[str, Any]] = field(default_factory=dict)

    @cached_property
    def descriptions(self) -> dict[str, dict[str, Any]]:
        return {game.name: describe(game, self.engines_of(game.name)) for game in registry.games()}

    def engines_of(self, game: str) -> list[OperatorEngine]:
        """Return the operator's engines that play a game."""
        return [engine for engine in self.engines.values() if game in engine.games]


class _Context:
    """The context of one request: the shared services, and the client that sent the request."""

    def __init__(self, request: Request) -> None:
        self.services: Services = request.app.state.services
        self.client = self.services.clients.client_of(request)
        self._request = request

    async def ask(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        answer = await self.services.pool.ask(kind, data, self.client)
        self.services.clients.remember(self._request)
        return answer

    async def forward(self, kind: str, body: BaseModel) -> Response:
        """Pass a request to the pool of workers and return the answer as a response."""
        await self._require_prepared(body)
        return _json(await self.ask(kind, body.model_dump()))

    async def _require_prepared(self, body: BaseModel) -> None:
        """Refuse a play request if its game needs prepared data that are not complete yet.

        If the request were accepted, its worker would have to build the data within a short deadline.
        """
        if not isinstance(body, models.PlayRequest):
            return
        preparation = self.services.preparations.unfinished(body.game)
        if preparation is None:
            return
        answer = await self.ask("prepared", {"game": body.game})
        if not answer["ready"]:
            if answer["needed_to_play"]:
                raise Refused(_CONFLICT, str(preparation))
            return
        preparation.state, preparation.done, preparation.note = "ready", 1.0, ""

    async def start_job(self, kind: str, validation: str, body: models.JobStart) -> Response:
        """Have a worker validate the request and fill in the defaults; then add the job."""
        request = await self.job_request(body)
        request |= await self.ask(validation, request)
        return _json(self.add_job(kind, request, body.time_limit).to_json(), 202)

    async def job_request(self, body: models.JobStart) -> dict[str, Any]:
        """Return the request that is sent to the worker of a job."""
        await self._require_prepared(body)
        request = body.model_dump(exclude={"time_limit"})
        if isinstance(body, models.PlayRequest):
            engines = self.services.engines_of(body.game)
            request["engines"] = {engine.name: engine.command for engine in engines}
        return request

    def add_job(self, kind: str, request: Mapping[str, Any], time_limit: float) -> Job:
        job = Job(kind, request, time_limit)
        self.services.jobs.add(job, self.client)
        return job


async def _context(request: Request) -> _Context:
    return _Context(request)


Context = Annotated[_Context, Depends(_context)]


def _json(data: Any, status: int = 200) -> Response:
    """Return a JSON response in ASCII, because UTF-8 cannot encode a lone surrogate sent by a client."""
    return Response(json.dumps(data), status, media_type="application/json")


@router.get("/status", response_model=models.StatusAnswer, tags=["status"])
async def status(context: Context) -> Response:
    """Return the load of the server and the state of background preparations and compiled kernels."""
    services = context.services
    return _json(
        {
            "version": __version__,
            "questions": services.pool.load,
            "jobs": services.jobs.load,
            "background": services.preparations.to_json(),
            "kernels": services.preparations.kernels.to_json(),
        }
    )


# --- Games and instances ------------------------------------------------------------------------------


def _game(name: str) -> Game:
    try:
        return registry.game(name)
    except BadInput as error:
        raise HTTPException(404, str(error)) from None


@router.get("/games", response_model=list[models.GameAnswer], tags=["games"])
async def games(context: Context) -> Response:
    """Return all games with their solvers, agents and example instances."""
    return _json(list(context.services.descriptions.values()))


@router.get("/games/{name}", response_model=models.GameAnswer, responses=_NOT_FOUND, tags=["games"])
async def one_game(name: Name, context: Context) -> Response:
    """Return the description of one game."""
    return _json(context.services.descriptions[_game(name).name])


@router.get("/games/{name}/card", response_model=models.CardAnswer, responses=_NOT_FOUND, tags=["games"])
async def card(name: Name, context: Context) -> Response:
    """Return the picture of a game for the start page."""
    game, cards = _game(name), context.services.cards
    if name not in cards:
        cards[name] = await context.ask("card", {"game": game.name})
    return _json(cards[name])


@router.post(
    "/games/{name}/ask/{question}",
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}, **_NOT_FOUND},
    tags=["games"],
)
async def ask(name: Name, question: Name, data: models.JsonObject, context: Context) -> Response:
    """Ask a question that is specific to this game. The game's documentation lists the questions."""
    return _json(await context.ask("ask", {"game": _game(name).name, "question": question, "data": data}))


@router.post("/parse", response_model=models.ParseAnswer, tags=["instances"])
async def parse(body: models.ParseRequest, context: Context) -> Response:
    """Parse an instance in any notation; return its JSON, its other notations and its picture."""
    return await context.forward("parse", body)


@router.post("/draw", response_model=models.PictureAnswer, tags=["instances"])
async def draw(body: models.DrawRequest, context: Context) -> Response:
    """Draw an instance, a solution, or both; if both are given, broken rules are marked."""
    return await context.forward("draw", body)


@router.post("/check", response_model=models.CheckAnswer, tags=["instances"])
async def check(body: models.CheckRequest, context: Context) -> Response:
    """Check a solution against the rules; the answer lists every broken rule."""
    return await context.forward("check", body)


@router.post("/hint", response_model=models.HintAnswer, tags=["instances"])
async def hint(body: models.HintRequest, context: Context) -> Response:
    """Return the next logical step from a state, and its reason."""
    return await context.forward("hint", body)


# --- Play ---------------------------------------------------------------------------------------------


@play_router.post("/start", response_model=models.PlayAnswer)
async def start(body: models.StartRequest, context: Context) -> Response:
    """Return the state before the first move."""
    return await context.forward("play-start", body)


@play_router.post("/view", response_model=models.PlayAnswer)
async def view(body: models.ViewRequest, context: Context) -> Response:
    """Return the moves, the scores and the picture of a state."""
    return await context.forward("play-view", body)


@play_router.post("/move", response_model=models.PlayAnswer)
async def move(body: models.MoveRequest, context: Context) -> Response:
    """Return the state after a move."""
    return await context.forward("play-move", body)


@play_router.post("/record", response_model=models.RecordAnswer)
async def record(body: models.RecordRequest, context: Context) -> Response:
    """Create the record of a game from its deal and its moves, and return it; every move is verified."""
    return await context.forward("play-record", body)


@play_router.post("/replay", response_model=models.ReplayAnswer)
async def replay(body: models.ReplayRequest, context: Context) -> Response:
    """Return all states of a recorded game; every move is verified."""
    return await context.forward("play-replay", body)


@play_router.post("/agent", status_code=202, response_model=models.JobAnswer)
async def agent(body: models.AgentRequest, context: Context) -> Response:
    """Start a job in which an agent chooses a move.

    With `values`, the result also contains the values of the best moves, if the agent computes them.
    """
    return await context.start_job("move", "play-accept", body)


@play_router.post(
    "/turn",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def turn(body: models.TurnRequest, request: Request, context: Context) -> StreamingResponse:
    """Play a person's move and the agents' replies; return them as server-sent events.

    As with every job, the first events are `running` and `phase`. Then the event `played` contains the person's
    move; if the request contains no move, an event `started` is sent instead. An event `reply` follows for each
    move of an agent. The last event contains the job. The response begins when a worker has accepted the
    request. Closing the connection cancels the turn.
    """
    # The worker that runs the job validates the request.
    job = context.add_job("turn", await context.job_request(body), body.time_limit)
    try:
        while not (job.accepted or job.over):
            if await request.is_disconnected():
                raise Refused(BUSY, "the client has closed the connection")
            await asyncio.sleep(TURN_POLL)
    except BaseException:
        context.services.jobs.cancel(job)
        raise
    if job.error is not None and not job.accepted:
        raise Refused(job.status, job.error)
    return StreamingResponse(_stream_turn(job, context.services.jobs), media_type="text/event-stream")


async def _stream_turn(job: Job, jobs: Jobs) -> AsyncIterator[str]:
    """Yield the events of a turn; if the client closes the connection, cancel the turn."""
    try:
        async for text in _stream(job, 0, TURN_POLL):
            yield text
    finally:
        if not job.over:
            jobs.cancel(job)


@play_router.post("/analyse", status_code=202, response_model=models.JobAnswer)
async def analyse(body: models.AnalyseRequest, context: Context) -> Response:
    """Start a job that analyses a record or a state, as `tilewright analyse` does."""
    if (body.record is None) == (body.state is None):
        raise BadInput("the request must contain either a record or a state, and not both")
    return await context.start_job("analyse", "play-accept", body)


router.include_router(play_router)


# --- Jobs ---------------------------------------------------------------------------------------------


@router.post("/jobs", status_code=202, response_model=models.JobAnswer, tags=["jobs"])
async def solve(body: models.JobRequest, context: Context) -> Response:
    """Start a solver run as a job, in its own process."""
    return await context.start_job("solve", "accept", body)


@router.post("/generate", status_code=202, response_model=models.JobAnswer, tags=["jobs"])
async def generate(body: models.GenerateRequest, context: Context) -> Response:
    """Start a job that generates an instance. Its result has the same form as the response to `parse`."""
    return await context.start_job("generate", "accept-generate", body)


async def _find_job(identity: Annotated[str, Path(max_length=64)], context: Context) -> Job:
    job = context.services.jobs.get(identity)
    if job is None:
        raise HTTPException(404, "there is no such job")
    return job


KnownJob = Annotated[Job, Depends(_find_job)]


@router.get("/jobs/{identity}", response_model=models.JobAnswer, responses=_NOT_FOUND, tags=["jobs"])
async def show(job: KnownJob) -> Response:
    """Return the state of a job and, once it has ended, its result."""
    return _json(job.to_json())


@router.delete("/jobs/{identity}", response_model=models.JobAnswer, responses=_NOT_FOUND, tags=["jobs"])
async def cancel(job: KnownJob, context: Context) -> Response:
    """Cancel a job. A running solver then returns its best solution so far."""
    context.services.jobs.cancel(job)
    return _json(job.to_json())


@router.get(
    "/jobs/{identity}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}, **_NOT_FOUND},
    tags=["jobs"],
)
async def events(job: KnownJob, last_event_id: Annotated[str | None, Header()] = None) -> StreamingResponse:
    """Return the server-sent events of a job; with the header Last-Event-ID, only those after that event."""
    text = last_event_id or ""
    first = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    return StreamingResponse(_stream(job, first), media_type="text/event-stream")


async def _stream(job: Job, sent: int, poll: float = POLL) -> AsyncIterator[str]:
    """Yield the events of a job until the job is over, without the first `sent` events."""
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
        await asyncio.sleep(poll)
        silence += poll


# --- Bench --------------------------------------------------------------------------------------------


@router.get("/bench/suites", response_model=models.SuitesAnswer, tags=["bench"])
async def suites(context: Context) -> Response:
    """Return Tilewright's suites and other recorded suites, with the numbers of their recorded runs."""
    answer = await context.ask("bench-suites", {})
    job = context.services.jobs.unfinished("bench")
    return _json({**answer, "running": job and {"id": job.id, "suite": job.request["suite"]}})


@router.post(
    "/bench/run",
    status_code=202,
    response_model=models.JobAnswer,
    responses=_refusals({_CONFLICT: "Another suite is running"}),
    tags=["bench"],
)
async def run_suite(body: models.SuiteRequest, context: Context) -> Response:
    """Start a job that runs a quick suite and records its runs; only one suite runs at a time."""
    request = await context.ask("bench-accept", body.model_dump())
    # There is no `await` between this check and `add_job`, so two requests cannot both pass the check.
    running = context.services.jobs.unfinished("bench")
    if running is not None:
        raise Refused(_CONFLICT, f"the suite {running.request['suite']} is running; wait for it or cancel it")
    return _json(context.add_job("bench", request, SUITE_TIME_LIMIT).to_json(), 202)


@router.get("/bench/report", response_model=models.ReportAnswer, tags=["bench"])
async def report(
    suite: Annotated[str, Query(max_length=100, examples=["startup"])],
    context: Context,
    solver: Annotated[
        list[Label] | None,
        Query(max_length=32, description="Include only these solvers, and `baseline` if it is given."),
    ] = None,
    instances: Annotated[
        str, Query(max_length=200, description="Include only instances whose names contain all these words.")
    ] = "",
    baseline: Annotated[Label | None, Query(description="The solver that the ratios are relative to.")] = None,
) -> Response:
    """Return a report on the recorded or sample runs of a suite: JSON, tables, plots, and individual runs."""
    body = {"suite": suite, "solvers": solver or [], "instances": instances, "baseline": baseline}
    return _json(await context.ask("bench-report", body))
