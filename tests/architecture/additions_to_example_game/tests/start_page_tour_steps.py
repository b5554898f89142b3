"""The game's step of the tour on the start page opens what its text promises."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def cover_a_small_board(page: Any) -> None:
    expect(page.get_by_label("Instance as text")).to_have_value("2@0,0")


STEPS = {"Cover a small board": cover_a_small_board}
