"""`tilewright serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.cli.options import DataFolder, Json
from tilewright.console import print_json

__all__ = ["serve"]


def serve(
    port: Annotated[
        int | None, typer.Option("--port", help="The port; without it 8000, or the next that is free.")
    ] = None,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 is the whole network."),
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option(
            "--token", metavar="TEXT", help="What clients must know; drawn for any address but this machine's."
        ),
    ] = None,
    background: Annotated[
        bool,
        typer.Option(
            "--background/--no-background", help="Whether games prepare what their pages need, at low priority."
        ),
    ] = True,
    data: DataFolder = None,
    json: Json = False,
) -> int:
    """Serve the web workbench on this machine, until Ctrl-C.

    With another address than this machine's own, everyone who can reach it must know the token, which is part
    of the address that is printed.

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
