"""A supervised child process: messages are complete, limits are enforced, and no call blocks forever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from process_watch import alive, descendants, wait_until
from tilewright.processes.function_in_child_process import ChildEnded, MemoryLimitExceeded, SupervisedChild
from tilewright.processes.messages import BadMessage, MessageBuffer, message_frame

PATIENCE = 60.0


@contextmanager
def child(function: str, **limits: Any) -> Iterator[SupervisedChild]:
    started = SupervisedChild(f"child_functions:{function}", **limits)
    try:
        yield started
    finally:
        started.kill()
        assert not alive(started.pid)


def receive(started: SupervisedChild) -> Any:
    deadline = time.monotonic() + PATIENCE
    while (message := started.receive(0.1)) is None:
        assert time.monotonic() < deadline, "no message"
    return message


def test_messages_of_any_size_are_passed_in_both_directions() -> None:
    with child("echo") as started:
        for message in (["a", 1, None], {"long": "x" * 3_000_000}, b"bytes" * 1_000_000):
            started.send(message)
            assert receive(started) == message


def test_several_messages_can_be_queued() -> None:
    with child("echo") as started:
        for number in range(100):
            started.send([number])
        assert [receive(started) for _ in range(100)] == [[number] for number in range(100)]


def test_output_printed_by_a_child_does_not_affect_its_messages() -> None:
    with child("print_then_answer") as started:
        assert receive(started) == "answer"


def test_a_child_can_be_cancelled() -> None:
    with child("wait_for_cancellation") as started:
        started.cancel()
        assert receive(started) == "cancelled"


def test_an_error_ends_the_child_and_its_last_line_is_kept() -> None:
    with child("fail", keep_stderr=True) as started:
        with pytest.raises(ChildEnded, match="ended with status 1"):
            receive(started)
        assert started.pipes.last_error_line == "ValueError: the last line"


def test_the_end_of_a_child_is_noticed_while_another_process_holds_its_pipe() -> None:
    before = descendants()
    with child("fork_and_die") as started, pytest.raises(ChildEnded, match="ended with status 7"):
        receive(started)
    assert descendants() == before


def test_the_memory_limit_is_enforced() -> None:
    with child("eat", memory_limit=150 * 2**20) as started, pytest.raises(MemoryLimitExceeded, match="150 MiB"):
        receive(started)


def test_a_stopped_child_that_reads_nothing_blocks_no_call() -> None:
    with child("echo") as started:
        started.send("ready")
        assert receive(started) == "ready"
        os.kill(started.pid, signal.SIGSTOP)
        begun = time.monotonic()
        started.send({"more": "x" * 2_000_000})
        assert started.receive(0.1) is None
        assert time.monotonic() - begun < PATIENCE
        os.kill(started.pid, signal.SIGCONT)
        assert receive(started) == {"more": "x" * 2_000_000}


def test_a_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path[:0] = sys.argv[1:2]\n"
        "from tilewright.processes.function_in_child_process import SupervisedChild\n"
        "child = SupervisedChild('child_functions:ready_then_sleep')\n"
        "while child.receive(1) is None: pass\n"
        "open(sys.argv[2], 'w').write(str(child.pid))\n"
        "while True: child.receive(1)\n"
    )
    pid = tmp_path / "pid"
    parent = subprocess.Popen([sys.executable, "-c", code, str(Path(__file__).parent), str(pid)])
    try:
        wait_until(lambda: pid.exists() and pid.read_text() != "")
    finally:
        parent.kill()
        parent.wait()
    wait_until(lambda: not alive(int(pid.read_text())))


def test_a_buffer_gives_messages_only_when_they_are_complete() -> None:
    buffer = MessageBuffer()
    frames = message_frame({"a": [1.5, "ü"]}) + message_frame(b"\x00\xff")
    found = []
    for at in range(len(frames)):
        buffer.add(frames[at : at + 1])
        if (message := buffer.take()) is not None:
            found.append(message)
    assert found == [{"a": [1.5, "ü"]}, b"\x00\xff"]


@pytest.mark.parametrize(
    "data", [b"garbage, not a frame", message_frame(b"{").replace(b"B", b"J"), message_frame(None)]
)
def test_bytes_that_are_not_a_message_are_refused(data: bytes) -> None:
    buffer = MessageBuffer()
    buffer.add(data)
    with pytest.raises(BadMessage):
        buffer.take()
