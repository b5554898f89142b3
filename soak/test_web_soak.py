"""Load tests of the web server: simulated clients, with and without a restart, and half-open connections."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from half_open_connections import HalfOpenConnections, response_times
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


@pytest.mark.parametrize("files", [1024, 4096], ids=["few-files", "many-files"])
def test_a_status_is_shown_within_a_second_despite_1500_half_open_connections(
    files: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The half-open connections and the measured client have the same address, which is the hardest case."""
    log = tmp_path / "log"
    command = [sys.executable, "-m", "tilewright", "serve", "--port", "0", "--json", "--no-background"]
    with (
        log.open("wb") as stream,
        subprocess.Popen(
            ["prlimit", f"--nofile={files}", *command], stdout=subprocess.PIPE, stderr=stream, text=True
        ) as server,
    ):
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["url"]

        def ask() -> None:
            with urllib.request.urlopen(f"{address}/api/v1/status", timeout=60) as response:
                assert response.status == 200

        try:
            response_times(ask, 20, 0.1)
            with HalfOpenConnections(("127.0.0.1", int(address.rpartition(":")[2])), 1500) as connections:
                seconds = response_times(ask, 1000, 0.02)
        finally:
            server.terminate()
    median, p99 = seconds[len(seconds) // 2], seconds[int(0.99 * len(seconds))]
    with capsys.disabled():
        print(
            f"\n{files} files, {connections.opened:,} opened, {connections.closed_by_server:,} closed by the "
            f"server; status: median {median:.3f} s, p99 {p99:.3f} s; log: {log.stat().st_size} bytes"
        )
    assert p99 < 1.0
    assert log.stat().st_size < 1_000_000
