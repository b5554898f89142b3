"""A bounded queue that serves clients in turn, and gives no client more than its share of the workers."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["FairQueue", "QueueFull"]

T = TypeVar("T")


class QueueFull(Exception):
    """The queue has no room for another item."""


class FairQueue(Generic[T]):
    """A queue of items, each added by a client, that wait for workers.

    At most `waiting` items wait, at most `waiting_each` items of one client wait, and at most `share` items of
    one client are in progress at a time. Clients are served in turn: when an item of a client is taken, the
    client goes to the end of the line.

    `preferred_worker(item)` returns the number of the worker that an item prefers, or None. While that worker
    is idle, no other worker takes the item.
    """

    def __init__(
        self,
        *,
        share: int,
        waiting: int,
        waiting_each: int,
        preferred_worker: Callable[[T], int | None] = lambda item: None,
    ) -> None:
        self._share = share
        self._preferred_worker = preferred_worker
        self._idle_workers: set[int] = set()
        self._waiting_limit = waiting
        self._waiting_limit_per_client = waiting_each
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._active: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        """Return the number of waiting items."""
        with self._changed:
            return self._count()

    @property
    def active(self) -> int:
        """The number of items that workers have taken but not finished."""
        with self._changed:
            return self._active.total()

    def _count(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, client: str, item: T) -> None:
        """Add an item; raise `QueueFull` if the queue is full or closed."""
        with self._changed:
            items = self._waiting.get(client, ())
            if (
                self._closed
                or self._count() >= self._waiting_limit
                or len(items) >= self._waiting_limit_per_client
            ):
                raise QueueFull
            self._waiting.setdefault(client, deque()).append(item)
            # All workers are notified, because the worker that the item prefers must be among them.
            self._changed.notify_all()

    def take(self, seconds: float | None = None, worker: int | None = None) -> tuple[str, T] | None:
        """Wait for the next item; return its client and the item.

        When the caller has finished the item, it must call `done`. Return None if the queue is closed, or if no
        item can be taken within `seconds`. `worker` is the number of the calling worker.
        """
        with self._changed:
            if worker is not None:
                self._idle_workers.add(worker)
            self._changed.wait_for(lambda: self._closed or self._next(worker) is not None, seconds)
            client = None if self._closed else self._next(worker)
            if worker is not None:
                self._idle_workers.discard(worker)
                self._changed.notify_all()  # other workers may now take the items that prefer this worker
            if client is None:
                return None
            items = self._waiting.pop(client)
            item = items.popleft()
            if items:
                self._waiting[client] = items  # the client moves to the end of the line
            self._active[client] += 1
            return client, item

    def _next(self, worker: int | None) -> str | None:
        """Return the client whose item the worker takes next.

        Return None if no waiting client can be served: for each of them, either its full share is already in
        progress, or its next item prefers another worker that is idle.
        """
        for client, items in self._waiting.items():
            if self._active[client] < self._share:
                preferred = self._preferred_worker(items[0])
                if preferred is None or preferred == worker or preferred not in self._idle_workers:
                    return client
        return None

    def done(self, client: str) -> None:
        """Report that a worker has finished an item of the client."""
        with self._changed:
            self._active[client] -= 1
            if not self._active[client]:
                del self._active[client]
            self._changed.notify_all()

    def withdraw(self, item: T) -> bool:
        """Remove a waiting item; return False if it is no longer waiting."""
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
            waiting = [item for items in self._waiting.values() for item in items]
            self._waiting.clear()
            self._changed.notify_all()
            return waiting
