"""A dialogue with one of Tilewright's engines, which runs in a thread of this process or in its own process."""

from __future__ import annotations

import os
import queue
import select
import subprocess
import threading
import time
from collections.abc import Iterator
from types import TracebackType

from process_watch import wait_until
from tilewright.game import Game
from tilewright.play.engine_server import EngineServer, MakePlayer

PATIENCE = 240.0
"""The number of seconds after which a test gives up; an engine may have to compile code."""


class Talk:
    """Sends lines to an engine and reads its answers; the engine runs in a thread of this process."""

    def __init__(self, game: Game, make: MakePlayer) -> None:
        self._reading, self._writing = os.pipe()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._pending = b""
        self.server = EngineServer(game, "tested", "1.0", make, self._writing)
        self._thread = threading.Thread(target=self.server.run, args=(self._received(),), daemon=True)
        self._thread.start()

    def _received(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.send(None)
        if kind is None:
            self.ends()
            # A search that is still running after `quit` must not write to a closed or reused descriptor.
            wait_until(lambda: not self.server.searching)
        os.close(self._reading)
        os.close(self._writing)

    def send(self, *lines: str | None) -> None:
        """Send lines; None closes the input of the engine."""
        for line in lines:
            self._lines.put(line)

    def ends(self) -> None:
        """Wait until the engine's thread ends."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def until(self, word: str, errors: bool = False) -> list[str]:
        """Return the lines up to and including the first line that begins with the word `word`.

        Fail if one of the lines before it is an error line, unless `errors` is true.
        """
        found: list[str] = []
        deadline = time.monotonic() + PATIENCE
        while not found or (last := found[-1].split(" ")[0]) != word:
            assert not found or errors or last != "error", found
            while b"\n" not in self._pending:
                ready, _, _ = select.select([self._reading], [], [], max(0.0, deadline - time.monotonic()))
                assert ready, f"no line {word} after {found}"
                self._pending += os.read(self._reading, 2**16)
            line, _, self._pending = self._pending.partition(b"\n")
            found.append(line.decode())
        return found

    def answers(self, *lines: str) -> list[str]:
        """Send lines and `isready`; return all answers, including errors, before `readyok`."""
        self.send(*lines, "isready")
        return self.until("readyok", errors=True)[:-1]


def one_way(command: list[str], text: str) -> subprocess.CompletedProcess[str]:
    """Run an engine as a process that receives all its input at once; return the completed process."""
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False)
