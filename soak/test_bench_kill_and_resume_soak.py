"""A bench run that is killed once and resumed stores the same records as an uninterrupted one.

Only values that vary from run to run, such as times, may differ.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "bench"))

from killed_bench import HERE, kill_and_resume, reproducible_columns

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
    """A suite whose answers, bounds, contradictions and failures do not depend on timing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HERE / "plugin"))
        registry._others.cache_clear()
        file = tmp_path_factory.mktemp("suite") / "mine.toml"
        file.write_text(SUITE)
        yield file
    registry._others.cache_clear()


@pytest.fixture(scope="module")
def uninterrupted(suite: Path, tmp_path_factory: pytest.TempPathFactory) -> Records:
    records = Records(tmp_path_factory.mktemp("uninterrupted"))
    assert len(run_suite(find_suite(str(suite)), records)) == 24
    return records


@pytest.mark.parametrize("seed", range(20))
def test_a_bench_killed_at_any_point_and_resumed_gives_the_same_records(
    suite: Path, uninterrupted: Records, tmp_path: Path, seed: int
) -> None:
    resumed = kill_and_resume(suite, tmp_path / "records", seed)
    assert reproducible_columns(resumed) == reproducible_columns(uninterrupted)
