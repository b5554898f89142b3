"""Protection against hostile clients: limits on requests, host name and token checks, security headers."""

from __future__ import annotations

import ipaddress
import re
import secrets
from itertools import accumulate

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.web.supervised_worker import Refused

__all__ = ["BODY_LIMIT", "AccessGuard", "BodyLimit", "ResponseHeaders", "check_json_size"]

BODY_LIMIT = 2**20
"""The maximum size of a request body, in bytes."""

MAX_KEYS = 20_000
"""The maximum total number of keys of all objects in a request."""
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
                # Browsers revalidate pages and modules on every visit; unchanged files are not sent again.
                if all(name != b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-cache"))
                message = {**message, "headers": headers}
            await send(message)

        await self.app(scope, receive, send_with_headers)


class AccessGuard:
    """Middleware that refuses clients that may not use the server.

    With a token, API requests must contain the token; the pages need none. Without a token, only host names of
    this machine are accepted; if other host names were accepted, a website whose own host name resolves to a
    loopback address could use the server (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self.app = app
        self.expected = None if token is None else f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope) if scope["type"] == "http" else None
        await (self.app if refused is None else _response(refused))(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refused | None:
        if self.expected is None:
            if not _is_loopback(Headers(scope=scope).get("host", "")):
                detail = (
                    "the host name does not belong to this machine: use the address that the server printed"
                )
                return Refused(400, detail)
        elif scope["path"].startswith("/api/"):
            authorization = dict(scope["headers"]).get(b"authorization", b"")
            if not secrets.compare_digest(authorization, self.expected):
                return Refused(
                    401, "the access token is missing or wrong: open the address that the server printed"
                )
        return None


def _response(refused: Refused) -> JSONResponse:
    return JSONResponse({"detail": refused.detail}, refused.status)


def _is_loopback(host: str) -> bool:
    """Return whether a host header names localhost or a loopback address, with or without a port."""
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = match["ipv6"] or match["name"]
    try:
        return name.lower() == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


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
        except Refused as refused:
            await _response(refused)(scope, receive, send)
            return
        except ClientDisconnect:
            return
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return messages.pop() if messages else await receive()

        await self.app(scope, receive_again, send)


def _too_large() -> Refused:
    return Refused(413, f"the request is larger than {BODY_LIMIT // 1024} KiB")


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
        raise Refused(400, "the request contains a null byte; expected JSON in UTF-8")
    # Once escaped backslashes and escaped quotation marks are removed, the remaining quotation marks delimit
    # strings: after a split at them, the parts with even indices are outside strings.
    outside = b"".join(text.replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')[::2])
    if outside.count(b":") > MAX_KEYS:
        raise Refused(413, f"the request has more than {MAX_KEYS} keys")
    if outside.count(b"[") + outside.count(b"{") > MAX_CONTAINERS:
        raise Refused(413, f"the request has more than {MAX_CONTAINERS} lists and objects")
    if max(accumulate(map(_DEPTH_CHANGES.__getitem__, _BRACKETS.findall(outside))), default=0) > MAX_DEPTH:
        raise Refused(400, f"the request has lists or objects nested more than {MAX_DEPTH} levels deep")
