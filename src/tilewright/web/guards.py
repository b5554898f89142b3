"""Protection against hostile clients: limits on requests, host names, the access token, security headers."""

from __future__ import annotations

import ipaddress
import re
import secrets
from itertools import accumulate

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["BODY_LIMIT", "BodyLimit", "HostGuard", "ResponseHeaders", "TokenGuard", "check_json_size"]

BODY_LIMIT = 2**20
"""The maximum size of a request body, in bytes."""

MAX_KEYS = 20_000
"""The maximum number of keys of all objects in a request."""
MAX_CONTAINERS = 100_000
"""The maximum number of lists and objects in a request."""
MAX_DEPTH = 64
"""The maximum depth of nested lists and objects."""

_BRACKETS = re.compile(rb"[][{}]")
_DEPTH_CHANGES = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
_HOST = re.compile(r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]{1,45})\]|(?P<name>[0-9A-Za-z.-]{1,253}))(?::[0-9]{1,5})?")

_SECURITY_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class ResponseHeaders:
    """Middleware that adds the security headers to every response, and makes browsers revalidate all files."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *_SECURITY_HEADERS]
                # Browsers revalidate pages and modules at every visit; unchanged files are not sent again.
                if all(name != b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-cache"))
                message = {**message, "headers": headers}
            await send(message)

        await self.app(scope, receive, send_with_headers)


class HostGuard:
    """Middleware for a server without a token: it accepts only host names of this machine.

    Otherwise, a website whose own host name resolves to a loopback address could use the server (DNS
    rebinding).
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not _is_loopback(Headers(scope=scope).get("host", "")):
            detail = "the host name does not belong to this machine: use the address that the server printed"
            await JSONResponse({"detail": detail}, 400)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _is_loopback(host: str) -> bool:
    """Return whether a host header contains localhost or a loopback address."""
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = match["ipv6"] or match["name"]
    try:
        return name.lower() == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


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


class BodyLimit:
    """Middleware that reads the body of a request, and refuses a body that would be slow to parse or validate.

    The requests of the pages are far below the limits. Without limits, one request could block the event loop
    for seconds.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(raw=scope.get("headers", []))
        if scope["type"] != "http" or not ("content-length" in headers or "transfer-encoding" in headers):
            await self.app(scope, receive, send)  # there is no body
            return
        try:
            body = await _read_body(headers.get("content-length", "0"), receive)
            check_json_size(body)
        except _RefusedBody as refused:
            await JSONResponse({"detail": refused.detail}, refused.status)(scope, receive, send)
            return
        except ClientDisconnect:
            return
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return messages.pop() if messages else await receive()

        await self.app(scope, receive_again, send)


class _RefusedBody(Exception):
    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


def _too_large() -> _RefusedBody:
    return _RefusedBody(413, f"the request is larger than {BODY_LIMIT // 1024} KiB")


async def _read_body(length: str, receive: Receive) -> bytes:
    if not length.isdigit() or int(length[:20]) > BODY_LIMIT:
        raise _too_large()
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > BODY_LIMIT:
            raise _too_large()
        if not message.get("more_body"):
            return bytes(body)


def check_json_size(text: bytes) -> None:
    """Refuse JSON text with too many keys, lists, objects or levels of nesting, without parsing it."""
    # In UTF-16 or UTF-32, which Python's parser would accept, the counts below would be wrong.
    if b"\0" in text:
        raise _RefusedBody(400, "the request contains a null byte; expected JSON in UTF-8")
    # Remove escaped characters, and then the strings, which are every second part between quotation marks.
    outside = b"".join(text.replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')[::2])
    if outside.count(b":") > MAX_KEYS:
        raise _RefusedBody(413, f"the request has more than {MAX_KEYS} keys")
    if outside.count(b"[") + outside.count(b"{") > MAX_CONTAINERS:
        raise _RefusedBody(413, f"the request has more than {MAX_CONTAINERS} lists and objects")
    if max(accumulate(map(_DEPTH_CHANGES.__getitem__, _BRACKETS.findall(outside))), default=0) > MAX_DEPTH:
        raise _RefusedBody(400, "the request is nested too deeply")
