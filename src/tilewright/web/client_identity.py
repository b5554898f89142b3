"""The names of clients, which the server uses to share its workers fairly among clients.

A client must not be able to invent names, because each name has its own share of the workers. So a client is
named after the network from which it connects. Without a token, the server is reachable only from this machine,
and all pages would have the same name. In this case, the server distinguishes pages by the name that each page
sends in the header ``X-Client``.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict

from starlette.requests import HTTPConnection

__all__ = ["Clients", "network_of"]

MAX_PAGES = 128
"""The maximum number of pages that count as separate clients at the same time."""
_NAME_LENGTH = 64
_IPV6_PREFIX = 64


def network_of(address: str) -> str:
    """Return the network of an IP address: for IPv4 and ``::1`` the address itself, else its first 64 bits.

    A subscriber can usually choose the last 64 bits of an IPv6 address. An IPv4-mapped IPv6 address is treated
    as the IPv4 address. Text that is not an address is returned unchanged.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    if parsed.is_loopback:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, _IPV6_PREFIX), strict=False))


class Clients:
    """The clients of a server.

    With `pages`, the pages on one machine are separate clients if they send different names. A name is accepted
    only after a request with this name has been answered; all requests from the same network whose names have
    not been accepted count as one client. So a program that sends a new name with every request gets only the
    share of one client.
    """

    def __init__(self, pages: bool) -> None:
        self._pages = pages
        self._known: OrderedDict[str, None] = OrderedDict()

    def client_of(self, request: HTTPConnection) -> str:
        """Return the name of the client that sent a request, for the fair queue."""
        network = network_of(request.client.host if request.client else "")
        page = f"{network} {request.headers.get('x-client', '')[:_NAME_LENGTH]}"
        return page if self._pages and page in self._known else network

    def remember(self, request: HTTPConnection) -> None:
        """Record that a request has been answered; from now on, the page that sent it is a separate client."""
        if self._pages and (name := request.headers.get("x-client", "")[:_NAME_LENGTH]):
            page = f"{network_of(request.client.host if request.client else '')} {name}"
            self._known[page] = None
            self._known.move_to_end(page)
            if len(self._known) > MAX_PAGES:
                self._known.popitem(last=False)
