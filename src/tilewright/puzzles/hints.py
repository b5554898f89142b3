"""Hints and grades for any puzzle: the next step with its reason, the first mistake, and the difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Cell, Hint, Run
from tilewright.puzzles.board_base_classes import GridBoard, check_state_size
from tilewright.puzzles.explainer import Explainer, Step
from tilewright.puzzles.grades import (
    GRADES,
    MISTAKE,
    NO_SOLUTION,
    NOT_UNIQUE,
    SOLVED,
    Grade,
    check_one_solution,
)
from tilewright.puzzles.kinds_and_states import Place, State, Value, describe_place, is_edge
from tilewright.puzzles.message_text import with_plural
from tilewright.puzzles.rule_model import Model, Rule
from tilewright.puzzles.sat_search import ModelSearch

__all__ = ["TECHNIQUE_ORDER", "Explanations"]

SEARCH = "search"

MOST_RULES = {"easy": 1, "medium": 3, "hard": 6}
"""For each grade except the last, the largest number of rules that a step may combine. Harder boards have the
last grade, ``expert``."""

TECHNIQUES = {1: "one-rule", 2: "two-rules", 3: "three-rules"}
"""The technique of a step, by the number of its rules. For more rules, the technique is ``several-rules``."""

TECHNIQUE_ORDER = (*TECHNIQUES.values(), "several-rules", SEARCH)
"""The names of the general techniques, the easiest first; a puzzle can also have techniques of its own."""


class Explanations:
    """The hints and grades of one puzzle.

    `build` adds the rules of a board to a model. `value_names` maps values to the words for them in sentences,
    such as ``shaded``. `own`, if given, is tried before the general techniques when `hint` is called with a
    state: it returns a hint with one of the puzzle's own named techniques, or None. `only_solution`, if given,
    returns the values of all places in the only solution of a board, or None if the solution is not known to be
    unique.
    """

    def __init__(
        self,
        build: Callable[[Any, Model], None],
        value_names: Mapping[Value, str],
        own: Callable[[Any, State], Hint | None] | None = None,
        only_solution: Callable[[Any], Mapping[Place, Value] | None] | None = None,
    ) -> None:
        self._build = build
        self._value_names = value_names
        self._own = own
        self._only_solution = only_solution
        self._board = lru_cache(maxsize=8)(self._new_board)

    # --- Hints ----------------------------------------------------------------------------------------

    def hint(self, instance: GridBoard, state: State | None = None) -> Hint:
        """Return a hint with the next forced places and the fewest rules found that force them.

        If the state contains a mistake, the hint is about the first mistake instead. If no place is forced, the
        hint contains the places in which the solutions differ.
        """
        board = self._board(instance)
        # A state may repeat clues for which the model has no variables; these values are ignored.
        granted = instance.clues().keys() - board.model.values.keys()
        decided = dict(board.given)
        if state is not None:
            check_state_size(state, instance)
            decided |= {place: value for place, value in state.values.items() if place not in granted}
        if not board.common and not board.solvable:
            return Hint((), None, NO_SOLUTION, "The puzzle has no solution.")
        mistake = self._first_mistake(board, decided)
        if mistake is not None:
            return mistake
        if self._own is not None and state is not None:
            named = self._own(instance, state)
            if named is not None:
                return named
        return self._next_hint(board, decided)

    def _next_hint(self, board: _Board, decided: Mapping[Place, Value]) -> Hint:
        undecided = [place for place in board.model.values if place not in decided]
        if not undecided:
            return Hint((), None, SOLVED, "The puzzle is solved.")
        targets = board.targets(decided)
        if not targets:
            places = tuple(undecided)
            differing = with_plural(len(places), "undecided place")
            reason = f"The puzzle has several solutions. They differ in {differing}."
            return _hint(places, None, NOT_UNIQUE, reason)
        steps = board.explainer.steps(decided, targets)
        if not steps:
            place, value = next(iter(targets.items()))
            reason = f"{self._claim((place,), value)}. Only a search shows this; no short argument was found."
            return _hint((place,), value, SEARCH, reason)
        return self._hint_for(max(steps, key=lambda step: len(step.places)))

    def _hint_for(self, step: Step) -> Hint:
        because = tuple(sorted({cell for rule in step.rules for cell in rule.cells}))
        reason = f"{self._claim(step.places, step.value)}. {_argument(step.rules)}"
        return _hint(step.places, step.value, _technique(step), reason, because)

    def _claim(self, places: Sequence[Place], value: Value) -> str:
        """Return a statement without a full stop, such as "Row 1, column 2 is shaded"."""
        name = self._value_names.get(value, str(value))
        if is_edge(places[0]):
            where = describe_place(places[0])
            pairs = with_plural(len(places) - 1, "more pair")
            more = f" (and between {pairs} of cells)" if len(places) > 1 else ""
            return f"There is {name} between {where}{more}"
        if len(places) == 1:
            return f"{describe_place(places[0]).capitalize()} is {name}"
        others = describe_place(places[1]) if len(places) == 2 else f"{len(places) - 1} more cells"
        return f"{describe_place(places[0]).capitalize()} and {others} are {name}"

    # --- Mistakes -------------------------------------------------------------------------------------

    def _first_mistake(self, board: _Board, decided: Mapping[Place, Value]) -> Hint | None:
        """Return a hint about the first wrong place in reading order; None if no place is wrong."""
        for place, value in sorted(decided.items()):
            right = board.common.get(place)
            literals = board.model.values.get(place)
            if literals is None:
                raise BadInput(
                    f"the state has a value for {describe_place(place)}, which players do not decide"
                )
            if value not in literals or right not in (None, value):
                return self._mistake(place, value, right)
        if board.unique or board.extends(decided):
            return None
        so_far: dict[Place, Value] = {}
        for place, value in sorted(decided.items()):
            so_far[place] = value
            if not board.extends(so_far):
                which = "any solution with the values of all earlier places (in reading order)"
                return self._mistake(place, value, None, which)
        raise AssertionError("no solution has all decided values, but no value contradicts those before it")

    def _mistake(self, place: Place, value: Value, right: Value | None, which: str = "any solution") -> Hint:
        if right is not None:
            wrong = self._value_names.get(value, str(value))
            claim = self._claim((place,), right)
            found = "there is" if is_edge(place) else "it is"
            reason = f"In every solution, {claim[0].lower()}{claim[1:]}; here {found} {wrong}."
        else:
            reason = f"{self._claim((place,), value)} here, unlike in {which}."
        return _hint((place,), right, MISTAKE, reason)

    # --- Grades ---------------------------------------------------------------------------------------

    def solutions(self, instance: GridBoard) -> int:
        """Return the number of solutions of the board: 0, 1, or 2 if there are several."""
        return self._board(instance).count

    def grade(self, instance: GridBoard) -> Grade:
        """Return the grade of a board with exactly one solution; it depends on the steps to that solution."""
        # The cached board cannot be used: clauses from earlier searches would change which steps are found.
        board = self._new_board(instance)
        check_one_solution(board.count)
        decided = dict(board.given)
        counts: Counter[str] = Counter()
        hardest, hardest_hint, hardest_name = 0, None, ""
        while targets := board.targets(decided):
            steps = board.explainer.steps(decided, targets)
            if steps:
                size, name = len(steps[0].rules), _technique(steps[0])
                counts[name] += len(steps)
                found: dict[Place, Value] = {place: step.value for step in steps for place in step.places}
            else:
                size, name = len(board.model.rules) + 1, SEARCH
                counts[name] += 1
                found = dict([next(iter(targets.items()))])
            if hardest_hint is None or size > hardest:  # a step may need no rule, so its size may be 0
                hardest, hardest_name = size, name
                hardest_hint = self._hint_for(steps[0]) if steps else self._next_hint(board, decided)
            decided |= found
        grade = next((name for name, most in MOST_RULES.items() if hardest <= most), GRADES[-1])
        steps_by_name = {name: counts[name] for name in TECHNIQUE_ORDER if counts[name]}
        return Grade(grade, hardest_name, steps_by_name, hardest_hint, hardest)

    # --- Boards ---------------------------------------------------------------------------------------

    def _new_board(self, instance: GridBoard) -> _Board:
        model = Model()
        self._build(instance, model)
        return _Board(model, self._only_solution(instance) if self._only_solution else None)


class _Board:
    """The model of a board, and what is known about its solutions."""

    def __init__(self, model: Model, only_solution: Mapping[Place, Value] | None) -> None:
        self.model = model
        self.explainer = Explainer(model)
        self.given: dict[Place, Value] = {
            place: next(iter(literals)) for place, literals in model.values.items() if len(literals) == 1
        }
        """The places with one possible value, such as cells with a given number. They are already decided."""
        self._search = ModelSearch(model)
        self.common = dict(only_solution or self._search.common_values(Run()) or {})
        """The values that are the same in all solutions."""
        self.unique = len(self.common) == len(model.values)
        self.solvable = bool(self.common) or self._search.find(Run()) is not False
        self.count = 0 if not self.solvable else 1 if self.unique else 2
        """The number of solutions: 0, 1, or 2 if there are several."""

    def targets(self, decided: Mapping[Place, Value]) -> dict[Place, Value]:
        """Map each undecided place whose value follows from the decided values to its value."""
        common = self.common
        if not self.unique and decided:
            common = self._search.common_values(Run(), self.model.literals_of(decided) or ()) or {}
        return {place: value for place, value in common.items() if place not in decided}

    def extends(self, decided: Mapping[Place, Value]) -> bool:
        """Return whether at least one solution contains all decided values."""
        literals = self.model.literals_of(decided)
        return literals is not None and self._search.find(Run(), literals) is not False


def _technique(step: Step) -> str:
    return TECHNIQUES.get(max(len(step.rules), 1), "several-rules")


def _argument(rules: Sequence[Rule]) -> str:
    """Return the reason for a step: one or more sentences that state its rules."""
    if not rules:
        return "No other value is consistent with the decided places."
    if len(rules) == 1:
        return f"{rules[0].sentence}."
    listed = " ".join(f"({number}) {rule.sentence}." for number, rule in enumerate(rules, 1))
    return f"Otherwise, these rules could not all be satisfied: {listed}"


def _hint(
    places: Sequence[Place], value: Value | None, technique: str, reason: str, because: Sequence[Cell] = ()
) -> Hint:
    """Return a hint about some places; either all of them are cells, or all of them are edges."""
    text = None if value is None else str(value)
    if places and is_edge(places[0]):
        edges: Any = tuple(places)
        cells = tuple(sorted({cell for edge in edges for cell in edge}))
        return Hint(cells, text, technique, reason, edges=edges, because=tuple(because))
    cells_only: Any = tuple(places)
    return Hint(cells_only, text, technique, reason, because=tuple(because))
