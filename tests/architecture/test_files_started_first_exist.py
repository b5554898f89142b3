"""The order in which the test files are run."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


def test_every_file_that_is_started_first_exists(request: pytest.FixtureRequest) -> None:
    conftest = request.config.pluginmanager.get_plugin(str(TESTS.parent / "conftest.py"))
    assert conftest is not None
    names = conftest.STARTED_FIRST
    assert len(set(names)) == len(names)
    assert [name for name in names if not (TESTS / name).is_file()] == []
