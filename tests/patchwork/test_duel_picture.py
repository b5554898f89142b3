"""Pictures of positions: the quilts, the buttons, the tokens on the time board, and the patches on offer."""

from __future__ import annotations

import random

import pytest

from tilewright.drawing.scene import Area, Dot, Label, Scene
from tilewright.games.patchwork.duel.notation import parse_state
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.picture import state_scene
from tilewright.games.patchwork.pieces.patches import BOX, PATCH_COUNT
from tilewright.games.patchwork.state import deal, start

NARROW_TERMINAL = 80


def positions(seed: int) -> list[PatchworkState]:
    rng = random.Random(seed)
    states = [start(deal(seed))]
    while not states[-1].over:
        states.append(states[-1].play(rng.choice(states[-1].moves())))
    return states


def words(scene: Scene) -> str:
    return "\n".join(element.text for element in scene.elements if isinstance(element, Label))


def test_a_position_fits_into_80_columns_of_a_terminal() -> None:
    for state in positions(1)[::6]:
        lines = state_scene(state).to_text().splitlines()
        assert max(map(len, lines)) <= NARROW_TERMINAL


def test_open_squares_have_a_dot_and_covered_squares_are_filled() -> None:
    for state in positions(2)[::9]:
        elements = state_scene(state).elements
        dots = [dot for dot in elements if isinstance(dot, Dot) and dot.fill == "muted"]
        assert len(dots) == sum(side.open_squares for side in state.sides)
        quilts = [area for area in elements if isinstance(area, Area) and len(area.cells) > 8 and area.fill]
        assert sum(len(area.cells) for area in quilts) == sum(
            side.quilt.bit_count() for side in state.sides if side.quilt.bit_count() > 8
        )


def test_buttons_times_and_the_player_to_move_are_shown() -> None:
    text = words(state_scene(parse_state("circle=2,3,5,29 buttons=4,9 income=1,3 time=7,3")))
    assert "player 2 is to move" in text
    assert "1: buttons 4  income 1  time 7" in text
    assert "> 2: buttons 9  income 3  time 3" in text
    assert "2: pay 3, time 1" in text


def test_a_pending_1x1_patch_the_7x7_and_the_end_of_the_game_are_shown() -> None:
    taken = parse_state("circle=2 time=20,1 pending=1")
    assert "player 1 has a 1x1 patch to lay" in words(state_scene(taken))
    full = "/".join(["#########"] * 9)
    text = words(state_scene(parse_state(f"circle=2 time=53,53 home=0 quilts={full},-")))
    assert "time 53  7x7" in text
    assert "the game is over, 12 : -157; player 1 wins" in text
    tie = words(state_scene(parse_state("circle=2 time=53,53 home=1")))
    assert "player 2 wins by reaching the last space first" in tie


def test_two_tokens_on_the_same_space_are_shown() -> None:
    assert "1=2" in words(state_scene(parse_state("circle=2")))


@pytest.mark.parametrize("patch", range(1, PATCH_COUNT))
def test_a_patch_on_offer_is_drawn_in_its_basic_orientation(patch: int) -> None:
    scene = state_scene(parse_state(f"circle={patch} buttons=10,0"))
    areas = [element for element in scene.elements if isinstance(element, Area)]
    (drawn,) = (area.cells for area in areas if area.title.startswith(f"patch {patch}:"))
    top = min(row for row, _ in drawn)
    assert {(row - top, column) for row, column in drawn} == set(BOX[patch].shape.cells)


def test_patch_4_is_drawn_as_in_its_set_and_1x1_patches_on_the_spaces_of_the_edition() -> None:
    for patches, area in (("box", 4), ("paper", 3)):
        scene = state_scene(parse_state(f"circle=4 patches={patches}"))
        (drawn,) = (
            each.cells for each in scene.elements if isinstance(each, Area) and "patch 4:" in each.title
        )
        assert len(drawn) == area
    for edition, spaces in (("classic", [20, 26, 32, 44, 50]), ("revised", [26, 32, 38, 44, 50])):
        marked = words(state_scene(parse_state(f"circle=4 edition={edition}"))).split()
        assert [int(mark[:-1]) for mark in marked if mark[:-1].isdecimal() and mark.endswith("#")] == spaces


def test_positions_are_drawn_as_svg_and_png() -> None:
    scene = state_scene(positions(3)[20])
    assert scene.to_svg().startswith("<svg")
    assert scene.to_png(300)[:4] == b"\x89PNG"


def test_the_text_of_a_position_is_its_picture() -> None:
    state = start(deal(0))
    assert str(state) == state_scene(state).to_text().rstrip("\n")
