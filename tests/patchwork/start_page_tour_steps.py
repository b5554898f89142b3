"""The Patchwork step of the tour on the start page opens what its text promises."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect


def play_a_strong_opponent(page: Any) -> None:
    """After the person's move, the page requests a move from the agent `mcts`, not from the default agent."""
    expect(page.get_by_role("tab", name="Play", exact=True)).to_have_attribute("aria-selected", "true")
    with page.expect_request(lambda request: "mcts" in (request.post_data or "")):
        page.get_by_role("button", name=re.compile("^Advance")).click()


STEPS = {"Play a strong opponent": play_a_strong_opponent}
