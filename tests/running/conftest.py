from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewright import registry

PLUGIN = Path(__file__).parents[1] / "bench" / "plugin"


@pytest.fixture
def stubborn(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Register, for the duration of a test, the game whose solvers misbehave."""
    monkeypatch.syspath_prepend(str(PLUGIN))
    registry._others.cache_clear()
    yield "stubborn"
    registry._others.cache_clear()
