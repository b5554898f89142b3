"""Strict typing: only the kernels, which Numba compiles, are excluded from mypy's checks."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "src").rglob("*.py"))


def is_kernel(file: Path) -> bool:
    return file.name == "kernel.py" or file.name.endswith("_kernel.py")


def test_only_kernels_are_left_out_of_type_checking() -> None:
    without = [file for file in FILES if re.search(r"^# mypy:", file.read_text("utf-8"), flags=re.M)]
    assert [str(file) for file in without if not is_kernel(file)] == []


def test_the_settings_of_mypy_are_strict_and_leave_out_no_module_of_ours() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert settings["strict"] is True
    for override in settings["overrides"]:
        assert not [module for module in override["module"] if module.startswith("tilewright")]


def test_every_ignored_error_is_named() -> None:
    bare = [str(file) for file in FILES if re.search(r"# type: ignore(?!\[)", file.read_text("utf-8"))]
    assert bare == []
