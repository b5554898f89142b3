"""In pictures of any puzzle, a letter marks each violation of a rule, and a legend explains the letters."""

from __future__ import annotations

from string import ascii_uppercase

import pytest

import tilewright as tw
from tilewright.drawing.scene import Area, Label, Scene
from tilewright.games.heyawake.rules import RULES, Board, Shading, check
from tilewright.puzzles.board_picture import BoardPicture, rule_letters

BOARD = Board(((1, 1, 2), (1, 1, 2)), ((1, 1),))


def labels(drawn: Scene) -> dict[tuple[float, float], str]:
    return {each.centre: each.text for each in drawn.elements if isinstance(each, Label)}


def test_a_violation_is_marked_with_the_letter_of_its_rule() -> None:
    wrong = Shading(("##.", "..."))
    drawn = BoardPicture().scene(BOARD, wrong, check(BOARD, wrong))
    letters = rule_letters(RULES)
    texts = labels(drawn)
    assert texts[0.5, 0.5] == "1", "the number of the room stays visible"
    assert texts[1.5, 0.5] == letters["shaded-neighbours"]
    below = {text for (_, y), text in texts.items() if y > 2}
    assert below == {f"{letters[rule]}  {rule}" for rule in ("shaded-neighbours", "wrong-count")}


def test_undecided_cells_are_counted_but_not_marked() -> None:
    state = Shading(("#--", "---"))
    for drawn in (BoardPicture().scene(BOARD, state), BoardPicture().scene(BOARD, state, check(BOARD, state))):
        assert labels(drawn) == {(0.5, 0.5): "1"}
        assert not any(isinstance(each, Area) and each.hatch for each in drawn.elements)
    assert BoardPicture().scene(BOARD, state).title == "Heyawake, 2 x 3 cells, 5 undecided"


def test_a_larger_solution_is_drawn_over_the_board() -> None:
    larger = Shading(("#...",) * 3)
    drawn = BoardPicture().scene(BOARD, larger, check(BOARD, larger))
    assert (drawn.width, drawn.height) == (4, 3)
    assert drawn.title == "Heyawake, 2 x 3 cells: wrong-size"


@pytest.mark.parametrize("game", [game for game in tw.games() if game.kind])
def test_the_rules_of_each_puzzle_have_different_letters(game: tw.Game) -> None:
    letters = rule_letters(game.rules)
    assert set(letters) == set(game.rules) - {"undecided", "wrong-size"}
    assert len(set(letters.values())) == len(letters)
    assert set(letters.values()) <= set(ascii_uppercase)


def test_the_terminal_shows_the_regions_that_a_solution_draws() -> None:
    shikaku = tw.game("shikaku")
    board = shikaku.parse("2.\n.2")
    drawn, empty = (
        shikaku.scene(board, shikaku.parse_solution('{"regions": [[1, 1], [2, 2]]}')),
        shikaku.scene(board),
    )
    assert drawn is not None
    assert empty is not None
    assert "━" in drawn.to_text()
    assert "━" not in empty.to_text()
