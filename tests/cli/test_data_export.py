"""The export of datasets: identical bytes, checksums, and answers that the checkers accept."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.cli import run
from tilewright.data_export import offered_datasets
from tilewright.games.nine_tiles.census.reconcile_published_counts import published_counts
from tilewright.games.nine_tiles.census.synonyms_and_counting_jobs import synonyms
from tilewright.games.nine_tiles.town.road_synonyms import KIND_DIRECTIONS
from tilewright.games.nine_tiles.town.tiles import FACES, Face

QUICK = ["nurikabe", "shikaku", "packing", "nmbr9/optima", "nine-tiles/counts", "patchwork/table-1"]


def export(folder: Path, *arguments: str) -> Path:
    assert run(["data", "export", str(folder), *arguments, "--small", "--quiet"]) == 0
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def lines(file: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, file.read_text("utf-8").splitlines())


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(tmp_path_factory.mktemp("export") / "data", *QUICK)


def test_two_exports_have_identical_bytes_and_correct_checksums(exported: Path, tmp_path: Path) -> None:
    files = contents(exported)
    assert contents(export(tmp_path / "again", *QUICK)) == files
    sums = dict(reversed(line.split("  ")) for line in files["SHA256SUMS"].decode().splitlines())
    assert sums == {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "SHA256SUMS"
    }
    assert {"README.md", "LICENSE", "nurikabe/library/README.md", "nurikabe/library/library.jsonl"} <= set(
        files
    )
    card = files["nurikabe/library/README.md"].decode()
    assert "tilewright library nurikabe" in card
    assert sums["nurikabe/library/library.jsonl"] in card


def test_every_exported_answer_passes_the_checker(exported: Path) -> None:
    for name in ("nurikabe", "shikaku", "packing"):
        for row in lines(exported / name / "library" / "library.jsonl"):
            if row["status"] == "satisfied":
                assert tw.check(row["instance"], row["solution"], game=name).ok
            assert tw.parse(row["puzzle"], game=name) == tw.parse(row["instance"], game=name)
    stacks = 0
    for row in lines(exported / "nmbr9" / "optima" / "optima.jsonl"):
        if row["stack"] is not None:
            stacks += 1
            verdict = tw.check(row["instance"], row["stack"], game="nmbr9")
            assert verdict.ok
            assert verdict.objective == row["best"]
    assert stacks >= 4


def test_the_two_published_numbers_of_towns_are_reconciled(exported: Path) -> None:
    counts = json.loads((exported / "nine-tiles" / "counts" / "counts.json").read_text("utf-8"))
    assert counts == json.loads(json.dumps(published_counts().to_json()))
    assert (counts["canonical_forms"], counts["told_apart_quarter"]) == (526_070_976, 2_922_907_648)
    # An independent computation: for each choice of the sides that face up, count the ways to lay the tiles so
    # that they form a road pattern in any of its rotations.
    equal = sum(int(number) * count for number, count in counts["synonyms_by_symmetry"].items())
    assert equal == 63_388 + 2 * 264 + 4 * 8
    by_kinds: Counter[tuple[int, ...]] = Counter()
    shapes = synonyms()
    for kinds, rotations in zip(shapes.kinds.tolist(), rotations_of(shapes.digits), strict=True):
        by_kinds[tuple(kinds)] += int(rotations)
    total = 0
    kind_of = [kind_of_face(face) for sides in FACES for face in sides]
    for sides in range(2**9):
        used = [kind_of[2 * tile + (sides >> tile & 1)] for tile in range(9)]
        counted = Counter(used)
        ways = prod(4 // KIND_DIRECTIONS[kind] for kind in used)
        orders = prod(map(factorial, counted.values()))
        total += by_kinds[tuple(counted[kind] for kind in range(5))] * orders * ways
    assert total == 4 * counts["told_apart_quarter"]


def kind_of_face(face: Face) -> int:
    """Return the kind of a face: no road, a curve, two curves, a straight road, or a crossing."""
    return {(): 0, (True,): 1, (True, True): 2, (False,): 3, (False, False): 4}[
        tuple(road.is_curve for road in face.roads)
    ]


def rotations_of(digits: np.ndarray) -> np.ndarray:
    """Return how many different rotations each road pattern has.

    A quarter turn of the board moves the shapes to other cells, and adds one to the direction of each shape.
    """
    boards = digits.astype(int).reshape(-1, 2, 3, 3)
    kinds, turns = boards[:, 0], boards[:, 1]
    equal = np.ones(len(boards), int)
    for _ in range(3):
        turns = (turns + 1) % np.array(KIND_DIRECTIONS)[kinds]
        kinds, turns = np.rot90(kinds, axes=(1, 2)), np.rot90(turns, axes=(1, 2))
        equal += ((kinds == boards[:, 0]) & (turns == boards[:, 1])).all(axis=(1, 2))
    return 4 // equal


def test_a_changed_or_unknown_file_is_found(
    exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(exported, folder)
    assert run(["data", "verify", str(folder)]) == 0
    (folder / "LICENSE").write_text("none")
    (folder / "extra").touch()
    capsys.readouterr()
    assert run(["data", "verify", str(folder), "--json"]) == 1
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert problems == ["extra is not listed in SHA256SUMS", "LICENSE was changed"]


def test_every_pencil_puzzle_offers_its_library() -> None:
    offered = {each.name for each in offered_datasets()}
    assert {f"{game.name}/library" for game in tw.games() if game.kind} <= offered


def test_bad_input_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    for arguments, message in (
        (["export", str(tmp_path / "full")], "is not an empty folder"),
        (["export", str(tmp_path / "full" / "file")], "is not an empty folder"),
        (["export", str(tmp_path / "new"), "nurikabe/chess"], "there is no dataset 'nurikabe/chess'"),
        (["verify", str(tmp_path)], "is not an export"),
    ):
        assert run(["data", *arguments]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert message in output.err
        assert output.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full"]
