"""Pictures of positions: what people read off them is in the position."""

from __future__ import annotations

import random

import pytest

from tilewright.drawing.scene import Area, Dot, Label, Scene
from tilewright.games.patchwork.duel.notation import parse_state
from tilewright.games.patchwork.duel.rules import PatchworkState
from tilewright.games.patchwork.pieces.patches import PATCHES
from tilewright.games.patchwork.quilt import picture
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
        lines = picture.state_scene(state).to_text().splitlines()
        assert max(map(len, lines)) <= NARROW_TERMINAL


def test_open_squares_bear_a_dot_and_covered_ones_are_filled() -> None:
    for state in positions(2)[::9]:
        elements = picture.state_scene(state).elements
        dots = [dot for dot in elements if isinstance(dot, Dot) and dot.fill == "muted"]
        assert len(dots) == sum(side.open_squares for side in state.sides)
        quilts = [area for area in elements if isinstance(area, Area) and len(area.cells) > 8 and area.fill]
        assert sum(len(area.cells) for area in quilts) == sum(
            side.quilt.bit_count() for side in state.sides if side.quilt.bit_count() > 8
        )


def test_purses_times_and_who_is_to_move_can_be_read() -> None:
    text = words(picture.state_scene(parse_state("circle=2,3,5,29 buttons=4,9 income=1,3 time=7,3")))
    assert "player 2 is to move" in text
    assert "1: buttons 4  income 1  time 7" in text
    assert "> 2: buttons 9  income 3  time 3" in text
    assert "2: pay 3, time 1" in text


def test_a_1x1_patch_to_lay_the_7x7_and_the_end_are_told() -> None:
    taken = parse_state("circle=2 time=20,1 pending=1")
    assert "player 1 has a 1x1 patch to lay" in words(picture.state_scene(taken))
    full = "/".join(["#########"] * 9)
    text = words(picture.state_scene(parse_state(f"circle=2 time=53,53 home=0 quilts={full},-")))
    assert "time 53  7x7" in text
    assert "the game is over, 12 : -157; player 1 wins" in text
    tie = words(picture.state_scene(parse_state("circle=2 time=53,53 home=1")))
    assert "player 2 wins, who was home first" in tie


def test_both_markers_on_one_space_are_told() -> None:
    assert "1=2" in words(picture.state_scene(parse_state("circle=2")))


@pytest.mark.parametrize("patch", range(1, len(PATCHES)))
def test_a_patch_on_offer_is_drawn_as_it_lies_without_a_turn(patch: int) -> None:
    scene = picture.state_scene(parse_state(f"circle={patch} buttons=10,0"))
    areas = [element for element in scene.elements if isinstance(element, Area)]
    (drawn,) = (area.cells for area in areas if area.title.startswith(f"patch {patch}:"))
    top = min(row for row, _ in drawn)
    assert {(row - top, column) for row, column in drawn} == set(PATCHES[patch].shape.cells)


def test_positions_become_svg_and_png() -> None:
    scene = picture.state_scene(positions(3)[20])
    assert scene.to_svg().startswith("<svg")
    assert scene.to_png(300)[:4] == b"\x89PNG"


def test_a_position_prints_as_its_picture() -> None:
    state = start(deal(0))
    assert str(state) == picture.state_scene(state).to_text().rstrip("\n")
