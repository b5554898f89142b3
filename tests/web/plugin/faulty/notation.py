from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

from faulty.rules import FaultyInstance, FaultySolution
from tilewright.errors import BadInput


def parse(text: str) -> FaultyInstance:
    match text:
        case "hang":
            while True:
                time.sleep(1)
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "eat":
            blocks = []
            while True:
                blocks.append(bytearray(b"x") * 2**24)
                time.sleep(0.001)
        case "crash":
            raise KeyError("unexpected")
        case "quit":
            sys.exit(3)
        case "fork":
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
            time.sleep(600)
        case "print":
            print("garbage on standard output", flush=True)
            return FaultyInstance(0)
    if not text.isdecimal():
        raise BadInput(f"{text[:20]!r} is not a\nnumber")
    return FaultyInstance(int(text))


def to_json(instance: FaultyInstance) -> dict[str, Any]:
    return {"n": instance.n}


def from_json(data: Any) -> FaultyInstance:
    return FaultyInstance(int(data["n"]))


def parse_solution(text: str) -> FaultySolution:
    return FaultySolution(int(text))


def solution_to_json(solution: FaultySolution) -> dict[str, Any]:
    return {"n": solution.n}
