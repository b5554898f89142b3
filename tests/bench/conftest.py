from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewright import registry

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture
def stubborn(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Register the game `stubborn`, whose solvers misbehave, for one test; the value is the game's name."""
    monkeypatch.syspath_prepend(str(PLUGIN))
    registry._others.cache_clear()
    yield "stubborn"
    registry._others.cache_clear()
