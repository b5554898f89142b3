"""The article's algorithms A, B and C agree with one another and with the published counts."""

from __future__ import annotations

from math import factorial

import pytest
from nine_tiles_towns import FIGURES, random_town

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.algorithms import brute_force, score_themes_early, synonyms_first
from tilewright.games.nine_tiles.rules import problems, score, synonym
from tilewright.games.nine_tiles.town.road_synonyms import Synonym, road_shape
from tilewright.games.nine_tiles.town.themes import THEMES, Stage
from tilewright.games.nine_tiles.town.tile_layout import TileLayout
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION

Scored = dict[TileLayout, tuple[int, ...]]

# --- Algorithm A alone --------------------------------------------------------------------------------


def test_nine_tiles_have_the_published_number_of_layouts() -> None:
    assert factorial(9) * 8**9 == FIGURES["all_arrangements"]
    assert len(list(brute_force.layouts(range(2), columns=2))) == factorial(2) * 8**2


def test_one_tile_alone_is_always_complete() -> None:
    assert len(list(brute_force.search([3], columns=1))) == 8


def test_two_tiles_match_as_often_as_counted_by_hand() -> None:
    # If neither tile shows a road, there are 4 x 4 layouts. If only tile 3 shows a road, the road must not lead
    # to tile 0: 4 x 2 layouts. If tile 0 shows two curves, it has a road at every edge, so tile 3 must show its
    # straight road, and the road must lead to tile 0: 4 x 2 layouts. The tiles can be in either order.
    assert len(list(brute_force.search([0, 3], columns=2))) == 2 * (16 + 8 + 8)
    assert len(list(brute_force.search([0, 3], columns=1))) == 2 * (16 + 8 + 8)


def test_fixed_tiles_keep_their_positions() -> None:
    layouts = [layout for layout, _ in brute_force.search([0, 3], fixed={0: (0, 0)}, columns=2)]
    assert {layout.tiles for layout in layouts} == {(0, 3)}
    assert sorted(layout.directions[1] for layout in layouts) == [0, 1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("tiles", "fixed", "columns"),
    [
        ([0, 0], {}, 2),
        ([0, 9], {}, 2),
        ([0, 1, 2], {}, 2),
        ([0, 1], {2: (0, 0)}, 2),
        ([0, 1], {0: (5, 0)}, 2),
        ([0, 1], {0: (0, 8)}, 2),
        ([0, 1], {0: (0, 0), 1: (0, 0)}, 2),
    ],
)
def test_impossible_tiles_positions_and_columns_are_refused(
    tiles: list[int], fixed: dict[int, tuple[int, int]], columns: int
) -> None:
    with pytest.raises(BadInput):
        next(brute_force.layouts(tiles, fixed, columns))


# --- Algorithms A, B and C ----------------------------------------------------------------------------


def counted_once(layout: TileLayout) -> bool:
    """Return whether a layout is its own canonical form, as `Town.canonical` defines it for towns."""
    pairs = list(zip(layout.tiles, layout.directions, strict=True))
    shapes = [road_shape(tile, direction) for tile, direction in pairs]
    shape = Synonym(tuple(kind for kind, _ in shapes), tuple(direction for _, direction in shapes))
    return shape.is_smallest and all(
        CANONICAL_DIRECTION[tile][direction] == direction for tile, direction in pairs
    )


@pytest.mark.parametrize("tiles", [(1, 2, 5, 8), (1, 4, 6, 3)])
def test_the_three_algorithms_agree_on_every_board_of_two_by_two(tiles: tuple[int, ...]) -> None:
    by_brute_force: Scored = {
        layout: points for layout, points in brute_force.search(tiles, columns=2) if counted_once(layout)
    }
    shapes = list(synonyms_first.synonyms(side=2))
    by_shape: Scored = {
        layout: points for shape in shapes for layout, points in synonyms_first.search(shape, tiles)
    }
    by_stage: Scored = {
        layout: points for shape in shapes for layout, points in score_themes_early.search(shape, tiles)
    }
    assert by_brute_force
    assert by_brute_force == by_shape == by_stage


@pytest.mark.parametrize("seed", [1, 2])
def test_the_three_algorithms_agree_on_towns_with_six_tiles_fixed(seed: int) -> None:
    town = random_town(seed).canonical()
    free = {(seed + step) % 9 for step in (0, 3, 4)}
    laid = {
        position: (town.tiles[position], town.directions[position])
        for position in range(9)
        if position not in free
    }
    by_brute_force: Scored = {
        layout: points for layout, points in brute_force.search(fixed=laid) if counted_once(layout)
    }
    assert any(layout.town == town for layout in by_brute_force)

    def has_fixed_tiles(layout: TileLayout) -> bool:
        return all(
            (layout.tiles[position], layout.directions[position]) == tile_and_direction
            for position, tile_and_direction in laid.items()
        )

    for shape in {synonym(layout.town) for layout in by_brute_force}:
        layouts_of_shape = {
            layout: points for layout, points in by_brute_force.items() if synonym(layout.town) == shape
        }
        layouts = [layout for layout in synonyms_first.layouts(shape) if has_fixed_tiles(layout)]
        assert layouts_of_shape == {layout: score(layout.town) for layout in layouts}
    smallest = min({synonym(layout.town) for layout in by_brute_force}, key=synonyms_first.count_towns)
    layouts_of_shape = {
        layout: points for layout, points in by_brute_force.items() if synonym(layout.town) == smallest
    }
    assert layouts_of_shape == {
        layout: points for layout, points in score_themes_early.search(smallest) if has_fixed_tiles(layout)
    }


@pytest.mark.parametrize("pattern", ["000113123000121301", "001110443003210001"])
def test_staged_scores_equal_the_scores_of_the_whole_town(pattern: str) -> None:
    shape = Synonym.from_pattern(pattern)
    scored = dict(score_themes_early.search(shape))
    assert scored == dict(synonyms_first.search(shape))
    assert len(scored) == synonyms_first.count_towns(shape)
    for layout, points in list(scored.items())[::97]:
        assert problems(layout.town) == ()
        assert synonym(layout.town) == shape
        assert score(layout.town) == points


def test_synonyms_have_the_numbers_of_towns_of_the_programs_test_data() -> None:
    for pattern, count in FIGURES["towns_of_synonyms"].items():
        shape = Synonym.from_pattern(pattern)
        assert sum(1 for _ in synonyms_first.layouts(shape)) == count
        assert synonyms_first.count_towns(shape) == count


def test_the_numbers_of_synonyms_and_towns_are_the_published_ones() -> None:
    shapes = list(synonyms_first.synonyms())
    towns = [synonyms_first.count_towns(shape) for shape in shapes]
    assert len(shapes) == len(set(shapes)) == FIGURES["town_synonyms"]
    assert sum(towns) == FIGURES["towns"]
    assert sorted(shape.pattern for shape in shapes)[:4] == FIGURES["first_synonyms"]
    # An independent program, which shares no code with this one, also found the numbers 12,960 and 1,490,688.
    assert towns.count(0) == 12_960
    symmetric = [count for shape, count in zip(shapes, towns, strict=True) if shape.turned().turned() == shape]
    assert sum(symmetric) == 1_490_688
    scores = shape_scores([shape for shape, count in zip(shapes, towns, strict=True) if count])
    for number, scores_of_theme in scores.items():
        published = FIGURES["achievable"][str(number)]["scores"]
        # The article's list for theme 5 (the longest road) begins with 1, but every town has a longer road.
        assert sorted(scores_of_theme) == (published if number != 5 else list(range(2, 12)))


def shape_scores(shapes: list[Synonym]) -> dict[int, set[int]]:
    """Return, for each theme that depends only on the shape of the roads, the scores that occur."""
    cards = [card for card in THEMES if card.stage is Stage.SHAPE]
    scores: dict[int, set[int]] = {card.number: set() for card in cards}
    for shape in shapes:
        town = shape.map()
        for card in cards:
            scores[card.number].add(card.measure(town))
    return scores


def test_the_first_kinds_of_synonyms_can_be_fixed() -> None:
    shapes = [shape.pattern for shape in synonyms_first.synonyms(first_kinds=(0, 0, 0, 1, 1, 1, 1))]
    assert sorted(shapes)[:4] == FIGURES["first_synonyms"]
    assert {shape[:7] for shape in shapes} == {"0001111"}
