"""Kiebitz plays, analyzes and explains board games by game-tree search. One search for every game; every technique is a switch.

>>> import kiebitz as kb
>>> p = kb.game("chess").start().play("e4").play("c5")
>>> kb.search(p, depth=6).depth
6
"""

import atexit as _atexit

from . import _kiebitz
from ._kiebitz import IllegalMove, InternalError, Position, Record, Records, Refused, __version__
from ._work import Stopped
from .arena import Match, Sprt, match
from .board import Board
from .cluster import Local, Ray
from .games import EngineGame, about, game, games, position, rules, to_chess
from .grading import Grade, grade
from .guest import Game, from_functions, with_evaluation
from .lab import Explanation, Tree, ablate, explain, growth, record, tree
from .learning import Data, Weights, data, evolve, selfplay, train, tune, weights
from .records import annotate, history, load, loads, pgn
from .searching import (
    Line,
    Player,
    Result,
    Searching,
    Solved,
    analyse,
    compare,
    divide,
    perft,
    player,
    search,
    searching,
    solve,
    techniques,
)
from .table import Plot, Table

__all__ = [
    "Board", "Data", "EngineGame", "Explanation", "Game", "Grade", "IllegalMove", "InternalError", "Line", "Local", "Match", "Player", "Plot",
    "Position", "Ray", "Record", "Records", "Refused", "Result", "Searching", "Solved", "Sprt", "Stopped", "Table", "Tree",
    "Weights", "__version__", "ablate", "about", "analyse", "annotate", "compare", "data", "divide", "evolve", "explain",
    "from_functions", "game", "games", "grade", "growth", "history", "load", "loads", "match", "perft", "pgn", "player", "position",
    "record", "rules", "search", "searching", "selfplay", "solve", "techniques", "to_chess", "train", "tree", "tune",
    "weights", "with_evaluation",
]

_atexit.register(_kiebitz.shut_down)
