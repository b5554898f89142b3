"""An MkDocs hook that adds pages from outside the folder docs to the site and adapts relative links.

The README of the repository becomes the start page; the Markdown files in the folder of each game, such as its
README, become the pages of the game; a notebook becomes a page with its outputs; each public package and each
game has a page with its documented names. A relative link to a file that is part of the site, such as a page or
a picture, is changed to the path of that file on the site. A link to any other file of the repository becomes
plain text.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright import registry

if TYPE_CHECKING:  # the tests import this module without MkDocs
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
GAMES = Path("src/tilewright/games")
PROJECT = {
    "CHANGELOG.md": "Changes",
    "CONTRIBUTING.md": "Contributing",
    "SECURITY.md": "Security",
    "CODE_OF_CONDUCT.md": "Code of conduct",
}
PACKAGES = {
    "tilewright": "Solve and check",
    "tilewright.game": "Games, solvers, agents",
    "tilewright.geometry": "Geometry",
    "tilewright.drawing": "Drawing",
    "tilewright.engines": "Engines",
    "tilewright.running": "Running",
    "tilewright.records": "Records",
    "tilewright.play": "Play",
    "tilewright.puzzles": "Pencil puzzles",
    "tilewright.bench": "Bench",
    "tilewright.envs": "Environments",
    "tilewright.testing": "Tests for games",
}
"""The public packages with their titles in the reference."""

_CODE_OR_LINK = re.compile(
    r"^```.*?^```|(?P<link>(?P<picture>!?)\[(?P<label>(?:`[^`]*`|[^\]`])*)\]\((?P<address>[^)\s]+)\))|`[^`]*`",
    re.DOTALL | re.MULTILINE,
)
"""Matches code, which is kept unchanged, or a link, whose label may contain code."""

page_of: dict[str, str] = {}
"""Maps the repository path of each document that becomes a page to the path of the page on the site."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Record the documents in `page_of`, and fill in the navigation lists that mkdocs.yml leaves empty."""
    page_of.clear()
    page_of["README.md"] = "index.md"
    for path in sorted((ROOT / "docs").rglob("*.md")):
        page_of[path.relative_to(ROOT).as_posix()] = path.relative_to(ROOT / "docs").as_posix()
    notebooks = []
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        page = f"notebooks/{path.stem}.md"
        page_of[path.relative_to(ROOT).as_posix()] = page
        title = json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"][0]
        notebooks.append({title.removeprefix("# ").strip(): page})
    games: list[Any] = []
    results: list[Any] = []
    for game in registry.games():
        if not game.package.startswith("tilewright."):
            continue  # a game from another package
        folder = GAMES / game.name.replace("-", "_")
        own: list[Any] = []
        for path in sorted((ROOT / folder).glob("*.md"), key=_place):
            page = f"games/{game.name}/{'index.md' if path.name == 'README.md' else path.name.lower()}"
            page_of[(folder / path.name).as_posix()] = page
            match path.name:
                case "README.md":
                    own.append({game.title: page})
                case "SOLVERS.md":
                    own.append({"Solvers": page})
                case "RESULTS.md":
                    results.append({game.title: page})
                case _:
                    results.append({_heading(path): page})
        if own:
            games.append({game.title: own if len(own) > 1 else next(iter(own[0].values()))})
    project = []
    for file, title in PROJECT.items():
        if (ROOT / file).exists():
            page_of[file] = f"project/{file.lower()}"
            project.append({title: page_of[file]})
    python: list[Any] = [{title: _reference_page(package)} for package, title in PACKAGES.items()]
    python.append({"Games": [{title: _reference_page(package)} for package, title in game_packages().items()]})
    filled = {"Games": games, "Results": results, "Project": project, "Python": python, "Notebooks": notebooks}
    config.nav = [_filled(entry, filled) for entry in config.nav or []]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the notebooks, the documents from outside the folder docs, the games' pictures, and the reference."""
    from mkdocs.structure.files import File

    for source, page in page_of.items():
        if source.endswith(".ipynb"):
            text = notebook_page(json.loads((ROOT / source).read_text(encoding="utf-8")), Path(source).name)
            files.append(File.generated(config, page, content=text))
        elif not source.startswith("docs/"):
            files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
            if page.startswith("games/") and page.endswith("index.md"):
                for picture in sorted((ROOT / source).parent.glob("*.svg")):
                    target = posixpath.join(posixpath.dirname(page), picture.name)
                    files.append(File.generated(config, target, abs_src_path=str(picture)))
    for package, title in {**PACKAGES, **game_packages()}.items():
        text = f"# {title}\n\n::: {package}\n    options:\n      show_root_heading: false\n"
        files.append(File.generated(config, _reference_page(package), content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the text of a page with its relative links rewritten for the site."""
    sources = {target: source for source, target in page_of.items()}
    source = sources.get(page.file.src_uri)
    if source is None:
        return markdown
    return _CODE_OR_LINK.sub(
        lambda match: _link(match, source, page.file.src_uri, files) if match["link"] else match.group(),
        markdown,
    )


def _link(match: re.Match[str], source: str, page: str, files: Files) -> str:
    """Return a link in a document, rewritten for the page that is generated from this document."""
    picture, label, address = match["picture"], match["label"], match["address"]
    if re.match(r"[a-z]+:|#", address):
        return match.group()
    path, mark, anchor = address.partition("#")
    wanted = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    target = page_of.get(wanted) or _shown_file(wanted)
    if target is None or target not in files.src_uris:
        if picture:
            raise SystemExit(f"{source}: the picture {address} is not part of the site")
        return label
    return f"{picture}[{label}]({posixpath.relpath(target, posixpath.dirname(page) or '.')}{mark}{anchor})"


def notebook_page(notebook: dict[str, Any], file: str) -> str:
    """Return a notebook with its outputs as Markdown; the page links to the notebook's file."""
    title, *cells = notebook["cells"]
    parts = ["".join(title["source"]), f'<a href="../{file}" download>Download this notebook</a>']
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += [_output(output) for output in cell["outputs"]]
    return "\n\n".join(parts) + "\n"


def _output(output: dict[str, Any]) -> str:
    """Return an output of a cell as Markdown: a picture, a table, or text."""
    data = output.get("data", {"text/plain": output.get("text", [])})
    if "image/svg+xml" in data:
        picture = base64.b64encode("".join(data["image/svg+xml"]).encode()).decode()
        return f'<img alt="The picture drawn by the code above" src="data:image/svg+xml;base64,{picture}">'
    if "text/html" in data:
        table = re.sub(r"<style.*?</style>", "", "".join(data["text/html"]), flags=re.DOTALL)
        return f"<div>{' '.join(table.split())}</div>"
    return "```text\n" + "".join(data["text/plain"]).rstrip("\n") + "\n```"


def _shown_file(path: str) -> str | None:
    """Return the path that a file in docs or in a game's folder has on the site if it is shown there.

    For any other file, return None.
    """
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    folder, _, name = path.rpartition("/")
    page = page_of.get(f"{folder}/README.md")
    return page and posixpath.join(posixpath.dirname(page), name)


def game_packages() -> dict[str, str]:
    """Return the packages of the games of this project, with their titles in the reference."""
    own = [game for game in registry.games() if game.package.startswith("tilewright.")]
    return {game.package: f"{game.title} in Python" for game in own}


def _place(path: Path) -> tuple[int, str]:
    """Return a key that sorts a game's documents: README, SOLVERS, RESULTS, then all others by name."""
    first = ("README.md", "SOLVERS.md", "RESULTS.md")
    return (first.index(path.name) if path.name in first else len(first), path.name)


def _heading(path: Path) -> str:
    """Return the first heading of a document."""
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").strip()


def _reference_page(package: str) -> str:
    return f"reference/{package}.md"


def _filled(entry: Any, filled: dict[str, list[Any]]) -> Any:
    """Return an entry of the navigation with its empty lists filled in."""
    if not isinstance(entry, dict):
        return entry
    [(title, value)] = entry.items()
    if isinstance(value, list):
        value = [_filled(each, filled) for each in value] or filled[title]
    return {title: value}
