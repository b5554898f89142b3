"""Who is next: a bounded queue in which clients take turns, and none holds more than its share of workers."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

__all__ = ["QueueFull", "Turns"]

T = TypeVar("T")


class QueueFull(Exception):
    """As many wait as may wait."""


class Turns(Generic[T]):
    """What clients wait for, and how much of it each has now.

    `waiting` may wait in all, `waiting_each` of one client, and `share` of one client may be held at a time.
    The client whose last turn is longest ago comes next.
    """

    def __init__(self, *, share: int, waiting: int, waiting_each: int) -> None:
        self._share = share
        self._most = waiting
        self._most_each = waiting_each
        self._lines: OrderedDict[str, deque[T]] = OrderedDict()
        self._held: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        """How many wait."""
        with self._changed:
            return self._waiting()

    @property
    def held(self) -> int:
        """How many are held by workers now."""
        with self._changed:
            return self._held.total()

    def _waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    def put(self, client: str, item: T) -> None:
        with self._changed:
            line = self._lines.get(client, ())
            if self._closed or self._waiting() >= self._most or len(line) >= self._most_each:
                raise QueueFull
            self._lines.setdefault(client, deque()).append(item)
            self._changed.notify()

    def take(self, seconds: float | None = None) -> tuple[str, T] | None:
        """The next one, to be given back with `done`; None when the queue is closed, or the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._next() is not None, seconds)
            client = None if self._closed else self._next()
            if client is None:
                return None
            line = self._lines.pop(client)
            item = line.popleft()
            if line:
                self._lines[client] = line  # now the last in the order
            self._held[client] += 1
            return client, item

    def _next(self) -> str | None:
        return next((client for client in self._lines if self._held[client] < self._share), None)

    def done(self, client: str) -> None:
        with self._changed:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]
            self._changed.notify_all()

    def withdraw(self, item: T) -> bool:
        """Take out one that still waits; False if it does not."""
        with self._changed:
            for client, line in self._lines.items():
                if item in line:
                    line.remove(item)
                    if not line:
                        del self._lines[client]
                    return True
            return False

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> list[T]:
        """Nobody comes next any more; those that waited are given back."""
        with self._changed:
            self._closed = True
            left = [item for line in self._lines.values() for item in line]
            self._lines.clear()
            self._changed.notify_all()
            return left
