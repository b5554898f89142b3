"""SAT with native cardinality, connectivity cut in where it fails, all in one incremental solver.

The model says all but that the sea and the islands hang together. A board that obeys it but falls apart breaks
the clauses that `cuts` finds; they are added, and the same solver, with all that it has learnt, goes on. So it
does when a solution is forbidden to look for the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.engines.sat import Sat
from tilewright.game import Answer, Run
from tilewright.games.nurikabe.rules import Board
from tilewright.games.nurikabe.search.clause_model import Clause, Model
from tilewright.games.nurikabe.search.connectivity_cuts import find_cuts
from tilewright.games.nurikabe.search.requested_answers import Rows, answer, wanted
from tilewright.games.nurikabe.search.search_board import Chart, draw_chart

__all__ = ["Search", "solve"]


def solve(instance: Board, run: Run) -> Answer:
    chart = draw_chart(instance, run)
    if chart is None:
        return answer(run, (), complete=False, stats={})
    with Search(chart) as search:
        search.find(run, wanted(run))
        return answer(run, search.found, complete=search.complete, stats=search.stats)


class Search:
    """One board in one solver, which may be asked again and again for more."""

    def __init__(self, chart: Chart) -> None:
        self.found: list[Rows] = []
        self.complete = False
        """Whether there are no solutions but those found."""
        self.rounds = self.cuts = 0
        self._chart = chart
        self._sat = Sat()
        self._telling = self._tell()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._sat.close()

    @property
    def stats(self) -> dict[str, int]:
        return {"rounds": self.rounds, "cuts": self.cuts, "conflicts": self._sat.stats["conflicts"]}

    def demand(self, clause: Clause) -> None:
        """Look from now on only for solutions in which one of the cells' truths (see `Model`) holds."""
        self._sat.add(*clause)

    def find(self, run: Run, most: int) -> None:
        """Go on until so many solutions are found, or all, or the run is over."""
        for told, _ in enumerate(self._telling):
            if told % 1000 == 0 and run.stopped:
                return
        while not self.complete and len(self.found) < most:
            obeys = self._sat.solve(run)
            if obeys is None:
                return
            if not obeys:
                self.complete = True
                return
            self.rounds += 1
            true = self._sat.model()
            land = self._land(true)
            cuts = list(find_cuts(self._model, land, set(true)))
            if not cuts:
                self.found.append(self._chart.rows(land))
                cuts = [[-(cell + 1) if island else cell + 1 for cell, island in enumerate(land)]]
            self.cuts += len(cuts)
            for clause in cuts:
                self._sat.add(*clause)

    def _tell(self) -> Iterator[None]:
        """Tell the solver the model, a little at a time."""
        self._model = Model(self._chart)
        for clause in self._model.clauses():
            self._sat.add(*clause)
            yield
        for truths in self._model.exclusive():
            self._sat.at_most(truths, 1)
            yield
        for truths, size in self._model.sums():
            self._sat.exactly(truths, size)
            yield

    def _land(self, true: Sequence[int]) -> list[bool]:
        land = [False] * self._chart.cells
        for truth in true:
            if truth > len(land):
                break
            land[truth - 1] = True
        return land
