"""Solve variant F exactly, even for the whole game: an exhaustive search over layers, from the top down.

Precomputed tables give an upper bound on the score of all stacks. Each step chooses a target score between the
best score so far and the upper bound, and searches exhaustively for a stack that reaches the target. If there
is no such stack, the upper bound falls below the target; if there is one, the same search continues until it
has found the best stack. Searches for lower targets take longer, so the targets start high and decrease.

With more than FEW_CARDS cards, beam searches run first, so that a stopped run has a good stack, and so that the
exhaustive search only needs to consider better stacks. The beam searches use the same code but keep only the
best states of each level, and their heuristic bounds assume that in large layers some cells support nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution
from tilewright.games.nmbr9.stacking import rebuild_placements
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import (
    Cancelled,
    ProgressReporter,
    SearchTooLarge,
    Tables,
    facts_for_search,
)
from tilewright.games.nmbr9.stacking.top_down_search import Beam, Search

__all__ = ["prepare", "solve"]

FEW_CARDS = 6
"""Up to this many cards, computing the tables for layers of three parts costs more than it saves."""
STEP = 0.02
"""The next target is this fraction below the upper bound or, if that is lower, halfway between the upper bound
and the best score."""
FIRST_BEAM = Beam(width=300, node_limit=3_000)
"""The limits of the beam search that runs before the tables for layers of three parts are computed."""
WIDTH, NODE_LIMIT = 500, 20_000
"""The beam width and the node limit in the first round of beam searches; each further round doubles both."""
AREA_FACTORS = (1.3, 1.2, 1.4, 1.1)
"""The factors by which a layer must be larger than the layer above, used in turn by the searches of a round.

They apply to the heuristic bounds of beam searches, and only to a layer whose supported sets were not computed
exactly: its area is at least the factor times the area of the layer above.
"""
NOISE = 5.0
"""From the second round of beam searches on, random noise is added to each bound: at most this many points."""
TARGET_SHARES = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2)
"""The targets tried in turn until a stack that scores points is found, as fractions of the heuristic bound."""
ROUNDS, LATE_ROUNDS = 2, 6
"""The number of rounds of beam searches before the exhaustive search, and the total number of rounds if the
exhaustive search is too large."""
BEAM_SHARE, SHORT_RUN = 0.3, 60.0
"""The share of the remaining time that beam searches may use before the exhaustive search. If no more than
SHORT_RUN seconds remain, beam searches may use all of that time."""


def prepare(instance: Nmbr9Instance) -> None:
    """Compile the kernels by solving small instances."""
    for support, grid in (("parts", None), ("types", 6)):
        solve(Nmbr9Instance("F", 2, 1, 3, grid=grid, support=support), Run())


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "F":
        raise BadInput(f"the solver 'exact' solves variant F, not {instance.variant}")
    optimisation = _Optimisation(instance, run)
    try:
        optimisation.run_to_end()
    except Cancelled:
        pass
    except SearchTooLarge:
        optimisation.stats["gave_up"] = "too many layers to list them all"
    return optimisation.answer()


@dataclass(slots=True)
class _Optimisation:
    """The best stack and the best upper bound so far, and the searches that improve them."""

    instance: Nmbr9Instance
    run: Run
    best: int | None = None
    stack: Nmbr9Solution | None = None
    bound: int | None = None
    stats: dict[str, Any] = field(default_factory=dict)

    def run_to_end(self) -> None:
        if self.instance.grid is None:
            self._improve(0, rebuild_placements.flat_stack(self.instance))
        tables = self._tables(packed=2)
        self._lower_bound_to(tables.top_bound(1, self.instance.cards))
        if self.instance.cards <= FEW_CARDS:
            self._search_exhaustively(tables)
            return
        self._search_beam(tables, AREA_FACTORS[0], FIRST_BEAM)
        tables = self._tables(packed=3)
        self.stats["tables"] = dict(tables.statistics)
        self._lower_bound_to(tables.top_bound(1, self.instance.cards))
        left = self.run.remaining or 0.0
        self._search_beams(tables, range(ROUNDS), left * (1 - BEAM_SHARE) if left > SHORT_RUN else 0.0)
        try:
            self._search_exhaustively(tables)
        except SearchTooLarge:
            self.stats["gave_up"] = "too many stacks to search them all"
            self._search_beams(tables, range(ROUNDS, LATE_ROUNDS))

    def answer(self) -> Answer:
        if self.bound is not None and self.bound < 0:
            return Answer(Status.INFEASIBLE, stats=self.stats)
        if self.stack is None:
            return Answer(Status.UNKNOWN, bound=self.bound, stats=self.stats)
        done = self.bound is not None and self.bound <= (self.best or 0)
        status = Status.OPTIMAL if done else Status.FEASIBLE
        return Answer(status, self.stack, self.best, self.bound, stats=self.stats)

    def _tables(self, packed: int) -> Tables:
        threads = self.run.limits.threads
        self._report_progress(f"computing the sets that layers of up to {packed} parts support")
        return Tables.of(self.instance, packed=packed, threads=threads, check_stopped=self._report_progress)

    @property
    def _report_progress(self) -> ProgressReporter:
        return ProgressReporter(self.run)

    def _improve(self, score: int, stack: Nmbr9Solution) -> None:
        if self.best is None or score > self.best:
            self.best, self.stack = score, stack
            self.run.report(best=score)

    def _lower_bound_to(self, bound: int) -> None:
        if self.bound is None or bound < self.bound:
            self.bound = bound
            self.run.report(bound=bound)

    def _search(self, tables: Tables, target: int, beam: Beam | None = None) -> Search:
        search = Search(tables, target, self.run.limits.threads, self._report_progress, beam)
        try:
            search.run()
        finally:
            if search.best is not None:
                stack = rebuild_placements.solution(search.best, self.instance, tables.shapes)
                self._improve(search.best.score, stack)
        return search

    def _search_beams(self, tables: Tables, rounds: range, reserve: float = 0.0) -> None:
        """Run these rounds of ever wider beam searches; stop early when less than `reserve` seconds remain."""
        for number in rounds:
            for area_factor in AREA_FACTORS:
                remaining = self.run.remaining
                if self._solved or (remaining is not None and remaining < reserve):
                    return
                noise = NOISE if number else 0.0
                seed = self.run.limits.seed + number
                beam = Beam(WIDTH << number, NODE_LIMIT << number, noise, seed)
                self._search_beam(tables, area_factor, beam)

    def _search_beam(self, tables: Tables, area_factor: float, beam: Beam) -> None:
        """Search for a better stack; while no stack that scores points is known, try ever lower targets."""
        self._report_progress(f"beam search of width {beam.width}, area factor {area_factor}")
        tightened = tables.tightened(area_factor, self.run.limits.threads, self._report_progress)
        most = tightened.top_bound(1, self.instance.cards)
        if self.best:
            self._search(tightened, self.best + 1, beam)
            return
        for share in TARGET_SHARES:
            if int(share * most) > 0 and self._search(tightened, int(share * most), beam).best is not None:
                return

    @property
    def _solved(self) -> bool:
        return self.bound is not None and self.bound <= (-1 if self.best is None else self.best)

    def _search_exhaustively(self, tables: Tables) -> None:
        """Search with ever lower targets until the best stack is proved optimal.

        The search also ends if the search for a target clipped placements or layers, that is, if the board or
        an array was too small for them; then the search for this target proves nothing.
        """
        most_points = facts_for_search(self.instance)
        if most_points:
            self.stats["most_points_by_parts"] = {str(parts): most for parts, most in most_points.items()}
        while self.bound is not None and not self._solved:
            lowest = 0 if self.best is None else self.best + 1
            half = (self.bound + lowest) // 2 if self.best else self.bound
            target = max(lowest, min(half, int(self.bound * (1 - STEP))))
            self._report_progress(f"searching for a stack of {target} points or more")
            search = self._search(self._tables_for(tables, target, most_points), target)
            self.stats.update(wanted=target, levels=search.levels, **search.statistics())
            if search.clipped:
                return
            self._lower_bound_to(target - 1 if search.best is None else search.best.score)

    def _tables_for(self, tables: Tables, target: int, most_points: Mapping[int, int]) -> Tables:
        if not most_points:
            return tables
        return tables.for_target(target, most_points, self.run.limits.threads, self._report_progress)
