"""A program in a process group that a guard leads, so that none of its processes survives this process.

The program and everything that it starts live in a process group of their own, in the session of the caller. A
guard leads the group: a shell that waits on a pipe whose other end only this process holds. If this process is
killed without a chance to clean up, the pipe closes, and the guard kills the group, itself included. The guard
also reserves the ID of the group: a signal to the group cannot reach an unrelated process, even long after the
program has ended. Processes that leave the group, such as the solvers that MiniZinc starts, are found by the
mark in their environment (:class:`~tilewright.processes.process_tree.ProcessTree`), by the guard as well.
"""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress

from tilewright.processes.process_tree import MARK, ProcessTree

__all__ = ["GuardedProcess"]

_TERMINATE_SECONDS = 0.3
_GUARD_SCRIPT = f"""
trap '' HUP TERM
read -r _
kill -s TERM 0
sleep 1
for file in /proc/[0-9]*/environ; do
    pid=${{file#/proc/}}
    pid=${{pid%/environ}}
    if [ "$pid" != $$ ] && grep -qsF "${MARK}" "$file"; then kill -s KILL "$pid"; fi
done
kill -s KILL 0
"""
_GUARD = ("/bin/sh", "-c", _GUARD_SCRIPT)


class GuardedProcess:
    """A running program with pipes for its standard streams; `end` ends it and everything that it started."""

    def __init__(self, argv: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start the program; raise `OSError` if that fails.

        `environment` is added to the environment of this process.
        """
        self._guard = ProcessTree(_GUARD, stdout=subprocess.DEVNULL, environment=environment, new_session=False)
        try:
            self.process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self._guard.environment,
                process_group=self._guard.pid,
                bufsize=0,
            )
        except BaseException:
            self._guard.kill()
            raise

    def end(self) -> None:
        """Ask the program to end, wait a short time, and kill the rest of the process tree."""
        try:
            if self.process.poll() is None:
                self._guard.signal_group(signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    self.process.wait(_TERMINATE_SECONDS)
        finally:
            self._guard.kill()
        self.process.wait()
        for stream in filter(None, (self.process.stdin, self.process.stdout, self.process.stderr)):
            with suppress(BrokenPipeError):
                stream.close()
