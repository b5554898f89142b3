"""`tilewright serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.console import print_json
from tilewright.console.command_options import DataFolder, Json

__all__ = ["serve"]


def serve(
    port: Annotated[
        int | None, typer.Option("--port", help="The port; by default 8000 or the next free port.")
    ] = None,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="The address to listen on; 0.0.0.0 for all interfaces."),
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="TEXT",
            help="The access token; by default a random token unless the address is a loopback address.",
        ),
    ] = None,
    background: Annotated[
        bool,
        typer.Option(
            "--background/--no-background", help="Whether to prepare data for the pages at low priority."
        ),
    ] = True,
    data: DataFolder = None,
    json: Json = False,
) -> int:
    """Serve the web workbench until Ctrl-C.

    On any address other than a loopback address, clients need the access token, which is part of the URL that
    the command prints.

    \b
    Examples:
      tilewright serve
      tilewright serve --port 8123
      tilewright serve --host 0.0.0.0
    """
    from tilewright.web.server import serve as run

    def announce(address: str) -> None:
        if json:
            print_json({"url": address})
        else:
            print(f"Tilewright is at {address} (Ctrl-C ends it)", flush=True)

    run(port, announce, host=host, token=token, background=background)
    return 0
