"""Upper bounds on the score, each at least as tight as the previous one; most take longer to compute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.nmbr9.instances.bounds_from_proved_facts import Fact, facts, upper_fact
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.stacking.layer_support_and_bound_tables import (
    NO_CAP,
    Cancelled,
    ProgressReporter,
    SearchTooLarge,
    Tables,
)
from tilewright.games.nmbr9.stacking.next_layer_below_kernel import States
from tilewright.games.nmbr9.stacking.top_down_search import Search, bound_with_large_layer
from tilewright.games.nmbr9.stacking.upper_bound_kernel import SMALL_LAYER

__all__ = ["Step", "steps"]

STEP = 0.02
"""The target score of each search is lower than that of the previous search, by this fraction of the previous
target score, but by at least one point."""

AREAS = (
    "Areas: every level has at least as many cells as the level above it, and every level except the top one"
    " has at least two parts. The bound is the optimum of a dynamic program over sets of parts with only"
    " these two constraints."
)
PAIRS = (
    "Pairs: as for areas, but a level of two parts supports only those sets of parts that can be packed on some"
    " layer of these two parts. All {layers} layers of one or two parts were tried."
)
TRIPLES = (
    "Triples: as for pairs, but with exact packings for levels of two and of three parts. All {layers} layers"
    " of up to three parts were tried, with {packings} packings on them."
)
PREFIXES = (
    "Prefixes: all stacks of layers with up to three parts were built from the top, as long as their upper"
    " bound reached the target score ({states} states). From the first layer of four or more parts on, the"
    " levels below are bounded as for triples."
)
EXHAUSTED = (
    "Exhaustive search: all stacks were built from the top layer down to level 1, except those whose upper"
    " bound is below {target} points ({nodes} parts placed, {clipped} placements outside the board). {result}"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A proved upper bound and the argument for it."""

    bound: int
    argument: str

    def to_json(self) -> dict[str, object]:
        return {"bound": self.bound, "argument": self.argument}


def steps(instance: Nmbr9Instance, run: Run) -> Iterator[Step]:
    """Generate proved upper bounds, none larger than the previous one.

    For variant F, a complete run ends with the optimum. For variants K and U, the only bound is the one that
    facts about other instances imply; `BadInput` is raised if they imply none.
    """
    fact = upper_fact(instance, [each for each in facts() if each.instance != instance])
    if instance.variant != "F":
        if fact is None:
            raise BadInput(f"no proved fact about another instance implies an upper bound for {instance.spec}")
        yield _fact_step(fact)
        return
    check_stopped, threads = ProgressReporter(run), run.limits.threads
    bound = NO_CAP
    try:
        for packed, argument in ((1, AREAS), (2, PAIRS), (3, TRIPLES)):
            tables = Tables.of(instance, packed=packed, threads=threads, check_stopped=check_stopped)
            bound = max(0, tables.top_bound(1, instance.cards))
            yield Step(bound, argument.format(**tables.statistics))
        if fact is not None and fact.bound is not None and fact.bound < bound:
            bound = ceil(fact.bound)
            yield _fact_step(fact)
        yield from _search_steps(tables, bound, threads, check_stopped)
    except (Cancelled, SearchTooLarge):
        if fact is not None and fact.bound is not None and fact.bound < bound:
            yield _fact_step(fact)


def _fact_step(fact: Fact) -> Step:
    assert fact.bound is not None
    methods = f" (proved by {', '.join(fact.methods)})" if fact.methods else ""
    argument = f"Fact: {replace(fact, best=None)}{methods}, and this instance cannot score more than that one."
    return Step(ceil(fact.bound), argument)


def _search_steps(
    tables: Tables, bound: int, threads: int, check_stopped: Callable[[str], None]
) -> Iterator[Step]:
    """Generate bounds from searches over layers of up to three parts, and then over all layers."""
    target, prefix = bound, bound
    search: Search | None = None
    while target > 0:
        levels: list[States] = []
        search = Search(tables, target, threads, check_stopped, most_parts=SMALL_LAYER, recorded=levels)
        search.run()
        prefix = max(bound_with_large_layer(levels, tables), search.best.score if search.best else 0)
        if prefix >= target or search.clipped:
            break
        target = _lowered(target)
    if search and not search.clipped and tables.top_bound(SMALL_LAYER + 1, tables.sets.cards) < target:
        yield Step(min(bound, prefix), PREFIXES.format(states=sum(search.levels)))
        bound = min(bound, prefix)
    target = bound
    while True:
        search = Search(tables, target, threads, check_stopped)
        search.run()
        if search.clipped:
            return
        best = search.best
        result = "" if best is None else f"A stack of {best.score} points was found, and no better one exists."
        bound = target - 1 if best is None else best.score
        argument = EXHAUSTED.format(target=target, result=result, **search.statistics()).strip()
        yield Step(max(0, bound), argument)
        if best is not None or target <= 0:
            return
        target = _lowered(target)


def _lowered(target: int) -> int:
    return min(target - 1, int(target * (1 - STEP)))
