"""Matches and sequential tests."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from . import _kiebitz as native
from ._work import Bar, Stopped
from .cluster import On, asked
from .games import position
from .guest import Judge, Judged
from .lab import GameLike, name_of
from .searching import Player, called
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

    def __init__(self, work: native.Work, game: GameLike, total: int, progress: bool = False) -> None:
        self._work = work
        # A game that is written in Python lasts as long as somebody keeps it.
        self._game = game
        self._total = total
        self._bar = Bar(progress)
        self._games: list[dict[str, Any]] = []
        self._final: dict[str, Any] | None = None
        #: How many workers are there now.
        self.present = 0
        #: What has happened to workers.
        self.notices: list[str] = []

    def __iter__(self) -> Match:
        return self

    def __next__(self) -> dict[str, Any]:
        while (told := self._work.next()) is not None:
            news: dict[str, Any] = json.loads(told)
            if "number" in news:
                self._games.append(news)
                self._bar.show({"done": news["status"]["games"], "total": self._total, "what": "games", "text": self._live()})
                return news
            self._hear(news)
        self._end()
        raise StopIteration

    def _hear(self, news: dict[str, Any]) -> None:
        self.present = news.get("workers", self.present)
        if "notice" in news:
            self.notices.append(news["notice"])
        self._bar.show(news)

    def _end(self) -> dict[str, Any]:
        if self._final is None:
            self._final = json.loads(self._work.result())
        return self._final

    def run(self) -> Match:
        """Plays all games. Ctrl-C ends it by `Stopped`, whose `result` is the match so far."""
        try:
            with self._bar:
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

    def _live(self) -> str:
        """How it stands, in a line."""
        status, text = self.status, str(self)
        if status.get("llr") is not None:
            low, high = status["bounds"]
            text += f", LLR {status['llr']:.2f} [{low:.2f}, {high:.2f}]"
        elif status.get("elo") is not None:
            text += f", {status['elo']:+.0f} ± {status['elo_error']:.0f} Elo"
        return text

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

    @property
    def workers(self) -> Table:
        """What each worker has done, of a match that is over: its pairs, how often it was lost, and how far their points are from what all
        pairs came to, in standard errors (`residual`; beyond 3 something is wrong there)."""
        return Table(self._end()["workers"])

    def __str__(self) -> str:
        status = self.status
        if not status.get("games"):
            return "no game yet"
        return f"+{status['wins']} ={status['draws']} -{status['losses']}"


def _seated(game: GameLike, players: tuple[str | Player, ...]) -> tuple[GameLike, list[str]]:
    """The game with the functions that players judge by, and the players as text."""
    first = position(game)
    names: dict[str, Judge] = {}
    taken = [*first.evaluators, "handmade"]
    texts = []
    for player in players:
        if isinstance(player, str):
            texts.append(player)
            continue
        judge = player.settings.get("eval")
        if not callable(judge):
            texts.append(str(player))
            continue
        stem = name = called(judge)
        number = 2
        while name in taken or names.get(name, judge) is not judge:
            name, number = f"{stem}-{number}", number + 1
        names[name] = judge
        texts.append(player.written({**player.settings, "eval": name}))
    return (Judged(first, names, 1.0, usual=first.evaluators[0]) if names else game), texts


def match(
    game: GameLike,
    *players: str | Player,
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
    journal: str | os.PathLike[str] | None = None,
    on: On = None,
    progress: bool = False,
) -> Match:
    """A match between players as the commands write them (`kiebitz:level=3`, `random`, `uci:/path`); a round robin of more than two.
    Openings are random unless a file is given, and are played twice with sides changed. `on=kb.Local(2)` or `on=kb.Ray()` lets workers
    play, pairs of games each; a test then ends after the same pair as with one worker. Where a player of `kb.player` judges by a function of
    yours, the engine asks Python for the moves too, and all players search without what needs more than rules (null move, exchanges). A `journal` keeps the games: after the end of this
    Python, however it came, the same call plays those that are missing.

    >>> match("tic-tac-toe", "kiebitz:depth=9", "random", games=4, random_plies=0).run().status["losses"]
    0
    """
    game, texts = _seated(game, players)
    if isinstance(game, Judged) and on is not None:
        raise native.Refused("workers know no evaluation that is written in Python: leave on= away")
    request = {
        "game": name_of(game), "players": texts, "games": games, "clock": clock, "nodes": nodes, "depth": depth,
        "seconds": seconds, "openings": None if openings is None else os.fspath(openings), "random_plies": random_plies,
        "seed": seed, "concurrency": concurrency, "max_plies": max_plies, "sprt": None if sprt is None else asdict(sprt),
        "journal": None if journal is None else os.fspath(journal), "workers": asked(on),
    }
    pairs = len(players) * (len(players) - 1) // 2
    return Match(native.contest(json.dumps(request)), game, games * max(pairs, 1), progress)
