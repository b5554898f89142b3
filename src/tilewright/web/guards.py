"""What keeps a client from doing harm: bounded bodies, and headers that forbid everything but our own pages."""

from __future__ import annotations

import json

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["BODY_LIMIT", "SECURITY_HEADERS", "BodyLimit"]

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
        body = json.dumps({"detail": f"the request is larger than {self.limit // 1024} KiB"}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": body})
