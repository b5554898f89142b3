"""`tilewright serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.console import print_json
from tilewright.console.command_options import DataFolder, Json

__all__ = ["serve"]


def serve(
    port: Annotated[
        int | None, typer.Option("--port", help="The port; by default 8000, or the next free one.")
    ] = None,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="The address to listen on; 0.0.0.0 for all networks."),
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="TEXT",
            help="The access token; by default random for addresses other than loopback.",
        ),
    ] = None,
    background: Annotated[
        bool,
        typer.Option(
            "--background/--no-background", help="Whether games prepare data for their pages at low priority."
        ),
    ] = True,
    data: DataFolder = None,
    json: Json = False,
) -> int:
    """Serve the web workbench until Ctrl-C.

    On an address other than loopback, clients need the token, which is part of the printed address.

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
