"""Starting the workbench on this machine."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from tilewright.errors import BadInput, OutOfResources
from tilewright.web.app import create_app

__all__ = ["DEFAULT_PORT", "listen", "serve"]

HOST = "127.0.0.1"
DEFAULT_PORT = 8000
TRIES = 100


def serve(port: int | None, announce: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. `announce` is told the address once the server listens there."""
    with listen(port) as listening:
        announce(f"http://{HOST}:{listening.getsockname()[1]}")
        config = uvicorn.Config(create_app(), log_level="warning", timeout_graceful_shutdown=2)
        uvicorn.Server(config).run(sockets=[listening])


def listen(port: int | None) -> socket.socket:
    """A socket on the port, or without one on the default port or the next that is free."""
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + TRIES) if port is None else range(port, port + 1)
    for number in wanted:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, number))
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
