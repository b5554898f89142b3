"""The application: the API under /api/v1, and the pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Match, Route
from starlette.staticfiles import NotModifiedResponse

from tilewright import __version__, registry
from tilewright.errors import BadInput
from tilewright.web.api_routes import add_api
from tilewright.web.game_catalogue import page_file
from tilewright.web.guards import SECURITY_HEADERS, BodyLimit, TokenGuard
from tilewright.web.jobs import Jobs, QueueFull
from tilewright.web.pool import Pool
from tilewright.web.preparation import Preparations
from tilewright.web.worker_process import BUSY, Refused

__all__ = ["create_app"]

LOCAL = ["127.0.0.1", "localhost", "[::1]"]
RETRY_AFTER = {"Retry-After": "5"}


def create_app(
    jobs: Jobs | None = None,
    pool: Pool | None = None,
    *,
    token: str | None = None,
    background: bool = False,
) -> FastAPI:
    """The application; `jobs` and `pool` decide how much runs and waits.

    With a token the API asks for it and answers under any host name. With `background`, games prepare what
    their pages need while the server runs.
    """
    kept, asked, preparing = jobs or Jobs(), pool or Pool(), Preparations()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        asked.start()
        if background:
            preparing.start()
        yield
        for part in (kept, asked, preparing):
            await asyncio.to_thread(part.close)

    app = FastAPI(title="Tilewright", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    if token is not None:
        app.add_middleware(TokenGuard, token=token)
    app.add_middleware(BodyLimit)
    if token is None:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=LOCAL)
    _add_failures(app)
    add_api(app, kept, asked, preparing)
    _add_pages(app)
    return app


def _say(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    # In ASCII: a message may repeat half a character that the client sent.
    content = json.dumps({"detail": " ".join(detail.split())})
    return Response(content, status, dict(headers or {}), media_type="application/json")


def _methods(app: FastAPI, request: Request) -> set[str]:
    """The methods that some route has for the path of a request."""
    found: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return found


def _add_failures(app: FastAPI) -> None:
    @app.exception_handler(BadInput)
    async def bad_input(_request: Request, error: BadInput) -> Response:
        return _say(400, str(error))

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> Response:
        return _say(error.status, error.detail, RETRY_AFTER if error.status == BUSY else None)

    @app.exception_handler(QueueFull)
    async def full(_request: Request, _error: QueueFull) -> Response:
        return _say(BUSY, "too many solves are waiting", RETRY_AFTER)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part)[:40] for part in first["loc"][1:])
        return _say(422, f"{where or 'the request'}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            # Starlette names the methods of the first route alone.
            headers["Allow"] = ", ".join(sorted(_methods(app, request)))
        return _say(error.status_code, str(error.detail), headers)

    @app.middleware("http")
    async def headers(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await answer(request)
        response.headers.update(SECURITY_HEADERS)
        # Pages and modules are asked for again at every visit, and not sent again if they are the same.
        response.headers.setdefault("Cache-Control", "no-cache")
        return response


def _add_pages(app: FastAPI) -> None:
    folder = Path(str(resources.files("tilewright.web") / "pages"))
    files = StaticFiles(directory=folder)

    def unless_known(request: Request, file: Path, status: int = 200, kind: str | None = None) -> Response:
        """The file, unless the browser has it as it is."""
        whole = FileResponse(file, status, media_type=kind, stat_result=file.stat())
        if status == 200 and files.is_not_modified(whole.headers, request.headers):
            return NotModifiedResponse(whole.headers)
        return whole

    def page(request: Request, name: str, status: int = 200) -> Response:
        return unless_known(request, folder / name, status)

    def known(name: str) -> bool:
        return name in registry.names() and name not in registry.broken()

    @app.get("/", include_in_schema=False)
    async def start_page(request: Request) -> Response:
        return page(request, "index.html")

    @app.get("/bench", include_in_schema=False)
    async def bench_page(request: Request) -> Response:
        return page(request, "bench.html")

    @app.get("/games/{name}", include_in_schema=False)
    async def game_page(request: Request, name: str) -> Response:
        return page(request, "game.html", 200 if known(name) else 404)

    @app.get("/games/{name}/page/{path:path}", include_in_schema=False)
    async def game_file(request: Request, name: str, path: str) -> Response:
        found = page_file(name, path)
        if found is None:
            raise HTTPException(404, "there is no such file")
        return unless_known(request, found[0], kind=found[1])

    app.mount("/pages", files)
