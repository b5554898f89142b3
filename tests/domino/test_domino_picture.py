"""The contents of Domino pictures."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.drawing.scene import Area, Dot, Label, Line, Scene
from tilewright.games.domino.picture import scene
from tilewright.games.domino.rules import DominoInstance, DominoSolution

GAME = tw.game("domino")
INSTANCE = DominoInstance(4, [[0, 1], [1, 2], [3, 3], [3, 3], [4, 5]])
CHAIN = DominoSolution([[0, 1], [1, 2]], [[[0, 0], [0, 1]], [[0, 2], [0, 3]]])


def areas(drawn: Scene, start: str) -> list[Area]:
    return [part for part in drawn.elements if isinstance(part, Area) and part.title.startswith(start)]


def texts(drawn: Scene) -> list[str]:
    return [part.text for part in drawn.elements if isinstance(part, Label)]


def test_a_solution_shows_each_stone_in_order_with_its_labels_and_the_remaining_stones() -> None:
    drawn = scene(INSTANCE, CHAIN)
    assert [area.title for area in areas(drawn, "stone")] == ["stone 1: 0-1", "stone 2: 1-2"]
    assert texts(drawn) == ["0", "1", "1", "2", "3", "3", "×2", "4", "5"]
    arrows = [part for part in drawn.elements if isinstance(part, Line) and part.arrow]
    assert [(arrow.colour, arrow.dashed) for arrow in arrows] == [("ink", False)]
    assert len([part for part in drawn.elements if isinstance(part, Dot)]) == 1
    assert drawn.title == "Domino: 2 of 5 stones laid, 4 x 4 cells"


def test_an_instance_shows_the_empty_board_and_all_its_stones() -> None:
    drawn = scene(INSTANCE)
    assert len(areas(drawn, "not laid")) == 4
    assert drawn.title == "Domino: 5 stones, 4 x 4 cells"


def test_a_solution_without_an_instance_is_drawn_on_the_smallest_board_that_holds_it() -> None:
    drawn = scene(None, CHAIN)
    assert (drawn.width, drawn.height) == (4, 4)
    assert drawn.title == "Domino: 2 stones laid, 4 x 4 cells"


def test_cells_of_broken_rules_are_hatched_and_a_gap_is_a_dashed_line() -> None:
    broken = DominoSolution([[0, 1], [4, 5]], [[[0, 0], [0, 1]], [[2, 0], [2, -1]]])
    drawn = scene(INSTANCE, broken, GAME.check(INSTANCE, broken))
    (hatched,) = areas(drawn, "broken")
    assert hatched.hatch
    assert set(hatched.cells) == {
        (2, 0),
        (2, 1),
    }  # all columns are shifted by one, because a stone extends beyond the left edge of the board
    assert [part.colour for part in drawn.elements if isinstance(part, Line) and part.dashed] == ["error"]
    assert drawn.width == 5


def test_under_rule_touch_the_arrow_leads_between_the_halves_that_join() -> None:
    touch = DominoInstance(4, [[0, 1], [0, 2]], rule="touch")
    drawn = scene(touch, DominoSolution([[0, 1], [0, 2]], [[[1, 0], [1, 1]], [[2, 0], [2, 1]]]))
    (arrow,) = (part for part in drawn.elements if isinstance(part, Line) and part.arrow)
    assert all(x == pytest.approx(0.5) for x, _ in arrow.points)
    assert arrow.colour == "ink"


@pytest.mark.parametrize("name", ["stone-overused", "off-board", "overlap", "no-touch"])
def test_solutions_with_broken_rules_are_drawn_as_svg_and_text(name: str) -> None:
    example = GAME.examples["broken"][name]
    instance = GAME.parse(example["instance"])
    solution = GAME.module("notation").solution_from_json(example["solution"])
    drawn = GAME.scene(instance, solution, GAME.check(instance, solution))
    assert drawn.to_svg().startswith("<svg")
    assert drawn.to_text().strip()


def test_a_board_of_side_100_is_drawn_without_labels_and_one_of_side_1001_in_blocks() -> None:
    hundred = GAME.generate(1, n=100)
    drawn = GAME.scene(hundred, tw.solve(hundred).solution)
    assert not texts(drawn)
    assert len([part for part in drawn.elements if isinstance(part, Area)]) == 5_000 + 2
    thousand = GAME.generate(1, n=1001)
    drawn = GAME.scene(thousand, tw.solve(thousand).solution)
    assert len(drawn.elements) == 3  # the board, the full blocks, and the block with the uncovered cell
    assert len(GAME.scene(thousand).elements) == 1
    assert drawn.to_svg().startswith("<svg")


def test_a_stone_far_off_the_board_and_a_missing_instance_and_solution_are_refused() -> None:
    far = DominoSolution([[0, 1]], [[[0, 0], [0, 5_000_000]]])
    with pytest.raises(tw.BadInput, match="too far off the board"):
        scene(INSTANCE, far)
    with pytest.raises(tw.BadInput, match="nothing to draw"):
        scene(None, None)
