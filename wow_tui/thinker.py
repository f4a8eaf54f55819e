"""The far end of `wow_tui.thinking`: a process that does what comes in and nothing else.

It imports as little as it can, for every player's program has one beside it.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from rules.ask import Ask
from wow_tui.bots.bot import Bot

# The screen goes before the bots.
NICENESS = 5


def choose(bot: Bot, view: Any, ask: Ask) -> tuple[list[str], Bot]:
    """What the bot answers, and the bot as it is then."""
    return bot.choose(view, ask), bot


def called(pickled: bytes) -> Any:
    """What a pickled call returns or raises."""
    function, args, keywords = pickle.loads(pickled)
    return function(*args, **keywords)


def work() -> None:
    """Do what comes in, until whoever sends it is gone."""
    import queue

    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What is printed by mistake must not lie between the answers.
    os.dup2(2, 1)
    waiting: queue.SimpleQueue[tuple[Callable[..., Any], Sequence[Any], dict[str, Any]]] = queue.SimpleQueue()

    def listen() -> None:
        # In a thread, so that the end of the other process is seen in the middle of a long thought.
        try:
            while True:
                waiting.put(pickle.load(requests))
        finally:
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        function, args, keywords = waiting.get()
        try:
            answer = pickle.dumps((True, function(*args, **keywords)), pickle.HIGHEST_PROTOCOL)
        except Exception:  # it is raised again where somebody can read it
            answer = pickle.dumps((False, None))
        answers.write(answer)
        answers.flush()
