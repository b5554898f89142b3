from __future__ import annotations

import os
import sys
from typing import Any

from tilewright.errors import BadInput


def _double(request: dict[str, Any]) -> dict[str, Any]:
    if type(request.get("n")) is not int:
        raise BadInput("n must be a whole number")
    return {"n": 2 * request["n"], "pid": os.getpid()}


def _endless(_request: dict[str, Any]) -> dict[str, Any]:
    return {"value": float("inf")}


def _loaded(request: dict[str, Any]) -> dict[str, Any]:
    """Return which of the given modules this process has imported."""
    return {"modules": [name for name in request["modules"] if name in sys.modules]}


ASK = {"double": _double, "endless": _endless, "loaded": _loaded}
