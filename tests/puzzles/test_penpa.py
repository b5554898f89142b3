"""Penpa+ links: links from which boards are read, and links that are refused."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.cli import run
from tilewright.errors import BadInput
from tilewright.puzzles.borders import borders_between
from tilewright.puzzles.penpa import MOST_BYTES, is_penpa, read_drawing

START = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
ITEMS = ("surface", "number", "numberS", "symbol", "freeline", "line", "lineE", "wall", "cage", "deletelineE")


def encoded(text: str) -> str:
    packer = zlib.compressobj(wbits=-15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def link(
    rows: Sequence[Sequence[Any]],
    *,
    regions: Sequence[Sequence[Any]] = (),
    margin: int = 0,
    grid: str = "square",
    genres: Sequence[str] = (),
    title: str = "",
    mode: str = "1",
    extra: Mapping[str, Any] | None = None,
) -> str:
    """Return the link of a board as Penpa+ writes it; an empty string is a cell without a number.

    The points of a grid with `across` points in a row are numbered in reading order: first the centres of the
    cells, including two cells on each side that are outside the grid, then the bottom right corners of these
    cells.
    """
    height, width = len(rows) + 2 * margin, len(rows[0]) + 2 * margin
    across, centres = width + 4, (width + 4) * (height + 4)

    def centre(row: int, column: int) -> int:
        return (row + margin + 2) * across + column + margin + 2

    def corner(row: int, column: int) -> int:
        return centres + centre(row - 1, column - 1)

    numbers = {
        str(centre(row, column)): [value, 1, mode]
        for row, values in enumerate(rows)
        for column, value in enumerate(values)
        if value != ""
    }
    edges = {}
    for (row, column), second in borders_between(regions) if regions else ():
        ends = corner(*second), corner(row + 1, column + 1)
        edges[f"{ends[0]},{ends[1]}"] = 2
    cells = [centre(row, column) for row in range(len(rows)) for column in range(len(rows[0]))]
    problem = {name: {} for name in ITEMS} | {"number": numbers, "lineE": edges} | dict(extra or {})
    lines = [""] * 18
    lines[0] = f"{grid},{width},{height},38,0,1,1,418,418,286,286,0,0,0,0,Title: {title},Author: ,,,OFF,false"
    lines[1] = json.dumps([margin] * 4)
    lines[3] = json.dumps(problem).replace('"number"', "zN").replace('"lineE"', "zE").replace("null", "zO")
    lines[5] = json.dumps([cells[0], *(second - first for first, second in pairwise(cells))])
    lines[17] = json.dumps(list(genres))
    return START + encoded("\n".join(lines))


NUMBERS = [[4, "", "?"], ["", " ", ""]]
ROOMS = ["aab", "acb", "ccb"]


@pytest.mark.parametrize("margin", [0, 1, 3])
def test_numbers_and_regions_are_read_from_the_cells_of_the_board(margin: int) -> None:
    nurikabe = tw.game("nurikabe").parse(link(NUMBERS, margin=margin, genres=["nurikabe"]))
    assert tw.game("nurikabe").to_json(nurikabe) == {"rows": [[4, 0, -1], [0, -1, 0]]}
    lits = tw.game("lits").parse(link([[""] * 3] * 3, regions=ROOMS, margin=margin))
    assert tw.game("lits").to_json(lits) == {"regions": [[1, 1, 2], [1, 3, 2], [3, 3, 2]]}


def test_the_number_of_a_room_may_be_in_any_of_its_cells() -> None:
    board = tw.game("heyawake").parse(link([["", "", ""], ["", 0, ""], ["", "", 2]], regions=ROOMS))
    assert tw.game("heyawake").to_json(board)["clues"] == [[2, 2], [3, 0]]
    with pytest.raises(BadInput, match="row 2, column 1: the Penpa link has a second number"):
        tw.game("heyawake").parse(link([[1, "", ""], [1, "", ""], ["", "", ""]], regions=ROOMS))


def test_letters_of_numberlink_become_unused_numbers() -> None:
    board = tw.game("numberlink").parse(link([["A", 1, "A"], ["B", 1, "B"]], genres=["numberlink"]))
    assert tw.game("numberlink").to_json(board) == {"rows": [[2, 1, 2], [3, 1, 3]]}


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(st.sampled_from("aab"), min_size=width, max_size=width), min_size=1)
    ),
    st.integers(0, 2),
)
def test_every_border_is_read_where_it_is_drawn(rows: list[list[str]], margin: int) -> None:
    drawing = read_drawing(link([[""] * len(rows[0])] * len(rows), regions=rows, margin=margin))
    assert (drawing.height, drawing.width) == (len(rows), len(rows[0]))
    assert drawing.borders == borders_between(rows)


# Links from the examples of the solver noqx, and the boards that their pictures show.
PUBLIC = {
    "nurikabe": (
        "7VVdT4MwFH3nV5j7fB8oLRvjxcyP+TLnx2YWQ8jCEOMiC5MNY7rw3729IGjcgyZmxsSUHs65benphZb1UxHlCQrbXNJDulNRwuPqeB2u"
        "dl0mi02a+AfYLzYPWU4E8WIwwPsoXSdWUPcKra3u+bqP+swPQACCQ1VAiPrK3+pzX49Qj6kJUFFsWHVyiJ62dMrthh1XQWETH9Wc6C3R"
        "eJHHaTIbVpFLP9ATBDPPEY82FJbZcwK1D6PjbDlfmMA82tBi1g+LVd2yLu6yxwLepihR9yu74x12ZWtXNnblbrvOj9hNV9kuo72wLCnh"
        "12R15gfG9U1LvZaO/W1pHG1BeTTUo7fM7wQ6iqRoZNclKRvp2SQ7jewJkm4jhe2QVu90l3S31cLM1Wu1NJM5rXbN4+EQ6gg5FOzzlnHA"
        "6DBOaBmoJeMJo83oMg65zynjlPGYUTF2uE/XJOKLqQJJxhwERdlQVd724C2Q1fb7WNy/FwutAMZFfh/FCX2zo2I5T/KDUZYvoxToeCgt"
        "eAGu/KWp/xNj7yeGSb79rXPj9/dmQHmlHaIvEFbFLJrFWQr0u0ETV+6n+N7d0wYOrVc=",
        "..........\n....8.....\n......1...\n...3....6.\n.....5....\n..4....7..\n....9.....\n......2...\n........?.\n..........",
    ),
    "numberlink": (
        "7VNNb4JAEL3zK8ye57CwqMDNz16ottXGGEIMWhpJsViUxqzhv3d2wNIam9jUeGrWfXn7ZpZ9O+5s3rIgDaGJQ1jAQcchuEmzwdXvMMbR"
        "Ng6dGrSy7TJJkQAM+314DuJNqHlllq/tpe3IFsgbx2M6A2bg1JkP8t7Zy1tHDkCOMMRAR80tkgykvYpOKK5YpxB1jnxQcqRTpIsoXcTh"
        "zC2UO8eTY2DqnDbtVpStkveQlT7UepGs5pES5sEWL7NZRusyssmekpeMHY7IQbYKu+4Ju6KyKz7titN2jUvYjaPXcHfKqe3nOVb8Ab3O"
        "HE/ZfqyoVdGRs8+VpT0zmmprC20UfwsTDSW0K8HkSuh9ESwldCuhQRmdSmjyowxLP/qGzY+OtY2jb9jimw+0q5PpKWGf0CAc451ACsIu"
        "ISesE7qU0yOcEHYITcIG5TRVVX5Vt7/YYWYd72ZbWCcbVCHEmQY9w6R+PIz65Ve+5jEXX1dtkKSrIMY3NshW8zA9rLGfc43tGE1P4Bbz"
        "v8Wv3+Kq+vxqD/Yy/eNhYcsXD3IIbJ3NgtkiwTeGtVNBbIufAub5gavfGvvS1z4A",
        "...1...\n.2...3.\n..4....\n...5...\n..4....\n..3....\n1.52...",
    ),
    "heyawake": (
        "7VPLbtswELzrK4I970Ek9TJvbir34roPuwgCQQgUhamFyFArW33Q0L9nuSKgHgIURRE0h4LgYHY5JIePPX4dqt5ghimqDEMU1FQkUYUR"
        "RongHvq2a06t0Re4HE77rieC+G61wvuqPZqg8KoyONuFtku0b3QBAhAkdQEl2g/6bN9qm6Pd0hBgRrn1JJJE85le8bhjl1NShMQ3nhO9"
        "Jlo3fd2am/WUea8Lu0Nw+7zi2Y7CoftmwPtwcd0dbhuXuK1OdJjjvvniR47DXfcweK0oR7TLye72CbtqtuvoZNexJ+y6Uzyz3UU5jnTt"
        "H8nwjS6c908zzWa61WfCjT6DTGiqyOix+WlALVzsQ9IIVl4zrhgl444WQqsYXzOGjDHjmjU5rS9iWjsNQUtaMV4QFxNPaZNMeS6JR15D"
        "+phMcJ6+4a/6VE48U15Pm1zxVpeMEWPCFlJ30j+6i78/7W/tFDLhwppb/LxxGRSwHfr7qjb0X/K7z+Zi0/WHqgUqzzGAH8C9oAvF6H/F"
        "/qOKdU8QvrS/+tLsUPXA3vysvlcPBsrgEQ==",
        "aaaaaaaa\nabaaaaaa\naacaaaaa\naaaaaaaa\naaaaaaaa\naaaaaaaa\naaaaaaaa\na=18 b=1",
    ),
}


@pytest.mark.parametrize("name", PUBLIC)
def test_a_link_from_public_material_gives_the_board_that_penpa_shows(name: str) -> None:
    code, text = PUBLIC[name]
    game = tw.game(name)
    assert game.format(game.parse(START + code), "text").split() == text.split()


def test_the_genre_or_the_title_of_a_link_finds_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    for each in (link(NUMBERS, genres=["nurikabe"]), link(NUMBERS, title="An easy Nurikabe")):
        assert run(["draw", "auto", each, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["game"] == "nurikabe"


BOMB = START + encoded("\n" * (MOST_BYTES + 1))
REFUSED = {
    "another genre": (link(NUMBERS, genres=["masyu"]), "the genre 'masyu', not 'nurikabe'"),
    "hexagons": (link(NUMBERS, grid="hex"), "a grid of the kind 'hex'"),
    "cages": (link(NUMBERS, extra={"cage": {"1": 1}}), "has cages; only numbers and borders can be read"),
    "a border": (link([["", 2]], regions=["ab"]), "a border between row 1, column 1 and row 1, column 2"),
    "a word": (link([["WORD"]]), "row 1, column 1: 'WORD' is not a cell"),
    "an arrow": (link([[2]], mode="2"), "row 1, column 1: the Penpa link has an arrow"),
    "a bomb": (BOMB, "more than 8,000,000 bytes"),
    "cut off": (link(NUMBERS)[:-40], "cut off"),
    "no base64": (START + "a*b", "not valid base64"),
    "no compressed text": (START + "////", "not valid DEFLATE data"),
    "nothing": (START[:-3], "no puzzle"),
    "an old version": (START + encoded("10,10,38"), "an old version"),
    "no cells": (START + encoded("square,2,2\n[0,0,0,0]\n\n{}\n\n[]"), "has no cells"),
    "a gap": (START + encoded("square,2,2\n\n\n{}\n\n[14,1,5]"), "not a rectangle"),
    "huge sides": (START + encoded("square,999,999\n\n\n{}\n\n[14]"), "too many"),
    "no JSON": (
        START + encoded("square,2,2\n\n\n{oops\n\n[14,1,5,1]"),
        "the puzzle in the Penpa link is mal",
    ),
    "a shortened URL": ("https://tinyurl.com/abcd", "neither a puzz.link URL nor a Penpa link"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_any_other_link_is_refused_in_one_line(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, words = REFUSED[case]
    assert run(["solve", "nurikabe", text]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert words in printed.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            link(NUMBERS, genres=["slitherlink"]),
            "no game has the Penpa genre 'slitherlink'; the known",
        ),
        (link(NUMBERS), "the Penpa link names no genre"),
    ],
)
def test_auto_refuses_a_link_of_no_known_game(
    text: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "auto", text]) == 2
    assert words in capsys.readouterr().err


@given(st.binary(max_size=60), st.booleans())
def test_no_link_causes_another_error(data: bytes, packed: bool) -> None:
    """Any bytes, compressed or not, lead to a board or a one-line error."""
    packer = zlib.compressobj(wbits=-15)
    content = packer.compress(b"square,3,3\n\n\n" + data) + packer.flush() if packed else data
    text = START + base64.b64encode(content).decode()
    assert is_penpa(text)
    with suppress(BadInput):
        tw.game("nurikabe").parse(text)
