"""Serve the files of the pages, compressed if the browser accepts that. Unchanged files are not sent again."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.staticfiles import NotModifiedResponse

__all__ = ["send_file"]

COMPRESSED_TYPES = ("text/", "application/json", "image/svg+xml", "application/javascript")
LEAST_BYTES = 1_000
"""Files with fewer bytes than this are not compressed."""


def send_file(
    files: StaticFiles, request: Request, file: Path, status: int = 200, media_type: str | None = None
) -> Response:
    """Return the file, or status 304 if the browser already has this version."""
    facts = file.stat()
    response: Response = FileResponse(file, status, media_type=media_type, stat_result=facts)
    is_text = (response.media_type or "").startswith(COMPRESSED_TYPES)
    if is_text and facts.st_size >= LEAST_BYTES:
        response.headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response = _compressed(response, file, facts.st_mtime_ns, facts.st_size)
    if status == 200 and files.is_not_modified(response.headers, request.headers):
        return NotModifiedResponse(response.headers)
    return response


def _compressed(plain: Response, file: Path, changed: int, size: int) -> Response:
    """Return a copy of the plain response with the compressed content of the file and adapted headers."""
    headers = dict(plain.headers)
    # The plain and the compressed form of a file need different entity tags.
    headers["etag"] = headers["etag"].removesuffix('"') + '-gzip"'
    del headers["content-length"]
    headers["content-encoding"] = "gzip"
    return Response(_gzip(file, changed, size), plain.status_code, headers)


@lru_cache(maxsize=512)
def _gzip(file: Path, changed: int, size: int) -> bytes:
    """Return the compressed content of a file; it is cached until the file changes."""
    return gzip.compress(file.read_bytes(), mtime=0)
