"""Write a census to a folder: first the shards, then the arrays and the database that are derived from them."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tilewright.damage_detection import seal, sha256_of
from tilewright.errors import OutOfResources
from tilewright.files import report_write_errors, write_atomically
from tilewright.games.nine_tiles.census.census_shards import (
    SYNONYMS,
    census_shards,
    make_shard,
    pattern_digits,
    to_parquet,
    vector_columns,
)
from tilewright.games.nine_tiles.census.count_towns import Vectors
from tilewright.games.nine_tiles.census.pack_scores_and_patterns_kernel import (
    add_towns,
    pack_vectors,
    read_patterns,
    unpack_vectors,
)
from tilewright.games.nine_tiles.census.read_census import (
    ARRAYS,
    DATABASE,
    SHARDS,
    SUMMARY,
    VERSION,
    is_intact,
)
from tilewright.games.nine_tiles.census.theme_score_ranges import LOWEST, THEMES
from tilewright.games.nine_tiles.census.town_list import write_towns
from tilewright.run import Phase, Progress
from tilewright.running import Executor, Manifest, map_shards
from tilewright.running.checkpointed_shards import MANIFEST, locked

__all__ = ["compile_writer", "write_census"]

_BATCH_ROWS = 2**17
_DATABASE_MEMORY = "400MB"


def write_census(
    folder: Path,
    executor: Executor,
    progress: Callable[[Progress], None] | None,
    cancel: threading.Event | None,
    towns: bool,
) -> bool:
    """Write every file of the census that is missing or damaged; return False if cancelled before the end."""
    with locked(folder):
        shards = census_shards()
        manifest = map_shards(
            make_shard,
            shards,
            folder / SHARDS,
            version=VERSION,
            suffix=".parquet",
            executor=executor,
            progress=progress,
            cancel=cancel,
        )
        if manifest is None:
            return False
        if not is_intact(folder):
            if progress is not None:
                note = "writing arrays and database"
                progress(Progress(0.0, len(shards), len(shards), note, Phase.WRITE))
            with report_write_errors(folder):
                _write_derived_files(folder, manifest)
        return not towns or write_towns(folder, executor, progress, cancel)


def compile_writer(vectors: Vectors) -> None:
    """Compile the code that writes a census, by writing a shard and the arrays of a few vectors."""
    with tempfile.TemporaryDirectory() as name:
        shard = Path(name) / "vectors.parquet"
        shard.write_bytes(to_parquet(pa.table(vector_columns(vectors))))
        _write_arrays(Path(name), Vectors.merged([_read_vectors(shard)]))


def _write_derived_files(folder: Path, manifest: Manifest) -> None:
    """Write the arrays and the database, then the summary.

    Each file gets its final name when it is complete.
    """
    (folder / SUMMARY).unlink(missing_ok=True)
    paths = {shard.name: folder / SHARDS / shard.file for shard in manifest.shards}
    synonyms = pq.read_table(paths.pop(SYNONYMS))
    vectors = Vectors.merged([_read_vectors(path) for path in paths.values()])
    themes = _write_arrays(folder, vectors)
    try:
        _write_database(folder, vectors, synonyms, themes)
    except duckdb.Error as error:
        # The arrays were just written to the same folder, so the likely cause is a full disk.
        reason = str(error).splitlines()[0]
        raise OutOfResources(f"cannot write {str(folder / DATABASE)!r}: {reason}") from None
    files = {
        name: {"bytes": (folder / name).stat().st_size, "sha256": sha256_of(folder / name)}
        for name in (*ARRAYS, DATABASE)
    }
    summary = {
        "version": VERSION,
        "manifest": sha256_of(folder / SHARDS / MANIFEST),
        "synonyms": len(synonyms),
        "towns": int(vectors.towns.sum()),
        "vectors": len(vectors),
        "themes": themes,
        "files": files,
    }
    write_atomically(folder / SUMMARY, (json.dumps(seal(summary), indent=1) + "\n").encode())


def _read_vectors(path: Path) -> Vectors:
    # Arrow's threads and its pool of freed memory would save little time and use much more memory.
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
    """Write the three arrays; return the number of towns with each score in each theme."""
    points, towns, patterns = ARRAYS
    columns = np.empty((THEMES, len(vectors)), np.int8)
    unpack_vectors(vectors.codes, columns)
    histograms = np.zeros((THEMES, 32), np.int64)
    add_towns(columns, vectors.towns, histograms)
    with _new_array(folder / points, columns.dtype, columns.shape) as write:
        write(columns)
    with _new_array(folder / towns, np.dtype(np.int64), (len(vectors),)) as write:
        write(vectors.towns.astype(np.int64))
    with _new_array(folder / patterns, np.dtype("S18"), (len(vectors),)) as write:
        for start in range(0, len(vectors), _BATCH_ROWS):
            write(pattern_digits(vectors.patterns[start : start + _BATCH_ROWS]))
    return {
        theme: {lowest + offset: int(number) for offset, number in enumerate(histogram) if number}
        for theme, (lowest, histogram) in enumerate(zip(LOWEST, histograms, strict=True), 1)
    }


@contextlib.contextmanager
def _new_array(path: Path, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Iterator[Callable[[Any], object]]:
    """Yield a function that appends to a new ``.npy`` file; the file gets its final name at the end."""
    temporary = path.with_name(f".{path.name}.tmp")
    header = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
    with temporary.open("wb") as stream:
        np.lib.format.write_array_header_1_0(stream, header)
        # If the disk is full, `tofile` would raise an error that does not mention the disk.
        yield lambda rows: stream.write(np.ascontiguousarray(rows).data)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(path)


def _write_database(
    folder: Path, vectors: Vectors, synonyms: pa.Table, themes: Mapping[int, Mapping[int, int]]
) -> None:
    temporary = folder / f".{DATABASE}.tmp"
    for leftover in folder.glob(f".{DATABASE}.tmp*"):
        leftover.unlink()
    # With more threads, the rows waiting to be written would exceed the memory limit.
    settings: dict[str, Any] = {"memory_limit": _DATABASE_MEMORY, "temp_directory": "", "threads": 1}
    with duckdb.connect(str(temporary), config=settings) as connection:
        histograms = pa.Table.from_pylist(
            [
                {"theme": theme, "score": score, "towns": towns}
                for theme, scores in themes.items()
                for score, towns in scores.items()
            ]
        )
        batches = pa.RecordBatchReader.from_batches(_batch(vectors, 0, 0).schema, _batches(vectors))
        for table, source in (("vectors", batches), ("synonyms", synonyms), ("themes", histograms)):
            connection.register("source", source)
            connection.execute(f"CREATE TABLE {table} AS SELECT * FROM source")
            connection.unregister("source")
        # Closing the database does not always flush its write-ahead log, and the log is not renamed below.
        connection.execute("FORCE CHECKPOINT")
    temporary.replace(folder / DATABASE)


def _batches(vectors: Vectors) -> Iterator[pa.RecordBatch]:
    for start in range(0, len(vectors), _BATCH_ROWS):
        yield _batch(vectors, start, start + _BATCH_ROWS)


def _batch(vectors: Vectors, start: int, stop: int) -> pa.RecordBatch:
    rows = slice(start, stop)
    batch = Vectors(vectors.codes[rows], vectors.towns[rows], vectors.patterns[rows])
    ids = np.arange(start, start + len(batch), dtype=np.int32)
    return pa.record_batch({"id": ids, **vector_columns(batch)})
