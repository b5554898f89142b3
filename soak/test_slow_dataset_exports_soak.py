"""The datasets that are slow to export: the census, proofs and games."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.cli import run
from tilewright.games.nine_tiles.rules import Town, score


@pytest.mark.usefixtures("prepared_data")
def test_census_proofs_and_games_are_exported(tmp_path: Path) -> None:
    names = ["nine-tiles/census", "nine-tiles/best-towns", "nmbr9/proofs", "patchwork/ladder-games"]
    folder = tmp_path / "data-of-games"
    assert run(["data", "export", str(folder), *names, "--small", "--quiet"]) == 0
    with (folder / "nine-tiles/best-towns/sets-duel.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2600
    themes = [int(rows[0][f"theme_{number}"]) for number in (1, 2, 3)]
    points = score(Town.from_pattern(rows[0]["town"]))
    assert [points[theme - 1] for theme in themes] in json.loads(rows[0]["points"])
    (proof,) = (folder / "nmbr9" / "proofs").glob("*.gz")
    assert json.loads(gzip.decompress(proof.read_bytes()))
    assert run(["nmbr9", "verify", str(proof), "--json"]) == 0
    for line in (folder / "patchwork/ladder-games/games.jsonl").read_text("utf-8").splitlines():
        assert tw.analyse(line, "one-ply").complete
        break
    assert run(["data", "verify", str(folder)]) == 0
