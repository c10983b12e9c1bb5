"""Matches and sequential tests."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from . import _kiebitz as native
from ._work import Stopped
from .lab import GameLike, name_of
from .table import Table


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of two hypotheses, in Elo."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    #: `logistic` or `normalized`.
    model: str = "logistic"


class Match(Iterator[dict[str, Any]]):
    """A match that is being played; each game comes when it is over. `run()` plays it to the end."""

    def __init__(self, work: native.Work) -> None:
        self._work = work
        self._games: list[dict[str, Any]] = []
        self._final: dict[str, Any] | None = None

    def __iter__(self) -> Match:
        return self

    def __next__(self) -> dict[str, Any]:
        told = self._work.next()
        if told is None:
            self._end()
            raise StopIteration
        game: dict[str, Any] = json.loads(told)
        self._games.append(game)
        return game

    def _end(self) -> dict[str, Any]:
        if self._final is None:
            self._final = json.loads(self._work.result())
        return self._final

    def run(self) -> Match:
        """Plays all games. Ctrl-C ends it by `Stopped`, whose `result` is the match so far."""
        try:
            for _ in self:
                pass
        except KeyboardInterrupt:
            raise Stopped(self) from None
        return self

    def stop(self) -> None:
        """Ends it; games that are not over do not count."""
        self._work.stop()

    def __enter__(self) -> Match:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def games(self) -> Table:
        """The games so far: one row each, with its record as `pgn`."""
        return Table([{name: value for name, value in game.items() if name != "status"} for game in self._games])

    @property
    def status(self) -> dict[str, Any]:
        """How the first player stands against the second: wins, draws, losses, Elo, and the test's log-likelihood ratio."""
        if self._final is not None:
            return dict(self._final["status"])
        return dict(self._games[-1]["status"]) if self._games else {"games": 0}

    @property
    def table(self) -> Table:
        """Points by player, of a match that is over."""
        return Table(self._end()["table"])

    def __str__(self) -> str:
        status = self.status
        if not status.get("games"):
            return "no game yet"
        return f"+{status['wins']} ={status['draws']} -{status['losses']}"


def match(
    game: GameLike,
    *players: str,
    games: int = 100,
    clock: str | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    openings: str | os.PathLike[str] | None = None,
    random_plies: int = 6,
    seed: int = 1,
    concurrency: int = 1,
    max_plies: int | None = None,
    sprt: Sprt | None = None,
) -> Match:
    """A match between players as the commands write them (`kiebitz:level=3`, `random`, `uci:/path`); a round robin of more than two.
    Openings are random unless a file is given, and are played twice with sides changed.

    >>> match("tic-tac-toe", "kiebitz:depth=9", "random", games=4, random_plies=0).run().status["losses"]
    0
    """
    request = {
        "game": name_of(game), "players": list(players), "games": games, "clock": clock, "nodes": nodes, "depth": depth,
        "seconds": seconds, "openings": None if openings is None else os.fspath(openings), "random_plies": random_plies,
        "seed": seed, "concurrency": concurrency, "max_plies": max_plies, "sprt": None if sprt is None else asdict(sprt),
    }
    return Match(native.contest(json.dumps(request)))
