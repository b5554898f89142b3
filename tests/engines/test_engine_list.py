"""The engine catalogue that `tilewright doctor` reads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.engines.engine_list import ENGINES, Engine


def test_every_engine_module_is_in_the_catalogue() -> None:
    assert [engine.name for engine in ENGINES] == ["cpsat", "sat", "clingo", "minizinc", "prolog"]


@pytest.mark.parametrize("engine", ENGINES[:3], ids=lambda engine: engine.name)
def test_engines_installed_with_the_package_are_available(engine: Engine) -> None:
    assert engine.program == ""
    assert engine.version()


@pytest.mark.needs("minizinc", "swipl")
def test_external_programs_have_a_version() -> None:
    versions = {engine.program: engine.version() for engine in ENGINES if engine.program}
    assert all(version and version[0].isdigit() for version in versions.values()), versions


def test_missing_programs_have_an_install_command_and_no_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    outside = [engine for engine in ENGINES if engine.program]
    assert [engine.version() for engine in outside] == [None, None]
    assert all(engine.install.startswith("apt-get install ") for engine in outside)


def test_reading_the_catalogue_imports_no_engine() -> None:
    heavy = "{'ortools', 'clingo', 'pysat', 'numpy', 'numba'}"
    script = f"import sys, tilewright.engines.engine_list; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
