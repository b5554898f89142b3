"""Copy the example game of ``docs/adding-a-game.md`` under another name, for tests that modify the copy."""

from __future__ import annotations

from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "plugin" / "trominoes"


def copy_example(folder: Path, name: str) -> Path:
    """Copy the example game into a folder as a package with the given name, and return the package's path."""
    target = folder / name
    for file in EXAMPLE.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            copied = target / file.relative_to(EXAMPLE)
            copied.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text("utf-8").replace("trominoes", name.replace("_", "-"))
            copied.write_text(text, "utf-8")
    return target
