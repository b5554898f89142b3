"""One number that stands for what the program does: it changes only when behaviour changes.

A game's file ``signature.json`` lists small searches that end by themselves and depend on no clock:

- ``{"solve": "F-6-2-5 grid=6 levels=3", "solver": "exact", "options": {}}``: the result counts, with the
  solution and all whole numbers and texts of its statistics, times aside;
- ``{"generate": {"n": 8}, "seed": 1}``, alone or with `solver`: the instance counts, and its result;
- ``{"play": ["mcts:50it", "greedy"], "seed": 1, "keys": {}}``: the record of the game counts.

The number is made of the SHA-256 of all of them. Where it differs from yesterday's, the parts tell which search
differs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from tilewright import registry
from tilewright.errors import BadInput
from tilewright.game import Game, Instance
from tilewright.play.agent import Entrant
from tilewright.play.match import play_match
from tilewright.play.state import PlayableGame

__all__ = ["FILE", "Part", "parts", "signature"]

FILE = "signature.json"
MODULUS = 10_000_000_000


@dataclass(frozen=True, slots=True)
class Part:
    """One search of a signature: what it is, and the digest of what came out."""

    game: str
    question: str
    digest: str

    @property
    def number(self) -> int:
        return int(self.digest, 16) % MODULUS


def signature(found: list[Part]) -> int:
    """The number of all parts together."""
    text = "\n".join(f"{part.game} {part.question} {part.digest}" for part in found)
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % MODULUS


def parts(games: tuple[Game, ...] | None = None) -> Iterator[Part]:
    """The searches of every game, one after the other."""
    for game in registry.games() if games is None else games:
        file = resources.files(game.package).joinpath(FILE)
        if not file.is_file():
            continue
        for question in json.loads(file.read_text("utf-8")):
            text = json.dumps(question, sort_keys=True)
            answer = json.dumps(_answer(game, question), sort_keys=True)
            yield Part(game.name, text, hashlib.sha256(answer.encode()).hexdigest())


def _answer(game: Game, question: Mapping[str, Any]) -> Any:
    match question:
        case {"play": [*agents]}:
            seed, played = question.get("seed", 0), PlayableGame(game)
            deal = played.deal(seed, question.get("keys", {}))
            return play_match(played, deal, [Entrant.parse(agent) for agent in agents], seed).to_json()
        case {"solve": str(text)}:
            return _solved(game, game.parse(text), question)
        case {"generate": dict(options)}:
            instance = game.generate(question.get("seed", 0), **options)
            answer = {"instance": game.to_json(instance)}
            return answer | {"result": _solved(game, instance, question)} if "solver" in question else answer
    raise BadInput(f"{game.name}'s {FILE} asks what nobody answers: {json.dumps(question)[:80]}")


def _solved(game: Game, instance: Instance, question: Mapping[str, Any]) -> dict[str, Any]:
    result = game.solve(instance, solver=question["solver"], **question.get("options", {})).to_json()
    stats = {key: value for key, value in result["stats"].items() if isinstance(value, int | str)}
    kept = ("status", "objective", "bound", "unique", "solution", "verified")
    return {"stats": stats} | {key: result[key] for key in kept}
