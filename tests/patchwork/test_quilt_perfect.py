"""Perfect quilts: both search methods compared with brute force, one also with CP-SAT, and their command."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.errors import BadInput
from tilewright.game import Cell, Limits, Run
from tilewright.games.patchwork.commands.perfect import perfect
from tilewright.games.patchwork.pieces.patches import BOX, PAPER
from tilewright.games.patchwork.quilt.exact_cover import find_perfect_quilts, shapes_of
from tilewright.games.patchwork.quilt.perfect_quilt_query_and_result import (
    ALL_PATCHES,
    PerfectQuery,
    PerfectQuilts,
)
from tilewright.games.patchwork.quilt.sat_cover import find_perfect_quilts_by_sat
from tilewright.geometry import Polyomino

NO_LIMIT = 10**9

ShapesOnBoard = frozenset[tuple[Polyomino, tuple[Cell, ...]]]


def canonical(query: PerfectQuery, patch: int) -> Polyomino:
    return min(query.patch_set[patch].orientations)


def quilts_as_shapes(result: PerfectQuilts) -> set[ShapesOnBoard]:
    """Return each quilt as a set of shapes with their squares, without patch numbers."""
    return {
        frozenset((canonical(result.query, each.patch), each.cells) for each in quilt)
        for quilt in result.quilts
    }


def by_brute_force(query: PerfectQuery) -> set[ShapesOnBoard]:
    """Return all perfect quilts, found by covering the first open square in every way, recursively."""
    cells = list(product(range(query.rows), range(query.cols)))
    results: set[ShapesOnBoard] = set()

    def fill(covered: frozenset[Cell], remaining: Counter[Polyomino], laid: ShapesOnBoard) -> None:
        if len(covered) == len(cells):
            patches = sum(1 for shape, _ in laid if len(shape) > 1)
            ones = len(laid) - patches
            if ones == query.ones and query.count in (None, patches):
                results.add(laid)
            return
        square = next(cell for cell in cells if cell not in covered)
        for shape in list(remaining):
            if remaining[shape]:
                for image in shape.orientations(mirror=True):
                    for squares in image.placements(query.rows, query.cols, blocked=covered):
                        if square in squares:
                            rest = remaining - Counter([shape])
                            fill(covered | set(squares), rest, laid | {(shape, squares)})

    fill(frozenset(), Counter(canonical(query, patch) for patch in query.all_patches), frozenset())
    return results


def by_cpsat(query: PerfectQuery) -> int:
    """Return the number of perfect quilts, counted by CP-SAT as exact covers."""
    model = cp_model.CpModel()
    chosen: dict[object, cp_model.IntVar] = {}
    covering: dict[Cell, list[cp_model.IntVar]] = {
        cell: [] for cell in product(range(query.rows), range(query.cols))
    }
    for shape, members in shapes_of(query.patch_set, query.all_patches).items():
        own = []
        for image in shape.orientations(mirror=True):
            for cells in image.placements(query.rows, query.cols):
                chosen[shape, cells] = variable = model.new_bool_var("")
                own.append(variable)
                for cell in cells:
                    covering[cell].append(variable)
        if members[0] == 0:
            model.add(sum(own) == len(members))
        else:
            model.add(sum(own) <= len(members))
    for variables in covering.values():
        model.add_exactly_one(variables)
    if query.count is not None:
        model.add(sum(chosen.values()) == query.count + query.ones)
    return len(cpsat.solve(model, Run(), chosen, all_solutions=True).solutions)


Search = Callable[[PerfectQuery, Run, int, int], PerfectQuilts]
BOTH_METHODS = pytest.mark.parametrize("find", [find_perfect_quilts, find_perfect_quilts_by_sat])


@BOTH_METHODS
@pytest.mark.parametrize(
    "query",
    [
        PerfectQuery((1, 2, 3, 4, 5, 6, 8), rows=3, cols=4),
        PerfectQuery((1, 2, 3, 4, 5, 6, 8), rows=3, cols=4, set_name="box"),
        PerfectQuery((1, 2, 3, 5, 10, 11), rows=4, cols=4),
        PerfectQuery((1, 2, 3, 4, 5, 12), ones=2, rows=3, cols=4),
        PerfectQuery((1, 2, 5, 8, 9, 17), count=4, rows=3, cols=5),
        PerfectQuery((2, 6, 10, 17, 20, 23), rows=5, cols=5),
        PerfectQuery((2, 3), rows=2, cols=3),
        PerfectQuery((21,), rows=3, cols=3),
        PerfectQuery((21,), ones=4, rows=3, cols=3),
        PerfectQuery((1, 2), rows=5, cols=5),
        PerfectQuery((5,), ones=4, rows=2, cols=1),
    ],
    ids=lambda query: f"{query.rows}x{query.cols}",
)
def test_each_method_finds_exactly_the_quilts_of_brute_force(find: Search, query: PerfectQuery) -> None:
    result = find(query, Run(), NO_LIMIT, 100_000)
    expected = by_brute_force(query)
    assert result.complete
    assert result.count == len(result.quilts) == len(expected)
    assert quilts_as_shapes(result) == expected
    for quilt in result.quilts:
        assert Counter(each.patch for each in quilt) <= Counter(query.all_patches)


@pytest.mark.parametrize(
    "patches",
    [
        (2, 4, 9, 10, 13, 16, 17, 25, 26, 27),
        (3, 4, 9, 12, 16, 19, 20, 21, 30, 33),
        (1, 2, 4, 5, 6, 9, 19, 22, 25, 32),
        (2, 3, 4, 5, 7, 13, 15, 23, 24, 31),
        (4, 6, 7, 15, 17, 19, 28, 29, 30, 32),
    ],
)
def test_both_methods_count_the_same_quilts_for_each_number_of_patches(patches: tuple[int, ...]) -> None:
    counts = []
    for set_name, count in product(("paper", "box"), (5, 6, 7)):
        query = PerfectQuery(patches, count, rows=5, cols=6, set_name=set_name)
        result = find_perfect_quilts_by_sat(query, Run(), NO_LIMIT, 0)
        assert result == find_perfect_quilts(query, Run(), NO_LIMIT, 0)
        assert result.complete
        counts.append(result.count)
    assert any(counts), "some quilts exist"
    assert not all(counts), "for some numbers of patches, no quilt exists"


def test_sat_finds_quilts_of_the_whole_board_for_both_sets_of_patches() -> None:
    for patches, count in product((PAPER, BOX), (18, 19)):
        query = PerfectQuery(count=count, set_name=patches.name)
        result = find_perfect_quilts_by_sat(query, Run(Limits(seed=1)), 5, 5)
        assert (result.count, len(set(result.quilts)), result.complete) == (5, 5, False)
        for quilt in result.quilts:
            assert Counter(cell for each in quilt for cell in each.cells) == Counter(
                product(range(9), range(9))
            )
            assert len({each.patch for each in quilt} - {0}) == len(quilt) == count
            assert all(Polyomino(each.cells) in patches[each.patch].orientations for each in quilt)


def test_a_set_of_thirteen_patches_consists_of_large_patches_only() -> None:
    """Patch 4, the only patch that differs between the sets of patches, is never among the thirteen patches."""
    areas = sorted((PAPER[patch].area for patch in ALL_PATCHES), reverse=True)
    assert sum(areas[:13]) == 82
    for patches in (PAPER, BOX):
        assert sum(areas[:12]) + patches[4].area < 81


def test_exact_cover_counts_as_many_quilts_as_cpsat() -> None:
    source = random.Random(4)
    counted = []
    while len(counted) < 5:
        patches = tuple(source.sample([patch for patch in ALL_PATCHES if PAPER[patch].area <= 6], 8))
        query = PerfectQuery(patches, ones=source.randint(0, 2), rows=5, cols=5)
        result = find_perfect_quilts(query, Run(), 300, show=0)
        if result.complete and result.count:
            assert result.count == by_cpsat(query)
            counted.append(result.count)
    assert max(counted) > 50, "some of the queries have many quilts"


def test_a_perfect_quilt_covers_every_square_once_with_distinct_patches() -> None:
    for ones, patches in ((0, PAPER), (5, PAPER), (0, BOX)):
        query = PerfectQuery(ones=ones, set_name=patches.name)
        result = find_perfect_quilts(query, Run(Limits(seed=3)), limit=20, show=20)
        assert (result.count, len(set(result.quilts))) == (20, 20)
        for quilt in result.quilts:
            assert Counter(cell for each in quilt for cell in each.cells) == Counter(
                product(range(9), range(9))
            )
            used = Counter(each.patch for each in quilt)
            assert used.pop(0, 0) == ones
            assert set(used.values()) == {1}
            assert all(Polyomino(each.cells) in patches[each.patch].orientations for each in quilt)


def test_fourteen_patches_of_the_box_cover_the_board_without_patch_4() -> None:
    query = PerfectQuery(count=14, set_name="box")
    (quilt,) = find_perfect_quilts(query, Run(), limit=1, show=1).quilts
    assert Counter(cell for each in quilt for cell in each.cells) == Counter(product(range(9), range(9)))
    assert len({each.patch for each in quilt} - {0, 4}) == 14
    for patches in (BOX, PAPER):
        assert all(Polyomino(each.cells) in patches[each.patch].orientations for each in quilt)


def test_the_same_seed_gives_the_same_quilts_and_another_seed_others() -> None:
    first, again, other = (
        find_perfect_quilts(PerfectQuery(), Run(Limits(seed=seed)), 3, 3) for seed in (1, 1, 2)
    )
    assert first == again != other


@BOTH_METHODS
def test_the_number_of_quilts_shown_does_not_change_the_count(find: Search) -> None:
    query = PerfectQuery((1, 2, 3, 4, 5, 6, 8), rows=3, cols=4)
    counts = {find(query, Run(), NO_LIMIT, show).count for show in (0, 1, 7, 10_000)}
    assert len(counts) == 1
    limited = find(query, Run(), 5, 2)
    assert (limited.count, limited.complete, len(limited.quilts)) == (5, False, 2)


def test_no_quilt_has_twelve_patches_and_none_has_twenty() -> None:
    areas = sorted(PAPER[patch].area for patch in ALL_PATCHES)
    assert sum(areas[-12:]) < 81 < sum(areas[:20])
    for find, count in product((find_perfect_quilts, find_perfect_quilts_by_sat), (12, 20)):
        assert find(PerfectQuery(count=count), Run(), 1, 1) == PerfectQuilts(
            PerfectQuery(count=count), (), 0, complete=True
        )
    for count in (15, 19):
        (quilt,) = find_perfect_quilts(PerfectQuery(count=count), Run(), 1, 1).quilts
        assert len(quilt) == count


@BOTH_METHODS
def test_a_stopped_search_is_reported_as_incomplete(find: Search) -> None:
    run = Run()
    run.cancel.set()
    assert find(PerfectQuery(count=13), run, 1, 1) == PerfectQuilts(
        PerfectQuery(count=13), (), 0, complete=False
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PerfectQuery((34,)), "patches: there is no patch 34; expected numbers from 1 to 33"),
        (lambda: PerfectQuery((0, 1)), "patches: there is no patch 0"),
        (lambda: PerfectQuery((5, 5)), "patches: patch 5 may occur at most once"),
        (lambda: PerfectQuery(ones=6), "ones: expected a number from 0 to 5, not 6"),
        (lambda: PerfectQuery(count=34), "count: expected a number from 0 to 33, not 34"),
        (lambda: PerfectQuery(rows=12, cols=12), "a board of 12 x 12: expected 1 to 128 squares"),
        (lambda: perfect(method="x"), "--method 'x': expected one of exact-cover, sat"),
        (lambda: perfect(patches="1,x"), r"patches\[1\]: expected the number of a patch, not 'x'"),
    ],
)
def test_an_invalid_query_is_refused_in_one_line(make: object, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        make()  # type: ignore[operator]
    assert "\n" not in str(caught.value)


def test_the_command_prints_the_count_and_draws_the_quilts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "quilts.svg"
    assert perfect(limit=50, show=4, seed=1, output=str(picture), json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["count"], data["complete"], len(data["quilts"])) == (50, False, 4)
    assert sum(len(each["cells"]) for each in data["quilts"][0]["placements"]) == 81
    assert picture.read_text().startswith("<svg")
    assert perfect(patches="1,2,3") == 0
    assert capsys.readouterr().err == "0 perfect quilts\n"
    assert perfect(patches="1,2,3", method="sat") == 0
    assert capsys.readouterr().err == "0 perfect quilts\n"
    assert perfect(limit=2) == 0
    out, err = capsys.readouterr()
    assert err == "at least 2 perfect quilts\n"
    assert out.startswith("┌")
