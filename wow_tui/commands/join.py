"""`wow-tui join`: play at a host."""

from __future__ import annotations

import getpass
from pathlib import Path

import click

from wow_tui.clean import clean
from wow_tui.net.client import Identity, Place
from wow_tui.net.identity import token_for
from wow_tui.net.place import read_place, socket_path
from wow_tui.net.session import Joining, play
from wow_tui.speaking import SpokenCommand, language
from wow_tui.terminal import Wishes


@click.command(cls=SpokenCommand, short_help="Play at a host.")
@click.argument("address", required=False)
@click.option("--socket", type=click.Path(path_type=Path), help="The host's Unix socket, instead of an address.")
@click.option("--code", default="", help="The code of the table to sit at.")
@click.option("--name", default="", help="Your name.")
@click.option("--plain", is_flag=True, help="Line mode: prompts and short answers, for screen readers and pipes.")
@language
@click.pass_context
def command(
    context: click.Context, address: str | None, socket: Path | None, code: str, name: str, plain: bool
) -> None:
    """Play at a host: ADDRESS or ADDRESS:PORT.

    Without one: the host on this machine if there is one, else those that are found on the local network.
    """
    wishes = context.find_object(Wishes) or Wishes()
    try:
        place = _place(address, socket)
    except ValueError as error:
        raise SystemExit(_told(str(error))) from None
    if place is None and plain:
        place = _one_found()
    context.exit(play(Joining(place, own_identity(name), code, plain), wishes))


def own_identity(name: str = "") -> Identity:
    """Whoever sits at this machine, by that name or else the user's."""
    return Identity(clean(name, 24).strip() or _user(), token_for)


def _told(reason: str) -> int:
    click.echo(f"wow-tui join: {clean(reason, 300)}", err=True)
    return 2


def _place(address: str | None, socket: Path | None) -> Place | None:
    """Where to. None: to be found."""
    if socket is not None:
        return Place(socket=socket)
    if address is not None:
        return read_place(address)
    return Place(socket=socket_path()) if socket_path().is_socket() else None


def _one_found() -> Place:
    """The only host on the local network. Exits with one sentence if there is none, or more than one."""
    import asyncio

    from wow_tui.net.lan import find

    found = asyncio.run(find())
    if len(found) == 1:
        return found[0].place
    if not found:
        raise SystemExit(_told("no host was found here; give its ADDRESS"))
    places = ", ".join(f"{each.name} at {each.place}" for each in found)
    raise SystemExit(_told(f"there are several hosts, give the ADDRESS of one: {places}"))


def _user() -> str:
    try:
        return clean(getpass.getuser(), 24)
    except (OSError, KeyError):
        return ""
