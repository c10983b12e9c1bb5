"""The games of the engine, and positions of them."""

from __future__ import annotations

import json
from typing import Any, Union

from . import _kiebitz as native
from ._kiebitz import Position
from .guest import Game

class EngineGame:
    """A game of the engine, or one given as text.

    >>> four = game("connect-four")
    >>> sorted(four.at("4455").moves())
    ['1', '2', '3', '4', '5', '6', '7']
    """

    def __init__(self, name: str) -> None:
        #: The game with its parameters.
        self.name = native.open(name)

    def start(self) -> Position:
        """The start position."""
        return native.position(self.name)

    def at(self, text: str, moves: list[str] | None = None) -> Position:
        """The position of a text in the game's notation (FEN in chess), and moves from there."""
        return native.position(self.name, text, moves or [])

    @property
    def evaluators(self) -> list[str]:
        """The names of its evaluators, the default one first."""
        return self.start().evaluators

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EngineGame) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


#: Whatever stands for a position: one of ours, a `chess.Board`, a game or its name (its start position).
PositionLike = Union[Position, EngineGame, Game, str, Any]


def games() -> list[str]:
    """The names of the games that are known.

    >>> "chess" in games() and "othello" in games()
    True
    """
    told = json.loads(native.games())
    return [game["name"] for game in told["games"]] + list(told["ruled"])


def about(name: str) -> dict[str, Any]:
    """What the engine says of a game: a description, an example of a position, its parameters."""
    for game in json.loads(native.games())["games"]:
        if game["name"] == name:
            return dict(game)
    raise native.Refused(f"game '{name}': expected one of {', '.join(games())}")


def game(name: str, **parameters: object) -> EngineGame:
    """A game by name, with parameters.

    >>> game("go", size=5, komi=0.5)
    <game go(size=5,komi=0.5)>
    """
    if parameters:
        name += "(" + ",".join(f"{key}={value}" for key, value in parameters.items()) + ")"
    return EngineGame(name)


def rules(text: str, name: str = "game") -> EngineGame:
    """A game that is given as text (docs/rules.md). What is wrong with the text is refused, with its line."""
    return EngineGame(native.load_rules(name, text))


def position(what: PositionLike, text: str | None = None, moves: list[str] | None = None) -> Position:
    """The position that something stands for; with `text` the position of that text in the game.

    >>> position("chess", moves=["e4", "c5"]).opening
    ('B20', 'Sicilian Defense')
    """
    if isinstance(what, Position):
        found = what
    elif isinstance(what, Game):
        found = what.at(what.start())
    elif isinstance(what, (EngineGame, str)):
        name = what if isinstance(what, str) else what.name
        return native.position(name, text, moves or [])
    elif hasattr(what, "move_stack") and hasattr(what, "root"):
        found = _of_chess(what)
    else:
        raise TypeError(f"{what!r}: expected a position, a game, the name of one, or a chess.Board")
    if text is not None:
        raise TypeError("text goes with a game or its name")
    return found.line(moves) if moves else found


def _of_chess(board: Any) -> Position:
    """A board of python-chess, with its moves, so that repetitions are known."""
    if type(board).uci_variant != "chess":
        raise native.Refused(f"{type(board).__name__}: expected a board of chess or Chess960")
    name = "chess960" if board.chess960 else "chess"
    root = board.root()
    return native.position(name, root.fen(), [board.uci(move) for move in board.move_stack])


def to_chess(where: Position) -> Any:
    """A `chess.Board` of python-chess with the moves that led here."""
    import chess

    if not where.game_name.startswith("chess"):
        raise native.Refused(f"{where.game_name}: expected a position of chess")
    board = chess.Board(where.start_text, chess960=where.game_name.startswith("chess960"))
    for code in where.played_codes:
        board.push_uci(code)
    return board
