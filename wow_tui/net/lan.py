"""Hosts on the local network, by zeroconf (extra `lan`); never the only way to one."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from wow_tui.clean import clean
from wow_tui.net.client import Place

log = logging.getLogger("wow_tui.net")
SERVICE = "_wow-tui._tcp.local."
_LONGEST = 24
_MOST_FOUND = 50
_RESOLVE_MS = 1_000


class Found(NamedTuple):
    """A host that told of itself: its name and where it is."""

    name: str
    place: Place


def available() -> bool:
    """Whether the extra is installed."""
    from importlib.util import find_spec

    return find_spec("zeroconf") is not None


@asynccontextmanager
async def announced(
    name: str, host: str, address: str, port: int, interfaces: Sequence[str] = ()
) -> AsyncIterator[None]:
    """Tell the network of a host while the context lasts; nothing for one that listens to its own machine only.

    `interfaces`: addresses to tell it on, by default all. Where that cannot be, it is logged and that is all.
    """
    if not available() or (_is_loopback(address) and not interfaces):
        yield
        return
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

    # The id makes it the only one of that name.
    title = f"{clean(name, _LONGEST)} {host[:6]}".replace(".", " ")
    try:
        zeroconf = AsyncZeroconf(interfaces=list(interfaces)) if interfaces else AsyncZeroconf()
        info = ServiceInfo(
            SERVICE,
            f"{title}.{SERVICE}",
            port=port,
            properties={"name": clean(name, _LONGEST), "id": host},
            server=f"wow-tui-{host}.local.",
            parsed_addresses=list(interfaces) or _addresses(address),
        )
        await zeroconf.async_register_service(info)
    except Exception as error:  # whatever the network's reason, an address serves as well
        log.warning("the LAN cannot be told of this host: %s", error)
        yield
        return
    try:
        yield
    finally:
        await zeroconf.async_unregister_service(info)
        await zeroconf.async_close()


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _addresses(address: str) -> list[str]:
    """The addresses one may be reached at when listening at `address`."""
    try:
        if not ipaddress.ip_address(address).is_unspecified:
            return [address]
    except ValueError:
        return []
    import ifaddr

    found: list[str] = []
    for adapter in ifaddr.get_adapters():
        found += [ip.ip for ip in adapter.ips if isinstance(ip.ip, str) and not _is_loopback(ip.ip)]
    return found


async def find(seconds: float = 1.5, interfaces: Sequence[str] = ()) -> list[Found]:
    """The hosts that tell of themselves within so many seconds; none without the extra or a network."""
    if not available():
        return []
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

    names: set[str] = set()

    def heard(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        if len(names) < _MOST_FOUND:
            names.add(name)

    try:
        zeroconf = AsyncZeroconf(interfaces=list(interfaces)) if interfaces else AsyncZeroconf()
    except OSError:
        return []
    found: list[Found] = []
    try:
        browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[heard])
        await asyncio.sleep(seconds)
        await browser.async_cancel()
        for name in sorted(names):
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf.zeroconf, _RESOLVE_MS):
                found += _found(info)
    finally:
        await zeroconf.async_close()
    return found


def _found(info: Any) -> list[Found]:
    addresses, port = info.parsed_addresses(), info.port
    if not addresses or not port:
        return []
    raw = (info.properties or {}).get(b"name") or b""
    name = clean(raw.decode("utf-8", "replace"), _LONGEST)
    return [Found(name, Place(address=addresses[0].partition("%")[0], port=port))]
