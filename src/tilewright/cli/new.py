"""The command `tilewright new`, which creates a pencil puzzle from templates."""

from __future__ import annotations

import keyword
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module, resources
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
from tilewright.game import Run
from tilewright.strict_json import read_json

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

JSON_SECTION = "json_section.md"
"""The file, in the folder of each kind, with the section of the README about JSON."""

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
    folders = [str(target), *(str(path.parent) for path in texts if not path.is_relative_to(target))]
    print(f"created {len(texts)} files in {' and '.join(folders)}")
    if not root:
        print(f"install it with: pip install -e {target}")
    print(f"test it with: tilewright conform {name}")
    if root:
        print(f"when it is complete, run these commands in the folder {root}:")
        print(f"  python scripts/update_behaviour_signatures.py {name}   (its expected search results)")
        print("  python scripts/generate_docs.py   (the tables in the documents)")
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
        files = []
    else:
        folder = parent / name
        code, tests = folder / package, folder / "tests"
        files = ["pyproject.toml"]
    texts = {code / path: text for path, text in _package_texts(name, kind)}
    texts |= {folder / file: _shared(file, name) for file in files}
    texts[folder / "README.md"] = _shared("README.md", name) + "\n" + _template(kind, JSON_SECTION, name)
    texts[folder / "solved.svg"] = _picture(kind, name)
    texts[tests / f"test_{package}.py"] = _shared("test_puzzle.py", name)
    return folder, texts


def _package_texts(name: str, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the relative path and the text of each file in the puzzle's package."""
    for file in sorted(_templates(kind), key=lambda file: file.name):
        if file.name != JSON_SECTION:
            target = file.name.replace("puzzle.lp", f"{name.replace('-', '_')}.lp")
            yield target, _template(kind, file.name, name)
    yield "signature.json", _shared("signature.json", name)
    yield "suites/quick.toml", _shared("quick.toml", name)


def _templates(folder: str) -> list[Traversable]:
    return [file for file in resources.files(TEMPLATES).joinpath(folder).iterdir() if file.is_file()]


def _shared(file: str, name: str) -> str:
    return _template(SHARED, file, name)


def _template(folder: str, file: str, name: str) -> str:
    return _filled_in(resources.files(TEMPLATES).joinpath(folder, file).read_text("utf-8"), name)


def _filled_in(text: str, name: str) -> str:
    """Return the text of a template, with its placeholders replaced by the name of the puzzle."""
    package = name.replace("-", "_")
    text = text.replace("puzzle.lp", f"{package}.lp").replace("puzzle_name", package)
    text = text.replace("puzzle-name", name).replace("Puzzle-name", name.capitalize())
    return text.replace("My Puzzle", name.replace("-", " ").capitalize())


def _picture(kind: str, name: str) -> str:
    """Return an SVG picture of the new puzzle's first example and its solution.

    The template of the kind solves and draws the example, so the new puzzle need not be imported.
    """
    puzzle = import_module(f"{TEMPLATES}.{kind}.puzzle").PUZZLE
    examples = read_json(resources.files(TEMPLATES).joinpath(kind, "examples.json").read_text("utf-8"))
    board = puzzle.notation.parse(examples["instances"][0]["instance"])
    solution = puzzle.sat(board, Run()).solution
    return _filled_in(puzzle.picture.scene(board, solution).to_svg(), name)
