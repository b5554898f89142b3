"""`tilewright towns`: the census of all towns, and the questions that it answers."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.console import LiveLine, data_folder, interruptible, print_json, print_table, say, write_chunks
from tilewright.errors import BadInput
from tilewright.game import Progress

if TYPE_CHECKING:
    from tilewright.drawing import Scene
    from tilewright.games.nine_tiles.census import Census

__all__ = ["app"]

app = typer.Typer(
    help="Nine Tiles Panic: all towns, what they score, and which are best.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Pattern = Annotated[
    str, typer.Argument(metavar="PATTERN", help="A town: nine tiles, then nine directions, 18 digits.")
]
Json = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]
Data = Annotated[
    str | None, typer.Option("--data", metavar="DIR", help="The data folder; the census lies in it.")
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", metavar="N", help="Threads to work with; all cores by default.", min=1, max=1024),
]
Rank = Annotated[str, typer.Option("--rank", metavar="RANK", help="max, distance or duel.")]
Picture = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Draw to a .svg or .png file.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no messages.")]


# --- The census ---------------------------------------------------------------------------------------


@app.command()
def build(
    threads: Threads = None,
    towns: Annotated[bool, typer.Option("--towns", help="Write every single town, too.")] = False,
    trial: Annotated[
        bool, typer.Option("--trial", help="Count in memory, rank all theme sets, and keep nothing.")
    ] = False,
    json: Json = False,
    data: Data = None,
    quiet: Quiet = False,
) -> int:
    """Count and score all towns, or finish what was begun: nothing is done twice, wherever it was stopped.

    \b
    Examples:
      tilewright towns build
      tilewright towns build --threads 2 --data /tmp/census --json
      tilewright towns build --trial --threads 1
    """
    from tilewright.games.nine_tiles.building import build_census, try_build

    line = LiveLine(quiet)

    def tell(progress: Progress) -> None:
        line(Progress(progress.elapsed, note=_bar(progress)))

    def work(cancel: Event) -> dict[str, Any] | None:
        return try_build(threads) if trial else build_census(_folder(data), threads, towns, tell, cancel)

    if trial and towns:
        raise BadInput("--trial keeps nothing, so it takes no --towns")
    try:
        facts, interrupted = interruptible(work)
    finally:
        line.clear()
    if facts is None:
        say("the census is not complete yet; the same command goes on where it was stopped")
        return interrupted or 3
    if json:
        print_json(facts)
    else:
        write_chunks([_told(facts)])
    return interrupted


@app.command()
def themes(
    output: Picture = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Tell how many towns have which score in each theme.

    \b
    Examples:
      tilewright towns themes
      tilewright towns themes --json
      tilewright towns themes -o histograms.svg
    """
    from tilewright.games.nine_tiles.histograms import histogram_lines, histogram_scene

    _expect_picture(output)
    found = _census(data, threads).themes
    if output is not None:
        histogram_scene(found).save(output)
    if json:
        print_json(
            {theme: {str(score): towns for score, towns in scores.items()} for theme, scores in found.items()}
        )
    elif output is None:
        write_chunks(["\n".join(histogram_lines(found))])
    return 0


# --- One town -----------------------------------------------------------------------------------------


@app.command()
def score(pattern: Pattern, output: Picture = None, json: Json = False, data: Data = None) -> int:
    """Score a town, as it is written, in all 26 themes.

    \b
    Examples:
      tilewright towns score 036582714004421544
      tilewright towns score 036582714004421544 --json
    """
    from tilewright.games.nine_tiles.notation import parse_town
    from tilewright.games.nine_tiles.picture import town_scene
    from tilewright.games.nine_tiles.rules import score as scores_of
    from tilewright.games.nine_tiles.themes import THEMES

    town = parse_town(pattern)
    points = scores_of(town)
    canonical = town.canonical().pattern
    _draw(town_scene(town), output, shown=not json)
    if json:
        print_json({"town": town.pattern, "canonical": canonical, "points": list(points)})
        return 0
    rows = [(card.number, card.title, points[card.number - 1], card.maximum) for card in THEMES]
    print_table(["theme", "", "points", "of"], rows)
    if canonical != town.pattern:
        write_chunks([f"The census knows this town as {canonical}."])
    return 0


@app.command()
def show(
    pattern: Annotated[
        str, typer.Argument(metavar="PATTERN", help="A town, or with --synonym also a road synonym: 18 digits.")
    ],
    edge_numbers: Annotated[
        bool, typer.Option("--edge-numbers", help="Number all edges of the tiles.")
    ] = False,
    synonym: Annotated[bool, typer.Option("--synonym", help="Show only the shape of the roads.")] = False,
    output: Picture = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Draw a town, or the shape of its roads.

    \b
    Examples:
      tilewright towns show 036582714004421544
      tilewright towns show 036582714004421544 --edge-numbers -o town.svg
      tilewright towns show 224221113000100031 --synonym
    """
    from tilewright.games.nine_tiles.notation import parse_synonym, parse_town
    from tilewright.games.nine_tiles.picture import synonym_scene, town_scene
    from tilewright.games.nine_tiles.rules import synonym as synonym_of

    # A town has all nine tiles, a synonym has kinds up to 4: no text is both.
    if synonym and len(set(pattern.strip()[:9])) < 9:
        roads = parse_synonym(pattern)
        facts: dict[str, Any] = {"synonym": roads.pattern}
        scene = synonym_scene(roads, edge_numbers)
    else:
        town = parse_town(pattern)
        roads = synonym_of(town)
        facts = {"town": town.pattern, "canonical": town.canonical().pattern, "synonym": roads.pattern}
        scene = synonym_scene(roads, edge_numbers) if synonym else town_scene(town, edge_numbers)
    _draw(scene, output, shown=not json)
    if json:
        print_json({**facts, "file": output, "drawing": scene.to_text()})
    return 0


@app.command()
def explain(
    pattern: Pattern,
    theme: Annotated[int, typer.Option("--theme", metavar="N", help="The theme, 1 to 26.")],
    output: Picture = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Tell why a town scores what it scores in a theme: which things count, and why.

    \b
    Examples:
      tilewright towns explain 583201764425441001 --theme 16
      tilewright towns explain 583201764425441001 --theme 5 -o longest.svg
    """
    from tilewright.games.nine_tiles.explain import explain as explained
    from tilewright.games.nine_tiles.notation import parse_town
    from tilewright.games.nine_tiles.picture import town_scene

    found = explained(parse_town(pattern), theme)
    _draw(town_scene(found.town, marks=found.marks), output, shown=not json)
    if json:
        print_json(found.to_json())
    else:
        head = f"Theme {found.theme.number}, {found.theme.title}: {found.points} of {found.theme.maximum}"
        write_chunks(["\n".join([head, *(f"  {reason}" for reason in found.reasons)])])
    return 0


# --- The best towns -----------------------------------------------------------------------------------


@app.command()
def best(
    themes: Annotated[str, typer.Option("--themes", metavar="A,B,C", help="Three themes by their numbers.")],
    rank: Rank = "duel",
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="Towns to list.", min=0, max=1_000_000)
    ] = 5,
    output: Picture = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Find the best towns for three themes: all scores at maximum, nearest to it, or unbeaten in the duel.

    Listed is one town for each way to score in all 26 themes. How the ranks are defined is told in the game's
    README.

    \b
    Examples:
      tilewright towns best --themes 3,8,17
      tilewright towns best --themes 9,25,26 --rank max --limit 3 --json
      tilewright towns best --themes 1,2,16 --rank distance -o best.svg
    """
    from tilewright.games.nine_tiles.notation import parse_themes
    from tilewright.games.nine_tiles.picture import town_scene
    from tilewright.games.nine_tiles.questions import ask_best, best_lines
    from tilewright.games.nine_tiles.rules import NineTilesInstance, Town

    question = NineTilesInstance(parse_themes(themes), rank)
    _expect_picture(output)
    found = ask_best(_census(data, threads), question.themes, question.rank, max(limit, 1))
    if found.examples:
        _draw(town_scene(Town.from_pattern(found.examples[0].town)), output, shown=not json and limit > 0)
    elif output is not None:
        say(f"nothing is drawn to {output}: there is no such town")
    if json:
        print_json({**found.to_json(), "examples": [example.to_json() for example in found.examples[:limit]]})
        return 0
    write_chunks(["\n".join(best_lines(found))])
    if found.examples and limit:
        rows = [
            (example.town, *(example.points[theme - 1] for theme in question.themes), example.towns)
            for example in found.examples
        ]
        print_table(["town", *(f"theme {theme}" for theme in question.themes), "towns like it"], rows)
    return 0


@app.command()
def sets(
    rank: Rank = "duel",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a .csv or .parquet file.")
    ] = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Rank all 2,600 sets of three themes at once.

    \b
    Examples:
      tilewright towns sets --rank max
      tilewright towns sets --rank duel --json
      tilewright towns sets --rank distance -o sets.parquet
    """
    from tilewright.games.nine_tiles.set_table import expect_table, set_lines, sets_table, write_table

    _expect_rank(rank)
    if output is not None:
        expect_table(output)
    census = _census(data, threads)
    winners = _survey(census, threads).winners(rank)
    if output is not None:
        write_table(sets_table(census, winners), Path(output))
        say(f"{len(winners.best)} theme sets written to {output}")
    if json:
        print_json({",".join(map(str, best.themes)): best.to_json() for best in winners.best})
    elif output is None:
        write_chunks(["\n".join(set_lines(winners.best, rank))])
    return 0


@app.command()
def cover(
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Draw the sheet to a .svg, .png or .html file."),
    ] = None,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Find a smallest list of towns on which every theme set has a best town by duel, with proof.

    The sheet has a picture of each town, and an index that tells which town to build for which three themes.
    An .html file has all pages; .svg and .png files are numbered, one a page.

    \b
    Examples:
      tilewright towns cover
      tilewright towns cover --json
      tilewright towns cover -o sheet.html
    """
    from tilewright.games.nine_tiles.cover import choices, smallest_cover
    from tilewright.games.nine_tiles.sheet import expect_sheet, write_sheet

    if output is not None:
        expect_sheet(output)
    census = _census(data, threads)
    survey = _survey(census, threads)
    found = smallest_cover(choices(survey, survey.winners("duel")))
    patterns = {choice.row: bytes(census.patterns[choice.row]).decode() for choice in found.chosen}
    if output is not None:
        files = write_sheet([(patterns[choice.row], choice.sets) for choice in found.chosen], Path(output))
        say(
            f"{len(files)} file{'s' if len(files) > 1 else ''} written: {files[0]}"
            + (" ..." if files[1:] else "")
        )
    if json:
        print_json(found.to_json(patterns))
    else:
        head = f"{len(found.chosen)} towns are enough for all 2,600 theme sets, and no fewer are."
        proof = f"Bounds from below: {found.bound} by CP-SAT, {found.second_bound} by reductions and prices."
        lines = [f"  {patterns[choice.row]}  best for {len(choice.sets)} sets" for choice in found.chosen]
        write_chunks(["\n".join([head, proof] + ([] if output else lines))])
    return 0


@app.command()
def sql(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One SELECT over the census.")],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a .csv or .parquet file.")
    ] = None,
    rows: Annotated[
        int, typer.Option("--rows", metavar="N", help="Rows to print at most.", min=1, max=10_000_000)
    ] = 1000,
    time_limit: Annotated[
        float, typer.Option("--time-limit", metavar="SECONDS", help="For the query.", min=0.001, max=86_400)
    ] = 60.0,
    json: Json = False,
    data: Data = None,
    threads: Threads = None,
) -> int:
    """Ask the census in SQL. The query reads the tables below, and reaches no file and no setting.

    Tables: vectors (id, t1 to t26, towns, town), themes (theme, score, towns), synonyms (synonym, roads,
    longest, same_length, towns).

    \b
    Examples:
      tilewright towns sql "SELECT count(*), sum(towns) FROM vectors"
      tilewright towns sql "SELECT town, t8 FROM vectors WHERE t5 = 11 ORDER BY t8 DESC LIMIT 3"
      tilewright towns sql "FROM themes" -o themes.csv
    """
    from tilewright.games.nine_tiles.asking import Database, OutOfTime

    with Database(_census(data, threads).duckdb, time_limit) as database:
        try:
            if output is not None:
                count = database.export(query, Path(output))
                print_json({"rows": count, "file": output}) if json else say(
                    f"{count} rows written to {output}"
                )
                return 0
            table, complete = database.ask(query, rows)
        except OutOfTime:
            say(f"the query was stopped after {time_limit:g} s; --time-limit gives it longer")
            if json:
                print_json({"columns": None, "rows": None})
            return 3
    if json:
        print_json({**table.to_json(), "complete": complete})
    else:
        print_table(table.columns, table.rows)
    if not complete:
        say(f"there are more than {rows} rows; --rows prints more, -o writes all")
    return 0


# --- Opening, drawing, refusing -----------------------------------------------------------------------


def _folder(data: str | None) -> Path:
    return data_folder(data) / "nine_tiles" / "census"


def _census(data: str | None, threads: int | None) -> Census:
    """The census, built now if it is missing."""
    from tilewright.games.nine_tiles.census import open_census

    line = LiveLine()
    try:
        return open_census(
            _folder(data),
            progress=lambda told: line(Progress(told.elapsed, note=_bar(told))),
            threads=threads,
        )
    finally:
        line.clear()


def _survey(census: Census, threads: int | None) -> Any:
    import os

    from tilewright.games.nine_tiles.survey import Survey

    return Survey(census.points, census.towns, threads or os.cpu_count() or 1)


def _draw(scene: Scene, output: str | None, shown: bool) -> None:
    """To the file, or else to the terminal."""
    if output is not None:
        scene.save(output)
    elif shown:
        write_chunks([scene.to_text(colour=sys.stdout.isatty()).rstrip("\n")])


def _expect_picture(output: str | None) -> None:
    """Refuse now what could not be drawn after a long question."""
    if output is not None and not output.lower().endswith((".svg", ".png")):
        raise BadInput(f"cannot draw to {output!r}: the name of a picture ends in .svg or .png")


def _expect_rank(rank: str) -> None:
    from tilewright.games.nine_tiles.rules import RANKS

    if rank not in RANKS:
        raise BadInput(f"--rank {rank!r}: expected {', '.join(RANKS[:-1])} or {RANKS[-1]}")


def _bar(progress: Progress) -> str:
    done, of = progress.best, progress.bound
    if done is None or not of:
        return progress.note
    filled = round(24 * done / of)
    return f"[{'#' * filled}{'.' * (24 - filled)}] {done} of {of} shards {progress.note}".rstrip()


def _told(facts: dict[str, Any]) -> str:
    lines = [f"{facts[key]:>15,}  {name}" for key, name in _COUNTS.items() if key in facts]
    lines += [f"{seconds:15.2f}  seconds to {what}" for what, seconds in facts["seconds"].items()]
    return "\n".join([*lines, *([f"in {facts['folder']}"] if "folder" in facts else [])])


_COUNTS = {
    "synonyms": "road synonyms",
    "towns": "towns",
    "vectors": "different score vectors",
    "sets": "theme sets ranked",
}
