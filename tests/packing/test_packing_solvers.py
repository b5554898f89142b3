"""The solvers of polyomino packing: known numbers of solutions, agreement, hints, the generator, pictures."""

from __future__ import annotations

import json
import random

import pytest

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.game import Run, Status
from tilewright.games.packing.rules import Packing, check
from tilewright.puzzles.cell_covers import CellCovers
from tilewright.puzzles.exact_cover import find_covers
from tilewright.puzzles.piece_board import Placed

GAME = tw.game("packing")
SOLVERS = [solver.name for solver in GAME.solvers]


@pytest.mark.parametrize(
    ("name", "all_solutions", "up_to_symmetry"),
    [
        ("pentominoes:3x20", 8, 2),
        ("pentominoes:4x15", 1472, 368),
        ("pentominoes:8x8-2x2", 520, 65),
        ("calendar:01-25", 216, None),
        ("calendar:10-06", 7, None),
        ("dominoes:4x4", 36, 9),
        ("dominoes:6x6", 6728, 930),
        ("l-trominoes:5x9", 384, 96),
        ("tetrominoes:4x5", 0, 0),
        ("library:5x13-pentominoes-two-rectangles", 64, 16),
    ],
)
def test_known_numbers_of_solutions(name: str, all_solutions: int, up_to_symmetry: int | None) -> None:
    stats = GAME.solve(GAME.parse(name), count=10_000).stats
    assert (stats["count"], stats["count_complete"]) == (all_solutions, True)
    assert stats.get("count_up_to_symmetry") == up_to_symmetry


Parts = frozenset[frozenset[tuple[int, int]]]


def square_images(parts: Parts, mirrors: bool) -> set[Parts]:
    """Return the images of a solution on 4 x 4 cells under rotations and, if `mirrors` is true, reflections."""
    images = set()
    for _ in range(2 if mirrors else 1):
        for _ in range(4):
            parts = frozenset(frozenset((column, 3 - row) for row, column in part) for part in parts)
            images.add(parts)
        parts = frozenset(frozenset((row, 3 - column) for row, column in part) for part in parts)
    return images


@pytest.mark.parametrize(
    ("pieces", "flip", "mirrors", "up_to_symmetry"),
    [("JJLL", True, True, 3), ("JJLL", False, True, 1), ("JJJJ", False, False, 2), ("JJJL", True, True, 3)],
)
def test_solutions_up_to_symmetry_are_the_orbits_of_all_solutions(
    pieces: str, flip: bool, mirrors: bool, up_to_symmetry: int
) -> None:
    """If pieces cannot be turned over, only reflections that map the set of pieces to itself are symmetries."""
    shapes = {"J": ("#..", "###"), "L": ("..#", "###")}
    puzzle = Packing(("....",) * 4, tuple(shapes[letter] for letter in pieces), flip=flip)
    covers = CellCovers.of_board(puzzle)
    number = {cell: index for index, cell in enumerate(covers.cells)}
    options = [(laid.kind, [number[cell] for cell in laid.cells]) for laid in covers.placements]
    found = find_covers(16, covers.uses, options, Run(), most=1000, keep=1000, symmetries=covers.symmetries())
    solutions = [frozenset(frozenset(covers.placements[option].cells) for option in row) for row in found.first]
    orbits = {frozenset(square_images(solution, mirrors)) for solution in solutions}
    assert (len(orbits), found.orbits) == (up_to_symmetry, up_to_symmetry)
    assert GAME.solve(puzzle, count=1000).stats["count_up_to_symmetry"] == up_to_symmetry


def test_an_incomplete_count_stops_at_its_limit() -> None:
    stats = GAME.solve(GAME.parse("pentominoes:6x10"), count=10).stats
    assert (stats["count"], stats["count_complete"]) == (10, False)
    assert "count_up_to_symmetry" not in stats


@pytest.mark.parametrize("solver", SOLVERS)
def test_an_exchange_of_equal_pieces_is_not_another_solution(solver: str) -> None:
    corner = ("##", "#.")
    puzzle = Packing(("...", "..#", "###"), ((".#", "##"), ("#",), ("#",)))
    result = GAME.solve(puzzle, solver=solver, count=50)
    assert result.stats["count"] == 5
    fixed = Packing(("...", "..."), (corner, corner), fixed=(Placed(1, ((0, 0), (0, 1), (1, 0))),))
    result = GAME.solve(fixed, solver=solver, unique=True)
    assert result.unique
    assert result.solution is not None
    assert [placed.piece for placed in result.solution.placements] == [0, 1]  # type: ignore[attr-defined]
    assert check(fixed, result.solution).ok  # type: ignore[arg-type]


@pytest.mark.parametrize("solver", SOLVERS)
def test_different_areas_are_a_proof_that_there_is_no_solution(solver: str) -> None:
    for pieces in ((("##",),), (("##",), ("##",))):
        assert GAME.solve(Packing(("...",), pieces), solver=solver).status is Status.INFEASIBLE
    assert GAME.solve(Packing(("...",), (("##",),), each="any"), solver=solver).status is Status.INFEASIBLE


def random_puzzle(rng: random.Random) -> Packing:
    """Return a small random puzzle; straight pieces may replace some pieces, and one piece may be fixed."""
    made = GAME.generate(rng.randrange(10**6), rows=rng.randint(2, 4), cols=rng.randint(3, 4), pieces=3)
    assert isinstance(made, Packing)
    flip, each = rng.random() < 0.5, rng.choice(["once", "once", "any"])
    pieces = tuple(("#" * "".join(piece).count("#"),) if rng.random() < 0.2 else piece for piece in made.pieces)
    puzzle = Packing(made.region, pieces, flip, each)
    solution = GAME.solve(puzzle).solution
    if solution is None or rng.random() < 0.5:
        return puzzle
    placed: list[Placed] = list(solution.placements)  # type: ignore[attr-defined]
    return Packing(made.region, pieces, flip, each, (rng.choice(placed),))


def test_the_solvers_agree_on_random_puzzles() -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(20):
        puzzle = random_puzzle(rng)
        results = [GAME.solve(puzzle, solver=name, unique=True, count=4) for name in SOLVERS]
        answers = {(result.status, result.unique, result.stats["count"]) for result in results}
        assert len(answers) == 1, (puzzle, answers)
        seen |= {(status, unique) for status, unique, _ in answers}
    assert len(seen) == 3, "some puzzles have no solution, some have one, and some have several"


def test_hints_lead_from_the_empty_board_to_the_solution() -> None:
    puzzle = GAME.from_json(GAME.examples["instances"][2]["instance"])
    edges: dict[str, list[object]] = {"border": [], "join": []}
    for _ in range(60):
        state = {"borders": edges["border"], "joins": edges["join"]}
        hint = GAME.hint(puzzle, json.dumps(state))
        if hint.value is None:
            break
        edges[hint.value] += [[list(cell) for cell in edge] for edge in hint.edges]
    assert hint.technique == "solved"


def test_generated_puzzles_have_the_wanted_pieces_and_a_solution() -> None:
    for seed in range(5):
        puzzle = GAME.generate(seed, rows=5, cols=6, pieces=6)
        assert isinstance(puzzle, Packing)
        assert (puzzle.region, len(puzzle.pieces)) == (("......",) * 5, 6)
        assert GAME.solve(puzzle).status is Status.SATISFIED
        assert GAME.generate(seed, rows=5, cols=6, pieces=6) == puzzle
    with pytest.raises(BadInput, match="cannot be divided into 7 pieces"):
        GAME.generate(0, rows=2, cols=3, pieces=7)


def test_pictures_show_pieces_fixed_pieces_and_cells_outside() -> None:
    puzzle = Packing(("..#", "..."), (("##", "#."), ("##",)), fixed=(Placed(1, ((1, 1), (1, 2))),))
    assert "piece 1" in (GAME.svg(puzzle) or "")
    assert "piece 0" in (GAME.svg(puzzle) or ""), "piece 0 is not placed, so it lies below the board"
    assert "not to be covered" in (GAME.svg(puzzle) or "")
    solution = GAME.solve(puzzle).solution
    assert "piece 0" in (GAME.svg(puzzle, solution) or "")
    assert "piece 0" in (GAME.svg(None, solution) or "")
