"""The bench, the long way: killed at twenty seeded points and resumed, the records of an undisturbed one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "bench"))

from bench_script import HERE, killed_and_resumed, lasting

from tilewright import registry
from tilewright.bench.suite_index import find_suite
from tilewright.bench.suite_run import run_suite
from tilewright.records import Records

SUITE = """
game = "stubborn"
repeats = 2
memory_mib = 512
[[instances]]
generate = { n = 4 }
seeds = [1, 2]
[[instances]]
spec = "9"
[[solvers]]
name = "honest"
[[solvers]]
name = "modest"
[[solvers]]
name = "denier"
[[solvers]]
name = "wrong"
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Answers, bounds, contradictions and failures, none of which depends on time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HERE / "plugin"))
        registry._others.cache_clear()
        file = tmp_path_factory.mktemp("suite") / "mine.toml"
        file.write_text(SUITE)
        yield file
    registry._others.cache_clear()


@pytest.fixture(scope="module")
def undisturbed(suite: Path, tmp_path_factory: pytest.TempPathFactory) -> Records:
    records = Records(tmp_path_factory.mktemp("undisturbed"))
    assert len(run_suite(find_suite(str(suite)), records)) == 24
    return records


@pytest.mark.parametrize("seed", range(20))
def test_a_bench_killed_at_any_point_and_resumed_gives_the_same_records(
    suite: Path, undisturbed: Records, tmp_path: Path, seed: int
) -> None:
    resumed = killed_and_resumed(suite, tmp_path / "records", seed)
    assert lasting(resumed) == lasting(undisturbed)
