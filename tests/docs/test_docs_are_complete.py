"""The site has a page for every document, and every public name occurs in a tested example.

`make docs` builds the site; MkDocs then checks all links.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]


def script(name: str) -> ModuleType:
    """Import a script from the folder ``scripts``, and return the module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = script("site_pages")
SETTINGS = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))


def targets(entries: list[Any]) -> Iterator[str]:
    """Yield the paths of all pages in a navigation tree, such as `nav` in ``mkdocs.yml``."""
    for entry in entries:
        [value] = entry.values()
        yield from [value] if isinstance(value, str) else targets(value)


def test_every_document_of_the_tree_is_in_the_navigation() -> None:
    config = PAGES.on_config(SimpleNamespace(nav=SETTINGS["nav"]))
    listed = list(targets(config.nav))
    assert len(listed) == len(set(listed))
    assert set(PAGES.page_of.values()) == {page for page in listed if not page.startswith("reference/")}
    for document in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]:
        assert document.relative_to(ROOT).as_posix() in PAGES.page_of


def test_every_game_has_a_page_with_a_picture_and_at_most_150_lines() -> None:
    for readme in (ROOT / "src" / "tilewright" / "games").glob("*/README.md"):
        text = readme.read_text("utf-8")
        assert re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text), readme.parent.name
        assert len(text.splitlines()) <= 150, readme.parent.name


def examples() -> str:
    """Return the lines of all tested examples in docstrings and documents."""
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    lines = (line for file in files for line in file.read_text("utf-8").splitlines())
    return "\n".join(line for line in lines if re.match(r"\s*(>>>|\.\.\.) ", line))


@pytest.mark.parametrize("package", PAGES.PACKAGES)
def test_every_public_name_has_a_docstring_and_an_example_that_runs(package: str) -> None:
    module = import_module(package)
    assert module.__doc__
    shown = examples()
    for name in getattr(module, "__all__", ()):
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, f"{package}.{name} has no docstring"
        assert re.search(rf"\b{name}\b", shown), f"{package}.{name} has no example"


def test_the_version_is_the_same_everywhere() -> None:
    version = re.escape(import_module("tilewright").__version__)
    for file, pattern in {
        "pyproject.toml": f'^version = "{version}"$',
        "CITATION.cff": f"^version: {version}$",
    }.items():
        assert re.search(pattern, (ROOT / file).read_text("utf-8"), flags=re.M), file
