"""The far side of :class:`tilewright.play.table.Table`: plays one game after the other and tells of every turn.

Standard input brings tasks, one a line; standard output takes messages, one a line: `turn` with the number of
the player who thinks now, `move` with the JSON of its move, and in the end `done` with the record, or `failed`
with the reason. When standard input closes, whoever asked is gone, and the process ends with all of its group.
"""

from __future__ import annotations

import io
import json
import os
import queue
import signal
import sys
import threading
from typing import Any

from tilewright.play.table import play_games

__all__ = ["main"]


def _listen(tasks: queue.SimpleQueue[bytes]) -> None:
    # Unbuffered: a buffer has a lock, for which a process that ends would wait.
    for line in io.FileIO(0, closefd=False):
        tasks.put(line)
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    messages = os.fdopen(os.dup(1), "wb")
    # What an agent prints must not disturb the messages.
    os.dup2(2, 1)
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()

    def tell(kind: str, value: Any) -> None:
        messages.write(json.dumps([kind, value]).encode() + b"\n")
        messages.flush()

    while True:
        task = json.loads(tasks.get())
        sys.path[:] = task["path"]
        try:
            tell("done", play_games(task, tell).decode())
        except Exception as error:
            tell("failed", " ".join(f"{type(error).__name__}: {error}".split()))


if __name__ == "__main__":
    main()
