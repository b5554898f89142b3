"""Run a command of Tilewright and count the functions that Numba compiles for it.

    python count_compilations.py NUMBA_VERSION ARGUMENT...

The kernel cache takes NUMBA_VERSION for the version of Numba; a dot stands for the real one. The last line of
the output is a JSON object with the exit status of the command and the names of the compiled functions.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numba
from numba.core import event

from tilewright.cli import run


class Compilations(event.Listener):  # type: ignore[misc]
    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        self.names.append(event.data["dispatcher"].py_func.__qualname__)

    def on_end(self, event: Any) -> None:
        pass


def main(version: str, *arguments: str) -> None:
    if version != ".":
        numba.__version__ = version
    compilations = Compilations()
    event.register("numba:compile", compilations)
    status = run(arguments)
    print()
    print(json.dumps({"status": status, "compiled": compilations.names}))


if __name__ == "__main__":
    main(*sys.argv[1:])
