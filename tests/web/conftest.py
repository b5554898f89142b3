from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tilewright import registry
from tilewright.web.app import create_app
from tilewright.web.jobs import Jobs
from tilewright.web.pool import Pool

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture
def awkward(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game that cannot be trusted, known to the registry for the time of a test."""
    monkeypatch.syspath_prepend(str(PLUGIN))
    registry._others.cache_clear()
    registry.broken.cache_clear()
    yield "awkward"
    registry._others.cache_clear()
    registry.broken.cache_clear()


@pytest.fixture
def pool() -> Pool:
    return Pool(workers=1)


@pytest.fixture
def client(pool: Pool) -> Iterator[TestClient]:
    with TestClient(create_app(Jobs(workers=1, waiting=2), pool), base_url="http://127.0.0.1") as client:
        yield client
