"""Load tests with fifty simulated clients for a minute, with and without a restart of the server."""

from __future__ import annotations

import json

import pytest

from process_watch import descendants
from tilewright.web.load_test import LoadPlan, run_load


@pytest.mark.parametrize("restart", [False, True], ids=["without-restart", "with-restart"])
def test_fifty_clients_cause_no_errors_and_leave_no_processes(
    restart: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    before = descendants()
    result = run_load(LoadPlan(clients=50, seconds=60.0, restart=restart))
    with capsys.disabled():
        print(f"\n{json.dumps(result.to_json()['page_actions'])} {result.footnote()}")
    assert result.findings() == []
    assert (result.recovered_seconds is not None) == restart
    assert result.solves > 0
    assert result.cancelled > 0
    assert descendants() == before
