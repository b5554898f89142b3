"""Starting the workbench on this machine."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Callable

import uvicorn

from tilewright.errors import BadInput, OutOfResources
from tilewright.web.app import create_app

__all__ = ["DEFAULT_PORT", "HOST", "listen", "serve"]

HOST = "127.0.0.1"
DEFAULT_PORT = 8000
TRIES = 100
SHORTEST_TOKEN = 16


def serve(
    port: int | None,
    announce: Callable[[str], None],
    *,
    host: str = HOST,
    token: str | None = None,
    background: bool = True,
) -> None:
    """Serve until Ctrl-C. `announce` is told the address once the server listens there.

    At any address but this machine's own the API asks for a token: the one given, or a new one. It is part of
    the address that is announced, behind the ``#``, which no browser sends anywhere.
    """
    if not _is_local(host):
        token = token or secrets.token_urlsafe(24)
    if token is not None and (len(token) < SHORTEST_TOKEN or not _is_plain(token)):
        raise BadInput(f"a token has at least {SHORTEST_TOKEN} letters, digits, - or _")
    with listen(port, host) as listening:
        shown = socket.gethostname() if host in ("0.0.0.0", "::") else host
        shown = f"[{shown}]" if ":" in shown else shown
        address = f"http://{shown}:{listening.getsockname()[1]}"
        announce(address if token is None else f"{address}/#token={token}")
        app = create_app(token=token, background=background)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2, server_header=False)
        uvicorn.Server(config).run(sockets=[listening])


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise BadInput(f"--host takes an address such as 127.0.0.1 or 0.0.0.0, not {host[:60]!r}") from None


def _is_plain(token: str) -> bool:
    return token.isascii() and token.replace("-", "").replace("_", "").isalnum()


def listen(port: int | None, host: str = HOST) -> socket.socket:
    """A socket on the port, or without one on the default port or the next that is free."""
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + TRIES) if port is None else range(port, port + 1)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in wanted:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it. Without it an answer's body waits up to 40 ms for the receipt of its head.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OverflowError:
            listening.close()
            raise BadInput(f"a port lies between 0 and 65535, not {number}") from None
        except OSError as error:
            listening.close()
            if port is not None:
                raise OutOfResources(f"port {number} cannot be used: {error.strerror}") from None
        else:
            return listening
    raise OutOfResources(f"no port from {wanted.start} to {wanted.stop - 1} is free")
