"""The article's algorithms: A tries everything, B and C come to the same, and B to the published counts."""

from __future__ import annotations

import pytest
from nine_tiles_towns import FIGURES, random_town

from tilewright.errors import BadInput
from tilewright.games.nine_tiles.algorithms import brute_force as brute
from tilewright.games.nine_tiles.algorithms import staged_scoring as staged
from tilewright.games.nine_tiles.algorithms import synonyms_first
from tilewright.games.nine_tiles.algorithms.tile_layout import TileLayout
from tilewright.games.nine_tiles.rules import problems, score, synonym
from tilewright.games.nine_tiles.town.synonyms import Synonym, road_shape
from tilewright.games.nine_tiles.town.themes import THEMES, Stage
from tilewright.games.nine_tiles.town.tiles import CANONICAL_DIRECTION

Scored = dict[TileLayout, tuple[int, ...]]

# --- A alone ------------------------------------------------------------------------------------------


def test_all_layings_of_nine_tiles_are_as_many_as_published() -> None:
    assert brute.count_layouts(9) == FIGURES["all_arrangements"]
    assert len(list(brute.layouts(range(2), columns=2))) == brute.count_layouts(2) == 2 * 64


def test_one_tile_alone_is_always_complete() -> None:
    assert len(list(brute.search([3], columns=1))) == 8


def test_two_tiles_in_a_row_join_as_often_as_counted_by_hand() -> None:
    # Both blank: 4 x 4. Tile 0 blank beside an upright road: 4 x 2. Tile 0 with its two curves has a road at
    # every edge, so tile 3 must lie across: 4 x 2. All that in either order.
    assert len(list(brute.search([0, 3], columns=2))) == 2 * (16 + 8 + 8)
    assert len(list(brute.search([0, 3], columns=1))) == 2 * (16 + 8 + 8)


def test_fixed_tiles_stay_where_they_are() -> None:
    found = [layout for layout, _ in brute.search([0, 3], fixed={0: (0, 0)}, columns=2)]
    assert {layout.tiles for layout in found} == {(0, 3)}
    assert sorted(layout.directions[1] for layout in found) == [0, 1, 2, 3, 4, 6]


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
def test_what_cannot_be_laid_is_refused(
    tiles: list[int], fixed: dict[int, tuple[int, int]], columns: int
) -> None:
    with pytest.raises(BadInput):
        next(brute.layouts(tiles, fixed, columns))


# --- A, B and C ---------------------------------------------------------------------------------------


def counted_once(layout: TileLayout) -> bool:
    """Whether a layout is the one of its turns and of its looks that is counted."""
    pairs = list(zip(layout.tiles, layout.directions, strict=True))
    shapes = [road_shape(tile, way) for tile, way in pairs]
    shape = Synonym(tuple(kind for kind, _ in shapes), tuple(way for _, way in shapes))
    return shape.is_smallest and all(CANONICAL_DIRECTION[tile][way] == way for tile, way in pairs)


@pytest.mark.parametrize("tiles", [(1, 2, 5, 8), (1, 4, 6, 3)])
def test_the_three_algorithms_agree_on_every_board_of_two_by_two(tiles: tuple[int, ...]) -> None:
    tried: Scored = {
        layout: points for layout, points in brute.search(tiles, columns=2) if counted_once(layout)
    }
    shapes = list(synonyms_first.synonyms(side=2))
    by_shape: Scored = {
        layout: points for shape in shapes for layout, points in synonyms_first.search(shape, tiles)
    }
    by_stage: Scored = {layout: points for shape in shapes for layout, points in staged.search(shape, tiles)}
    assert tried
    assert tried == by_shape == by_stage


@pytest.mark.parametrize("seed", [1, 2])
def test_the_three_algorithms_agree_on_towns_with_six_tiles_fixed(seed: int) -> None:
    town = random_town(seed).canonical()
    free = {(seed + step) % 9 for step in (0, 3, 4)}
    laid = {at: (town.tiles[at], town.directions[at]) for at in range(9) if at not in free}
    tried: Scored = {layout: points for layout, points in brute.search(fixed=laid) if counted_once(layout)}
    assert any(layout.town == town for layout in tried)

    def keeps(layout: TileLayout) -> bool:
        return all((layout.tiles[at], layout.directions[at]) == wanted for at, wanted in laid.items())

    for shape in {synonym(layout.town) for layout in tried}:
        here = {layout: points for layout, points in tried.items() if synonym(layout.town) == shape}
        found = [layout for layout in synonyms_first.layouts(shape) if keeps(layout)]
        assert here == {layout: score(layout.town) for layout in found}
    smallest = min({synonym(layout.town) for layout in tried}, key=synonyms_first.count_towns)
    here = {layout: points for layout, points in tried.items() if synonym(layout.town) == smallest}
    assert here == {layout: points for layout, points in staged.search(smallest) if keeps(layout)}


@pytest.mark.parametrize("pattern", ["000113123000121301", "001110443003210001"])
def test_staged_scores_are_those_of_the_whole_town(pattern: str) -> None:
    shape = Synonym.from_pattern(pattern)
    found = dict(staged.search(shape))
    assert found == dict(synonyms_first.search(shape))
    assert len(found) == synonyms_first.count_towns(shape)
    for layout, points in list(found.items())[::97]:
        assert problems(layout.town) == ()
        assert synonym(layout.town) == shape
        assert score(layout.town) == points


def test_towns_of_a_synonym_are_as_many_as_in_the_programs_test_data() -> None:
    for pattern, count in FIGURES["towns_of_synonyms"].items():
        shape = Synonym.from_pattern(pattern)
        assert sum(1 for _ in synonyms_first.layouts(shape)) == count
        assert synonyms_first.count_towns(shape) == count


def test_synonyms_and_towns_are_as_many_as_published() -> None:
    shapes = list(synonyms_first.synonyms())
    towns = [synonyms_first.count_towns(shape) for shape in shapes]
    assert len(shapes) == len(set(shapes)) == FIGURES["town_synonyms"]
    assert sum(towns) == FIGURES["towns"]
    assert sorted(shape.pattern for shape in shapes)[:4] == FIGURES["first_synonyms"]
    # Measured by a program that shares no code with this one.
    assert towns.count(0) == 12_960
    symmetric = [count for shape, count in zip(shapes, towns, strict=True) if shape.turned().turned() == shape]
    assert sum(symmetric) == 1_490_688
    scores = shape_scores([shape for shape, count in zip(shapes, towns, strict=True) if count])
    for number, found in scores.items():
        published = FIGURES["achievable"][str(number)]["scores"]
        # The article's list for theme 5 begins with 1, but no town has only roads that cross a single tile.
        assert sorted(found) == (published if number != 5 else list(range(2, 12)))


def shape_scores(shapes: list[Synonym]) -> dict[int, set[int]]:
    """The scores that occur in the themes that see nothing but the shape of the roads."""
    cards = [card for card in THEMES if card.stage is Stage.SHAPE]
    found: dict[int, set[int]] = {card.number: set() for card in cards}
    for shape in shapes:
        town = shape.map()
        for card in cards:
            found[card.number].add(card.measure(town))
    return found


def test_the_first_kinds_of_synonyms_can_be_given() -> None:
    shapes = [shape.pattern for shape in synonyms_first.synonyms(first_kinds=(0, 0, 0, 1, 1, 1, 1))]
    assert sorted(shapes)[:4] == FIGURES["first_synonyms"]
    assert {shape[:7] for shape in shapes} == {"0001111"}
