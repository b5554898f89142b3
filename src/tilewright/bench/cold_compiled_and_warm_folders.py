"""Temporary kernel folders and data folders for the commands that are timed as first answers."""

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
    """A context manager that creates kernel folders and data folders for commands, and deletes them at the end.

    `execute(words, environment)` runs the `tilewright` command with the given arguments and environment
    variables, and raises an error if the command fails.
    """

    def __init__(self, execute: Callable[[Sequence[str], Environment], None]) -> None:
        self._execute = execute
        self._root = TemporaryDirectory(prefix="tilewright-")
        self._compiled: dict[str, Path] = {}
        self._last: tuple[tuple[str, ...], Path] | None = None
        """The arguments and the folder of the command that was prepared last."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._root.cleanup()

    def prepare(self, command: CommandEntry) -> tuple[list[str], Environment]:
        """Return the arguments of a command, and environment variables that name its kernel and data folders.

        In the states `cold` (no kernels) and `compiled` (the kernels that `tilewright compile` compiles), the
        data folder is empty. In the state `warm`, both folders are those of an earlier run of the command.
        """
        if command.kernels != "warm":
            folder = self._new_folder()
            if command.kernels == "compiled":
                assert command.game is not None
                # The command gets a copy of the folder, because the command may add kernels to its folder.
                shutil.copytree(self._compiled_kernels(command.game), folder / "kernels", dirs_exist_ok=True)
            self._set_last(command, folder)
        elif self._last is None or self._last[0] != command.argv:
            folder = self._new_folder()
            self._execute(self._words(command), _environment(folder))
            self._set_last(command, folder)
        assert self._last is not None
        return self._words(command), _environment(self._last[1])

    def _set_last(self, command: CommandEntry, folder: Path) -> None:
        """Store the folder of this command as the last one, and delete the folder of the previous command."""
        if self._last is not None:
            shutil.rmtree(self._last[1])
        self._last = command.argv, folder

    def _compiled_kernels(self, game: str) -> Path:
        """Run `tilewright compile` for a game, unless this has already been done; return the kernel folder."""
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
