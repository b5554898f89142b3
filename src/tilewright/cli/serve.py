"""`tilewright serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from tilewright.cli.options import Json
from tilewright.console import print_json

__all__ = ["serve"]


def serve(
    port: Annotated[
        int | None, typer.Option("--port", help="The port; without it 8000, or the next that is free.")
    ] = None,
    json: Json = False,
) -> int:
    """Serve the web workbench on this machine, until Ctrl-C.

    \b
    Examples:
      tilewright serve
      tilewright serve --port 8123
    """
    from tilewright.web import serve as run

    def announce(address: str) -> None:
        if json:
            print_json({"url": address})
        else:
            print(f"Tilewright is at {address} (Ctrl-C ends it)", flush=True)

    run(port, announce)
    return 0
