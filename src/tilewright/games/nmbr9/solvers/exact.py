"""Variant F, exactly, up to the whole game: top-down over layers, by the order-free reading of the rules.

The tables bound what any stack can score. The wanted score starts at that bound and comes down step by step;
each step is an exhaustive search for a stack of at least the wanted score, so until one is found each step
proves a better bound, and the step that finds one goes on until nothing better is left. The lower the wanted
score, the more work: that is why it comes from above. A few quick looks at the most hopeful stacks alone come
first, so that there is something to show whenever time runs out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution
from tilewright.games.nmbr9.stacking import rebuild
from tilewright.games.nmbr9.stacking.search import Glance, Search
from tilewright.games.nmbr9.stacking.tables import Cancelled, Tables, TooMany

__all__ = ["prepare", "solve"]

FEW_CARDS = 6
"""Up to so many cards, tables of layers of three parts cost more than they save."""
STEP = 0.02
"""By which part of itself the wanted score comes down."""
GLANCE, WASTE = Glance(width=300, patience=3_000), 1.4
"""The quick look, and how many times the cells of the layer above it gives each layer."""


def prepare(instance: Nmbr9Instance) -> None:
    """Compile, on a small deck."""
    for support, grid in (("parts", None), ("types", 6)):
        solve(Nmbr9Instance("F", 2, 1, 3, grid=grid, support=support), Run())


def solve(instance: Nmbr9Instance, run: Run) -> Answer:
    if instance.variant != "F":
        raise BadInput(f"exact plays variant F, not {instance.variant}")
    quest = _Quest(instance, run)
    try:
        quest.pursue()
    except Cancelled:
        pass
    except TooMany:
        quest.stats["gave_up"] = "too many top layers of four or more parts"
    return quest.answer()


@dataclass(slots=True)
class _Quest:
    """The best stack and the best bound so far."""

    instance: Nmbr9Instance
    run: Run
    best: int | None = None
    stack: Nmbr9Solution | None = None
    bound: int | None = None
    stats: dict[str, Any] = field(default_factory=dict)

    def pursue(self) -> None:
        if self.instance.grid is None:
            self._improve(0, rebuild.flat_stack(self.instance))
        tables = self._tables(packed=2)
        self._prove(tables.best_top(1, self.instance.cards))
        if self.instance.cards > FEW_CARDS:
            self._glance(tables)
            tables = self._tables(packed=3)
            self.stats["tables"] = dict(tables.facts)
            self._prove(tables.best_top(1, self.instance.cards))
        self._descend(tables)

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
        return Tables.of(self.instance, packed=packed, threads=threads, watch=self._watch)

    def _watch(self, note: str = "") -> None:
        if self.run.stopped:
            raise Cancelled
        if note:
            self.run.report(note=note)

    def _improve(self, score: int, stack: Nmbr9Solution) -> None:
        if self.best is None or score > self.best:
            self.best, self.stack = score, stack
            self.run.report(best=score)

    def _prove(self, bound: int) -> None:
        if self.bound is None or bound < self.bound:
            self.bound = bound
            self.run.report(bound=bound)

    def _search(self, tables: Tables, wanted: int, glance: Glance | None = None) -> Search:
        search = Search(tables, wanted, self.run.limits.threads, self._watch, glance)
        try:
            search.run()
        finally:
            if search.find is not None:
                self._improve(search.find.score, rebuild.solution(search.find, self.instance, tables.catalogue))
        return search

    def _glance(self, tables: Tables) -> None:
        """A stack to start with: quick looks, each asking for less, until one finds something."""
        sober = tables.sober(WASTE, self.run.limits.threads, self._watch)
        most = sober.best_top(1, self.instance.cards)
        for share in (0.95, 0.85, 0.75, 0.6, 0.4, 0.2):
            wanted = int(share * most)
            if wanted <= (self.best or 0) or self._search(sober, wanted, GLANCE).find is not None:
                return

    def _descend(self, tables: Tables) -> None:
        """Searches for less and less, until one is found."""
        while self.bound is not None and self.bound > (-1 if self.best is None else self.best):
            lowest = 0 if self.best is None else self.best + 1
            wanted = max(lowest, min(self.bound, int(self.bound * (1 - STEP))))
            search = self._search(tables, wanted)
            self.stats.update(wanted=wanted, levels=search.levels, **search.facts())
            if search.clipped:
                return
            self._prove(wanted - 1 if search.find is None else search.find.score)
