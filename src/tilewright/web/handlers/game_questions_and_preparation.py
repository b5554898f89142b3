"""Request handlers for a game's own ``web.py`` and ``page_preparation.py``, and for its compiled kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright import registry

__all__ = ["NotFound", "answer_own_question", "count_missing_kernels", "is_prepared", "prepare"]

JsonObject = dict[str, Any]


class NotFound(LookupError):
    """The game has no question with this name."""


def answer_own_question(request: JsonObject) -> JsonObject:
    """Answer a question with the function that ``ASK`` in the game's ``web.py`` lists for it."""
    game = registry.game(request["game"])
    functions = getattr(game.module("web"), "ASK", {}) if game.has("web") else {}
    question = request["question"]
    if question not in functions:
        raise NotFound(f"{game.name} has no question {question!r}; it has {', '.join(functions) or 'none'}")
    answer: JsonObject = functions[question](request["data"])
    return answer


def count_missing_kernels(request: JsonObject) -> JsonObject:
    """Return how many of the game's compiled kernel files are missing or damaged; 1 if it has no manifest."""
    from tilewright.kernel_manifest import missing_files

    game = registry.game(request["game"])
    _, missing = missing_files(game.name, game.package)
    return {"missing": missing}


def is_prepared(request: JsonObject) -> JsonObject:
    """Return whether the data that the game prepares are complete, and whether they are needed to play."""
    preparation = registry.game(request["game"]).module("page_preparation")
    needed_to_play = getattr(preparation, "NEEDED_TO_PLAY", True)
    return {"ready": bool(preparation.ready()), "needed_to_play": bool(needed_to_play)}


def prepare(request: JsonObject, report_progress: Callable[[JsonObject], None]) -> JsonObject:
    """Build the data that the game prepares for its page, unless they are complete."""
    preparation = registry.game(request["game"]).module("page_preparation")

    def progress(done: float, note: str = "") -> None:
        report_progress({"done": min(1.0, max(0.0, done)), "note": note})

    if not preparation.ready():
        preparation.build(progress)
    return {"ready": bool(preparation.ready())}
