"""Perfect quilts: found, counted two ways, and the command."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import BadInput
from tilewright.game import Cell, Limits, Run
from tilewright.games.patchwork.pieces.patches import PATCHES
from tilewright.games.patchwork.quilt.exact_cover import find, shapes_of
from tilewright.games.patchwork.quilt.perfect_quilts import ALL, Perfect, Wanted, perfect
from tilewright.geometry import Polyomino

EVERYTHING = 10**9

Laid = frozenset[tuple[Polyomino, tuple[Cell, ...]]]


def canonical(patch: int) -> Polyomino:
    return min(PATCHES[patch].orientations)


def found_quilts(found: Perfect) -> set[Laid]:
    """The quilts as shapes in places: patches of one shape are not told apart."""
    return {frozenset((canonical(each.patch), each.cells) for each in quilt) for quilt in found.quilts}


def by_brute_force(wanted: Wanted) -> set[Laid]:
    """Fill the first open square in every way, again and again."""
    cells = list(product(range(wanted.rows), range(wanted.cols)))
    results: set[Laid] = set()

    def fill(covered: frozenset[Cell], left: Counter[Polyomino], laid: Laid) -> None:
        if len(covered) == len(cells):
            patches = sum(1 for shape, _ in laid if len(shape) > 1)
            ones = len(laid) - patches
            if ones == wanted.ones and wanted.count in (None, patches):
                results.add(laid)
            return
        square = next(cell for cell in cells if cell not in covered)
        for shape in list(left):
            if left[shape]:
                for image in shape.orientations(mirror=True):
                    for place in image.placements(wanted.rows, wanted.cols, blocked=covered):
                        if square in place:
                            fill(covered | set(place), left - Counter([shape]), laid | {(shape, place)})

    fill(frozenset(), Counter(map(canonical, wanted.all_patches)), frozenset())
    return results


def by_cpsat(wanted: Wanted) -> int:
    """Exact cover as CP-SAT counts it."""
    model = cp_model.CpModel()
    lies: dict[object, cp_model.IntVar] = {}
    over: dict[Cell, list[cp_model.IntVar]] = {
        cell: [] for cell in product(range(wanted.rows), range(wanted.cols))
    }
    for shape, members in shapes_of(wanted.all_patches).items():
        own = []
        for image in shape.orientations(mirror=True):
            for cells in image.placements(wanted.rows, wanted.cols):
                lies[shape, cells] = truth = model.new_bool_var("")
                own.append(truth)
                for cell in cells:
                    over[cell].append(truth)
        if members[0] == 0:
            model.add(sum(own) == len(members))
        else:
            model.add(sum(own) <= len(members))
    for each in over.values():
        model.add_exactly_one(each)
    if wanted.count is not None:
        model.add(sum(lies.values()) == wanted.count + wanted.ones)
    return len(cpsat.solve(model, Run(), lies, all_solutions=True).solutions)


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted((1, 2, 3, 4, 5, 6, 8), rows=3, cols=4),
        Wanted((1, 2, 3, 5, 10, 11), rows=4, cols=4),
        Wanted((1, 2, 3, 4, 5, 12), ones=2, rows=3, cols=4),
        Wanted((1, 2, 5, 8, 9, 17), count=4, rows=3, cols=5),
        Wanted((2, 6, 10, 17, 20, 23), rows=5, cols=5),
        Wanted((21,), rows=3, cols=3),
        Wanted((1, 2), rows=5, cols=5),
    ],
    ids=lambda wanted: f"{wanted.rows}x{wanted.cols}",
)
def test_exact_cover_finds_just_the_quilts_of_brute_force(wanted: Wanted) -> None:
    found = find(wanted, Run(), EVERYTHING, show=100_000)
    expected = by_brute_force(wanted)
    assert found.complete
    assert found.count == len(found.quilts) == len(expected)
    assert found_quilts(found) == expected


def test_exact_cover_counts_as_many_quilts_as_cpsat() -> None:
    source = random.Random(4)
    counted = []
    while len(counted) < 5:
        patches = tuple(source.sample([patch for patch in ALL if PATCHES[patch].area <= 6], 8))
        wanted = Wanted(patches, ones=source.randint(0, 2), rows=5, cols=5)
        found = find(wanted, Run(), 300, show=0)
        if found.complete and found.count:
            assert found.count == by_cpsat(wanted)
            counted.append(found.count)
    assert max(counted) > 50, "some of the questions have many answers"


def test_a_perfect_quilt_covers_every_square_once_with_distinct_patches() -> None:
    for ones in (0, 5):
        found = find(Wanted(ones=ones), Run(Limits(seed=3)), limit=20, show=20)
        assert (found.count, len(set(found.quilts))) == (20, 20)
        for quilt in found.quilts:
            assert Counter(cell for each in quilt for cell in each.cells) == Counter(
                product(range(9), range(9))
            )
            patches = Counter(each.patch for each in quilt)
            assert patches.pop(0, 0) == ones
            assert set(patches.values()) == {1}
            assert all(Polyomino(each.cells) in PATCHES[each.patch].orientations for each in quilt)


def test_the_same_seed_gives_the_same_quilts_and_another_seed_others() -> None:
    first, again, other = (find(Wanted(), Run(Limits(seed=seed)), 3, 3) for seed in (1, 1, 2))
    assert first == again != other


def test_how_many_quilts_are_shown_does_not_change_how_many_are_counted() -> None:
    wanted = Wanted((1, 2, 3, 4, 5, 6, 8), rows=3, cols=4)
    counts = {find(wanted, Run(), EVERYTHING, show).count for show in (0, 1, 7, 10_000)}
    assert len(counts) == 1
    limited = find(wanted, Run(), 5, 2)
    assert (limited.count, limited.complete, len(limited.quilts)) == (5, False, 2)


def test_no_quilt_has_twelve_patches_and_none_has_twenty() -> None:
    areas = sorted(PATCHES[patch].area for patch in ALL)
    assert sum(areas[-12:]) < 81 < sum(areas[:20])
    for count in (12, 20):
        assert find(Wanted(count=count), Run(), 1, 1) == Perfect(Wanted(count=count), (), 0, complete=True)
    for count in (15, 19):
        (quilt,) = find(Wanted(count=count), Run(), 1, 1).quilts
        assert len(quilt) == count


def test_a_search_that_is_stopped_says_so() -> None:
    run = Run()
    run.cancel.set()
    assert find(Wanted(count=13), run, 1, 1) == Perfect(Wanted(count=13), (), 0, complete=False)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Wanted((34,)), "patches: there is no patch 34; expected numbers from 1 to 33"),
        (lambda: Wanted((0, 1)), "patches: there is no patch 0"),
        (lambda: Wanted((5, 5)), "patches: patch 5 may come at most once"),
        (lambda: Wanted(ones=6), "ones: expected a number from 0 to 5, not 6"),
        (lambda: Wanted(count=34), "count: expected a number from 0 to 33, not 34"),
        (lambda: Wanted(rows=12, cols=12), "a board of 12 x 12: expected 1 to 128 squares"),
        (lambda: perfect(patches="1,x"), r"patches\[1\]: expected the number of a patch, not 'x'"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_one_line(make: object, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        make()  # type: ignore[operator]
    assert "\n" not in str(caught.value)


def test_the_command_prints_counts_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "quilts.svg"
    assert perfect(limit=50, show=4, seed=1, output=str(picture), json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["count"], data["complete"], len(data["quilts"])) == (50, False, 4)
    assert sum(len(each["cells"]) for each in data["quilts"][0]["placements"]) == 81
    assert picture.read_text().startswith("<svg")
    assert perfect(patches="1,2,3") == 0
    assert capsys.readouterr().err == "0 perfect quilts\n"
    assert perfect(limit=2) == 0
    out, err = capsys.readouterr()
    assert err == "2 perfect quilts or more\n"
    assert out.startswith("┌")
