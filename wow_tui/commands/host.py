"""`wow-tui host`: serve tables to play at together."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import click

from rules.ask import Illegal
from rules.whispers.options import PRESETS
from saves.envelope import Seat
from saves.errors import SaveError, StoreError
from saves.store import read
from wow_tui.clean import clean
from wow_tui.config import saves_folder
from wow_tui.net.host import Host
from wow_tui.net.keeping import Kept, new_code
from wow_tui.net.place import PORT, socket_path
from wow_tui.setup_args import read_seats, table_of
from wow_tui.speaking import SpokenCommand, language
from wow_tui.switches import read_options
from wow_tui.table import PERSON
from wow_tui.text.faults import told
from wow_tui.text.speaker import Speaker
from wow_tui.text.voice import say, words

SSH_PORT = 2222
DEFAULT_PLAYERS = ("Player 1", "Player 2", "Player 3")


class Wanted(NamedTuple):
    """What the command line asks for."""

    players: tuple[str, ...]
    tables: int
    table: str
    load: Path | None
    code: str | None
    clock: int
    watch: bool
    preset: str
    switches: tuple[str, ...]
    listen: str
    port: int
    tcp: bool
    socket: Path
    folder: Path
    name: str
    create: bool
    pace: float
    announce: bool
    ssh: int | None
    ssh_open: bool


@click.command(cls=SpokenCommand, short_help="Serve tables to play at together.")
@click.argument("players", nargs=-1, metavar="[PLAYER...]")
@click.option("--tables", type=click.IntRange(1, 64), default=1, help="So many tables of these players.")
@click.option("--table", default="", metavar="NAME", help="What the table is called.")
@click.option("--load", type=click.Path(path_type=Path), help="Go on with a saved match; the save stays as it is.")
@click.option("--code", help="The join code of new tables; an empty one lets everybody in. Default: drawn.")
@click.option(
    "--clock", type=click.IntRange(0, 86_400), default=0, metavar="SECONDS", help="Seconds for each decision."
)
@click.option("--watch", is_flag=True, help="Everybody may look on without the code.")
@click.option("--preset", default="printed", type=click.Choice(list(PRESETS)), show_default=True)
@click.option("--set", "switches", multiple=True, metavar="NAME=VALUE", help="Change a single option.")
@click.option(
    "--listen", default="127.0.0.1", metavar="ADDRESS", show_default=True, help="0.0.0.0 opens it to the LAN."
)
@click.option("--port", type=click.IntRange(0, 65_535), default=PORT, show_default=True)
@click.option("--no-tcp", is_flag=True, help="The Unix socket only.")
@click.option("--socket", type=click.Path(path_type=Path), help="The Unix socket.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the tables are saved.")
@click.option("--name", default="", metavar="NAME", help="What the host is called.")
@click.option("--no-create", is_flag=True, help="Only the tables of this command line.")
@click.option("--pace", type=click.FloatRange(0, 60), default=0.5, show_default=True, help="Seconds between bots.")
@click.option("--no-announce", is_flag=True, help="Do not tell the LAN of this host.")
@click.option(
    "--ssh",
    type=click.IntRange(0, 65_535),
    is_flag=False,
    flag_value=SSH_PORT,
    metavar="[PORT]",
    help=f"Players with nothing installed come by ssh; the port is {SSH_PORT} unless given.",
)
@click.option("--ssh-open", is_flag=True, help="By SSH everybody may see the lobby, without a key or code.")
@language
def command(**given: object) -> None:
    """Serve tables. PLAYER is a name for a person, or a bot as in `wow-tui play`.

    Unfinished tables of the folder are taken up again; without PLAYER and without such tables there is one for
    three people.
    """
    wanted = _wanted(given)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    try:
        asyncio.run(_serve(wanted))
    except Illegal as illegal:
        raise SystemExit(_told(Speaker(words(), []).refusal(illegal.refusal))) from None
    except (ValueError, SaveError, OSError) as error:
        raise SystemExit(_told(told(error))) from None


def _wanted(given: dict[str, object]) -> Wanted:
    given["tcp"] = not given.pop("no_tcp")
    given["create"] = not given.pop("no_create")
    given["announce"] = not given.pop("no_announce")
    given["socket"] = given["socket"] or socket_path()
    given["folder"] = given["folder"] or saves_folder() / "hosted"
    return Wanted(**given)  # type: ignore[arg-type]


def _told(reason: str) -> int:
    click.echo(f"wow-tui host: {clean(reason, 500)}", err=True)
    return 2


async def _serve(wanted: Wanted) -> None:
    host = Host(wanted.folder, wanted.name, wanted.create, wanted.pace)
    stop = asyncio.Event()
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        asyncio.get_running_loop().add_signal_handler(getattr(signal, name), stop.set)
    try:
        for problem in await host.resume():
            click.echo(problem, err=True)
        await _make(host, wanted)
        await _listen(host, wanted)
        async with _by_ssh(wanted):
            for room in host.rooms.values():
                people = ", ".join(seat.name for seat in room.table.seats)
                click.echo(say("host.table", name=room.kept.name, people=people, code=room.kept.code or "-"))
            click.echo(say("host.ready"))
            if wanted.announce and wanted.tcp:
                async with _announced(host, wanted):
                    await stop.wait()
            else:
                await stop.wait()
    finally:
        await host.close()
    click.echo(say("host.stopped"))


@asynccontextmanager
async def _by_ssh(wanted: Wanted) -> AsyncIterator[None]:
    """The front end for SSH, if it is wanted. ValueError with a sentence if it cannot be."""
    if wanted.ssh is None:
        yield
        return
    if find_spec("asyncssh") is None:
        raise ValueError(say("serving.missing"))
    if sys.platform != "linux":
        raise ValueError(say("serving.not-here"))
    from wow_tui.serving.attached import FrontEndError, front_end
    from wow_tui.serving.front import Config

    config = Config(
        addresses=(wanted.listen,),
        port=wanted.ssh,
        socket=str(wanted.socket.absolute()),
        folder=str(wanted.folder.absolute() / "players"),
        doorman=not wanted.ssh_open,
    )
    try:
        async with front_end(config) as front:
            click.echo(say("serving.ssh", port=front.opened.port, address=wanted.listen))
            click.echo(say("serving.fingerprint", fingerprint=front.opened.fingerprint))
            yield
    except FrontEndError as error:
        raise ValueError(told(error)) from None


def _announced(host: Host, wanted: Wanted) -> AbstractAsyncContextManager[None]:
    from wow_tui.net.lan import announced

    return announced(host.name, host.id, wanted.listen, host.port)


async def _make(host: Host, wanted: Wanted) -> None:
    """The tables of the command line. Illegal, ValueError, SaveError, StoreError."""
    if wanted.load is None and not wanted.players and host.rooms:
        return
    for number in range(1, wanted.tables + 1):
        name = clean(wanted.table, 24).strip() or f"Table {len(host.rooms) + 1}"
        code = new_code() if wanted.code is None else wanted.code.strip().upper()[:16]
        if wanted.load is not None:
            table = table_of(read(wanted.load), None)
            await host.take(table, Kept(name, code, [""] * len(table.seats), clock=wanted.clock, open=wanted.watch))
            continue
        if wanted.table and wanted.tables > 1:
            name = f"{name[:20]} {number}"
        seats: list[Seat] = read_seats(wanted.players or DEFAULT_PLAYERS)
        if not any(seat.kind == PERSON for seat in seats):
            raise ValueError(say("reading.no-people"))
        options = read_options(wanted.preset, wanted.switches)
        await host.add(seats, options, Kept(name, code, [""] * len(seats), clock=wanted.clock, open=wanted.watch))


async def _listen(host: Host, wanted: Wanted) -> None:
    """Open the sockets. StoreError if that cannot be."""
    if hasattr(signal, "SIGHUP"):
        await host.serve_unix(wanted.socket)
        click.echo(say("host.socket", path=clean(str(wanted.socket), 300)))
    if wanted.tcp:
        try:
            host.port = await host.serve_tcp(wanted.listen, wanted.port)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(f"{wanted.listen} port {wanted.port} cannot be opened: {reason}") from None
        click.echo(say("host.tcp", address=wanted.listen, port=host.port))
