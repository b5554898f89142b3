"""Folders of compiled kernels and of data for commands that are timed as first answers."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Self, TypeAlias

from tilewright.bench.suite_entries import CommandEntry

__all__ = ["Environment", "KernelFolders"]

Environment: TypeAlias = Mapping[str, str]
"""Environment variables for a command."""


class KernelFolders:
    """The folders of kernels and the data folders of commands, deleted at the end.

    `execute` runs the command line with these words in this environment, and raises an error if it fails.
    """

    def __init__(self, execute: Callable[[Sequence[str], Environment], None]) -> None:
        self._execute = execute
        self._root = TemporaryDirectory(prefix="tilewright-")
        self._compiled: dict[str, Path] = {}
        self._last: tuple[tuple[str, ...], Path] | None = None
        """The command that ran last, and its folder."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._root.cleanup()

    def prepare(self, command: CommandEntry) -> tuple[list[str], Environment]:
        """Return the words of a command and the environment in which the kernels have the state it expects.

        The data folder of a command without kernels (`cold`), or with those that `tilewright compile` has
        compiled (`compiled`), is empty. A command is `warm` if it has run before, with the same folders.
        """
        if command.kernels != "warm":
            folder = self._new_folder()
            if command.kernels == "compiled":
                assert command.game is not None
                # The command gets a copy, because it may add kernels.
                shutil.copytree(self._compiled_kernels(command.game), folder / "kernels", dirs_exist_ok=True)
            self._set_last(command, folder)
        elif self._last is None or self._last[0] != command.argv:
            folder = self._new_folder()
            self._execute(self._words(command), _environment(folder))
            self._set_last(command, folder)
        assert self._last is not None
        return self._words(command), _environment(self._last[1])

    def _set_last(self, command: CommandEntry, folder: Path) -> None:
        """Remember the folder of this command, and delete the folder of the command before."""
        if self._last is not None:
            shutil.rmtree(self._last[1])
        self._last = command.argv, folder

    def _compiled_kernels(self, game: str) -> Path:
        """Return the folder with all kernels of a game."""
        if game not in self._compiled:
            folder = self._new_folder()
            self._execute(["compile", game, "--jobs", "1", "--quiet"], _environment(folder))
            self._compiled[game] = folder / "kernels"
        return self._compiled[game]

    def _words(self, command: CommandEntry) -> list[str]:
        return [
            word if "{folder}" not in word else word.replace("{folder}", mkdtemp(dir=self._root.name))
            for word in command.argv
        ]

    def _new_folder(self) -> Path:
        folder = Path(mkdtemp(dir=self._root.name))
        for name in ("kernels", "data"):
            (folder / name).mkdir()
        return folder


def _environment(folder: Path) -> Environment:
    return {"TILEWRIGHT_KERNELS": str(folder / "kernels"), "TILEWRIGHT_DATA": str(folder / "data")}
