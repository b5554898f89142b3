"""Divide work into named shards with checkpoints: a repeated run computes only the missing shards.

The files of the shards are in a content-addressed store (:mod:`tilewright.content_store`). The key of a shard
is its name and a digest of its input (version of the work, name and payload). A damaged shard is computed
again. When all shards exist, ``manifest.json`` lists them. The bytes of the manifest do not depend on where the
shards were computed or how often the work was interrupted. The manifest contains its own digest.
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
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from tilewright.content_store import ContentStore, StoredFile
from tilewright.damage_detection import seal, sha256_of, unseal
from tilewright.errors import BadInput, EngineFailure, OutOfResources
from tilewright.files import report_write_errors, write_atomically
from tilewright.game import Progress
from tilewright.running.executors import Executor, InProcess, Outcomes, R, TaskDone, TaskFailed

__all__ = ["MANIFEST", "Manifest", "Shard", "describe_failures", "finished_tasks", "locked", "map_shards"]

MANIFEST = "manifest.json"

_KEY_LENGTH = 12
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+=,-]{0,149}")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished shard: its name, and the name, the size and the SHA-256 of its file."""

    name: str
    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The list of all shards of a finished computation, sorted by name."""

    version: str
    shards: tuple[Shard, ...]

    @classmethod
    def read(cls, folder: Path) -> Manifest | None:
        """Read the manifest of a folder; None if the work has never been finished."""
        try:
            data = unseal(json.loads((folder / MANIFEST).read_bytes()), {"version", "shards"})
            return cls(data["version"], tuple(Shard(**shard) for shard in data["shards"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError):
            raise BadInput(f"{folder / MANIFEST} is damaged; delete it and run the work again") from None

    def to_bytes(self) -> bytes:
        return (json.dumps(seal(asdict(self)), indent=1) + "\n").encode()

    def damaged(self, folder: Path) -> tuple[str, ...]:
        """Return the names of the shards whose files are missing or damaged."""
        return tuple(shard.name for shard in self.shards if sha256_of(folder / shard.file) != shard.sha256)


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
    """Compute every shard that is not in the folder; return the manifest, or None if the work is cancelled.

    The function `work` must be pure: for the same payload, a JSON value, it returns the same bytes. `version`
    must change whenever a change of the code changes these bytes. Each computation needs its own folder: at
    the end, the folder contains the files in the manifest and no other shards. If shards fail, all other shards
    are still computed and stored, and then an `EngineFailure` is raised, which names the first failed shards.
    In progress reports, `best` is the number of finished shards and `bound` the number of all shards.
    """
    keys = {name: f"{name}-{_digest(version, name, payload)}" for name, payload in shards.items()}
    store = ContentStore(folder, suffix)
    with locked(folder):
        with report_write_errors(folder):
            for leftover in folder.glob(".*.tmp"):
                leftover.unlink()
            names = {key: name for name, key in keys.items()}
            stored = store.find(names, remove_damaged=True)
            kept = {names[file.key]: _shard(names[file.key], file) for file in stored}
        missing = {name: payload for name, payload in shards.items() if name not in kept}
        started = time.perf_counter()
        failures: list[TaskFailed] = []
        outcomes = (executor or InProcess()).run(work, missing, cancel or threading.Event())
        with contextlib.closing(outcomes):
            for outcome in outcomes:
                if isinstance(outcome, TaskFailed):
                    failures.append(outcome)
                elif not isinstance(outcome.result, bytes):
                    kind = type(outcome.result).__name__
                    failures.append(TaskFailed(outcome.name, f"returned {kind}, not bytes"))
                else:
                    name = outcome.name
                    with report_write_errors(folder):
                        kept[name] = _shard(name, store.add(keys[name], outcome.result))
                    if progress is not None:
                        progress(Progress(time.perf_counter() - started, len(kept), len(shards), name))
        if failures:
            raise EngineFailure(describe_failures(failures, len(shards)))
        if len(kept) < len(shards):
            return None
        manifest = Manifest(version, tuple(kept[name] for name in sorted(kept)))
        with report_write_errors(folder):
            write_atomically(folder / MANIFEST, manifest.to_bytes())
            # Delete shards of other versions or payloads: a program that reads all files would include them.
            current = {shard.file for shard in manifest.shards}
            for file in store.files():
                if file.name not in current:
                    file.unlink()
        return manifest


def _digest(version: str, name: str, payload: Any) -> str:
    if not _NAME.fullmatch(name):
        expected = "1 to 150 letters, digits or any of '._+=,-', beginning with a letter or a digit"
        raise BadInput(f"{name!r} is not a valid shard name: expected {expected}")
    try:
        text = json.dumps([version, name, payload], sort_keys=True, allow_nan=False)
    except (TypeError, ValueError):
        raise BadInput(f"the payload of shard {name} is not a JSON value") from None
    return hashlib.sha256(text.encode()).hexdigest()[:_KEY_LENGTH]


# --- Files --------------------------------------------------------------------------------------------


def _shard(name: str, file: StoredFile) -> Shard:
    return Shard(name, file.path.name, file.size, file.sha256)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder so that only one run uses it; if the run dies, the system releases the lock."""
    with report_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OutOfResources(f"another run is using {folder}; wait until it has finished") from None
        yield
    finally:
        os.close(handle)


def finished_tasks(
    outcomes: Outcomes[R], total: int, noun: str = "shards"
) -> Generator[TaskDone[R], None, None]:
    """Yield the finished tasks; if tasks failed, raise an `EngineFailure` after all others have ended."""
    failures: list[TaskFailed] = []
    with contextlib.closing(outcomes):
        for outcome in outcomes:
            if isinstance(outcome, TaskFailed):
                failures.append(outcome)
            else:
                yield outcome
    if failures:
        raise EngineFailure(describe_failures(failures, total, noun))


def describe_failures(failures: list[TaskFailed], total: int, noun: str = "shards") -> str:
    """Return a one-line message about the failures, with the names and reasons of the first three."""
    named = "; ".join(
        f"{failed.name}: {failed.reason}" for failed in sorted(failures, key=lambda f: f.name)[:3]
    )
    more = "" if len(failures) <= 3 else f"; and {len(failures) - 3} more"
    return f"{len(failures)} of {total} {noun} failed ({named}{more})"
