"""The files that Nine Tiles Panic stores (see `faults.files_to_damage`): the census, and the smallest cover."""

from __future__ import annotations

import shutil
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faults.files_to_damage import MISSING, StoredFile


@cache
def short_census() -> Path:
    """Return the folder of a census that consists of only the first shards.

    The census is built once; the tests use copies of the folder.
    """
    import atexit
    import tempfile

    from tilewright.games.nine_tiles.census import build
    from tilewright.games.nine_tiles.census import write_census as module

    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shards = dict(islice(module.census_shards().items(), 2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "census_shards", lambda: shards)
        build(folder / "census")
    return folder / "census"


def write_census(folder: Path) -> None:
    shutil.copytree(short_census(), folder / "census", dirs_exist_ok=True)


def read_census(folder: Path) -> Any:
    from tilewright.games.nine_tiles.census.read_census import read_census

    census = read_census(folder / "census")
    digest = [hash(np.asarray(array).tobytes()) for array in (census.points, census.towns, census.patterns)]
    return digest, census.themes, census.synonyms


def query_census(folder: Path) -> Any:
    from tilewright.games.nine_tiles.census.read_census import read_census
    from tilewright.records.sql_sandbox import open_database, select

    with open_database(read_census(folder / "census").database, "200MB") as connection:
        return select(connection, "SELECT sum(towns), sum(t1), max(town) FROM vectors")


def write_cover(folder: Path) -> None:
    from tilewright.games.nine_tiles.ranking.smallest_cover_file import store_cover

    (folder / "nine_tiles").mkdir(parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_DATA", str(folder))
        towns = [{"town": "036582714004421544", "sets": ["1,2,3"]}]
        store_cover({"size": 1, "proved": True, "bound": 1, "second_bound": 1, "towns": towns})


def read_cover(folder: Path) -> Any:
    from tilewright.games.nine_tiles.ranking.smallest_cover_file import read_cover

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TILEWRIGHT_DATA", str(folder))
        return read_cover() or MISSING


# Here, a census is only copied (`is_copied`); the module `test_nine_tiles_census_files` tests a full disk while
# a census is built.
CENSUS_WRITERS = ("games.nine_tiles.census.write_census", "games.nine_tiles.census.census_shards")
KINDS = {
    f"{name} of the census": StoredFile(
        write_census,
        f"census/{name}",
        read_census,
        CENSUS_WRITERS,
        quick=name == "census.json",
        is_copied=True,
    )
    for name in ("points.npy", "towns.npy", "patterns.npy", "census.json", "shards/manifest.json")
}
KINDS["database of the census"] = StoredFile(
    write_census, "census/census.duckdb", query_census, CENSUS_WRITERS, quick=False, is_copied=True
)
KINDS["cover of the towns"] = StoredFile(
    write_cover, "nine_tiles/cover.json", read_cover, ("games.nine_tiles.ranking.smallest_cover_file",)
)

OUTPUTS = {
    "games.nine_tiles.census.write_csv_or_parquet": "a table for the user",
    "games.nine_tiles.commands.best_and_sets_and_cover": "a table for the user",
    "games.nine_tiles.commands.themes_and_sql": "a table for the user",
    "games.nine_tiles.pictures.smallest_cover_pages": "a page for the user",
    "games.nine_tiles.ranking.theme_set_tables": "tables that a release contains",
}
