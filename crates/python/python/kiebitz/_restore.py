"""How pickled positions come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _kiebitz as native

if TYPE_CHECKING:
    from .guest import Game


def position(game: str, start: str, moves: list[str]) -> native.Position:
    """A position of a game of the engine."""
    return native.position(game, start, moves)


def guest(game: Game, start: Any, moves: list[str]) -> native.Position:
    """A position of a game that is written in Python."""
    return game.at(start).line(moves)
