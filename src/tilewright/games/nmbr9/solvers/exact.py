"""Variant F, exactly, up to the whole game: top-down over layers, by the order-free reading of the rules.

The tables bound what any stack can score. The wanted score starts at that bound and comes down step by step;
each step is an exhaustive search for a stack of at least the wanted score, so until one is found each step
proves a better bound, and the step that finds one goes on until nothing better is left. The lower the wanted
score, the more work: that is why it comes from above. Beams come first, so that there is something to show
whenever time runs out, and so that the proof need not ask for what there is: they go down the same way, but
keep only the most hopeful stacks of each level, by hopes that count on larger layers to waste some cells.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tilewright.errors import BadInput
from tilewright.game import Answer, Run, Status
from tilewright.games.nmbr9.rules import Nmbr9Instance, Nmbr9Solution
from tilewright.games.nmbr9.stacking import rebuild_placements as rebuild
from tilewright.games.nmbr9.stacking.search_tables import Cancelled, Tables, TooMany
from tilewright.games.nmbr9.stacking.top_down_search import Glance, Search

__all__ = ["prepare", "solve"]

FEW_CARDS = 6
"""Up to so many cards, tables of layers of three parts cost more than they save."""
STEP = 0.02
"""By which part of itself the wanted score comes down; by half of the way to the best stack if that is more."""
FIRST = Glance(width=300, patience=3_000)
"""A quick look before the tables of three parts are made."""
WIDTH, PATIENCE = 500, 20_000
"""Of the first beams; each round doubles both."""
WASTES = (1.3, 1.2, 1.4, 1.1)
"""How many times the cells of the layer above a beam gives layers whose carrying is not known."""
NOISE = 5.0
"""Points of luck in the beams from the second round on."""
SHARES = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2)
"""Of what a beam hopes for: what it asks for in turn while there is no stack yet."""
ROUNDS, LATE_ROUNDS = 2, 6
"""Rounds of beams before the proof; and in all, if it is given up."""
BEAM_TIME, SHORT = 0.3, 60.0
"""The part of the time left that beams may take before the proof; all of it, if no more seconds are left."""


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
        quest.stats["gave_up"] = "too many layers to list them all"
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
        if self.instance.cards <= FEW_CARDS:
            self._descend(tables)
            return
        self._look(tables, WASTES[0], FIRST)
        tables = self._tables(packed=3)
        self.stats["tables"] = dict(tables.facts)
        self._prove(tables.best_top(1, self.instance.cards))
        left = self.run.remaining or 0.0
        self._beams(tables, range(ROUNDS), left * (1 - BEAM_TIME) if left > SHORT else 0.0)
        try:
            self._descend(tables)
        except TooMany:
            self.stats["gave_up"] = "too many stacks to search them all"
            self._beams(tables, range(ROUNDS, LATE_ROUNDS))

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
        self._watch(f"what layers of up to {packed} parts carry")
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

    def _beams(self, tables: Tables, rounds: range, spare: float = 0.0) -> None:
        """Rounds of beams, each wider than the one before, as long as there are more seconds than to spare."""
        for number in rounds:
            for waste in WASTES:
                remaining = self.run.remaining
                if self._settled or (remaining is not None and remaining < spare):
                    return
                noise = NOISE if number else 0.0
                seed = self.run.limits.seed + number
                self._look(tables, waste, Glance(WIDTH << number, PATIENCE << number, noise, seed))

    def _look(self, tables: Tables, waste: float, glance: Glance) -> None:
        """A beam for more than there is; while there is nothing, beams that ask for less and less."""
        self._watch(f"a beam of width {glance.width}, waste {waste}")
        sober = tables.sober(waste, self.run.limits.threads, self._watch)
        most = sober.best_top(1, self.instance.cards)
        if self.best:
            self._search(sober, self.best + 1, glance)
            return
        for share in SHARES:
            if int(share * most) > 0 and self._search(sober, int(share * most), glance).find is not None:
                return

    @property
    def _settled(self) -> bool:
        return self.bound is not None and self.bound <= (-1 if self.best is None else self.best)

    def _descend(self, tables: Tables) -> None:
        """Searches for less and less, until one is found."""
        while self.bound is not None and not self._settled:
            lowest = 0 if self.best is None else self.best + 1
            half = (self.bound + lowest) // 2 if self.best else self.bound
            wanted = max(lowest, min(half, int(self.bound * (1 - STEP))))
            self._watch(f"is there a stack of {wanted} or more?")
            search = self._search(tables, wanted)
            self.stats.update(wanted=wanted, levels=search.levels, **search.facts())
            if search.clipped:
                return
            self._prove(wanted - 1 if search.find is None else search.find.score)
