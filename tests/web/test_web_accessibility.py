"""Accessibility: names for screen readers, heading levels, contrast, visible focus, reduced motion."""

from __future__ import annotations

import os
import re
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tilewright import registry

PAGES = resources.files("tilewright.web") / "pages"
STYLESHEETS = {
    name: PAGES.joinpath(name).read_text("utf-8") for name in ("all-pages.css", "bench.css", "puzzle.css")
}

TEXT_CONTRAST = 4.5
GRAPHIC_CONTRAST = 3.0
"""The minimum contrast ratios, for text and for graphics, that WCAG 2.2 requires at level AA."""


def colours() -> dict[str, tuple[str, str]]:
    """Return the colours of the stylesheets by name, each as a pair for the light and the dark theme."""
    sheet = "".join(STYLESHEETS.values())
    fixed = {name: (colour, colour) for name, colour in re.findall(r"--([\w-]+): (#[0-9a-f]{6});", sheet)}
    pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", sheet)
    return fixed | {name: (light, dark) for name, light, dark in pairs}


def luminance(colour: str) -> float:
    shares = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_in_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    ("ink", "papers", "least"),
    [
        *(
            (ink, ("paper", "panel"), TEXT_CONTRAST)
            for ink in ("ink", "muted", "accent", "alarm", "good", "hint")
        ),
        ("on-accent", ("accent",), TEXT_CONTRAST),
        ("alarm", ("alarm-paper",), TEXT_CONTRAST),
        ("ink", ("alarm-paper",), TEXT_CONTRAST),
        ("good", ("good-paper",), TEXT_CONTRAST),
        ("picture-ink", ("picture-paper",), TEXT_CONTRAST),
        *((f"s{series}", ("panel", "paper"), GRAPHIC_CONTRAST) for series in range(8)),
    ],
)
def test_colours_have_enough_contrast_in_both_themes(ink: str, papers: tuple[str, ...], least: float) -> None:
    known = colours()
    for paper in papers:
        for theme in (0, 1):
            assert contrast(known[ink][theme], known[paper][theme]) >= least, (ink, paper, theme)


def test_nothing_moves_if_the_user_prefers_reduced_motion() -> None:
    for name, sheet in STYLESHEETS.items():
        always_active = re.sub(r"@media \(prefers-reduced-motion: no-preference\) \{.*?\} \}", "", sheet)
        assert not re.search(r"transition|animation|scroll-behavior", always_active), name
    for script in PAGES.iterdir():
        if script.name.endswith(".js"):
            assert "smooth" not in script.read_text("utf-8"), script.name


NAMED_ROLES = {
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
"""The roles that need a name for screen readers."""


def check_accessibility(page: Any) -> None:
    """Check that controls are named and large enough, heading levels are in order, and focus is visible."""
    session = page.context.new_cdp_session(page)
    nodes = [node for node in session.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    names = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
    assert sum(role in NAMED_ROLES for role, _ in names) > 5
    assert not [role for role, name in names if role in NAMED_ROLES and not name.strip()]
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
        focus_visible = page.evaluate(
            "() => { const focused = document.activeElement;"
            " const outlined = focused.matches('.board-svg') ? focused.closest('.board') : focused;"
            " const look = getComputedStyle(outlined);"
            " return focused === document.body || look.outlineStyle !== 'none' || focused.matches('.skip'); }"
        )
        assert focus_visible, page.evaluate("document.activeElement.outerHTML")


MEASURE_LAYOUT_SHIFT = """
window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
MAX_LAYOUT_SHIFT = 0.1
"""The largest cumulative layout shift that Web Vitals rates as good."""


@pytest.mark.needs("chromium")
@pytest.mark.parametrize(
    "path", ["/", "/bench", "/games/domino", "/games/labyrinth", "/games/nurikabe", "/games/powers"]
)
def test_a_page_works_with_a_screen_reader_and_the_keyboard(visit: Any, path: str) -> None:
    visit.page.add_init_script(MEASURE_LAYOUT_SHIFT)
    page = visit.open(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.layoutShift") < MAX_LAYOUT_SHIFT
    if page.locator("details.generator").count():
        page.get_by_text("Generate an instance").click()
        page.get_by_role("button", name="Solve", exact=True).click()
        page.locator(".run .result").wait_for()
    check_accessibility(page)
    if page.get_by_role("tab", name="Play").count():
        page.get_by_role("tab", name="Play").click()
        page.locator(".hand .kinds button").first.wait_for()
        check_accessibility(page)
        page.get_by_text("Legal moves").click()
        page.locator(".moves summary").first.click()
        page.locator(".moves button").first.wait_for()
        check_accessibility(page)


AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
FIND_VIOLATIONS = """
async () => {
  const options = { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } };
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
"""
SIZES = ((1280, 900), (390, 844))
THEMES = ("light", "dark")


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe-core, which scripts/node-packages installs."""
    if not AXE.is_file():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            "axe-core is not installed: install Node.js and run sh scripts/node-packages"
        )
    return AXE.read_text("utf-8")


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("path", ["/", "/bench", "/api", *(f"/games/{game.name}" for game in registry.games())])
def test_axe_finds_no_violation_on_a_page_wide_and_narrow_light_and_dark(
    browser: Any, served: Any, axe: str, path: str
) -> None:
    """Check every tab on a wide screen in the light theme, and the first tab at every width and in every theme.

    The page is loaded once. Without reduced motion, axe would measure the contrast of colours in transition.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(180_000)
    page = context.new_page()
    page.goto(served.address + path)
    page.locator("html[data-ready]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate(axe)
    found: dict[str, list[str]] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            found[f"{width} {theme}"] = page.evaluate(FIND_VIOLATIONS)
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    page.emulate_media(color_scheme="light")
    for tab in page.get_by_role("tab").all()[1:]:
        tab.click()
        page.wait_for_load_state("networkidle")
        found[tab.inner_text()] = page.evaluate(FIND_VIOLATIONS)
    context.close()
    assert {each: violations for each, violations in found.items() if violations} == {}
