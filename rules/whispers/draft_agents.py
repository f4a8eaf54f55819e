"""The agents of a position, on seats and regions."""

from __future__ import annotations

from rules.sentence import Sentence
from rules.whispers.draft import Draft
from rules.whispers.moves import moves
from rules.whispers.position import PositionError, flat

MOST_POSTS = 2


def agents(draft: Draft) -> None:
    """Whose agents stand where. PositionError for an agent of nobody."""
    for place, owner in flat(draft.position.agents):
        owners = owner if isinstance(owner, list) else [owner]
        for name in owners:
            if not isinstance(name, str):
                raise PositionError(
                    Sentence(
                        "the-agent-on-place-needs-the", "the agent on {place} needs the name of a player", place=place
                    ),
                    place,
                )
        players = [draft.player(name) for name in owners if name]
        if place.lower() in moves(draft.board).words["region"]:
            _post(draft, draft.lookup("region", place), players)
        elif players:
            _sit(draft, draft.lookup("seat", place), players)
    draft.state.posts.sort()
    _count_agents(draft)
    acts = draft.position.acts
    if acts and "." in acts and not draft.position.agents:
        draft.state.seats[draft.lookup("seat", acts)] = 0


def _sit(draft: Draft, seat: int, players: list[int]) -> None:
    """An agent on a seat. Rule `deploy.seat`."""
    draft.state.seats[seat] = players[0]
    if len(players) > 1:
        name = draft.board.seats[seat]
        message = Sentence(
            "count-agents-on-name-there-is",
            "{count} agents on {name}; there is room for one",
            count=len(players),
            name=name,
        )
        draft.faults.blame(message, name, "deploy.seat", "two-agents", f"seat:{name}", seat=name, count=len(players))


def _post(draft: Draft, region: int, players: list[int]) -> None:
    """Agents on a region. Rule `variant.agents_on_regions`."""
    code = draft.board.regions[region]
    rule, ref = "variant.agents_on_regions", f"region:{code}"
    if players and not draft.state.options.agents_on_regions:
        draft.faults.blame(
            Sentence("there-are-agents-on-regions-a", "there are agents on regions, a variant that is off"),
            code,
            rule,
            "off",
            ref,
            region=code,
        )
    for player in dict.fromkeys(players):
        if players.count(player) > 1:
            message = Sentence(
                "names-has-two-agents-on-code", "{names} has two agents on {code}", names=draft.names[player], code=code
            )
            draft.faults.blame(message, code, rule, "twice-region", ref, player=player, region=code)
        draft.state.posts.append([player, region])


def _count_agents(draft: Draft) -> None:
    """Rules `deploy.place`, `variant.agents_on_regions`."""
    state, most = draft.state, draft.board.agents_per_player
    for player, name in enumerate(draft.names):
        on_regions = sum(post[0] == player for post in state.posts)
        count = state.seats.count(player) + on_regions
        ref = f"player:{player}"
        if count > most:
            message = Sentence(
                "name-has-count-agents-on-the",
                "{name} has {count} agents on the board; there are {most}",
                name=name,
                count=count,
                most=most,
            )
            draft.faults.blame(message, name, "deploy.place", "agents", ref, player=player, count=count, most=most)
        if on_regions > MOST_POSTS:
            values = {"player": player, "count": on_regions, "most": MOST_POSTS}
            message = Sentence(
                "name-has-on-regions-agents-on",
                "{name} has {on_regions} agents on regions; there may be {most_posts}",
                name=name,
                on_regions=on_regions,
                most_posts=MOST_POSTS,
            )
            draft.faults.blame(message, name, "variant.agents_on_regions", "most", ref, **values)
