"""The web application: the API under /api/v1, and the pages."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from tilewright import __version__, registry
from tilewright.errors import BadInput
from tilewright.web.api_routes import Services, router
from tilewright.web.background_data_preparation import Preparations
from tilewright.web.client_identity import Clients
from tilewright.web.game_catalogue import page_file
from tilewright.web.guards import AccessGuard, BodyLimit, ResponseHeaders
from tilewright.web.jobs import Jobs
from tilewright.web.operator_playing_engines import OperatorEngine
from tilewright.web.page_files import send_file
from tilewright.web.short_request_pool import Pool
from tilewright.web.supervised_worker import BUSY, Refused

__all__ = ["close_workers", "create_app"]

RETRY_AFTER = {"Retry-After": "5"}
PAGES = Path(str(resources.files("tilewright.web") / "pages"))


def create_app(
    jobs: Jobs | None = None,
    pool: Pool | None = None,
    *,
    token: str | None = None,
    background: bool = False,
    engines: Mapping[str, OperatorEngine] | None = None,
) -> FastAPI:
    """Return the application. `jobs` and `pool` set the numbers of workers and the sizes of the queues.

    With a token, the API requires the token, and any host name is accepted; without a token, only host names of
    this machine are accepted. With `background`, missing kernels are compiled and the data of the games' pages
    are prepared while the server runs. `engines` maps names to the playing engines that the operator offers.
    """
    job_queue, worker_pool, preparations = jobs or Jobs(), pool or Pool(), Preparations()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        worker_pool.start()
        job_queue.start()
        if background:
            preparations.start()
        yield
        await asyncio.to_thread(close_workers, app)

    app = FastAPI(title="Tilewright", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    # Middleware that is added last is called first, so access is checked before the body is read.
    app.add_middleware(BodyLimit)
    app.add_middleware(AccessGuard, token=token)
    app.add_middleware(ResponseHeaders)
    _add_error_handlers(app)
    clients = Clients(pages=token is None)
    app.state.services = Services(job_queue, worker_pool, preparations, engines or {}, clients)
    # Routes are tried in the order in which they are added. Page files, the most frequent requests, come first.
    _add_pages(app)
    app.include_router(router)
    return app


def close_workers(app: FastAPI) -> None:
    """End all worker processes of an application, even busy ones. Further calls have no effect."""
    services: Services = app.state.services
    parts = (services.jobs, services.pool, services.preparations)
    with ThreadPoolExecutor(len(parts)) as executor:
        for closing in [executor.submit(part.close) for part in parts]:
            closing.result()


def _error_response(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    # The content is ASCII: the message may quote a lone surrogate from the request, which UTF-8 cannot encode.
    content = json.dumps({"detail": " ".join(detail.split())})
    return Response(content, status, dict(headers or {}), media_type="application/json")


def _expects_page(request: Request) -> bool:
    """Return whether a browser requests a page to display, for example because a person typed an address."""
    is_api = request.url.path.startswith("/api/")
    return request.method == "GET" and not is_api and "text/html" in request.headers.get("accept", "")


def _methods(app: FastAPI, request: Request) -> set[str]:
    """Return the HTTP methods that are allowed for the path of the request."""
    methods: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            methods |= route.methods or set()
    return methods


def _add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(BadInput)
    async def bad_input(_request: Request, error: BadInput) -> Response:
        return _error_response(400, str(error))

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> Response:
        return _error_response(error.status, error.detail, RETRY_AFTER if error.status == BUSY else None)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        field = ".".join(str(part)[:40] for part in first["loc"][1:])
        return _error_response(422, f"{field or 'the request'}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 404 and _expects_page(request):
            return FileResponse(PAGES / "not-found.html", 404)
        if error.status_code == 405:
            # Starlette lists only the methods of the first route that matches the path.
            headers["Allow"] = ", ".join(sorted(_methods(app, request)))
        return _error_response(error.status_code, str(error.detail), headers)


def _add_pages(app: FastAPI) -> None:
    files = StaticFiles(directory=PAGES)

    @app.api_route("/pages/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def shared_file(request: Request, path: str) -> Response:
        try:
            found, facts = files.lookup_path(path)
        except (OSError, ValueError):  # the name is too long or contains a null byte
            facts = None
        if facts is None or not stat.S_ISREG(facts.st_mode):
            raise HTTPException(404, "there is no such file")
        return send_file(files, request, Path(found))

    def add_page(path: str, name: str) -> None:
        @app.get(path, include_in_schema=False)
        async def page(request: Request) -> Response:
            return send_file(files, request, PAGES / name)

    add_page("/", "index.html")
    add_page("/bench", "bench.html")
    add_page("/api", "api.html")

    @app.get("/games/{name}", include_in_schema=False)
    async def game_page(request: Request, name: str) -> Response:
        is_game = name in registry.names() and name not in registry.broken()
        return send_file(files, request, PAGES / "game.html", 200 if is_game else 404)

    @app.get("/games/{name}/page/{path:path}", include_in_schema=False)
    async def game_file(request: Request, name: str, path: str) -> Response:
        file_and_type = page_file(name, path)
        if file_and_type is None:
            raise HTTPException(404, "there is no such file")
        return send_file(files, request, file_and_type[0], media_type=file_and_type[1])
