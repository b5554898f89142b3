"""A bounded queue in which clients take turns, and no client occupies more than its share of the workers."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

__all__ = ["FairQueue", "QueueFull"]

T = TypeVar("T")


class QueueFull(Exception):
    """The queue has no room for another item."""


class FairQueue(Generic[T]):
    """Items of clients, waiting for workers.

    At most `waiting` items wait, at most `waiting_each` of one client, and at most `share` items of one client
    are worked on at a time. The client that was served least recently is served next.
    """

    def __init__(self, *, share: int, waiting: int, waiting_each: int) -> None:
        self._share = share
        self._most = waiting
        self._most_each = waiting_each
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._active: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        """The number of waiting items."""
        with self._changed:
            return self._count()

    @property
    def active(self) -> int:
        """The number of items that workers have taken and not finished."""
        with self._changed:
            return self._active.total()

    def _count(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, client: str, item: T) -> None:
        with self._changed:
            items = self._waiting.get(client, ())
            if self._closed or self._count() >= self._most or len(items) >= self._most_each:
                raise QueueFull
            self._waiting.setdefault(client, deque()).append(item)
            self._changed.notify()

    def take(self, seconds: float | None = None) -> tuple[str, T] | None:
        """Wait for the next item and its client, to be finished with `done`.

        None when the queue is closed, or nothing came within the time.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._next() is not None, seconds)
            client = None if self._closed else self._next()
            if client is None:
                return None
            items = self._waiting.pop(client)
            item = items.popleft()
            if items:
                self._waiting[client] = items  # now the last in the order
            self._active[client] += 1
            return client, item

    def _next(self) -> str | None:
        return next((client for client in self._waiting if self._active[client] < self._share), None)

    def done(self, client: str) -> None:
        with self._changed:
            self._active[client] -= 1
            if not self._active[client]:
                del self._active[client]
            self._changed.notify_all()

    def withdraw(self, item: T) -> bool:
        """Remove a waiting item; False if it does not wait any more."""
        with self._changed:
            for client, items in self._waiting.items():
                if item in items:
                    items.remove(item)
                    if not items:
                        del self._waiting[client]
                    return True
            return False

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> list[T]:
        """Close the queue: no further item is served. Return the items that were waiting."""
        with self._changed:
            self._closed = True
            left = [item for items in self._waiting.values() for item in items]
            self._waiting.clear()
            self._changed.notify_all()
            return left
