"""The socket that the workbench listens on."""

from __future__ import annotations

import socket

from tilewright.web.server import listen


def test_an_answer_is_sent_at_once_and_not_when_the_receipt_of_its_head_is_there() -> None:
    with listen(0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
