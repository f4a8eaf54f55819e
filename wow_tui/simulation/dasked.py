"""The same run on more than one machine, by Dask. Needs the extra `[dask]`."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from typing import Any

from rules.sentence import Sentence
from wow_tui.simulation import Result, Setup
from wow_tui.simulation.jobs import chunks, play_all

# Parts of the run that wait at the scheduler for each process of the cluster.
AHEAD = 4


class ClusterError(RuntimeError):
    """The cluster cannot be used; its text is one sentence."""


def connect(address: str, seconds: float = 10.0) -> Any:
    """A client of the scheduler at an address such as `tcp://10.0.0.1:8786`. ClusterError if there is none."""
    try:
        import distributed
    except ImportError:
        raise ClusterError(
            Sentence(
                "dask-is-not-installed-install-wow", "Dask is not installed; install wow-tui with the extra [dask]"
            )
        ) from None
    try:
        client: Any = distributed.Client
        return client(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(
            Sentence(
                "no-dask-scheduler-answers-at-address",
                "no Dask scheduler answers at {address} ({kind})",
                address=address,
                kind=type(error).__name__,
            )
        ) from None


def from_cluster(client: Any, setup: Setup, start: int, games: int) -> Generator[list[Result], None, None]:
    """The results of games `start` to `games` - 1 in their order. ClusterError if the cluster fails.

    The machines of the cluster need the same version of wow-tui. Close it if you leave it early.
    """
    workers = max(1, sum(client.nthreads().values()))
    parts = iter(chunks(start, games, workers))
    waiting: deque[Any] = deque()
    try:
        while True:
            while len(waiting) < workers * AHEAD and (part := next(parts, None)) is not None:
                waiting.append(client.submit(play_all, setup, part, pure=False))
            if not waiting:
                return
            yield _result(waiting.popleft())
    finally:
        for future in waiting:
            future.cancel()
        client.close()


def _result(future: Any) -> list[Result]:
    try:
        found: list[Result] = future.result()
    except Exception as error:  # whatever the far end raised, or that it is no longer there
        raise ClusterError(
            Sentence(
                "the-cluster-broke-off",
                "the cluster broke off: {kind}: {value}",
                kind=type(error).__name__,
                value=str(error)[:200],
            )
        ) from None
    return found
