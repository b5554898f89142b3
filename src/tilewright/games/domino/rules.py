"""The rules of Domino, from the paper "Solving a game of domino with MiniZinc and ASP".

A stone has two halves, each with a label. Stones are laid one after the other on an n x n board, each on two
neighbouring cells, and each stone must join the previous stone:

- rule ``chain``: the first cell of a stone is next to the second cell of the previous stone, and the labels on
  these two cells are equal;
- rule ``touch``: a half of a stone is next to a half of the previous stone, and the labels of these two halves
  are equal.

The objective is the number of stones laid. A solution may have millions of stones, so each rule is checked by
array operations: `stones[i]` holds the two labels of the i-th stone laid, and `cells[i]` its two cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import BadInput
from tilewright.game import BrokenRule, Instance, Solution, Verdict

__all__ = ["LARGEST_N", "MOST_LABELS", "RULES", "DominoInstance", "DominoSolution", "capacity", "check"]

Ints = NDArray[np.int32]
Mask = NDArray[np.bool_]

LARGEST_N = 46_340
"""The largest side of a board. Cell numbers fit into signed 32-bit integers: 46,340 squared is below 2^31."""

MOST_LABELS = 1_000
"""The maximum number of labels. It limits the size of the table that counts the stones per pair of labels."""

LARGEST_COORDINATE = 10**8
"""The largest absolute value of a row or column; distances between cells then fit into 32-bit integers."""

CELLS_LISTED = 100
"""The maximum number of cells listed for a broken rule; the message states how many stones break the rule."""

RULES: Mapping[str, str] = {
    "off-board": "Both halves of a stone lie on the board.",
    "not-a-domino": "The two halves of a stone lie on neighbouring cells.",
    "overlap": "No two halves lie on the same cell.",
    "unknown-stone": "Only given stones are laid.",
    "stone-overused": "No stone is laid more often than it is given.",
    "chain-gap": "Rule chain: a stone's first cell is next to the second cell of the previous stone.",
    "label-mismatch": "Rule chain: a stone's first label equals the second label of the previous stone.",
    "no-touch": "Rule touch: a half of a stone is next to a half of the previous stone, with equal labels.",
}


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class DominoInstance(Instance):
    """The side of the board, the given stones, the number of labels, and the rule by which stones join."""

    game: ClassVar[str] = "domino"
    n: int
    stones: Ints
    labels: int = 7
    rule: str = "chain"

    def __init__(self, n: int, stones: ArrayLike, labels: int = 7, rule: str = "chain") -> None:
        object.__setattr__(self, "n", _whole_number("n", n, 1, LARGEST_N))
        object.__setattr__(self, "labels", _whole_number("labels", labels, 1, MOST_LABELS))
        if rule not in ("chain", "touch"):
            raise BadInput(f'rule must be "chain" or "touch", not {_brief(rule)}')
        object.__setattr__(self, "rule", rule)
        object.__setattr__(self, "stones", _array("stones", stones, (2,)))
        wrong = ((self.stones < 0) | (self.stones >= self.labels)).any(axis=1)
        if wrong.any():
            index = int(wrong.argmax())
            pair = self.stones[index].tolist()
            raise BadInput(f"stones[{index}]: {pair} has a label outside 0..{self.labels - 1}")

    @property
    def parts(self) -> int:
        return len(self.stones)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DominoInstance):
            return NotImplemented
        return (self.n, self.labels, self.rule) == (other.n, other.labels, other.rule) and np.array_equal(
            self.stones, other.stones
        )

    def __hash__(self) -> int:
        return hash((self.n, self.labels, self.rule, self.stones.tobytes()))

    def __repr__(self) -> str:
        return f"DominoInstance({self.n}, {_array_repr(self.stones)}, labels={self.labels}, rule={self.rule!r})"


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class DominoSolution(Solution):
    """Stones in the order in which they are laid; a stone's first label is on its first cell."""

    game: ClassVar[str] = "domino"
    stones: Ints
    cells: Ints

    def __init__(self, stones: ArrayLike, cells: ArrayLike) -> None:
        object.__setattr__(self, "stones", _array("stones", stones, (2,)))
        object.__setattr__(self, "cells", _array("cells", cells, (2, 2)))
        if len(self.stones) != len(self.cells):
            raise BadInput(
                f"expected a pair of cells for each stone; stones: {len(self.stones)},"
                f" pairs of cells: {len(self.cells)}"
            )
        far = (np.abs(self.cells) > LARGEST_COORDINATE).any(axis=(1, 2))
        if far.any():
            raise BadInput(
                f"placements[{int(far.argmax())}]: a row or a column is outside"
                f" {-LARGEST_COORDINATE}..{LARGEST_COORDINATE}"
            )

    def __len__(self) -> int:
        """Return the number of stones laid."""
        return len(self.stones)

    def __bool__(self) -> bool:
        """Return True: a solution without stones is still a solution."""
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DominoSolution):
            return NotImplemented
        return np.array_equal(self.stones, other.stones) and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.stones.tobytes(), self.cells.tobytes()))

    def __repr__(self) -> str:
        return f"DominoSolution({_array_repr(self.stones)}, {_array_repr(self.cells)})"


def capacity(n: int) -> int:
    """Return the maximum number of stones on an n x n board."""
    return n * n // 2


def simple_bound(instance: DominoInstance) -> int:
    """Return an upper bound on the objective: the smaller of the board's capacity and the number of stones."""
    return min(capacity(instance.n), len(instance.stones))


def require_rule(solver: str, instance: DominoInstance, rule: str) -> None:
    """Raise `BadInput` unless the instance has the given rule, the only rule that the solver supports."""
    if instance.rule != rule:
        raise BadInput(f"the solver {solver} supports rule {rule}, not {instance.rule}")


def read_only(array: Ints) -> Ints:
    """Make the array contiguous and read-only, so that `DominoInstance` and `DominoSolution` do not copy it."""
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array


# --- Checker ------------------------------------------------------------------------------------------


def check(instance: DominoInstance, solution: DominoSolution) -> Verdict:
    """Return every rule that the solution breaks, or the number of stones laid if it breaks none."""
    broken = tuple(_broken_rules(instance, solution))
    return Verdict(broken, None if broken else len(solution))


def _broken_rules(instance: DominoInstance, solution: DominoSolution) -> Iterator[BrokenRule]:
    stones, cells = solution.stones, solution.cells
    first, second = cells[:, 0], cells[:, 1]

    def breaks(rule: str, wrong: Mask, description: str) -> Iterator[BrokenRule]:
        """Yield the broken rule if any stone breaks it.

        `wrong` has one entry for each stone, or one entry for each stone except the first.
        """
        if wrong.any():
            indices = np.flatnonzero(wrong) + len(cells) - len(wrong)
            yield _broken_rule(rule, description, stones, cells, indices)

    off: Mask = np.any((cells < 0) | (cells >= instance.n), axis=(1, 2))
    yield from breaks("off-board", off, f"leaves the board of {instance.n} x {instance.n} cells")
    yield from breaks("not-a-domino", ~_adjacent(first, second), "does not lie on two neighbouring cells")
    yield from breaks("overlap", _overlapping(cells), "shares a cell with another half")

    unknown, overused = _not_given(instance, stones)
    yield from breaks("unknown-stone", unknown, "is not among the given stones")
    yield from breaks("stone-overused", overused, "is laid more often than it is given")

    if instance.rule == "chain":
        gap = ~_adjacent(first[1:], second[:-1])
        yield from breaks("chain-gap", gap, "does not begin next to the second cell of the previous stone")
        mismatch = stones[1:, 0] != stones[:-1, 1]
        yield from breaks(
            "label-mismatch", mismatch, "does not begin with the second label of the previous stone"
        )
    else:
        yield from breaks(
            "no-touch", ~_touching(stones, cells), "does not touch the previous stone at equal labels"
        )


def _adjacent(cells: Ints, others: Ints) -> Mask:
    """Return, for each pair of cells, whether they share a side."""
    adjacent: Mask = np.abs(cells - others).sum(axis=1) == 1
    return adjacent


def _overlapping(cells: Ints) -> Mask:
    """Return, for each stone, whether one of its cells is also covered by another half."""
    keys = cells.view(np.int64).ravel()  # row and column as one 64-bit number, unique even off the board
    order = np.sort(keys)
    repeated = order[1:][order[1:] == order[:-1]]
    overlapping: Mask = np.any(np.isin(keys, repeated).reshape(-1, 2), axis=1)
    return overlapping


def _not_given(instance: DominoInstance, stones: Ints) -> tuple[Mask, Mask]:
    """Return two masks: stones of kinds that are not given, and stones in excess of the number given."""
    kinds = instance.labels**2
    given = np.bincount(_kind(instance.stones, instance.labels), minlength=kinds + 1)
    laid = _kind(stones, instance.labels)
    unknown = given[laid] == 0
    overused = np.zeros(len(stones), np.bool_)
    if (np.bincount(laid, minlength=kinds + 1) > given).any():
        order = np.argsort(laid, kind="stable")
        lined_up = laid[order]
        nth = np.arange(len(laid)) - np.searchsorted(
            lined_up, lined_up
        )  # the number of stones of the same kind laid before
        overused[order] = nth >= given[lined_up]
    return unknown, overused & ~unknown


def _kind(stones: Ints, labels: int) -> NDArray[np.int64]:
    """Return the kind of each stone as a number, independent of direction; labels**2 for an unknown label."""
    low, high = stones.min(axis=1).astype(np.int64), stones.max(axis=1)
    return np.where((low >= 0) & (high < labels), low * labels + high, labels**2)


def _touching(stones: Ints, cells: Ints) -> Mask:
    """Return, for each stone except the first, whether it touches the previous stone at equal labels."""
    touching = np.zeros(max(0, len(stones) - 1), np.bool_)
    for half in (0, 1):
        for before in (0, 1):
            equal = stones[1:, half] == stones[:-1, before]
            touching |= equal & _adjacent(cells[1:, half], cells[:-1, before])
    return touching


def _broken_rule(
    rule: str, description: str, stones: Ints, cells: Ints, indices: NDArray[np.int64]
) -> BrokenRule:
    listed = indices[: CELLS_LISTED // 2]
    first = int(indices[0])
    message = f"placements[{first}]: {stones[first].tolist()} at {cells[first].tolist()} {description}"
    if len(indices) > 1:
        message += f"; other stones that break this rule: {len(indices) - 1}"
    listed_cells = dict.fromkeys((row, column) for row, column in cells[listed].reshape(-1, 2).tolist())
    return BrokenRule(rule, message, tuple(listed_cells))


# --- Input validation ---------------------------------------------------------------------------------


def _whole_number(name: str, value: Any, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise BadInput(f"{name} must be a whole number, not {_brief(value)}")
    if not lowest <= value <= highest:
        raise BadInput(f"{name} must lie between {lowest} and {highest}, not {_brief(value)}")
    return int(value)


def _array(name: str, values: ArrayLike, shape: tuple[int, ...]) -> Ints:
    """Return a read-only array whose rows have the given shape; `BadInput` names the first wrong row."""
    array = _as_int32(values, shape)
    if array is None:
        rows = values.tolist() if isinstance(values, np.ndarray) else values
        if not isinstance(rows, Sequence) or isinstance(rows, str):
            raise BadInput(f"{name} must be a list, not {_brief(rows)}")
        for index, row in enumerate(rows):
            _require_shape(f"{name}[{index}]", row, shape)
        array = np.array(rows, np.int32).reshape(-1, *shape)
    array.setflags(write=False)
    return array


def _as_int32(values: ArrayLike, shape: tuple[int, ...]) -> Ints | None:
    """Return an integer array as 32-bit integers; None for other values, or a wrong shape or range.

    A contiguous, read-only array of 32-bit integers is returned without copying it.
    """
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "iu" or values.shape[1:] != shape:
        return None
    if values.dtype == np.int32 and values.flags.c_contiguous and not values.flags.writeable:
        return values
    narrow = values.astype(np.int32, order="C")
    return narrow if np.array_equal(narrow, values) else None


def _require_shape(name: str, value: Any, shape: tuple[int, ...]) -> None:
    """Raise `BadInput` unless the value consists of whole numbers in nested lists of the given shape."""
    if not shape:
        _whole_number(name, value, -(2**31), 2**31 - 1)
    elif not isinstance(value, Sequence) or isinstance(value, str) or len(value) != shape[0]:
        kind = "a pair of whole numbers" if len(shape) == 1 else "a pair of cells"
        raise BadInput(f"{name}: expected {kind}, not {_brief(value)}")
    else:
        for index, part in enumerate(value):
            _require_shape(f"{name}[{index}]", part, shape[1:])


def _brief(value: Any) -> str:
    """Return the value as one short line for a message."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to convert integers of thousands of digits to strings
        return "a number with too many digits to show"
    return text if len(text) <= 60 else text[:57] + "..."


def _array_repr(array: Ints) -> str:
    """Return the array as nested lists, or only its length if it is long."""
    return f"{array.tolist()}" if len(array) <= 100 else f"<{len(array)} rows>"
