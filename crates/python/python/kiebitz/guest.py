"""A game written in Python, searched by the engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from . import _kiebitz as native


class Game:
    """A game of two players with full information, written in Python.

    Define `start`, `turn`, `moves`, `play` and `outcome`; states and moves are any hashable values that are never changed.
    Optional are `evaluate`, `noisy`, `draw`, `cells`, `key`, `plies_left` and `move_text`.

    >>> class Nim(Game):
    ...     '''Whoever takes the last match has won.'''
    ...     players = ("A", "B")
    ...     def start(self): return (1, 2), 0
    ...     def turn(self, s): return s[1]
    ...     def moves(self, s): return [(row, n) for row, k in enumerate(s[0]) for n in range(1, k + 1)]
    ...     def play(self, s, m):
    ...         rows = list(s[0]); rows[m[0]] -= m[1]
    ...         return tuple(rows), 1 - s[1]
    ...     def outcome(self, s): return None if any(s[0]) else (-1 if s[1] == 0 else 1)
    >>> nim = Nim()
    >>> nim.check()
    >>> import kiebitz as kb
    >>> kb.search(nim, depth=10).best
    '(1, 1)'
    """

    #: What the players are called.
    players: tuple[str, str] = ("A", "B")
    #: How much of `evaluate` is one point: what a pawn is in chess.
    unit: float = 1.0
    #: Can a position come about again? Then the third time is a draw.
    repeats: bool = False
    #: Is the amount of `outcome` what counts, and not its sign alone?
    margins: bool = False

    def start(self) -> Any:
        """The state at the beginning."""
        raise NotImplementedError(f"{type(self).__name__} does not define start(self)")

    def turn(self, state: Any) -> int | str:
        """Whose turn it is: 0 or 1, or the name of the player."""
        raise NotImplementedError(f"{type(self).__name__} does not define turn(self, state)")

    def moves(self, state: Any) -> Iterable[Hashable]:
        """The legal moves; asked only of games that are not over."""
        raise NotImplementedError(f"{type(self).__name__} does not define moves(self, state)")

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move."""
        raise NotImplementedError(f"{type(self).__name__} does not define play(self, state, move)")

    def outcome(self, state: Any) -> float | None:
        """`None` while the game goes on; 1 if the first player has won, -1 if the second has, 0 for a draw."""
        raise NotImplementedError(f"{type(self).__name__} does not define outcome(self, state)")

    def evaluate(self, state: Any) -> float:
        """What a state is worth to the first player."""
        return 0.0

    def noisy(self, state: Any, move: Any) -> bool:
        """Does the move change the balance at once? Quiescence follows such moves."""
        return False

    def draw(self, state: Any) -> str | Iterable[str]:
        """The board as rows of letters."""
        return repr(state)

    def cells(self, state: Any, move: Any) -> Iterable[int]:
        """The cells of the drawn board that a move touches, from the top left."""
        return ()

    def key(self, state: Any) -> int:
        """A number that is equal for equal states only; without it one is made of the state."""
        return hash(state)

    def plies_left(self, state: Any) -> int | None:
        """How long the game lasts at most from here, if that is known."""
        return None

    def move_text(self, move: Any) -> str:
        """A move as people write it."""
        return str(move)

    def _stem(self) -> str:
        """What the engine's name for it begins with."""
        return type(self).__name__

    def _evaluations(self) -> list[str]:
        """The names of its evaluations, the default one first."""
        return ["own"] if self._defines("evaluate") else []

    def _judge(self, state: Any, name: str) -> float:
        return self.evaluate(state)

    def at(self, state: Any) -> native.Position:
        """The position with this state."""
        return self._native().at(state)

    def check(self, games: int = 20) -> None:
        """Plays random games and checks the laws of a game at every position; `kb.Refused` names the law that is broken."""
        self._native().check(games)

    @property
    def name(self) -> str:
        """What the engine calls it."""
        return self._native().name

    def _native(self) -> native.Guest:
        known = self.__dict__.get("_guest")
        if not isinstance(known, native.Guest):
            known = self.__dict__["_guest"] = native.Guest(self)
        return known

    def _defines(self, name: str) -> bool:
        return getattr(type(self), name) is not getattr(Game, name)

    def _write(self, state: Any) -> str:
        """A state as text, which is remembered: only texts of states that were met are read."""
        text = repr(state)
        self.__dict__.setdefault("_met", {})[text] = state
        return text

    def _read(self, text: str) -> tuple[Any] | None:
        if text == "start":
            return (self.start(),)
        met = self.__dict__.get("_met", {})
        return (met[text],) if text in met else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_guest", "_met")}


class _Functions(Game):
    """The interface of a course on artificial intelligence."""

    def __init__(
        self,
        start: Any,
        next_states: Callable[[Any, Any], Iterable[Any]],
        utility: Callable[[Any], float | None],
        heuristic: Callable[[Any], float] | None,
        players: tuple[Any, Any],
    ) -> None:
        self._start = start
        self._next_states = next_states
        self._utility = utility
        self._heuristic = heuristic
        self._players = players
        self.players = (str(players[0]), str(players[1]))

    def start(self) -> Any:
        return self._start, 0

    def turn(self, state: Any) -> int:
        return int(state[1])

    def moves(self, state: Any) -> Iterable[Hashable]:
        return list(dict.fromkeys(self._next_states(state[0], self._players[state[1]])))

    def play(self, state: Any, move: Any) -> Any:
        return move, 1 - state[1]

    def outcome(self, state: Any) -> float | None:
        return self._utility(state[0])

    def evaluate(self, state: Any) -> float:
        return 0.0 if self._heuristic is None else float(self._heuristic(state[0]))

    def _defines(self, name: str) -> bool:
        return (name != "evaluate" or self._heuristic is not None) and super()._defines(name)


def from_functions(
    start: Any,
    next_states: Callable[[Any, Any], Iterable[Any]],
    utility: Callable[[Any], float | None],
    heuristic: Callable[[Any], float] | None = None,
    players: tuple[Any, Any] = ("X", "O"),
) -> Game:
    """A game from the functions that a course hands out: `next_states(state, player)` gives the states after each move,
    `utility(state)` is 1, 0 or -1 for the first player, or `None` while the game goes on. A move is written as the state after it."""
    return _Functions(start, next_states, utility, heuristic, players)


#: A function that says what a position is worth to the side that moves first, in points.
Judge = Callable[[native.Position], float]


class Judged(Game):
    """A game of the engine with evaluations in Python, beside which it has its own ones."""

    def __init__(self, first: native.Position, judges: dict[str, Judge], unit: float, usual: str | None = None) -> None:
        self._first = first
        self._judges = judges
        self._own = [name for name in first.evaluators if name not in judges and name != "none"]
        if usual is not None:
            # What levels judge by, unless told otherwise.
            self._own.append("handmade")
        #: The default one is the first.
        self._names = sorted([*judges, *self._own], key=lambda name: name != usual)
        self.unit = unit
        self.players = first.sides

    def _stem(self) -> str:
        return self._first.game_name.split("(")[0]

    def _evaluations(self) -> list[str]:
        return self._names

    def _judge(self, state: native.Position, name: str) -> float:
        if name in self._own:
            return state.points(name) * self.unit
        return self._judges[name](state)

    def start(self) -> native.Position:
        return self._first

    def turn(self, state: native.Position) -> int:
        return 0 if state.first_to_move else 1

    def moves(self, state: native.Position) -> list[str]:
        return state.moves()

    def play(self, state: native.Position, move: str) -> native.Position:
        return state.play(move)

    def outcome(self, state: native.Position) -> float | None:
        return None if state.outcome is None else 2 * state.outcome - 1

def with_evaluation(first: native.Position, evaluate: Judge | dict[str, Judge], unit: float = 1.0) -> Game:
    """A game of the engine from a position on, judged by a function of yours: what a position is worth to the first player, `own` by
    name. There may be several, by names of their own (`{"edge": f, "middle": g}`, for `eval="edge"`), the default one first. The evaluators that the
    engine has for the game are there too. The rules stay in Rust, but every node asks Python: expect some ten thousand nodes a second."""
    return Judged(first, evaluate if isinstance(evaluate, dict) else {"own": evaluate}, unit)
