"""`tilewright towns`: what the commands print, write and refuse."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet
import pytest
from typer.testing import CliRunner

from tilewright.cli import run
from tilewright.games.nine_tiles.census import Census
from tilewright.games.nine_tiles.census.theme_queries import find_best
from tilewright.games.nine_tiles.commands import app
from tilewright.games.nine_tiles.rules import Town, score

TOWN = "583201764425441001"
"""One of the four towns that the article gives as the nearest to the maxima of all themes."""
POINTS = [0, 0, 3, 0, 10, 9, 4, 12, 1, 3, 1, 3, 2, 1, -3, 4, 3, 3, 3, 0, 6, 2, 4, 3, 2, 1]

RunTowns = Callable[..., str]


@pytest.fixture
def data(data_with_census: Path) -> str:
    return str(data_with_census)


@pytest.fixture
def run_towns(capsys: pytest.CaptureFixture[str], data: str) -> RunTowns:
    def run_command(*words: str, status: int = 0) -> str:
        assert run(["towns", *words, "--data", data]) == status
        return capsys.readouterr().out

    return run_command


@pytest.fixture
def error_line(capsys: pytest.CaptureFixture[str]) -> RunTowns:
    """A function that runs a command that must fail, and returns its one-line error."""

    def run_command(*words: str, status: int = 2) -> str:
        assert run(["towns", *words, "--json"]) == status
        output = capsys.readouterr()
        assert output.out == ""
        assert output.err.count("\n") == 1
        return output.err.strip()

    return run_command


# --- One town -----------------------------------------------------------------------------------------


def test_a_town_is_scored_and_its_canonical_form_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    turned = Town.from_pattern(TOWN).turned().pattern
    assert run(["towns", "score", turned, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result == {
        "town": turned,
        "canonical": Town.from_pattern(TOWN).canonical().pattern,
        "points": list(score(Town.from_pattern(turned))),
    }
    assert run(["towns", "score", TOWN, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == POINTS


def test_a_score_is_printed_with_the_theme_titles_and_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["towns", "score", TOWN]) == 0
    output = capsys.readouterr().out
    assert "burger" in output
    assert any(line.split() == ["5", "Longest", "road", "10", "11"] for line in output.splitlines())


@pytest.mark.parametrize("options", [[], ["--edge-numbers"], ["--synonym"], ["--synonym", "--edge-numbers"]])
def test_a_town_is_shown_in_the_terminal_and_in_files(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["towns", "show", TOWN, *options]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 20
    for name in ("town.svg", "town.png"):
        assert run(["towns", "show", TOWN, *options, "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 1000
    assert run(["towns", "show", TOWN, *options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["town"] == TOWN


def test_a_road_synonym_can_be_shown_by_its_pattern(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["towns", "show", "224221113000100031", "--synonym", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["synonym"] == "224221113000100031"


def test_an_explanation_names_what_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["towns", "explain", TOWN, "--theme", "16", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["points"] == POINTS[15] == 4
    assert sum(thing["thing"] == "hamburger" for thing in result["things"]) == 4
    assert run(["towns", "explain", TOWN, "--theme", "16"]) == 0
    assert "4 hamburgers" in capsys.readouterr().out


# --- All towns ----------------------------------------------------------------------------------------


def test_a_build_of_a_complete_census_prints_its_counts(run_towns: RunTowns, data: str) -> None:
    result = json.loads(run_towns("build", "--json", "--threads", "2", "--quiet"))
    assert (result["synonyms"], result["towns"], result["vectors"]) == (63660, 526070976, 6702635)
    assert result["folder"] == str(Path(data) / "nine_tiles" / "census")


def test_themes_are_printed_and_drawn_as_histograms(
    run_towns: RunTowns, census: Census, tmp_path: Path
) -> None:
    result = json.loads(run_towns("themes", "--json"))
    assert list(result) == [str(theme) for theme in range(1, 27)]
    assert all(sum(scores.values()) == 526070976 for scores in result.values())
    # This number is in the example of the output in SOLVERS.md.
    assert result["1"]["0"] == 283160684
    assert "Most aliens captured" in run_towns("themes")
    run_towns("themes", "-o", str(tmp_path / "plot.svg"))
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")


def test_the_best_towns_are_printed_with_their_number(run_towns: RunTowns) -> None:
    result = json.loads(run_towns("best", "--themes", "9,25,26", "--rank", "max", "--limit", "4", "--json"))
    # The article states how many towns have the maximum score in all three themes.
    assert (result["points"], result["towns"]) == ([[5, 3, 4]], 46080)
    assert len(result["examples"]) == 4
    for example in result["examples"]:
        assert example["points"] == list(score(Town.from_pattern(example["town"])))
        assert [example["points"][theme - 1] for theme in (9, 25, 26)] == [5, 3, 4]
    output = run_towns("best", "--themes", "9,25,26", "--rank", "max", "--limit", "1")
    assert "46,080 towns" in output
    assert result["examples"][0]["town"] in output


def test_themes_may_be_given_in_any_order(run_towns: RunTowns) -> None:
    one = json.loads(run_towns("best", "--themes", "3,8,17", "--json", "--limit", "1"))
    other = json.loads(run_towns("best", "--themes", "17,3,8", "--json", "--limit", "1"))
    assert [[b, c, a] for a, b, c in other["points"]] == one["points"]
    assert one["examples"] == other["examples"]
    assert one["beaten"] + one["lost_to"] < one["patterns"]


def test_it_is_reported_that_no_town_is_perfect(run_towns: RunTowns) -> None:
    result = json.loads(run_towns("best", "--themes", "5,10,15", "--rank", "max", "--json"))
    assert (result["points"], result["towns"], result["examples"]) == ([], 0, [])
    output = run_towns("best", "--themes", "5,10,15", "--rank", "max")
    assert output == "No town has the maximum score in all three of the themes 5, 10, 15.\n"


@pytest.mark.parametrize(
    ("rank", "kind"),
    [
        ("max", "parquet"),
        pytest.param("distance", "csv", marks=pytest.mark.long),
        pytest.param("duel", "csv", marks=pytest.mark.long),
    ],
)
def test_all_theme_sets_are_printed_and_written(
    run_towns: RunTowns, tmp_path: Path, rank: str, kind: str
) -> None:
    file = tmp_path / f"sets.{kind}"
    result = json.loads(run_towns("sets", "--rank", rank, "--json", "-o", str(file)))
    assert len(result) == 2600
    assert result["9,25,26"] == {"points": [[5, 3, 4]], "towns": 46080}
    assert all(set(theme_set) == {"points", "towns"} for theme_set in result.values())
    assert all(bool(theme_set["points"]) == bool(theme_set["towns"]) for theme_set in result.values())
    if kind == "csv":
        with file.open() as stream:
            rows = list(csv.DictReader(stream))
    else:
        rows = pyarrow.parquet.read_table(file).to_pylist()
    assert len(rows) == 2600
    for row in rows:
        theme_set = result[f"{row['theme_1']},{row['theme_2']},{row['theme_3']}"]
        assert json.loads(row["points"]) == theme_set["points"]
        assert int(row["towns"]) == theme_set["towns"]
        if theme_set["points"]:
            points = score(Town.from_pattern(row["town"]))
            themes = (int(row[f"theme_{at}"]) for at in (1, 2, 3))
            assert [points[theme - 1] for theme in themes] in theme_set["points"]


def test_the_sets_with_perfect_towns_are_listed_in_the_terminal(run_towns: RunTowns) -> None:
    output = run_towns("sets", "--rank", "max").splitlines()
    assert len(output) == 117 + 1
    assert "9,25,26         46,080 towns with 5 3 4" in output
    assert output[-1] == "117 theme sets; for the other 2,483, no town has all three maxima."


def test_the_cover_is_printed_and_drawn_as_a_sheet(run_towns: RunTowns, tmp_path: Path, census: Census) -> None:
    result = json.loads(run_towns("cover", "--json", "-o", str(tmp_path / "sheet.html")))
    assert (result["size"], result["proved"], len(result["towns"])) == (407, True, 407)
    assert len({theme_set for town in result["towns"] for theme_set in town["sets"]}) == 2600
    for town in result["towns"][::40]:
        points = score(Town.from_pattern(town["town"]))
        for theme_set in town["sets"][::20]:
            themes = [int(theme) for theme in theme_set.split(",")]
            best = find_best(census, themes, "duel").best
            assert tuple(points[theme - 1] for theme in themes) in best.points
    sheet = (tmp_path / "sheet.html").read_text()
    # There are 14 pages with up to 30 towns each, and 4 pages of the index.
    assert sheet.count("<svg") == 14 + 4


# --- SQL ----------------------------------------------------------------------------------------------


def test_the_census_can_be_queried_in_sql(run_towns: RunTowns, tmp_path: Path) -> None:
    result = json.loads(run_towns("sql", "SELECT count(*) AS n, sum(towns) AS towns FROM vectors", "--json"))
    assert result == {"columns": ["n", "towns"], "rows": [[6702635, 526070976]], "complete": True}
    assert "63660" in run_towns("sql", "SELECT count(*) FROM synonyms")
    run_towns("sql", "SELECT * FROM themes WHERE theme = 1", "-o", str(tmp_path / "themes.csv"))
    with (tmp_path / "themes.csv").open() as file:
        assert [int(row["score"]) for row in csv.DictReader(file)] == [0, 1, 2, 3, 4]


def test_a_long_result_is_truncated_and_a_slow_query_is_stopped(
    run_towns: RunTowns, data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    result = json.loads(run_towns("sql", "SELECT id FROM vectors", "--rows", "5", "--json"))
    assert (len(result["rows"]), result["complete"]) == (5, False)
    endless = "SELECT sum(a.t1 * b.t2) FROM vectors a, vectors b WHERE a.t3 < b.t5"
    assert run(["towns", "sql", endless, "--time-limit", "0.5", "--json", "--data", data]) == 3
    output = capsys.readouterr()
    assert json.loads(output.out) == {"columns": None, "rows": None}
    assert output.err.startswith("the query was stopped after 0.5 s")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("DROP TABLE vectors", "not DROP"),
        ("INSERT INTO themes VALUES (1, 2, 3)", "not INSERT"),
        ("CREATE TEMP TABLE mine AS SELECT 1", "not CREATE"),
        ("COPY themes TO 'stolen.csv'", "not COPY"),
        ("ATTACH 'other.duckdb'", "not ATTACH"),
        ("INSTALL httpfs", "not LOAD"),
        ("PRAGMA database_list", "not PRAGMA"),
        ("SET memory_limit = '100GB'", "not SET"),
        ("EXPORT DATABASE 'here'", "not EXPORT"),
        ("SELECT 1; SELECT 2", "expected one SELECT statement, not 2"),
        ("", "expected one SELECT statement, not 0"),
        ("SELECT * FROM read_csv('/etc/passwd')", "Permission Error"),
        ("SELECT * FROM read_text('/etc/passwd')", "Permission Error"),
        ("SELECT * FROM glob('/etc/*')", "Permission Error"),
        ("SELECT * FROM '/etc/passwd'", "Catalog Error"),
        ("SELECT * FROM rows", "Catalog Error"),
        ("SELECT t27 FROM vectors", "LINE 1: SELECT t27"),
        ("SELEKT 1", "Parser Error"),
    ],
)
def test_a_query_that_writes_or_reaches_beyond_the_census_is_refused(
    error_line: RunTowns, data: str, query: str, message: str
) -> None:
    assert message in error_line("sql", query, "--data", data)


# --- Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["score", "0365"], "a town has 18 digits"),
        (["score", "03658271400442154x"], "digit 18"),
        (["show", "588201764425441001"], "tile 8 is laid at positions 1 and 2"),
        (["explain", "583201764424441001", "--theme", "5"], "do not match"),
        (["show", "012453678414004050"], "closed loop"),
        (["explain", TOWN, "--theme", "27"], "expected a theme from 1 to 26, not 27"),
        (["show", "224221113000100039", "--synonym"], "position 8"),
        (["best", "--themes", "3,8"], "expected three themes, not 2"),
        (["best", "--themes", "3,8,27"], "themes[2]: expected a theme from 1 to 26, not 27"),
        (["best", "--themes", "3,8,8"], "theme 8 occurs twice"),
        (["best", "--themes", "3,8,x"], "themes[2]"),
        (["best", "--themes", "3,8,17", "--rank", "best"], "expected max, distance or duel"),
        (["sets", "--rank", "best"], "expected max, distance or duel"),
        (["sets", "-o", "sets.xls"], "neither a .csv nor a .parquet"),
        (["cover", "-o", "sheet.pdf"], "must end in .svg, .png or .html"),
        (["themes", "-o", "plot.pdf"], "must end in .svg or .png"),
        (["score", TOWN, "-o", "town.pdf"], "must end in .svg or .png"),
        (["build", "--trial", "--towns"], "--trial writes no file"),
    ],
)
def test_bad_input_is_reported_in_one_line_that_names_the_position(
    error_line: RunTowns, words: list[str], message: str
) -> None:
    assert message in error_line(*words)


def test_every_command_has_an_example_in_its_help() -> None:
    for command in app.registered_commands:
        name = command.name or command.callback.__name__  # type: ignore[union-attr]
        output = CliRunner().invoke(app, [name, "--help"]).output
        assert f"tilewright towns {name}" in output
