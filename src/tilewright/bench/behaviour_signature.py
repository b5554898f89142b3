"""The behaviour signature: one number that changes only when a search or its result changes.

The file ``signature.json`` of a game lists small deterministic searches:

- ``{"solve": "F-6-2-5 grid=6 levels=3", "solver": "exact", "options": {}}``: the signature includes
  the result with its solution and all integers and strings of its statistics, but no times;
- ``{"generate": {"n": 8}, "seed": 1}``: the signature includes the generated instance and, if the entry also
  has the key ``solver``, the result of that solver;
- ``{"play": ["mcts:50it", "greedy"], "seed": 1, "keys": {}}``: the signature includes the record of the game.

The signature is derived from the SHA-256 digests of all results. If it changes, these digests show which
searches have a different result.
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
from tilewright.play.matches_and_game_records import play_match
from tilewright.play.state import PlayableGame

__all__ = ["FILE", "Part", "parts", "signature"]

MODULUS = 10_000_000_000
FILE = "signature.json"


@dataclass(frozen=True, slots=True)
class Part:
    """One search of a signature: its game, its entry in `signature.json`, and the digest of its result."""

    game: str
    question: str
    digest: str

    @property
    def number(self) -> int:
        return int(self.digest, 16) % MODULUS


def signature(searches: list[Part]) -> int:
    """Return the signature of all searches together."""
    text = "\n".join(f"{part.game} {part.question} {part.digest}" for part in searches)
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % MODULUS


def parts(games: tuple[Game, ...] | None = None) -> Iterator[Part]:
    """Run the searches of the games (None: all games) and yield one part of the signature per search."""
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
    raise BadInput(f"{game.name}'s {FILE} has an unknown kind of search: {json.dumps(question)[:80]}")


def _solved(game: Game, instance: Instance, question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a solver's result that do not depend on time."""
    result = game.solve(instance, solver=question["solver"], **question.get("options", {})).to_json()
    stats = {key: value for key, value in result["stats"].items() if isinstance(value, int | str)}
    keys = ("status", "objective", "bound", "unique", "solution", "verified")
    return {"stats": stats} | {key: result[key] for key in keys}
