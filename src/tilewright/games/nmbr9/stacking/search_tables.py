"""The tables that a search stands on: the layers of few parts, what they carry, and the hopes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from tilewright.errors import BadInput
from tilewright.games.nmbr9.rules import Nmbr9Instance
from tilewright.games.nmbr9.stacking import layers_kernel, packings_kernel
from tilewright.games.nmbr9.stacking import upper_bound_kernel as bounds_kernel
from tilewright.games.nmbr9.stacking.layers_kernel import MOST_PARTS, SIDE
from tilewright.games.nmbr9.stacking.part_tables import Catalogue, Sets, catalogue, sets, within_reach
from tilewright.games.nmbr9.stacking.upper_bound_kernel import HOPELESS, SMALL, Hopes

__all__ = ["MOST_LAYERS", "Cancelled", "Tables", "TooMany", "grow", "sets_of"]

Ints = npt.NDArray[np.int64]

MOST_LAYERS = 5_000_000
"""Most layers of one size that are listed."""
PORTION = 4_000
"""Layers that are looked at between two looks at the clock."""
SEEDLINGS, FIELD = 200, 2_000_000
"""Layers that grow between two looks at the clock, and room for what they become: for each a few thousand."""


class Cancelled(Exception):
    """The one who asked has no more time."""


class TooMany(Exception):
    """A list grew longer than memory allows."""


def no_watch() -> None:
    """Nobody waits."""


@dataclass(frozen=True, slots=True)
class Tables:
    """All that is known of the parts of an instance before a search begins."""

    instance: Nmbr9Instance
    catalogue: Catalogue
    sets: Sets
    side: int
    layers: tuple[Ints, ...]
    """The layers of one, of two and perhaps of three parts, each up to turning."""
    hopes: Hopes
    packed: int = SMALL
    """Layers of two to so many parts were packed to see what they carry."""
    facts: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        instance: Nmbr9Instance,
        *,
        packed: int = SMALL,
        threads: int = 1,
        watch: Callable[[], None] = no_watch,
    ) -> Tables:
        """Make the tables; `watch` is called now and then and may raise.

        What layers of two and three parts carry is found out by packing parts on them, up to `packed` parts; of
        larger ones it is believed that they carry whatever has no more cells. Packing on pairs is done at once,
        on triples it takes some twenty seconds and makes the hopes much smaller.
        """
        if not within_reach(instance):
            raise BadInput(
                "exact plays up to 20 cards of at most 2 copies of each number (3 of the numbers to 7)"
            )
        shapes, subsets = catalogue(instance.max_value), sets(instance)
        side = min(SIDE - 1, instance.grid or SIDE - 1)
        layers = [_singles(shapes, side)]
        anything = np.ones(len(subsets.counts), np.bool_)
        for _ in range(1, min(max(packed, 2), instance.cards)):
            layers.append(grow(layers[-1], anything, side, subsets, shapes, watch))
        hopes, facts = _hopes(instance, layers[:packed], subsets, shapes, threads, watch)
        facts["layers"] = sum(map(len, layers))
        return cls(instance, shapes, subsets, side, tuple(layers), hopes, packed, facts)

    @classmethod
    def remade(cls, instance: Nmbr9Instance, carried: bytes) -> Tables:
        """Tables from the bits of `can_carry`, for a search below the top; they list single parts only."""
        shapes, subsets = catalogue(instance.max_value), sets(instance)
        small, small_at = _small(subsets)
        bits = np.unpackbits(np.frombuffer(carried, np.uint8), count=len(small) * len(subsets.counts))
        can_carry = bits.reshape(len(small), -1).astype(np.bool_)
        hopes = _blank(small, small_at, can_carry, subsets.areas, int(subsets.areas[subsets.whole]))
        _fill(subsets, hopes, 1, no_watch)
        side = min(SIDE - 1, instance.grid or SIDE - 1)
        return cls(instance, shapes, subsets, side, (_singles(shapes, side),), hopes)

    def sober(self, waste: float, threads: int = 1, watch: Callable[[], None] = no_watch) -> Tables:
        """Tables whose hopes count on larger layers having so many times the cells of the one above.

        Larger layers are those of more parts than were packed; of the others it is known what they carry. Such
        tables prove nothing, but tell which stacks leave room for what is to come.
        """
        most = self.hopes.by_area.shape[1] - 1
        demands = np.minimum(np.ceil(self.sets.areas * waste - 1e-9).astype(np.int64), most)
        small = self.hopes.small
        known = self.sets.counts[small] <= self.packed
        roomy = demands <= self.sets.areas[small][:, None]
        can_carry = self.hopes.can_carry & (known[:, None] | roomy)
        hopes = _blank(small, self.hopes.small_at, can_carry, demands, most)
        _fill(self.sets, hopes, threads, watch)
        return replace(self, hopes=hopes)

    def best_top(self, least: int, most: int) -> int:
        """The largest hope of a stack whose top layer has so many parts."""
        return int(bounds_kernel.best_top(self.sets, self.hopes, least, most))

    def hope(self, used: Ints, lowest: Ints) -> Ints:
        """For each used set and the set of its lowest layer, the most that the layers below can score."""
        found = np.zeros(len(used), np.int64)
        bounds_kernel.write_hopes(used, lowest, self.sets, self.hopes, found)
        return found


def sets_of(layers: Ints, subsets: Sets, shapes: Catalogue) -> Ints:
    """The set of parts of each layer of a list; all layers of the list have the same number of parts."""
    found: Ints = subsets.power[shapes.values[layers >> 10]].sum(1)
    return found


def grow(
    layers: Ints,
    allowed: npt.NDArray[np.bool_],
    side: int,
    subsets: Sets,
    shapes: Catalogue,
    watch: Callable[[], None] = no_watch,
) -> Ints:
    """All layers that have one part more than those of the list, if the set of their parts is allowed."""
    count = layers.shape[1]
    out = np.zeros((FIELD, count + 1), np.int64)
    found, total = [], 0
    for portion in _portions(layers, SEEDLINGS):
        watch()
        least = np.zeros(MOST_PARTS + 1, np.int64)
        written = layers_kernel.grown(portion, count, allowed, side, subsets, shapes, least, out)
        if written < 0:
            raise TooMany
        found.append(_distinct(out[:written]))
        total += len(found[-1])
        if total > 3 * MOST_LAYERS:
            raise TooMany
    return _distinct(np.concatenate(found)) if found else np.zeros((0, count + 1), np.int64)


def _portions(layers: Ints, size: int = PORTION) -> Iterator[Ints]:
    return (layers[at : at + size] for at in range(0, len(layers), size))


def _distinct(layers: Ints) -> Ints:
    """The layers without repetition, in order."""
    count = layers.shape[1]
    if count > 4:
        return np.unique(layers, axis=0)
    shifts = np.arange(count - 1, -1, -1, dtype=np.uint64) * np.uint64(16)
    keys = np.unique((layers.astype(np.uint64) << shifts).sum(1, dtype=np.uint64))
    return (keys[:, None] >> shifts & np.uint64(0xFFFF)).astype(np.int64)


def _singles(shapes: Catalogue, side: int) -> Ints:
    """One layer for each part."""
    found = []
    for value in range(int(shapes.values[-1]) + 1):
        turns = np.nonzero(shapes.values == value)[0]
        if min(max(shapes.heights[turn], shapes.widths[turn]) for turn in turns) <= side:
            found.append([int(turns[0]) << 10])
    return np.array(found, np.int64).reshape(-1, 1)


def _hopes(
    instance: Nmbr9Instance,
    layers: Sequence[Ints],
    subsets: Sets,
    shapes: Catalogue,
    threads: int,
    watch: Callable[[], None],
) -> tuple[Hopes, dict[str, int]]:
    small, small_at = _small(subsets)
    can_carry = np.zeros((len(small), len(subsets.counts)), np.bool_)
    facts = {"packings": 0}
    for several in layers[1:]:
        facts["packings"] += _mark(several, instance, subsets, shapes, small_at, can_carry, threads, watch)
    believed = subsets.counts[small] > max(1, len(layers))
    can_carry[believed] = subsets.areas[None, :] <= subsets.areas[small[believed]][:, None]
    can_carry[:, 0] = False
    hopes = _blank(small, small_at, can_carry, subsets.areas, int(subsets.areas[subsets.whole]))
    _fill(subsets, hopes, threads, watch)
    facts["carried_sets"] = int(can_carry.sum())
    return hopes, facts


def _small(subsets: Sets) -> tuple[Ints, Ints]:
    """The sets of up to three parts, and for each set its place among them, or -1."""
    small = np.nonzero((subsets.counts >= 1) & (subsets.counts <= SMALL))[0]
    small = small[np.argsort(subsets.counts[small], kind="stable")]
    small_at = np.full(len(subsets.counts), -1, np.int64)
    small_at[small] = np.arange(len(small))
    return small, small_at


def _blank(
    small: Ints, small_at: Ints, can_carry: npt.NDArray[np.bool_], demands: Ints, most_area: int
) -> Hopes:
    """Tables of hopes, still to be filled."""
    carrier, upper = np.nonzero(can_carry)
    carrier_from = np.zeros(len(demands) + 1, np.int64)
    np.cumsum(np.bincount(upper, minlength=len(demands)), out=carrier_from[1:])
    return Hopes(
        small=small,
        small_at=small_at,
        carrier_from=carrier_from,
        carriers=carrier[np.argsort(upper, kind="stable")],
        can_carry=can_carry,
        after_small=np.full((len(demands), len(small)), HOPELESS, np.int16),
        next_small=np.full((len(demands), len(small)), HOPELESS, np.int16),
        demands=demands,
        by_area=np.full((len(demands), most_area + 1), HOPELESS, np.int16),
    )


def _fill(subsets: Sets, hopes: Hopes, threads: int, watch: Callable[[], None]) -> None:
    """The hopes of a used set rest on those of larger ones; sets of one size are independent of each other."""

    def fill(portion: Ints) -> None:
        watch()
        bounds_kernel.fill(portion, subsets, hopes)

    with ThreadPoolExecutor(threads) as pool:
        for count in range(subsets.cards, -1, -1):
            used = np.nonzero(subsets.counts == count)[0]
            list(pool.map(fill, np.array_split(used, 1 + len(used) // 500)))


def _mark(
    layers: Ints,
    instance: Nmbr9Instance,
    subsets: Sets,
    shapes: Catalogue,
    row_of: Ints,
    can_carry: npt.NDArray[np.bool_],
    threads: int,
    watch: Callable[[], None],
) -> int:
    """Note what layers of two or three parts carry; returns how many packings there are."""
    types = instance.support == "types"

    def mark(own: tuple[npt.NDArray[np.bool_], Ints], portions: Iterator[Ints]) -> None:
        for portion in portions:
            watch()
            packings_kernel.mark_carried(
                portion, layers.shape[1], types, subsets, shapes, row_of, own[0], own[1]
            )

    owned = [(np.zeros_like(can_carry), np.zeros(3, np.int64)) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        shares = [iter(list(_portions(layers))[at::threads]) for at in range(threads)]
        list(pool.map(partial(mark), owned, shares))
    for marked, _ in owned:
        can_carry |= marked
    return sum(int(counters[2]) for _, counters in owned)
