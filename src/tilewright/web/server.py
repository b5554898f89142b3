"""Start the web server: choose a port, set a token, run uvicorn."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Callable, Sequence

import uvicorn

from tilewright.errors import BadInput, OutOfResources
from tilewright.web.app import create_app
from tilewright.web.operator_engines import start_engines

__all__ = ["DEFAULT_PORT", "HOST", "listen", "serve"]

HOST = "127.0.0.1"
DEFAULT_PORT = 8000
PORTS_TRIED = 100
MIN_TOKEN_LENGTH = 16


def serve(
    port: int | None,
    announce: Callable[[str], None],
    *,
    host: str = HOST,
    token: str | None = None,
    background: bool = True,
    engines: Sequence[str] = (),
) -> None:
    """Serve until Ctrl-C. `announce` is called with the address once the server listens.

    Unless `host` is a loopback address, the API requires a token: the given one, or a new random one. The
    announced address contains the token after the ``#``; browsers do not send that part to any server.
    `engines` are the operator's engines, each as NAME=COMMAND.
    """
    if not _is_local(host):
        token = token or secrets.token_urlsafe(24)
    if token is not None and (len(token) < MIN_TOKEN_LENGTH or not _has_token_characters(token)):
        raise BadInput(
            f"a token must have at least {MIN_TOKEN_LENGTH} characters: letters, digits, - and _ only"
        )
    started = start_engines(engines)
    with listen(port, host) as listening:
        hostname = socket.gethostname() if host in ("0.0.0.0", "::") else host
        hostname = f"[{hostname}]" if ":" in hostname else hostname
        address = f"http://{hostname}:{listening.getsockname()[1]}"
        announce(address if token is None else f"{address}/#token={token}")
        app = create_app(token=token, background=background, engines=started)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2, server_header=False)
        uvicorn.Server(config).run(sockets=[listening])


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise BadInput(
            f"--host must be an IP address such as 127.0.0.1 or 0.0.0.0, not {host[:60]!r}"
        ) from None


def _has_token_characters(token: str) -> bool:
    return token.isascii() and token.replace("-", "").replace("_", "").isalnum()


def listen(port: int | None, host: str = HOST) -> socket.socket:
    """Return a listening socket on the given port, or on the first free port from the default port on."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else range(port, port + 1)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit this option. Without it, a response body can wait up to 40 ms: Nagle's algorithm
        # holds it back until the client acknowledges the headers.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OverflowError:
            listening.close()
            raise BadInput(f"a port must be between 0 and 65535, not {number}") from None
        except OSError as error:
            listening.close()
            if port is not None:
                raise OutOfResources(f"port {number} cannot be used: {error.strerror}") from None
        else:
            return listening
    raise OutOfResources(f"no port from {ports.start} to {ports.stop - 1} is free")
