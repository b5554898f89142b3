"""Load, the long way: fifty people at the workbench at once, with and without a server that is killed."""

from __future__ import annotations

import json

import pytest

from process_watch import descendants
from tilewright.web.load_test import LoadPlan, run_load


@pytest.mark.parametrize("restart", [False, True], ids=["undisturbed", "killed in the middle"])
def test_fifty_clients_at_once_meet_no_error_and_leave_no_process(
    restart: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    before = descendants()
    found = run_load(LoadPlan(clients=50, seconds=60.0, restart=restart))
    with capsys.disabled():
        print(f"\n{json.dumps(found.to_json()['page_actions'])} {found.footnote()}")
    assert found.findings() == []
    assert (found.recovered_seconds is not None) == restart
    assert found.solves > 0
    assert found.cancelled > 0
    assert descendants() == before
