"""Exact covers: comparison with brute force on random problems, and the number of orbits under symmetries."""

from __future__ import annotations

import random
import threading
from itertools import combinations

from tilewright.game import Run
from tilewright.puzzles.exact_cover import UNLIMITED, Option, find_covers


def brute_force(items: int, uses: list[int], options: list[Option]) -> set[tuple[int, ...]]:
    """Return all exact covers by trying every set of options."""
    found = set()
    for size in range(len(options) + 1):
        for chosen in combinations(range(len(options)), size):
            covered = sorted(item for option in chosen for item in options[option][1])
            kinds = [options[option][0] for option in chosen]
            wanted = all(number in (UNLIMITED, kinds.count(kind)) for kind, number in enumerate(uses))
            if covered == list(range(items)) and wanted:
                found.add(chosen)
    return found


def test_all_covers_of_random_problems_are_found() -> None:
    rng = random.Random(1)
    totals = set()
    for _ in range(150):
        items = rng.randint(1, 5)
        uses = [rng.choice([0, 1, 1, 2, UNLIMITED]) for _ in range(3)]
        options: list[Option] = [
            (rng.randrange(3), rng.sample(range(items), rng.randint(1, min(items, 3)))) for _ in range(9)
        ]
        expected = brute_force(items, uses, options)
        covers = find_covers(items, uses, options, Run(), most=1000, keep=1000)
        assert {tuple(row) for row in covers.first} == expected
        assert (covers.total, covers.complete) == (len(expected), True)
        totals.add(covers.total)
    assert len(totals) > 3


def test_orbits_are_counted_with_all_symmetries() -> None:
    # Two items, each covered by one of two options; the symmetry exchanges the items.
    options: list[Option] = [(0, [0]), (0, [1]), (1, [0]), (1, [1])]
    covers = find_covers(2, [UNLIMITED, UNLIMITED], options, Run(), most=100, symmetries=[[1, 0, 3, 2]])
    assert (covers.total, covers.orbits) == (4, 3)


def test_a_limit_or_a_cancelled_run_leaves_the_search_incomplete() -> None:
    options: list[Option] = [(0, [item]) for item in range(3) for _ in range(4)]
    covers = find_covers(3, [UNLIMITED], options, Run(), most=5)
    assert (covers.total, covers.complete, covers.orbits, len(covers.first)) == (5, False, None, 2)
    cancel = threading.Event()
    cancel.set()
    # If the run were not cancelled, the search would have to count 2**60 covers.
    many: list[Option] = [(0, [item]) for item in range(60) for _ in range(2)]
    assert not find_covers(60, [UNLIMITED], many, Run(cancel=cancel), most=2**62).complete
