#!/usr/bin/env python3
"""Build the wheel, install it into a new environment for each extra, and test the extra's features there.

The environments are outside the source tree. The commands run in the folder ``/``, without the environment
variable HOME. If the script runs as root and an unprivileged user can run the Python interpreter, the commands
run as that user, who has no home folder and cannot write to the environment; otherwise the files of the
environment are made read-only.

    python scripts/check_package.py                all extras; print a table for docs/install.md
    python scripts/check_package.py base web       only these extras; base is the package without extras
    python scripts/check_package.py --wheel FILE   test a wheel that is already built
    python scripts/check_package.py --python FILE  use another Python interpreter for the environments
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOBODY: dict[str, Any] = {"user": 65534, "group": 65534, "extra_groups": []}
IMPORTS = 5
"""How many times an import is measured; the smallest time is reported."""
URL = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"


@dataclass(frozen=True)
class Environment:
    """An environment with the wheel installed, and the folder `home` that its user may write to."""

    folder: Path
    home: Path
    user: dict[str, Any]
    variables: dict[str, str] = field(default_factory=dict)

    def command(self, *words: str) -> list[str]:
        return [str(self.folder / "bin" / words[0]), *words[1:]]

    def options(self) -> dict[str, Any]:
        """Return keyword arguments for `subprocess` functions to run a process as the environment's user."""
        return {"env": {"PATH": os.environ["PATH"], **self.variables}, "cwd": "/", "text": True, **self.user}

    def run(self, *words: str, status: int = 0, text: str = "") -> str:
        """Run a program of the environment and return its output; fail if its exit status is not `status`."""
        done = subprocess.run(
            self.command(*words), input=text, capture_output=True, timeout=600, check=False, **self.options()
        )
        if done.returncode != status:
            raise SystemExit(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def refused(self, extra: str, *words: str) -> None:
        """Check that a command whose extra is not installed fails and names the extra."""
        line = self.run(*words, status=4).splitlines()[-1]
        expect(f"pip install 'tilewright[{extra}]'" in line, f"{' '.join(words)}: {line}")


def expect(condition: bool, problem: str) -> None:
    if not condition:
        raise SystemExit(problem)


# --- What works with each extra -----------------------------------------------------------------------


def try_base(environment: Environment) -> None:
    """Solve, show a hint, draw and play, and check that compiled code is stored and reused."""
    expect("objective 18" in environment.run("tilewright", "solve", "powers", "3,4"), "powers is not solved")
    solve = ("tilewright", "solve", "nurikabe", URL, "--set", "unique=true", "--quiet")
    expect("the only solution, verified" in environment.run(*solve), "nurikabe is not solved")
    kernels = kernel_files(environment)
    expect(bool(kernels), "no compiled code is stored")
    environment.run(*solve)
    expect(kernel_files(environment) == kernels, "the second run compiles the kernels again")
    environment.run("tilewright", "hint", "nurikabe", URL)
    environment.run("tilewright", "draw", "nurikabe", URL, "-o", str(environment.home / "board.svg"))
    played = environment.run("tilewright", "play", "domino", "--seed", "1", text="quit\n")
    expect("The game stops here" in played, f"play: {played}")
    environment.run("tilewright", "doctor")
    homeless = replace(environment, variables={})
    expect(
        "objective 18" in homeless.run("tilewright", "solve", "powers", "3,4"),
        "powers is not solved without a home folder",
    )


def kernel_files(environment: Environment) -> dict[str, int]:
    """Return the files of compiled code with their modification times."""
    return {str(path): path.stat().st_mtime_ns for path in environment.home.rglob("*.kernel")}


def try_without_extras(environment: Environment) -> None:
    """Check the error messages for the missing extras solvers, web, data, png and rl."""
    environment.refused("solvers", "tilewright", "solve", "powers", "3,4", "--solver", "cpsat")
    environment.refused("solvers", "tilewright", "solve", "shikaku", "4.\n..", "--solver", "clingo")
    environment.refused("web", "tilewright", "serve")
    environment.refused("data", "tilewright", "bench", "run", "powers/quick")
    environment.refused("png", "tilewright", "draw", "powers", "3,4", "-o", str(environment.home / "a.png"))
    failed = environment.run("python", "-c", "import tilewright.envs", status=1)
    expect("pip install 'tilewright[rl]'" in failed, failed)


def try_solvers(environment: Environment) -> None:
    environment.run("tilewright", "solve", "powers", "3,4", "--solver", "cpsat")
    environment.run("tilewright", "solve", "shikaku", "4.\n..", "--solver", "clingo")


def try_web(environment: Environment) -> None:
    """Start the server, request the page and a solution, and stop the server."""
    command = environment.command("tilewright", "serve", "--json", "--no-background")
    with subprocess.Popen(command, stdout=subprocess.PIPE, **environment.options()) as server:
        try:
            address = json.loads(server.stdout.readline())["url"].rstrip("/")
            with urllib.request.urlopen(address) as page:
                expect(b"Tilewright" in page.read(), "the server does not return the start page")
            body = json.dumps({"game": "powers", "instance": "3,4"}).encode()
            request = urllib.request.Request(
                f"{address}/api/v1/jobs", body, {"Content-Type": "application/json", "Origin": address}
            )
            with urllib.request.urlopen(request) as answer:
                job = json.load(answer)
            with urllib.request.urlopen(f"{address}/api/v1/jobs/{job['id']}/events") as events:
                expect(
                    '"objective": 18' in events.read().decode().replace('":18', '": 18'),
                    "the server does not solve powers",
                )
        finally:
            server.send_signal(signal.SIGINT)


def try_data(environment: Environment) -> None:
    data = ("--data", str(environment.home / "records"))
    environment.run("tilewright", "bench", "run", "powers/quick", "--quiet", *data)
    environment.run("tilewright", "bench", "sql", "SELECT count(*) FROM runs", *data)


def try_rl(environment: Environment) -> None:
    code = "from tilewright.envs import patchwork_v0; env = patchwork_v0.env(); env.reset(seed=1)"
    environment.run("python", "-c", code)


def try_png(environment: Environment) -> None:
    picture = environment.home / "picture.png"
    environment.run("tilewright", "draw", "nurikabe", URL, "-o", str(picture))
    expect(picture.read_bytes().startswith(b"\x89PNG"), "the picture is not a PNG")


def try_cluster(environment: Environment) -> None:
    environment.run("tilewright", "arena", "domino", "greedy", "random", "--games", "2", "--where", "dask:1")


TRIALS: dict[str, tuple[str, list[Callable[[Environment], None]]]] = {
    "base": ("import tilewright", [try_base, try_without_extras]),
    "solvers": ("import tilewright.engines.cpsat", [try_solvers]),
    "web": ("import tilewright.web.app", [try_web]),
    "data": ("import tilewright.records", [try_data]),
    "rl": ("import tilewright.envs", [try_rl]),
    "png": ("import tilewright.drawing.png, resvg_py", [try_png]),
    "cluster": ("import distributed", [try_cluster]),
    "mcp": ("import mcp", []),
    "all": ("import tilewright", [try_base, try_solvers, try_web, try_data, try_rl, try_png]),
}
"""For each extra, the import that is measured and the functions that test the extra."""


# --- Environments -------------------------------------------------------------------------------------


def main() -> None:
    """Test the chosen extras and print a table with the size and the import time of their environments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help=f"by default {' '.join(TRIALS)}")
    parser.add_argument("--wheel", type=Path, help="a wheel that is already built", metavar="FILE")
    parser.add_argument(
        "--python", default=sys.executable, help="the Python interpreter for the environments", metavar="FILE"
    )
    arguments = parser.parse_args()
    for extra in arguments.extras:
        expect(extra in TRIALS, f"unknown extra {extra}; expected one of {', '.join(TRIALS)}")
    print(
        "| extra | packages | size of the environment | import | CPU seconds |\n|---|---|---|---|---|",
        flush=True,
    )
    with tempfile.TemporaryDirectory(prefix="tilewright-") as name:
        scratch = Path(name)
        scratch.chmod(0o755)
        wheel = arguments.wheel or build_wheel(scratch / "wheel")
        for extra in arguments.extras or TRIALS:
            print(try_extra(extra, wheel.resolve(), scratch / extra, arguments.python), flush=True)


def build_wheel(folder: Path) -> Path:
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def try_extra(extra: str, wheel: Path, folder: Path, python: str) -> str:
    """Create an environment, test an extra in it, remove the environment, and return the extra's table row."""
    statement, trials = TRIALS[extra]
    requirement = f"tilewright[{extra}] @ {wheel.as_uri()}" if extra != "base" else str(wheel)
    environment = create_environment(folder, requirement, python)
    size = sum(path.lstat().st_size for path in environment.folder.rglob("*") if path.is_file())
    packages = len(list(environment.folder.rglob("*.dist-info")))
    seconds = min(import_seconds(environment, statement) for _ in range(IMPORTS))
    for trial in trials:
        trial(environment)
    subprocess.run(["rm", "-rf", str(folder)], check=True)
    return f"| `{extra}` | {packages} | {size / 1e6:.0f} MB | `{statement}` | {seconds:.2f} |"


def create_environment(folder: Path, requirement: str, python: str) -> Environment:
    """Install a requirement into a new environment that its user cannot write to."""
    subprocess.run([python, "-m", "venv", "--without-pip", str(folder / "env")], check=True)
    installed = str(folder / "env" / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", installed, "--quiet", "--disable-pip-version-check"]
    pinned = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    subprocess.run([*pip, "install", requirement], check=True, env=pinned)
    home = folder / "home"
    home.mkdir()
    user = other_user(installed)
    if user:
        os.chown(home, user["user"], user["group"])
    else:
        subprocess.run(["chmod", "-R", "a-w", str(folder / "env")], check=True)
    variables = {"XDG_CACHE_HOME": str(home / "cache"), "TILEWRIGHT_DATA": str(home / "data")}
    return Environment(folder / "env", home, user, variables)


def other_user(python: str) -> dict[str, Any]:
    """Return `subprocess` arguments for an unprivileged user; empty if Python cannot run as that user."""
    try:
        subprocess.run([python, "-c", "pass"], check=True, cwd="/", **NOBODY)
    except OSError:
        print("the commands run as the current user: Python cannot run as another user", file=sys.stderr)
        return {}
    return NOBODY


def import_seconds(environment: Environment, statement: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment.run("python", "-c", statement)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    main()
