"""Pictures of quilts: outlines, numbers, broken rules and rankings; no information depends on colour alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from placement_domain_and_regret_oracle import random_quilts

from tilewright.cli import run as run_command
from tilewright.drawing.scene import Area, Label, Scene
from tilewright.errors import BadInput
from tilewright.game import Run
from tilewright.games.patchwork.pieces.patches import PAPER
from tilewright.games.patchwork.quilt.exact_cover import find_perfect_quilts
from tilewright.games.patchwork.quilt.generate import generate
from tilewright.games.patchwork.quilt.perfect_quilt_query_and_result import PerfectQuery
from tilewright.games.patchwork.quilt.picture import quilts_scene, scene
from tilewright.games.patchwork.quilt.placement_ranking import rank_placements
from tilewright.games.patchwork.quilt.placement_ranking_picture import ranking_scene
from tilewright.games.patchwork.quilt.rules import Placement, QuiltInstance, QuiltSolution, check
from tilewright.geometry import neighbours

INSTANCE = QuiltInstance((5, 1, 0, 33), "all+first")
LAID = (Placement(5, ((0, 0), (0, 1), (0, 2))), Placement(1, ((4, 4), (5, 4))), Placement(0, ((8, 8),)))
SOLUTION = QuiltSolution(LAID, 6, 4)


def labels(drawn: Scene) -> list[str]:
    return [element.text for element in drawn.elements if isinstance(element, Label)]


def outlines(drawn: Scene) -> list[Area]:
    return [element for element in drawn.elements if isinstance(element, Area) and "patch" in element.title]


def test_every_patch_has_an_outline_and_a_number_and_the_others_are_listed_below() -> None:
    drawn = scene(INSTANCE, SOLUTION)
    assert [area.cells for area in outlines(drawn)] == [each.cells for each in LAID]
    assert labels(drawn) == ["5", "1", "0", "not laid: 33"]
    assert "not laid: 33" in drawn.to_text()
    assert drawn.title == "Patchwork: 3 patches cover 6 squares"


def test_a_solution_alone_and_an_instance_alone_are_drawn_too() -> None:
    assert labels(scene(None, SOLUTION)) == ["5", "1", "0"]
    order = scene(INSTANCE)
    assert labels(order) == ["5", "1", "0", "33"]
    assert sum(len(area.cells) for area in outlines(order)) == sum(PAPER[p].area for p in INSTANCE.order)
    assert scene(QuiltInstance(())).to_svg().startswith("<svg")
    with pytest.raises(BadInput, match="there is nothing to draw"):
        scene(None)


def test_squares_of_broken_rules_are_hatched_even_off_the_board() -> None:
    wrong = QuiltSolution((*LAID[:2], Placement(0, ((-2, 3),)), Placement(33, ((8, 8),))), 6, 5)
    verdict = check(INSTANCE, wrong)
    drawn = scene(INSTANCE, wrong, verdict)
    (hatched,) = [element for element in drawn.elements if isinstance(element, Area) and element.hatch]
    assert (0, 3) in hatched.cells, "two rows are added above the board"
    assert "leaves the board" in hatched.title
    assert drawn.height == 2 + 9
    far = QuiltSolution((Placement(0, ((5000, 3),)),), 0, 1)
    with pytest.raises(BadInput, match="too far off the board"):
        scene(INSTANCE, far, check(INSTANCE, far))


def test_neighbouring_patches_of_a_full_quilt_differ_in_colour() -> None:
    (quilt,) = find_perfect_quilts(PerfectQuery(ones=5), Run(), 1, 1).quilts
    drawn = quilts_scene([quilt])
    colour = {cell: area.fill for area in outlines(drawn) for cell in area.cells}
    owner = {cell: index for index, placement in enumerate(quilt) for cell in placement.cells}
    for cell in owner:
        for other in neighbours(cell):
            if other in owner and owner[other] != owner[cell]:
                assert colour[cell] != colour[other]


def test_five_quilts_are_drawn_in_a_grid() -> None:
    result = find_perfect_quilts(PerfectQuery(), Run(), 5, 5)
    drawn = quilts_scene(result.quilts)
    assert (drawn.width, drawn.height) == (29, 19)
    assert sum(len(area.cells) for area in outlines(drawn)) == 5 * 81


def test_a_ranking_shows_both_heat_maps_and_the_placements_with_their_regret() -> None:
    (quilt,) = random_quilts(1, seed=3, fewest=9, most=9)
    ranking = rank_placements(PAPER, quilt.order, quilt.laid, quilt.index)
    texts = labels(ranking_scene(ranking))
    best, last = ranking.placements[0], ranking.placements[-1]
    assert f"before patch {quilt.patch}: domain sizes" in texts
    assert f"after patch {quilt.patch}: regret {best.regret}" in texts
    count = len(ranking.placements)
    assert f"{count} of {count}: regret {last.regret}" in texts
    open_squares = 81 - len(quilt.covered)
    sizes = [size for row in ranking.before for size in row]
    assert sum(texts.count(str(size)) > 0 for size in set(sizes)) >= len(set(sizes)) - 1
    assert len(texts) >= 2 * open_squares - len(best.cells)
    assert ranking_scene(ranking).to_png(300).startswith(b"\x89PNG")


def test_a_patch_that_fits_nowhere_has_an_empty_ranking() -> None:
    laid = [Placement(0, ((row, column),)) for row in range(9) for column in range(9) if (row + column) % 2]
    ranking = rank_placements(PAPER, (1,), laid, 0)
    assert ranking.placements == ()
    assert ranking_scene(ranking).to_svg().startswith("<svg")


def test_an_order_is_drawn_as_svg_png_and_text() -> None:
    drawn = scene(generate(1))
    assert drawn.to_svg().startswith("<svg")
    assert drawn.to_png(200).startswith(b"\x89PNG")
    assert "33" in drawn.to_text()


def test_the_command_ranks_the_placements_of_one_patch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "ranking.svg"
    command = ["quilts", "rank", "17,5,0,33,21", "--step", "4"]
    assert run_command([*command, "--json", "-o", str(picture)]) == 0
    data = json.loads(capsys.readouterr().out)
    regrets = [each["regret"] for each in data["placements"]]
    assert (data["patch"], regrets) == (33, sorted(regrets))
    assert picture.read_text().startswith("<svg")
    assert run_command(command) == 0
    assert f"patch 33: {len(regrets)} placements" in capsys.readouterr().out
    assert run_command([*command[:3], "--step", "6"]) == 2
    assert capsys.readouterr().err == "tilewright: --step 6: the number of patches in the order is 5\n"
