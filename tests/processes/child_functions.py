"""Functions that the tests run in supervised child processes."""

from __future__ import annotations

import os
import time

from tilewright.processes.child_main import ParentConnection


def echo(parent: ParentConnection) -> None:
    while True:
        parent.send(parent.receive())


def print_then_answer(parent: ParentConnection) -> None:
    print("printed", flush=True)
    os.write(1, b"\xff\x00 garbage")
    parent.send("answer")
    time.sleep(60)


def wait_for_cancellation(parent: ParentConnection) -> None:
    parent.cancelled.wait()
    parent.send("cancelled")
    time.sleep(60)


def fail(parent: ParentConnection) -> None:
    raise ValueError("the last line")


def fork_and_die(parent: ParentConnection) -> None:
    """Fork and exit; the forked process keeps the pipe to the parent open."""
    if os.fork():
        os._exit(7)
    time.sleep(60)


def eat(parent: ParentConnection) -> None:
    eaten = []
    while True:
        eaten.append(bytearray(b"x") * (8 * 2**20))
        time.sleep(0.001)


def ready_then_sleep(parent: ParentConnection) -> None:
    parent.send("ready")
    time.sleep(60)
