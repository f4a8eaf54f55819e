"""What a one-line question leaves unsaid and its move makes plain: the seat that acts, the cards in hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from rules.ask import Illegal, Option
from rules.whispers.deck import payer
from rules.whispers.frames import Act
from rules.whispers.layout import LINES, Board
from rules.whispers.moves import card_id, cards, moves
from rules.whispers.notation import split
from rules.whispers.placing import Placed, build
from rules.whispers.position import Phase, Position, PositionError
from rules.whispers.preview import preview
from rules.whispers.view import view, waiting

# Questions that no seat asks, by the verb that answers them.
_PHASES: dict[str, Phase] = {"deploy": "deploy", "recall": "take-back", "discard": "discard", "keep": "loyalty"}


class Assumed(Struct):
    """A position completed. `seat`: the seat assumed to act; `cards`: the cards assumed in its player's hand."""

    position: Position
    seat: str = ""
    cards: list[str] = []


def assume(position: Position, move: str) -> Assumed:
    """The position with the seat that the move needs, and the cards it plays, where neither is said.

    For attacks the Marshal if it may attack, else the first seat whose printed action it is; of several
    the first that may make this move. PositionError if the position cannot be.
    """
    placed = build(position)
    board = placed.state.board()
    options = _meant(board, move)
    out = Assumed(position)
    if position.phase is not None or position.agenda is not None:
        return out
    if not options:
        if not position.acts:
            out.seat = _somebody(position, placed)
            out.position = replace(position, acts=out.seat or None)
        return out
    if not position.hands:
        _hold(board, out, options)
    if position.acts and ("." in position.acts or position.agents):
        return out
    phase = _phase(options[0])
    if phase is not None:
        out.position = replace(out.position, phase=phase)
        return out
    empire = board.empire.get(position.acts or "", _empire(placed, options[0]))
    _seat(out, move, list(_seats(board, empire, options[0])))
    return out


def _somebody(position: Position, placed: Placed) -> str:
    """The seat of the first agent, or else the Marshal of the first empire whose banners are named; or nothing."""
    state, board = placed.state, placed.state.board()
    seats = [seat for seat, owner in enumerate(state.seats) if owner >= 0]
    if seats:
        return board.seats[seats[0]]
    held = [empire for empire in range(len(board.empires)) if _present(placed, empire)]
    return f"{board.empires[held[0]]}.marshal" if position.banners and held else ""


def _meant(board: Board, move: str) -> list[Option]:
    """The moves of a line, as far as they can be read; a number left out is 1."""
    try:
        clauses = split(board, move)
    except Illegal:
        return []
    find = moves(board).find
    found = [find(clause) or find(f"{clause} 1") for clause in clauses]
    return [option for option in found if option is not None]


def _phase(option: Option) -> Phase | None:
    if option.key == "swap-tokens":
        return "loyalty"
    return _PHASES.get(option.id.split()[0])


def _empire(placed: Placed, option: Option) -> int:
    """The empire that a move is made for: its seat's, its card's, or that of the banners it begins with."""
    board, state = placed.state.board(), placed.state
    kind, _, word = (option.refs or ("",))[0].partition(":")
    if kind == "region":
        return state.holder[board.region[word]]
    if kind == "card":
        # A card is played for the empire that has banners here, or else for its own.
        held = [empire for empire in range(len(board.empires)) if _present(placed, empire)]
        own = option.args[0] // len(board.empires)
        return own if own in held or not held else held[0]
    if kind in ("seat", "empire"):
        return board.empire[word.partition(".")[0]]
    return next((empire for empire in range(len(board.empires)) if _present(placed, empire)), 0)


def _present(placed: Placed, empire: int) -> bool:
    state = placed.state
    return any(n and holder == empire for n, holder in zip(state.banners, state.holder, strict=True))


def _seats(board: Board, empire: int, option: Option) -> Iterator[str]:
    """The seats of a council whose printed action a move is, the Marshal first for attacks; cards: all seats."""
    kind = option.key if option.key in ("add", "draw", "attack", "swap") else "attack"
    first = empire * board.council_size
    seats = list(range(first, first + board.council_size))
    if kind == "attack":
        seats.sort(key=lambda seat: not board.seats[seat].endswith(".marshal"))
    able = [seat for seat in seats if any(action.kind == kind for action in board.actions[seat])]
    yield from (board.seats[seat] for seat in able or seats)


def _seat(out: Assumed, move: str, seats: list[str]) -> None:
    """Seat the first that may make the move, else the first that acts at all."""
    acting: list[str] = []
    for seat in seats:
        tried = replace(out.position, acts=seat)
        try:
            state = build(tried).state
        except PositionError:
            continue
        top = state.agenda[-1] if state.agenda else None
        if not isinstance(top, Act) or state.board().seats[top.seat] != seat:
            continue
        acting.append(seat)
        if preview(view(state, waiting(state)), move).refusal is None:
            acting = [seat]
            break
    out.seat = (acting or seats)[0]
    out.position = replace(out.position, acts=out.seat)


def _hold(board: Board, out: Assumed, options: list[Option]) -> None:
    """Put what the move plays, and what pays for it, into the hand of whoever acts."""
    held: list[int] = []
    for option in options:
        if option.key not in ("play", "play-with"):
            continue
        card, line = option.args[:2]
        held.append(card)
        if option.key == "play-with":
            held.append(option.args[2])
        elif LINES[line] != "basic":
            empire = payer(board, card, line)
            held.append(next(each for each in cards(board) if each // len(board.empires) == empire and each != card))
    if not held:
        return
    out.cards = [card_id(board, card) for card in held]
    names = build(out.position).names
    owner = out.position.agents.get(out.position.acts or "")
    name = owner if isinstance(owner, str) and owner in names else names[0]
    out.position = replace(out.position, hands={name: out.cards})
