"""Nurikabe pictures show sea, islands, undecided cells and violations, with and without colour."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.drawing.scene import Area, Dot, Label, Scene
from tilewright.errors import BadInput
from tilewright.game import Verdict
from tilewright.games.nurikabe.picture import LETTERS, scene
from tilewright.games.nurikabe.rules import RULES, Board, Shading, check

BOARD = Board(((0, 0, 0, 0), (0, 0, 0, 4), (0, 0, 0, 0), (1, 0, -1, 0)))
SOLVED = Shading(("###.", "#...", "####", ".#.#"))


def labels(drawn: Scene) -> dict[tuple[float, float], str]:
    return {each.centre: each.text for each in drawn.elements if isinstance(each, Label)}


def dots(drawn: Scene) -> set[tuple[float, float]]:
    return {each.centre for each in drawn.elements if isinstance(each, Dot)}


def sea(drawn: Scene) -> set[tuple[int, int]]:
    return {
        cell
        for each in drawn.elements
        if isinstance(each, Area) and each.fill == "water"
        for cell in each.cells
    }


def hatched(drawn: Scene) -> set[tuple[int, int]]:
    return {cell for each in drawn.elements if isinstance(each, Area) and each.hatch for cell in each.cells}


def test_a_board_shows_its_numbers_and_a_question_mark_for_unknown_size() -> None:
    drawn = scene(BOARD)
    assert labels(drawn) == {(3.5, 1.5): "4", (0.5, 3.5): "1", (2.5, 3.5): "?"}
    assert (drawn.width, drawn.height) == (4, 4)
    assert not sea(drawn)
    assert not dots(drawn)


def test_the_sea_is_filled_and_island_cells_without_a_number_have_a_dot() -> None:
    drawn = scene(BOARD, SOLVED)
    assert sea(drawn) == SOLVED.cells("#")
    assert dots(drawn) == {(3.5, 0.5), (1.5, 1.5), (2.5, 1.5)}
    assert not hatched(drawn)


def test_undecided_cells_are_neither_filled_nor_dotted() -> None:
    state = Shading(("##--", "----", "--.-", "----"))
    for drawn in (scene(BOARD, state), scene(BOARD, state, check(BOARD, state))):
        assert sea(drawn) == {(0, 0), (0, 1)}
        assert dots(drawn) == {(2.5, 2.5)}
        assert not hatched(drawn)
    assert scene(BOARD, state).title == "Nurikabe, 4 x 4 cells, 13 undecided"


def test_a_solution_alone_is_drawn_without_numbers() -> None:
    drawn = scene(None, SOLVED)
    assert sea(drawn) == SOLVED.cells("#")
    assert not labels(drawn)


def test_a_picture_needs_a_board_or_a_solution() -> None:
    with pytest.raises(BadInput, match="there is nothing to draw"):
        scene(None)


def test_every_rule_about_cells_has_its_own_letter() -> None:
    assert set(LETTERS) == set(RULES) - {"undecided", "wrong-size"}
    assert len(set(LETTERS.values())) == len(LETTERS)


@pytest.mark.parametrize("code", sorted(LETTERS))
def test_a_broken_rule_is_hatched_lettered_and_named_below_the_board(code: str) -> None:
    game = tw.game("nurikabe")
    example = game.examples["broken"][code]
    board = game.parse(example["instance"])
    filled = Shading(tuple(example["solution"]["rows"]))
    verdict = game.check(board, filled)
    drawn = game.scene(board, filled, verdict)
    cells = set(verdict.broken[0].cells)
    assert hatched(drawn) == cells
    letters = {(int(y), int(x)) for (x, y), text in labels(drawn).items() if y < 4 and text == LETTERS[code]}
    assert letters <= cells
    # If the sea covers a number, the number stays visible, and the cell has no room for a letter.
    assert letters or code == "clue-flooded"
    assert f"{LETTERS[code]}  {code}" in labels(drawn).values()
    text = drawn.to_text()
    assert "/" in text
    assert code in text
    assert 'fill="url(#hatch' in drawn.to_svg()


def test_a_legal_solution_is_drawn_as_text_without_hatching() -> None:
    assert scene(Board(((2, 0), (0, 0))), Shading(("..", "##"))).to_text() == (
        "┌───┬───┐\n│ 2 │ ● │\n├───┴───┤\n│░░░░░░░│\n└───────┘\n"
    )


def test_a_solution_of_another_shape_is_drawn_over_the_board() -> None:
    larger = Shading(("#####",) * 2)
    drawn = scene(BOARD, larger, check(BOARD, larger))
    assert (drawn.width, drawn.height) == (5, 4)
    assert drawn.title == "Nurikabe, 4 x 4 cells: wrong-size"


def test_the_title_of_a_legal_solution_says_solved() -> None:
    assert scene(BOARD, SOLVED, Verdict()).title == "Nurikabe, 4 x 4 cells: solved"


@pytest.mark.parametrize("side", [1, 5, 10, 50, 250])
def test_boards_of_every_size_are_drawn_in_every_format(side: int) -> None:
    rows = tuple(tuple(side if row == column else 0 for column in range(side)) for row in range(side))
    board = Board(rows)
    filled = Shading(
        tuple("".join("." if abs(row - column) < 2 else "#" for column in range(side)) for row in range(side))
    )
    drawn = scene(board, filled, check(board, filled))
    assert drawn.to_svg().startswith("<svg")
    assert drawn.to_png(max(100, 4 * side)).startswith(b"\x89PNG")
    if side <= 50:
        assert str(side) in drawn.to_text()


def test_boards_and_solutions_have_an_svg_representation_for_notebooks() -> None:
    assert (BOARD._repr_svg_() or "").startswith("<svg")
    assert (SOLVED._repr_svg_() or "").startswith("<svg")
