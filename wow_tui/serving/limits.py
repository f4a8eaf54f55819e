"""What one client may cost, in one table."""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Caps of the SSH front end. Times are in seconds, sizes in bytes, rates per second."""

    connections: int = 200
    sessions: int = 100
    # Friends behind one router, and forty players on loopback, share an address.
    sessions_per_address: int = 60
    newcomers: int = 60
    newcomers_per_address: int = 20
    sessions_per_connection: int = 1

    login: float = 20
    # From being let in to having a session, and from its end to the end of the connection.
    without_session: float = 20
    tries: int = 3
    # Keys offered and questions asked on one connection; clients try each of their keys.
    attempts: int = 20
    # Wrong codes from one address in `wrong_time`, before it has to wait for as long.
    wrong_per_address: int = 15
    wrong_time: float = 60

    idle: float = 2 * 3600
    keepalive: float = 30
    keepalive_count: int = 3

    columns: int = 240
    rows: int = 80
    resize_every: float = 0.25

    # A held key repeats about 30 times a second, a moving mouse reports up to 100 times.
    keys: float = 100
    keys_burst: int = 250
    paste: int = 4000
    paste_time: float = 5
    # What is thrown away before the client is cut off.
    thrown: int = 1 << 20
    window: int = 32_768

    # Bytes of the whole connection: requests that are no keys cost time too.
    received: float = 65_536
    received_burst: int = 1 << 19

    backlog: int = 65_536
    # How long a client may take nothing of what is written to it.
    unread: float = 20

    variables: int = 16
    value: int = 200
    # After its connection has gone a screen has this long to end by itself.
    farewell: float = 3


LIMITS = Limits()
