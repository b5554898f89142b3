"""Protection against hostile clients: a size limit for requests, the access token, and security headers."""

from __future__ import annotations

import ipaddress
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["BODY_LIMIT", "SECURITY_HEADERS", "BodyLimit", "TokenGuard", "client_of"]

BODY_LIMIT = 2**20
"""The maximum size of a request body, in bytes."""

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
    """Return the name under which a client shares the workers: its IP address.

    For requests from this machine the header ``X-Client`` is added, so that every open page counts as a
    separate client. For other machines the header is ignored; a remote client could use it to get more than its
    share.
    """
    address = request.client.host if request.client else ""
    try:
        local = ipaddress.ip_address(address).is_loopback
    except ValueError:
        local = True
    return f"{address} {request.headers.get('x-client', '')[:64]}" if local else address


class TokenGuard:
    """Middleware that refuses API requests without the token; the pages need no token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            authorization = dict(scope["headers"]).get(b"authorization", b"")
            if not secrets.compare_digest(authorization, self.expected):
                detail = "the access token is missing or wrong: open the address that the server printed"
                await JSONResponse({"detail": detail}, 401)(scope, receive, send)
                return
        await self.app(scope, receive, send)


class _TooLarge(Exception):
    pass


class BodyLimit:
    """Middleware that refuses a request whose body is larger than the limit, without reading all of it."""

    def __init__(self, app: ASGIApp, limit: int = BODY_LIMIT) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refuse = JSONResponse({"detail": f"the request is larger than {self.limit // 1024} KiB"}, 413)
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > self.limit:
            await refuse(scope, receive, send)
            return
        bytes_left = self.limit

        async def receive_limited() -> Message:
            nonlocal bytes_left
            message = await receive()
            bytes_left -= len(message.get("body", b""))
            if bytes_left < 0:
                raise _TooLarge
            return message

        async def send_unless_too_large(message: Message) -> None:
            # The application may answer an incomplete body with another error; replace that answer by status
            # 413.
            if bytes_left >= 0:
                await send(message)
            elif message["type"] == "http.response.start":
                await refuse(scope, receive, send)

        try:
            await self.app(scope, receive_limited, send_unless_too_large)
        except _TooLarge:
            await refuse(scope, receive, send)
