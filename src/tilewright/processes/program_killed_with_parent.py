"""Start a program with a guard process, which kills all processes of the program if this process dies.

The program and all processes that it starts belong to a new process group in the session of the caller. The
leader of the group is a guard: a shell that waits on a pipe whose other end only this process has open. If this
process is killed without a chance to clean up, the pipe closes, and the guard kills the group, including
itself. While the guard runs, the system cannot reuse the ID of the group, so a signal to the group never
reaches an unrelated process, even long after the program has ended. Processes that leave the group, such as the
solvers that MiniZinc starts, are recognised by a mark in their environment
(:class:`~tilewright.processes.process_tree.ProcessTree`); the guard also kills these.
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
    """A running program with pipes for its standard streams; `end` ends it and its descendants."""

    def __init__(self, argv: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start the program; raise `OSError` if that fails.

        The program inherits the environment of this process, extended with `environment`.
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
