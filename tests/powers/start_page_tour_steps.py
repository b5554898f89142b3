"""The Powers step of the tour on the start page opens what its text promises."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from solver_checkboxes import ticked_solvers


def find_the_number(page: Any) -> None:
    expect(page.get_by_label("Instance as text")).to_have_value("3,4")
    assert {"direct", "cpsat"} <= set(ticked_solvers(page))


STEPS = {"Find the number": find_the_number}
