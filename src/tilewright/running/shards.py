"""Work in named shards with checkpoints: run it again, and only what is missing is done.

A shard's file is named by its content: ``NAME-KEY-DIGEST.SUFFIX``. The key stands for the question (the
work's version, the shard's name and payload), the digest for the answer's bytes. A file appears under its name
whole or not at all, and a file whose bytes do not fit its digest is made anew. When every shard is there,
``manifest.json`` lists them: the same bytes whatever ran where, in how many pieces of time.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from tilewright.errors import BadInput, EngineFailure, OutOfResources
from tilewright.files import report_write_errors, write_atomically
from tilewright.game import Progress
from tilewright.running.places import Failed, Here, Place

__all__ = ["MANIFEST", "Manifest", "Shard", "complaint", "locked", "map_shards"]

MANIFEST = "manifest.json"

_KEY = 12
_DIGEST = 16
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+=,-]{0,149}")
_CHUNK = 2**20
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished shard: its file, and what the file must hold."""

    name: str
    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """All shards of a piece of work, in the order of their names."""

    version: str
    shards: tuple[Shard, ...]

    @classmethod
    def read(cls, folder: Path) -> Manifest | None:
        """The manifest of a folder; None where the work has never been finished."""
        try:
            data = json.loads((folder / MANIFEST).read_bytes())
            return cls(data["version"], tuple(Shard(**shard) for shard in data["shards"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError):
            raise BadInput(f"{folder / MANIFEST} is damaged; delete it and run the work again") from None

    def to_bytes(self) -> bytes:
        return (json.dumps(asdict(self), indent=1) + "\n").encode()

    def damaged(self, folder: Path) -> tuple[str, ...]:
        """The names of the shards whose files are missing or hold something else."""
        return tuple(shard.name for shard in self.shards if _sha256(folder / shard.file) != shard.sha256)


def map_shards(
    work: Callable[[P], bytes],
    shards: Mapping[str, P],
    folder: Path,
    *,
    version: str,
    suffix: str = ".bin",
    place: Place | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Manifest | None:
    """Do the work for every shard that the folder does not hold yet; None when cancelled before the end.

    The work is pure: the same payload, a JSON value, gives the same bytes. `version` names the work; it
    changes whenever the bytes do. A folder belongs to one piece of work: in the end it holds the manifest's
    files and no other shards. A shard that fails is named in an `EngineFailure` after all others are done and
    kept. Progress counts shards: `best` of `bound`.
    """
    keys = {name: _key(version, name, payload) for name, payload in shards.items()}
    with locked(folder):
        with report_write_errors(folder):
            for leftover in folder.glob(".*.tmp"):
                leftover.unlink()
            kept = {shard.name: shard for shard in _kept(folder, keys, suffix)}
        missing = {name: payload for name, payload in shards.items() if name not in kept}
        tell = _Teller(progress, len(kept), len(shards))
        failures: list[Failed] = []
        outcomes = (place or Here()).run(work, missing, cancel or threading.Event())
        with contextlib.closing(outcomes):
            for outcome in outcomes:
                if isinstance(outcome, Failed):
                    failures.append(outcome)
                elif not isinstance(outcome.result, bytes):
                    failures.append(Failed(outcome.name, f"gave {type(outcome.result).__name__}, not bytes"))
                else:
                    name = outcome.name
                    with report_write_errors(folder):
                        kept[name] = _keep(folder, name, keys[name], suffix, outcome.result)
                    tell(name)
        if failures:
            raise EngineFailure(complaint(failures, len(shards)))
        if len(kept) < len(shards):
            return None
        manifest = Manifest(version, tuple(kept[name] for name in sorted(kept)))
        with report_write_errors(folder):
            write_atomically(folder / MANIFEST, manifest.to_bytes())
            _remove_strangers(folder, manifest, suffix)
        return manifest


class _Teller:
    def __init__(self, progress: Callable[[Progress], None] | None, done: int, total: int) -> None:
        self._progress, self._done, self._total = progress, done, total
        self._started = time.perf_counter()

    def __call__(self, name: str) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(Progress(time.perf_counter() - self._started, self._done, self._total, name))


def _key(version: str, name: str, payload: Any) -> str:
    if not _NAME.fullmatch(name):
        raise BadInput(f"a shard cannot be called {name!r}; letters, digits and . _ + = , - make a name")
    try:
        question = json.dumps([version, name, payload], sort_keys=True, allow_nan=False)
    except (TypeError, ValueError):
        raise BadInput(f"the payload of shard {name} is no JSON value") from None
    return hashlib.sha256(question.encode()).hexdigest()[:_KEY]


# --- Files --------------------------------------------------------------------------------------------


def _kept(folder: Path, keys: Mapping[str, str], suffix: str) -> Iterator[Shard]:
    """The shards that the folder holds, whole; a damaged file is removed."""
    names = {f"{name}-{key}": name for name, key in keys.items()}
    found: set[str] = set()
    for file in sorted(_shard_files(folder, suffix)):
        stem, _, digest = file.name.removesuffix(suffix).rpartition("-")
        name = names.get(stem)
        if name is None or name in found:
            continue
        sha256 = _sha256(file)
        if sha256 is None or not sha256.startswith(digest):
            file.unlink()
            continue
        found.add(name)
        yield Shard(name, file.name, file.stat().st_size, sha256)


def _shard_files(folder: Path, suffix: str) -> Iterator[Path]:
    pattern = re.compile(rf".+-[0-9a-f]{{{_KEY}}}-[0-9a-f]{{{_DIGEST}}}{re.escape(suffix)}")
    return (path for path in folder.iterdir() if pattern.fullmatch(path.name))


def _keep(folder: Path, name: str, key: str, suffix: str, data: bytes) -> Shard:
    sha256 = hashlib.sha256(data).hexdigest()
    file = f"{name}-{key}-{sha256[:_DIGEST]}{suffix}"
    write_atomically(folder / file, data)
    return Shard(name, file, len(data), sha256)


def _sha256(path: Path) -> str | None:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except OSError:
        return None
    return digest.hexdigest()


def _remove_strangers(folder: Path, manifest: Manifest, suffix: str) -> None:
    """Shards of other versions or other payloads would be counted twice by whoever reads all files."""
    ours = {shard.file for shard in manifest.shards}
    for file in list(_shard_files(folder, suffix)):
        if file.name not in ours:
            file.unlink()


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One run at a time in a folder; the system takes the lock back from a run that dies."""
    with report_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OutOfResources(f"another run is at work in {folder}; wait until it is done") from None
        yield
    finally:
        os.close(handle)


def complaint(failures: list[Failed], total: int, what: str = "shards") -> str:
    """What failed, in one line."""
    named = "; ".join(
        f"{failed.name}: {failed.reason}" for failed in sorted(failures, key=lambda f: f.name)[:3]
    )
    more = "" if len(failures) <= 3 else f"; and {len(failures) - 3} more"
    return f"{len(failures)} of {total} {what} failed ({named}{more})"
