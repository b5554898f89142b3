"""Work in named shards with checkpoints: when it is run again, only the missing shards are computed.

The file of a shard is named by its content: ``NAME-KEY-DIGEST.SUFFIX``. The key is a digest of the input (the
version of the work, the name and the payload of the shard), the digest that of the output. A file is written
completely or not at all, and a file whose bytes do not match its digest is computed again. When every shard
exists, ``manifest.json`` lists them. Its bytes do not depend on where the shards ran and how often the work was
interrupted.
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
from tilewright.running.executors import Executor, InProcess, TaskFailed

__all__ = ["MANIFEST", "Manifest", "Shard", "describe_failures", "locked", "map_shards"]

MANIFEST = "manifest.json"

_KEY = 12
_DIGEST = 16
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+=,-]{0,149}")
_CHUNK = 2**20
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished shard: the name, the size and the digest of its file."""

    name: str
    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """All shards of a work, in the order of their names."""

    version: str
    shards: tuple[Shard, ...]

    @classmethod
    def read(cls, folder: Path) -> Manifest | None:
        """Read the manifest of a folder; None if the work has never been finished."""
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
        """The names of the shards whose files are missing or have other bytes."""
        return tuple(shard.name for shard in self.shards if _sha256(folder / shard.file) != shard.sha256)


def map_shards(
    work: Callable[[P], bytes],
    shards: Mapping[str, P],
    folder: Path,
    *,
    version: str,
    suffix: str = ".bin",
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Manifest | None:
    """Compute every shard that the folder does not have yet; None when cancelled before the end.

    The function `work` is pure: the same payload, a JSON value, gives the same bytes. `version` must change
    whenever the bytes do. A folder belongs to one work: at the end it has the files of the manifest and no
    other shards. A shard that fails is named in an `EngineFailure`, after all others are computed and kept.
    Progress counts shards: `best` of `bound`.
    """
    keys = {name: _key(version, name, payload) for name, payload in shards.items()}
    with locked(folder):
        with report_write_errors(folder):
            for leftover in folder.glob(".*.tmp"):
                leftover.unlink()
            kept = {shard.name: shard for shard in _kept(folder, keys, suffix)}
        missing = {name: payload for name, payload in shards.items() if name not in kept}
        counter = _ShardCounter(progress, len(kept), len(shards))
        failures: list[TaskFailed] = []
        outcomes = (executor or InProcess()).run(work, missing, cancel or threading.Event())
        with contextlib.closing(outcomes):
            for outcome in outcomes:
                if isinstance(outcome, TaskFailed):
                    failures.append(outcome)
                elif not isinstance(outcome.result, bytes):
                    kind = type(outcome.result).__name__
                    failures.append(TaskFailed(outcome.name, f"gave {kind}, not bytes"))
                else:
                    name = outcome.name
                    with report_write_errors(folder):
                        kept[name] = _keep(folder, name, keys[name], suffix, outcome.result)
                    counter.add(name)
        if failures:
            raise EngineFailure(describe_failures(failures, len(shards)))
        if len(kept) < len(shards):
            return None
        manifest = Manifest(version, tuple(kept[name] for name in sorted(kept)))
        with report_write_errors(folder):
            write_atomically(folder / MANIFEST, manifest.to_bytes())
            _remove_other_shards(folder, manifest, suffix)
        return manifest


class _ShardCounter:
    """Counts finished shards and reports them as progress."""

    def __init__(self, progress: Callable[[Progress], None] | None, done: int, total: int) -> None:
        self._progress, self._done, self._total = progress, done, total
        self._started = time.perf_counter()

    def add(self, name: str) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(Progress(time.perf_counter() - self._started, self._done, self._total, name))


def _key(version: str, name: str, payload: Any) -> str:
    if not _NAME.fullmatch(name):
        raise BadInput(f"a shard cannot be called {name!r}; a name has letters, digits and . _ + = , -")
    try:
        text = json.dumps([version, name, payload], sort_keys=True, allow_nan=False)
    except (TypeError, ValueError):
        raise BadInput(f"the payload of shard {name} is not a JSON value") from None
    return hashlib.sha256(text.encode()).hexdigest()[:_KEY]


# --- Files --------------------------------------------------------------------------------------------


def _kept(folder: Path, keys: Mapping[str, str], suffix: str) -> Iterator[Shard]:
    """Yield the complete shards of the folder; remove damaged files."""
    names = {f"{name}-{key}": name for name, key in keys.items()}
    seen: set[str] = set()
    for file in sorted(_shard_files(folder, suffix)):
        stem, _, digest = file.name.removesuffix(suffix).rpartition("-")
        name = names.get(stem)
        if name is None or name in seen:
            continue
        sha256 = _sha256(file)
        if sha256 is None or not sha256.startswith(digest):
            file.unlink()
            continue
        seen.add(name)
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


def _remove_other_shards(folder: Path, manifest: Manifest, suffix: str) -> None:
    """Remove shards of other versions or payloads: a reader of all files would count them, too."""
    ours = {shard.file for shard in manifest.shards}
    for file in list(_shard_files(folder, suffix)):
        if file.name not in ours:
            file.unlink()


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder for one run at a time; the system releases the lock of a run that dies."""
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


def describe_failures(failures: list[TaskFailed], total: int, noun: str = "shards") -> str:
    """The failures in one line; the first three are named."""
    named = "; ".join(
        f"{failed.name}: {failed.reason}" for failed in sorted(failures, key=lambda f: f.name)[:3]
    )
    more = "" if len(failures) <= 3 else f"; and {len(failures) - 3} more"
    return f"{len(failures)} of {total} {noun} failed ({named}{more})"
