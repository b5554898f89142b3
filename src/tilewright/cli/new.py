"""The command `tilewright new`, which creates a pencil puzzle from templates."""

from __future__ import annotations

import keyword
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from tilewright import registry
from tilewright.cli.choose_game import AUTO
from tilewright.console import command_options as opts
from tilewright.console import print_json
from tilewright.errors import BadInput
from tilewright.files import report_write_errors

__all__ = ["new"]

KINDS = {
    "shade": "shade cells",
    "numbers": "write numbers",
    "regions": "divide the board",
    "lines": "draw lines",
}
"""The kinds of pencil puzzles, each with a description of what a player does."""

TEMPLATES = "tilewright.puzzles.templates"
SHARED = "shared"
"""The folder of the templates that all kinds have in common."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new(
    name: Annotated[
        str, opts.argument("The name of the puzzle: lower-case letters, digits and single hyphens.", "NAME")
    ],
    kind: Annotated[
        str, opts.option("The kind of the puzzle: shade, numbers, regions or lines.", "KIND", "--kind")
    ] = "",
    folder: Annotated[
        str | None,
        opts.option("Create a separate project in the new folder DIR/NAME.", "DIR", "--folder"),
    ] = None,
    json: opts.Json = False,
) -> int:
    """Create a new pencil puzzle from a small working example.

    If Tilewright runs from a source checkout, the puzzle is added to its games. Otherwise, or with --folder, a
    separate project is created, which pip can install.

    \b
    Examples:
      tilewright new my-puzzle --kind shade
      tilewright new my-puzzle --kind lines --folder projects --json
    """
    _check_name(name)
    if kind not in KINDS:
        kinds = ", ".join(f"{each} ({what})" for each, what in KINDS.items())
        given = f"there is no kind {kind!r}; the kinds are" if kind else "--kind is missing; the kinds are"
        raise BadInput(f"{given} {kinds}")
    root = None if folder is not None else source_checkout(Path(str(resources.files("tilewright"))))
    target, texts = _new_files(root, Path(folder or "."), name, kind)
    for path in {target, *texts}:
        if path.exists():
            raise BadInput(f"{str(path)!r} already exists")
    with report_write_errors(target):
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    if json:
        print_json({"name": name, "folder": str(target), "files": sorted(map(str, texts))})
        return 0
    print(f"created {target} with {len(texts)} files")
    if root:
        print(
            f"write the expected results of {name} with: python scripts/update_behaviour_signatures.py {name}"
        )
        print("update the documents with: python scripts/generate_docs.py")
    else:
        print(f"install it with: pip install -e {target}")
    print(f"test it with: tilewright conform {name}")
    return 0


def source_checkout(package: Path) -> Path | None:
    """Return the root of the source checkout that contains the package, or None if there is none."""
    root = package.parents[1]
    project = root / "pyproject.toml"
    if package.parent.name != "src" or not project.is_file():
        return None
    try:
        data = tomllib.loads(project.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return root if data.get("project", {}).get("name") == package.name else None


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        problem = (
            "a name consists of lower-case letters, digits and single hyphens, begins with a letter and does "
            "not end with a hyphen"
        )
        raise BadInput(f"{name!r} cannot be the name of a puzzle: {problem}")
    package = name.replace("-", "_")
    if name in registry.names():
        raise BadInput(f"there is already a game called {name!r}")
    if name == AUTO or keyword.iskeyword(package) or find_spec(package) is not None:
        problem = "Python, Tilewright or an installed package already uses it"
        raise BadInput(f"{name!r} cannot be the name of a puzzle: {problem}")


# --- The files ----------------------------------------------------------------------------------------


def _new_files(root: Path | None, parent: Path, name: str, kind: str) -> tuple[Path, dict[Path, str]]:
    """Return the folder of a new puzzle, and the texts of all new files.

    If `root` is given, the puzzle is a game in the source checkout `root`; otherwise, it is a separate project
    in `parent`.
    """
    package = name.replace("-", "_")
    if root is not None:
        folder = code = root / "src" / "tilewright" / "games" / package
        tests = root / "tests" / package
        files = ["README.md"]
    else:
        folder = parent / name
        code, tests = folder / package, folder / "tests"
        files = ["README.md", "pyproject.toml"]
    texts = {code / path: text for path, text in _package_texts(name, kind)}
    texts |= {folder / file: _shared(file, name) for file in files}
    texts[tests / f"test_{package}.py"] = _shared("test_puzzle.py", name)
    return folder, texts


def _package_texts(name: str, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the relative path and the text of each file in the puzzle's package."""
    for file in sorted(_templates(kind), key=lambda file: file.name):
        yield file.name.replace("puzzle.lp", f"{name.replace('-', '_')}.lp"), _filled_in(file, name)
    yield "signature.json", _shared("signature.json", name)
    yield "suites/quick.toml", _shared("quick.toml", name)


def _templates(folder: str) -> list[Traversable]:
    return [file for file in resources.files(TEMPLATES).joinpath(folder).iterdir() if file.is_file()]


def _shared(file: str, name: str) -> str:
    return _filled_in(resources.files(TEMPLATES).joinpath(SHARED, file), name)


def _filled_in(file: Traversable, name: str) -> str:
    """Return the text of a template, with its placeholders replaced by the name of the puzzle."""
    package = name.replace("-", "_")
    text = file.read_text("utf-8").replace("puzzle.lp", f"{package}.lp").replace("puzzle_name", package)
    title = name.replace("-", " ").capitalize()
    return text.replace("puzzle-name", name).replace("My Puzzle", title)
