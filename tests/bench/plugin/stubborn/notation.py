from __future__ import annotations

import json
from typing import Any

from stubborn.rules import StubbornInstance, StubbornSolution
from tilewright.errors import BadInput


def parse(text: str) -> StubbornInstance:
    try:
        return from_json(json.loads(text))
    except ValueError:
        raise BadInput(f"{text[:20]!r} is not a number") from None


def from_json(data: Any) -> StubbornInstance:
    return StubbornInstance(data["n"] if isinstance(data, dict) else int(data))


def to_json(instance: StubbornInstance) -> dict[str, Any]:
    return {"n": instance.n}


def parse_solution(text: str) -> StubbornSolution:
    return StubbornSolution(json.loads(text)["n"])


def solution_to_json(solution: StubbornSolution) -> dict[str, Any]:
    return {"n": solution.n}
