"""To a host: those found on the network or an address, the connection, and the lobby with its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from rules.ask import Illegal, Refusal
from wow_tui.actions import Footer, bindings, say, words
from wow_tui.clean import clean
from wow_tui.net.client import Client, Lost, Place, refusal_of
from wow_tui.net.lan import Found, find
from wow_tui.net.messages import LONGEST_NAME, AllNews, Card, Create, Leave, Lobby, Sit, Watch, own_place
from wow_tui.net.place import read_place
from wow_tui.net.session import Joining
from wow_tui.net.socket_link import SocketLink
from wow_tui.net.words import line_of, person_of, state_of
from wow_tui.screens.load import Saves as Picks
from wow_tui.screens.quit import Typed
from wow_tui.text.speaker import Speaker

if TYPE_CHECKING:
    from wow_tui.app import WowApp


# Seconds for which a screen that is passed through may stay empty.
_SHORT = 0.4


def refusal_text(refusal: Refusal) -> str:
    """A refusal of a host in words."""
    return Speaker(words(), []).refusal(refusal)


class JoinScreen(Screen[None]):
    """The hosts found nearby, and a line for an address; with a place to go to, only the way there.

    A guest only passes through: it stays empty, for drawing screens is most of what coming in costs.
    """

    BINDINGS = bindings("join")

    def __init__(self, joining: Joining, alone: bool) -> None:
        """`alone`: the program was started for this, and ends with it."""
        super().__init__()
        self._passed = joining.guest and joining.place is not None
        self._joining, self._alone = joining, alone
        self._found: list[Found] = []
        self._client: Client | None = None
        self._way = ""
        self._at_table = False

    @property
    def wow(self) -> WowApp:
        """The app."""
        return cast("WowApp", self.app)

    def compose(self) -> ComposeResult:
        """The list, the line, what is to be said."""
        if self._passed:
            return
        yield Static(say("joining.title"), classes="bar", markup=False)
        yield Picks(id="hosts", markup=False)
        yield Input(id="address", placeholder=say("joining.address"), max_length=200, compact=True)
        yield Static("", id="said", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Go where one wants to, or look around."""
        self._filled()
        if self._passed:
            self.set_timer(_SHORT, self._stay)
        if self._joining.place is not None:
            self._go(self._joining.place)
        else:
            self.run_worker(self._look_around(), exclusive=True, group="find")

    def _filled(self) -> None:
        """The line does not blink, so that nothing is written in vain; the way is told."""
        for line in self.query(Input):
            line.cursor_blink = False
        self.complain(self._way)

    async def _stay(self) -> None:
        """Show all there is after all, unless something lies over it."""
        if self._passed and self.is_current:
            self._passed = False
            await self.recompose()
            self._filled()

    async def on_screen_resume(self) -> None:
        """Back from the lobby: the connection ends. Back from a table: to the lobby."""
        if self._client is None:
            return
        if self._at_table:
            self._at_table = False
            await self.app.push_screen(LobbyScreen(self._client, left=True))
            return
        client, self._client = self._client, None
        await client.close()
        if self._joining.place is not None:
            self._end()

    def _end(self) -> None:
        if self._alone:
            self.app.exit()
        else:
            self.app.pop_screen()

    async def _look_around(self) -> None:
        self.complain(say("joining.looking"))
        self._found = await find()
        picks = self.query_one(Picks)
        picks.set_options([Option(Content(f" {each.name}  {each.place}")) for each in self._found])
        self.complain("" if self._found else say("joining.none"))
        (picks if self._found else self.query_one(Input)).focus()
        if self._found:
            picks.highlighted = 0

    def complain(self, text: str) -> None:
        """Say something below the list."""
        if not self._passed:
            self.query_one("#said", Static).update(text)

    @on(OptionList.OptionSelected)
    def chosen(self, message: OptionList.OptionSelected) -> None:
        """Go to a host of the list."""
        self._go(self._found[message.option_index].place)

    @on(Input.Submitted)
    def typed_address(self, message: Input.Submitted) -> None:
        """Go to an address."""
        try:
            self._go(read_place(clean(message.value, 200)))
        except ValueError as error:
            self.complain(str(error))

    def action_again(self) -> None:
        """Look around once more."""
        self.run_worker(self._look_around(), exclusive=True, group="find")

    def _go(self, place: Place) -> None:
        self._way = say("joining.connecting", place=clean(str(place), 100))
        self.complain(self._way)
        self.run_worker(self._connect(place), exclusive=True, group="connect")

    async def _connect(self, place: Place) -> None:
        client = Client(place, self._joining.identity)
        try:
            await client.open()
        except Exception as error:
            refusal = refusal_of(error)
            if refusal is None:
                raise
            await self._stay()
            self.complain(refusal_text(refusal))
            return
        self._way = ""
        self.complain("")
        self._client = client
        await self._arrive(client)

    async def _arrive(self, client: Client) -> None:
        """To the table one has a code or a place for, else to the lobby."""
        assert client.welcome is not None
        code = self._joining.code
        place = Sit(seq=0, table="", code=code) if code else own_place(client.welcome.tables)
        said = ""
        if place is not None:
            try:
                link = await seated(client, place)
            except (Illegal, Lost) as error:
                said = _why(error)
            else:
                self._at_table = True
                await show_table(self.wow, link, code)
                return
        await self.app.push_screen(LobbyScreen(client, said))


class LobbyScreen(Screen[None]):
    """The tables of a host: play, watch, make one."""

    BINDINGS = bindings("lobby")

    def __init__(self, client: Client, said: str = "", left: bool = False) -> None:
        """`said`: to stand there at first; `left`: a table is to be left."""
        super().__init__()
        self._client, self._said = client, said
        self._at_table = left
        assert client.welcome is not None
        self._cards: list[Card] = client.welcome.tables

    @property
    def wow(self) -> WowApp:
        """The app."""
        return cast("WowApp", self.app)

    def compose(self) -> ComposeResult:
        """The list, with what is to be said below it."""
        greeting = self._client.greeting
        host = clean(greeting.name if greeting is not None else "", LONGEST_NAME)
        yield Static(say("lobby.title", host=host), classes="bar", markup=False)
        yield Picks(id="tables", markup=False)
        yield Static("", id="said", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show the tables."""
        self.listen()
        self._show()
        self.complain(self._said)

    async def on_screen_resume(self) -> None:
        """Back from a table: leave it, so that the tables come again."""
        if self._at_table:
            self._at_table = False
            self.listen()
            await self._ask(Leave(seq=0))

    def listen(self) -> None:
        """Hear of the tables."""
        self._client.hear, self._client.moved = self._heard, self._moved

    def _heard(self, news: AllNews) -> None:
        if isinstance(news, Lobby) and self.is_mounted:
            self._cards = news.tables
            self._show()

    def _moved(self) -> None:
        if self.is_mounted:
            lost = Refusal(self._client.over or "net.lost")
            self.complain(refusal_text(lost) if self._client.lost or self._client.over else "")

    def _show(self) -> None:
        picks = self.query_one(Picks)
        at = picks.highlighted or 0
        picks.set_options([Option(_table_line(card)) for card in self._cards])
        if self._cards:
            picks.highlighted = min(at, len(self._cards) - 1)
        else:
            self.complain(say("lobby.empty"))

    def complain(self, text: str) -> None:
        """Say something below the list."""
        self.query_one("#said", Static).update(text)

    def _marked(self) -> Card | None:
        at = self.query_one(Picks).highlighted
        return self._cards[at] if at is not None and at < len(self._cards) else None

    @on(OptionList.OptionSelected)
    def chosen(self, message: OptionList.OptionSelected) -> None:
        """Play at a table."""
        card = self._cards[message.option_index]
        with_code = self._code_asked if card.coded and not card.mine else self._without_code
        with_code(lambda code: self._sit(Sit(seq=0, table=card.id, code=code)))

    def action_watch(self) -> None:
        """Look on at the marked table."""
        card = self._marked()
        if card is not None:
            with_code = self._code_asked if card.coded and not card.open else self._without_code
            with_code(lambda code: self._sit(Watch(seq=0, table=card.id, code=code)))

    def _code_asked(self, then: Any) -> None:
        def typed(code: str | None) -> None:
            if code:
                then(code)

        self.app.push_screen(Typed(say("lobby.code"), say("lobby.code.tip")), typed)

    def _without_code(self, then: Any) -> None:
        then("")

    def action_new_table(self) -> None:
        """The form for a new table."""
        if self._client.welcome is None or not self._client.welcome.create:
            self.complain(refusal_text(Refusal("net.no-create")))
            return
        from wow_tui.screens.new_table import NewTableScreen

        self.app.push_screen(NewTableScreen(self._made))

    def _made(self, wanted: Create) -> None:
        self.run_worker(self._create(wanted))

    async def _create(self, wanted: Create) -> None:
        made = await self._ask(wanted)
        if made is not None:
            await self._take_place(Sit(seq=0, table=made[0], code=made[1]), made[1])

    def _sit(self, place: Sit | Watch) -> None:
        self.run_worker(self._take_place(place, place.code), exclusive=True, group="sit")

    async def _take_place(self, place: Sit | Watch, code: str) -> None:
        try:
            link = await seated(self._client, place)
        except (Illegal, Lost) as error:
            self.listen()
            self.complain(_why(error))
            return
        self.complain("")
        self._at_table = True
        await show_table(self.wow, link, code)

    async def _ask(self, request: Any) -> list[str] | None:
        """What a request brings; None, and a sentence, if it is refused."""
        try:
            return await self._client.ask(request)
        except (Illegal, Lost) as error:
            self.complain(_why(error))
            return None


async def seated(client: Client, place: Sit | Watch) -> SocketLink:
    """The link to a table at which one has sat down, or looks on. Illegal or Lost if that cannot be."""
    link = SocketLink(client, line_of(words()), say("net.reconnecting"))
    await client.ask(place)
    await link.ready()
    return link


async def show_table(app: WowApp, link: SocketLink, code: str) -> None:
    """The screen of a table. `code`: to be told to others."""
    from wow_tui.screens.together import open_link

    await open_link(app, link, code)


def _why(error: Exception) -> str:
    return refusal_text(refusal_of(error) or Refusal("net.lost"))


def _table_line(card: Card) -> Content:
    people = ", ".join(person_of(words(), person) for person in card.people)
    # Not in the quiet colour: it could not be read on the mark.
    more = say("lobby.watching", count=card.watching) if card.watching else ""
    return Content(f" {clean(card.name, LONGEST_NAME)}  {state_of(words(), card)} {more}\n   {people}")
