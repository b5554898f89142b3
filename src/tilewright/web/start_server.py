"""Start the web server: choose a port, set a token, run uvicorn."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import secrets
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tilewright.errors import BadInput, OutOfResources
from tilewright.optional_packages import named_extras
from tilewright.web.operator_playing_engines import start_engines
from tilewright.web.repeated_log_messages import limit_repeated_messages

with named_extras():
    import uvicorn
    from fastapi import FastAPI

    from tilewright.web.app import close_workers, create_app
    from tilewright.web.connection_limits import ServerConfig

__all__ = ["DEFAULT_PORT", "HOST", "listen", "serve"]

HOST = "127.0.0.1"
DEFAULT_PORT = 8000
PORTS_TRIED = 100
BACKLOG = 1024
"""The maximum number of new connections that the system queues until the server accepts them."""
MIN_TOKEN_LENGTH = 16
LOOKUP_SECONDS = 2.0
"""The maximum time, in seconds, for checking whether the server can be reached by this machine's name."""

log = logging.getLogger("tilewright.web")


def serve(
    port: int | None,
    announce: Callable[[str], None],
    *,
    host: str = HOST,
    token: str | None = None,
    background: bool = True,
    engines: Sequence[str] = (),
) -> None:
    """Serve until Ctrl-C. `announce` is called with the address when the server begins to listen.

    The API requires the given token; without one, it requires a new random token unless `host` is a loopback
    address. The announced address contains the token, if there is one, after the ``#``; browsers do not send
    this part of an address to a server. `engines` are the operator's engines, each as NAME=COMMAND.
    """
    if not _is_local(host):
        token = token or secrets.token_urlsafe(24)
    if token is not None and (len(token) < MIN_TOKEN_LENGTH or not _has_token_characters(token)):
        raise BadInput(
            f"a token must have at least {MIN_TOKEN_LENGTH} characters: letters, digits, - and _ only"
        )
    started = start_engines(engines)
    with listen(port, host) as listening, limit_repeated_messages():
        number = listening.getsockname()[1]
        address = f"http://{_reachable_name(host, number)}:{number}"
        announce(address if token is None else f"{address}/#token={token}")
        app = create_app(token=token, background=background, engines=started)
        try:
            _Server(app).run(sockets=[listening])
        finally:
            # After a second Ctrl-C, uvicorn skips the shutdown of the application, so the workers are closed
            # here.
            close_workers(app)


class _Server(uvicorn.Server):
    """A uvicorn server with a long queue of new connections; a failed `accept` is logged on one line."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(ServerConfig(app))
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(_log_exception)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # replaces the backlog that asyncio has set

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # When the workers are closed, unanswered requests are refused, so that uvicorn does not wait for them.
        closing = asyncio.create_task(asyncio.to_thread(close_workers, self._app))
        await super().shutdown(sockets)
        await closing


def _log_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    # asyncio reports a failed `accept` to this handler and tries again a second later; omit the traceback.
    if isinstance(error := context.get("exception"), OSError) and "accept" in context["message"]:
        log.error("the server cannot accept connections: %s", error.strerror)
    else:
        loop.default_exception_handler(context)


def _reachable_name(host: str, port: int) -> str:
    """Return the name or address for the URL of a server that listens on `host`.

    If the server listens on all interfaces, return the name of this machine, or a loopback address if the
    server cannot be reached by this name.
    """
    if host == "localhost":
        return host
    address = ipaddress.ip_address(host)
    if address.is_unspecified:
        name = socket.gethostname()
        if _leads_to_server(name, port):
            return name
        address = ipaddress.ip_address("127.0.0.1" if address.version == 4 else "::1")
    return f"[{address}]" if address.version == 6 else str(address)


def _leads_to_server(name: str, port: int) -> bool:
    """Return whether a connection to the given host name can be opened within `LOOKUP_SECONDS`."""
    connected = threading.Event()

    def connect() -> None:
        with suppress(OSError, UnicodeError), socket.create_connection((name, port), LOOKUP_SECONDS):
            connected.set()

    # The lookup of a host name has no timeout, so it runs in a thread.
    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(LOOKUP_SECONDS)
    return connected.is_set()


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise BadInput(
            f"--host must be localhost or an IP address such as 127.0.0.1 or 0.0.0.0, not {host[:60]!r}"
        ) from None


def _has_token_characters(token: str) -> bool:
    return token.isascii() and token.replace("-", "").replace("_", "").isalnum()


def listen(port: int | None, host: str = HOST) -> socket.socket:
    """Return a listening socket on the given port, or on the first free port from `DEFAULT_PORT` upwards."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else range(port, port + 1)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # Make `::` also accept IPv4 connections, regardless of the system's default.
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        # Connections inherit this option. Without it, Nagle's algorithm can delay the body of a response by up
        # to 40 ms, until the client acknowledges the headers.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            listening.bind((host, number))
            listening.listen(BACKLOG)
        except OverflowError:
            listening.close()
            raise BadInput(f"a port must be between 0 and 65535, not {number}") from None
        except OSError as error:
            listening.close()
            if port is not None:
                raise OutOfResources(f"port {number} cannot be used: {error.strerror}") from None
            if error.errno == errno.EADDRNOTAVAIL:
                raise OutOfResources(f"the address {host} cannot be used: {error.strerror}") from None
        else:
            return listening
    raise OutOfResources(f"no port from {ports.start} to {ports.stop - 1} is free")
