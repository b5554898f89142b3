"""`tilewright data`: list, export and verify the datasets of the games."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from tilewright.console import command_options as opts
from tilewright.console import print_json, print_table, say

__all__ = ["app"]

app = opts.command_group("List, export and verify the citable datasets of the games.")

DIFFERS = 1
"""The exit status of `data verify` if a file is missing, changed or not listed."""


@app.command("list")
def list_datasets(json: opts.Json = False) -> int:
    """List the datasets of all games.

    \b
    Examples:
      tilewright data list
    """
    from tilewright.data_export import offered_datasets

    offered = offered_datasets()
    if json:
        print_json(
            [{"name": each.name, "title": each.dataset.title, "about": each.dataset.about} for each in offered]
        )
    else:
        print_table(["dataset", "contents"], [(each.name, each.dataset.title) for each in offered])
    return 0


@app.command()
def export(
    folder: Annotated[str, opts.argument("A new or empty folder.", "DIR")],
    datasets: Annotated[
        list[str] | None, opts.argument("Datasets or games; by default all.", "DATASET")
    ] = None,
    small: Annotated[bool, opts.option("Write a small sample of each dataset.", None, "--small")] = False,
    data: opts.DataFolder = None,
    json: opts.Json = False,
    quiet: opts.Quiet = False,
) -> int:
    """Write datasets with a description, the licence, checksums, and the command that computes each file.

    The same command with the same versions of Tilewright and its libraries writes the same bytes. The export of
    all datasets takes about ten minutes of CPU time, mostly for games between agents.

    \b
    Examples:
      tilewright data export tilewright-data
      tilewright data export puzzles nurikabe shikaku/library
      tilewright data export sample --small
    """
    from tilewright.data_export import export_datasets

    written = export_datasets(
        Path(folder),
        datasets or (),
        small=small,
        data=None if data is None else Path(data),
        say=(lambda line: None) if quiet else say,
    )
    if json:
        print_json({name: [asdict(file) for file in files] for name, files in written.items()})
    else:
        for name, files in written.items():
            rows = [(file.name, file.size, file.about) for file in files]
            print_table(["file", "bytes", "contents"], rows, title=name)
    return 0


@app.command()
def verify(
    folder: Annotated[str, opts.argument("The folder of an export.", "DIR")],
    json: opts.Json = False,
) -> int:
    """Compare the files of an export with their checksums. The exit status is 1 if there is a difference.

    \b
    Examples:
      tilewright data verify tilewright-data
    """
    from tilewright.data_export import verify_export

    wrong = verify_export(Path(folder))
    if json:
        print_json({"ok": not wrong, "problems": wrong})
    else:
        print("\n".join(wrong) or "all files are intact")
    return DIFFERS if wrong else 0
