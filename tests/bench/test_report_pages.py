"""Reports as HTML pages: well-formed, self-contained, safe for any label, and accessible."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from invented_records import row

from browser_flags import FLAGS
from tilewright import cli
from tilewright.bench.html_report import write_pages
from tilewright.bench.plots import Plot, plots
from tilewright.bench.report import Report, report
from tilewright.bench.suite import Suite
from tilewright.bench.suite_entries import Figure, InstanceEntry, Published, SolverEntry
from tilewright.drawing.chart_axes import CountAxis, LogAxis, duration
from tilewright.drawing.chart_elements import HEIGHT, SERIES, WIDTH, marker
from tilewright.errors import BadInput
from tilewright.records import Records

HOSTILE = '<script>alert("x")</script> & \'"|\N{SNOWMAN}'


def made(*, first: str = "quick", second: str = "slow", name: str = "mine", title: str = "Mine") -> Report:
    """Return a report on two solvers and four boards; the second solver does not solve the largest board."""
    sizes = {f"n={size}": size for size in (3, 10, 30, 100)}
    instances = tuple(InstanceEntry(label, spec="5") for label in sizes)
    solvers = (SolverEntry(first, first), SolverEntry(second, second))
    published = (Published("Old", "A paper", (Figure("n=3", seconds=0.525),), second),)
    suite = Suite(name, title, "stubborn", instances, solvers, size="n", published=published)
    rows = []
    for label, size in sizes.items():
        given: dict[str, Any] = {"instance": label, "size": float(size), "parts": size, "time_limit": 60.0}
        rows.append(row(first, "optimal", 5, seconds=size / 1e4, **given))
        solved = size < 100
        rows.append(
            row(
                second,
                "optimal" if solved else "unknown",
                5,
                seconds=size**2 / 1e3 if solved else 60.0,
                **given,
            )
        )
    return report(suite, rows)


def drawn(report: Report) -> dict[str, Plot]:
    return {plot.name: plot for plot in plots(report)}


def marks(plot: Plot, series: int) -> list[tuple[float, float]]:
    """Return the positions of the marks of one solver in a plot."""
    places = [
        re.search(r'translate\(([\d.]+) ([\d.]+)\)"', piece)
        for piece in plot.pieces
        if f'class="s{series} mark"' in piece
    ]
    return [(float(place[1]), float(place[2])) for place in places if place]


def tree(page: Path) -> ElementTree.Element:
    """Parse the page as XML, which requires closed tags and escaped characters."""
    text = page.read_text()
    assert text.startswith("<!DOCTYPE html>\n")
    return ElementTree.fromstring(text.partition("\n")[2])


# --- Axes and plots -----------------------------------------------------------------------------------


def test_equal_ratios_have_equal_distances_on_a_logarithmic_axis() -> None:
    axis = LogAxis.over([0.002, 30.0], 0.0, 100.0)
    assert (axis.low, axis.high) == (pytest.approx(0.002), pytest.approx(50.0))
    steps = [axis.at(value) for value in (0.01, 0.1, 1.0, 10.0)]
    assert [b - a for a, b in itertools.pairwise(steps)] == pytest.approx([steps[1] - steps[0]] * 3)
    assert axis.ticks() == pytest.approx([0.01, 0.1, 1.0, 10.0])


@pytest.mark.parametrize(
    "values", [[], [0.0], [5.0], [1e-9, 1e9], [0.3, 0.4], [1.0, 2.0], [999.0, 1000.0], [1e-6], [2e5, 3e5]]
)
def test_an_axis_covers_all_values_and_has_ticks(values: list[float]) -> None:
    axis = LogAxis.over(values, 0.0, 100.0)
    for value in values:
        assert -1e-6 <= axis.at(value) <= 100 + 1e-6
    assert axis.high / axis.low > 9
    assert (3 if axis.high / axis.low < 50 else 2) <= len(axis.ticks()) <= 9
    assert all(-0.1 <= axis.at(tick) <= 100.1 for tick in axis.ticks())


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([23.0, 48.0], [20, 30, 40, 50]),
        ([5.0, 45.0], [5, 10, 20, 50]),
        ([3.0, 48.0], [2, 5, 10, 20, 50]),
        ([3.0, 480.0], [10, 100]),
    ],
)
def test_a_short_axis_has_ticks_between_the_powers_of_ten(values: list[float], ticks: list[float]) -> None:
    assert LogAxis.over(values, 0.0, 100.0, least=2.0).ticks() == pytest.approx(ticks)


@pytest.mark.parametrize(
    ("high", "ticks"),
    [(0, [0]), (1, [0, 1]), (6, [0, 1, 2, 3, 4, 5, 6]), (7, [0, 2, 4, 6]), (60, list(range(0, 61, 10)))],
)
def test_the_ticks_of_counts_are_integers(high: int, ticks: list[int]) -> None:
    assert CountAxis(high, 0.0, 1.0).ticks() == ticks


@pytest.mark.parametrize(
    ("seconds", "output"),
    [(1e-6, "1 µs"), (2e-4, "200 µs"), (1e-3, "1 ms"), (0.5, "500 ms"), (1.0, "1 s"), (1000.0, "1000 s")],
)
def test_times_are_shown_in_a_suitable_unit(seconds: float, output: str) -> None:
    assert duration(seconds) == output


def test_a_report_has_four_plots_with_the_right_values() -> None:
    plots_by_name = drawn(made())
    assert list(plots_by_name) == ["cactus", "ratios", "scatter", "scaling"]
    assert plots_by_name["cactus"].headers == ["solved", "quick", "slow"]
    assert plots_by_name["cactus"].rows == [
        [1, "0.0003", "0.009"],
        [2, "0.001", "0.1"],
        [3, "0.003", "0.9"],
        [4, "0.01", None],
    ]
    assert plots_by_name["scatter"].rows[-1] == ["n=100", "0.01", "not solved"]
    assert plots_by_name["scaling"].headers == ["n", "quick", "slow", "Old (published)"]
    assert plots_by_name["scaling"].rows[0] == ["3", "0.0003", "0.009", "0.525"]
    assert plots_by_name["scaling"].rows[-1] == ["100", "0.01", "not solved", None]
    # On three boards, solver `slow` takes 30, 100 and 300 times as long as `quick`. The geometric mean of these
    # ratios is 96.55.
    assert [row[:2] for row in plots_by_name["ratios"].rows] == [["quick", "1.00"], ["slow", "96.55"]]


def test_marks_are_drawn_at_the_positions_of_their_values() -> None:
    plots_by_name = drawn(made())
    cactus = marks(plots_by_name["cactus"], 0)
    assert [y for _, y in cactus] == sorted((y for _, y in cactus), reverse=True), (
        "the number of solved instances increases"
    )
    assert len(marks(plots_by_name["cactus"], 1)) == 3
    scaling = marks(plots_by_name["scaling"], 0)
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in itertools.pairwise(scaling)]
    assert slopes == pytest.approx([slopes[0]] * 3, rel=0.02), "a power law is a straight line"
    unsolved = marks(plots_by_name["scaling"], 1)[-1]
    assert len(marks(plots_by_name["scaling"], 2)) == 1, "the published figure"
    assert unsolved[1] == min(y for _, y in marks(plots_by_name["scaling"], 1)) == 16
    assert marks(plots_by_name["scatter"], 1)[-1][1] == 16, "unsolved instances are on the border"
    for plot in plots_by_name.values():
        for series in range(2):
            assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in marks(plot, series))


def test_many_solvers_are_all_drawn_in_distinct_styles() -> None:
    labels = [f"solver {number}" for number in range(2 * SERIES)]
    instances = tuple(InstanceEntry(str(n), spec="5") for n in range(3))
    suite = Suite("mine", "Mine", "stubborn", instances, tuple(SolverEntry(one, one) for one in labels))
    rows = [
        row(label, "optimal", 5, instance=entry.label, seconds=(place + 2.0) ** 2 / (2 + int(entry.label)))
        for place, label in enumerate(labels)
        for entry in instances
    ]
    plots_by_name = drawn(report(suite, rows))
    looks = {
        re.sub(r' transform="[^"]*"', "", marker(index, 0, 0)) for index, _ in plots_by_name["cactus"].legend
    }
    assert len(looks) == len(labels)
    known = {f"s{kind}" for kind in range(SERIES)}
    for plot in plots_by_name.values():
        assert set(re.findall(r'class="(s\d+) ', "".join(plot.pieces))) <= known


def test_a_report_with_few_runs_has_fewer_plots() -> None:
    instances = (InstanceEntry("5", spec="5"),)
    one = Suite("mine", "Mine", "stubborn", instances, (SolverEntry("a", "a"),))
    assert list(drawn(report(one, []))) == []
    assert list(drawn(report(one, [row("a", "unknown", seconds=60.0)]))) == []
    assert list(drawn(report(one, [row("a", "optimal", 5)]))) == ["cactus"]


# --- Pages --------------------------------------------------------------------------------------------


def test_a_page_is_well_formed_and_self_contained(tmp_path: Path) -> None:
    page = write_pages([made()], tmp_path / "new" / "report")
    assert page == tmp_path / "new" / "report" / "index.html"
    assert [file.name for file in page.parent.iterdir()] == ["index.html"]
    root = tree(page)
    assert root.findall(".//script") == []
    assert not re.search(r"https?://|src=|url\(|@import|javascript:", page.read_text())
    assert not list(root.iter("a")), "the report of one suite has no links to other pages"
    policy = next(meta.get("content") for meta in root.iter("meta") if meta.get("http-equiv"))
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_every_plot_has_a_name_a_description_and_a_table(tmp_path: Path) -> None:
    root = tree(write_pages([made()], tmp_path))
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    figures = root.findall(".//figure")
    assert len(figures) == 4
    for figure in figures:
        [picture] = figure.findall("svg")
        assert picture.get("role") == "img"
        assert ids[picture.get("aria-labelledby")].text
        assert ids[picture.get("aria-describedby")].text
        [table] = figure.iter("table")
        assert {head.get("scope") for head in table.iter("th")} == {"col", "row"}
        assert len(table.findall("./tbody/tr")) > 1
    for region in root.findall(".//div[@role='region']"):
        assert region.get("aria-label")
        assert region.get("tabindex") == "0"


def test_labels_are_escaped(tmp_path: Path) -> None:
    page = write_pages([made(first=HOSTILE, second=f"{HOSTILE}2", title=HOSTILE)], tmp_path)
    root = tree(page)
    assert root.findtext("./head/title") == HOSTILE
    assert "<script" not in page.read_text()
    assert HOSTILE in ["".join(head.itertext()) for head in root.iter("th")]


def test_several_suites_have_an_index_and_a_page_each(tmp_path: Path) -> None:
    reports = [made(name=name) for name in ("a/quick", "a quick", "index", "??", "A/Quick")]
    index = write_pages(reports, tmp_path)
    links = [link.get("href") for link in tree(index).iter("a")]
    assert links == ["a-quick.html", "a-quick-2.html", "suite-index.html", "suite.html", "a-quick-3.html"]
    for link in links:
        [back] = tree(tmp_path / str(link)).iter("a")
        assert back.get("href") == "index.html"


def test_findings_are_on_the_page(tmp_path: Path) -> None:
    suite = Suite(
        "mine",
        "Mine",
        "stubborn",
        (InstanceEntry("5", spec="5"),),
        (SolverEntry("a", "a"), SolverEntry("b", "b")),
    )
    text = write_pages([report(suite, [row("a", "optimal", 5), row("b", "optimal", 6)])], tmp_path).read_text()
    assert "a claims that 5 is optimal, but b claims that 6 is optimal" in text


def test_a_report_without_runs_is_a_valid_page(tmp_path: Path) -> None:
    suite = Suite("mine", "Mine", "stubborn", (InstanceEntry("5", spec="5"),), (SolverEntry("a", "a"),))
    assert tree(write_pages([report(suite, [])], tmp_path)).findall(".//figure") == []


def test_an_invalid_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot write"):
        write_pages([made()], tmp_path / "file")


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_colours_have_enough_contrast_in_light_and_dark_mode(tmp_path: Path) -> None:
    style = tree(write_pages([made()], tmp_path)).findtext("./head/style") or ""
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
        for block in re.findall(r":root \{(.*?)\}", style, re.DOTALL)[:2]
    )
    for scheme in (light, dark):
        for wanted, names in (
            (4.5, ("ink", "muted", "accent", "alarm")),
            (3.0, [f"s{k}" for k in range(SERIES)]),
        ):
            for name in names:
                for ground in ("paper", "panel"):
                    pair = sorted([luminance(scheme[name]), luminance(scheme[ground])])
                    assert (pair[1] + 0.05) / (pair[0] + 0.05) >= wanted, (name, ground)


# --- The command and the browser ----------------------------------------------------------------------


@pytest.mark.usefixtures("stubborn")
def test_the_command_writes_the_page_and_prints_its_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "stubborn"\n[[instances]]\nspec = "5"\n[[solvers]]\nname = "honest"\n')
    folder = tmp_path / "pages"
    assert cli.run(["bench", "report", "--html", str(folder)]) == 2
    assert "no suite has been run yet" in capsys.readouterr().err
    Records(tmp_path / "data" / "records").add(row("honest", "optimal", 5, suite="mine.toml"))
    assert cli.run(["bench", "report", str(file), "--html", str(folder)]) == 0
    assert capsys.readouterr().err == f"report written to {folder / 'index.html'}\n"
    assert cli.run(["bench", "report", str(file), "--html", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"page": str(folder / "index.html"), "suites": ["mine.toml"]}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield running
        running.close()


@pytest.mark.needs("chromium")
@pytest.mark.parametrize(
    ("width", "scheme", "script"), [(1280, "light", True), (390, "dark", True), (390, "light", False)]
)
def test_a_page_opens_from_disk(browser: Any, tmp_path: Path, width: int, scheme: str, script: bool) -> None:
    address = write_pages([made(first=HOSTILE)], tmp_path).as_uri()
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=script
    )
    page = context.new_page()
    trouble: list[str] = []
    requested: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text))
    page.on("request", lambda request: requested.append(request.url))
    page.goto(address)
    names = ["Solved within a given time", "Time ratios", f"{HOSTILE} against slow", "Time against size"]
    for name in names:
        picture = page.get_by_role("img", name=name, exact=True)
        assert picture.count() == 1
        assert picture.bounding_box()["width"] > 300
        assert page.get_by_role("region", name=f"{name}: table", exact=True).get_by_role("table").count() == 1
    assert page.get_by_role("heading", level=1).inner_text() == "Mine"
    assert page.get_by_role("table").count() == 7
    if script:
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (
            "the page is not wider than its window"
        )
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(20, 23, 27)") == (scheme == "dark")
    assert trouble == []
    assert requested == [address]
    context.close()
