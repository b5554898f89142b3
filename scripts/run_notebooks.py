#!/usr/bin/env python3
"""Run the notebooks of docs/notebooks and write their outputs into the files.

    python scripts/run_notebooks.py                      all notebooks
    python scripts/run_notebooks.py FILE ...             only these notebooks
    python scripts/run_notebooks.py --check [FILE ...]   write nothing; exit with status 1 if a file is outdated

The cells of a notebook run in this process, in order, in a new namespace, as in a notebook that is restarted
and run from top to bottom. The outputs of a cell are the text that it prints, the values that it passes to
`display`, and the value of its last expression. The notebooks print no times, so the same code always has the
same outputs. Jupyter can open and run the files, but this script does not need Jupyter.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"
_PICTURES = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}


def main() -> None:
    """Run the notebooks that the arguments name, or all of them."""
    arguments = sys.argv[1:]
    check = "--check" in arguments
    files = [Path(word).resolve() for word in arguments if word != "--check"] or sorted(FOLDER.glob("*.ipynb"))
    outdated = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            fresh = to_text(run(json.loads(text)))
        if fresh != text:
            outdated.append(file.name)
            if not check:
                file.write_text(fresh, encoding="utf-8")
        print(
            f"{file.name}: {'unchanged' if fresh == text else 'outdated' if check else 'written'}", flush=True
        )
    if check and outdated:
        raise SystemExit("update the outdated notebooks with: python scripts/run_notebooks.py")


def to_text(notebook: dict[str, Any]) -> str:
    """Return the text of a notebook's file, as Jupyter writes it."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of the notebook with the outputs of its cells; exceptions in cells are not caught."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = run_cell("".join(cell["source"]), namespace, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def run_cell(source: str, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell and return its outputs."""
    outputs: list[dict[str, Any]] = []
    printed = io.StringIO()

    def flush() -> None:
        if printed.getvalue():
            outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
            printed.seek(0)
            printed.truncate()

    def display(value: Any) -> None:
        flush()
        outputs.append({"data": views(value), "metadata": {}, "output_type": "display_data"})

    namespace["display"] = display
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"<cell {count}>", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"<cell {count}>", "eval"), namespace)
            if value is not None:
                flush()
                outputs.append(
                    {
                        "data": views(value),
                        "execution_count": count,
                        "metadata": {},
                        "output_type": "execute_result",
                    }
                )
    flush()
    return outputs


def views(value: Any) -> dict[str, Any]:
    """Return the representations of a value by media type, as in a notebook: a picture, HTML, plain text."""
    data = {}
    for method, kind in _PICTURES.items():
        picture = getattr(value, method, lambda: None)()
        if picture:
            data[kind] = lines(str(picture))
    text = f"<{type(value).__name__}>" if "image/svg+xml" in data else repr(value)
    return {**data, "text/plain": lines(text)}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    os.environ.setdefault("TILEWRIGHT_DATA", os.path.join(tempfile.gettempdir(), "tilewright-notebooks"))
    main()
