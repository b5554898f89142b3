"""Puzzles in the formats of puzz.link: codecs, URLs and files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import BadInput, error_line
from tilewright.games.fillomino.rules import Board as BorderedBoard
from tilewright.puzzles.borders import Regions, borders_between, numbered_regions
from tilewright.puzzles.numbers_and_borders import bordered_number_link
from tilewright.puzzles.puzzlink import PuzzLink, url_type
from tilewright.puzzles.pzprv3 import (
    CellAnswers,
    EdgeAnswers,
    FileFormat,
    NumberBlock,
    NumberedRegionBlock,
    RegionBlock,
)
from tilewright.puzzles.url_borders_regions_and_circles import (
    Circles,
    NumberedRegions,
    RegionBorders,
    RegionNumbers,
    read_borders,
    write_borders,
)
from tilewright.puzzles.url_numbers import Arrow, ArrowNumbers, Numbers4, Numbers16
from tilewright.puzzles.url_reader_and_codec import Codec, Pair, Reader

Rows = tuple[tuple[int, ...], ...]


class NumberBoard(NamedTuple):
    rows: Rows

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])


class RegionBoard(NamedTuple):
    rows: Regions
    numbers: RegionNumbers = ()

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])


def numbers_of(board: NumberBoard) -> Rows:
    return board.rows


SHIKAKU = PuzzLink("shikaku", Numbers16(), FileFormat(NumberBlock(), (EdgeAnswers(),)), numbers_of, NumberBoard)
NUMBERLINK = PuzzLink(
    "numlin",
    Numbers16(),
    FileFormat(NumberBlock(), (EdgeAnswers(),)),
    numbers_of,
    NumberBoard,
    aliases=("numberlink",),
)
LITS = PuzzLink(
    "lits",
    RegionBorders(),
    FileFormat(RegionBlock(), (CellAnswers(),)),
    lambda board: board.rows,
    RegionBoard,
    refused_flags="d",
)
HEYAWAKE = PuzzLink(
    "heyawake",
    NumberedRegions(),
    FileFormat(NumberedRegionBlock(), (CellAnswers(), EdgeAnswers(optional=True))),
    lambda board: (board.rows, board.numbers),
    lambda parts: RegionBoard(*parts),
)
NURIKABE = PuzzLink("nurikabe", Numbers16(), FileFormat(NumberBlock("#+")), numbers_of, NumberBoard)


FILLOMINO = bordered_number_link("fillomino", BorderedBoard, refused_flags="t")

TYPES: list[PuzzLink[Any, Any]] = [SHIKAKU, NUMBERLINK, LITS, HEYAWAKE, FILLOMINO]

# The test puzzles of pzpr, the program behind puzz.link: the URL after the puzzle type, and the file without
# its header and without answers.
PZPR = {
    "shikaku": (
        "6/6/j3g56h6t6h23g5j",
        ". . . . 3 . /5 6 . . 6 . /. . . . . . /. . . . . . /. 6 . . 2 3 /. 5 . . . . /",
    ),
    "numlin": (
        "5/5/1j2h3m1h2j3",
        "1 . . . . /2 . . 3 . /. . . . . /. 1 . . 2 /. . . . 3 /",
    ),
    "lits": ("4/4/9q02jg", "3/0 0 1 1 /0 0 1 2 /0 1 1 2 /2 2 2 2 /"),
    "heyawake": (
        "6/6/lll155007rs12222j",
        "8/0 1 1 2 2 3 /0 1 1 2 2 3 /0 1 1 2 2 3 /4 4 4 4 4 3 /5 5 5 6 6 3 /5 5 5 6 6 7 /"
        "2 2 . 2 . 2 /. . . . . . /. . . . . . /. . . . . . /. . . . . . /. . . . . . /",
    ),
    "fillomino": (
        "6/6/h4j53g2k5233k2g14j3h",
        ". . 4 . . . /. 5 3 . 2 . /. . . . 5 2 /3 3 . . . . /. 2 . 1 4 . /. . . 3 . . /",
    ),
}
PZPR_ANSWERS = {
    "shikaku": "1 -1 1 0 0 /1 0 1 0 0 /1 -1 1 0 0 /1 -1 0 1 1 /1 -1 0 1 1 /0 -1 -1 -1 1 /"
    "0 -1 -1 1 1 1 /-1 -1 -1 0 0 0 /-1 1 1 1 1 1 /-1 -1 -1 0 0 0 /1 1 1 1 1 0 /",
    "numlin": "1 -1 1 1 /0 -1 0 0 /0 -1 -1 0 /0 -1 -1 0 /1 1 -1 1 /"
    "0 1 1 0 1 /1 1 1 1 1 /1 1 1 1 1 /1 0 1 1 0 /",
    "lits": "# + # # /# # # + /# + # + /# # # # /",
    "heyawake": "# + # + + # /+ + + # + + /# + # + # + /+ + + + + + /. # . # . # /. . # . . . /",
    "fillomino": "5 5 . 4 4 4 /5 . . 2 . 1 /3 5 3 3 . . /. . 5 5 5 2 /2 . 5 . . 4 /1 3 3 . 4 4 /"
    "0 1 0 0 0 /0 1 1 0 1 /1 1 0 1 1 /0 1 0 0 1 /0 1 1 1 0 /1 0 0 1 0 /"
    "0 0 1 1 1 1 /1 0 0 1 1 1 /0 1 1 1 0 0 /1 1 0 1 1 1 /1 1 1 1 0 0 /",
}
# An empty answer as pzpr writes it.
EMPTY_ANSWERS = {
    "shikaku": "0 0 0 0 0 /" * 6 + "0 0 0 0 0 0 /" * 5,
    "numlin": "0 0 0 0 /" * 5 + "0 0 0 0 0 /" * 4,
    "lits": ". . . . /" * 4,
    "heyawake": ". . . . . . /" * 6,
    "fillomino": ". . . . . . /" * 6 + "0 0 0 0 0 /" * 6 + "0 0 0 0 0 0 /" * 5,
}
each_type = pytest.mark.parametrize("link", TYPES, ids=lambda link: link.type_name)


def url_of(link: PuzzLink[Any, Any]) -> str:
    return f"https://puzz.link/p?{link.type_name}/{PZPR[link.type_name][0]}"


def file_of(link: PuzzLink[Any, Any], answers: str = "") -> str:
    columns, rows, _ = PZPR[link.type_name][0].split("/")
    return f"pzprv3/{link.type_name}/{rows}/{columns}/{PZPR[link.type_name][1]}{answers}"


# --- Codecs ---------------------------------------------------------------------------------------------


def grids(values: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[tuple[Any, ...], ...]]:
    def of_size(size: tuple[int, int]) -> st.SearchStrategy[tuple[tuple[Any, ...], ...]]:
        row = st.lists(values, min_size=size[1], max_size=size[1]).map(tuple)
        return st.lists(row, min_size=size[0], max_size=size[0]).map(tuple)

    return st.tuples(st.integers(1, 8), st.integers(1, 8)).flatmap(of_size)


def mostly(rare: st.SearchStrategy[Any], common: Any) -> st.SearchStrategy[Any]:
    return st.one_of(st.just(common), st.just(common), rare)


NUMBERS = st.one_of(st.integers(1, 20), st.integers(1, 1_126_351), st.just(-1))
ARROWS = st.builds(Arrow, st.integers(0, 4), st.one_of(st.integers(0, 20), st.integers(0, 4095), st.just(-1)))


@st.composite
def regions_and_numbers(draw: st.DrawFn) -> tuple[Regions, RegionNumbers]:
    regions = numbered_regions(draw(grids(st.integers(1, 2))))
    count = max(map(max, regions))
    number = mostly(st.one_of(st.integers(0, 300), st.just(-1)), None)
    return regions, tuple(draw(st.lists(number, min_size=count, max_size=count)))


def read_all(codec: Codec[Any], text: str, height: int, width: int) -> Any:
    reader = Reader(text, height, width)
    value = codec.read(reader)
    reader.finish()
    return value


@pytest.mark.parametrize(
    ("codec", "values"),
    [
        (Numbers16(), grids(mostly(NUMBERS, 0))),
        (Numbers4(), grids(mostly(st.integers(-1, 4), None))),
        (ArrowNumbers(), grids(mostly(ARROWS, None))),
        (Circles(), grids(st.integers(0, 2))),
        (RegionBorders(), grids(st.integers(1, 2)).map(numbered_regions)),
    ],
    ids=["numbers16", "numbers4", "arrows", "circles", "regions"],
)
def test_what_a_coding_writes_it_reads_again(codec: Codec[Any], values: st.SearchStrategy[Any]) -> None:
    @given(values)
    def agrees(value: tuple[tuple[Any, ...], ...]) -> None:
        assert read_all(codec, codec.write(value), len(value), len(value[0])) == value

    agrees()


@given(regions_and_numbers())
def test_regions_with_numbers_are_read_as_they_are_written(value: tuple[Regions, RegionNumbers]) -> None:
    regions = value[0]
    assert read_all(NumberedRegions(), NumberedRegions().write(value), len(regions), len(regions[0])) == value


@given(grids(st.integers(1, 3)))
def test_borders_are_read_as_they_are_written(rows: Rows) -> None:
    borders, height, width = borders_between(rows), len(rows), len(rows[0])
    reader = Reader(write_borders(borders, height, width), height, width)
    assert read_borders(reader) == borders
    reader.finish()


@given(grids(mostly(NUMBERS, 0)), st.data())
def test_a_pair_of_codings_is_read_as_it_is_written(rows: Rows, data: st.DataObject) -> None:
    codec = Pair(Numbers16(), Circles())
    circle = st.integers(0, 2)
    circles = tuple(tuple(data.draw(circle) for _ in row) for row in rows)
    assert read_all(codec, codec.write((rows, circles)), len(rows), len(rows[0])) == (rows, circles)


def test_the_codings_read_the_test_puzzles_of_pzpr() -> None:
    # Slither Link, Masyu and Yajilin.
    slither = read_all(Numbers4(), "cbcbcddad", 5, 5)
    assert slither == (
        (2, None, None, 1, None),
        (None, 2, None, None, 1),
        (None, None, 2, None, None),
        (3, None, None, 3, None),
        (None, 0, None, None, 3),
    )
    assert Numbers4().write(slither) == "cbcbcddad"
    masyu = read_all(Circles(), "1063000i3000", 6, 6)
    assert masyu[:2] == ((0, 0, 1, 0, 0, 0), (0, 2, 0, 0, 1, 0))
    assert masyu[3:5] == ((0, 0, 0, 2, 0, 0), (0, 1, 0, 0, 0, 0))
    yajilin = read_all(ArrowNumbers(), "m32j10", 5, 5)
    assert yajilin[2] == (None, None, None, Arrow(3, 2), None)
    assert yajilin[4] == (None, None, None, None, Arrow(1, 0))
    assert ArrowNumbers().write(yajilin) == "m32j10"


def test_regions_count_from_1_in_reading_order() -> None:
    # Region 2, the b cells, begins to the right of region 3, but in a higher row. The two groups of c cells are
    # different regions.
    assert numbered_regions(["aab", "cab", "cac"]) == ((1, 1, 2), (3, 1, 2), (3, 1, 4))


def test_a_border_that_ends_inside_a_region_is_an_error() -> None:
    text = write_borders([((0, 0), (0, 1))], 2, 2)
    with pytest.raises(BadInput) as caught:
        read_all(RegionBorders(), text, 2, 2)
    assert str(caught.value) == (
        "the border between row 1, column 1 and row 1, column 2 does not separate two regions"
    )


@pytest.mark.parametrize(
    ("codec", "value"),
    [
        (Numbers16(), ((1_126_352,),)),
        (Numbers4(), ((5,),)),
        (ArrowNumbers(), ((Arrow(1, 4096),),)),
    ],
)
def test_a_number_that_a_coding_lacks_is_not_written(codec: Codec[Any], value: Any) -> None:
    with pytest.raises(BadInput, match="the number"):
        codec.write(value)


# --- URLs -----------------------------------------------------------------------------------------------


@each_type
def test_the_test_puzzle_of_pzpr_is_the_same_as_url_and_as_file(link: PuzzLink[Any, Any]) -> None:
    board = link.from_url(url_of(link))
    assert link.from_file(file_of(link, PZPR_ANSWERS[link.type_name])) == board
    assert link.from_file(file_of(link)) == board
    assert link.to_url(board) == url_of(link)
    assert link.to_file(board).replace("\n", "/") + "/" == file_of(link, EMPTY_ANSWERS[link.type_name])


def test_a_region_has_its_number_in_heyawake() -> None:
    board = HEYAWAKE.from_url("heyawake/6/6/lll155007rs12222j")
    assert board.rows[0] == (1, 2, 2, 3, 3, 4)
    assert board.rows[5] == (6, 6, 6, 7, 7, 8)
    assert board.numbers == (2, 2, 2, 2, None, None, None, None)


@each_type
@pytest.mark.parametrize(
    "change",
    [
        lambda url: url.partition("?")[2],
        lambda url: url.replace("https://puzz.link/p?", "http://pzv.jp/p.html?"),
        lambda url: url.replace("https://puzz.link/p?", "https://pzprxs.vercel.app/p?"),
        lambda url: url.replace("p?", "p?frame=5&thumb=1&"),
        lambda url: url.replace("/", "_edit/", 4).replace("_edit/", "/", 3),
        lambda url: url.replace("/", "_play/", 4).replace("_play/", "/", 3),
        lambda url: url.replace("/", "/v:1/", 4).replace("/v:1/", "/", 3),
        lambda url: url.replace("/", "/p/", 4).replace("/p/", "/", 3),
        lambda url: url + "/",
        lambda url: f"  {url[:30]}\n{url[30:]}\n",
    ],
)
def test_urls_come_in_many_forms(link: PuzzLink[Any, Any], change: Callable[[str], str]) -> None:
    changed = change(url_of(link))
    assert changed != url_of(link)
    assert link.from_text(changed) == link.from_url(url_of(link))
    assert url_type(changed) == link.type_name


@each_type
@pytest.mark.parametrize("prefix", ["", "v:1/"])
def test_a_url_may_contain_a_file(link: PuzzLink[Any, Any], prefix: str) -> None:
    text = file_of(link, PZPR_ANSWERS[link.type_name])
    for query in (text, quote(text), quote(text.replace("/", "\n"))):
        url = f"https://puzz.link/p?{prefix}{query}"
        assert link.from_text(url) == link.from_url(url_of(link))
        assert url_type(url) == link.type_name


def test_a_url_that_ends_with_punctuation_is_closed() -> None:
    board = NumberBoard(((1, -1),))
    assert SHIKAKU.to_url(board) == "https://puzz.link/p?shikaku/2/1/1./"
    assert SHIKAKU.from_url(SHIKAKU.to_url(board)) == board


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pzprv3\nlits\n4\n4\n", "lits"),
        ("pzprv3.1/lits/4/4/", "lits"),
        ("https://puzz.link/p?ayeheya/6/6/lll155007rs12222j", "ayeheya"),
        ("shikaku/d/10/10/", "shikaku"),
        ("https://swaroopg92.github.io/penpa-edit/?m=solve&p=7VTBjtow/EL3", None),
        ("https://example.com/?q", None),
        ('{"rows": [[0, 3, 0]]}', None),
        ('{"source": "https://puzz.link/p?lits/4/4/9q02jg"}', None),
        ("3 . ?\n. . 1\n", None),
        ("..3\n1/2", None),
        ("", None),
    ],
)
def test_the_puzzle_type_of_a_text(text: str, expected: str | None) -> None:
    assert url_type(text) == expected


@pytest.mark.parametrize(
    ("link", "text", "message"),
    [
        (SHIKAKU, "slither/5/5/cbcbcddad", "the URL has the puzzle type 'slither', not 'shikaku'"),
        (HEYAWAKE, "ayeheya/6/6/lll155007rs12222j", "the URL has the puzzle type 'ayeheya', not 'heyawake'"),
        (SHIKAKU, "shikaku", "the URL is too short: expected shikaku/COLUMNS/ROWS/CELLS"),
        (SHIKAKU, "shikaku/6/6", "the URL is too short: expected shikaku/COLUMNS/ROWS/CELLS"),
        (SHIKAKU, "shikaku/2/1/11/x", "the URL has 'x' after the cells"),
        (SHIKAKU, "shikaku/0/1/1", "a board has at least one row and one column, not 0 columns"),
        (
            SHIKAKU,
            "shikaku/10000/10000/1",
            "10000 x 10000 cells are too many: a board has at most 250 rows and columns",
        ),
        (SHIKAKU, "shikaku/2/٢/11", "expected the number of rows, not '٢'"),
        (SHIKAKU, "shikaku/6/6/j3g5", "the URL is too short: it has 7 of the 36 cells"),
        (SHIKAKU, "shikaku/2/1/111", "character 3 of the URL's cells: '1' is left over after 1 x 2 cells"),
        (
            SHIKAKU,
            "shikaku/2/1/1h",
            "character 2 of the URL's cells: 'h' skips 2 cells; the number of cells left is 1",
        ),
        (
            SHIKAKU,
            "shikaku/2/1/1é",
            "character 2 of the URL's cells, row 1, column 2: "
            "'é' is neither a number nor a count of empty places",
        ),
        (
            SHIKAKU,
            "shikaku/2/1/1-1",
            "character 3 of the URL's cells, row 1, column 2: 2 hexadecimal digits must follow '-', not '1'",
        ),
        (
            SHIKAKU,
            "shikaku/2/1/1-0a",
            "character 3 of the URL's cells, row 1, column 2: "
            "the number after '-' is 10, but it must be at least 16",
        ),
        (SHIKAKU, "shikaku/2/1/10", "row 1, column 2: the number 0 is not positive"),
        (LITS, "lits/4/4/9q0", "the URL is too short: it has 0 of the 12 horizontal borders"),
        (LITS, "lits/4/4/9z02jg", "character 2 of the URL's cells: 'z' does not encode vertical borders"),
        (LITS, "lits/4/4/9q02jg5", "character 7 of the URL's cells: '5' is left over after 4 x 4 cells"),
        (LITS, "lits/d/4/4/0011001201122222", "the URL has the flag 'd', which is not supported for 'lits'"),
        (HEYAWAKE, "heyawake/6/6/lll155007rs12222", "the URL is too short: it has 4 of the 8 regions"),
        (
            HEYAWAKE,
            "heyawake/6/6/lll155007rs1!222j",
            "character 13 of the URL's cells, region 1: '!' is neither a number nor a count of empty places",
        ),
        (FILLOMINO, "fillomino/2/2/11110", "the URL is too short: it has 0 of the 2 horizontal borders"),
        (FILLOMINO, "fillomino/t/2/1/11", "the URL has the flag 't', which is not supported for 'fillomino'"),
        (SHIKAKU, "p?pzprv3/%ff", "the URL has escape sequences that are not valid UTF-8"),
    ],
)
def test_a_bad_url_is_refused_with_the_position(link: PuzzLink[Any, Any], text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        link.from_url(text)
    assert error_line(caught.value) == message


def test_borders_that_are_all_absent_are_accepted_where_none_may_be_given() -> None:
    assert FILLOMINO.from_url("fillomino/2/1/110") == BorderedBoard(((1, 1),))


@given(st.sampled_from(TYPES), st.text(alphabet="0123456789abfgjlvz.-+=%@*$/é", max_size=30))
def test_any_text_after_the_size_is_read_or_refused_in_one_line(link: PuzzLink[Any, Any], body: str) -> None:
    try:
        board = link.from_url(f"{link.type_name}/3/2/{body}")
    except BadInput as error:
        message = str(error)
    else:
        message = link.to_url(board)
        assert link.from_url(message) == board
    assert len(message.splitlines()) == 1


# --- Files ----------------------------------------------------------------------------------------------


@given(grids(mostly(st.one_of(st.integers(1, 999), st.just(-1)), 0)))
def test_files_of_numbers_are_read_as_they_are_written(rows: Rows) -> None:
    board = NumberBoard(rows)
    for link in (SHIKAKU, NUMBERLINK, NURIKABE):
        assert link.from_text(link.to_file(board)) == board
        assert link.from_text(link.to_url(board)) == board


@given(regions_and_numbers())
def test_files_of_regions_are_read_as_they_are_written(value: tuple[Regions, RegionNumbers]) -> None:
    board = RegionBoard(*value)
    assert HEYAWAKE.from_text(HEYAWAKE.to_file(board)) == board
    assert LITS.from_text(LITS.to_file(board)).rows == board.rows
    assert LITS.from_text(LITS.to_url(board)).rows == board.rows


def test_a_file_of_version_3_1_has_borders_instead_of_regions() -> None:
    # From the test puzzles of pzpr.
    borders = "0 1 0 /0 1 1 /1 0 1 /0 0 0 /0 0 0 1 /0 1 0 0 /1 1 1 0 /"
    answers = ". . . . /" * 4
    assert LITS.from_file(f"pzprv3.1/lits/4/4/{borders}{answers}") == LITS.from_url("lits/4/4/9q02jg")


def test_the_number_of_a_region_stands_in_the_topmost_cell_of_its_first_column() -> None:
    board = RegionBoard(((1, 2), (2, 2)), (None, 2))
    assert HEYAWAKE.to_file(board).splitlines()[7:9] == [". . ", "2 . "]
    assert HEYAWAKE.from_file("pzprv3/heyawake/2/2/2/0 1 /1 1 /. . /. 2 /") == board


def test_the_history_after_the_puzzle_is_ignored() -> None:
    board = SHIKAKU.from_url(url_of(SHIKAKU))
    text = file_of(SHIKAKU, EMPTY_ANSWERS["shikaku"])
    for end in (
        'info:{\n "metadata": {"author": "a/b"}\n}',
        "history:{\n}",
        "TrialData(1)\n. . .",
        "http://pzv.jp/",
    ):
        assert SHIKAKU.from_file(text + end) == board


def test_filled_cells_among_the_numbers_are_empty_in_nurikabe() -> None:
    assert NURIKABE.from_file("pzprv3/nurikabe/1/4/2 + # - /") == NumberBoard(((2, 0, 0, -1),))


def test_the_shading_of_a_file_stands_in_cells_after_the_regions() -> None:
    board = LITS.from_url("lits/4/4/9q02jg")
    shading = ("#.--", "####", "....", "-.-#")
    file = LITS.to_file(board, shading)
    assert file.splitlines()[-4:] == ["# + . . ", "# # # # ", "+ + + + ", ". + . # "]
    assert LITS.from_file(file) == board
    assert LITS.shading_from_file(file) == shading
    assert LITS.shading_from_file(LITS.to_file(board)) == ("----",) * 4
    without_answers = "\n".join(file.splitlines()[:-4])
    assert LITS.shading_from_file(without_answers) == ("----",) * 4


@pytest.mark.parametrize(
    ("link", "text", "message"),
    [
        (SHIKAKU, "pzprv4/shikaku/1/1/. /", "the text begins with 'pzprv4', not with pzprv3"),
        (
            SHIKAKU,
            "pzprv3/shikaku",
            "the pzprv3 text is too short: expected pzprv3, puzzle type, rows, columns, cells",
        ),
        (SHIKAKU, "pzprv3/lits/1/1/. /", "the pzprv3 text has the puzzle type 'lits', not 'shikaku'"),
        (
            SHIKAKU,
            "pzprv3/shikaku/10000/10000/. /",
            "10000 x 10000 cells are too many: a board has at most 250 rows and columns",
        ),
        (
            SHIKAKU,
            "pzprv3/shikaku/2/2/. . /",
            "the pzprv3 text is too short: it ends before row 2 of the numbers",
        ),
        (
            SHIKAKU,
            "pzprv3/shikaku/2/2/. . /. /",
            "line 6 of the pzprv3 text, row 2 of the numbers: expected 2 values, not 1",
        ),
        (
            SHIKAKU,
            "pzprv3/shikaku/1/2/. x /",
            "row 1, column 2: 'x' is neither a number nor . (empty) nor - (unknown)",
        ),
        (SHIKAKU, "pzprv3/shikaku/1/2/. 0 /", "row 1, column 2: the number 0 is less than 1"),
        (
            SHIKAKU,
            "pzprv3/shikaku/1/2/. 9999999999 /",
            "row 1, column 2: the number '9999999999' is larger than any board",
        ),
        (
            SHIKAKU,
            "pzprv3/shikaku/1/2/. . /0 /0 /",
            "line 7 of the pzprv3 text: '0' is left over after the puzzle and its answer",
        ),
        (
            SHIKAKU,
            "pzprv3/shikaku/2/2/. . /. . /0 /",
            "the pzprv3 text is too short: it ends before row 2 of the answers between columns",
        ),
        (
            LITS,
            "pzprv3/lits/1/2/#/0 1 /",
            "line 5 of the pzprv3 text: expected the number of regions, not '#'",
        ),
        (HEYAWAKE, "pzprv3/heyawake/1/2/1/0 0 /1 2 /", "row 1, column 2: a second number in region 1"),
        (
            SHIKAKU,
            "pzprv3/shikaku/1/2/. . /X /",
            "the pzprv3 text has given borders, which are not supported",
        ),
        (
            FILLOMINO,
            "pzprv3/fillomino/1/2/t/. . /. . /0 /",
            "the pzprv3 text has the flag 't', which is not supported for 'fillomino'",
        ),
    ],
)
def test_a_bad_file_is_refused_with_the_position(link: PuzzLink[Any, Any], text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        link.from_file(text)
    assert error_line(caught.value) == message
