"""The request handlers of the puzzle panel, the part of the web page for pencil puzzles of any kind.

The panel distinguishes only the four kinds of puzzles (see `tilewright.puzzles.kinds_and_states`). It receives
everything else as JSON from these handlers: the board as a *view*, and entered values and solutions as states.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from itertools import islice, product
from typing import Any

from tilewright import contract, registry
from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Cell, Game, Instance
from tilewright.puzzles.pzprv3 import FILE_START
from tilewright.strict_json import read_object

__all__ = ["WebQuestions"]

MOST_CELLS_CHECKED, MOST_CELLS_JUDGED, MOST_CELLS_GRADED = 10_000, 3_600, 900
"""The maximum number of cells of a board in the requests `check`, `judge` and `grade`, respectively."""

JUDGE_SECONDS = 1.5
"""The time limit in seconds for solving a board in a request. For longer solves, the page starts a job."""

MOST_BROKEN = 20
"""A response contains at most this many broken rules."""

IDENTIFYING_FORMATS = ("line", "url", "text")
"""The notations that the page uses to identify a puzzle, shortest first. If a board cannot be read back from
any of them, JSON is used."""

FORMAL_RULES = ("wrong-size", "undecided")
"""Codes of rules that only solutions from files or other programs can break, not those entered on the page."""

JsonObject = dict[str, Any]


class WebQuestions(ABC):
    """The request handlers of one puzzle; the attribute `ASK` has the meaning that it has in a ``web.py``.

    A subclass defines how the states of the puzzle are checked. `value_names` maps a value to the name that
    sentences use for it, such as ``#`` to ``sea``. `shape` is the shape of the regions that a player draws:
    ``rectangle``, ``stone`` (two cells), or "" for any shape. `decides_clues` tells whether the player also
    chooses values for the cells that have a clue.
    """

    def __init__(
        self, package: str, value_names: Mapping[Any, str], shape: str = "", decides_clues: bool = False
    ) -> None:
        self._package = package
        self._value_names = value_names
        self._shape = shape
        self._decides_clues = decides_clues
        self._lines: dict[str, str] = {}
        self.ASK: Mapping[str, Callable[[Any], JsonObject]] = {
            "rules": self.rules,
            "library": self.library,
            "open": self.open,
            "export": self.export,
            "check": self.check,
            "judge": self.judge,
            "grade": self.grade,
        }

    @property
    def _game(self) -> Game:
        return registry.game(contract.name_of(self._package))

    # --- Checks of states -----------------------------------------------------------------------------

    @abstractmethod
    def broken_rules(self, instance: Any, state: Any) -> Iterable[BrokenRule]:
        """Return the rules that are broken whatever the values of the undecided places are."""

    @abstractmethod
    def is_solved(self, instance: Any, state: Any) -> bool:
        """Return whether a state is a solution; values that a player need not draw may be missing."""

    def satisfied_clues(self, instance: Any, state: Any) -> Iterable[Cell]:
        """Return the cells of the clues that are known to be satisfied already."""
        return ()

    # --- Answers that do not depend on a board --------------------------------------------------------

    def rules(self, data: Any) -> JsonObject:
        """Return the rules, the names of values, and the puzzle that is shown to a new visitor."""
        read_object(data, "the request", set())
        return {
            "rules": [text for code, text in self._game.rules.items() if code not in FORMAL_RULES],
            "values": {str(value): name for value, name in self._value_names.items()},
            "first": self._first_puzzle(),
        }

    def _first_puzzle(self) -> str:
        """Return the text of the library puzzle, if possible an easy one, whose number of rows is closest to 7.

        If the library is empty, return the first example.
        """
        puzzles = self._library_puzzles()
        easy = [puzzle for puzzle in puzzles if puzzle["difficulty"] == "easy"] or puzzles
        if easy:
            return str(min(easy, key=lambda puzzle: abs(puzzle["rows"] - 7))["puzzle"])
        return _text(self._game.examples["instances"][0]["instance"])

    def library(self, data: Any) -> JsonObject:
        """Return the library puzzles; as in a view, the value of the key `line` identifies the puzzle."""
        read_object(data, "the request", set())
        lines = [{**puzzle, "line": self._line_of(puzzle["puzzle"])} for puzzle in self._library_puzzles()]
        return {"puzzles": lines}

    def _library_puzzles(self) -> list[JsonObject]:
        return [puzzle.to_json() for puzzle in self._game.module("library").puzzles]

    def _line_of(self, text: str) -> str:
        if text not in self._lines:
            self._lines[text] = self._line(self._game.parse(text))
        return self._lines[text]

    # --- Boards and states ----------------------------------------------------------------------------

    def open(self, data: Any) -> JsonObject:
        """Return the view of a board in any notation, with the given state or the state in its text, if any."""
        text, instance, given = self._read(data)
        state = self._state(instance, given) if given is not None else None
        if given is None and text.strip().startswith(FILE_START):
            # A puzz.link file may also contain the values that a player has entered.
            state = self._state_in_file(instance, text)
        return self._view(instance, None if state is None else self._state_json(state))

    def _view(self, instance: Any, state: JsonObject | None) -> JsonObject:
        regions = getattr(instance, "regions", None)
        rectangle = product(range(instance.height), range(instance.width))
        blocked = {*instance.blocked(), *set(rectangle).difference(instance.cells())}
        return {
            "height": instance.height,
            "width": instance.width,
            "kind": self._game.kind,
            "clues": [[*cell, "?" if clue == -1 else str(clue)] for cell, clue in instance.clues().items()],
            "blocked": [list(cell) for cell in sorted(blocked)],
            "regions": None if regions is None else [list(row) for row in regions],
            "fixed": not self._decides_clues,
            "shape": self._shape,
            "instance": self._game.to_json(instance),
            "line": self._line(instance),
            "state": state,
        }

    def _line(self, instance: Instance) -> str:
        """Return the board in the first of `IDENTIFYING_FORMATS` from which it can be read back, or as JSON."""
        for name in IDENTIFYING_FORMATS:
            if name in self._game.formats and self._is_read_back(instance, self._game.format(instance, name)):
                return self._game.format(instance, name)
        return self._game.format(instance)

    def _is_read_back(self, instance: Instance, text: str) -> bool:
        try:
            return self._game.parse(text) == instance
        except BadInput:
            return False

    def export(self, data: Any) -> JsonObject:
        """Return a board in every notation."""
        _, instance, _ = self._read(data)
        formats = {name: self._game.format(instance, name) for name in self._game.formats}
        return {"line": self._line(instance), "formats": formats}

    def _read(self, data: Any) -> tuple[str, Any, Any]:
        """Return the board of a request as a string and as an instance, and the request's state or None."""
        fields = read_object(data, "the request", {"board"}, {"state"})
        text = fields["board"]
        if not isinstance(text, str):
            raise BadInput("board must be a string that contains a board in any notation")
        return text, self._game.parse(text), fields.get("state")

    def _state(self, instance: Any, data: Any) -> Any:
        """Return the state that JSON or a text describes; a list is read as the rows of a state."""
        text = _text({"rows": data} if isinstance(data, list) else data)
        state = self._game.module("notation").parse_state(text)  # type: ignore[attr-defined]
        return state(instance) if callable(state) else state

    def _state_in_file(self, instance: Any, text: str) -> Any | None:
        """Return the state in a puzz.link file; None if the notation cannot read it.

        Only the notations of puzzles in which cells are shaded read states from files.
        """
        try:
            return self._state(instance, text)
        except BadInput:
            return None

    def _state_json(self, state: Any) -> JsonObject:
        notation: Any = self._game.module("notation")
        if hasattr(notation, "state_to_json"):
            data: JsonObject = notation.state_to_json(state)
            return data
        return self._game.solution_to_json(state)

    # --- Answers about boards -------------------------------------------------------------------------

    def check(self, data: Any) -> JsonObject:
        """Return the broken rules of a state, whether it is a solution, and the satisfied clues."""
        _, instance, given = self._read(data)
        if given is None:
            raise BadInput("the request lacks a state to check")
        _check_size(instance, MOST_CELLS_CHECKED, "checked")
        state = self._state(instance, given)
        solved = self.is_solved(instance, state)
        broken = () if solved else islice(self.broken_rules(instance, state), MOST_BROKEN)
        sentences = self._game.rules
        return {
            "solved": solved,
            "broken": [{**each.to_json(), "sentence": sentences.get(each.rule, "")} for each in broken],
            "complete": [list(cell) for cell in self.satisfied_clues(instance, state)],
        }

    def judge(self, data: Any) -> JsonObject:
        """Return up to two solutions of a board as states.

        `unique` is null if the board has no solution, or if the time limit is reached before it is decided
        whether there are several solutions.
        """
        _, instance, _ = self._read(data)
        _check_size(instance, MOST_CELLS_JUDGED, "solved")
        result = self._game.solve(instance, time_limit=JUDGE_SECONDS, unique=True)
        solution = None if result.solution is None else self._game.solution_to_json(result.solution)
        return {
            "status": result.status.value,
            "unique": result.unique,
            "solution": self._solution_state(instance, solution),
            "second": self._solution_state(instance, result.stats.get("second_solution")),
        }

    def _solution_state(self, instance: Any, solution: Any) -> JsonObject | None:
        return None if solution is None else self._state_json(self._state(instance, solution))

    def grade(self, data: Any) -> JsonObject:
        """Return the grade of a board with exactly one solution."""
        _, instance, _ = self._read(data)
        _check_size(instance, MOST_CELLS_GRADED, "graded")
        explain: Any = self._game.module("explain")
        grade: JsonObject = explain.grade(instance).to_json()
        return grade


def _text(value: Any) -> str:
    """Return a string unchanged, and any other JSON value as JSON text."""
    return value if isinstance(value, str) else json.dumps(value)


def _check_size(instance: Instance, most: int, what: str) -> None:
    if instance.parts > most:
        raise BadInput(
            f"a board of {instance.parts} cells is too large to be {what} here: the limit is {most} cells"
        )
