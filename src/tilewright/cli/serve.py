"""The command `tilewright serve`, which starts the web server."""

from __future__ import annotations

from typing import Annotated

from tilewright.console import command_options as opts
from tilewright.console import print_json

__all__ = ["serve"]


def serve(
    port: Annotated[int | None, opts.option("The port; by default 8000 or the next free port.")] = None,
    host: Annotated[
        str, opts.option("The address to listen on; 0.0.0.0 for all interfaces.", "ADDRESS")
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        opts.option("The access token; by default none on a loopback address, else a random token.", "TEXT"),
    ] = None,
    background: Annotated[
        bool, opts.option("While serving, compile kernels and prepare data for the pages at low priority.")
    ] = True,
    engine: Annotated[
        list[str] | None,
        opts.option(
            "Offer a playing engine as an agent; repeatable. Clients do not see COMMAND.", "NAME=COMMAND"
        ),
    ] = None,
    data: opts.DataFolder = None,
    json: opts.Json = False,
) -> int:
    """Start the web server and run it until Ctrl-C.

    On any address other than a loopback address, clients need the access token, which is part of the URL that
    the command prints.

    \b
    Examples:
      tilewright serve
      tilewright serve --port 8123
      tilewright serve --host 0.0.0.0
      tilewright serve --engine my-bot='python3 my_engine.py'
    """
    from tilewright.web.start_server import serve as run

    def announce(address: str) -> None:
        if json:
            print_json({"url": address})
        else:
            print(f"Tilewright is running at {address} (press Ctrl-C to stop)", flush=True)

    run(port, announce, host=host, token=token, background=background, engines=engine or ())
    return 0
