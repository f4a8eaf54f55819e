"""`wow-tui web`: the game in a browser."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import click

from wow_tui.config import saves_folder
from wow_tui.speaking import SpokenCommand, language
from wow_tui.text.catalogue import catalogue
from wow_tui.text.voice import voice


@click.command(cls=SpokenCommand)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option("--listen", default="127.0.0.1", metavar="ADDRESS", show_default=True, help="Where to listen.")
@click.option(
    "--url", default="", help="How browsers reach the page through a proxy, such as https://example.org/whispers."
)
@click.option("--socket", type=click.Path(path_type=Path), help="Join the host that listens at this Unix socket.")
@language
def command(port: int, listen: str, url: str, socket: Path | None) -> None:
    """Serve the game to browsers.

    Without --socket each window plays on its own, with your saves and settings; so that is for this machine only.
    """
    words = catalogue(voice().language)
    problem = _problem(listen, url, socket)
    if problem:
        click.echo(f"wow-tui web: {words.say(problem)}", err=True)
        raise SystemExit(2)
    try:
        from wow_tui.serving.web import Guests, Site
    except ImportError:
        click.echo(f"wow-tui web: {words.say('web.missing')}", err=True)
        raise SystemExit(2) from None
    guests = None
    if socket is not None:
        guests = Guests(str(socket.absolute()), str((saves_folder() / "hosted" / "players").absolute()))
    try:
        Site(["--lang", words.language], listen, port, url, words, guests=guests).serve()
    except OSError as error:
        click.echo(f"wow-tui web: {words.say('web.no-port', port=port, reason=error.strerror or error)}", err=True)
        raise SystemExit(2) from None


def _problem(listen: str, url: str, socket: Path | None) -> str:
    """The key of what is wrong with the options, or nothing."""
    try:
        loopback = listen == "localhost" or ipaddress.ip_address(listen).is_loopback
    except ValueError:
        return "web.bad-address"
    if url and not url.startswith(("http://", "https://")):
        return "web.bad-url"
    if socket is None and (url or not loopback):
        return "web.strangers"
    return ""
