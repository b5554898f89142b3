"""Export datasets into one folder, with descriptions, checksums and the command that computes each file.

A game lists its datasets in ``data_export.py``. The export has a folder for each game and dataset, a
description (a dataset card, ``README.md``) of the export and of each dataset, the licence, and ``SHA256SUMS``.
An export contains no dates or times, so the same versions of Tilewright and its libraries write the same bytes.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright import __version__, registry
from tilewright.damage_detection import sha256_of
from tilewright.engines.engine_versions import package_version
from tilewright.errors import BadInput
from tilewright.exported_dataset import Dataset, DatasetFile, DatasetWriter
from tilewright.files import report_write_errors
from tilewright.game import Game

__all__ = ["OfferedDataset", "export_datasets", "find_datasets", "offered_datasets", "verify_export"]

SUMS = "SHA256SUMS"
CARD = "README.md"
_LICENCE = """The data are released under the MIT licence, like Tilewright itself:

Permission is hereby granted, free of charge, to any person obtaining a copy of these data, to deal in the data
without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the data, provided that this notice is included in all copies or substantial
portions of the data. The data are provided "as is", without warranty of any kind.
"""


@dataclass(frozen=True, slots=True)
class OfferedDataset:
    """A dataset together with its game."""

    game: Game
    dataset: Dataset

    @property
    def name(self) -> str:
        """The name under which the dataset is exported, in the form ``GAME/DATASET``."""
        return f"{self.game.name}/{self.dataset.name}"


def offered_datasets() -> list[OfferedDataset]:
    """Return the datasets of all games."""
    return [
        OfferedDataset(game, dataset)
        for game in registry.games()
        if game.has("data_export")
        for dataset in game.module("data_export").DATASETS
    ]


def find_datasets(names: Sequence[str]) -> list[OfferedDataset]:
    """Return the datasets with the given names, or all datasets if no name is given.

    The name of a game selects all its datasets. An unknown name raises `BadInput`.
    """
    offered = offered_datasets()
    if not names:
        return offered
    chosen = []
    for name in dict.fromkeys(names):
        found = [each for each in offered if name in (each.name, each.game.name)]
        if not found:
            known = ", ".join(each.name for each in offered)
            raise BadInput(f"there is no dataset {name[:60]!r}; the datasets are {known}")
        chosen += found
    return list(dict.fromkeys(chosen))


def export_datasets(
    folder: Path,
    names: Sequence[str] = (),
    *,
    small: bool = False,
    data: Path | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> dict[str, list[DatasetFile]]:
    """Write datasets (by default all) into a new or empty folder; return the files of each dataset.

    The folder is created only after all files have been written. With `small`, only a small sample of
    each dataset is written.
    """
    chosen = find_datasets(names)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"the export folder {folder} is not an empty folder; name a new one")
    with report_write_errors(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        written: dict[str, list[DatasetFile]] = {}
        for each in chosen:
            say(f"{each.name}: {each.dataset.title}")
            writer = DatasetWriter(work / each.name, small, data, say)
            each.dataset.write(writer)
            written[each.name] = writer.files
            _write(work / each.name / CARD, _dataset_card(each, writer.files))
        _write(work / "LICENSE", _LICENCE)
        _write(work / CARD, _card(chosen, written, small))
        _write(work / SUMS, _sums(work))
        with report_write_errors(folder):
            os.chmod(work, 0o755)  # `mkdtemp` creates a folder that only its owner can read
            os.replace(work, folder)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    return written


def verify_export(folder: Path) -> list[str]:
    """Return a message for each missing, changed or unlisted file; for an intact export, an empty list."""
    listed: dict[str, str] = {}
    try:
        for line in (folder / SUMS).read_text("utf-8").splitlines():
            digest, _, name = line.partition("  ")
            listed[name] = digest
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"{folder} is not an export: it has no readable file {SUMS}") from None
    found = {name for name in _files(folder) if name != SUMS}
    wrong = [f"{name} is missing" for name in sorted(listed.keys() - found)]
    wrong += [f"{name} is not listed in {SUMS}" for name in sorted(found - listed.keys())]
    wrong += [
        f"{name} was changed"
        for name in sorted(found & listed.keys())
        if sha256_of(folder / name) != listed[name]
    ]
    return wrong


def _write(path: Path, text: str) -> None:
    with report_write_errors(path):
        path.write_bytes(text.encode())


def _files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def _sums(folder: Path) -> str:
    return "".join(f"{sha256_of(folder / name)}  {name}\n" for name in _files(folder))


# --- The cards ----------------------------------------------------------------------------------------


def _card(chosen: Sequence[OfferedDataset], written: dict[str, list[DatasetFile]], small: bool) -> str:
    names = " ".join(each.name for each in chosen) if len(chosen) < len(offered_datasets()) else ""
    command = " ".join(
        ["tilewright data export DIR", *([names] if names else []), *(["--small"] if small else [])]
    )
    rows = [
        f"| [{each.name}]({each.name}/{CARD}) | {each.dataset.title} | {len(written[each.name])} |"
        f" {sum(file.size for file in written[each.name]):,} |"
        for each in chosen
    ]
    lines = [
        "# Tilewright data",
        "",
        f"Written by Tilewright {__version__} with `{command}`; the same command with the same versions"
        f" ({_versions()}) writes the same bytes. `tilewright data verify DIR` or `sha256sum -c {SUMS}` checks"
        " the files.",
        *([] if not small else ["", "This is a small sample of each dataset."]),
        "",
        "| dataset | contents | files | bytes |",
        "|---|---|---:|---:|",
        *rows,
        "",
        f"Licence: MIT (see LICENSE). Cite as: Tilewright, version {__version__}, data export.",
    ]
    return "\n".join(lines) + "\n"


def _dataset_card(each: OfferedDataset, files: Sequence[DatasetFile]) -> str:
    lines = [f"# {each.game.title}: {each.dataset.title}", "", each.dataset.about, ""]
    if each.dataset.sources:
        lines += [f"Sources: {each.dataset.sources}", ""]
    lines += ["| file | contents | command | bytes | SHA-256 |", "|---|---|---|---:|---|"]
    lines += [
        f"| {file.name} | {file.about} | `{file.command}` | {file.size:,} | `{file.sha256}` |" for file in files
    ]
    return "\n".join(lines) + "\n"


def _versions() -> str:
    versions = {name: package_version(name) for name in ("numpy", "pyarrow")}
    return ", ".join(f"{name} {version}" for name, version in versions.items() if version)
