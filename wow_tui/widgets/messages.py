"""What the widgets tell the screen: refs are those of the options (`region:B3`, `seat:bear.marshal`, `number:2`)."""

from __future__ import annotations

from textual.message import Message


class Looked(Message):
    """The cursor rests on something; nothing is chosen yet."""

    def __init__(self, ref: str) -> None:
        super().__init__()
        self.ref = ref


class Picked(Message):
    """Something was picked as the next step of a choice."""

    def __init__(self, ref: str) -> None:
        super().__init__()
        self.ref = ref


class OptionChosen(Message):
    """A complete option was chosen, by its id."""

    def __init__(self, option: str) -> None:
        super().__init__()
        self.option = option
