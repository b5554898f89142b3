"""The solvers of the test game; most of them misbehave, each in a different way."""

from __future__ import annotations

import os
import signal
import sys
import time
from fractions import Fraction
from pathlib import Path

from stubborn.rules import StubbornInstance, StubbornSolution
from tilewright.errors import MissingProgram
from tilewright.game import Answer, Run, Status

PREPARE_SECONDS = 0.3


def prepare(instance: StubbornInstance) -> None:
    if instance.n == 77:
        time.sleep(PREPARE_SECONDS)
    if file := os.environ.get("STUBBORN_PREPARED"):
        with open(file, "a") as stream:
            stream.write("prepared\n")
        end = time.process_time() + PREPARE_SECONDS
        while time.process_time() < end:
            pass


def _best(instance: StubbornInstance) -> Answer:
    return Answer(Status.OPTIMAL, StubbornSolution(instance.n), instance.n)


def honest(instance: StubbornInstance, run: Run) -> Answer:
    return _best(instance)


prepared = honest


def modest(instance: StubbornInstance, run: Run) -> Answer:
    n = instance.n - 1
    return Answer(Status.FEASIBLE, StubbornSolution(n), n, bound=instance.n)


def shy(instance: StubbornInstance, run: Run) -> Answer:
    n = instance.n - 1
    return Answer(Status.FEASIBLE, StubbornSolution(n), n)


def halved(instance: StubbornInstance, run: Run) -> Answer:
    n, bound = instance.n - 1, Fraction(2 * instance.n + 1, 2)
    run.report(n, bound)
    return Answer(Status.FEASIBLE, StubbornSolution(n), n, bound=bound)


def slow(instance: StubbornInstance, run: Run) -> Answer:
    n = 0
    while not run.stopped and n < instance.n - 1:
        n += 1
        run.report(best=n, bound=instance.n)
        run.cancel.wait(0.01)
    return Answer(Status.FEASIBLE, StubbornSolution(n), n, bound=instance.n)


def chatty(instance: StubbornInstance, run: Run) -> Answer:
    for n in range(1, 1001):
        run.report(best=n)
    run.cancel.wait()
    return Answer(Status.UNKNOWN)


def _ignore_signals() -> None:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
        # Python can set signal handlers only in the main thread; solvers run in the main thread here.
        signal.signal(number, signal.SIG_IGN)


def deaf(instance: StubbornInstance, run: Run) -> Answer:
    _ignore_signals()
    run.report(best=1)
    while True:
        time.sleep(1)


def _allocate_without_limit() -> None:
    blocks = []
    while True:
        blocks.append(bytearray(b"x") * (8 * 2**20))
        time.sleep(0.001)


def hungry(instance: StubbornInstance, run: Run) -> Answer:
    _allocate_without_limit()
    return Answer(Status.UNKNOWN)


def hungry_child(instance: StubbornInstance, run: Run) -> Answer:
    child = os.fork()
    if child == 0:
        os.setsid()
        _allocate_without_limit()
    os.waitpid(child, 0)
    return Answer(Status.UNKNOWN)


def _start_stray_processes(run: Run) -> None:
    """Start three processes that ignore signals: one in a new group, one in a new session, and an orphan."""
    for kind in ("group", "session", "orphan"):
        child = os.fork()
        if child == 0:
            if kind == "group":
                os.setpgid(0, 0)
            else:
                os.setsid()
            if kind == "orphan" and os.fork():
                os._exit(0)
            _ignore_signals()
            with open(run.options["pids"], "a") as stream:
                stream.write(f"{os.getpid()}\n")
            while True:
                time.sleep(1)
        if kind == "orphan":
            os.waitpid(child, 0)
    pids = Path(run.options["pids"])
    while not pids.exists() or len(pids.read_text().splitlines()) < 3:
        time.sleep(0.01)


def forker(instance: StubbornInstance, run: Run) -> Answer:
    _start_stray_processes(run)
    run.report(best=3)
    return deaf(instance, run)


def leaver(instance: StubbornInstance, run: Run) -> Answer:
    _start_stray_processes(run)
    return _best(instance)


def garbage(instance: StubbornInstance, run: Run) -> Answer:
    print('{"kind": "result"}')
    os.write(1, b"\xff\x00garbage\n{}\n")
    sys.stderr.write("garbage\n" * 100_000)
    return _best(instance)


def wrong(instance: StubbornInstance, run: Run) -> Answer:
    return Answer(Status.OPTIMAL, StubbornSolution(instance.n + 1), instance.n + 1)


def lowball(instance: StubbornInstance, run: Run) -> Answer:
    return Answer(Status.OPTIMAL, StubbornSolution(instance.n - 1), instance.n - 1)


def denier(instance: StubbornInstance, run: Run) -> Answer:
    return Answer(Status.INFEASIBLE)


def crash(instance: StubbornInstance, run: Run) -> Answer:
    os.write(2, b"something broke\nthe very last words\n")
    os.kill(os.getpid(), signal.SIGSEGV)
    return Answer(Status.UNKNOWN)


def quitter(instance: StubbornInstance, run: Run) -> Answer:
    os._exit(3)


def raiser(instance: StubbornInstance, run: Run) -> Answer:
    raise ZeroDivisionError("one line\nand another")


def programless(instance: StubbornInstance, run: Run) -> Answer:
    raise MissingProgram("abacus", "apt-get install abacus")
