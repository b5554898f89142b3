#!/usr/bin/env python3
"""Build the wheels of a release: a pure wheel, and a wheel that also contains compiled kernels.

The pure wheel runs on every platform and compiles its kernels when they are first used. The other wheel also
contains the kernels, in the folder ``tilewright/_kernels``. They are compiled from the files of the pure wheel,
for the Python version and the platform of this process, and for a baseline processor of the platform. Numba and
the other dependencies of Tilewright must be installed.

    python scripts/build_wheels.py              write both wheels to the folder dist
    python scripts/build_wheels.py --to FOLDER  write them to another folder
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Build both wheels, check the second one, and print their sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--to", default=ROOT / "dist", help="the folder to which the wheels are written", metavar="FOLDER"
    )
    folder = Path(parser.parse_args().to).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tilewright-") as name:
        scratch = Path(name)
        pure = build_wheel(scratch / "pure")
        kernels = compile_kernels(pure, scratch / "compiling")
        with_kernels = build_wheel(
            scratch / "with kernels",
            HATCH_BUILD_HOOK_ENABLE_CUSTOM="true",
            TILEWRIGHT_WHEEL_KERNELS=str(kernels),
            TILEWRIGHT_WHEEL_TAG=platform_tag(),
        )
        check(with_kernels, scratch / "checking")
        for wheel in (pure, with_kernels):
            shutil.move(wheel, folder / wheel.name)
            print(f"{folder / wheel.name}: {(folder / wheel.name).stat().st_size / 1e6:.1f} MB")


def build_wheel(folder: Path, **variables: str) -> Path:
    """Build a wheel in a new folder with pip and return its path; `variables` are added to the environment."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    environment = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt"), **variables}
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True, env=environment)
    [wheel] = folder.glob("*.whl")
    return wheel


def compile_kernels(wheel: Path, scratch: Path, *games: str) -> Path:
    """Compile the kernels of the games (by default all) for a baseline processor; return their folder."""
    kernels = scratch / "kernels"
    settings = {"NUMBA_CPU_NAME": "generic", "NUMBA_DISABLE_INTEL_SVML": "1"}
    run_tilewright(wheel, scratch, kernels, "compile", "--all", *games, **settings)
    return kernels


def check(wheel: Path, scratch: Path) -> None:
    """Check, with an empty cache folder, that the package finds all kernels in its wheel."""
    run_tilewright(wheel, scratch, scratch / "empty", "compile", "--check", "--all")


def run_tilewright(wheel: Path, scratch: Path, kernels: Path, *arguments: str, **variables: str) -> None:
    """Run a `tilewright` command with the package in a wheel, ignoring the user's Numba settings."""
    package = scratch / "package"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(package)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment = {**inherited, "PYTHONPATH": str(package), "TILEWRIGHT_KERNELS": str(kernels), **variables}
    command = [sys.executable, "-m", "tilewright", *arguments]
    if subprocess.run(command, cwd=package, env=environment).returncode:
        raise SystemExit(f"tilewright {' '.join(arguments)} failed with the package of {wheel.name}")


def platform_tag() -> str:
    """Return the tag of the installed Numba wheel, because the kernels run on the same systems as Numba."""
    metadata = distribution("numba").read_text("WHEEL") or ""
    tags = [line.split()[1].split("-") for line in metadata.splitlines() if line.startswith("Tag:")]
    if not tags:
        raise SystemExit("numba was not installed from a wheel, so the platform tag is unknown")
    return "-".join(".".join(sorted(set(part))) for part in zip(*tags, strict=True))


if __name__ == "__main__":
    main()
