"""Experiments, recorded trees, explanations."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from . import _kiebitz as native
from ._work import Bar, finish
from .games import EngineGame, PositionLike, position
from .guest import Game
from .table import Table

if TYPE_CHECKING:
    from .board import Board

#: A game, or its name.
GameLike = Union[EngineGame, Game, str]
#: The game's own set if `None`; a file (EPD in chess, a position a line elsewhere); or positions.
Positions = Union[None, str, "os.PathLike[str]", list[Any]]


def name_of(game: GameLike) -> str:
    """The name that the engine knows a game by."""
    if isinstance(game, str):
        return native.open(game)
    return game.name


def _set(positions: Positions) -> Any:
    if positions is None:
        return None
    if isinstance(positions, list):
        return [one.text if isinstance(one, native.Position) else str(one) for one in positions]
    return {"text": Path(positions).read_text(), "place": str(positions)}


def ablate(
    game: GameLike,
    *,
    positions: Positions = None,
    base: str = "all",
    add: bool = False,
    techniques: list[str] | None = None,
    eval: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    cap: int = 2_000_000,
    progress: bool = False,
) -> Table:
    """What techniques are worth: each is taken away from `base`, or added to it. One row each; `node_ratio` compares with the base.
    No search takes more than `cap` nodes; `capped` counts those that would have.

    >>> table = ablate("connect-four", base="minimax", add=True, techniques=["alpha-beta"], depth=4)
    >>> [row["name"] for row in table], table[1]["node_ratio"] < 1
    (['minimax', '+ alpha-beta'], True)
    """
    if depth is None and nodes is None:
        raise native.Refused("nothing limits the searches: say depth= or nodes=")
    request = {
        "game": name_of(game), "positions": _set(positions), "base": base, "add": add, "techniques": techniques or [],
        "evaluator": eval, "depth": depth, "nodes": nodes, "cap": cap,
    }

    def read(told: dict[str, Any]) -> Table:
        return Table(told.pop("rows"), svg=told.pop("svg"), facts=told)

    found: Table = finish(native.ablate(json.dumps(request)), read, Bar(progress))
    return found


def growth(
    game: GameLike,
    *,
    depth: int,
    positions: Positions = None,
    budget: int = 1_000_000,
    techniques: list[str] | None = None,
    eval: str | None = None,
    seed: int = 1,
) -> Table:
    """How trees grow with the depth: one row for each way to search and each depth."""
    request = {
        "game": game if isinstance(game, str) and game.startswith("synthetic") else name_of(game),
        "positions": _set(positions), "depth": depth, "budget": budget, "techniques": techniques or [],
        "evaluator": eval, "seed": seed,
    }

    def read(told: dict[str, Any]) -> Table:
        series = told.pop("series")
        rows = [{"name": one["name"], **point} for one in series for point in one["points"]]
        return Table(rows, svg=told.pop("svg"), facts={**told, "factors": {one["name"]: one["factor"] for one in series}})

    found: Table = finish(native.growth(json.dumps(request)), read)
    return found


class Tree:
    """A search as it happened: every node with its window, its value, and why it was left."""

    def __init__(self, inner: native.Tree, start: native.Position | None = None) -> None:
        self._inner = inner
        #: The position that was searched; `None` for a tree of numbers.
        self.start = start

    @property
    def summary(self) -> dict[str, Any]:
        """The tree in numbers."""
        told: dict[str, Any] = json.loads(self._inner.summary())
        return told

    @property
    def root(self) -> int:
        """The number of the root."""
        return self._inner.root

    def node(self, number: int) -> dict[str, Any]:
        """A node: its move, window, value, and why it was left."""
        told: dict[str, Any] = json.loads(self._inner.node(number))
        return told

    def children(self, number: int) -> list[int]:
        """The nodes right below."""
        return self._inner.children(number)

    def position(self, number: int) -> native.Position:
        """The position of a node."""
        if self.start is None:
            raise native.Refused("a tree of numbers has no positions")
        node = self.node(number)
        if node["parent"] is None:
            return self.start
        before = self.position(node["parent"])
        return before.play(node["move"])

    def board(self, **options: Any) -> Board:
        """A board on which the tree can be walked; the options are those of `kb.Board`."""
        from .board import Board

        return Board(self, **options)

    def nodes(self) -> Table:
        """All nodes in the order in which they were entered."""
        return Table(json.loads(self._inner.nodes(0, len(self))))

    def steps(self, limit: int = 1000) -> list[Any]:
        """How the search went, step by step."""
        told: list[Any] = json.loads(self._inner.steps(limit))
        return told

    def why_not(self, move: str) -> Any:
        """Why a move was not played."""
        return json.loads(self._inner.why_not(move))

    def svg(self) -> str:
        """The tree as a picture."""
        return self._inner.svg()

    def dot(self) -> str:
        """The tree for Graphviz."""
        return self._inner.dot()

    def text(self, limit: int = 200) -> str:
        """The tree as text, so many lines at most."""
        return self._inner.text(limit)

    def __len__(self) -> int:
        return len(self._inner)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<tree of {len(self)} nodes>"

    def _repr_svg_(self) -> str:
        return self.svg()


def record(
    what: PositionLike,
    *,
    depth: int,
    techniques: str = "minimax+alpha-beta",
    eval: str | None = None,
    limit: int = 100_000,
    all_iterations: bool = False,
) -> Tree:
    """Searches a position, and keeps the tree.

    >>> tree = record("tic-tac-toe", depth=2)
    >>> tree.node(tree.root)["move"] is None, len(tree) > 10
    (True, True)
    """
    where = position(what)
    request = {
        "game": where.game_name, "position": where.text, "techniques": techniques, "evaluator": eval,
        "depth": depth, "limit": limit, "all_iterations": all_iterations,
    }
    return Tree(native.record_tree(json.dumps(request)).tree(), where)


def tree(values: Any, techniques: str = "minimax+alpha-beta") -> Tree:
    """A tree of numbers as textbooks print it, searched.

    >>> tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).summary["value_text"]
    '3'
    """
    def write(value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return "(" + " ".join(write(one) for one in value) + ")"
        return str(value)

    return Tree(native.typed_tree(values if isinstance(values, str) else write(values), techniques)[0])


def explain(
    what: PositionLike, move: str | None = None, *, nodes: int = 200_000, eval: str | None = None, lang: str = "en"
) -> Explanation:
    """Why the best move is good, and why not `move`; `lang` is `en` or `de`."""
    where = position(what)
    past = where
    while past.parent is not None:
        past = past.parent
    request = {
        "game": where.game_name, "position": past.text, "past": where.played_codes, "asked": move,
        "nodes": nodes, "evaluator": eval, "language": lang,
    }
    found: Explanation = finish(native.explain(json.dumps(request)), Explanation)
    return found


class Explanation:
    """Sentences, and the facts that they were made of."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.facts = facts

    @property
    def sentences(self) -> list[str]:
        """What is said."""
        return [one if isinstance(one, str) else str(one.get("text", one)) for one in self.facts["sentences"]]

    def __str__(self) -> str:
        return "\n".join(self.sentences)
