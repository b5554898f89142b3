"""Artificial run records for the tests of reports and findings."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from tilewright.records import RunRecord

MACHINE = json.dumps({"processor": "Abacus", "cores": 2, "memory": 4 * 2**30, "system": "Sand"})


def row(
    label: str, status: str, objective: float | None = None, bound: float | None = None, **more: Any
) -> RunRecord:
    fields: dict[str, Any] = {
        "run": "run",
        "key": "key",
        "sitting": "today",
        "kind": "solve",
        "suite": "mine",
        "game": "stubborn",
        "instance": "5",
        "label": label,
        "options": "{}",
        "repeat": 0,
        "status": status,
        "objective": objective,
        "bound": bound,
        "verified": True if status in ("optimal", "feasible", "satisfied") else None,
        "seconds": 1.0,
        "cpu_seconds": 1.0,
        "peak_bytes": 2**20,
        "result": json.dumps({"objective": objective, "bound": bound}),
        "started_at": datetime(2024, 5, 17),
        "tilewright": "0.1.0",
        "versions": "{}",
        "machine": MACHINE,
    }
    return RunRecord(**{**fields, **more})
