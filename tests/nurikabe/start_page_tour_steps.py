"""The Nurikabe steps of the tour on the start page open what their texts promise."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect


def solve_by_logic(page: Any) -> None:
    expect(page.get_by_label("Play", exact=True)).to_be_checked()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Do it").wait_for()


def open_from_the_web(page: Any) -> None:
    expect(page.get_by_label("Edit", exact=True)).to_be_checked()
    page.locator(".editor-part .note", has_text=re.compile("one solution", re.I)).wait_for()


STEPS = {"Solve a puzzle by logic": solve_by_logic, "Open a puzzle from the web": open_from_the_web}
