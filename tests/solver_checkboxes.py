"""The checkboxes with which a page offers the solvers of a game."""

from __future__ import annotations

from typing import Any


def ticked_solvers(page: Any) -> list[str]:
    """Return the names of the ticked solvers."""
    boxes = page.get_by_role("group", name="Solvers").get_by_role("checkbox").all()
    return [box.input_value() for box in boxes if box.is_checked()]
