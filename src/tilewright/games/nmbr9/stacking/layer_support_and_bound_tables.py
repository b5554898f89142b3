"""The tables of a stack search.

They contain the layers with few parts, the sets of parts that such layers can support, and upper bounds on
the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.nmbr9.instances.bounds_from_proved_facts import most_points_by_parts
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.stacking import (
    canonical_layer_kernel,
    part_sets_on_layer_kernel,
    upper_bound_kernel,
)
from tilewright.games.nmbr9.stacking.canonical_layer_kernel import MOST_PARTS, SIDE
from tilewright.games.nmbr9.stacking.shape_and_set_tables import (
    Sets,
    Shapes,
    can_build_tables,
    set_tables,
    shape_tables,
)
from tilewright.games.nmbr9.stacking.upper_bound_kernel import IMPOSSIBLE, SMALL_LAYER, BoundTables

__all__ = [
    "MOST_LAYERS",
    "NO_CAP",
    "Cancelled",
    "ProgressReporter",
    "SearchTooLarge",
    "Tables",
    "extend_layers",
    "facts_for_search",
    "never_stopped",
    "require_unbounded",
    "sets_of",
]

Ints = npt.NDArray[np.int64]

MOST_LAYERS = 5_000_000
"""The limit on the layers that `extend_layers` collects is three times this number, because these layers may
still contain duplicates."""
LAYERS_AT_ONCE = 4_000
"""The number of layers on which parts are packed between two checks of whether the run was stopped."""
FACTS_FROM = 13
"""From this many cards on, searches rely on facts about stacks of fewer parts; searches with fewer cards need
no facts."""
FEWEST_PARTS = 8
"""Facts about fewer parts than this are not used: they hardly shorten a search, but a verification would have
to prove them."""
MOST_FACT_PARTS = 16
"""Facts about more parts than this are not used: a verification proves each fact again, and the proofs for more
parts take minutes."""
NO_CAP = 30_000
"""A trivial upper bound on the score of any stack, for cases in which no better bound is proved."""
EXTENDED_AT_ONCE, EXTENDED_ROOM = 200, 2_000_000
"""The number of layers that are extended between two checks of whether the run was stopped, and the maximum
number of their extensions. A layer has a few thousand extensions."""


class Cancelled(Exception):
    """The run was stopped."""


class SearchTooLarge(Exception):
    """A list of layers or states exceeds its size limit."""


@dataclass(frozen=True, slots=True)
class ProgressReporter:
    """Reports progress messages to a run; raises `Cancelled` if the run was stopped."""

    run: Run

    def __call__(self, note: str = "") -> None:
        if self.run.stopped:
            raise Cancelled
        if note:
            self.run.report(note=note)


def require_unbounded(instance: Nmbr9Instance, what: str) -> None:
    """Raise `BadInput` unless the instance has variant F, an unbounded table and no limit on the levels."""
    if instance.variant != "F" or instance.grid is not None or instance.levels is not None:
        raise BadInput(f"{what} only for variant F on an unbounded table with no limit on the number of levels")


def facts_for_search(instance: Nmbr9Instance) -> dict[int, int]:
    """Return the facts on which a search for this instance relies.

    They are the argument `most_points` of `Tables.for_target`: for some numbers of parts, a proved upper bound
    on the score of a stack.
    """
    if instance.cards < FACTS_FROM:
        return {}
    most_points = most_points_by_parts(instance)
    return {parts: most for parts, most in most_points.items() if FEWEST_PARTS <= parts <= MOST_FACT_PARTS}


def never_stopped() -> None:
    """Do nothing; the default for callbacks that check whether a run was stopped."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The lists of layers with few parts, and the tables of upper bounds, for one instance."""

    instance: Nmbr9Instance
    shapes: Shapes
    sets: Sets
    side: int
    layers: tuple[Ints, ...]
    """The layers of one part, of two parts and, if `packed` is 3, of three parts, up to rotation. Tables that
    are made by `from_support_bits` list only layers of one part."""
    bounds: BoundTables
    packed: int = SMALL_LAYER
    """The maximum number of parts in a layer for which the supported sets were computed exactly."""
    statistics: dict[str, int] = field(default_factory=dict)
    most_points: Mapping[int, int] = field(default_factory=dict)
    """The facts on which the bounds rely: upper bounds on the score of a stack, by number of parts."""

    @classmethod
    def of(
        cls,
        instance: Nmbr9Instance,
        *,
        packed: int = SMALL_LAYER,
        threads: int = 1,
        check_stopped: Callable[[], None] = never_stopped,
    ) -> Tables:
        """Build the tables; `check_stopped` is called regularly and may raise `Cancelled`.

        The sets that layers of up to `packed` parts support are computed by packing parts on these layers; a
        larger layer is assumed to support every set that has no more cells than the layer. Packing on
        layers of two parts is fast; on layers of three parts it takes about twenty seconds for the standard
        game and gives much smaller upper bounds.
        """
        if not can_build_tables(instance):
            raise BadInput(
                "the solver 'exact' solves up to 20 cards with at most 2 copies of each number"
                " (3 if max_value is at most 7, more if it is at most 5)"
            )
        shapes, subsets = shape_tables(instance.max_value), set_tables(instance)
        side = min(SIDE - 1, instance.grid or SIDE - 1)
        layers = [_single_part_layers(shapes, side)]
        every_set = np.ones(len(subsets.counts), np.bool_)
        for _ in range(1, min(max(packed, 2), instance.cards)):
            layers.append(extend_layers(layers[-1], every_set, side, subsets, shapes, check_stopped))
        bounds, statistics = _bounds(instance, layers[:packed], subsets, shapes, threads, check_stopped)
        statistics["layers"] = sum(map(len, layers))
        return cls(instance, shapes, subsets, side, tuple(layers), bounds, packed, statistics)

    @classmethod
    def from_support_bits(cls, instance: Nmbr9Instance, support_bits: bytes) -> Tables:
        """Build tables from the packed bits of `can_support`.

        The tables list only layers of a single part; the search of a shard needs no others.
        """
        shapes, subsets = shape_tables(instance.max_value), set_tables(instance)
        small, small_index = _small_sets(subsets)
        bits = np.unpackbits(np.frombuffer(support_bits, np.uint8), count=len(small) * len(subsets.counts))
        can_support = bits.reshape(len(small), -1).astype(np.bool_)
        bounds = _empty_bounds(small, small_index, can_support, subsets.areas, int(subsets.areas[subsets.full]))
        _fill(subsets, bounds, 1, never_stopped)
        side = min(SIDE - 1, instance.grid or SIDE - 1)
        return cls(instance, shapes, subsets, side, (_single_part_layers(shapes, side),), bounds)

    def tightened(
        self, area_factor: float, threads: int = 1, check_stopped: Callable[[], None] = never_stopped
    ) -> Tables:
        """Return tables with smaller, heuristic bounds for beam searches.

        If the sets that a layer supports were not computed exactly, the layer must have at least `area_factor`
        times as many cells as the layer above. These bounds prove nothing, but they show which stacks leave
        room for good layers below.
        """
        most_area = self.bounds.next_large.shape[1] - 1
        required = np.minimum(np.ceil(self.sets.areas * area_factor - 1e-9).astype(np.int64), most_area)
        small = self.bounds.small
        computed = self.sets.counts[small] <= self.packed
        large_enough = required <= self.sets.areas[small][:, None]
        can_support = self.bounds.can_support & (computed[:, None] | large_enough)
        bounds = _empty_bounds(small, self.bounds.small_index, can_support, required, most_area)
        _fill(self.sets, bounds, threads, check_stopped)
        return replace(self, bounds=bounds)

    def for_target(
        self,
        target: int,
        most_points: Mapping[int, int],
        threads: int = 1,
        check_stopped: Callable[[], None] = never_stopped,
    ) -> Tables:
        """Return tables with smaller bounds that hold for stacks of at least `target` points.

        `most_points` contains, for some numbers of parts, a proved upper bound on the score of a stack. The
        upper layers of a stack are a stack themselves; if they have n parts, they score at most
        `most_points[n]`. The bounds of `self` must hold for every target.
        """
        sets, old = self.sets, self.bounds
        most = np.array([most_points.get(count, NO_CAP) for count in range(sets.cards)] + [NO_CAP], np.int64)
        above_small, above_large = (np.full_like(each, IMPOSSIBLE) for each in (old.next_small, old.next_large))
        order = np.nonzero((sets.counts >= 1) & (sets.counts <= sets.cards))[0]
        order = order[np.argsort(sets.counts[order], kind="stable")]
        for portion in np.array_split(order, 20):
            check_stopped()
            upper_bound_kernel.fill_above(portion, sets, old, target, most, above_small, above_large)
        bounds = old._replace(
            below_small=np.full_like(old.below_small, IMPOSSIBLE),
            next_small=np.full_like(old.next_small, IMPOSSIBLE),
            next_large=np.full_like(old.next_large, IMPOSSIBLE),
            target=target,
            most_points=most,
            above_small=above_small,
            above_large=above_large,
        )
        _fill(sets, bounds, threads, check_stopped)
        return replace(self, bounds=bounds, most_points=dict(most_points))

    def top_bound(self, least: int, most: int) -> int:
        """Return an upper bound on the score of every stack whose top layer has `least` to `most` parts."""
        return int(upper_bound_kernel.top_bound(self.sets, self.bounds, least, most))

    def bound_below(self, used: Ints, lowest: Ints) -> Ints:
        """Return upper bounds on the score of the layers below; for the arguments see `upper_bound_kernel`."""
        result = np.zeros(len(used), np.int64)
        upper_bound_kernel.write_bounds(used, lowest, self.sets, self.bounds, result)
        return result


def sets_of(layers: Ints, subsets: Sets, shapes: Shapes) -> Ints:
    """Return the set of parts in each layer; all layers have the same number of parts."""
    sets: Ints = subsets.power[shapes.values[layers >> 10]].sum(1)
    return sets


def extend_layers(
    layers: Ints,
    allowed: npt.NDArray[np.bool_],
    side: int,
    subsets: Sets,
    shapes: Shapes,
    check_stopped: Callable[[], None] = never_stopped,
) -> Ints:
    """Extend each layer by one part, and return the results whose set of parts is allowed."""
    count = layers.shape[1]
    out = np.zeros((EXTENDED_ROOM, count + 1), np.int64)
    extended, total = [], 0
    for portion in _portions(layers, EXTENDED_AT_ONCE):
        check_stopped()
        least = np.zeros(MOST_PARTS + 1, np.int64)
        written = canonical_layer_kernel.write_extended(
            portion, count, allowed, side, subsets, shapes, least, out
        )
        if written < 0:
            raise SearchTooLarge
        extended.append(_distinct(out[:written]))
        total += len(extended[-1])
        if total > 3 * MOST_LAYERS:
            raise SearchTooLarge
    return _distinct(np.concatenate(extended)) if extended else np.zeros((0, count + 1), np.int64)


def _portions(layers: Ints, size: int = LAYERS_AT_ONCE) -> Iterator[Ints]:
    return (layers[begin : begin + size] for begin in range(0, len(layers), size))


def _distinct(layers: Ints) -> Ints:
    """Return the layers, sorted and without duplicates."""
    count = layers.shape[1]
    if count > 4:
        return np.unique(layers, axis=0)
    shifts = np.arange(count - 1, -1, -1, dtype=np.uint64) * np.uint64(16)
    keys = np.unique((layers.astype(np.uint64) << shifts).sum(1, dtype=np.uint64))
    return (keys[:, None] >> shifts & np.uint64(0xFFFF)).astype(np.int64)


def _single_part_layers(shapes: Shapes, side: int) -> Ints:
    """Return one layer for each number whose part fits in a square of the given side."""
    layers = []
    for value in range(int(shapes.values[-1]) + 1):
        turns = np.nonzero(shapes.values == value)[0]
        if min(max(shapes.heights[turn], shapes.widths[turn]) for turn in turns) <= side:
            layers.append([int(turns[0]) << 10])
    return np.array(layers, np.int64).reshape(-1, 1)


def _bounds(
    instance: Nmbr9Instance,
    layers: Sequence[Ints],
    subsets: Sets,
    shapes: Shapes,
    threads: int,
    check_stopped: Callable[[], None],
) -> tuple[BoundTables, dict[str, int]]:
    """Return the upper bounds that follow from the layers, and statistics.

    `layers` contains the layers of one part, then those of two parts, and so on.
    """
    small, small_index = _small_sets(subsets)
    can_support = np.zeros((len(small), len(subsets.counts)), np.bool_)
    statistics = {"packings": 0}
    for same_count in layers[1:]:
        statistics["packings"] += _mark_supported(
            same_count, instance, subsets, shapes, small_index, can_support, threads, check_stopped
        )
    assumed = subsets.counts[small] > max(1, len(layers))
    can_support[assumed] = subsets.areas[None, :] <= subsets.areas[small[assumed]][:, None]
    can_support[:, 0] = False
    bounds = _empty_bounds(small, small_index, can_support, subsets.areas, int(subsets.areas[subsets.full]))
    _fill(subsets, bounds, threads, check_stopped)
    statistics["carried_sets"] = int(can_support.sum())
    return bounds, statistics


def _small_sets(subsets: Sets) -> tuple[Ints, Ints]:
    """Return the sets of one to three parts and, for every set, its index among these sets, or -1."""
    small = np.nonzero((subsets.counts >= 1) & (subsets.counts <= SMALL_LAYER))[0]
    small = small[np.argsort(subsets.counts[small], kind="stable")]
    small_index = np.full(len(subsets.counts), -1, np.int64)
    small_index[small] = np.arange(len(small))
    return small, small_index


def _empty_bounds(
    small: Ints, small_index: Ints, can_support: npt.NDArray[np.bool_], required_area: Ints, most_area: int
) -> BoundTables:
    """Return tables in which the bounds are still to be filled in."""
    supporter, upper = np.nonzero(can_support)
    supporter_start = np.zeros(len(required_area) + 1, np.int64)
    np.cumsum(np.bincount(upper, minlength=len(required_area)), out=supporter_start[1:])
    return BoundTables(
        small=small,
        small_index=small_index,
        supporter_start=supporter_start,
        supporters=supporter[np.argsort(upper, kind="stable")],
        can_support=can_support,
        below_small=np.full((len(required_area), len(small)), IMPOSSIBLE, np.int16),
        next_small=np.full((len(required_area), len(small)), IMPOSSIBLE, np.int16),
        required_area=required_area,
        next_large=np.full((len(required_area), most_area + 1), IMPOSSIBLE, np.int16),
        target=0,
        most_points=np.zeros(1, np.int64),
        above_small=np.zeros((1, 1), np.int16),
        above_large=np.zeros((1, 1), np.int16),
    )


def _fill(subsets: Sets, bounds: BoundTables, threads: int, check_stopped: Callable[[], None]) -> None:
    """Fill in the bounds, starting with the largest sets of used parts.

    The bounds of smaller sets depend on the bounds of larger sets.
    """

    def fill(portion: Ints) -> None:
        check_stopped()
        upper_bound_kernel.fill(portion, subsets, bounds)

    with ThreadPoolExecutor(threads) as pool:
        for count in range(subsets.cards, -1, -1):
            used = np.nonzero(subsets.counts == count)[0]
            list(pool.map(fill, np.array_split(used, 1 + len(used) // 500)))


def _mark_supported(
    layers: Ints,
    instance: Nmbr9Instance,
    subsets: Sets,
    shapes: Shapes,
    small_index: Ints,
    can_support: npt.NDArray[np.bool_],
    threads: int,
    check_stopped: Callable[[], None],
) -> int:
    """Set `can_support` for all sets that the layers support; return the number of packings tried."""
    types = instance.support == "types"

    def mark(result: tuple[npt.NDArray[np.bool_], Ints], portions: Iterator[Ints]) -> None:
        for portion in portions:
            check_stopped()
            part_sets_on_layer_kernel.mark_supported(
                portion, layers.shape[1], types, subsets, shapes, small_index, result[0], result[1]
            )

    results = [(np.zeros_like(can_support), np.zeros(3, np.int64)) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        shares = [iter(list(_portions(layers))[thread::threads]) for thread in range(threads)]
        list(pool.map(mark, results, shares))
    for marked, _ in results:
        can_support |= marked
    return sum(int(counters[2]) for _, counters in results)
