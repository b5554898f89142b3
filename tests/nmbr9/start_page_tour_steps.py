"""The Nmbr9 step of the tour on the start page opens what its text promises."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def stack_a_deck(page: Any) -> None:
    expect(page.get_by_role("tab", name="Play", exact=True)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Deck", exact=True)).to_have_value("20")
    expect(page.get_by_label("Seed", exact=True)).to_have_value("1")
    page.get_by_role("button", name="Rotation 1 of", exact=False).wait_for()


STEPS = {"Stack a shuffled deck": stack_a_deck}
