from __future__ import annotations

import random

import pytest
from automaton_of_words import automaton_of_words
from geometry_oracle import (
    NMBR9,
    PATCHES,
    different_images,
    free_polyominoes,
    least_size,
    plain_words,
    prefixed,
    surround_words,
    usage_words,
)

from tilewright.errors import BadInput
from tilewright.geometry import (
    Expression,
    Language,
    Polyomino,
    placement_language,
    surround_language,
    usage_language,
)

SMALL = [rows for size in range(1, 6) for rows in free_polyominoes(size)]
SCATTERED = [("#.#",), ("#...#",), ("#..", "...", "..#"), ("#.", ".#"), ("##..#", "#...#")]
BOARDS = [(1, 1), (1, 6), (6, 1), (2, 3), (3, 2), (3, 3), (4, 5), (5, 4), (5, 5), (3, 8)]
PREFIXES = [(False, 0), (True, 0), (False, 8), (True, 8)]
HOOK = ("##", ".#", ".#")


def shapes_of(images):
    return [Polyomino.from_rows(rows) for rows in images]


def same_words(language: Language, expected: set[tuple[int, ...]]) -> None:
    """Assert that the automaton, restricted to the domains, accepts exactly the expected words."""
    dfa = language.dfa()
    assert dfa == dfa.minimised()
    exact = dfa.within(language.domains)
    assert exact == language.exact()
    assert set(exact.words(language.length)) == expected
    assert exact.count(language.length) == len(expected)
    assert all(dfa.accepts(word) for word in expected)
    assert exact == automaton_of_words(expected)


# --- Plain placement ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [*SMALL, *SCATTERED], ids="/".join)
def test_the_words_of_a_shape_are_its_placements(rows):
    for height, width in BOARDS:
        language = placement_language(shapes_of([rows]), height, width)
        same_words(language, plain_words(rows, height, width))


@pytest.mark.parametrize(("optional", "transforms"), PREFIXES)
@pytest.mark.parametrize("rows", [*SMALL, *PATCHES, *SCATTERED], ids="/".join)
def test_all_orientations_with_every_prefix_are_those_of_the_enumeration(rows, optional, transforms):
    images = different_images(rows, mirror=True)
    for height, width in [(1, 5), (3, 3), (4, 6), (6, 4)]:
        words = [plain_words(image, height, width) for image in images]
        language = placement_language(
            shapes_of(images), height, width, optional=optional, transforms=transforms
        )
        expected = prefixed(words, height * (width + 1), optional=optional, transforms=transforms)
        same_words(language, expected)


@pytest.mark.parametrize("rows", PATCHES, ids="/".join)
def test_every_patch_on_the_board_of_patchwork_is_placed_as_enumerated(rows):
    images = different_images(rows, mirror=True)
    words = [plain_words(image, 9, 9) for image in images]
    language = placement_language(shapes_of(images), 9, 9, optional=True, transforms=8)
    same_words(language, prefixed(words, 90, optional=True, transforms=8))


def test_the_number_of_transform_symbols_can_be_chosen():
    images = different_images(HOOK, mirror=False)
    words = [plain_words(image, 4, 4) for image in images]
    for transforms in (4, 5, 12):
        language = placement_language(shapes_of(images), 4, 4, optional=True, transforms=transforms)
        assert language.length == 2 + transforms + 20
        same_words(language, prefixed(words, 20, optional=True, transforms=transforms))


def test_the_expressions_of_the_papers_are_reproduced():
    hook = Polyomino.from_rows(HOOK)
    assert str(placement_language([hook], 4, 4).expression) == "0*110{4}10{4}10*"
    assert str(placement_language([hook], 4, 4, optional=True).expression) == "10*110{4}10{4}10*|00*"
    two = placement_language([hook, hook.rotated()], 4, 4, optional=True, transforms=2)
    assert str(two.expression) == "10(100*110{4}10{4}10*|010*1001{3}0*)|010*"


def test_without_the_dummy_column_a_shape_would_wrap_to_the_left_side():
    """On a board of 4 x 4 cells, the first expression in the Patchwork paper accepts one invalid placement."""
    wrapping = Expression.parse("0*110{3}10{3}10*").dfa()
    placed = {tuple(s for i, s in enumerate(word) if i % 5 < 4) for word in plain_words(HOOK, 4, 4)}
    accepted = set(wrapping.words(16))
    assert placed < accepted
    assert len(placed) == 6
    assert len(accepted) == 7


# --- The surrounding cells ----------------------------------------------------------------------------


@pytest.mark.parametrize("with_holes", [True, False])
@pytest.mark.parametrize("beyond_edge", [False, True])
@pytest.mark.parametrize("rows", [*SMALL, *NMBR9, *SCATTERED], ids="/".join)
def test_the_cells_around_a_shape_are_those_of_the_enumeration(rows, beyond_edge, with_holes):
    for height, width in [*BOARDS, (4, 3), (6, 6)]:
        language = surround_language(
            shapes_of([rows]), height, width, beyond_edge=beyond_edge, with_holes=with_holes
        )
        expected = surround_words(rows, height, width, beyond_edge=beyond_edge, with_holes=with_holes)
        same_words(language, expected)


@pytest.mark.parametrize(("optional", "transforms"), PREFIXES)
@pytest.mark.parametrize("beyond_edge", [False, True])
@pytest.mark.parametrize("rows", NMBR9, ids="/".join)
def test_the_parts_of_nmbr9_with_their_turns_are_those_of_the_enumeration(
    rows, beyond_edge, optional, transforms
):
    images = different_images(rows, mirror=False)
    for height, width in [(8, 8), (6, 7)]:
        words = [
            surround_words(image, height, width, beyond_edge=beyond_edge, with_holes=True) for image in images
        ]
        language = surround_language(
            shapes_of(images),
            height,
            width,
            beyond_edge=beyond_edge,
            optional=optional,
            transforms=transforms,
        )
        expected = prefixed(words, height * (width + 1), optional=optional, transforms=transforms)
        same_words(language, expected)


@pytest.mark.parametrize("s", [7, 8, 11])
def test_the_zero_of_nmbr9_has_the_expression_of_its_paper(s):
    """The exponents follow from the geometry: a row of s cells has s - 1 board cells and a dummy cell."""
    tall = f"2{{3}}0{{{s - 4}}}21{{3}}20{{{s - 5}}}(210120{{{s - 5}}}){{2}}21{{3}}20{{{s - 4}}}2{{3}}"
    wide = f"2{{4}}0{{{s - 5}}}21{{4}}20{{{s - 6}}}210{{2}}120{{{s - 6}}}21{{4}}20{{{s - 5}}}2{{4}}"
    printed = Expression.parse(f"10*({tall}|{wide})0*|00*")
    zero = Polyomino.from_rows(NMBR9[0]).orientations(mirror=False)
    language = surround_language(zero, s, s - 1, with_holes=False, optional=True)
    assert language.dfa() == printed.dfa()


# --- Usage --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("optional", "transforms"), PREFIXES)
@pytest.mark.parametrize("rows", [*SMALL, *PATCHES, *SCATTERED, NMBR9[0]], ids="/".join)
def test_the_usages_of_columns_and_rows_are_those_of_the_enumeration(rows, optional, transforms):
    images = different_images(rows, mirror=True)
    for height, width in [*BOARDS, (9, 9)]:
        words = [usage_words(image, height, width) for image in images]
        language = usage_language(shapes_of(images), height, width, optional=optional, transforms=transforms)
        expected = prefixed(words, width + 1 + height, optional=optional, transforms=transforms)
        same_words(language, expected)


def test_the_published_usage_language_is_too_wide():
    published = Expression.parse("0*130*00*2110*").dfa()
    exact = usage_words(HOOK, 9, 9)
    domains = usage_language(shapes_of([HOOK]), 9, 9).domains
    accepted = set(published.within(domains).words(19))
    assert exact < accepted
    rows_among_columns = (1, 3, 0, 2, 1, 1, 0, 0, 0) + (0,) + (0,) * 9
    assert rows_among_columns in accepted - exact


def test_more_than_nine_cells_in_a_row_are_one_symbol():
    language = usage_language(shapes_of([("#" * 12,)]), 1, 12)
    assert str(language.expression).endswith("00*<12>0*")
    same_words(language, usage_words(("#" * 12,), 1, 12))


# --- Minimality, positions, mistakes ------------------------------------------------------------------


@pytest.mark.parametrize("rows", [*SMALL, *NMBR9], ids="/".join)
def test_the_automaton_is_minimal(rows):
    """Brzozowski's algorithm: reversing and determinising twice results in the minimal automaton."""
    shapes = shapes_of(different_images(rows, mirror=True))
    languages = [
        placement_language(shapes, 5, 6, optional=True, transforms=8),
        surround_language(shapes, 6, 7, optional=True),
        surround_language(shapes, 4, 5, beyond_edge=True),
        usage_language(shapes, 5, 6),
    ]
    for language in languages:
        for dfa in (language.dfa(), language.exact()):
            expected = least_size(dfa.start, dfa.finals, dfa.triples()) if dfa.finals else 1
            assert dfa.size == expected


def test_words_that_are_not_placements_are_rejected():
    random_ = random.Random(1)
    language = placement_language(shapes_of(different_images(HOOK, True)), 4, 5, optional=True, transforms=8)
    words = list(language.exact().words(language.length))
    known, dfa = set(words), language.exact()
    for _ in range(2000):
        changed = list(random_.choice(words))
        place = random_.randrange(len(changed))
        changed[place] = 1 - changed[place]
        assert dfa.accepts(changed) == (tuple(changed) in known)


@pytest.mark.parametrize(
    ("optional", "transforms", "used", "first"),
    [(False, 0, None, 0), (True, 0, 0, 1), (False, 8, None, 8), (True, 8, 0, 10)],
)
def test_a_language_has_the_positions_of_its_symbols(optional, transforms, used, first):
    shapes = shapes_of(different_images(HOOK, True))
    language = placement_language(shapes, 4, 5, optional=optional, transforms=transforms)
    prefix = language.prefix
    assert (prefix.used, prefix.length) == (used, first)
    assert (prefix.transform.start, prefix.transform.stop) == (first - transforms, first)
    assert language.position((0, 0)) == first
    assert language.position((2, 3)) == first + 2 * 6 + 3
    assert language.domains[language.position((1, 5))] == (0,)
    for word in language.exact().words(language.length):
        cells = {(r, c) for r in range(4) for c in range(5) if word[language.position((r, c))]}
        assert set(language.covered(word)) == cells
        placed = used is None or bool(word[used])
        assert len(cells) == (4 if placed else 0)
        if transforms and placed:
            shape = shapes[word[prefix.transform].index(1)]
            assert Polyomino.from_cells(cells) == shape


def test_usage_symbols_are_ordered_by_column_then_by_row():
    language = usage_language(shapes_of([HOOK]), 3, 4, optional=True)
    word = (1, 0, 1, 3, 0, 0, 2, 1, 1)
    assert language.exact().accepts(word)
    assert word[language.by_column] == (0, 1, 3, 0)
    assert word[language.by_row] == (2, 1, 1)


def test_a_shape_that_does_not_fit_can_only_be_omitted():
    line = shapes_of([("#####",)])
    for make in (placement_language, surround_language, usage_language):
        assert not make(line, 4, 4).dfa().finals
        optional = make(line, 4, 4, optional=True)
        assert list(optional.exact().words(optional.length)) == [(0,) * optional.length]


@pytest.mark.parametrize("make", [placement_language, surround_language, usage_language])
def test_invalid_boards_shapes_and_transforms_are_refused(make):
    shapes = shapes_of([HOOK])
    with pytest.raises(BadInput, match="a board of 0 x 4: expected at least one row and one column"):
        make(shapes, 0, 4)
    with pytest.raises(BadInput, match="no shapes: expected at least one"):
        make([], 4, 4)
    with pytest.raises(BadInput, match="2 shapes need at least 2 transforms, not 1"):
        make(shapes * 2, 4, 4, transforms=1)
    with pytest.raises(BadInput, match="-1 transforms: expected 0 or more"):
        make(shapes, 4, 4, transforms=-1)


def test_a_cell_off_the_board_has_no_position():
    with pytest.raises(BadInput, match=r"cell \(4, 0\) is not on the 4 x 4 board"):
        placement_language(shapes_of([HOOK]), 4, 4).position((4, 0))
