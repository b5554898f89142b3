"""Long tests of solvers: random instances compared with brute force, large instances, and killed processes.

`make soak` runs these tests; docs/soak.md shows the latest result.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import tilewright as tw
from process_watch import descendants, wait_until
from tilewright.games.domino.rules import DominoInstance
from tilewright.running.isolated_solve import solve_isolated

ROOT = Path(__file__).parents[1]
sys.path[:0] = [
    str(ROOT / "tests" / "domino"),
    str(ROOT / "tests" / "labyrinth"),
    str(ROOT / "tests" / "powers"),
]
COMMAND = [sys.executable, "-m", "tilewright"]


# --- Comparison with brute force ----------------------------------------------------------------------


def test_trail_agrees_with_brute_force_on_twenty_thousand_random_dominoes() -> None:
    from domino_oracle import best_chain

    rng = random.Random(20_000)
    for _ in range(20_000):
        n, labels = rng.randint(1, 6), rng.randint(1, 7)
        stones = [[rng.randrange(labels), rng.randrange(labels)] for _ in range(rng.randint(0, 9))]
        result = tw.solve(DominoInstance(n, stones), solver="trail")
        assert (result.status, result.objective) == ("optimal", best_chain(n, stones)), (n, stones)


def test_solvers_agree_with_brute_force_on_a_thousand_random_labyrinths() -> None:
    from labyrinth_oracle import highest_cost, small_graph

    for seed in range(1_000):
        maze = small_graph(seed)
        best = highest_cost(maze)
        for solver in ("auto", "frontier", "cuts", "search", "cpsat"):
            assert tw.solve(maze, solver=solver).objective == best, (solver, seed)


# --- Large instances ----------------------------------------------------------------------------------


def test_dominoes_up_to_n_3000_are_solved_exactly_in_linear_memory(capsys: pytest.CaptureFixture[str]) -> None:
    game = tw.game("domino")
    peaks = {}
    for n, stones in ((750, 312_500), (1500, 1_250_000), (3000, 5_000_000)):
        text = game.format(game.generate(1, n=n, stones=stones))
        done = solve_isolated("domino", text)
        assert done.result["status"] == "optimal"
        assert done.result["objective"] == n * n // 2
        assert done.result["verified"] is True
        peaks[stones] = done.peak_bytes
        with capsys.disabled():
            print(f"\n  n={n}: {done.result['seconds']:.2f} s, peak {done.peak_bytes / 2**20:.0f} MiB", end="")
    small, middle, large = peaks.values()
    assert (large - middle) / 3_750_000 < 3 * max(1, (middle - small) / 937_500)


def test_a_printed_solution_of_four_and_a_half_million_stones_is_accepted(tmp_path: Path) -> None:
    game = tw.game("domino")
    instance = game.generate(1, n=3000, stones=5_000_000)
    result = tw.solve(instance)
    assert result.solution is not None
    (tmp_path / "instance.json").write_text(game.format(instance))
    with (tmp_path / "solution.json").open("w") as stream:
        stream.writelines(game.solution_chunks(result.solution))
    done = subprocess.run(
        [
            *COMMAND,
            "check",
            "domino",
            str(tmp_path / "instance.json"),
            str(tmp_path / "solution.json"),
            "--json",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"ok": True, "objective": 4_500_000, "broken": []}


# --- Killed processes ---------------------------------------------------------------------------------


@pytest.mark.needs("minizinc", "swipl")
@pytest.mark.parametrize(
    ("game", "solver"), [("domino", "minizinc-a"), ("domino", "asp"), ("powers", "prolog")]
)
def test_a_solver_killed_at_any_moment_reports_one_line_and_leaves_no_process(game: str, solver: str) -> None:
    hard = tw.game(game).examples["hard"][solver]
    instance = (
        tw.game(game).format(tw.game(game).generate(0, **hard["generate"]))
        if "generate" in hard
        else hard["instance"]
    )
    text = instance if isinstance(instance, str) else json.dumps(instance)
    rng = random.Random(7)
    endings: Counter[int] = Counter()
    for _ in range(10):
        started = subprocess.Popen(
            [*COMMAND, "solve", game, text, "--solver", solver, "--json", "--time-limit", "4"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_until_children_exist(started)
        time.sleep(rng.random() * 1.5)
        victims = sorted(descendants(started.pid))
        if victims:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(victims), signal.SIGKILL)
        out, err = started.communicate(timeout=60)
        endings[started.returncode] += 1
        if started.returncode == 5:
            assert out == ""
            assert err.count("\n") == 1
        else:
            assert started.returncode in (0, 3), err
        assert not descendants(started.pid)
    assert endings[5], endings


def wait_until_children_exist(started: subprocess.Popen[str]) -> None:
    wait_until(lambda: bool(descendants(started.pid)) or started.poll() is not None)
