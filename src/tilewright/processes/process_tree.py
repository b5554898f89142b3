"""A process and all its descendants: start the process, and list, measure and kill the whole tree."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "MARK",
    "ProcessTree",
    "Usage",
    "adopt_orphans",
    "cpu_seconds",
    "describe_ending",
    "kill_descendants",
    "peak_bytes",
]

MARK = "TILEWRIGHT_PROCESS_TREE"
_PAGE = resource.getpagesize()
_KILL_SECONDS = 10.0
_END_SECONDS = 1.0
_POLL = 0.002


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that a process tree has used: CPU time, and the largest total memory that was measured."""

    cpu_seconds: float
    peak_bytes: int


@dataclass(frozen=True, slots=True)
class _Process:
    pid: int
    parent: int
    session: int
    resident: int


class ProcessTree:
    """A program in a new session or in a new process group, with all its descendants.

    A process is recognised as a descendant by its parent, by its session, or by a mark in its environment. So a
    descendant is found even if it has its own process group or its parent has died. On systems without
    ``/proc``, only the process group is known.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        stdout: int | None = subprocess.PIPE,
        stderr: int | None = None,
        environment: Mapping[str, str] | None = None,
        new_session: bool = True,
    ) -> None:
        """Start the program.

        The program inherits the environment of this process, extended with `environment`. Without
        `new_session`, the program is the leader of a new process group in the session of the caller.
        """
        mark = uuid.uuid4().hex
        self._mark = mark.encode()
        self._peak = 0
        self._usage = Usage(0.0, 0)
        self.environment: Mapping[str, str] = {
            **os.environ,
            **(environment or {}),
            # The processes of a tree inside another tree have the marks of both trees.
            MARK: f"{os.environ.get(MARK, '')} {mark}".strip(),
        }
        self.process = subprocess.Popen(
            argv,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=stderr,
            start_new_session=new_session,
            process_group=None if new_session else 0,
            env=self.environment,
        )

    def __repr__(self) -> str:
        return f"<ProcessTree of process {self.process.pid}>"

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def pids(self) -> set[int]:
        """The IDs of the running processes of the tree, even after the first process has ended."""
        return self._members(set())

    def measure_memory(self) -> int:
        """Return the resident memory that the tree uses now, in bytes, and update the peak.

        Memory that several processes share is counted for each of them.
        """
        resident = sum(process.resident for process in _descendants(self.pid, _processes()))
        self._peak = max(self._peak, resident)
        return resident

    @property
    def ending(self) -> str:
        """A description of how the first process ended; empty while it runs.

        On systems with `os.waitid`, this property does not reap the process; `kill` does.
        """
        if self.process.returncode is None and hasattr(os, "waitid"):
            end = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if end is None:
                return ""
            return describe_ending(end.si_status if end.si_code == os.CLD_EXITED else -end.si_status)
        self._reap(os.WNOHANG)  # without `waitid` (macOS before Python 3.13), the process is reaped now
        status = self.process.returncode
        return "" if status is None else describe_ending(status)

    def wait_for_ending(self) -> str:
        """Wait up to one second for the first process to end; return how it ended, or "stopped responding"."""
        deadline = time.monotonic() + _END_SECONDS
        while not (ending := self.ending) and time.monotonic() < deadline:
            time.sleep(_POLL)
        return ending or "stopped responding"

    def signal_group(self, number: int) -> None:
        """Send a signal to the process group whose leader is the first process."""
        # On some systems, a signal to a group whose processes are all dead raises `PermissionError`.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def kill(self) -> Usage:
        """Kill every process of the tree, wait until all are gone, close the pipes, and return the usage."""
        if self.process.returncode is None:
            self._kill_all()
            self._reap(0)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        return self._usage

    def _reap(self, flags: int) -> None:
        if self.process.returncode is None:
            pid, status, used = os.wait4(self.pid, flags)
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                self._usage = Usage(used.ru_utime + used.ru_stime, self._peak)

    def _kill_all(self) -> None:
        # The first process is reaped last: until then the system cannot reuse its process ID, which is also the
        # ID of its session or process group.
        known: set[int] = set()
        deadline = time.monotonic() + _KILL_SECONDS
        while time.monotonic() < deadline:
            # List the members before the group is killed: a dying process loses its environment, and its
            # children lose their parent.
            alive = self._members(known)
            known |= alive
            self.signal_group(signal.SIGKILL)
            for pid in alive:
                _kill(pid)
            if not alive:
                return
            time.sleep(_POLL)

    def _members(self, known: set[int]) -> set[int]:
        """Return the IDs of the running processes of the tree; `known` are the IDs that were found earlier."""
        processes = _processes()
        members = {process.pid for process in _descendants(self.pid, processes)}
        for process in processes:
            if process.pid not in members and (
                known & {process.pid, process.parent} or self._mark in _environment(process.pid)
            ):
                members |= {member.pid for member in _descendants(process.pid, processes)}
        return members


def describe_ending(returncode: int) -> str:
    """Return a description of how a process ended, such as "was killed by SIGKILL".

    `returncode` is its exit status, or minus the number of the signal that killed it.
    """
    if returncode >= 0:
        return f"ended with status {returncode}"
    with contextlib.suppress(ValueError):
        return f"was killed by {signal.Signals(-returncode).name}"
    return f"was killed by signal {-returncode}"


# --- The processes of this machine --------------------------------------------------------------------


def _processes() -> list[_Process]:
    """Return all processes except those that have ended but have not been reaped yet."""
    entries = os.listdir("/proc") if os.path.isdir("/proc") else []
    processes = (_read(int(entry)) for entry in entries if entry.isdigit())
    return [process for process in processes if process is not None]


def _read(pid: int) -> _Process | None:
    # This runs for every process on the machine, many times a second, so it avoids the cost of a file
    # object.
    try:
        handle = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
        try:
            stat = os.read(handle, 2**12)
        finally:
            os.close(handle)
    except OSError:
        return None
    # The name of the program may contain blanks and parentheses; the fields start after the last parenthesis.
    fields = stat[stat.rfind(b")") + 2 :].split()
    if len(fields) < 22 or fields[0] in (b"Z", b"X"):
        return None
    return _Process(pid, int(fields[1]), int(fields[3]), int(fields[21]) * _PAGE)


def _environment(pid: int) -> bytes:
    """Return the environment of a process; empty if the process has ended or belongs to another user."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""


def _descendants(root: int, processes: Sequence[_Process]) -> list[_Process]:
    """Return the process `root`, the processes of the session that it leads, and all descendants of these."""
    tree: dict[int, _Process] = {}
    children: dict[int, list[_Process]] = {}
    for process in processes:
        children.setdefault(process.parent, []).append(process)
        if root in (process.pid, process.session):
            tree[process.pid] = process
    waiting = list(tree)
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child.pid not in tree:
                tree[child.pid] = child
                waiting.append(child.pid)
    return list(tree.values())


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


# --- This process -------------------------------------------------------------------------------------


def adopt_orphans() -> None:
    """On Linux, make this process the new parent of descendants whose parent dies.

    So orphaned processes remain descendants of this process while it runs.
    """
    if sys.platform.startswith("linux"):
        import ctypes

        set_child_subreaper = 36
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def cpu_seconds() -> float:
    """Return the CPU time of this process and of the children that it has waited for, in seconds."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def peak_bytes() -> int:
    """Return the largest amount of memory that this process has used, in bytes."""
    # `ru_maxrss` of `getrusage` would include the memory that the parent had when it started this process.
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def kill_descendants() -> None:
    """Kill all descendants of this process."""
    own = os.getpid()
    for process in _descendants(own, _processes()):
        if process.pid != own:
            _kill(process.pid)
