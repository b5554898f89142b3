"""The Domino step of the tour on the start page opens what its text promises."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from solver_checkboxes import ticked_solvers


def compare_solvers(page: Any) -> None:
    expect(page.get_by_role("tab", name="Solve", exact=True)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Instance as text")).to_have_value(re.compile("^6: 33 65"))
    assert ticked_solvers(page) == ["auto", "trail", "cpsat"]


STEPS = {"Compare solvers": compare_solvers}
