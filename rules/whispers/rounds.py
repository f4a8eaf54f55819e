"""Rounds: deploying, the supply check, marking the round, loyalty and clean-up. Rules `deploy.*`, `supply`, `round`."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from rules.ask import Event, Option, Refusal, Value
from rules.whispers.cards import return_card
from rules.whispers.frames import (
    Council,
    Deploy,
    Discard,
    Frame,
    Loyalty,
    MarkRound,
    NewRound,
    Supply,
    TakeBack,
)
from rules.whispers.layout import SETUP, SLOTS
from rules.whispers.moves import card_id, moves
from rules.whispers.state import State
from rules.whispers.table import destroy


def asked(state: State, frame: TakeBack | Deploy | Loyalty | Discard) -> int:
    """The player whose turn it is, counted clockwise from the first player. Rule `round.first`."""
    return (state.first + frame.turn) % state.players


def placed(state: State) -> int:
    """Agents each player places in a round. Reading `agents_two_players`."""
    return state.options.agents_two_players if state.players == 2 else SETUP.agents[state.players].placed


def advance_new_round(state: State, frame: NewRound, events: list[Event]) -> bool:
    """Lay out all that a round consists of. Rule `round`."""
    state.round += 1
    agenda = state.agenda
    agenda[-1] = MarkRound()
    agenda.extend(Council(empire, 0) for empire in reversed(range(len(state.reserve))))
    agenda.append(Deploy(0, placed(state) * state.players))
    if state.round > 1:
        agenda.append(TakeBack(0))
    values = {"round": state.round, "first": state.first}
    events.append(Event("round", values))
    return False


# Agents


def agents(state: State, player: int) -> int:
    """Agents of a player on the board, those on regions included."""
    count = state.seats.count(player)
    return count + sum(owner == player for owner, _ in state.posts) if state.posts else count


def advance_take_back(state: State, frame: TakeBack, events: list[Event]) -> bool:
    """Everybody who has an agent on the board takes one back. Rule `deploy.take-back`."""
    turns = state.players * SETUP.agents[state.players].taken_back
    while frame.turn < turns:
        if agents(state, asked(state, frame)):
            state.agenda[-1] = frame
            return True
        frame = TakeBack(frame.turn + 1)
    state.agenda.pop()
    return False


def take_back_options(state: State, frame: TakeBack) -> list[Option]:
    """The agents of the player on the board."""
    player, catalogue = asked(state, frame), moves(state.board())
    out = [catalogue.recall[seat] for seat, owner in enumerate(state.seats) if owner == player]
    return out + [catalogue.make("recall-region", region) for owner, region in state.posts if owner == player]


def refuse_take_back(state: State, frame: TakeBack, option: Option) -> Refusal | None:
    """Why that agent may not be taken back: there is none of the player's there."""
    player, place = asked(state, frame), option.args[0]
    if option.key == "recall":
        mine = state.seats[place] == player
    else:
        mine = [player, place] in state.posts
    return None if mine else Refusal("deploy.own-agent", "", {"place": option.refs[0]})


def take_take_back(state: State, frame: TakeBack, option: Option, events: list[Event]) -> None:
    """The agent goes back to its player."""
    player, place = asked(state, frame), option.args[0]
    if option.key == "recall":
        state.seats[place] = -1
    else:
        state.posts.remove([player, place])
    state.agenda[-1] = TakeBack(frame.turn + 1)
    events.append(Event("recall", {"player": player, "place": option.refs[0]}))


def advance_deploy(state: State, frame: Deploy, events: list[Event]) -> bool:
    """Each player in turn places one agent, until all have placed their number. Rule `deploy.place`."""
    while frame.turn < frame.turns:
        if -1 in state.seats and agents(state, asked(state, frame)) < state.board().agents_per_player:
            state.agenda[-1] = frame
            return True
        if state.options.agents_on_regions and deploy_options(state, frame):
            state.agenda[-1] = frame
            return True
        frame = replace(frame, turn=frame.turn + 1)
    state.agenda.pop()
    return False


def deploy_options(state: State, frame: Deploy) -> list[Option]:
    """Every free seat; with the variant every region the player may still put an agent on."""
    catalogue, board = moves(state.board()), state.board()
    player = asked(state, frame)
    out = [catalogue.deploy[seat] for seat, owner in enumerate(state.seats) if owner < 0]
    if state.options.agents_on_regions:
        out += [
            catalogue.make("deploy-region", region)
            for region in range(len(board.regions))
            if _refuse_post(state, player, region) is None
        ]
    return out if agents(state, player) < board.agents_per_player else []


def _refuse_post(state: State, player: int, region: int) -> Refusal | None:
    values: dict[str, Value] = {"region": state.board().regions[region]}
    if not state.options.agents_on_regions:
        return Refusal("variant.agents_on_regions", "off", values)
    if [player, region] in state.posts:
        return Refusal("variant.agents_on_regions", "once", values)
    if sum(owner == player for owner, _ in state.posts) >= 2:
        return Refusal("variant.agents_on_regions", "two", values)
    return None


def refuse_deploy(state: State, frame: Deploy, option: Option) -> Refusal | None:
    """Why no agent may be placed there."""
    player, place = asked(state, frame), option.args[0]
    if option.key == "deploy-region":
        return _refuse_post(state, player, place)
    if state.seats[place] < 0:
        return None
    return Refusal("deploy.seat", "", {"seat": state.board().seats[place], "other": state.seats[place]})


def take_deploy(state: State, frame: Deploy, option: Option, events: list[Event]) -> None:
    """Place the agent."""
    player, place = asked(state, frame), option.args[0]
    if option.key == "deploy":
        state.seats[place] = player
    else:
        state.posts.append([player, place])
        state.posts.sort()
    state.agenda[-1] = Deploy(frame.turn + 1, frame.turns)
    events.append(Event("deploy", {"player": player, "place": option.refs[0]}))


# Supply


def advance_supply(state: State, frame: Supply, events: list[Event]) -> bool:
    """Banners over the limit go to the reserve. Rule `supply`, reading `supply_scope`."""
    board, every = state.board(), state.options.supply_scope == "all"
    limit, banners = board.limit, state.banners
    if max(banners) <= board.least_limit:
        state.agenda.pop()
        return False
    for region, holder in enumerate(state.holder):
        if banners[region] > limit[region] and (every or holder == frame.empire):
            surplus = banners[region] - limit[region]
            destroy(state, region, surplus)
            names: dict[str, Value] = {"empire": board.empires[holder], "region": board.regions[region]}
            events.append(Event("supply", {**names, "count": surplus, "limit": limit[region]}))
    state.agenda.pop()
    return False


# The end of a round


def advance_mark_round(state: State, frame: MarkRound, events: list[Event]) -> bool:
    """The game ends with the last marker, else the first-player marker passes on. Rules `round.end`, `round.first`."""
    if state.round >= state.board().rounds:
        state.agenda.pop()
        empires = state.board().empires
        tokens = [",".join(empires[e] for e in slots) for slots in state.loyalty]
        events.append(Event("game-end", {"round": state.round, "loyalties": tokens}, reveals=True))
        return False
    state.first = (state.first + 1) % state.players
    clean_up: list[Frame] = [Discard(0), Loyalty(0)]
    if state.options.order_of_clean_up == "discard-first":
        clean_up.reverse()
    state.agenda[-1:] = [NewRound(), *clean_up]
    events.append(Event("round-marked", {"round": state.round, "first": state.first}))
    return False


def hidden(state: State, player: int) -> list[int]:
    """The loyalty slots whose tokens are still face down."""
    return [slot for slot in range(len(SLOTS)) if not state.shown[player] >> slot & 1]


def advance_loyalty(state: State, frame: Loyalty, events: list[Event]) -> bool:
    """Each player with two face-down tokens may swap them. Rule `loyalty.swap`."""
    while frame.turn < state.players:
        if len(hidden(state, asked(state, frame))) >= 2:
            state.agenda[-1] = frame
            return True
        frame = Loyalty(frame.turn + 1)
    state.agenda.pop()
    return False


def loyalty_options(state: State, frame: Loyalty) -> list[Option]:
    """Keep, or any two face-down tokens."""
    catalogue = moves(state.board())
    pairs = combinations(hidden(state, asked(state, frame)), 2)
    return [catalogue.keep] + [catalogue.make("swap-tokens", one, two) for one, two in pairs]


def refuse_loyalty(state: State, frame: Loyalty, option: Option) -> Refusal | None:
    """Why two tokens may not be swapped: the same one, or one that is revealed."""
    face_down = hidden(state, asked(state, frame))
    if option.args and option.args[0] == option.args[1]:
        return Refusal("loyalty.swap", "two", {})
    for slot in option.args:
        if slot not in face_down:
            return Refusal("loyalty.revealed", "", {"slot": SLOTS[slot]})
    return None


def take_loyalty(state: State, frame: Loyalty, option: Option, events: list[Event]) -> None:
    """Swap two tokens, which are then shown for good; or keep."""
    player, empires = asked(state, frame), state.board().empires
    state.agenda[-1] = Loyalty(frame.turn + 1)
    if option.key == "keep":
        events.append(Event("keep", {"player": player}))
        return
    one, two = option.args
    slots = state.loyalty[player]
    slots[one], slots[two] = slots[two], slots[one]
    state.shown[player] |= 1 << one | 1 << two
    state.swaps[player] += 1
    names: dict[str, Value] = {"first": SLOTS[one], "second": SLOTS[two]}
    held: dict[str, Value] = {"first_empire": empires[slots[one]], "second_empire": empires[slots[two]]}
    events.append(Event("loyalty-swap", {"player": player, **names, **held}, reveals=True))


def advance_discard(state: State, frame: Discard, events: list[Event]) -> bool:
    """Everybody discards down to the hand limit. Rule `discard.limit`."""
    limit = state.board().hand_limit
    while frame.turn < state.players:
        if len(state.hands[asked(state, frame)]) > limit:
            state.agenda[-1] = frame
            return True
        frame = Discard(frame.turn + 1)
    state.agenda.pop()
    return False


def discard_options(state: State, frame: Discard) -> list[Option]:
    """Each kind of card in hand."""
    make = moves(state.board()).make
    return [make("discard", card) for card in dict.fromkeys(state.hands[asked(state, frame)])]


def refuse_discard(state: State, frame: Discard, option: Option) -> Refusal | None:
    """Why a card cannot be discarded: it is not in hand."""
    card = option.args[0]
    if card in state.hands[asked(state, frame)]:
        return None
    return Refusal("card.hand", "", {"card": card_id(state.board(), card)})


def take_discard(state: State, frame: Discard, option: Option, events: list[Event]) -> None:
    """The card goes to its own deck; others see only which deck."""
    player, card, board = asked(state, frame), option.args[0], state.board()
    return_card(state, player, card)
    empire = board.empires[card // len(board.empires)]
    events.append(Event("discard", {"player": player, "empire": empire}))
    events.append(Event("discarded", {"player": player, "card": card_id(board, card)}, player))
