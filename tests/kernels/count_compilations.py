"""Run a command of Tilewright in this process, and report the functions that Numba compiles for it.

    python count_compilations.py NUMBA_VERSION ARGUMENT...

The kernel cache uses NUMBA_VERSION as the version of Numba; a dot means the installed version. The last line of
the output is a JSON object: the exit status of the command, the names of the compiled functions, and the names
of the cache files that the process has used. No kernel is interpreted, so a missing kernel is compiled.
"""

from __future__ import annotations

import json
import sys

import numba
from compile_events import compiled_functions

from tilewright.cli import run
from tilewright.interpreted_kernels import always_compile
from tilewright.kernel_cache import used_files


def main(version: str, *arguments: str) -> None:
    if version != ".":
        numba.__version__ = version
    always_compile()
    with compiled_functions() as functions:
        status = run(arguments)
    print()
    print(json.dumps({"status": status, "compiled": functions, "used": sorted(used_files)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
