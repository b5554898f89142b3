"""Read and write instances and solutions: ``3,4``, ``3,4:at-least-once``, and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from reprlib import repr as shorten
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.powers.rules import LARGEST_EXPONENT, MODES, PowersInstance, PowersSolution
from tilewright.strict_json import read_json, read_object

__all__ = ["FORMATS", "from_json", "parse", "parse_solution", "solution_to_json", "to_json"]


def parse(text: str) -> PowersInstance:
    """Parse an instance from JSON or from the inline notation, such as ``3,4:at-least-once``."""
    text = text.strip()
    if text.startswith(("{", "[")):
        return from_json(read_json(text))
    exponents, colon, digits = text.partition(":")
    if not exponents.strip():
        raise BadInput("expected exponents such as 3,4, but there are none")
    if colon and digits.strip() not in MODES:
        raise BadInput(f"after the colon: expected {' or '.join(MODES)}, not {digits.strip()[:40]!r}")
    numbers = tuple(_exponent(token, index) for index, token in enumerate(exponents.split(",")))
    return PowersInstance(numbers, digits=digits.strip() if colon else "once")


def _exponent(token: str, index: int) -> int:
    token = token.strip()
    if not (token.isascii() and token.isdecimal() and len(token) < 10):
        expected = f"a whole number from 1 to {LARGEST_EXPONENT}"
        raise BadInput(f"exponent {index + 1}: expected {expected}, not {token[:40]!r}")
    return int(token)


def from_json(data: Any) -> PowersInstance:
    """Return the instance that a decoded JSON value describes."""
    keys = read_object(data, "a powers instance", {"exponents"}, {"base", "digits"})
    if not isinstance(keys["exponents"], list):
        raise BadInput(f"exponents: expected a list of whole numbers, not {shorten(keys['exponents'])}")
    return PowersInstance(tuple(keys["exponents"]), keys.get("base", 10), keys.get("digits", "once"))


def to_json(instance: PowersInstance) -> dict[str, Any]:
    return {"exponents": list(instance.exponents), "base": instance.base, "digits": instance.digits}


def to_text(instance: PowersInstance) -> str:
    """Return the inline notation, or JSON if the base is not 10: the inline notation cannot express a base."""
    if instance.base != 10:
        return json.dumps(to_json(instance))
    exponents = ",".join(map(str, instance.exponents))
    return exponents if instance.digits == "once" else f"{exponents}:{instance.digits}"


FORMATS: dict[str, Callable[[PowersInstance], str]] = {"text": to_text}


def parse_solution(text: str) -> PowersSolution:
    """Parse a solution from JSON."""
    return PowersSolution(read_object(read_json(text), "a powers solution", {"n"})["n"])


def solution_to_json(solution: PowersSolution) -> dict[str, Any]:
    return {"n": solution.n}
