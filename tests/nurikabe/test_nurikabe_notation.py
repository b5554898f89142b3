"""Nurikabe notations: each one round-trips, and any text is parsed or rejected with a one-line message."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.errors import BadInput
from tilewright.games.nurikabe.notation import (
    FORMATS,
    PUZZLINK,
    from_json,
    parse,
    parse_solution,
    parse_state,
    solution_to_json,
    to_json,
    to_line,
    to_text,
)
from tilewright.games.nurikabe.rules import Board, Shading

FIVE = Board(((0, 5, 0, 0, 0), (0, 0, 2, 0, 0), (0,) * 5, (0, 0, 1, 0, 0), (0, 0, 0, 3, 0)))
"""The board of https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"""

EXPECTED = "expected a number, . or - for an empty cell, or ? for an unknown number"

to_file, to_url = PUZZLINK.to_file, PUZZLINK.to_url

thorough = settings(deadline=None, derandomize=True, max_examples=300)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    height, width = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    cells = height * width
    clue = st.one_of(st.just(-1), st.integers(1, min(3, cells)), st.integers(1, cells))
    values = draw(st.lists(st.one_of(st.just(0), st.just(0), st.just(0), clue), min_size=cells, max_size=cells))
    return Board(tuple(tuple(values[at : at + width]) for at in range(0, cells, width)))


@st.composite
def states(draw: st.DrawFn) -> Shading:
    width = draw(st.integers(1, 12))
    return Shading(
        tuple(draw(st.lists(st.text("#.-", min_size=width, max_size=width), min_size=1, max_size=12)))
    )


def with_clue(side: int, clue: int) -> Board:
    return Board(((clue,) + (0,) * (side - 1), *((0,) * side,) * (side - 1)))


def refusal(text: str) -> str:
    with pytest.raises(BadInput) as caught:
        parse(text)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 250
    return message


# --- Round trips --------------------------------------------------------------------------------------


@thorough
@given(boards())
@example(Board(((12,),) + ((0,),) * 11))
@example(Board(((-1,),)))
def test_every_notation_of_a_board_is_a_round_trip(board: Board) -> None:
    assert from_json(json.loads(json.dumps(to_json(board)))) == board
    assert parse(json.dumps(to_json(board))) == board
    for name, write in FORMATS.items():
        assert parse(write(board)) == board, name
        assert parse(f"\r\n  {write(board)}  \r\n") == board, name


@thorough
@given(states())
def test_every_notation_of_a_state_is_a_round_trip(state: Shading) -> None:
    for read in (parse_state, parse_solution):
        assert read(json.dumps(solution_to_json(state))) == state
        assert read("\n".join(state.rows)) == state
        assert read("\n".join(" ".join(row) for row in state.rows)) == state


@thorough
@given(boards(), st.randoms(use_true_random=False))
def test_a_puzz_link_file_keeps_the_board_and_the_state(board: Board, rng: random.Random) -> None:
    state = Shading(tuple("".join("." if value else rng.choice("#.-") for value in row) for row in board.rows))
    text = to_file(board, state.rows)
    assert parse(text) == board
    assert parse_state(text) == state
    assert parse(text.replace("\n", "/")) == board
    assert parse("https://puzz.link/p?" + text.replace("\n", "/").replace(" ", "%20")) == board


def test_one_board_in_all_notations_is_as_documented() -> None:
    assert to_json(FIVE)["rows"][0] == [0, 5, 0, 0, 0]
    assert to_text(FIVE) == ".5...\n..2..\n.....\n..1..\n...3."
    assert to_line(FIVE) == "5x5:a5e2i1e3a"
    assert to_url(FIVE) == "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"
    file = "pzprv3\nnurikabe\n5\n5\n. 5 . . . \n. . 2 . . \n. . . . . \n. . 1 . . \n. . . 3 . "
    assert to_file(FIVE) == file
    assert tuple(tw.game("nurikabe").formats) == ("json", "text", "url", "line", "pzprv3")


# --- The text grid ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("3", None),
        ("1", ((1,),)),
        ("12.\n-?.", ((1, 2, 0), (0, -1, 0))),
        ("12 .\n- ?", None),
        ("4 .\n- ?", ((4, 0), (0, -1))),
        ("4\t. \n-  ?", ((4, 0), (0, -1))),
        ("\n\n ..\n 4-\n\n", ((0, 0), (4, 0))),
        ("..\r\n4.\r\n", ((0, 0), (4, 0))),
        ("..\r4.", ((0, 0), (4, 0))),
        (". . . . . .\n. 12 . . . .", ((0,) * 6, (0, 12, 0, 0, 0, 0))),
        ("... ...\n... ..", None),
        ("03 .\n. .", ((3, 0), (0, 0))),
    ],
)
def test_blanks_separate_cells_and_without_blanks_every_character_is_a_cell(text: str, rows: Any) -> None:
    if rows is None:
        assert refusal(text)
    else:
        assert parse(text) == Board(rows)


def test_a_blank_in_one_line_means_that_blanks_separate_the_cells_of_all_lines() -> None:
    assert refusal("2 .\n..") == "row 2, column 1: '..' is not a cell; " + EXPECTED


def test_clues_of_several_digits_are_right_aligned() -> None:
    board = with_clue(5, 12)
    assert to_text(board).splitlines()[:2] == ["12  .  .  .  .", " .  .  .  .  ."]


def test_a_single_column_with_a_clue_of_two_digits_is_written_as_a_line() -> None:
    column = Board(((12,), *((0,),) * 11))
    assert to_text(column) == "12x1:12k"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the board has no rows"),
        (" \n\t\n", "the board has no rows"),
        ("..\n...", "row 2 of the board has 3 cells, but row 1 has 2"),
        ("..\n\n..", "row 2 of the board has no cells"),
        (". 0\n. .", "row 1, column 2: the clue '0' is not positive"),
        (". .\n. -3", "row 2, column 2: the clue '-3' is not positive"),
        (".9\n..", "row 1, column 2: the clue 9 is larger than the board of 4 cells"),
        (". 99999999999999999999\n. .", "row 1, column 2: the clue '99999999999999999999' is larger than"),
        (f". {'9' * 5000}\n. .", "row 1, column 2: the clue '9999"),
        ("..\n.x", "row 2, column 2: 'x' is not a cell; expected a number, . or - for an empty cell, or ?"),
        (".²", "row 1, column 2: '²' is not a cell"),
        (".\N{ARABIC-INDIC DIGIT THREE}", "row 1, column 2: '٣' is not a cell"),
        (".\u2028.", "row 1, column 2: '\\u2028' is not a cell"),
        ("#.", "row 1, column 1: '#' is not a cell"),
        ("." * 251, "1 x 251 cells are too many: a board has at most 250 rows and columns"),
        ("\n".join("." * 251), "251 x 1 cells are too many"),
        ("\n".join([". 12 ."] * 251), "251 x 3 cells are too many"),
    ],
)
def test_an_invalid_grid_is_rejected_with_the_position(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


# --- JSON ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "the JSON is malformed at line 1, column 2"),
        ("[]", "a nurikabe board must be a JSON object, not a list"),
        ("{}", "a nurikabe board lacks the key 'rows'"),
        ('{"rows": [[0]], "size": 1}', "a nurikabe board has an unknown key 'size'"),
        ('{"rows": [[0]], "rows": [[0]]}', "the JSON has the key 'rows' twice"),
        ('{"rows": 3}', "rows must be a list, not 3"),
        ('{"rows": [[0], "3"]}', "an entry of rows must be a list, not '3'"),
        ('{"rows": []}', "the board has no rows"),
        ('{"rows": [[]]}', "row 1 of the board has no cells"),
        ('{"rows": [[0, 0], [0]]}', "row 2 of the board has 1 cell, but row 1 has 2"),
        ('{"rows": [[0, 3]]}', "row 1, column 2: the clue 3 is larger than the board of 2 cells"),
        ('{"rows": [[0, -2]]}', "row 1, column 2: -2 is not a clue"),
        ('{"rows": [[0, 1.0]]}', "row 1, column 2: expected a whole number, not 1.0"),
        ('{"rows": [[0, true]]}', "row 1, column 2: expected a whole number, not true"),
        ('{"rows": [[0, null]]}', "row 1, column 2: expected a whole number, not null"),
        ('{"rows": [[0, [0]]]}', "row 1, column 2: expected a whole number, not [0]"),
        ('{"rows": [[NaN]]}', "the JSON has NaN"),
    ],
)
def test_invalid_json_is_rejected_with_the_position(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


# --- URLs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g",
        "http://pzv.jp/p.html?nurikabe/5/5/g5k2o1k3g",
        "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g/",
        "https://puzz.link/p?nurikabe_edit/5/5/g5k2o1k3g",
        "https://puzz.link/p?nurikabe_play/5/5/g5k2o1k3g",
        "https://puzz.link/p?src=mail&lang=en&nurikabe/5/5/g5k2o1k3g",
        "https://puzz.link/p?nurikabe/v:plain/5/5/g5k2o1k3g",
        "https://puzz.link/p?nurikabe/c/5/5/g5k2o1k3g",
        "https://puzz.link/p?nurikabe/v:plain/c/5/5/g5k2o1k3g",
        "nurikabe/5/5/g5k2o1k3g",
        "?nurikabe/5/5/g5k2o1k3g",
        "https://puzz.link/p?nurikabe/\r\n5/5/g5k2\no1k3g\n",
        "https://puzz.link/p?nurikabe/5/5/g5gggh2o1k3g",
        "https://puzz.link/p?pzprv3/nurikabe/5/5/. 5 . . . /. . 2 . . /. . . . . /. . 1 . . /. . . 3 . /",
        "https://puzz.link/p?v:x/pzprv3/nurikabe/5/5/. 5 . . . /. . 2 . . /. . . . . /. . 1 . . /. . . 3 .",
        "https://puzz.link/p?pzprv3.1/nurikabe/5/5/.%205%20%23%20%23%20.%20/%2B%20.%202%20.%20."
        "%20/.%20.%20.%20.%20.%20/.%20.%201%20.%20.%20/.%20.%20.%203%20.%20/",
    ],
)
def test_urls_in_all_common_forms_are_parsed(url: str) -> None:
    assert parse(url) == FIVE


@pytest.mark.parametrize(
    ("clue", "text"),
    [
        (1, "1"),
        (15, "f"),
        (16, "-10"),
        (255, "-ff"),
        (256, "+100"),
        (4095, "+fff"),
        (4096, "=000"),
        (8191, "=fff"),
        (8192, "@000"),
        (12239, "@fcf"),
        (12240, "*0000"),
        (12345, "*0069"),
        (-1, "."),
    ],
)
def test_clues_with_every_number_of_digits_are_a_round_trip(clue: int, text: str) -> None:
    board = with_clue(120, clue)
    url = to_url(board)
    assert url == f"https://puzz.link/p?nurikabe/120/120/{text}{'z' * 719}y"
    assert parse(url) == board
    assert parse(url.replace("@", "%")) == board


def test_a_url_has_the_width_first_and_splits_gaps_after_twenty_cells() -> None:
    board = Board(((0,) * 30, (0,) * 11 + (7,) + (0,) * 18))
    assert to_url(board) == "https://puzz.link/p?nurikabe/30/2/zzg7x"
    assert parse("nurikabe/30/2/zzg7x") == board


def test_a_url_that_would_end_in_punctuation_gets_a_slash() -> None:
    board = Board(((0, -1),))
    assert to_url(board) == "https://puzz.link/p?nurikabe/2/1/g./"
    assert parse("nurikabe/2/1/g./") == parse("nurikabe/2/1/g.") == board


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (
            "https://puzz.link/p?slither/5/5/g5k2o1k3g",
            "the URL has the puzzle type 'slither', not 'nurikabe'",
        ),
        ("https://puzz.link/p?nurimisaki/5/5/g5k2o1k3g", "the URL has the puzzle type 'nurimisaki'"),
        ("https://puzz.link/p?", "the URL has the puzzle type ''"),
        ("https://example.org/", "'https://example.org/' is neither a puzz.link URL nor a Penpa link"),
        ("https://puzz.link/p?nurikabe", "the URL is too short: expected nurikabe/COLUMNS/ROWS/CELLS"),
        ("https://puzz.link/p?nurikabe/5/5", "the URL is too short"),
        ("https://puzz.link/p?nurikabe/5/5/", "the URL is too short: it has 0 of the 25 cells"),
        ("https://puzz.link/p?nurikabe/5/x/g", "expected the number of rows, not 'x'"),
        ("https://puzz.link/p?nurikabe/5/-5/g", "expected the number of rows, not '-5'"),
        ("https://puzz.link/p?nurikabe/0/5/g", "a board has at least one row and one column, not 0 columns"),
        ("https://puzz.link/p?nurikabe/10000/10000/g", "10000 x 10000 cells are too many"),
        (f"https://puzz.link/p?nurikabe/{'9' * 5000}/5/g", "'9999"),
        ("nurikabe/5/5/g5k2o1k3", "the URL is too short: it has 24 of the 25 cells"),
        (
            "nurikabe/5/5/g5k2-1",
            "character 6 of the URL's cells, row 2, column 4: 2 hexadecimal digits must follow '-', not '1'",
        ),
        ("nurikabe/5/5/g5k2+", "character 6 of the URL's cells, row 2, column 4: 3 hexadecimal digits must"),
        ("nurikabe/5/5/g5k2-1go", "character 6 of the URL's cells, row 2, column 4: 2 hexadecimal digits must"),
        (
            "nurikabe/5/5/g5k2-05",
            "character 6 of the URL's cells, row 2, column 4: the number after '-' is 5, but it must",
        ),
        ("nurikabe/5/5/g0k2o1k3g", "row 1, column 2: the number 0 is not positive"),
        ("nurikabe/5/5/g5k2o1k3gg", "character 10 of the URL's cells: 'g' is left over after 5 x 5 cells"),
        ("nurikabe/5/5/g5k2o1k3g5", "character 10 of the URL's cells: '5' is left over after 5 x 5 cells"),
        (
            "nurikabe/5/5/g5k2o1k3h",
            "character 9 of the URL's cells: 'h' skips 2 cells; the number of cells left is 1",
        ),
        ("nurikabe/5/5/g5k2o1k3g/x", "the URL has 'x' after the cells"),
        ("nurikabe/5/5/g5k2o1k3g//", "the URL has '' after the cells"),
        ("nurikabe/5/5/g5k!o1k3g", "character 4 of the URL's cells, row 2, column 3: '!' is neither a number"),
        ("nurikabe/5/5/G5k2o1k3g", "character 1 of the URL's cells, row 1, column 1: 'G' is neither a number"),
        (
            "nurikabe/5/5/g\N{FULLWIDTH DIGIT FIVE}k2o1k3g",
            "character 2 of the URL's cells, row 1, column 2: '５'",
        ),
        ("nurikabe/5/5/g-1ak2o1k3g", "row 1, column 2: the clue 26 is larger than the board of 25 cells"),
        ("nurikabe/5/5/g$fffffk2o1k3g", "row 1, column 2: the clue 1126351 is larger than the board"),
    ],
)
def test_an_invalid_url_is_rejected_with_the_position(url: str, message: str) -> None:
    assert refusal(url).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pzprv3", "the pzprv3 text is too short"),
        ("pzprv3x/nurikabe/1/1/. /", "the text begins with 'pzprv3x', not with pzprv3"),
        ("pzprv3/slither/1/1/. /", "the pzprv3 text has the puzzle type 'slither'"),
        ("pzprv3/nurikabe/10000/10000/. /", "10000 x 10000 cells are too many"),
        ("pzprv3/nurikabe/2/1/. /", "the pzprv3 text is too short: it ends before row 2 of the numbers"),
        ("pzprv3/nurikabe/1/1/. /. /", "line 6 of the pzprv3 text: '.' is left over after the puzzle"),
        (
            "pzprv3/nurikabe/1/2/. /",
            "line 5 of the pzprv3 text, row 1 of the numbers: expected 2 values, not 1",
        ),
        ("pzprv3/nurikabe/1/2/. x /", "row 1, column 2: 'x' is neither a number nor . (empty) nor - (unknown)"),
        ("pzprv3/nurikabe/1/2/. 0 /", "row 1, column 2: the number 0 is less than 1"),
        ("pzprv3/nurikabe/1/2/. 3 /", "row 1, column 2: the clue 3 is larger than the board"),
        (
            "https://puzz.link/p?pzprv3/nurikabe/1/1/%ff /",
            "the URL has escape sequences that are not valid UTF-8",
        ),
    ],
)
def test_an_invalid_file_is_rejected_with_the_position(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


# --- The one-line notation ----------------------------------------------------------------------------


def test_adjacent_numbers_are_separated_in_a_line() -> None:
    board = Board(((2, 3, -1), (4, 0, 0)))
    assert to_line(board) == "2x3:2_3?4b"
    assert parse("2x3:2_3?4b") == board


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (":", "':' is not a board: expected ROWSxCOLUMNS:CELLS, such as 5x5:a5e2i1e3a"),
        ("55:a", "'55:a' is not a board"),
        ("5x:a", "expected the number of columns, not ''"),
        ("10000x10000:a", "10000 x 10000 cells are too many"),
        ("2x2:c", "the line is too short: it has 3 of the 2 x 2 cells"),
        ("2x2:e", "character 1 after the colon, row 1, column 1: 'e' goes beyond the end of the 2 x 2 cells"),
        ("2x2:d1", "character 2 after the colon, row 3, column 1: '1' goes beyond the end"),
        ("2x2:a1!b", "character 3 after the colon, row 2, column 1: '!' is not a cell"),
        ("2x2:a1_b", "character 3 after the colon, row 2, column 1: '_' is not a cell"),
        ("2x2:a0b", "character 2 after the colon, row 1, column 2: the clue '0' is not positive"),
        ("2x2:a5b", "row 1, column 2: the clue 5 is larger than the board of 4 cells"),
    ],
)
def test_an_invalid_line_is_rejected_with_the_position(line: str, message: str) -> None:
    assert refusal(line).startswith(message)


# --- Solutions and states -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the solution has no rows"),
        ("#.\n#", "row 2 of the solution has 1 cell, but row 1 has 2"),
        ("#3", "row 1, column 2: '3' is not # (sea), . (island) or - (undecided)"),
        ("# ..", "row 1, column 2: '..' is more than one cell"),
        ('{"rows": "#."}', "the solution: rows must be a list, not '#.'"),
        ('{"rows": [["#"]]}', "expected a row of # and . as a string, not ['#']"),
        ('{"rows": []}', "the solution has no rows"),
        ('{"cells": []}', "the solution has an unknown key 'cells'"),
        ("pzprv3/nurikabe/1/1/x", "the pzprv3 text is too short: it ends before row 1 of the numbers"),
        ("pzprv3/nurikabe/1/1/X", "row 1, column 1: 'X' is neither a number nor . (empty)"),
        ("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g", "row 1, column 1: 'h' is not # (sea)"),
    ],
)
def test_an_invalid_solution_is_rejected_with_the_position(text: str, message: str) -> None:
    for read in (parse_solution, parse_state):
        with pytest.raises(BadInput) as caught:
            read(text)
        assert str(caught.value).startswith(message)
        assert "\n" not in str(caught.value)


def test_in_the_state_of_a_puzz_link_file_clues_are_island() -> None:
    assert parse_state("pzprv3/nurikabe/2/3/# + . /- 2 # /").rows == ("#.-", "..#")


# --- Arbitrary text -----------------------------------------------------------------------------------

SEEDS = [
    *(write(board) for board in (FIVE, with_clue(20, 300), with_clue(3, -1)) for write in FORMATS.values()),
    json.dumps(to_json(FIVE)),
    '{"rows": ["#.-", "..#"]}',
    "#.-\n..#",
    "https://puzz.link/p?src=a&nurikabe_edit/v:x/c/5/5/g5k2o1k3g",
    "https://puzz.link/p?pzprv3/nurikabe/2/3/%23%20+%20.%20/-%202%20%23%20/",
]
ODD = '\x00\t\r\n !#%+-./:;=?@$*_0123456789azgZ[]{}",é²\u2028\ud800😀'


def outcome(read: Callable[[Any], Any], text: Any) -> Any:
    """Return the parsed value, or the error message if parsing fails."""
    try:
        return read(text)
    except BadInput as error:
        return str(error)


@st.composite
def mutants(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(len(text), at + 5)))
        text = text[:at] + draw(st.text(ODD, max_size=4)) + text[end:]
    return text


@settings(deadline=None, derandomize=True, max_examples=1500)
@given(st.one_of(mutants(), st.text(max_size=40), st.text(ODD, max_size=40)))
def test_any_text_is_parsed_or_rejected_in_one_line(text: str) -> None:
    for read in (parse, parse_solution, parse_state):
        value = outcome(read, text)
        if isinstance(value, Board):
            assert all(parse(write(value)) == value for write in FORMATS.values())
        elif isinstance(value, str):
            assert len(value.splitlines()) == 1
        else:
            assert isinstance(value, Shading)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["rows", "x"]), inner)
        ),
        max_leaves=12,
    )
)
def test_any_json_is_parsed_or_rejected_in_one_line(data: Any) -> None:
    value = outcome(from_json, data)
    assert isinstance(value, Board) or len(value.splitlines()) == 1
