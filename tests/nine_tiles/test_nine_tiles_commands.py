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
"""The town nearest to all maxima, from the article."""
POINTS = [0, 0, 3, 0, 10, 9, 4, 12, 1, 3, 1, 3, 2, 1, -3, 4, 3, 3, 3, 0, 6, 2, 4, 3, 2, 1]

Ask = Callable[..., str]


@pytest.fixture
def data(census: Census, tmp_path: Path) -> str:
    """A data folder that has the census."""
    (tmp_path / "data" / "nine_tiles").mkdir(parents=True)
    (tmp_path / "data" / "nine_tiles" / "census").symlink_to(census.folder)
    return str(tmp_path / "data")


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], data: str) -> Ask:
    def asked(*words: str, status: int = 0) -> str:
        assert run(["towns", *words, "--data", data]) == status
        return capsys.readouterr().out

    return asked


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Ask:
    """The one line of a command that is refused."""

    def asked(*words: str, status: int = 2) -> str:
        assert run(["towns", *words, "--json"]) == status
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        return told.err.strip()

    return asked


# --- One town -----------------------------------------------------------------------------------------


def test_a_town_is_scored_with_the_form_that_the_census_knows(capsys: pytest.CaptureFixture[str]) -> None:
    turned = Town.from_pattern(TOWN).turned().pattern
    assert run(["towns", "score", turned, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {
        "town": turned,
        "canonical": Town.from_pattern(TOWN).canonical().pattern,
        "points": list(score(Town.from_pattern(turned))),
    }
    assert run(["towns", "score", TOWN, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == POINTS


def test_a_score_comes_with_the_names_of_the_themes_and_a_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["towns", "score", TOWN]) == 0
    told = capsys.readouterr().out
    assert "burger" in told
    assert any(line.split() == ["5", "Longest", "road", "10", "11"] for line in told.splitlines())


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


def test_a_road_synonym_is_shown_by_its_own_pattern(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["towns", "show", "224221113000100031", "--synonym", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["synonym"] == "224221113000100031"


def test_an_explanation_names_what_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["towns", "explain", TOWN, "--theme", "16", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["points"] == POINTS[15] == 4
    assert sum(thing["thing"] == "hamburger" for thing in found["things"]) == 4
    assert run(["towns", "explain", TOWN, "--theme", "16"]) == 0
    assert "4 hamburgers" in capsys.readouterr().out


# --- All towns ----------------------------------------------------------------------------------------


def test_a_build_that_has_nothing_to_do_tells_what_was_counted(ask: Ask, data: str) -> None:
    found = json.loads(ask("build", "--json", "--threads", "2", "--quiet"))
    assert (found["synonyms"], found["towns"], found["vectors"]) == (63660, 526070976, 6702635)
    assert found["folder"] == str(Path(data) / "nine_tiles" / "census")


def test_themes_are_told_as_histograms(ask: Ask, census: Census, tmp_path: Path) -> None:
    found = json.loads(ask("themes", "--json"))
    assert list(found) == [str(theme) for theme in range(1, 27)]
    assert all(sum(scores.values()) == 526070976 for scores in found.values())
    # The example of the published format.
    assert found["1"]["0"] == 283160684
    assert "Most aliens captured" in ask("themes")
    ask("themes", "-o", str(tmp_path / "plot.svg"))
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")


def test_the_best_towns_are_told_with_how_many_there_are(ask: Ask) -> None:
    found = json.loads(ask("best", "--themes", "9,25,26", "--rank", "max", "--limit", "4", "--json"))
    # All three at maximum in 46,080 towns, as published.
    assert (found["points"], found["towns"]) == ([[5, 3, 4]], 46080)
    assert len(found["examples"]) == 4
    for example in found["examples"]:
        assert example["points"] == list(score(Town.from_pattern(example["town"])))
        assert [example["points"][theme - 1] for theme in (9, 25, 26)] == [5, 3, 4]
    told = ask("best", "--themes", "9,25,26", "--rank", "max", "--limit", "1")
    assert "46,080 towns" in told
    assert found["examples"][0]["town"] in told


def test_themes_may_come_in_any_order(ask: Ask) -> None:
    one = json.loads(ask("best", "--themes", "3,8,17", "--json", "--limit", "1"))
    other = json.loads(ask("best", "--themes", "17,3,8", "--json", "--limit", "1"))
    assert [[b, c, a] for a, b, c in other["points"]] == one["points"]
    assert one["examples"] == other["examples"]
    assert one["beaten"] + one["lost_to"] < one["patterns"]


def test_where_no_town_is_perfect_it_says_so(ask: Ask) -> None:
    found = json.loads(ask("best", "--themes", "5,10,15", "--rank", "max", "--json"))
    assert (found["points"], found["towns"], found["examples"]) == ([], 0, [])
    told = ask("best", "--themes", "5,10,15", "--rank", "max")
    assert told == "No town has all three of the themes 5, 10, 15 at their maximum.\n"


@pytest.mark.parametrize(("rank", "kind"), [("max", "csv"), ("distance", "parquet"), ("duel", "csv")])
def test_all_sets_are_told_and_written(ask: Ask, tmp_path: Path, rank: str, kind: str) -> None:
    file = tmp_path / f"sets.{kind}"
    found = json.loads(ask("sets", "--rank", rank, "--json", "-o", str(file)))
    assert len(found) == 2600
    assert found["9,25,26"] == {"points": [[5, 3, 4]], "towns": 46080}
    assert all(set(each) == {"points", "towns"} for each in found.values())
    assert all(bool(each["points"]) == bool(each["towns"]) for each in found.values())
    if kind == "csv":
        with file.open() as stream:
            rows = list(csv.DictReader(stream))
    else:
        rows = pyarrow.parquet.read_table(file).to_pylist()
    assert len(rows) == 2600
    for row in rows:
        each = found[f"{row['theme_1']},{row['theme_2']},{row['theme_3']}"]
        assert json.loads(row["points"]) == each["points"]
        assert int(row["towns"]) == each["towns"]
        if each["points"]:
            points = score(Town.from_pattern(row["town"]))
            themes = (int(row[f"theme_{at}"]) for at in (1, 2, 3))
            assert [points[theme - 1] for theme in themes] in each["points"]


def test_the_sets_with_perfect_towns_are_listed_in_the_terminal(ask: Ask) -> None:
    told = ask("sets", "--rank", "max").splitlines()
    assert len(told) == 117 + 1
    assert "9,25,26         46,080 towns with 5 3 4" in told
    assert told[-1] == "117 theme sets; no town is perfect for the other 2,483."


def test_the_cover_is_told_and_drawn_as_a_sheet(ask: Ask, tmp_path: Path, census: Census) -> None:
    found = json.loads(ask("cover", "--json", "-o", str(tmp_path / "sheet.html")))
    assert (found["size"], found["proved"], len(found["towns"])) == (407, True, 407)
    assert len({each for town in found["towns"] for each in town["sets"]}) == 2600
    for town in found["towns"][::40]:
        points = score(Town.from_pattern(town["town"]))
        for each in town["sets"][::20]:
            themes = [int(theme) for theme in each.split(",")]
            best = find_best(census, themes, "duel").best
            assert tuple(points[theme - 1] for theme in themes) in best.points
    sheet = (tmp_path / "sheet.html").read_text()
    # 30 towns on a page, then the index.
    assert sheet.count("<svg") == 14 + 4


# --- SQL ----------------------------------------------------------------------------------------------


def test_the_census_is_asked_in_sql(ask: Ask, tmp_path: Path) -> None:
    found = json.loads(ask("sql", "SELECT count(*) AS n, sum(towns) AS towns FROM vectors", "--json"))
    assert found == {"columns": ["n", "towns"], "rows": [[6702635, 526070976]], "complete": True}
    assert "63660" in ask("sql", "SELECT count(*) FROM synonyms")
    ask("sql", "SELECT * FROM themes WHERE theme = 1", "-o", str(tmp_path / "themes.csv"))
    with (tmp_path / "themes.csv").open() as file:
        assert [int(row["score"]) for row in csv.DictReader(file)] == [0, 1, 2, 3, 4]


def test_a_long_answer_is_cut_and_a_long_query_is_stopped(
    ask: Ask, data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(ask("sql", "SELECT id FROM vectors", "--rows", "5", "--json"))
    assert (len(found["rows"]), found["complete"]) == (5, False)
    endless = "SELECT sum(a.t1 * b.t2) FROM vectors a, vectors b WHERE a.t3 < b.t5"
    assert run(["towns", "sql", endless, "--time-limit", "0.5", "--json", "--data", data]) == 3
    told = capsys.readouterr()
    assert json.loads(told.out) == {"columns": None, "rows": None}
    assert told.err.startswith("the query was stopped after 0.5 s")


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
    refused: Ask, data: str, query: str, message: str
) -> None:
    assert message in refused("sql", query, "--data", data)


# --- Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["score", "0365"], "a town has 18 digits"),
        (["score", "03658271400442154x"], "digit 18"),
        (["show", "588201764425441001"], "tile 8 lies at positions 1 and 2"),
        (["explain", "583201764424441001", "--theme", "5"], "do not match"),
        (["show", "012453678414004050"], "closed loop"),
        (["explain", TOWN, "--theme", "27"], "expected a theme from 1 to 26, not 27"),
        (["show", "224221113000100039", "--synonym"], "position 8"),
        (["best", "--themes", "3,8"], "expected three of them, not 2"),
        (["best", "--themes", "3,8,27"], "themes[2]: expected a theme from 1 to 26, not 27"),
        (["best", "--themes", "3,8,8"], "theme 8 is there twice"),
        (["best", "--themes", "3,8,x"], "themes[2]"),
        (["best", "--themes", "3,8,17", "--rank", "best"], "expected max, distance or duel"),
        (["sets", "--rank", "best"], "expected max, distance or duel"),
        (["sets", "-o", "sets.xls"], "neither a .csv nor a .parquet"),
        (["cover", "-o", "sheet.pdf"], "ends in .svg, .png or .html"),
        (["themes", "-o", "plot.pdf"], "ends in .svg or .png"),
        (["score", TOWN, "-o", "town.pdf"], "ends in .svg or .png"),
        (["build", "--trial", "--towns"], "--trial keeps nothing"),
    ],
)
def test_bad_input_is_one_line_that_names_the_place(refused: Ask, words: list[str], message: str) -> None:
    assert message in refused(*words)


def test_every_command_has_an_example_in_its_help() -> None:
    for command in app.registered_commands:
        name = command.name or command.callback.__name__  # type: ignore[union-attr]
        told = CliRunner().invoke(app, [name, "--help"]).output
        assert f"tilewright towns {name}" in told
