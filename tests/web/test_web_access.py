"""For everyone: names for screen readers, headings in order, contrast, visible focus, nothing that moves."""

from __future__ import annotations

import re
from importlib import resources
from itertools import pairwise
from typing import Any

import pytest

PAGES = resources.files("tilewright.web") / "pages"
SHEETS = {name: PAGES.joinpath(name).read_text("utf-8") for name in ("theme.css", "bench.css")}

TEXT = 4.5
GRAPHIC = 3.0
"""The contrasts that WCAG 2.2 asks for, at level AA."""


def colours() -> dict[str, tuple[str, str]]:
    """The colours of the sheets by name, in the light and in the dark."""
    sheet = "".join(SHEETS.values())
    found = {name: (one, one) for name, one in re.findall(r"--([\w-]+): (#[0-9a-f]{6});", sheet)}
    pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", sheet)
    return found | {name: (light, dark) for name, light, dark in pairs}


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_in_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    ("ink", "papers", "least"),
    [
        *((ink, ("paper", "panel"), TEXT) for ink in ("ink", "muted", "accent", "alarm", "good", "hint")),
        ("on-accent", ("accent",), TEXT),
        ("alarm", ("alarm-paper",), TEXT),
        ("ink", ("alarm-paper",), TEXT),
        ("good", ("good-paper",), TEXT),
        ("sheet-ink", ("sheet",), TEXT),
        *((f"s{series}", ("panel", "paper"), GRAPHIC) for series in range(8)),
    ],
)
def test_colours_stand_out_in_both_themes(ink: str, papers: tuple[str, ...], least: float) -> None:
    known = colours()
    for paper in papers:
        for theme in (0, 1):
            assert contrast(known[ink][theme], known[paper][theme]) >= least, (ink, paper, theme)


def test_nothing_moves_for_those_who_do_not_want_it() -> None:
    for name, sheet in SHEETS.items():
        calm = re.sub(r"@media \(prefers-reduced-motion: no-preference\) \{.*?\} \}", "", sheet)
        assert not re.search(r"transition|animation|scroll-behavior", calm), name
    for script in PAGES.iterdir():
        if script.name.endswith(".js"):
            assert "smooth" not in script.read_text("utf-8"), script.name


NAMED = {
    "button",
    "checkbox",
    "combobox",
    "image",
    "link",
    "progressbar",
    "radio",
    "region",
    "searchbox",
    "spinbutton",
    "tab",
    "tabpanel",
    "textbox",
}
"""What a screen reader must have a name for."""


def sweep(page: Any) -> None:
    """Every control has a name, headings go down by one, every stop of the Tab key is seen."""
    session = page.context.new_cdp_session(page)
    nodes = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    names = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
    assert sum(role in NAMED for role, _ in names) > 5
    assert not [role for role, name in names if role in NAMED and not name.strip()]
    levels = page.locator("h1:visible, h2:visible, h3:visible, h4:visible").evaluate_all(
        "list => list.map((heading) => Number(heading.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels)), levels
    small = page.locator("button:visible, select:visible, input:visible, summary:visible").evaluate_all(
        "list => list.filter((each) => { const box = (each.closest('label') ?? each).getBoundingClientRect();"
        " return Math.min(box.width, box.height) < 24; }).map((each) => each.outerHTML)"
    )
    assert not small
    page.evaluate("document.activeElement.blur()")
    for _ in range(25):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "() => { const at = document.activeElement;"
            " const look = getComputedStyle(at.matches('.board-svg') ? at.closest('.board') : at);"
            " return at === document.body || look.outlineStyle !== 'none' || at.matches('.skip'); }"
        )
        assert seen, page.evaluate("document.activeElement.outerHTML")


JUMPS = """
window.jumps = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumps += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
STEADY = 0.1
"""The cumulative layout shift that is called good."""


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("path", ["/", "/bench", "/games/domino", "/games/labyrinth", "/games/powers"])
def test_a_page_serves_those_who_hear_it_and_those_who_press_keys(visit: Any, path: str) -> None:
    visit.page.add_init_script(JUMPS)
    page = visit.open(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.jumps") < STEADY
    if page.locator("details.generator").count():
        page.get_by_text("Generate an instance").click()
        page.get_by_role("button", name="Solve", exact=True).click()
        page.locator(".run .result").wait_for()
    sweep(page)
    if page.get_by_role("tab", name="Play").count():
        page.get_by_role("tab", name="Play").click()
        page.locator(".hand .kinds button").first.wait_for()
        sweep(page)
        page.get_by_text("List of moves").click()
        page.locator(".moves summary").first.click()
        page.locator(".moves button").first.wait_for()
        sweep(page)
