"""Read and write instances and solutions: ``3,4``, ``3,4:at-least-once``, and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tilewright.errors import BadInput
from tilewright.games.powers.rules import MODES, PowersInstance, PowersSolution

__all__ = ["FORMATS", "from_json", "parse", "parse_solution", "solution_to_json", "to_json"]

KEYS = ("exponents", "base", "digits")


def parse(text: str) -> PowersInstance:
    """An instance from JSON or from the inline form ``3,4:at-least-once``."""
    text = text.strip()
    if text.startswith(("{", "[")):
        return from_json(_load(text))
    exponents, colon, digits = text.partition(":")
    if not exponents.strip():
        raise BadInput("expected exponents such as 3,4 and found none")
    if colon and digits.strip() not in MODES:
        raise BadInput(f"after the colon: expected {' or '.join(MODES)}, not {digits.strip()[:40]!r}")
    numbers = tuple(_exponent(token, index) for index, token in enumerate(exponents.split(",")))
    return PowersInstance(numbers, digits=digits.strip() if colon else "once")


def _exponent(token: str, index: int) -> int:
    token = token.strip()
    if not (token.isascii() and token.isdecimal() and len(token) < 10):
        raise BadInput(f"exponent {index + 1}: expected a whole number, not {token[:40]!r}")
    return int(token)


def from_json(data: Any) -> PowersInstance:
    """An instance from the value of its JSON."""
    if not isinstance(data, dict):
        raise BadInput(f"expected an object with the key exponents, not {_kind(data)}")
    for key in data:
        if key not in KEYS:
            raise BadInput(f"unknown key {key[:40]!r}; an instance has {', '.join(KEYS)}")
    if "exponents" not in data:
        raise BadInput("the key exponents is missing")
    if not isinstance(data["exponents"], list):
        raise BadInput(f"exponents: expected a list of whole numbers, not {_kind(data['exponents'])}")
    for key, kind in (("base", int), ("digits", str)):
        if key in data and type(data[key]) is not kind:
            raise BadInput(f"{key}: expected {_KINDS[kind]}, not {_kind(data[key])}")
    for index, exponent in enumerate(data["exponents"]):
        if type(exponent) is not int:
            raise BadInput(f"exponents[{index}]: expected a whole number, not {_kind(exponent)}")
    return PowersInstance(tuple(data["exponents"]), data.get("base", 10), data.get("digits", "once"))


def to_json(instance: PowersInstance) -> dict[str, Any]:
    return {"exponents": list(instance.exponents), "base": instance.base, "digits": instance.digits}


def to_text(instance: PowersInstance) -> str:
    """The inline form; it has no place for a base, so another base than ten is written as JSON."""
    if instance.base != 10:
        return json.dumps(to_json(instance))
    exponents = ",".join(map(str, instance.exponents))
    return exponents if instance.digits == "once" else f"{exponents}:{instance.digits}"


FORMATS: dict[str, Callable[[PowersInstance], str]] = {"text": to_text}


def parse_solution(text: str) -> PowersSolution:
    """A solution from JSON."""
    data = _load(text)
    if not isinstance(data, dict) or set(data) != {"n"}:
        raise BadInput('expected a solution such as {"n": 18}, with the key n alone')
    if type(data["n"]) is not int:
        raise BadInput(f"n: expected a whole number, not {_kind(data['n'])}")
    return PowersSolution(data["n"])


def solution_to_json(solution: PowersSolution) -> dict[str, Any]:
    return {"n": solution.n}


_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    str: "a text",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), type(value).__name__)


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"malformed JSON at {where}: {error.msg}") from None
    except ValueError:
        raise BadInput("a number in the JSON has too many digits") from None
    except RecursionError:
        raise BadInput("the JSON is nested too deeply") from None
