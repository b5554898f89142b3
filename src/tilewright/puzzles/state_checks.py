"""Check states for the puzzle panel with the rule model: find broken rules, and recognise solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.errors import BadInput
from tilewright.game import BrokenRule
from tilewright.puzzles.board_base_classes import GridBoard
from tilewright.puzzles.explainer import Explainer
from tilewright.puzzles.kinds_and_states import (
    BORDER,
    CROSS,
    JOIN,
    UNSHADED,
    Kind,
    Place,
    State,
    Value,
    cells_of_places,
    describe_place,
    places_of,
)
from tilewright.puzzles.rule_model import Model
from tilewright.puzzles.web_questions import WebQuestions

if TYPE_CHECKING:
    from tilewright.puzzles.puzzle_definition import Puzzle

__all__ = ["StateChecks"]

_NOT_DRAWN: Mapping[Kind, tuple[Value, ...]] = {
    Kind.SHADE: (UNSHADED,),
    Kind.NUMBERS: (),
    Kind.REGIONS: (JOIN, BORDER),
    Kind.LINES: (CROSS,),
}
"""The values that a player need not draw. A state is solved if, for at least one of these values, it becomes a
solution when all undecided places get this value."""


class StateChecks(WebQuestions):
    """The request handlers of a puzzle whose states are checked with its rule model.

    Satisfied clues are not reported, because the rule model does not say when a clue is satisfied.
    """

    def __init__(self, puzzle: Puzzle, value_names: Mapping[Value, str]) -> None:
        decides_clues = puzzle.kind is not Kind.NUMBERS
        super().__init__(puzzle.package, value_names, puzzle.solution.shape, decides_clues)
        self._puzzle = puzzle
        self._explainer = lru_cache(maxsize=8)(self._new_explainer)

    def _new_explainer(self, instance: GridBoard) -> Explainer:
        model = Model()
        self._puzzle.build(instance, model)
        return Explainer(model)

    def broken_rules(self, instance: GridBoard, state: State) -> Iterator[BrokenRule]:
        """Yield each rule that the decided values break, whatever the values of the undecided places are.

        If a place cannot have its decided value, or if decided values contradict each other even without the
        rules of the puzzle, only these contradictions are yielded.
        """
        explainer = self._explainer(instance)
        possible = explainer.model.values
        decided = {place: value for place, value in state.values.items() if place in possible}
        impossible = {place: value for place, value in decided.items() if value not in possible[place]}
        for place, value in impossible.items():
            message = f"{describe_place(place)}: {value} is impossible here"
            yield BrokenRule("impossible", message, cells_of_places([place]))
        if impossible:
            return
        for rule, places in explainer.broken_rules(decided):
            if rule is None:
                message = "these entries contradict each other"
                yield BrokenRule("contradiction", message, cells_of_places(places))
                return
            yield BrokenRule("broken", rule.sentence, rule.cells or cells_of_places(places))

    def is_solved(self, instance: GridBoard, state: State) -> bool:
        """Return whether the state is a solution.

        If places are undecided, one value of `_NOT_DRAWN`, set in all of them, must make the state a solution.
        """
        # Not all boards are full rectangles; values of places that are not on the board are ignored.
        inside = set(instance.cells())
        places = [
            place
            for place in places_of(state.kind, instance.height, instance.width)
            if inside.issuperset(cells_of_places([place]))
        ]
        clues = instance.clues() if state.kind is Kind.NUMBERS else {}
        decided: dict[Place, Value] = {
            **{cell: clue for cell, clue in clues.items() if clue > 0},
            **{place: state.values[place] for place in places if place in state.values},
        }
        if all(place in decided for place in places):
            return self._is_solution(instance, decided)
        return any(
            self._is_solution(instance, {**dict.fromkeys(places, value), **decided})
            for value in _NOT_DRAWN[state.kind]
        )

    def _is_solution(self, instance: GridBoard, values: Mapping[Place, Value]) -> bool:
        """Return whether the values, one for each place, form a legal solution."""
        try:
            solution = self._puzzle.solution.from_values(instance, values)
        except BadInput:
            return False
        own = solution.values(instance)
        if any(own.get(place) != value for place, value in values.items()):
            return False
        return self._game.check(instance, solution).ok
