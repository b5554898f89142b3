"""The Labyrinth steps of the tour on the start page open what their texts promise."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from solver_checkboxes import ticked_solvers


def draw_a_labyrinth(page: Any) -> None:
    expect(page.get_by_label("Passages", exact=True)).to_be_checked()
    expect(page.get_by_label("Walk", exact=True)).to_be_visible()
    expect(page.locator(".grid-editor").get_by_label("Rows", exact=True)).to_have_value("6")


def watch_a_proof(page: Any) -> None:
    expect(page.locator(".grid-editor").get_by_label("Rows", exact=True)).to_have_value("18")
    expect(page.locator(".grid-editor").get_by_label("Columns", exact=True)).to_have_value("18")
    assert ticked_solvers(page) == ["frontier", "cuts"]
    expect(page.get_by_role("button", name="Solve", exact=True)).to_be_enabled()


STEPS = {"Draw a labyrinth": draw_a_labyrinth, "Watch a proof of optimality": watch_a_proof}
