"""The Nine Tiles Panic step of the tour on the start page opens what its text promises."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def build_a_town(page: Any) -> None:
    expect(page.get_by_role("tab", name="Build", exact=True)).to_have_attribute("aria-selected", "true")
    # The scores of the town in the picture of the game; the points of theme 4 are for the player who finishes
    # first.
    points = [1, 0, 1, "–", 4, 3, 2, 1, 5, 3, 3, 3, 1, 4, "−3", 1, 2, 0, 1, 0, 7, 6, 1, 3, 3, 4]
    expect(page.locator("#part-Build .theme .points")).to_have_text(list(map(str, points)))
    expect(page.get_by_role("tab", name="Race", exact=True)).to_be_visible()


STEPS = {"Build a town": build_a_town}
