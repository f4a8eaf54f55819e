"""Refusals of the host's own, beside those of the rules."""

from __future__ import annotations

from rules.ask import Illegal, Refusal


def refuse(rule: str, reason: str = "", **values: object) -> Illegal:
    """A refusal of the host's own, to be raised."""
    return Illegal(Refusal(f"net.{rule}", reason, values))
