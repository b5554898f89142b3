"""Request handlers for instances: parse, draw, check, hint, generate, and the validation of jobs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import ECHO_LIMIT, Game, Instance

__all__ = [
    "check",
    "draw",
    "draw_card",
    "generate",
    "hint",
    "parse",
    "text_of",
    "validate_generate_request",
    "validate_solve_request",
]

JsonObject = dict[str, Any]


def text_of(value: Any) -> str:
    """Return a string unchanged, and any other JSON value as JSON text."""
    return value if isinstance(value, str) else json.dumps(value)


def _instance(request: Mapping[str, Any]) -> tuple[Game, Instance]:
    game = registry.game(request["game"])
    return game, game.with_keys(game.parse(text_of(request["instance"])), request.get("keys") or {})


def _picture(game: Game, *parts: Any) -> str | None:
    """Return the SVG drawing; None if the game has no pictures, or if the instance is too large to be drawn."""
    try:
        return game.svg(*parts)
    except BadInput:
        return None


def _describe(game: Game, instance: Instance) -> JsonObject:
    """Return an instance as JSON, in every notation, and as a picture.

    For a very large instance, the size and the SHA-256 replace the JSON, and the notations are left out.
    """
    texts: dict[str, str] = {}
    if instance.parts <= ECHO_LIMIT:
        texts = {notation: game.format(instance, notation) for notation in game.formats}
    short = [text for notation, text in texts.items() if notation != "json"]
    return {
        "instance": game.echo(instance),
        "text": short[0] if short else texts.get("json"),
        "formats": texts,
        "parts": instance.parts,
        "svg": _picture(game, instance),
    }


def parse(request: JsonObject) -> JsonObject:
    """Return the instance as JSON, in every notation, and as a picture."""
    return _describe(*_instance(request))


def draw(request: JsonObject) -> JsonObject:
    """Return a drawing of an instance, a solution, or both; if both are given, broken rules are marked."""
    game = registry.game(request["game"])
    if request.get("instance") is None and request.get("solution") is None:
        raise BadInput("there is nothing to draw: send an instance, a solution, or both")
    instance = None if request.get("instance") is None else _instance(request)[1]
    solution = None
    if request.get("solution") is not None:
        solution = game.parse_solution(text_of(request["solution"]))
    verdict = game.check(instance, solution) if instance is not None and solution is not None else None
    svg = game.svg(instance, solution, verdict)
    if svg is None:
        raise BadInput(f"{game.name} has no pictures")
    return {"svg": svg}


def check(request: JsonObject) -> JsonObject:
    """Return the checker's verdict on a solution."""
    game, instance = _instance(request)
    return game.check(instance, game.parse_solution(text_of(request["solution"]))).to_json()


def hint(request: JsonObject) -> JsonObject:
    """Return the next logical step from a state, or from the start if the request contains no state."""
    game, instance = _instance(request)
    state = request.get("state")
    return game.hint(instance, None if state is None else text_of(state)).to_json()


def draw_card(request: JsonObject) -> JsonObject:
    """Return the picture of a game for the start page.

    The game's file ``page/start_page_picture.json`` contains an instance, a solution or both, with the same
    keys as a request to `draw`. Without this file, the picture shows the game's first example, if there is one.
    """
    game = registry.game(request["game"])
    file = resources.files(game.package) / "page" / "start_page_picture.json"
    if file.is_file():
        return draw({**json.loads(file.read_text("utf-8")), "game": game.name})
    for example in game.examples["instances"]:
        return {"svg": _picture(game, game.parse(text_of(example["instance"])))}
    return {"svg": None}


def validate_solve_request(request: JsonObject) -> JsonObject:
    """Return the name of the solver, which is the default solver if the request names none.

    Raise `BadInput` if the instance cannot be parsed, if the game has no such solver, or if the solver does not
    accept the options in the request.
    """
    game, _ = _instance(request)
    solver = game.solver(request["solver"])
    game.settings(solver, request["options"])
    return {"solver": solver.name}


def validate_generate_request(request: JsonObject) -> JsonObject:
    """Raise `BadInput` if the game has no generator, or if the generator does not accept these options."""
    from tilewright.run import read_options

    game = registry.game(request["game"])
    if not game.has("generate"):
        raise BadInput(f"{game.name} has no generator")
    read_options(game.generator, request["options"], f"the generator of {game.name}")
    return {}


def generate(request: JsonObject) -> JsonObject:
    """Generate an instance, and return its description as `parse` does."""
    game = registry.game(request["game"])
    return _describe(game, game.generate(request["seed"], **request["options"]))
