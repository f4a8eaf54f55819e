"""Sentences for what the rules report: events, questions, refusals, changes, results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.ask import Ask, Event, Refusal
from rules.game import Outcome, Place
from rules.whispers.changes import Change
from wow_tui.clean import clean
from wow_tui.text.catalogue import Catalogue

LONGEST = 300
_EMPIRES = ("empire", "enemy", "holder", "active", "first_empire", "second_empire")
_SEATS = ("seat", "agent", "left")
_PLAYERS = ("player", "other", "asked")


class Speaker:
    """Says things in one language about players called `names`. What strangers wrote is cleaned here again."""

    def __init__(self, catalogue: Catalogue, names: Sequence[str]) -> None:
        self.catalogue, self.names = catalogue, [clean(name, LONGEST) for name in names]

    def name(self, kind: str, word: object) -> str:
        """The name of an empire, seat, slot, line, icon, kind or ability."""
        key = f"name.{kind}.{word}"
        return self.catalogue.say(key) if key in self.catalogue else str(word)

    def seat(self, seat: object) -> str:
        """`bear.marshal` as the Bear Marshal."""
        empire, _, title = str(seat).partition(".")
        names = {"empire": self.name("empire", empire), "seat": self.name("seat", title)}
        return self.catalogue.say("name.position", **names)

    def player(self, player: object) -> str:
        """The name of a player by number."""
        number = player if isinstance(player, int) else -1
        return self.names[number] if 0 <= number < len(self.names) else self.catalogue.say("change.nobody")

    def place(self, ref: object) -> str:
        """A ref such as `seat:bear.marshal` or `region:B3`."""
        kind, _, word = str(ref).partition(":")
        return self.seat(word) if kind == "seat" else word

    def values(self, values: Mapping[str, object]) -> dict[str, object]:
        """The values of the rules as words."""
        words: dict[str, Callable[[object], str]] = {
            "place": self.place,
            **dict.fromkeys(_EMPIRES, lambda word: self.name("empire", word)),
            **dict.fromkeys(_SEATS, lambda word: self.seat(word) if isinstance(word, str) else str(word)),
            **dict.fromkeys(_PLAYERS, lambda word: self.player(word) if isinstance(word, int) else str(word)),
            **{kind: _named(self, kind) for kind in ("slot", "line", "icon", "kind", "ability")},
            "only": _named(self, "kind"),
        }
        out: dict[str, object] = {}
        for key, value in values.items():
            if key in words:
                out[key] = words[key](value)
            elif isinstance(value, list):
                out[key] = clean(", ".join(str(each) for each in value), LONGEST)
            elif isinstance(value, str):
                out[key] = clean(value, LONGEST)
            else:
                out[key] = value
        return out

    def event(self, event: Event) -> str:
        """What happened, as one line."""
        values = self.values(event.values)
        special = _SPECIAL.get(event.key)
        if special is not None:
            special(self, event, values)
        return self.catalogue.say(f"event.{event.key}", **values)

    def refusal(self, refusal: Refusal) -> str:
        """Why something may not be done, in words."""
        values = self.values(refusal.values)
        if refusal.rule == "undo.consent":
            missing = refusal.values.get("missing")
            values["missing"] = ", ".join(self.player(p) for p in missing) if isinstance(missing, list) else ""
        key = f"refusal.{refusal.rule}"
        if refusal.reason and f"{key}.{refusal.reason}" in self.catalogue:
            key = f"{key}.{refusal.reason}"
        return self.catalogue.say(key, **values)

    def ask(self, ask: Ask) -> str:
        """What is asked, as one line."""
        values = self.values(ask.values)
        if "rule" in ask.values:
            values["rule"] = self.name("ability", ask.values["rule"])
        key = f"ask.{ask.key}"
        how = f"{key}.{ask.values.get('how')}"
        return self.catalogue.say(how if how in self.catalogue else key, **values)

    def reason(self, player: int, key: str, values: Mapping[str, object], secret: Mapping[str, object]) -> list[str]:
        """Why a bot moved: a sentence for everybody and, if there is a `secret` to tell, one of its loyalties."""
        words = {**self.values({**values, **secret}), "player": self.player(player)}
        key = f"reason.{key}" if f"reason.{key}" in self.catalogue else "reason.other"
        told = [self.catalogue.say(key, **words)]
        if secret and f"{key}.secret" in self.catalogue:
            told.append(self.catalogue.say(f"{key}.secret", **words))
        return told

    def change(self, change: Change) -> str:
        """A difference, as one line."""
        name, before, after = change.name, str(change.before), str(change.after)
        if change.what == "region":
            before, after = self.held(before), self.held(after)
        elif change.what == "seat":
            name, before, after = self.seat(name), self.player(change.before), self.player(change.after)
        elif change.what in ("hand", "points"):
            name = self.player(int(name))
        else:
            name = self.name("empire", name)
        return self.catalogue.say(f"change.{change.what}", name=name, before=before, after=after)

    def held(self, words: str) -> str:
        """`lion 2` as Lion 2."""
        empire, _, count = words.partition(" ")
        return f"{self.name('empire', empire)} {count}"

    def outcome(self, outcome: Outcome) -> list[str]:
        """The result: who won, and how each player's points came about."""
        players = ", ".join(self.player(winner) for winner in outcome.winners)
        key = "result.shared" if len(outcome.winners) > 1 else "result.winner"
        lines = [self.catalogue.say(key, players=players)]
        return lines + [line for place in outcome.places for line in self.place_lines(place)]

    def place_lines(self, place: Place) -> list[str]:
        """One player's result: rank and points, a line per slot, and what ties are broken by."""
        values = {"rank": place.rank, "player": self.player(place.player), "points": place.points}
        parts = ["   " + self.catalogue.say("result.part", **self._part(part)) for part in place.parts]
        return [
            self.catalogue.say("result.line", **values),
            *parts,
            "   " + self.catalogue.say("result.ties", **place.why),
        ]

    def _part(self, part: Mapping[str, object]) -> dict[str, object]:
        count = int(str(part["cities"])) + int(str(part["agents"]))
        return {**self.values(part), "cities": count, "count": count}


def _named(speaker: Speaker, kind: str) -> Callable[[object], str]:
    return lambda word: speaker.name(kind, word)


def _battle(speaker: Speaker, event: Event, values: dict[str, object]) -> None:
    fort, traded, left, defenders = (event.values[key] for key in ("fort", "traded", "left", "defenders"))
    parts = ["fort"] if fort else []
    parts += ["traded"] if traded else []
    if event.values["enemy"] == event.values["empire"]:
        parts.append("joined")
    elif left:
        parts.append("taken")
    elif defenders:
        parts.append("held")
    else:
        parts.append("emptied" if traded else "untouched")
    values["left"] = left
    say = speaker.catalogue.say
    values["course"] = ", ".join(say(f"battle.{part}", **values) for part in parts)


def _play(speaker: Speaker, event: Event, values: dict[str, object]) -> None:
    paid = event.values["with"]
    values["payment"] = speaker.catalogue.say("event.payment", card=clean(str(paid), LONGEST)) if paid else ""


def _round(speaker: Speaker, event: Event, values: dict[str, object]) -> None:
    values["first"] = speaker.player(event.values["first"])


def _loyalty_swap(speaker: Speaker, event: Event, values: dict[str, object]) -> None:
    values["first_slot"] = speaker.name("slot", event.values["first"])
    values["second_slot"] = speaker.name("slot", event.values["second"])


_SPECIAL: dict[str, Callable[[Speaker, Event, dict[str, object]], None]] = {
    "battle": _battle,
    "play": _play,
    "round": _round,
    "round-marked": _round,
    "loyalty-swap": _loyalty_swap,
}
