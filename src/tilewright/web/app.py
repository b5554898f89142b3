"""The web API under /api/v1, and the start page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Header, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field
from starlette.middleware.trustedhost import TrustedHostMiddleware

from tilewright import __version__, registry
from tilewright.errors import BadInput
from tilewright.game import Game, Instance, Limits
from tilewright.web.guards import SECURITY_HEADERS, BodyLimit
from tilewright.web.jobs import Job, Jobs, QueueFull

__all__ = ["create_app"]

TIME_LIMIT = 60.0
POLL = 0.1
HEARTBEAT = 10.0


class Question(BaseModel):
    """A game and an instance of it: JSON, or a text in any of the game's notations."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=64, examples=["powers"])
    instance: dict[str, Any] | str = Field(examples=["3,4"])

    def read(self) -> tuple[Game, Instance]:
        game = registry.game(self.game)
        return game, game.parse(self.text())

    def text(self) -> str:
        return self.instance if isinstance(self.instance, str) else json.dumps(self.instance)


class CheckRequest(Question):
    solution: dict[str, Any] | str = Field(examples=[{"n": 18}])


class JobRequest(Question):
    solver: str | None = Field(None, max_length=64)
    time_limit: float = Field(10.0, gt=0, le=TIME_LIMIT)
    seed: int = Field(0, ge=0, lt=2**31)
    threads: int = Field(1, ge=1, le=2)
    options: dict[str, str | int | float | bool] = Field(default_factory=dict, max_length=32)


def create_app(jobs: Jobs | None = None) -> FastAPI:
    """The application; give it `jobs` to decide how many solves run and wait."""
    kept = jobs or Jobs()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await asyncio.to_thread(kept.close)

    app = FastAPI(title="Tilewright", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.jobs = kept
    app.add_middleware(BodyLimit)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])
    _add_failures(app)
    _add_games(app)
    _add_jobs(app, kept)
    _add_pages(app)
    return app


def _add_failures(app: FastAPI) -> None:
    @app.exception_handler(BadInput)
    async def bad_input(_request: Request, error: BadInput) -> Response:
        return JSONResponse({"detail": str(error)}, 400)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return JSONResponse({"detail": f"{where or 'the request'}: {first['msg']}"}, 422)

    @app.middleware("http")
    async def headers(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await answer(request)
        response.headers.update(SECURITY_HEADERS)
        return response


def _add_games(app: FastAPI) -> None:
    @app.get("/api/v1/games")
    def games() -> list[dict[str, Any]]:
        """The games, their solvers, and instances to try."""
        return [_describe(game) for game in registry.games()]

    @app.post("/api/v1/check")
    def check(request: CheckRequest) -> dict[str, Any]:
        """Judge a solution from the rules alone; every broken rule is listed."""
        game, instance = request.read()
        text = request.solution if isinstance(request.solution, str) else json.dumps(request.solution)
        return game.check(instance, game.parse_solution(text)).to_json()


def _describe(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "syntax": game.syntax,
        "solvers": [solver.name for solver in game.solvers],
        "solver_notes": {solver.name: solver.summary for solver in game.solvers},
        "examples": game.examples["instances"],
    }


def _add_jobs(app: FastAPI, jobs: Jobs) -> None:
    def find(identity: str) -> Job:
        job = jobs.get(identity)
        if job is None:
            raise HTTPException(404, "there is no such job")
        return job

    @app.post("/api/v1/jobs", status_code=202)
    def start(request: JobRequest) -> JSONResponse:
        """Start a solve in a process of its own."""
        game, _ = request.read()
        solver = game.solver(request.solver)
        game.settings(solver, request.options)
        limits = Limits(request.time_limit, request.threads, request.seed)
        job = Job(
            game.name,
            request.text(),
            solver.name,
            request.time_limit,
            limits.seed,
            limits.threads,
            dict(request.options),
        )
        try:
            jobs.add(job)
        except QueueFull:
            return JSONResponse({"detail": "too many solves are waiting"}, 503, {"Retry-After": "5"})
        return JSONResponse(job.to_json(), 202)

    @app.get("/api/v1/jobs/{identity}")
    def show(identity: str) -> dict[str, Any]:
        """How a solve stands; its result once it is done."""
        return find(identity).to_json()

    @app.delete("/api/v1/jobs/{identity}")
    def cancel(identity: str) -> dict[str, Any]:
        """End a solve; its best so far is kept."""
        job = find(identity)
        job.cancel.set()
        return job.to_json()

    @app.get("/api/v1/jobs/{identity}/events", response_class=StreamingResponse)
    def events(identity: str, last_event_id: Annotated[str | None, Header()] = None) -> StreamingResponse:
        """Server-sent events of a solve, from the one after Last-Event-ID on."""
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


def _add_pages(app: FastAPI) -> None:
    folder = Path(str(resources.files("tilewright.web") / "pages"))

    @app.get("/", include_in_schema=False)
    def start_page() -> FileResponse:
        return FileResponse(folder / "index.html")

    app.mount("/pages", StaticFiles(directory=folder))
