"""`Run.part`, and work that is interrupted when its run is stopped."""

from __future__ import annotations

import threading

import pytest

from process_watch import wait_until
from tilewright.errors import BadInput
from tilewright.game import Limits, Phase, Progress, Run, SolveRequest


def test_a_part_has_its_share_of_the_time_and_the_same_seed_threads_and_cancellation() -> None:
    run = Run(Limits(100, threads=3, seed=7), {"key": 1})
    part = run.part(2.5)
    assert part.limits == Limits(2.5, threads=3, seed=7)
    assert part.options == {"key": 1}
    run.cancel.set()
    assert part.stopped


def test_a_part_never_has_more_time_than_the_run() -> None:
    run = Run(Limits(1))
    assert 0 < run.part(50).limits.time <= 1
    assert 0 < run.part().limits.time <= 1
    assert Run().part().limits.time is None
    assert Run().part(3).limits.time == 3


def test_a_part_of_a_stopped_run_has_a_minimal_time_limit() -> None:
    run = Run(Limits(1e-9))
    assert run.stopped
    assert 0 < run.part().limits.time < 0.1


def test_threads_and_options_of_a_part_can_be_replaced() -> None:
    part = Run(Limits(threads=4), {"key": 1}).part(threads=1, options={"other": 2})
    assert part.limits.threads == 1
    assert part.options == {"other": 2}


def test_the_progress_of_a_part_is_not_reported() -> None:
    seen: list[Progress] = []
    run = Run(progress=seen.append)
    run.part().report(best=1)
    run.report(best=2)
    assert [progress.best for progress in seen] == [2]
    assert seen[0].phase is Phase.SOLVE


def test_work_is_interrupted_when_the_run_is_stopped_until_it_ends() -> None:
    run, calls, threads = Run(), [], threading.active_count()
    with run.on_stop(lambda: calls.append(1)):
        assert not calls
        run.cancel.set()
        wait_until(lambda: len(calls) >= 2)
    assert threading.active_count() == threads, "the thread that interrupts the work has ended"


@pytest.mark.parametrize("field", [{"time_limit": 0}, {"threads": 0}, {"seed": -1}])
def test_a_request_with_limits_out_of_range_is_refused(field: dict[str, int]) -> None:
    with pytest.raises(BadInput):
        SolveRequest(**field)
