"""What the workers answer: short questions about instances, pictures and plays, and the longer work of jobs.

Every answer is a function of one JSON object that gives another. It runs in a worker's process and may raise
`BadInput`; whatever else it raises is a failure that the server logs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Any

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import ECHO_LIMIT, Game, Instance
from tilewright.web.handlers import bench as bench_answers
from tilewright.web.handlers import play as play_answers

__all__ = ["NoSuchThing", "answer"]

Tell = Callable[[dict[str, Any]], None]


class NoSuchThing(LookupError):
    """What was asked for by its name does not exist."""


def answer(do: str, question: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The answer to a question of the kind `do`."""
    if do in _LONG:
        return _LONG[do](question, tell)
    return _SHORT[do](question)


# --- Instances ----------------------------------------------------------------------------------------


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _instance(question: Mapping[str, Any]) -> tuple[Game, Instance]:
    game = registry.game(question["game"])
    return game, game.with_keys(game.parse(_text(question["instance"])), question.get("keys") or {})


def _picture(game: Game, *parts: Any) -> str | None:
    """The drawing, or None for what is too large to be drawn."""
    try:
        return game.svg(*parts)
    except BadInput:
        return None


def describe_instance(game: Game, instance: Instance) -> dict[str, Any]:
    """An instance as the pages show it: in JSON, in every notation, and as a picture."""
    texts = {}
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


def _parse(question: dict[str, Any]) -> dict[str, Any]:
    return describe_instance(*_instance(question))


def _draw(question: dict[str, Any]) -> dict[str, Any]:
    game = registry.game(question["game"])
    if question.get("instance") is None and question.get("solution") is None:
        raise BadInput("there is nothing to draw: give an instance, a solution, or both")
    instance = None if question.get("instance") is None else _instance(question)[1]
    solution = None
    if question.get("solution") is not None:
        solution = game.parse_solution(_text(question["solution"]))
    verdict = game.check(instance, solution) if instance is not None and solution is not None else None
    svg = game.svg(instance, solution, verdict)
    if svg is None:
        raise BadInput(f"{game.name} has no pictures")
    return {"svg": svg}


def _check(question: dict[str, Any]) -> dict[str, Any]:
    game, instance = _instance(question)
    return game.check(instance, game.parse_solution(_text(question["solution"]))).to_json()


def _hint(question: dict[str, Any]) -> dict[str, Any]:
    game, instance = _instance(question)
    state = question.get("state")
    return game.hint(instance, None if state is None else _text(state)).to_json()


def _card(question: dict[str, Any]) -> dict[str, Any]:
    """The picture that stands for a game: of its ``page/card.json``, which holds an instance, a solution or
    both as `draw` takes them, else of its first example."""
    game = registry.game(question["game"])
    file = resources.files(game.package) / "page" / "card.json"
    if file.is_file():
        return _draw({**json.loads(file.read_text("utf-8")), "game": game.name})
    for example in game.examples["instances"]:
        return {"svg": _picture(game, game.parse(_text(example["instance"])))}
    return {"svg": None}


def _accept(question: dict[str, Any]) -> dict[str, Any]:
    """Whether a solve may be started: the instance can be read, and the solver has these options."""
    game, instance = _instance(question)
    solver = game.solver(question["solver"])
    game.settings(solver, question["options"])
    return {"solver": solver.name, "parts": instance.parts}


def _accept_generate(question: dict[str, Any]) -> dict[str, Any]:
    from tilewright.run import read_options

    game = registry.game(question["game"])
    if not game.has("generate"):
        raise BadInput(f"{game.name} has no generator")
    read_options(game.generator, question["options"], f"the generator of {game.name}")
    return {}


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    """A question that only one game answers, by its ``web.py``."""
    game = registry.game(question["game"])
    known = getattr(game.module("web"), "ASK", {}) if game.has("web") else {}
    if question["question"] not in known:
        raise NoSuchThing(f"{game.name} answers {_listed(known)}")
    found: dict[str, Any] = known[question["question"]](question["data"])
    return found


def _prepared(question: dict[str, Any]) -> dict[str, Any]:
    return {"ready": bool(registry.game(question["game"]).module("preparation").ready())}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "no questions of its own"


# --- Longer work --------------------------------------------------------------------------------------


def _generate(question: dict[str, Any], tell: Tell) -> dict[str, Any]:
    game = registry.game(question["game"])
    return describe_instance(game, game.generate(question["seed"], **question["options"]))


def _background(question: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """What a game prepares for its page, by its ``preparation.py``."""
    work = registry.game(question["game"]).module("preparation")

    def progress(done: float, note: str = "") -> None:
        tell({"done": min(1.0, max(0.0, done)), "note": note})

    if not work.ready():
        work.build(progress)
    return {"ready": bool(work.ready())}


_SHORT: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "accept": _accept,
    "accept-generate": _accept_generate,
    "ask": _ask,
    "bench-report": bench_answers.report,
    "bench-suites": bench_answers.suites,
    "card": _card,
    "check": _check,
    "draw": _draw,
    "hint": _hint,
    "parse": _parse,
    "play-accept": play_answers.accept,
    "play-move": play_answers.move,
    "play-record": play_answers.record,
    "play-replay": play_answers.replayed,
    "play-start": play_answers.start,
    "play-view": play_answers.view,
    "prepared": _prepared,
}

_LONG: dict[str, Callable[[dict[str, Any], Tell], dict[str, Any]]] = {
    "analyse": play_answers.analyse,
    "background": _background,
    "generate": _generate,
    "move": play_answers.choose,
}
