"""Register two games that exist only for the tests in this folder."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from tilewright import registry


@pytest.fixture(autouse=True)
def two_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {
        name: EntryPoint(name, f"{name.replace('-', '_')}:game", registry.GROUP)
        for name in ("domineering", "short-deck")
    }
    found = registry._others()
    monkeypatch.setattr(registry, "_others", lambda: {**found, **points})
