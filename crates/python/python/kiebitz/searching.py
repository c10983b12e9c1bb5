"""Searching, solving, counting."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from . import _kiebitz as native
from ._work import Bar, Stopped, finish
from .cluster import On, asked_json
from .games import PositionLike, position
from .guest import with_evaluation
from .learning import Weights
from .table import Table


@dataclass(frozen=True)
class Line:
    """One of the best lines of a search, for the side to move."""

    #: The value in score steps; `text` is how players of the game write it.
    score: int
    text: str
    #: How many plies a certain win or loss is away.
    plies_to_end: int | None
    #: The share of the points that may be expected, 0 to 1.
    chance: float
    #: `exact`, `lower` or `upper`.
    bound: str
    depth: int
    deepest: int
    nodes: int
    seconds: float
    pv: tuple[str, ...]
    codes: tuple[str, ...]
    #: Which of the best lines it is, from 1.
    number: int = 1

    @staticmethod
    def _read(told: dict[str, Any], number: int = 1) -> Line:
        return Line(
            score=told["score"],
            text=told["score_text"],
            plies_to_end=told["plies_to_end"],
            chance=told["chance"],
            bound=told["bound"],
            depth=told["depth"],
            deepest=told["deepest"],
            nodes=told["nodes"],
            seconds=told["time_ms"] / 1000,
            pv=tuple(told["pv"]),
            codes=tuple(told["codes"]),
            number=told.get("line", number),
        )


@dataclass(frozen=True)
class Result:
    """What a search has found."""

    #: The best move as people write it; `None` only if the game is over.
    best: str | None
    #: The same as programs write it.
    code: str | None
    #: The best lines, the best first.
    lines: tuple[Line, ...]
    #: Does the move come from the book, without a search?
    from_book: bool = False
    #: What was counted, by name, if it was asked for.
    counters: dict[str, float] = field(default_factory=dict)

    @staticmethod
    def _read(told: dict[str, Any]) -> Result:
        lines = tuple(Line._read(line, number) for number, line in enumerate(told["lines"], 1))
        return Result(told["move"], told["code"], lines, told["from_book"], told["counters"])

    def _first(self) -> Line:
        if not self.lines:
            raise ValueError("nothing was searched: the game is over, or the move comes from the book")
        return self.lines[0]

    @property
    def score(self) -> int:
        """The value for the side to move, in score steps."""
        return self._first().score

    @property
    def depth(self) -> int:
        """The depth of the last iteration."""
        return self._first().depth

    @property
    def nodes(self) -> int:
        """Nodes that were visited; playouts of Monte Carlo tree search."""
        return max((line.nodes for line in self.lines), default=0)

    @property
    def pv(self) -> tuple[str, ...]:
        """The best line."""
        return self._first().pv

    def table(self) -> Table:
        """The lines as rows."""
        return Table([
            {"line": line.number, "score": line.text, "depth": line.depth, "nodes": line.nodes, "pv": " ".join(line.pv)}
            for line in self.lines
        ])

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


@dataclass(frozen=True)
class Player:
    """Somebody who plays, made by `kb.player`."""

    text: str
    settings: dict[str, Any]

    def __str__(self) -> str:
        return self.written(self.settings)

    def written(self, settings: dict[str, Any]) -> str:
        """With these settings, as the commands write it."""
        judge = settings.get("eval")
        if callable(judge):
            settings = {**settings, "eval": called(judge)}
        return native.player_text(json.dumps(_player(self.text, named(settings))))


def player(text: str = "kiebitz", **settings: Any) -> Player:
    """A player: as the commands write it, with settings under their names. Its `eval` may be all that `kb.search` takes: weights, the path
    of a network, a function of yours.

    >>> print(player("kiebitz:level=3", threads=2))
    kiebitz:level=3,threads=2
    >>> def edge(p):
    ...     return sum(move in "17" for move in p.played[::2])
    >>> kb.match("connect-four", player(nodes=30, eval=edge), "kiebitz:nodes=30", games=2).run().status["games"]
    2
    """
    made = Player(text, settings)
    str(made)
    return made


def apart(player: str | Player | None, settings: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """A player as text and its settings, of which those given besides count more."""
    if isinstance(player, Player):
        return player.text, {**player.settings, **settings}
    return player, settings


def called(judge: Callable[..., Any]) -> str:
    """What a function is called among the evaluators of a game."""
    name = getattr(judge, "__name__", type(judge).__name__)
    return name if name.isidentifier() else "function"


def _player(text: str | None, settings: dict[str, Any]) -> dict[str, Any]:
    """A player as the engine knows it: its text, and settings under the names that they have everywhere."""
    told: dict[str, Any] = json.loads(native.player(text or "kiebitz"))
    for name, value in settings.items():
        if value is None:
            continue
        name = name.replace("_", "-")
        if name == "techniques" and not isinstance(value, str):
            value = "+".join(value)
        if name in ("scale", "parameter"):
            value = [[key, str(amount) if name == "scale" else amount] for key, amount in dict(value).items()]
        told[name] = value
    return told


def judged(where: native.Position, settings: dict[str, Any]) -> tuple[native.Position, dict[str, Any]]:
    """Takes an evaluation that is no name: a function, weights, or the file of a network."""
    judge = settings.get("eval")
    if callable(judge):
        return position(with_evaluation(where, judge)), {name: value for name, value in settings.items() if name != "eval"}
    return where, named(settings)


def named(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings with an evaluation that the engine knows by name."""
    judge = settings.get("eval")
    if judge is None or isinstance(judge, str):
        return settings
    if isinstance(judge, Weights):
        return {**settings, "eval": judge.evaluator, "weights": judge.kept()}
    if isinstance(judge, os.PathLike):
        return {**settings, "eval": f"network:{os.fspath(judge)}"}
    raise TypeError(f"eval {judge!r}: expected the name of an evaluator, kb.weights(...), the path of a network, or a function")


def _question(
    where: native.Position,
    settings: dict[str, Any],
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    only: list[str] | None = None,
    win_in: int | None = None,
    counters: bool = False,
    player: str | None = None,
) -> dict[str, Any]:
    """What is asked about a position."""
    who = _player(player, settings)
    limited = any(limit is not None for limit in (depth, nodes, seconds, win_in))
    if not limited and not any(name in who for name in ("depth", "nodes", "time", "level", "elo")):
        raise native.Refused("nothing limits the search: say depth=, nodes= or seconds=")
    if seconds is not None and not 0 <= seconds < 1e9:
        raise native.Refused(f"seconds {seconds}: expected a number from 0 on")
    limits: dict[str, Any] = {"depth": depth, "nodes": nodes, "win_in": win_in, "only": only or []}
    limits["time_ms"] = None if seconds is None else round(seconds * 1000)
    return {"game": where.game_name, "player": who, "limits": limits, "lines": lines, "counters": counters}


def _sent(where: native.Position, settings: dict[str, Any], **asked: Any) -> dict[str, Any]:
    """What is asked about a position, for workers."""
    asked["player"], settings = apart(asked.get("player"), settings)
    if callable(settings.get("eval")) or where.python_game is not None:
        raise native.Refused("workers know no rules and no evaluation that are written in Python: leave on= away")
    return {**_question(where, named(settings), **asked), "start": where.start_text, "moves": where.played_codes}


def _ask(what: PositionLike, settings: dict[str, Any], **asked: Any) -> tuple[native.Work, native.Position]:
    """The search, and the position, which keeps rules that are written in Python as long as it is kept."""
    asked["player"], settings = apart(asked.get("player"), settings)
    where, settings = judged(position(what), settings)
    return native.search(where, json.dumps(_question(where, settings, **asked))), where


def search(
    what: PositionLike,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    only: list[str] | None = None,
    win_in: int | None = None,
    counters: bool = False,
    player: str | Player | None = None,
    on: On = None,
    progress: bool = False,
    **settings: Any,
) -> Result:
    """Searches a position. The settings are those of players, under the same names as everywhere: `techniques`, `eval`,
    `weights`, `threads`, `hash`, `level`, `quiescence`, ... Ctrl-C ends it by `Stopped`, whose `result` is what was found.

    `eval` is the name of an evaluator, weights (`kb.weights`), the path of a trained network, or a function of yours that says what a
    position is worth to the side that moves first, in points (`kb.with_evaluation` tells more).

    With `on=kb.Local(2)` or `on=kb.Ray()` workers share the moves of the position: each is searched by itself, so that there is a line for each
    of them that is as good as the first (`lines`). Nodes and seconds are shared among the moves, a depth is that of each. It is more work than one
    search that wants the best move alone.

    >>> search("connect-four", depth=6, techniques="minimax+alpha-beta").depth
    6
    >>> search("connect-four", depth=1, eval=lambda p: p.played == ["2"]).best
    '2'
    >>> search("connect-four", depth=6, colour="red")
    Traceback (most recent call last):
    kiebitz.Refused: unknown field `colour`...
    """
    asked: dict[str, Any] = {"depth": depth, "nodes": nodes, "seconds": seconds, "lines": lines, "only": only, "win_in": win_in}
    asked |= {"counters": counters, "player": player}
    if on is None:
        work, _kept = _ask(what, settings, **asked)
    else:
        work = native.search_apart(json.dumps(_sent(position(what), settings, **asked)), asked_json(on))
    found: Result = finish(work, Result._read, Bar(progress))
    return found


class Searching(Iterator[Line]):
    """A search that tells what it finds. Leaving the loop, or the `with` block, ends it."""

    def __init__(self, work: native.Work, where: native.Position) -> None:
        self._work = work
        self._where = where
        self._result: Result | None = None

    def __iter__(self) -> Searching:
        return self

    def __next__(self) -> Line:
        told = self._work.next()
        if told is None:
            raise StopIteration
        return Line._read(json.loads(told))

    def __enter__(self) -> Searching:
        return self

    def __exit__(self, *_: object) -> None:
        self._work.stop()

    def result(self) -> Result:
        """Ends the search, and gives what it has found."""
        if self._result is None:
            self._work.stop()
            self._result = Result._read(json.loads(self._work.result()))
        return self._result


def searching(
    what: PositionLike,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    only: list[str] | None = None,
    player: str | Player | None = None,
    **settings: Any,
) -> Searching:
    """Searches on a thread of its own, and gives each line as it is found.

    >>> with searching("othello", depth=5) as live:
    ...     depths = [line.depth for line in live]
    >>> depths[-1]
    5
    """
    asked = {"depth": depth, "nodes": nodes, "seconds": seconds, "lines": lines, "only": only}
    return Searching(*_ask(what, settings, player=player, **asked))


@dataclass(frozen=True)
class Solved:
    """An exact value."""

    #: In score steps, for the side to move.
    score: int
    #: In the game's own convention: disc difference, stones left, or the sign of the result.
    exact: int
    text: str
    pv: tuple[str, ...]
    nodes: int
    seconds: float
    plies_to_end: int | None = None
    #: How large the game is, where it is small enough to be looked at whole.
    size: dict[str, Any] | None = None


def solve(what: PositionLike, *, hash: int | None = None) -> Solved | None:
    """The exact value of a position; `hash` is the size of the table in MiB. Of a game that does not say how long it lasts
    (`plies_left`) only wins and losses can be proven, and the answer is `None` where there is neither.

    >>> solve("tic-tac-toe").size["tree_nodes"]
    549946
    """
    def read(told: dict[str, Any] | None) -> Solved | None:
        return None if told is None else Solved(**{**told, "pv": tuple(told["pv"])})

    found: Solved | None = finish(native.solve(position(what), hash), read)
    return found


def perft(what: PositionLike, depth: int) -> int:
    """Leaves of the tree of moves.

    >>> perft("chess", 3)
    8902
    """
    return sum(divide(what, depth).values()) if depth > 0 else 1


def divide(what: PositionLike, depth: int) -> dict[str, int]:
    """The same for each first move."""
    if not 1 <= depth <= 50:
        raise native.Refused(f"depth {depth}: expected 1 to 50")
    found: dict[str, int] = finish(native.perft(position(what), depth), dict)
    return found


def techniques() -> dict[str, str]:
    """The techniques of the search by name, and what they do."""
    return dict(native.techniques())


def compare(what: PositionLike, techniques: list[str], **limits: Any) -> Table:
    """Searches a position with several lists of techniques: one row each.

    >>> table = compare("tic-tac-toe", ["minimax", "minimax+alpha-beta"], depth=9)
    >>> table.columns()["score"], table[0]["nodes"] > table[1]["nodes"]
    (['+0.00', '+0.00'], True)
    """
    rows = []
    for names in techniques:
        found = search(what, techniques=names, **limits)
        line = found.lines[0] if found.lines else None
        rows.append({
            "techniques": names,
            "best": found.best,
            "score": line.text if line else None,
            "value": line.score if line else None,
            "depth": line.depth if line else None,
            "nodes": found.nodes,
            "seconds": line.seconds if line else None,
        })
    return Table(rows)


def analyse(positions: Any, *, on: On = None, progress: bool = False, **limits: Any) -> Table:
    """Searches many positions: one row each, with the position, its best move, its score and its line. `on=kb.Local(2)` or
    `on=kb.Ray()` lets workers do it, many positions at a time."""
    rows: list[dict[str, Any]] = []
    listed = list(positions)
    with Bar(progress) as bar:
        def add(where: native.Position, found: Result) -> None:
            rows.append(_row(where, found))
            bar.show({"done": len(rows), "total": len(listed), "what": "positions"})

        try:
            if on is not None:
                _inquire([position(what) for what in listed], on, add, bar, limits)
            else:
                for what in listed:
                    where = position(what)
                    add(where, search(where, **limits))
        except KeyboardInterrupt:
            raise Stopped(Table(rows)) from None
    return Table(rows)


def _row(where: native.Position, found: Result) -> dict[str, Any]:
    line = found.lines[0] if found.lines else None
    return {
        "position": where.text,
        "key": where.key,
        "best": found.best,
        "score": line.score if line else None,
        "text": line.text if line else None,
        "plies_to_end": line.plies_to_end if line else None,
        "depth": line.depth if line else None,
        "nodes": found.nodes,
        "pv": " ".join(line.pv) if line else None,
    }


def _inquire(
    listed: list[native.Position],
    on: On,
    add: Callable[[native.Position, Result], None],
    bar: Bar,
    limits: dict[str, Any],
) -> None:
    """Lets workers search."""
    names = ("depth", "nodes", "seconds", "lines", "only", "win_in", "counters", "player")
    asked = {name: limits[name] for name in names if name in limits}
    settings = {name: value for name, value in limits.items() if name not in names}
    questions = [_sent(where, settings, **asked) for where in listed]
    work = native.inquire(json.dumps(questions), asked_json(on))
    try:
        while (told := work.next()) is not None:
            news = json.loads(told)
            if "number" in news:
                if "error" in news:
                    raise native.Refused(f"position {news['number'] + 1}: {news['error']}")
                add(listed[news["number"]], Result._read(news["answer"]))
            else:
                bar.show(news)
        work.result()
    finally:
        work.stop()
