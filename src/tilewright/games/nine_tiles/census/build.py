"""The census built in a folder: shards, then the arrays and the database made from them."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tilewright.files import report_write_errors, write_atomically
from tilewright.games.nine_tiles.census.census_files import (
    ARRAYS,
    DATABASE,
    SHARDS,
    SUMMARY,
    VERSION,
    digest,
    is_whole,
)
from tilewright.games.nine_tiles.census.census_shards import (
    SYNONYMS,
    census_shards,
    make_shard,
    pattern_digits,
    vector_columns,
)
from tilewright.games.nine_tiles.census.count_towns import Vectors
from tilewright.games.nine_tiles.census.packed_scores_kernel import (
    add_towns,
    pack_vectors,
    read_patterns,
    unpack_vectors,
)
from tilewright.games.nine_tiles.census.score_ranges import LOWEST, THEMES
from tilewright.games.nine_tiles.census.town_list import write_towns
from tilewright.run import Progress
from tilewright.running import Executor, Manifest, map_shards
from tilewright.running.shards import MANIFEST, locked

__all__ = ["make"]

_BATCH = 2**17
_DATABASE_MEMORY = "400MB"


def make(
    folder: Path,
    executor: Executor,
    progress: Callable[[Progress], None] | None,
    cancel: threading.Event | None,
    towns: bool,
) -> bool:
    """Make everything that the folder lacks; False when cancelled before the end."""
    with locked(folder):
        shards, work = folder / SHARDS, census_shards()
        manifest = map_shards(
            make_shard,
            work,
            shards,
            version=VERSION,
            suffix=".parquet",
            executor=executor,
            progress=progress,
            cancel=cancel,
        )
        if manifest is None:
            return False
        if not is_whole(folder):
            if progress is not None:
                progress(Progress(0.0, len(work), len(work), "writing arrays and database"))
            with report_write_errors(folder):
                _assemble(folder, manifest)
        return not towns or write_towns(folder, executor, progress, cancel)


def _assemble(folder: Path, manifest: Manifest) -> None:
    """Arrays and database, each under its name only when it is whole; the summary comes last."""
    (folder / SUMMARY).unlink(missing_ok=True)
    paths = {shard.name: folder / SHARDS / shard.file for shard in manifest.shards}
    synonyms = pq.read_table(paths.pop(SYNONYMS))
    vectors = Vectors.merged([_read_vectors(path) for path in paths.values()])
    themes = _write_arrays(folder, vectors)
    _write_database(folder, vectors, synonyms, themes)
    files = {
        name: {"bytes": (folder / name).stat().st_size, "sha256": digest(folder / name)}
        for name in (*ARRAYS, DATABASE)
    }
    summary = {
        "version": VERSION,
        "manifest": digest(folder / SHARDS / MANIFEST),
        "synonyms": len(synonyms),
        "towns": int(vectors.towns.sum()),
        "vectors": len(vectors),
        "themes": themes,
        "files": files,
    }
    write_atomically(folder / SUMMARY, (json.dumps(summary, indent=1) + "\n").encode())


def _read_vectors(path: Path) -> Vectors:
    # Arrow's own threads and its keeping of freed memory would cost more than they give.
    table = pq.read_table(path, use_threads=False).combine_chunks()
    points = np.column_stack([table[f"t{theme}"].to_numpy().astype(np.int8) for theme in range(1, THEMES + 1)])
    text = table["town"].chunk(0)
    vectors = Vectors.empty(len(table))
    pack_vectors(points, vectors.codes)
    digits = np.frombuffer(text.buffers()[2], np.uint8)[: 18 * len(text)]
    read_patterns(digits.reshape(-1, 18), vectors.patterns)
    vectors.towns[:] = table["towns"].to_numpy()
    del table, text, digits
    pa.default_memory_pool().release_unused()
    return vectors


def _write_arrays(folder: Path, vectors: Vectors) -> dict[int, dict[int, int]]:
    """Write the three arrays; gives the number of towns for each theme and score."""
    points, towns, patterns = ARRAYS
    columns = np.empty((THEMES, len(vectors)), np.int8)
    unpack_vectors(vectors.codes, columns)
    held = np.zeros((THEMES, 32), np.int64)
    add_towns(columns, vectors.towns, held)
    with _new_array(folder / points, columns.dtype, columns.shape) as write:
        write(columns)
    with _new_array(folder / towns, np.dtype(np.int64), (len(vectors),)) as write:
        write(vectors.towns.astype(np.int64))
    with _new_array(folder / patterns, np.dtype("S18"), (len(vectors),)) as write:
        for start in range(0, len(vectors), _BATCH):
            write(pattern_digits(vectors.patterns[start : start + _BATCH]))
    return {
        theme: {low + score: int(number) for score, number in enumerate(row) if number}
        for theme, (low, row) in enumerate(zip(LOWEST, held, strict=True), 1)
    }


@contextlib.contextmanager
def _new_array(path: Path, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Iterator[Callable[[Any], None]]:
    """A ``.npy`` file that is filled piece by piece and then given its name."""
    temporary = path.with_name(f".{path.name}.tmp")
    header = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
    with temporary.open("wb") as stream:
        np.lib.format.write_array_header_1_0(stream, header)
        yield lambda piece: np.ascontiguousarray(piece).tofile(stream)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(path)


def _write_database(
    folder: Path, vectors: Vectors, synonyms: pa.Table, themes: Mapping[int, Mapping[int, int]]
) -> None:
    temporary = folder / f".{DATABASE}.tmp"
    for leftover in folder.glob(f".{DATABASE}.tmp*"):
        leftover.unlink()
    # More threads hold more unwritten rows than the memory has room for.
    settings: dict[str, Any] = {"memory_limit": _DATABASE_MEMORY, "temp_directory": "", "threads": 1}
    with duckdb.connect(str(temporary), config=settings) as connection:
        rows = [(theme, score, towns) for theme, scores in themes.items() for score, towns in scores.items()]
        names = ("theme", "score", "towns")
        histograms = pa.table(dict(zip(names, map(pa.array, zip(*rows, strict=True)), strict=True)))
        batches = pa.RecordBatchReader.from_batches(_batch(vectors, 0, 0).schema, _batches(vectors))
        for table, source in (("vectors", batches), ("synonyms", synonyms), ("themes", histograms)):
            connection.register("source", source)
            connection.execute(f"CREATE TABLE {table} AS SELECT * FROM source")
            connection.unregister("source")
        # Closing does not always write what is still in the log, and the log would lose its name.
        connection.execute("FORCE CHECKPOINT")
    temporary.replace(folder / DATABASE)


def _batches(vectors: Vectors) -> Iterator[pa.RecordBatch]:
    for start in range(0, len(vectors), _BATCH):
        yield _batch(vectors, start, start + _BATCH)


def _batch(vectors: Vectors, start: int, stop: int) -> pa.RecordBatch:
    part = slice(start, stop)
    piece = Vectors(vectors.codes[part], vectors.towns[part], vectors.patterns[part])
    ids = np.arange(start, start + len(piece), dtype=np.int32)
    return pa.record_batch({"id": ids, **vector_columns(piece)})
