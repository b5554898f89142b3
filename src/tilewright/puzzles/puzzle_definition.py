"""A pencil puzzle: one object that provides solvers, notation, hints, generator, pictures and page.

The file ``puzzle.py`` in a puzzle's folder contains ``PUZZLE = Puzzle(...)``. The attributes `notation`,
`explain`, `picture`, `generate`, `library`, `web`, `verifiable_tasks`, `data_export` and `clauses` replace the
files of the same names that other games have in their folders. `tilewright.puzzles.puzzle_game` declares the
game itself, without slow imports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from tilewright.contract import name_of
from tilewright.game import Answer, Hint, Run
from tilewright.optional_packages import MissingPackage
from tilewright.puzzles.answer_from_solutions import build_answer, solutions_needed
from tilewright.puzzles.board_base_classes import GridBoard
from tilewright.puzzles.board_picture import BoardPicture
from tilewright.puzzles.exportable_clauses import ClauseModel, clause_model
from tilewright.puzzles.hints import Explanations
from tilewright.puzzles.kinds_and_states import VALUE_NAMES, Place, State, Value, state_to_json
from tilewright.puzzles.library import Library
from tilewright.puzzles.library_dataset import library_dataset
from tilewright.puzzles.notation import Notation
from tilewright.puzzles.rule_model import Model, Truth
from tilewright.puzzles.sat_search import ModelSearch
from tilewright.puzzles.solution_types import PuzzleSolution
from tilewright.puzzles.state_checks import StateChecks
from tilewright.puzzles.verifiable_puzzle_tasks import PuzzleTasks

__all__ = ["Puzzle"]

Solve = Callable[[Any, Run], Answer]

PATIENCE = 500_000
"""If a puzzle defines `strengthen`, CP-SAT takes over when the SAT solver has had this many conflicts."""


class Puzzle:
    """One puzzle. The SAT and CP-SAT solvers, hints, grades and the page all use the rules in `build`.

    - `package`: the puzzle's package, usually ``__package__``;
    - `notation`: reads and writes boards, solutions and states;
    - `build`: adds the rules of a board to a model (see `tilewright.puzzles.rule_model`);
    - `decode`: returns the solution for an assignment; necessary if a model that is used only for solving does
      not have values for all places;
    - `solution`: the class of the solutions, by default that of the notation;
    - `program`: the file name of the clingo program, by default NAME.lp in the folder NAME;
    - `facts`: returns facts for the clingo program, in addition to those that every board has;
    - `generate`: returns a board for a seed and options;
    - `value_names`: the words for values in the sentences of hints, by default those of the solution's kind;
    - `picture`: draws boards; by default, a `BoardPicture`;
    - `own_hint`: returns a hint with one of the puzzle's own named techniques, or None; it is tried before the
      general hints;
    - `engine`: the name of the SAT solver (see `tilewright.engines.sat`);
    - `strengthen`: adds redundant constraints to the model for CP-SAT: constraints that the linear relaxation
      does not derive from the others. If this function is given, CP-SAT takes over when the SAT solver has had
      `PATIENCE` conflicts.
    """

    def __init__(
        self,
        package: str | None,
        *,
        notation: Notation[Any, Any],
        build: Callable[[Any, Model], None],
        generate: Callable[..., Any],
        value_names: Mapping[Value, str] | None = None,
        decode: Callable[[Any, Model, Truth], Any] | None = None,
        solution: type[PuzzleSolution] | None = None,
        program: str = "",
        facts: Callable[[Any], Iterable[str]] | None = None,
        picture: BoardPicture | None = None,
        own_hint: Callable[[Any, State], Hint | None] | None = None,
        engine: str = "minicard",
        strengthen: Callable[[Any, Model], None] | None = None,
    ) -> None:
        if not package:
            raise ValueError("a puzzle needs the name of its package")
        self.package = package
        self.solution = solution or notation.solution
        self.kind = self.solution.kind
        self.build = build
        self.decode = decode
        self.program = program or f"{package.rpartition('.')[2]}.lp"
        self.facts = facts
        self.engine = engine
        self.strengthen = strengthen
        self.library = Library(package)
        self.notation = notation
        if notation.library is None:
            notation.library = self.library.text_of
        self.verifiable_tasks = PuzzleTasks(package)
        self.data_export = SimpleNamespace(DATASETS=(library_dataset(name_of(package)),))
        self.clauses = SimpleNamespace(clause_model=self._clause_model)
        names = VALUE_NAMES[self.kind] if value_names is None else value_names
        self.explain = _Explain(Explanations(build, names, own_hint, self.only_solution))
        self.generate = SimpleNamespace(generate=generate)
        self.picture = BoardPicture() if picture is None else picture
        self.web = StateChecks(self, names)

    # --- Solvers --------------------------------------------------------------------------------------

    def model_for_solving(self, instance: GridBoard) -> Model:
        """Return the model of a board without the variables and clauses that only hints need."""
        model = Model(explaining=False)
        self.build(instance, model)
        return model

    def model_for_cpsat(self, instance: GridBoard) -> Model:
        """Return the model of a board for solving with CP-SAT."""
        model = self.model_for_solving(instance)
        if self.strengthen is not None:
            self.strengthen(instance, model)
        return model

    def solution_in(self, instance: GridBoard, model: Model, truth: Truth) -> PuzzleSolution:
        """Return the solution that an assignment of the model describes."""
        if self.decode is not None:
            solution: PuzzleSolution = self.decode(instance, model, truth)
            return solution
        return self.solution.from_values(instance, model.values_in(truth))

    def sat(self, instance: GridBoard, run: Run) -> Answer:
        """Solve a board with a SAT solver, adding violated clauses of lazy constraints."""
        model = self.model_for_solving(instance)
        wanted = solutions_needed(run)
        with ModelSearch(model, self.engine, PATIENCE if self.strengthen else None) as search:
            found, complete = search.find_all(run, wanted)
            if search.gave_up and not complete and len(found) < wanted:
                more, complete = self._search_further(self.model_for_cpsat(instance), run, search, found)
                found += more
            stats: dict[str, Any] = dict(search.stats)
        solutions = [self.solution_in(instance, model, truth) for truth in found]
        if run.options.get("common"):
            stats["common"] = self._common(instance, run)
        return build_answer(run, solutions, complete=complete, stats=stats)

    def _search_further(
        self, model: Model, run: Run, search: ModelSearch, found: list[list[bool]]
    ) -> tuple[list[list[bool]], bool]:
        """Use CP-SAT and the given model to continue a search that the SAT solver gave up.

        If CP-SAT is not installed, the SAT solver continues without a limit.
        """
        try:
            from tilewright.puzzles.cpsat_solver import search_further
        except MissingPackage:
            search.patience = None
            return search.find_all(run, solutions_needed(run) - len(found))
        return search_further(model, run, found, search.added, thorough=self.strengthen is not None)

    def only_solution(self, instance: GridBoard) -> Mapping[Place, Value] | None:
        """Return the values of all places in the only solution; None if the solution is not known to be unique.

        A subclass overrides this method if it can prove uniqueness much faster than a search with the model.
        """
        return None

    def _common(self, instance: GridBoard, run: Run) -> dict[str, Any] | None:
        """Return the values that all solutions share, as the JSON of a state; None if the run was stopped."""
        model = Model()
        self.build(instance, model)
        with ModelSearch(model, self.engine) as search:
            values = search.common_values(run)
        return (
            None if values is None else state_to_json(State(self.kind, instance.height, instance.width, values))
        )

    def _clause_model(self, instance: GridBoard) -> ClauseModel:
        """Return the clauses of a board, from the model for hints, which has literals for all values."""
        model = Model()
        self.build(instance, model)
        return clause_model(model, self.engine)

    @property
    def cpsat(self) -> Solve:
        """The solver that solves the puzzle's model with CP-SAT."""
        from tilewright.puzzles.cpsat_solver import solve_model  # imported late: OR-Tools is slow to import

        return lambda instance, run: solve_model(self, instance, run)

    @property
    def clingo(self) -> Solve:
        """The solver that runs the puzzle's own clingo program."""
        from tilewright.puzzles.clingo_solver import solve_program

        return lambda instance, run: solve_program(self, instance, run)


class _Explain:
    """Provides the functions that an ``explain.py`` must define."""

    def __init__(self, explanations: Explanations) -> None:
        self._explanations = explanations
        self.grade = explanations.grade
        self.solutions = explanations.solutions

    def hint(self, instance: GridBoard, state: Callable[[GridBoard], State] | None = None) -> Hint:
        """Return the next step. `state` is the result of the notation's ``parse_state``."""
        return self._explanations.hint(instance, None if state is None else state(instance))
