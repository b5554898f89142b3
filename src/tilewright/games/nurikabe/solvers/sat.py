"""SAT with native cardinality constraints; connectivity clauses are added lazily to one incremental solver.

The model states all rules except that the sea and the islands are connected. If an assignment is disconnected,
`connectivity_clauses` finds clauses that it violates; they are added, and the same solver continues with all
learnt clauses. Before the search for another solution, a clause that excludes the solution found is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

from tilewright.engines.sat import Sat
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.rules import Board, Rows
from tilewright.games.nurikabe.search.answer_from_solutions import build_answer
from tilewright.games.nurikabe.search.board_with_island_reach import SearchBoard, build_search_board
from tilewright.games.nurikabe.search.clause_model import Clause, Model
from tilewright.games.nurikabe.search.connectivity_clauses import find_cuts
from tilewright.puzzles.answer_from_solutions import solutions_needed

__all__ = ["Search", "solve"]


def solve(instance: Board, run: Run) -> Answer:
    board = build_search_board(instance, run)
    if board is None:
        return build_answer(run, (), complete=False, stats={})
    with closing(Search(board)) as search:
        search.find(run, solutions_needed(run))
        return build_answer(run, search.solutions, complete=search.complete, stats=search.stats)


class Search:
    """An incremental search on one board; it can be continued to find more solutions."""

    def __init__(self, board: SearchBoard) -> None:
        self.solutions: list[Rows] = []
        self.complete = False
        """Whether all solutions have been found."""
        self.rounds = self.cuts = 0
        self._board = board
        self._sat = Sat()
        self._loading = self._load_model()

    def close(self) -> None:
        self._sat.close()

    @property
    def stats(self) -> dict[str, int]:
        return {"rounds": self.rounds, "cuts": self.cuts, "conflicts": self._sat.stats["conflicts"]}

    def require(self, clause: Clause) -> None:
        """Require that all further solutions satisfy the clause. Its literals use the variables of `Model`."""
        self._sat.add(*clause)

    def find(self, run: Run, most: int) -> None:
        """Search until `most` solutions in total or all solutions are found, or the run is stopped."""
        for loaded, _ in enumerate(self._loading):
            if loaded % 1000 == 0 and run.stopped:
                return
        while not self.complete and len(self.solutions) < most:
            satisfiable = self._sat.solve(run)
            if satisfiable is None:
                return
            if not satisfiable:
                self.complete = True
                return
            self.rounds += 1
            true = self._sat.model()
            land = self._land(true)
            cuts = list(find_cuts(self._model, land, set(true)))
            if not cuts:
                self.solutions.append(self._board.rows(land))
                cuts = [[-(cell + 1) if island else cell + 1 for cell, island in enumerate(land)]]
            self.cuts += len(cuts)
            for clause in cuts:
                self._sat.add(*clause)

    def _load_model(self) -> Iterator[None]:
        """Add the model to the solver step by step, so that the caller can check whether the run is stopped."""
        self._model = Model(self._board)
        for clause in self._model.clauses():
            self._sat.add(*clause)
            yield
        for variables in self._model.exclusive():
            self._sat.at_most(variables, 1)
            yield
        for variables, size in self._model.sums():
            self._sat.exactly(variables, size)
            yield

    def _land(self, true: Sequence[int]) -> list[bool]:
        """Return, for each cell, whether it is an island cell."""
        land = [False] * self._board.cells
        for variable in true:
            if variable > len(land):
                break
            land[variable - 1] = True
        return land
