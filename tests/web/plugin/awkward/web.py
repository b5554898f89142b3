from __future__ import annotations

import os
from typing import Any

from tilewright.errors import BadInput


def _double(question: dict[str, Any]) -> dict[str, Any]:
    if type(question.get("n")) is not int:
        raise BadInput("n must be a whole number")
    return {"n": 2 * question["n"], "pid": os.getpid()}


def _endless(question: dict[str, Any]) -> dict[str, Any]:
    return {"value": float("inf")}


ASK = {"double": _double, "endless": _endless}
