"""A filter for the log, so that clients cannot fill the disk by causing the same message again and again."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = ["RepeatLimit", "limit_repeated_messages"]

MAX_REPEATS = 5
PERIOD = 60.0
_MAX_MESSAGES = 100
_KEY_LENGTH = 40
_LOGGERS = ("asyncio", "uvicorn.error", "tilewright.web")


@dataclass
class _Message:
    period_ends: float
    passed: int = 0
    left_out: int = 0


class RepeatLimit(logging.Filter):
    """Lets each message through at most `MAX_REPEATS` times in `PERIOD` seconds, and counts the rest.

    Messages that begin with the same `_KEY_LENGTH` characters, before arguments are inserted, are treated as
    the same message; so are all new messages once `_MAX_MESSAGES` different ones are known. The first message
    of the next period states how many messages were left out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._messages: dict[str, _Message] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = self._clock()
        key = str(record.msg)[:_KEY_LENGTH]
        if key not in self._messages and len(self._messages) >= _MAX_MESSAGES:
            key = ""
        message = self._messages.setdefault(key, _Message(now + PERIOD))
        if now >= message.period_ends:
            if message.left_out:
                record.msg = f"{record.getMessage()} ({message.left_out:,} similar messages were left out)"
                record.args = None
            message = self._messages[key] = _Message(now + PERIOD)
        if message.passed >= MAX_REPEATS:
            message.left_out += 1
            return False
        message.passed += 1
        return True


@contextmanager
def limit_repeated_messages() -> Iterator[None]:
    """Limit repeated messages from all loggers whose messages can be triggered by clients."""
    limits = {logging.getLogger(name): RepeatLimit() for name in _LOGGERS}
    for logger, limit in limits.items():
        logger.addFilter(limit)
    try:
        yield
    finally:
        for logger, limit in limits.items():
            logger.removeFilter(limit)
