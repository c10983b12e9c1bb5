"""A student's search beside the reference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .guest import Game


@dataclass(frozen=True)
class Grade:
    """What came of it."""

    #: How many positions were compared.
    positions: int
    #: The first position whose value differs, or `None`.
    differs: Any
    #: What the student's function says there, and what is right.
    said: float | None
    right: float | None
    #: Nodes of the student's search from the start, counted as calls of `moves` or `outcome`; and of the reference.
    nodes: int
    reference_nodes: int

    @property
    def correct(self) -> bool:
        """Are all values right?"""
        return self.differs is None

    def __str__(self) -> str:
        if not self.correct:
            return f"wrong at {self.differs!r}: {self.said} instead of {self.right}"
        return f"right at {self.positions} positions; {self.nodes} nodes, the reference takes {self.reference_nodes}"


class _Counted:
    """A game that counts the states that are looked at."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.nodes = 0

    def outcome(self, state: Any) -> float | None:
        self.nodes += 1
        return self._game.outcome(state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def grade(
    value: Callable[..., float], game: Game, *, positions: int = 50, bounds: tuple[float, float] = (-1, 1)
) -> Grade:
    """Compares `value(game, state, alpha, beta)`, the value of a state for the first player, with minimax, at states from the end of
    the game towards its start, so that the first one that differs is a small one. For games that are small enough to be looked at whole."""
    known: dict[Any, float] = {}

    def right(state: Any) -> tuple[float, int]:
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome, 1
        found = [right(game.play(state, move)) for move in game.moves(state)]
        values = [one for one, _ in found]
        best = max(values) if game.turn(state) in (0, game.players[0]) else min(values)
        known.setdefault(state, best)
        return best, 1 + sum(nodes for _, nodes in found)

    start = game.start()
    _, reference = right(start)
    states = list(known)
    chosen = states[:: max(1, len(states) // positions)]
    if start not in chosen:
        chosen.append(start)
    counted = _Counted(game)
    for number, state in enumerate(chosen, 1):
        counted.nodes = 0
        said = value(counted, state, *bounds)
        if said != known[state]:
            return Grade(number, state, said, known[state], counted.nodes, reference)
    counted.nodes = 0
    value(counted, start, *bounds)
    return Grade(len(chosen), None, None, None, counted.nodes, reference)
