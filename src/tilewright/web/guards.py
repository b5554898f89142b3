"""What keeps a client from doing harm: bounded bodies, a token where one is asked for, and headers that forbid
everything but our own pages."""

from __future__ import annotations

import ipaddress
import json
import secrets

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["BODY_LIMIT", "SECURITY_HEADERS", "BodyLimit", "TokenGuard", "client_of"]

BODY_LIMIT = 2**20

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def client_of(request: HTTPConnection) -> str:
    """Who asks, for the sharing of workers: an address. On this machine every page is a client of its own, and
    tells so by a header; from elsewhere the header changes nothing, so that nobody can be many."""
    address = request.client.host if request.client else ""
    try:
        local = ipaddress.ip_address(address).is_loopback
    except ValueError:
        local = True
    return f"{address} {request.headers.get('x-client', '')[:64]}" if local else address


async def _refuse(send: Send, status: int, detail: str) -> None:
    body = json.dumps({"detail": detail}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class TokenGuard:
    """Lets nobody ask the API who does not know the token. The pages themselves hold no secret."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not secrets.compare_digest(given, self.expected):
                await _refuse(send, 401, "this server asks for its token: open the address that it printed")
                return
        await self.app(scope, receive, send)


class _TooLarge(Exception):
    pass


class BodyLimit:
    """Refuses a request whose body is larger than the limit, before anybody reads it."""

    def __init__(self, app: ASGIApp, limit: int = BODY_LIMIT) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > self.limit:
            await self._refuse(send)
            return
        left = self.limit

        async def counted() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise _TooLarge
            return message

        async def answered(message: Message) -> None:
            # Whatever the application makes of a body that broke off, the client is told the true reason.
            if left >= 0:
                await send(message)
            elif message["type"] == "http.response.start":
                await self._refuse(send)

        try:
            await self.app(scope, counted, answered)
        except _TooLarge:
            await self._refuse(send)

    async def _refuse(self, send: Send) -> None:
        await _refuse(send, 413, f"the request is larger than {self.limit // 1024} KiB")
