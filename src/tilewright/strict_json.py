"""A strict JSON parser. All notations use it, so that any malformed JSON leads to a one-line error message."""

from __future__ import annotations

import json
from collections.abc import Set
from typing import Any, NoReturn

from tilewright.errors import BadInput

__all__ = ["read_json", "read_object"]


def read_json(text: str, what: str = "the JSON") -> Any:
    """Parse JSON text; reject repeated keys, NaN, Infinity, overlong integers and very deep nesting."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(items)
        if len(result) < len(items):
            keys = [key for key, _ in items]
            repeated = next(key for key in keys if keys.count(key) > 1)
            raise BadInput(f"{what} has the key {_short(repeated)} twice")
        return result

    def constant(name: str) -> NoReturn:
        raise BadInput(f"{what} has {name}, which is not a JSON number")

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"{what} is malformed at {where}: {error.msg}") from None
    except RecursionError:
        raise BadInput(f"{what} is nested too deeply") from None
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{what} has a number with too many digits") from None


def read_object(data: Any, what: str, required: Set[str], optional: Set[str] = frozenset()) -> dict[str, Any]:
    """Return `data` if it is an object with all required keys and no keys except required and optional ones."""
    if not isinstance(data, dict):
        raise BadInput(f"{what} must be a JSON object, not {_kind(data)}")
    for key in data:
        if key not in required | optional:
            raise BadInput(
                f"{what} has an unknown key {_short(key)}; it may have {', '.join(sorted(required | optional))}"
            )
    for key in sorted(required):
        if key not in data:
            raise BadInput(f"{what} lacks the key {key!r}")
    return data


def _kind(data: Any) -> str:
    if data is None:
        return "null"
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(data), type(data).__name__)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
