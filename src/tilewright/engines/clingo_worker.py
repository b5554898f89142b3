"""The program that runs clingo in a separate process, so that its grounding can be interrupted.

It reads one JSON object from standard input and writes one JSON object per line: ``{"model": [atoms], "cost":
[numbers]}`` for each model, then ``{"end": {...}}`` or ``{"error": "message"}``. It imports nothing from
Tilewright, because it is run as a file.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import clingo


def main() -> None:
    request = json.load(sys.stdin)
    messages: list[str] = []
    try:
        answer: dict[str, Any] = {"end": _solve(request, messages)}
    except Exception as error:
        # The logged message describes the error and its position; the exception often states only that there
        # was an error.
        logged = [message for message in messages if "error" in message]
        answer = {"error": (logged or [str(error)])[0]}
    _write(answer)


def _solve(request: dict[str, Any], messages: list[str]) -> dict[str, Any]:
    control = clingo.Control(request["arguments"], logger=lambda code, message: messages.append(message))
    for file in request["files"]:
        control.load(file)
    control.add("base", [], request["text"])
    control.ground([("base", [])])
    most = request["max_models"]

    def on_model(model: clingo.Model) -> bool:
        _write({"model": [_plain(symbol) for symbol in model.symbols(shown=True)], "cost": model.cost})
        # With an objective, every model but the last is intermediate.
        return bool(model.cost) or most == 0 or model.number < most

    with control.solve(on_model=on_model, async_=True) as handle:
        if not handle.wait(request["seconds"]):
            handle.cancel()
        result = handle.get()
    return {
        "exhausted": result.exhausted,
        "lower": [int(cost) for cost in control.statistics["summary"]["lower"]],
        "stats": _statistics(control.statistics),
    }


def _plain(symbol: clingo.Symbol) -> Any:
    """Return a symbol as JSON.

    A function with arguments becomes [name, [arguments]], a tuple becomes [arguments], a number becomes a
    number, and any other symbol becomes a string.
    """
    kind = symbol.type
    if kind == clingo.SymbolType.Number:
        return symbol.number
    if kind == clingo.SymbolType.String:
        return symbol.string
    if kind != clingo.SymbolType.Function:
        return str(symbol)
    arguments = [_plain(argument) for argument in symbol.arguments]
    name = symbol.name if symbol.positive else f"-{symbol.name}"
    if not name:
        return arguments
    return [name, arguments] if arguments else name


def _statistics(statistics: Any) -> dict[str, Any]:
    solving = statistics["solving"]["solvers"]
    return {
        "models": int(statistics["summary"]["models"]["enumerated"]),
        "atoms": int(statistics["problem"]["lp"]["atoms"]),
        "rules": int(statistics["problem"]["lp"]["rules"]),
        "choices": int(solving["choices"]),
        "conflicts": int(solving["conflicts"]),
    }


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
