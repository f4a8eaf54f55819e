"""What a sensible player would weigh in an outline of a match, and playing by it to the end."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from rules.whispers.layout import VALUES
from wow_tui.bots.sketch import (
    ACT,
    ADD,
    ATTACK,
    DEPLOY,
    DRAW,
    EXCHANGE,
    KEEP,
    OVER,
    PASS,
    PLACE,
    RECALL,
    SWAP,
    Move,
    Sketch,
)

Choice = tuple[float, Move]
# What things are worth in an outline, in points per point of difference a city makes: a banner, a card for each
# round left; and what a swap of tokens must bring for each round left.
_BANNER, _CARD, _SWAP = 0.12, 0.3, 1.0
# How much less seats are sought after for an empire one wants weak.
_SPITE = 0.6
_NOISE = 0.4


def options(sketch: Sketch) -> list[Choice]:
    """What the player whose turn it is would weigh: never nothing, each with what it seems to be worth."""
    if sketch.phase == ACT:
        return _acts(sketch)
    if sketch.phase == SWAP:
        return _swaps(sketch)
    if sketch.phase == DEPLOY:
        return _deploys(sketch)
    return _recalls(sketch)


def _deploys(sketch: Sketch) -> list[Choice]:
    chart, seats, net = sketch.chart, sketch.seats, sketch.net[sketch.player]
    size, weight, me = chart.size, chart.weight, sketch.player
    out: list[Choice] = []
    for empire, value in enumerate(net):
        matter = value if value > 0 else -_SPITE * value
        reach = 0.0
        for seat in range(empire * size, empire * size + size):
            owner = seats[seat]
            if owner < 0:
                reach += weight[seat]
                out.append((matter * reach, (PLACE, seat)))
            else:
                reach = 0.0 if owner != me else reach
    return out


def _recalls(sketch: Sketch) -> list[Choice]:
    net, size, weight = sketch.net[sketch.player], sketch.chart.size, sketch.chart.weight
    return [
        (-weight[seat] * abs(net[seat // size]), (RECALL, seat))
        for seat, owner in enumerate(sketch.seats)
        if owner == sketch.player
    ]


def _swaps(sketch: Sketch) -> list[Choice]:
    """Keep, or the exchange of two face-down tokens that brings most as the cities stand."""
    player, shown = sketch.player, sketch.shown[sketch.player]
    slots, counts = sketch.loyalty[player], [0] * len(sketch.reserve)
    for city in sketch.chart.cities:
        counts[sketch.holder[city]] += 1
    cost = _SWAP * (sketch.chart.rounds - sketch.round)
    out: list[Choice] = [(0.0, (KEEP,))]
    hidden = [slot for slot in range(len(slots)) if not shown >> slot & 1]
    for place, one in enumerate(hidden):
        for other in hidden[place + 1 :]:
            gain = (VALUES[one] - VALUES[other]) * (counts[slots[other]] - counts[slots[one]])
            if gain > 0:
                out.append((gain - cost, (EXCHANGE, one, other)))
    return out


def _acts(sketch: Sketch) -> list[Choice]:
    chart, empire = sketch.chart, sketch.empire
    out: list[Choice] = []
    for action in chart.actions[sketch.seat]:
        kind = action.kind
        if kind == "attack":
            _attacks(sketch, out)
        elif kind == "add":
            amount = action.amount
            if action.icon is not None:
                amount *= sum([sketch.holder[r] == empire for r in chart.icons[action.icon]]) // action.per
            amount = min(amount, sketch.reserve[empire])
            if amount:
                _adds(sketch, out, amount)
        elif kind == "draw":
            amount = action.amount
            if action.icon is not None:
                amount *= sum([sketch.holder[r] == empire for r in chart.icons[action.icon]]) // action.per
            if amount and sketch.decks[empire]:
                out.append((_CARD * amount * (1 + chart.rounds - sketch.round) / 2, (DRAW, amount)))
    return out or [(0.0, (PASS,))]


def _adds(sketch: Sketch, out: list[Choice], amount: int) -> None:
    """All banners of an action to the one region where they press or guard most."""
    holder, banners, chart, empire = sketch.holder, sketch.banners, sketch.chart, sketch.empire
    net = sketch.net[sketch.player]
    value = net[empire]
    # What it would bring if the empire held each region.
    pull = list(map(mul, chart.worth, [value - net[owner] for owner in holder]))
    best, place, sign = -9.0, -1, -1.0 if value < 0 else 1.0
    for region, owner in enumerate(holder):
        if owner != empire:
            continue
        stake = max(chart.around[region](pull))
        if chart.worth[region] == 1.0:
            force = banners[region]
            for other in chart.near[region]:
                if banners[other] > force:
                    stake += 0.5 * abs(value - net[holder[other]])
        room = chart.limit[region] - banners[region]
        if room < amount:
            stake *= room / amount if room > 0 else 0.0
        if sign * stake > best:
            best, place = sign * stake, region
    if place >= 0:
        out.append((_BANNER * amount * value + 0.1 * best, (ADD, place, amount)))


def _attacks(sketch: Sketch, out: list[Choice]) -> None:
    """The attack that wins most from each region, and the one that wastes most."""
    holder, banners, chart, empire = sketch.holder, sketch.banners, sketch.chart, sketch.empire
    net, cards = sketch.net[sketch.player], min(3, sketch.hands[sketch.player])
    worth, forts, home = chart.worth, chart.fort, chart.home
    value, left = net[empire], chart.rounds - sketch.round
    for region, owner in enumerate(holder):
        force = banners[region]
        if not force or owner != empire:
            continue
        if home[region] != empire:
            force -= 1
            if not force:
                continue
        for target in chart.near[region]:
            enemy = holder[target]
            if enemy == empire:
                continue
            stands, theirs = banners[target], net[enemy]
            need = stands + forts[target]
            if force > need:
                gain = worth[target] * (value - theirs) - _BANNER * (stands * theirs + need * value)
                out.append((gain, (ATTACK, region, target, force if worth[region] < 1.0 else need + 1, 0)))
            elif value > 0 and force + cards > need and worth[target] == 1.0:
                lost = _BANNER * (stands * theirs + force * value)
                extra = need + 1 - force
                out.append((value - theirs - lost - _CARD * extra * left, (ATTACK, region, target, force, extra)))
            elif force == stands and not forts[target]:
                lost = _BANNER * (stands * theirs + force * value)
                out.append((worth[target] * (net[home[target]] - theirs) - lost, (ATTACK, region, target, force, 0)))
            elif value < 0:
                out.append((-_BANNER * (stands * theirs + force * value), (ATTACK, region, target, force, 0)))


def play(sketch: Sketch, whims: Sequence[float]) -> None:
    """Play to the end, each choice the one that seems best but for a whim.

    `whims`: 256 numbers from 0 to 1. The same ones make players choose alike in outlines that are alike, so
    that two plans can be compared by few playouts.
    """
    scaled = [_NOISE * whim for whim in whims]
    while sketch.phase != OVER:
        choices = options(sketch)
        move = choices[0][1]
        if len(choices) > 1:
            best, base = -99.0, sketch.round * 61 + sketch.player * 17 + sketch.empire * 29
            for worth, each in choices:
                worth += scaled[(base + each[0] * 7 + each[1] * 13) & 255 if len(each) > 1 else base & 255]
                if worth > best:
                    best, move = worth, each
        sketch.apply(move)
