"""How high can a stack score? Upper bounds for variant F, each sharper and dearer than the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.stacking.next_layer_kernel import States
from tilewright.games.nmbr9.stacking.search_tables import Cancelled, Tables, TooMany
from tilewright.games.nmbr9.stacking.top_down_search import Search, hope_of_larger
from tilewright.games.nmbr9.stacking.upper_bound_kernel import SMALL

__all__ = ["Step", "steps"]

STEP = 0.02

AREAS = (
    "Areas: a level has at least as many cells as the one above it, and each level but the top has two parts or"
    " more. The best that a dynamic programme over sets of parts finds under these two rules alone."
)
PAIRS = (
    "Pairs: as before, and a level of two parts carries only what can be packed on some layer of two such"
    " parts; all {layers} layers of one and two parts were tried."
)
TRIPLES = (
    "Triples: as before, for levels of two and three parts; all {layers} layers of up to three parts were"
    " tried, {packings} packings on them."
)
PREFIXES = (
    "Prefixes: every stack of layers of up to three parts was built from the top as far as the bound before"
    " leaves hope ({states} states); what lies below it, from the first layer of four parts on, is bounded as"
    " before."
)
EXHAUSTED = (
    "Exhausted: every layer was enumerated down to the table, as far as the bound leaves hope for {wanted}"
    " points ({nodes} parts laid, {clipped} clipped by the board). {found}"
)


@dataclass(frozen=True, slots=True)
class Step:
    bound: int
    argument: str

    def to_json(self) -> dict[str, object]:
        return {"bound": self.bound, "argument": self.argument}


def steps(instance: Nmbr9Instance, run: Run) -> Iterator[Step]:
    """Proved upper bounds, each at most the one before; the last one is the optimum if time allows."""
    if instance.variant != "F":
        raise BadInput(f"bounds are for variant F, not {instance.variant}")

    def watch(note: str = "") -> None:
        if run.stopped:
            raise Cancelled

    threads = run.limits.threads
    try:
        for packed, argument in ((1, AREAS), (2, PAIRS), (3, TRIPLES)):
            tables = Tables.of(instance, packed=packed, threads=threads, watch=watch)
            bound = max(0, tables.best_top(1, instance.cards))
            yield Step(bound, argument.format(**tables.facts))
        yield from _sharper(tables, bound, threads, watch)
    except (Cancelled, TooMany):
        return


def _sharper(tables: Tables, bound: int, threads: int, watch: Callable[[str], None]) -> Iterator[Step]:
    """Bounds from exact layers: first those of up to three parts, then all."""
    wanted, prefix = bound, bound
    search: Search | None = None
    while wanted > 0:
        levels: list[States] = []
        search = Search(tables, wanted, threads, watch, most=SMALL, kept=levels)
        search.run()
        prefix = max(hope_of_larger(levels, tables), search.find.score if search.find else 0)
        if prefix >= wanted or search.clipped:
            break
        wanted = _lower(wanted)
    if search and not search.clipped and tables.best_top(SMALL + 1, tables.sets.cards) < wanted:
        yield Step(min(bound, prefix), PREFIXES.format(states=sum(search.levels)))
        bound = min(bound, prefix)
    wanted = bound
    while True:
        search = Search(tables, wanted, threads, watch)
        search.run()
        if search.clipped:
            return
        found = "" if search.find is None else f"A stack of {search.find.score} was found, and none above it."
        bound = wanted - 1 if search.find is None else search.find.score
        yield Step(max(0, bound), EXHAUSTED.format(wanted=wanted, found=found, **search.facts()).strip())
        if search.find is not None or wanted <= 0:
            return
        wanted = _lower(wanted)


def _lower(wanted: int) -> int:
    return min(wanted - 1, int(wanted * (1 - STEP)))
