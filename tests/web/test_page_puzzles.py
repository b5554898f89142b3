"""The puzzle panel in a real browser, for every pencil puzzle: playing, hints, checks, trials, import."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import tilewright as tw
from tilewright.game import Game
from tilewright.puzzles.grades import GRADES
from tilewright.web.handlers.instance_requests import text_of

pytestmark = pytest.mark.needs("chromium")

ALL_PUZZLES = [game.name for game in tw.games() if game.kind]


def has_grades(name: str) -> bool:
    """Return whether the first puzzle in a game's library has a grade, and therefore exactly one solution."""
    return tw.game(name).module("library").puzzles[0].difficulty in GRADES


PUZZLES = [name for name in ALL_PUZZLES if has_grades(name)]

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]


class PlayedPuzzle:
    """The first puzzle of a game's library, its solution, and the page on which it is played."""

    def __init__(self, name: str, visit: Any, touch: bool) -> None:
        self.game: Game = tw.game(name)
        self.visit = visit
        self.touch = touch
        ask = self.game.module("web").ASK  # type: ignore[attr-defined]
        self.entry = ask["library"]({})["puzzles"][0]
        self.view = ask["open"]({"board": self.entry["line"]})
        judged = ask["judge"]({"board": self.entry["line"]})
        assert judged["unique"]
        self.solution = judged["solution"]
        self.page: Any = None

    @property
    def title(self) -> str:
        """The name of the puzzle's button in the library."""
        return f"{self.entry['rows']} x {self.entry['cols']}, {self.entry['difficulty']}"

    def open(self) -> Any:
        """Open the page and choose the puzzle in the library."""
        self.page = self.visit.open(f"/games/{self.game.name}")
        self.press(self.page.locator(".library tbody button").first)
        # The board of the chosen puzzle receives the focus.
        self.page.locator(".play-part .board-svg:focus").wait_for()
        self.page.locator(".about", has_text=re.compile("Library.*one solution")).wait_for()
        return self.page

    def press(self, locator: Any) -> None:
        if self.touch:
            locator.tap()
        else:
            locator.click()

    def button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=True))

    def point(self, x: float, y: float, part: str = ".play-part") -> tuple[float, float]:
        """Return where a point of the board is on the screen."""
        left, top = self.page.evaluate(
            """([x, y, part]) => { const svg = document.querySelector(part + ' .board-svg');
            svg.scrollIntoView({ block: 'center' });
            const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }""",
            [x, y, part],
        )
        return left, top

    def press_at(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(*self.point(x, y))
        else:
            self.page.mouse.click(*self.point(x, y))

    def press_cell(self, cell: Cell) -> None:
        self.press_at(cell[1] + 0.5, cell[0] + 0.5)

    def press_edge(self, edge: Edge) -> None:
        """Press the part of the edge's first cell that is next to the edge."""
        (row, column), (other_row, other_column) = edge
        down, right = other_row - row, other_column - column
        self.press_at(column + 0.5 + 0.3 * right, row + 0.5 + 0.3 * down)

    def drag(self, cells: list[Cell]) -> None:
        self.page.mouse.move(*self.point(cells[0][1] + 0.5, cells[0][0] + 0.5))
        self.page.mouse.down()
        for row, column in cells[1:]:
            self.page.mouse.move(*self.point(column + 0.5, row + 0.5), steps=3)
        self.page.mouse.up()

    def kept(self) -> dict[str, Any]:
        """Return the progress that the browser has saved."""
        key = f"tilewright/{self.game.name}/play {self.view['line']}"
        return dict(json.loads(self.page.evaluate("key => localStorage.getItem(key)", key)))

    def values(self) -> dict[Any, str]:
        """Return the decided places with the values that the browser has saved."""
        kept, width = self.kept()["cells"], self.view["width"]
        separated = kept.split(" ") if self.game.kind == "numbers" else list(kept)
        if self.game.kind in ("shade", "numbers"):
            return {divmod(index, width): value for index, value in enumerate(separated) if value != "-"}
        return {edge: separated[place] for place, edge in self.edges() if separated[place] != "-"}

    def edges(self) -> Iterator[tuple[int, Edge]]:
        """Yield each edge, preceded by the number that the page uses for it."""
        height, width = self.view["height"], self.view["width"]
        for row in range(height):
            for column in range(width):
                place = 2 * (row * width + column)
                if column + 1 < width:
                    yield place, ((row, column), (row, column + 1))
                if row + 1 < height:
                    yield place + 1, ((row, column), (row + 1, column))

    def edges_of_solution(self, key: str) -> list[Edge]:
        return [((a[0], a[1]), (b[0], b[1])) for a, b in self.solution[key]]

    # --- Entering the solution ------------------------------------------------------------------------

    def enter_solution(self) -> None:
        """Enter the part of the solution that is not filled in yet."""
        {
            "shade": self._shade,
            "numbers": self._type_numbers,
            "regions": self._draw_regions,
            "lines": self._draw_lines,
        }[self.game.kind]()

    def _shade(self) -> None:
        done = self.values()
        for row, values in enumerate(self.solution["rows"]):
            for column, value in enumerate(values):
                if value == "#" and (row, column) not in done:
                    self.press_cell((row, column))

    def _type_numbers(self) -> None:
        done = {(row, column) for row, column, _ in self.view["clues"]} | self.values().keys()
        for row, numbers in enumerate(self.solution["rows"]):
            for column, number in enumerate(numbers):
                if (row, column) in done:
                    continue
                self.press_cell((row, column))
                for digit in str(number):
                    if self.touch:
                        self.press(self.page.locator(".play-part .pad").get_by_role("button", name=digit))
                    else:
                        self.page.keyboard.press(digit)

    def _draw_regions(self) -> None:
        if self.touch:
            wanted, value = ("joins", "=") if self.view["shape"] == "stone" else ("borders", "|")
            done = {edge for edge, own in self.values().items() if own == value}
            for edge in self.edges_of_solution(wanted):
                if edge not in done:
                    self.press_edge(edge)
            return
        beside = neighbours(self.edges_of_solution("joins"))
        seen: set[Cell] = set()
        for cell in sorted(beside):
            if cell not in seen:
                walk = walk_through(cell, beside)
                seen |= set(walk)
                self.drag([min(walk), max(walk)] if self.view["shape"] == "rectangle" else walk)

    def _draw_lines(self) -> None:
        lines = self.edges_of_solution("lines")
        done = {edge for edge, own in self.values().items() if own == "l"}
        if self.touch or done:
            for edge in lines:
                if edge not in done:
                    self.press_edge(edge)
            return
        beside = neighbours(lines)
        ends = [cell for cell, others in beside.items() if len(others) == 1]
        seen: set[Cell] = set()
        for cell in sorted(ends):
            if cell not in seen:
                path = walk_through(cell, beside)
                seen |= set(path)
                self.drag(path)


def neighbours(edges: list[Edge]) -> dict[Cell, list[Cell]]:
    beside: dict[Cell, list[Cell]] = {}
    for first, second in edges:
        beside.setdefault(first, []).append(second)
        beside.setdefault(second, []).append(first)
    return beside


def walk_through(start: Cell, beside: dict[Cell, list[Cell]]) -> list[Cell]:
    """Return a walk from a cell through all cells that are connected to it; every step goes to a neighbour."""
    walk, seen = [start], {start}

    def visit(cell: Cell) -> None:
        for other in beside[cell]:
            if other not in seen:
                seen.add(other)
                walk.append(other)
                visit(other)
                if len(seen) < len(beside):
                    walk.append(cell)

    visit(start)
    # The walk ends at the last new cell; the way back is not needed.
    last = max(walk.index(cell) for cell in seen)
    return walk[: last + 1]


@pytest.mark.parametrize("screen", ["visit", "phone"])
@pytest.mark.parametrize("name", PUZZLES)
def test_a_library_puzzle_is_played_to_the_end(name: str, screen: str, request: pytest.FixtureRequest) -> None:
    puzzle = PlayedPuzzle(name, request.getfixturevalue(screen), screen == "phone")
    page = puzzle.open()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    puzzle.button("Hint")
    page.locator(".note.hint", has_text=re.compile(r"^[A-Z0-9]")).wait_for()
    puzzle.button("Do it")
    after_hint = puzzle.values()
    assert after_hint
    puzzle.button("Undo")
    assert puzzle.values() == {}
    puzzle.button("Redo")
    assert puzzle.values() == after_hint
    puzzle.button("Check")
    page.locator(".note.good", has_text="Everything is correct so far.").wait_for()
    puzzle.enter_solution()
    page.locator(".note.good", has_text=re.compile(r"Solved in \d+:\d\d, with one hint\.")).wait_for()
    assert puzzle.kept()["solved"]
    page.get_by_role("button", name=f"{puzzle.title}, solved").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Next puzzle").wait_for()


@pytest.mark.parametrize("screen", ["visit", "phone"])
@pytest.mark.parametrize("name", ALL_PUZZLES)
def test_a_puzzle_chosen_anywhere_in_the_library_is_solved_by_the_page(
    name: str, screen: str, request: pytest.FixtureRequest
) -> None:
    page = request.getfixturevalue(screen).open(f"/games/{name}")
    page.locator(".library button").nth(1).wait_for()
    # Open the last calendar puzzle, whose board is not a rectangle. If there is none, open the last puzzle that
    # shares its size and grade with another puzzle or, failing that, the last puzzle with a grade.
    shared = page.locator(".library .named button:has-text('calendar'), .library .same-grade button + button")
    (shared if shared.count() else page.locator(".library tbody button")).last.click()
    page.locator(".play-part .board-svg:focus").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".note.good", has_text="This is a solution.").wait_for()


@pytest.mark.parametrize("name", PUZZLES)
def test_a_wrong_entry_is_found_and_a_trial_is_discarded(name: str, visit: Any) -> None:
    puzzle = PlayedPuzzle(name, visit, touch=False)
    page = puzzle.open()
    puzzle.button("Start a trial")
    if puzzle.game.kind == "shade":
        rows = puzzle.solution["rows"]
        fixed = {(row, column) for row, column, _ in puzzle.view["clues"]}
        cells = [(r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value == "."]
        puzzle.press_cell(next(cell for cell in cells if cell not in fixed))
    elif puzzle.game.kind == "numbers":
        fixed = {(row, column) for row, column, _ in puzzle.view["clues"]}
        numbers = {(r, c): n for r, row in enumerate(puzzle.solution["rows"]) for c, n in enumerate(row)}
        cell, number = next((cell, number) for cell, number in numbers.items() if cell not in fixed)
        puzzle.press_cell(cell)
        page.keyboard.press("1" if number != 1 else "2")
    else:
        wrong = {"regions": "joins", "lines": "crosses"}[puzzle.game.kind]
        if puzzle.view["shape"] == "stone":
            wrong = "borders"
        puzzle.press_edge(puzzle.edges_of_solution(wrong)[0])
    assert len(puzzle.values()) == 1
    page.locator(".entered.trial > *").first.wait_for(state="attached")
    puzzle.button("Check")
    noun = "cell" if puzzle.game.kind in ("shade", "numbers") else "edge"
    page.locator(".note.broken", has_text=f"One {noun} is wrong.").wait_for()
    page = visit.reload()
    puzzle.page = page
    puzzle.button("Discard the trial")
    assert puzzle.values() == {}
    assert page.locator(".entered.trial > *").count() == 0
    puzzle.button("Start a trial")
    puzzle.button("Keep the trial")
    assert not page.get_by_role("button", name="Discard the trial").is_visible()


@pytest.mark.parametrize("name", PUZZLES)
def test_the_keyboard_decides_places(name: str, visit: Any) -> None:
    puzzle = PlayedPuzzle(name, visit, touch=False)
    page = puzzle.open()
    key, value = {
        "shade": ("x", "#"),
        "numbers": ("1", "1"),
        "regions": ("d", "|"),
        "lines": ("Shift+ArrowRight", "l"),
    }[puzzle.game.kind]
    fixed = {(row, column) for row, column, _ in puzzle.view["clues"]}
    column = 0
    while puzzle.game.kind in ("shade", "numbers") and (0, column) in fixed:
        page.keyboard.press("ArrowRight")
        column += 1
    page.keyboard.press(key)
    place = (0, column) if puzzle.game.kind in ("shade", "numbers") else ((0, 0), (0, 1))
    assert puzzle.values() == {place: value}
    page.keyboard.press("Delete")
    assert puzzle.values() == {}
    page.keyboard.press("Control+z")
    assert puzzle.values() == {place: value}


@pytest.mark.parametrize("name", [name for name in PUZZLES if "url" in tw.game(name).formats])
def test_a_puzzle_comes_and_goes_as_a_url(name: str, visit: Any) -> None:
    puzzle = PlayedPuzzle(name, visit, touch=False)
    url = puzzle.game.format(puzzle.game.parse(puzzle.view["line"]), "url")
    page = visit.open(f"/games/{name}")
    page.get_by_text("Import", exact=True).click()
    page.get_by_label("A puzzle in any notation").fill(url)
    page.get_by_role("button", name="Open").click()
    page.locator(".about", has_text=f"{puzzle.view['height']} x {puzzle.view['width']}").wait_for()
    page.locator(".about", has_text="Imported").wait_for()
    page.get_by_text("Share, export, print").click()
    page.wait_for_function(
        "url => [...document.querySelectorAll('.share-line input')].some((field) => field.value === url)",
        arg=url,
    )


@pytest.mark.parametrize("name", PUZZLES)
def test_the_editor_tells_how_many_solutions_a_changed_puzzle_has(name: str, visit: Any) -> None:
    puzzle = PlayedPuzzle(name, visit, touch=False)
    page = puzzle.open()
    page.get_by_role("radio", name="Edit", exact=True).click()
    one = page.locator(".editor-part .note.good", has_text="Exactly one solution. Difficulty: ")
    one.wait_for()
    page.get_by_role("button", name="Clear board").click()
    page.locator(".editor-part .note", has_text=re.compile("Select a cell|Drag across cells")).wait_for()
    page.get_by_role("button", name="Undo").click()
    one.wait_for()
    page = visit.reload()
    page.get_by_role("button", name="Play this puzzle").click()
    page.locator(".play-part .about", has_text="Your puzzle").wait_for()


def has_regions(name: str) -> bool:
    game = tw.game(name)
    texts = [text_of(example["instance"]) for example in game.examples["instances"][:1]]
    return any("regions" in game.to_json(game.parse(text)) for text in texts)


@pytest.mark.parametrize("name", [name for name in PUZZLES if has_regions(name)])
def test_regions_are_drawn_and_merged_in_the_editor(name: str, visit: Any) -> None:
    puzzle = PlayedPuzzle(name, visit, touch=False)
    page = puzzle.open()
    page.get_by_role("radio", name="Edit", exact=True).click()
    page.get_by_role("button", name="Clear board").click()
    width = puzzle.view["width"]

    def regions() -> list[int]:
        draft = page.evaluate("key => JSON.parse(localStorage.getItem(key)).draft", f"tilewright/{name}/draft")
        return list(draft["regions"])

    def point(x: float, y: float) -> tuple[float, float]:
        return puzzle.point(x, y, ".editor-part")

    assert set(regions()) == {1}
    page.mouse.move(*point(0.5, 0.5))
    page.mouse.down()
    page.mouse.move(*point(1.5, 0.5), steps=4)
    page.mouse.up()
    assert regions()[: width + 1] == [1, 1, *[2] * (width - 2), 2]
    page.mouse.click(*point(0.5, 0.9))
    assert set(regions()) == {1}
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert regions().count(2) == 1


def test_every_puzzle_of_a_library_is_the_puzzle_of_some_day(visit: Any) -> None:
    page = visit.open("/games/nurikabe")
    lines = page.evaluate(
        """async () => {
          const { puzzleOfTheDay } = await import("/pages/puzzle-library.js");
          const puzzles = ["a", "b", "c", "d", "e"].map((line) => ({ line }));
          const day = (number) => puzzleOfTheDay(puzzles, new Date(2026, 0, number, 13, 5)).line;
          return [1, 2, 3, 4, 5, 1].map(day);
        }"""
    )
    assert sorted(lines[:5]) == ["a", "b", "c", "d", "e"]
    assert lines[5] == lines[0]
    page.get_by_role("button", name="Puzzle of the day").click()
    page.locator(".about", has_text="Puzzle of the day").wait_for()
