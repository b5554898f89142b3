"""A process and everything that it starts: found, measured, and ended without leaving anyone behind."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Family", "Usage", "adopt_orphans", "cpu_seconds", "end_own_family", "peak_bytes"]

_MARK = "TILEWRIGHT_FAMILY"
_PAGE = resource.getpagesize()
_END_SECONDS = 10.0
_FATE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What a family used: seconds of CPU time, and the most bytes that it held at once."""

    cpu_seconds: float
    peak_bytes: int


@dataclass(frozen=True, slots=True)
class _Member:
    pid: int
    parent: int
    session: int
    resident: int


class Family:
    """A program in a session of its own, with all its descendants.

    A descendant is known by its parents, by the session that it was born into, or by a mark in its
    environment, so that neither a group of its own nor the death of its parent hides it. Where there is no
    ``/proc``, the session's first process group is all that can be seen.
    """

    def __init__(
        self, argv: Sequence[str], *, stderr: int | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        """`environment` is added to that of this process."""
        self._mark = uuid.uuid4().hex
        self._usage = Usage(0.0, 0)
        self._peak = 0
        self.process = subprocess.Popen(
            argv,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            start_new_session=True,
            # A family within a family bears the marks of both.
            env={
                **os.environ,
                **(environment or {}),
                _MARK: f"{os.environ.get(_MARK, '')} {self._mark}".strip(),
            },
        )

    def __repr__(self) -> str:
        return f"<Family of process {self.process.pid}>"

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def pids(self) -> set[int]:
        """The members that run now, those that have outlived the first process too."""
        known = {member.pid for member in _descendants(self.pid)}
        return {member.pid for member in _processes() if self._is_ours(member, known)}

    def look(self) -> int:
        """Bytes of memory that the members hold now; what they share is counted for each. The largest number
        seen is the family's peak."""
        held = sum(member.resident for member in _descendants(self.pid))
        self._peak = max(self._peak, held)
        return held

    @property
    def death(self) -> str:
        """How the first process ended; empty while it runs. It stays unreaped until its family is gone."""
        if not hasattr(os, "waitid"):  # macOS: there it is reaped at once
            self._reap(os.WNOHANG)
            status = self.process.returncode
            if status is None:
                return ""
            return _death(killed=status < 0, number=abs(status))
        end = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return "" if end is None else _death(killed=end.si_code != os.CLD_EXITED, number=end.si_status)

    def fate(self) -> str:
        """How the first process ended, of which nothing is heard any more: its end shows a moment later."""
        give_up = time.monotonic() + _FATE_SECONDS
        while not (death := self.death) and time.monotonic() < give_up:
            time.sleep(0.002)
        return death or "fell silent"

    def end(self) -> Usage:
        """Kill every member, wait until all are gone, and tell what they used."""
        if self.process.returncode is None:
            self._kill_all()
            self._reap(0)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                # A request that was never read is of no interest any more.
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
        # The first process stays unreaped until the others are gone: so long its number, which names the
        # session, cannot be given to a stranger.
        known = {member.pid for member in _descendants(self.pid)}
        give_up = time.monotonic() + _END_SECONDS
        while time.monotonic() < give_up:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            alive = [member for member in _processes() if self._is_ours(member, known)]
            known |= {member.pid for member in alive}
            for member in alive:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(member.pid, signal.SIGKILL)
            if not alive:
                return
            time.sleep(0.002)

    def _is_ours(self, member: _Member, known: set[int]) -> bool:
        # One that is about to die has lost its environment already, and perhaps its parent.
        if self.pid in (member.pid, member.session) or known & {member.pid, member.parent}:
            return True
        try:
            environment = Path(f"/proc/{member.pid}/environ").read_bytes()
        except OSError:
            return False
        return self._mark.encode() in environment


def _death(*, killed: bool, number: int) -> str:
    return f"was killed by {signal.Signals(number).name}" if killed else f"ended with status {number}"


def _processes() -> Iterator[_Member]:
    """The processes that run now; those that ended and wait for their parent are left out."""
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if entry.isdigit():
            member = _read(int(entry))
            if member is not None:
                yield member


def _read(pid: int) -> _Member | None:
    # Read for every process of the machine many times a second, so by the shortest way.
    try:
        handle = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
        try:
            stat = os.read(handle, 2**12)
        finally:
            os.close(handle)
    except OSError:
        return None
    # The name before the last parenthesis may hold anything, blanks and parentheses too.
    fields = stat[stat.rfind(b")") + 2 :].split()
    if len(fields) < 22 or fields[0] in (b"Z", b"X"):
        return None
    return _Member(pid, int(fields[1]), int(fields[3]), int(fields[21]) * _PAGE)


def _descendants(root: int) -> list[_Member]:
    """The process and all that descend from it or live in its session."""
    found: dict[int, _Member] = {}
    children: dict[int, list[_Member]] = {}
    for member in _processes():
        children.setdefault(member.parent, []).append(member)
        if root in (member.pid, member.session):
            found[member.pid] = member
    waiting = list(found)
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child.pid not in found:
                found[child.pid] = child
                waiting.append(child.pid)
    return list(found.values())


def adopt_orphans() -> None:
    """Let descendants of this process whose own parent dies become its children (Linux), so that a family
    stays whole as long as its first process lives."""
    if sys.platform.startswith("linux"):
        import ctypes

        set_child_subreaper = 36
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def cpu_seconds() -> float:
    """CPU time of this process and of the children it has waited for."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def peak_bytes() -> int:
    """The most memory that this process held."""
    # getrusage's ru_maxrss would count what the process that started this one held at that moment.
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def end_own_family() -> None:
    """Kill everything that descends from this process, then this process itself."""
    for member in _descendants(os.getpid()):
        if member.pid != os.getpid():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(member.pid, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
