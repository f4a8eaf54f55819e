"""The table in lines of text: map, councils, hand and loyalties, for line mode and pipes."""

from __future__ import annotations

from rules.whispers.deck import lines
from rules.whispers.layout import LINES, SLOTS, VALUES
from rules.whispers.moves import card_id
from rules.whispers.view import UNKNOWN, View
from wow_tui.text.speaker import Speaker

_ICONS = ("city", "fort", "farm")


def board_lines(view: View, speaker: Speaker) -> list[str]:
    """What everybody sees: per empire its regions and reserve, the councils, the players."""
    return [
        _head(view, speaker),
        *_empires(view, speaker),
        *_councils(view, speaker),
        *_players(view, speaker),
    ]


def _head(view: View, speaker: Speaker) -> str:
    say = speaker.catalogue.say
    if view.outcome is not None:
        return say("board.over")
    values = {"round": view.round, "first": speaker.player(view.first), "asked": speaker.player(view.waiting)}
    return say("board.head", **values)


def _region(view: View, speaker: Speaker, region: int) -> str:
    board = view.board()
    icons = [speaker.name("icon", icon) for icon in _ICONS if region in board.icons[icon]]
    text = f"{board.regions[region]} {view.banners[region]}"
    if view.control[region] != board.home[region]:
        home = speaker.name("empire", board.empires[board.home[region]])
        text += " " + speaker.catalogue.say("board.conquered", home=home)
    if view.banners[region] > board.limit[region]:
        text += " " + speaker.catalogue.say("board.over-supply", limit=board.limit[region])
    return f"{text} ({', '.join(icons)})" if icons else text


def _empires(view: View, speaker: Speaker) -> list[str]:
    board = view.board()
    out = []
    for empire, name in enumerate(board.empires):
        regions = [region for region, holder in enumerate(view.control) if holder == empire]
        values = {"empire": speaker.name("empire", name), "cities": view.cities[empire]}
        values |= {"reserve": view.reserve[empire], "deck": view.deck_counts[empire]}
        listed = "; ".join(_region(view, speaker, region) for region in regions)
        out.append(speaker.catalogue.say("board.empire", **values, regions=listed))
    return out


def _councils(view: View, speaker: Speaker) -> list[str]:
    board = view.board()
    out = []
    for empire, name in enumerate(board.empires):
        seats = []
        for place, title in enumerate(board.seat_names):
            owner = view.seats[empire * board.council_size + place]
            who = speaker.player(owner) if owner >= 0 else speaker.catalogue.say("board.free")
            seats.append(f"{speaker.name('seat', title)}: {who}")
        council = speaker.name("empire", name)
        out.append(speaker.catalogue.say("board.council", empire=council, seats=", ".join(seats)))
    for owner, region in view.posts:
        code = board.regions[region]
        out.append(speaker.catalogue.say("board.post", player=speaker.player(owner), region=code))
    return out


def _players(view: View, speaker: Speaker) -> list[str]:
    board, out = view.board(), []
    for player in range(view.players):
        shown = [
            f"{speaker.name('slot', SLOTS[slot])} {speaker.name('empire', board.empires[empire])}"
            for slot, empire in enumerate(view.loyalty[player])
            if view.shown[player] >> slot & 1 and empire != UNKNOWN
        ]
        values: dict[str, object] = {"player": speaker.player(player), "count": view.hand_counts[player]}
        values["shown"] = ", ".join(shown) or speaker.catalogue.say("board.nothing")
        out.append(speaker.catalogue.say("board.player", **values))
    return out


def hand_lines(view: View, speaker: Speaker) -> list[str]:
    """The viewer's cards, each with its three abilities."""
    board, say = view.board(), speaker.catalogue.say
    if not view.hand:
        return [say("board.no-cards")]
    out = []
    for card in view.hand:
        rows = lines(board)[card]
        parts = [
            f"{speaker.name('line', line)} {speaker.name('ability', row.ability)}"
            for line, row in zip(LINES, rows, strict=True)
        ]
        out.append(f"{card_id(board, card)}: {', '.join(parts)}")
    return out


def loyalty_lines(view: View, speaker: Speaker) -> list[str]:
    """The viewer's loyalties with their values, and what he would score now."""
    if view.viewer is None:
        return []
    board = view.board()
    parts = [
        f"{speaker.name('slot', slot)} ({value}) {speaker.name('empire', board.empires[empire])}"
        for slot, value, empire in zip(SLOTS, VALUES, view.loyalty[view.viewer], strict=True)
    ]
    return [", ".join(parts), speaker.catalogue.say("board.score", points=view.score)]
