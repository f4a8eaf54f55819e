"""A council's turn: who acts, the printed actions of a seat, the swap. Rules `delegation`, `act.*`, `add.*`."""

from __future__ import annotations

from rules.agenda import Prompt
from rules.ask import Event, Option, Refusal, Value
from rules.whispers import attack
from rules.whispers.frames import Act, Add, After, Council, Supply
from rules.whispers.layout import Action
from rules.whispers.moves import moves
from rules.whispers.state import State
from rules.whispers.table import controlled, controller, recruit, yields


def advance_council(state: State, frame: Council, events: list[Event]) -> bool:
    """Go on to the next seat that somebody controls and that can do something, or to the supply check.

    Rule `delegation`.
    """
    board = state.board()
    first = frame.empire * board.council_size
    for seat in range(first + frame.place, first + board.council_size):
        agent = controller(state, seat)
        if agent < 0:
            continue
        act = Act(state.seats[agent], seat, agent)
        if _waits(state, act, events):
            values = {"player": act.player, "seat": board.seats[seat], "agent": board.seats[agent]}
            events.append(Event("acts", values))
            state.agenda[-1] = Council(frame.empire, seat - first + 1)
            state.agenda.append(act)
            return True
    state.agenda[-1] = Supply(frame.empire)
    return False


def _waits(state: State, act: Act, events: list[Event]) -> bool:
    """Whether the seat is asked: without a card, and with nothing that would change, it does nothing."""
    if state.hands[act.player] or state.options.may_pass or can_act(state, act):
        return True
    events.append(Event("idle", {"player": act.player, "seat": state.board().seats[act.seat]}))
    return False


def advance_act(state: State, frame: Act, events: list[Event]) -> bool:
    """Ask, unless the seat does nothing."""
    if _waits(state, frame, events):
        return True
    state.agenda.pop()
    return False


def act_prompt(state: State, frame: Act) -> Prompt:
    """Which seat acts, for which empire, and how play came there."""
    board = state.board()
    how = "repeat" if frame.only else "own" if frame.agent == frame.seat else "delegated"
    return "act", {
        "seat": board.seats[frame.seat],
        "empire": board.empires[frame.seat // board.council_size],
        "agent": board.seats[frame.agent],
        "how": how,
    }


def _gain(state: State, action: Action, empire: int) -> int:
    """Banners or cards that a printed action would really bring. Rules `icons`, `add.reserve`, `draw.deck`."""
    store = state.reserve[empire] if action.kind == "add" else len(state.decks[empire])
    return min(yields(state, action, empire), store) if store else 0


def can_act(state: State, frame: Act) -> bool:
    """Whether any printed action of the seat would change something. Rule `act.effect`."""
    board = state.board()
    empire = frame.seat // board.council_size
    for action in board.actions[frame.seat]:
        kind = action.kind
        if frame.only and kind != frame.only:
            continue
        if kind == "attack":
            if attack.attacks(state, empire, first=True):
                return True
        elif kind == "swap":
            if swap_options(state, frame):
                return True
        elif _gain(state, action, empire) and (kind == "draw" or empire in state.holder):
            return True
    return False


def printed_options(state: State, frame: Act) -> list[Option]:
    """The printed actions that would change something. Rules `act.printed`, `act.effect`."""
    board = state.board()
    empire = frame.seat // board.council_size
    out: list[Option] = []
    for action in board.actions[frame.seat]:
        kind = action.kind
        if frame.only and kind != frame.only:
            continue
        if kind == "attack":
            out += attack.attacks(state, empire)
        elif kind == "swap":
            out += swap_options(state, frame)
        elif count := _gain(state, action, empire):
            out += add_options(state, empire, count) if kind == "add" else (moves(board).draw,)
    return out


def add_options(state: State, empire: int, count: int) -> list[Option]:
    """One to `count` banners in each region that the empire controls."""
    add = moves(state.board()).add
    out: list[Option] = []
    for region, holder in enumerate(state.holder):
        if holder == empire:
            out += add[region][:count]
    return out


def swap_options(state: State, frame: Act) -> list[Option]:
    """The other seats of the council that the agent may swap with. Rule `swap`."""
    size = state.board().council_size
    first = frame.seat - frame.seat % size
    swap, empty = moves(state.board()).swap, state.options.swap_with_empty
    return [
        swap[seat] for seat in range(first, first + size) if seat != frame.agent and (empty or state.seats[seat] >= 0)
    ]


def find_action(state: State, frame: Act, kind: str) -> Action | Refusal:
    """The printed action of that kind, or why this seat cannot take it."""
    board = state.board()
    other = frame.only and kind != frame.only
    if not other:
        for action in board.actions[frame.seat]:
            if action.kind == kind:
                return action
    values: dict[str, Value] = {"seat": board.seats[frame.seat], "kind": kind, "only": frame.only}
    return Refusal("card.midnight-oil", "other-action", values) if other else Refusal("act.printed", "", values)


def refuse_act(state: State, frame: Act, option: Option) -> Refusal | None:
    """Why the seat may not do this."""
    board = state.board()
    empire = frame.seat // board.council_size
    if option.key == "pass":
        if state.options.may_pass or not can_act(state, frame):
            return None
        return Refusal("act.must", "", {"seat": board.seats[frame.seat]})
    action = find_action(state, frame, option.key)
    if isinstance(action, Refusal):
        return action
    if option.key == "attack":
        return attack.refuse_attack(state, empire, option.args)
    if option.key == "swap":
        return _refuse_swap(state, frame, option.args[0])
    amount = yields(state, action, empire)
    if not amount:
        values = {"seat": board.seats[frame.seat], "icon": action.icon or "", "per": action.per}
        return Refusal("act.effect", "", values | {"empire": board.empires[empire]})
    if option.key == "draw":
        empty = Refusal("draw.deck", "", {"empire": board.empires[empire]})
        return None if state.decks[empire] else empty
    return refuse_add(state, empire, amount, option)


def refuse_add(state: State, empire: int, left: int, option: Option) -> Refusal | None:
    """Why these banners may not be added: empty reserve, region of another empire, too many."""
    region, count = option.args
    reserve, holder = state.reserve[empire], state.holder[region]
    if not reserve:
        rule = "add.reserve"
    elif holder != empire:
        rule = "add.control"
    elif count > left or count > reserve:
        rule = "add.amount"
    else:
        return None
    board = state.board()
    names: dict[str, Value] = {"empire": board.empires[empire], "region": board.regions[region]}
    return Refusal(rule, "", {**names, "holder": board.empires[holder], "count": count, "most": min(left, reserve)})


def _refuse_swap(state: State, frame: Act, seat: int) -> Refusal | None:
    board = state.board()
    values = {"seat": board.seats[seat], "agent": board.seats[frame.agent]}
    if seat == frame.agent:
        return Refusal("swap.other", "self", values)
    if seat // board.council_size != frame.agent // board.council_size:
        return Refusal("swap.other", "council", values)
    if state.seats[seat] < 0 and not state.options.swap_with_empty:
        return Refusal("reading.swap_with_empty", "", values)
    return None


def take_act(state: State, frame: Act, option: Option, events: list[Event]) -> None:
    """Take the chosen printed action, or none."""
    board = state.board()
    empire = frame.seat // board.council_size
    if option.key == "attack":
        attack.launch(state, frame, empire, option, events)
    elif option.key == "pass":
        state.agenda.pop()
        events.append(Event("idle", {"player": frame.player, "seat": board.seats[frame.seat]}))
    elif option.key == "swap":
        _take_swap(state, frame, option.args[0], events)
    else:
        state.agenda[-1] = After(frame.player, frame.seat, frame.agent, empire, option.key)
        action = find_action(state, frame, option.key)
        assert isinstance(action, Action)
        amount = yields(state, action, empire)
        if option.key == "draw":
            draw(state, frame.player, empire, amount, events)
        else:
            left = min(amount, state.reserve[empire])
            take_add(state, frame.player, empire, left, option, events)


def take_add(state: State, player: int, empire: int, left: int, option: Option, events: list[Event]) -> None:
    """Add the banners chosen and go on with those that are left."""
    region, count = option.args
    recruit(state, region, count)
    board = state.board()
    values: dict[str, Value] = {"player": player, "empire": board.empires[empire]}
    values["region"], values["count"] = board.regions[region], count
    events.append(Event("add", values))
    if left > count:
        state.agenda.append(Add(player, empire, left - count))


def draw(state: State, player: int, empire: int, count: int, events: list[Event]) -> None:
    """Draw up to `count` cards of an empire; what they are only the player learns. Rule `draw.deck`."""
    deck, hand = state.decks[empire], state.hands[player]
    drawn = [deck.pop() for _ in range(min(count, len(deck)))]
    hand += drawn
    hand.sort()
    board = state.board()
    write = moves(board).write
    values = {"player": player, "empire": board.empires[empire], "count": len(drawn)}
    events.append(Event("draw", values, reveals=bool(drawn)))
    events.append(Event("drawn", {**values, "cards": [write("card", card) for card in drawn]}, player))


def _take_swap(state: State, frame: Act, seat: int, events: list[Event]) -> None:
    """Exchange the agent with another position of its council and act there at once. Rule `swap`."""
    seats, board = state.seats, state.board()
    seats[seat], seats[frame.agent] = seats[frame.agent], seats[seat]
    state.agenda[-1] = Act(frame.player, seat, seat, exchange=False)
    values = {"player": frame.player, "seat": board.seats[seat], "agent": board.seats[frame.agent]}
    events.append(Event("swap", {**values, "other": seats[frame.agent]}))


def advance_add(state: State, frame: Add, events: list[Event]) -> bool:
    """Ask while there is something to place and somewhere to place it. Rule `add.reserve`."""
    if min(frame.left, state.reserve[frame.empire]) and controlled(state, frame.empire):
        return True
    state.agenda.pop()
    return False


def add_frame_options(state: State, frame: Add) -> list[Option]:
    """Where the banners left may go."""
    return add_options(state, frame.empire, min(frame.left, state.reserve[frame.empire]))


def refuse_add_frame(state: State, frame: Add, option: Option) -> Refusal | None:
    """Why these banners may not be added."""
    return refuse_add(state, frame.empire, frame.left, option)


def take_add_frame(state: State, frame: Add, option: Option, events: list[Event]) -> None:
    """Place them."""
    state.agenda.pop()
    take_add(state, frame.player, frame.empire, frame.left, option, events)
