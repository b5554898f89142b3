"""The sets of parts that two or three parts can carry, from a file that the search in ``proof/`` computed.

Two or three parts *carry* a set of parts if the parts of the set, connected on one level, can be placed legally
on some level that consists of these two or three parts.
The file is exact for support=parts and up to two copies of each number. With support=types, every set that can
be carried is listed, but some of the listed sets cannot be carried.
``python -m tilewright.games.nmbr9.models.carried_sets_file`` writes the file again, in about a minute.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from itertools import combinations_with_replacement
from pathlib import Path

from ortools.sat.python import cp_model

from tilewright.games.nmbr9.rules import LARGEST_VALUE, PARTS

__all__ = ["COPIES", "FILE", "CarriedSets", "carried_sets", "file_text"]

COPIES = 2
FILE = "carried_part_sets.json"
ABOUT = (
    "The sets of parts that two or three parts (the key) can carry, with support=parts and up to two copies of"
    " each number; python -m tilewright.games.nmbr9.models.carried_sets_file writes this file. The area that"
    " two parts can carry, in half cells, is at most the sum of their pair_limits; for three parts, it is at"
    " most the sum of their triple_limits."
)

Values = tuple[int, ...]
"""The values of a set of parts, in ascending order."""


@dataclass(frozen=True, slots=True)
class CarriedSets:
    """The sets that two or three parts can carry, and limits on the areas of these sets."""

    pair_limits: tuple[int, ...]
    """For each number, a limit in half cells. The area of a set that two parts carry is at most the sum of the
    limits of these two parts; `triple_limits` has the same property for three parts."""
    triple_limits: tuple[int, ...]
    carried: Mapping[Values, frozenset[Values]]
    """For each set of two or three parts, the sets that it carries."""

    def is_carried(self, upper: Values, lower: Values) -> bool:
        return upper in self.carried[lower]

    def is_in_carried_set(self, upper: Values, lower: Values) -> bool:
        """Return True if the lower set carries the upper set or a set that contains it."""
        return _is_in_carried_set(upper, lower)


@cache
def carried_sets() -> CarriedSets:
    data = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    carried = {
        _values(lower): frozenset(map(_values, uppers.split())) for lower, uppers in data["carried"].items()
    }
    return CarriedSets(tuple(data["pair_limits"]), tuple(data["triple_limits"]), carried)


def _values(text: str) -> Values:
    return tuple(map(int, text))


@lru_cache(maxsize=100_000)
def _is_in_carried_set(upper: Values, lower: Values) -> bool:
    return any(Counter(upper) <= Counter(carried) for carried in carried_sets().carried[lower])


# --- Writing the file -----------------------------------------------------------------------------------------


def file_text(carried: Mapping[Values, frozenset[Values]]) -> str:
    """Return the contents of the file; `carried` maps each set of two or three parts to the sets it carries."""
    areas = {
        lower: max((sum(len(PARTS[value]) for value in upper) for upper in uppers), default=0)
        for lower, uppers in carried.items()
    }
    lines = [
        f'  "{_text(lower)}": "{" ".join(sorted(map(_text, uppers), key=_by_length))}"'
        for lower, uppers in sorted(carried.items(), key=lambda each: _by_length(_text(each[0])))
    ]
    return (
        f'{{\n "about": {json.dumps(ABOUT)},\n "pair_limits": {_limits(areas, 2)},\n'
        f' "triple_limits": {_limits(areas, 3)},\n "carried": {{\n' + ",\n".join(lines) + "\n }\n}\n"
    )


def _text(values: Values) -> str:
    return "".join(map(str, values))


def _by_length(text: str) -> tuple[int, str]:
    return len(text), text


def _limits(areas: Mapping[Values, int], size: int) -> list[int]:
    """Return a limit for each number, in half cells.

    The area of a set that `size` parts carry is at most the sum of the limits of these parts. The sum of the
    limits of all numbers is minimal.
    """
    model = cp_model.CpModel()
    limits = [model.new_int_var(0, 2 * len(part), "") for part in PARTS]
    for lower, area in areas.items():
        if len(lower) == size:
            model.add(sum(limits[value] for value in lower) >= 2 * area)
    model.minimize(sum(limits))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return [solver.value(limit) for limit in limits]


def _computed() -> dict[Values, frozenset[Values]]:
    """Compute, with the search in ``proof/``, the sets that two or three parts carry."""
    from tilewright.games.nmbr9.proof.carried_sets import carried_sets as compute
    from tilewright.games.nmbr9.proof.oriented_parts_and_decks import Deck

    deck = Deck(LARGEST_VALUE, COPIES, (LARGEST_VALUE + 1) * COPIES, types=False)
    carried: dict[Values, set[Values]] = {
        values: set()
        for size in (2, 3)
        for values in combinations_with_replacement(range(LARGEST_VALUE + 1), size)
        if max(Counter(values).values()) <= COPIES
    }
    for lower, upper in compute(deck, all_pairs=True).pairs():
        carried[deck.members(lower)].add(deck.members(upper))
    return {lower: frozenset(uppers) for lower, uppers in carried.items()}


if __name__ == "__main__":
    Path(__file__).with_name(FILE).write_text(file_text(_computed()), "utf-8")
