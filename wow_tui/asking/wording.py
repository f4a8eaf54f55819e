"""Answers of the rules in lines of text and as documents for tools."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from rules.ask import Ask, Event, Refusal
from rules.whispers.barred import Barred
from rules.whispers.changes import Change
from rules.whispers.rulebook import Rule
from wow_tui.asking.answer import Listing, Verdict
from wow_tui.asking.listing import by_verb, whole
from wow_tui.asking.question import Question
from wow_tui.clean import clean
from wow_tui.printing import bold, wrapped, wrapped_list
from wow_tui.text.book import book
from wow_tui.text.catalogue import catalogue
from wow_tui.text.speaker import Speaker

MOST_MOVES = 10
Document = dict[str, Any]


class Wording:
    """Words answers for one question in one language."""

    def __init__(self, question: Question, language: str = "en") -> None:
        """ValueError for a language there is not."""
        self.question, self.language = question, language
        self.speaker = Speaker(catalogue(language), question.names)

    def say(self, key: str, **values: object) -> str:
        """A message of these commands."""
        return self.speaker.catalogue.say(f"asking.{key}", **values)

    def rule(self, rule_id: str) -> Rule | None:
        """A rule of the rulebook, which is read only when it is needed."""
        return book(self.language).rules.get(rule_id)

    # Lines

    def context(self, ask: Ask | None, first: bool = True) -> list[str]:
        """Who is asked what, and what had to be assumed for it."""
        lines = [self.speaker.event(event) for event in self.question.opening if event.key == "idle"] if first else []
        lines.append(self.asked(ask))
        notes = []
        if self.question.seat:
            notes.append(self.say("assumed-seat", seat=self.speaker.seat(self.question.seat)))
        if self.question.cards:
            name = self.speaker.player(self.question.asked)
            notes.append(self.say("assumed-cards", player=name, cards=", ".join(self.question.cards)))
        if notes:
            lines.append(self.say("assumed", notes="; ".join(notes)))
        return [part for line in lines for part in wrapped(line)]

    def asked(self, ask: Ask | None) -> str:
        """Who is asked what."""
        if ask is None:
            return self.say("over")
        return self.say("asked", player=self.speaker.player(ask.player), question=self.speaker.ask(ask))

    def listing(self, found: Listing, with_barred: bool) -> list[str]:
        """Every legal move by verb, then the barred ones by rule."""
        lines = self.context(found.ask)
        if found.ask is None:
            return lines
        board = found.view.board()
        for verb, moves in by_verb(board, (option.id for option in found.ask.options)).items():
            items = [move for move in moves if move]
            lines += wrapped_list(items, f"  {verb}: ") if items else [f"  {verb}"]
        if with_barred:
            lines += self._barred(found)
        return lines

    def _barred(self, found: Listing) -> list[str]:
        if not found.barred:
            return [self.say("nothing-barred")]
        groups: dict[tuple[str, str], list[Barred]] = {}
        for each in found.barred:
            groups.setdefault((each.refusal.rule, each.refusal.reason), []).append(each)
        lines = [self.say("barred")]
        for (rule, _), group in groups.items():
            text = self.say("barred-one", move=group[0].move, reason=self.speaker.refusal(group[0].refusal), rule=rule)
            lines += wrapped(text, "  ")
            others = whole(found.view.board(), (each.move for each in group[1:]))
            if others:
                lines += self._some(others, self.say("so-too"), "    ")
        return lines

    def _some(self, moves: list[str], before: str, indent: str) -> list[str]:
        """The first of these moves, and how many more there are."""
        more = [self.say("more", number=len(moves) - MOST_MOVES)] if len(moves) > MOST_MOVES else []
        return wrapped_list([*moves[:MOST_MOVES], *more], f"{indent}{before} ", f"{indent}  ")

    def verdict(self, found: Verdict) -> list[str]:
        """Legal or not, the rule, or what the move brings."""
        if not found.readable:
            return [self.unreadable(found)]
        if found.refusal is not None:
            return self._refused(found, found.refusal)
        moves = "; ".join(found.answers)
        lines = [bold(self.say("yes", moves=moves))]
        for event in found.events:
            lines += wrapped(self.speaker.event(event), "  ")
            if event.key == "battle":
                lines += wrapped(self._arithmetic(event), "    ")
        lines += self._after(found)
        if found.then is not None:
            lines += wrapped(self.say("then", asked=self.asked(found.then)), "  ")
        if found.view.hand and any(change.what != "hand" for change in found.changes):
            lines += wrapped(self.say("no-further-card"), "  ")
        return lines

    def _refused(self, found: Verdict, refusal: Refusal) -> list[str]:
        lines = [bold(line) for line in wrapped(self.say("no", reason=self.speaker.refusal(refusal)))]
        rule = self.rule(refusal.rule)
        if rule is not None:
            lines += wrapped(self.say("rule", title=rule.title, rule=rule.id), "  ")
            lines += wrapped(rule.paragraphs[0], "  ")
        if found.instead:
            moves = whole(found.view.board(), found.instead)
            lines += self._some(moves, self.say("instead"), "  ")
        return lines

    def unreadable(self, found: Verdict) -> str:
        """Why there is nothing to judge, in one sentence."""
        refusal = found.refusal
        assert refusal is not None
        move = clean(found.move, 80)
        if refusal.rule == "game.ambiguous":
            fits = [str(each) for each in list(refusal.values["fits"])]  # type: ignore[call-overload]
            return self.say("ambiguous", move=move, fits=", ".join(whole(found.view.board(), fits)))
        if not refusal.reason:
            return self.say("no-move", move=move, hint=found.hint or ".")
        # The rules read in small letters; a person finds his own spelling again.
        typed = {word.lower(): word for word in found.move.split()}
        values = {
            key: " ".join(typed.get(word, word) for word in str(value).split()) for key, value in refusal.values.items()
        }
        sentence = self.speaker.refusal(replace(refusal, values=values))
        return f"{sentence.rstrip('.')}{found.hint or '.'}"

    def _arithmetic(self, event: Event) -> str:
        """What a battle costs each side: `Bear 2 - 1 (fort) - 1 (fight) = 0; Lion 1 - 1 (fight) = 0`."""
        values = event.values
        count, fort, traded, defenders = (int(str(values[key])) for key in ("count", "fort", "traded", "defenders"))
        if values["enemy"] == values["empire"]:
            return self.say("no-fight", empire=self.speaker.name("empire", values["empire"]))
        attack = [self.say("lost-fort", count=fort)] if fort else []
        fight = [self.say("lost-fight", count=traded)] if traded else []
        sides = [self._sum(values["empire"], count, [*attack, *fight], count - fort - traded)]
        if defenders + traded:
            sides.append(self._sum(values["enemy"], defenders + traded, fight, defenders))
        return self.say("losses", sides="; ".join(sides))

    def _sum(self, empire: object, start: int, losses: list[str], left: int) -> str:
        name = self.speaker.name("empire", empire)
        if not losses:
            return self.say("no-loss", empire=name, count=start)
        return f"{name} {start}{''.join(f' - {loss}' for loss in losses)} = {left}"

    def _after(self, found: Verdict) -> list[str]:
        """What is different after the action, by kind."""
        groups: dict[str, list[str]] = {}
        for change in found.changes:
            if (change.what == "points" and not self.question.scored) or change.what == "cities":
                continue
            groups.setdefault(change.what, []).append(self._change(change))
        cities = self._cities(found)
        rows = [(kind, "; ".join(texts)) for kind, texts in groups.items()]
        if not rows:
            return wrapped(self.say("unchanged"), "  ")
        rows.insert(next((at for at, (kind, _) in enumerate(rows) if kind == "points"), len(rows)), ("cities", cities))
        if self.question.scored and "points" not in groups and found.view.score is not None:
            rows.append(("points", self.say("points-same", points=found.view.score)))
        return [line for kind, text in rows for line in wrapped(self.say(f"kind.{kind}", text=text), "  ", "    ")]

    def _change(self, change: Change) -> str:
        """A difference without its kind: `L2: Lion 1 -> Bear 2`, `Lion 19 -> 20`."""
        if change.what == "region":
            return f"{change.name}: {self._held(str(change.before))} -> {self._held(str(change.after))}"
        if change.what == "seat":
            return self.speaker.change(change)
        player = change.what in ("hand", "points")
        name = self.speaker.player(int(change.name)) if player else self.speaker.name("empire", change.name)
        return self.say("counted", name=name, before=change.before, after=change.after)

    def _held(self, words: str) -> str:
        empire, _, count = words.partition(" ")
        name = self.speaker.name("empire", empire)
        return self.say("held-empty", empire=name) if count == "0" else f"{name} {count}"

    def _cities(self, found: Verdict) -> str:
        parts = []
        for empire, (before, after) in zip(found.view.board().empires, found.cities, strict=True):
            name = self.speaker.name("empire", empire)
            parts.append(f"{name} {before}" if before == after else f"{name} {before} -> {after}")
        return ", ".join(parts)

    # Documents

    def heading_document(self, ask: Ask | None) -> Document:
        """Who is asked what, and what was assumed."""
        out: Document = {"players": self.question.names, "asked": None}
        if ask is not None:
            words = self.speaker.ask(ask)
            out["asked"] = {"player": ask.player, "question": ask.key, "values": dict(ask.values), "words": words}
        return {**out, "assumed": {"seat": self.question.seat or None, "cards": self.question.cards}}

    def listing_document(self, found: Listing, with_barred: bool) -> Document:
        """Every legal move; with `with_barred` the barred ones with rule and reason."""
        out = self.heading_document(found.ask)
        out["moves"] = [option.id for option in found.ask.options] if found.ask else []
        if with_barred:
            out["barred"] = [{"move": each.move, **self.refusal_document(each.refusal)} for each in found.barred]
        return out

    def refusal_document(self, refusal: Refusal) -> Document:
        """A refusal: its rule, and the sentence for it."""
        return {"rule": refusal.rule, "reason": refusal.reason, "words": self.speaker.refusal(refusal)}

    def verdict_document(self, found: Verdict, ask: Ask | None) -> Document:
        """The verdict with everything it says in words."""
        out = {**self.heading_document(ask), "move": clean(found.move, 300), "legal": found.legal}
        if found.refusal is not None:
            rule = self.rule(found.refusal.rule)
            out |= {"refusal": self.refusal_document(found.refusal), "rulebook": _rule(rule), "instead": found.instead}
            return out
        empires, scored = found.view.board().empires, self.question.scored
        out["answers"] = found.answers
        out["events"] = [{"key": e.key, "values": dict(e.values), "words": self.speaker.event(e)} for e in found.events]
        out["changes"] = [
            {"what": c.what, "name": c.name, "before": c.before, "after": c.after, "words": self.speaker.change(c)}
            for c in found.changes
            if c.what != "points" or scored
        ]
        out["cities"] = {
            name: {"before": before, "after": after}
            for name, (before, after) in zip(empires, found.cities, strict=True)
        }
        out["points"] = _points(found) if scored else None
        out["then"] = self.heading_document(found.then)["asked"]
        return out


def _rule(rule: Rule | None) -> Document | None:
    return None if rule is None else {"id": rule.id, "title": rule.title, "paragraphs": list(rule.paragraphs)}


def _points(found: Verdict) -> Document:
    before = found.view.score
    after: Iterable[Any] = (change.after for change in found.changes if change.what == "points")
    return {"before": before, "after": next(iter(after), before)}
