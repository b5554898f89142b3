"""Terminal pictures: joined outlines, readable labels, and the same characters with and without colour."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.drawing import Area, Dot, Label, Line, Scene
from tilewright.drawing.palette import rgb_of
from tilewright.drawing.text_canvas import BOXES, DASHES
from tilewright.errors import BadInput

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
ARMS = {"UP": {0}, "RIGHT": {1}, "DOWN": {2}, "LEFT": {3}, "HORIZONTAL": {1, 3}, "VERTICAL": {0, 2}}


def arms(character: str) -> dict[int, str]:
    """Return the arms of a box-drawing character and the weight of each arm, parsed from its Unicode name."""
    name = unicodedata.name(character, "")
    if not name.startswith("BOX DRAWINGS "):
        return {}
    words = name.removeprefix("BOX DRAWINGS ").replace("DOUBLE DASH ", "").split()
    weights: dict[int, str] = {}
    prefixed = words[0] in ("LIGHT", "HEAVY")
    weight, waiting = "", []
    for word in words:
        if word in ("LIGHT", "HEAVY"):
            weight = word
            if not prefixed:
                weights |= dict.fromkeys(waiting, word)
                waiting = []
        elif word in ARMS and prefixed:
            weights |= dict.fromkeys(ARMS[word], weight)
        elif word in ARMS:
            waiting += ARMS[word]
    return weights


def lines(*elements: Area | Line | Dot | Label, width: float = 6, height: float = 4) -> list[str]:
    return Scene.of(width, height, elements, "test").to_text().split("\n")[:-1]


def board(rows: list[str]) -> list[Area]:
    return [
        Area(((r, c),), fill="water" if mark == "#" else "land", outline="grid")
        for r, row in enumerate(rows)
        for c, mark in enumerate(row)
    ]


# --- Areas --------------------------------------------------------------------------------------------


def test_the_table_of_lines_agrees_with_unicode() -> None:
    for index, character in enumerate(BOXES[1:], 1):
        weights = [index // 27, index // 9 % 3, index // 3 % 3, index % 3]
        expected = {arm: ("LIGHT", "HEAVY")[weight - 1] for arm, weight in enumerate(weights) if weight}
        assert arms(character) == expected, character
    assert len(BOXES) == len(set(BOXES)) == 81
    assert all(arms(dashed) == arms(whole) for whole, dashed in DASHES.items())


def test_a_cell_is_a_box() -> None:
    assert lines(Area(((0, 0),))) == ["┌───┐", "│   │", "└───┘"]


def test_boxes_join_where_they_meet() -> None:
    cells = [Area(((r, c),)) for r in range(2) for c in range(2)]
    assert lines(*cells) == ["┌───┬───┐", "│   │   │", "├───┼───┤", "│   │   │", "└───┴───┘"]


def test_a_piece_with_a_hole_has_two_outlines_and_no_lines_between_its_cells() -> None:
    ring = tuple((r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1))
    assert lines(Area(ring)) == [
        "┌───────────┐",
        "│           │",
        "│   ┌───┐   │",
        "│   │   │   │",
        "│   └───┘   │",
        "│           │",
        "└───────────┘",
    ]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 5)), min_size=1), min_size=1, max_size=4))
def test_every_arm_of_an_outline_meets_another(pieces: list[set[tuple[int, int]]]) -> None:
    picture = lines(*(Area(tuple(cells), width=0.05 * (1 + k)) for k, cells in enumerate(pieces)))
    grid = {(r, c): arms(mark) for r, line in enumerate(picture) for c, mark in enumerate(line)}
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
    for (row, column), own in grid.items():
        for arm, weight in own.items():
            near = grid.get((row + steps[arm][0], column + steps[arm][1]), {})
            assert near.get((arm + 2) % 4) == weight


def test_a_fill_hides_the_lines_below_it() -> None:
    grid = [Area(((r, c),), outline="grid") for r in range(3) for c in range(3)]
    assert lines(*grid, Area(((0, 0), (0, 1), (1, 0), (1, 1)), fill="piece0")) == [
        "┌───────┬───┐",
        "│       │   │",
        "│       ├───┤",
        "│       │   │",
        "├───┬───┼───┤",
        "│   │   │   │",
        "└───┴───┴───┘",
    ]


def test_a_wide_outline_is_heavy() -> None:
    assert lines(Area(((0, 0), (0, 1)), width=0.1), Area(((0, 1),))) == ["┏━━━┯━━━┓", "┃   │   ┃", "┗━━━┷━━━┛"]


def test_sea_and_land_are_distinguishable_without_colour() -> None:
    picture = lines(*board(["#.", ".#"]), Label((1.5, 0.5), "3"), Label((0.5, 1.5), "12"))
    assert picture == ["┌───┬───┐", "│░░░│ 3 │", "├───┼───┤", "│ 12│░░░│", "└───┴───┘"]


def test_hatched_cells_are_distinguishable_without_colour() -> None:
    picture = lines(Area(((0, 0), (0, 1)), fill="land", hatch=True), Label((0.5, 0.5), "3"))
    assert picture == ["┌───────┐", "│/3/////│", "└───────┘"]


# --- Lines and dots -----------------------------------------------------------------------------------


def test_a_heavy_path_crosses_light_borders() -> None:
    picture = lines(Area(((0, 0),)), Area(((0, 1),)), Line(((0.5, 0.5), (1.5, 0.5)), width=0.12))
    assert picture == ["┌───┬───┐", "│ ╺━┿━╸ │", "└───┴───┘"]


def test_a_line_turns_its_corners() -> None:
    assert lines(Line(((0, 0), (1, 0), (1, 1), (2, 1)))) == ["╶───┐", "    │", "    └───╴"]


def test_a_line_that_stops_short_does_not_reach_the_border() -> None:
    stone = Area(((0, 0), (0, 1)), fill="land")
    assert lines(stone, Line(((1, 0.2), (1, 0.8)))) == ["┌───────┐", "│   │   │", "└───────┘"]


def test_a_dashed_line_is_dashed() -> None:
    assert lines(Line(((0, 0), (1, 0)), dashed=True)) == ["╶╌╌╌╴"]


@pytest.mark.parametrize(
    ("end", "head"),
    [((4, 2), "▶"), ((0, 2), "◀"), ((2, 4), "▼"), ((2, 0), "▲"), ((4, 4), "↘"), ((0, 0), "↖"), ((4, 0), "↗")],
)
def test_an_arrow_head_points_in_the_direction_of_its_line(end: tuple[float, float], head: str) -> None:
    picture = lines(Line(((2, 2), end), arrow=True))
    assert sum(line.count(head) for line in picture) == 1


def test_an_arrow_of_length_zero_has_no_head() -> None:
    assert not set("".join(lines(Line(((2, 2), (2, 2)), arrow=True)))) & set("▶◀▼▲↘↖↗↙")


def test_a_slanted_line_is_drawn_as_dots() -> None:
    picture = lines(Line(((0, 0), (4, 4)), width=0.12))
    assert len(picture) == 9
    assert all("\u2800" < character <= "\u28ff" for line in picture for character in line.strip())
    assert [line.count(" ") for line in picture] == sorted(line.count(" ") for line in picture)


def test_nodes_are_shown_in_brackets_and_coloured_nodes_in_square_brackets() -> None:
    picture = lines(
        Line(((0.5, 0.5), (3.5, 0.5)), width=0.12),
        Dot((0.5, 0.5), 0.3, "good"),
        Label((0.5, 0.5), "1", size=0.3),
        Dot((3.5, 0.5), 0.3, "paper"),
        Label((3.5, 0.5), "12", size=0.3),
        Dot((2, 0.5), 0.3, "paper"),
    )
    assert picture == [" [1]━━━( )━━━(12)"]


def test_small_dots_are_filled_or_hollow() -> None:
    assert lines(Dot((0, 0)), Dot((1, 0), fill="paper", outline="ink")) == ["●   ○"]


# --- Labels -------------------------------------------------------------------------------------------


def test_labels_are_drawn_over_lines() -> None:
    assert lines(Label((1, 0), "7"), Line(((0, 0), (2, 0)), arrow=True)) == ["╶───7───▶"]


def test_crowded_labels_widen_the_picture() -> None:
    picture = "\n".join(lines(Label((0.5, 0.3), "top"), Label((0.5, 0.7), "low"), Area(((0, 0),))))
    assert "top" in picture
    assert "low" in picture


def test_labels_at_the_same_position_do_not_widen_the_picture() -> None:
    assert lines(Label((0.5, 0.5), "a"), Label((0.5, 0.5), "b"), Area(((0, 0),))) == ["┌───┐", "│ b │", "└───┘"]


def test_a_label_wider_than_the_scene_is_not_cut() -> None:
    assert lines(Label((0.5, 0.5), "a long text"), width=1, height=1) == ["a long text"]


def test_zero_width_and_double_width_characters_do_not_shift_the_picture() -> None:
    assert lines(Label((0.5, 0.5), "漢\ne\u0301\x1b"), width=1, height=1) == ["??e??"]


# --- Colour -------------------------------------------------------------------------------------------


def coloured(*elements: Area | Line | Dot | Label) -> str:
    return Scene.of(6, 4, elements, "test").to_text(colour=True)


def test_colour_changes_no_line() -> None:
    elements = [*board(["#.", ".#"]), Label((1.5, 0.5), "3"), Dot((0, 0)), Line(((0, 0), (2, 2)))]
    plain = "\n".join(lines(*elements)).replace("░", " ")
    stripped = "\n".join(line.rstrip() for line in ESCAPE.sub("", coloured(*elements)).split("\n"))
    assert stripped.rstrip("\n") == plain


def test_plain_text_has_no_escape_codes_and_no_trailing_spaces() -> None:
    for line in lines(*board(["#.", ".#"]), Label((5, 3), "3")):
        assert not ESCAPE.search(line)
        assert line == line.rstrip()


def test_every_coloured_line_ends_with_a_reset() -> None:
    text = coloured(*board(["#.", ".#"]), Label((1, 3.5), "3"))
    assert text.endswith("\n")
    for line in text.split("\n")[:-1]:
        assert line.endswith("\x1b[0m")
        assert not ESCAPE.sub("", line).endswith(" ") or "48;2" in line


def test_a_fill_is_drawn_as_a_background_colour() -> None:
    text = coloured(Area(((0, 0),), fill="water"), Label((0.5, 0.5), "3"))
    middle = text.split("\n")[1]
    assert "48;2;{};{};{}".format(*rgb_of("water")) in middle
    assert "38;2;{};{};{}".format(*rgb_of("ink")) in middle


def test_ink_on_no_fill_is_the_terminals_own_colour() -> None:
    assert coloured(Area(((0, 0),)), Label((0.5, 0.5), "3")).count("\x1b[") == 3


def test_text_in_the_colour_of_its_background_is_still_visible() -> None:
    text = coloured(Area(((0, 0),), fill="error", outline="error"))
    assert "38;2;{};{};{}".format(*rgb_of("error")) not in text


# --- Bounds -------------------------------------------------------------------------------------------


def test_an_empty_scene_is_an_empty_line() -> None:
    assert Scene.of(1, 1, [], "").to_text() == "\n"


def test_wide_scenes_are_not_wrapped() -> None:
    picture = lines(Area(tuple((0, c) for c in range(200))), width=200, height=1)
    assert [len(line) for line in picture] == [801, 801, 801]


def test_elements_far_outside_the_scene_do_not_enlarge_the_picture() -> None:
    picture = lines(Area(((10**9, 10**9), (0, 0))), Line(((0, 0), (1e9, 0))), Label((0, -1e9), "x"))
    assert max(map(len, picture)) < 40
    assert len(picture) < 20


def test_a_scene_too_large_for_a_terminal_is_bad_input() -> None:
    with pytest.raises(BadInput, match="too large for a terminal: the picture would have 6,000 lines"):
        Scene.of(3000, 3000, [], "").to_text()


def test_a_large_scene_is_not_enlarged_beyond_the_limit_to_separate_its_labels() -> None:
    labels = [Label((5, 5), "long label"), Label((6, 5), "long label")]
    small, large = (Scene.of(side, side, labels, "").to_text().strip() for side in (20, 700))
    assert small == "long label  long label"
    assert large == "longlong label"
