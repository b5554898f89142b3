"""A released wheel contains compiled kernels: they are found wherever the package is installed."""

from __future__ import annotations

import importlib.util
import json
import os
import pwd
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from numba.core import config

import tilewright
from tilewright import kernel_cache

ROOT = Path(__file__).parents[2]
PACKAGE = Path(tilewright.__file__).parent
CHILD = Path(__file__).parent / "count_compilations.py"
STONES = '{"n": 3, "stones": [[0, 1], [1, 2], [2, 2], [5, 6]]}'


@pytest.fixture(scope="module")
def build_wheels() -> ModuleType:
    """The script ``scripts/build_wheels.py``, imported as a module."""
    spec = importlib.util.spec_from_file_location("build_wheels", ROOT / "scripts" / "build_wheels.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def installed(build_wheels: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A read-only folder with the package and the compiled kernels of Domino."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = folder / "tilewright.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in sorted(PACKAGE.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                archive.write(file, Path("tilewright") / file.relative_to(PACKAGE))
    kernels = build_wheels.compile_kernels(wheel, folder / "compiling", "domino")
    site = tmp_path_factory.mktemp("installed") / "site-packages"
    zipfile.ZipFile(wheel).extractall(site)
    shutil.copytree(kernels, site / "tilewright" / "_kernels")
    for path in (site, *site.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return site


@dataclass(frozen=True, slots=True)
class Outcome:
    status: int
    compiled: list[str]
    used: list[str]
    output: str
    errors: str


def run_installed(site: Path, caches: Path, *arguments: str, numba_version: str = ".") -> Outcome:
    """Run a command with an installed package, without HOME and with a given folder for caches."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(site),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": str(caches),
    }
    command = [sys.executable, str(CHILD), numba_version, *arguments]
    done = subprocess.run(command, env=environment, cwd=site, capture_output=True, text=True, check=True)
    output, _, last = done.stdout.rstrip().rpartition("\n")
    document: dict[str, Any] = json.loads(last)
    return Outcome(document["status"], document["compiled"], document["used"], output.strip(), done.stderr)


@pytest.fixture
def unwritable(tmp_path: Path) -> Path:
    """A path at which not even the administrator can create a folder, because its parent is a file."""
    (tmp_path / "file").touch()
    return tmp_path / "file" / "caches"


def test_an_installed_package_compiles_none_of_the_kernels_that_it_contains(
    installed: Path, unwritable: Path
) -> None:
    before = sorted(installed.rglob("*"))
    outcome = run_installed(installed, unwritable, "solve", "domino", STONES, "--json")
    assert (outcome.status, outcome.compiled, outcome.errors) == (0, [], "")
    # Three of the four stones form a chain; 5-6 fits none of the others.
    assert json.loads(outcome.output)["objective"] == 3
    assert sorted(installed.rglob("*")) == before


def test_the_check_finds_the_kernels_of_an_installed_package(installed: Path, unwritable: Path) -> None:
    outcome = run_installed(installed, unwritable, "compile", "--check", "domino")
    assert (outcome.status, outcome.output, outcome.errors) == (0, "domino: compiled", "")
    outcome = run_installed(installed, unwritable, "compile", "--check", "labyrinth")
    assert (outcome.status, outcome.output) == (1, "labyrinth: not compiled")


def test_compiling_again_writes_nothing_where_all_kernels_are_in_the_package(
    installed: Path, unwritable: Path
) -> None:
    outcome = run_installed(installed, unwritable, "compile", "domino")
    assert (outcome.status, outcome.errors) == (0, "")


def test_kernels_for_this_processor_replace_those_of_the_package(installed: Path, tmp_path: Path) -> None:
    outcome = run_installed(installed, tmp_path, "compile", "domino", "--native")
    assert (outcome.status, outcome.errors) == (0, "")
    folder = tmp_path / "tilewright" / "kernels"
    own = {file.name.partition("-")[0] for file in folder.glob("*.kernel")}
    shipped = {file.name.partition("-")[0] for file in (installed / "tilewright" / "_kernels").glob("*.kernel")}
    assert own == shipped
    solved = run_installed(installed, tmp_path, "solve", "domino", STONES, "--json")
    assert (solved.status, solved.compiled) == (0, [])
    assert solved.used
    assert all((folder / name).is_file() for name in solved.used)


def test_kernels_of_another_numba_version_are_compiled_again_without_a_message(
    installed: Path, tmp_path: Path
) -> None:
    arguments = ("solve", "domino", STONES, "--json")
    first = run_installed(installed, tmp_path, *arguments, numba_version="0.1")
    assert (first.status, first.errors) == (0, "")
    assert first.compiled
    assert json.loads(first.output)["objective"] == 3
    second = run_installed(installed, tmp_path, *arguments, numba_version="0.1")
    assert second.compiled == []


def test_a_kernel_that_cannot_be_saved_answers_with_one_line_of_warning(
    installed: Path, unwritable: Path
) -> None:
    outcome = run_installed(installed, unwritable, "solve", "domino", STONES, "--json", numba_version="0.1")
    assert outcome.status == 0
    assert json.loads(outcome.output)["objective"] == 3
    assert outcome.errors.count("\n") == 1
    assert "compiled kernels cannot be saved" in outcome.errors


def test_a_user_without_a_home_folder_has_no_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown(user: int) -> None:
        raise KeyError(user)

    for name in ("HOME", "XDG_CACHE_HOME", "TILEWRIGHT_KERNELS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.chdir(tmp_path)
    kernel_cache._warn_once.cache_clear()
    assert kernel_cache.kernel_folder() is None
    assert not kernel_cache.write_file("a.kernel", b"")
    assert not kernel_cache.write_file("b.kernel", b"")
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_code_with_extra_processor_features_is_not_generic(monkeypatch: pytest.MonkeyPatch) -> None:
    path = PACKAGE / "kernel_cache.py"
    monkeypatch.setattr(config, "CPU_NAME", kernel_cache.GENERIC)
    monkeypatch.setattr(config, "CPU_FEATURES", "")
    assert kernel_cache.code_identity(path) == kernel_cache.code_identity(path, kernel_cache.GENERIC)
    monkeypatch.setattr(config, "CPU_FEATURES", "+avx2")
    assert kernel_cache.code_identity(path) != kernel_cache.code_identity(path, kernel_cache.GENERIC)


def test_a_wheel_with_kernels_is_tagged_for_this_python_version_and_platform(build_wheels: ModuleType) -> None:
    interpreter, _, platform = build_wheels.platform_tag().split("-")
    assert interpreter == f"cp{sys.version_info.major}{sys.version_info.minor}"
    machine = sysconfig.get_platform().rpartition("-")[2]
    assert all(each.endswith(machine) for each in platform.split("."))


def test_the_source_tree_contains_no_kernels() -> None:
    assert not (ROOT / "src" / "tilewright" / "_kernels").exists()
    assert "_kernels/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()
