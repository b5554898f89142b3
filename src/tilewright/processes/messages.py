"""Messages over a pipe: frames with a kind, a length and a body, which is JSON or plain bytes."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = ["BadMessage", "MessageBuffer", "json_text_frame", "message_frame", "read_messages"]

_HEADER = struct.Struct(">cQ")
_JSON, _BYTES = b"J", b"B"
_CHUNK = 2**20


class BadMessage(Exception):
    """The received bytes are not a valid message."""


def message_frame(message: Any) -> bytes:
    """Return the frame of a message: plain bytes, or a value other than None, which is sent as JSON."""
    return _frame(_BYTES, message) if isinstance(message, bytes) else json_text_frame([json.dumps(message)])


def json_text_frame(chunks: Iterable[str]) -> bytes:
    """Return the frame of a JSON text that is given in pieces."""
    return _frame(_JSON, "".join(chunks).encode())


def _frame(kind: bytes, body: bytes) -> bytes:
    return _HEADER.pack(kind, len(body)) + body


class MessageBuffer:
    """Collects incoming bytes and returns complete messages."""

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, data: bytes) -> None:
        self._data += data

    def take(self) -> Any | None:
        """Return the next message; None while it is incomplete."""
        if len(self._data) < _HEADER.size:
            return None
        kind, length = _HEADER.unpack_from(self._data)
        if kind not in (_JSON, _BYTES):
            raise BadMessage(f"a frame of the unknown kind {kind!r}")
        end = _HEADER.size + length
        if len(self._data) < end:
            return None
        body = bytes(memoryview(self._data)[_HEADER.size : end])
        del self._data[:end]
        if kind == _BYTES:
            return body
        try:
            message = json.loads(body)
        except ValueError:
            raise BadMessage("a frame that is not JSON") from None
        if message is None:  # `take` returns None only while a message is incomplete
            raise BadMessage("a frame that contains null")
        return message


def read_messages(descriptor: int) -> Iterator[Any]:
    """Wait for messages and yield them until the other side closes the pipe."""
    buffer = MessageBuffer()
    # A buffered stream is not used, because its lock could block the exit of the interpreter.
    while data := os.read(descriptor, _CHUNK):
        buffer.add(data)
        while (message := buffer.take()) is not None:
            yield message
