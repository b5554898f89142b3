"""The far side of :class:`tilewright.running.places.Processes`: does one task after the other.

Standard input brings frames (a length in eight bytes, then a pickle): first the import path and the function,
then the tasks. When it closes, whoever asked is gone and the worker ends with all that it started.
"""

from __future__ import annotations

import os
import pickle
import queue
import struct
import sys
import threading
from typing import IO, Any

from tilewright.running.family import adopt_orphans, end_own_family
from tilewright.running.places import reason

__all__ = ["main"]

_SIZE = struct.Struct(">Q")


def _listen(stream: IO[bytes], frames: queue.SimpleQueue[bytes]) -> None:
    while len(head := stream.read(_SIZE.size)) == _SIZE.size:
        size = _SIZE.unpack(head)[0]
        frame = stream.read(size)
        if len(frame) < size:
            break
        frames.put(frame)
    end_own_family()


def _do(function: bytes, task: bytes) -> bytes:
    try:
        answer: tuple[bool, Any] = (True, pickle.loads(function)(pickle.loads(task)))
        return pickle.dumps(answer)
    except Exception as error:
        return pickle.dumps((False, reason(error)))


def main() -> None:
    line = os.fdopen(os.dup(1), "wb")
    # What the work prints must not disturb the answers.
    os.dup2(2, 1)
    adopt_orphans()
    frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, frames), daemon=True).start()
    path, function = pickle.loads(frames.get())
    sys.path[:] = path
    while True:
        answer = _do(function, frames.get())
        line.write(_SIZE.pack(len(answer)))
        line.write(answer)
        line.flush()


if __name__ == "__main__":
    main()
