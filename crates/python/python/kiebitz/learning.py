"""Games of self-play as arrays; networks and weights that are learned from them."""

from __future__ import annotations

import ast
import atexit
import contextlib
import json
import os
import re
import tempfile
from dataclasses import dataclass
from typing import Any

from . import _kiebitz as native
from ._work import Bar, finish
from .cluster import On, asked
from .games import PositionLike, position
from .lab import GameLike, name_of
from .table import Table

Path = str | os.PathLike[str]


def selfplay(
    game: GameLike,
    out: Path,
    *,
    games: int,
    nodes: int = 200,
    seed: int = 1,
    random_plies: int = 8,
    harvest: int = 20,
    eval: str | None = None,
    threads: int = 1,
    on: On = None,
    progress: bool = False,
) -> Data:
    """Plays games of the program against itself into a file, which is continued if it was begun with the same settings. The same
    settings give the same file, on any number of threads, and with any workers: `on=kb.Local(2)`, `on=kb.Ray()`. Positions from inside the
    searches with at least `harvest` nodes of their own are kept too; 0 keeps none."""
    request = {
        "game": name_of(game), "out": os.fspath(out), "games": games, "nodes": nodes, "seed": seed,
        "random_plies": random_plies, "harvest": harvest, "evaluator": eval, "threads": threads,
        "workers": asked(on),
    }
    found: Data = finish(native.generate(json.dumps(request)), lambda _: Data(out), Bar(progress))
    return found


class Data:
    """A file of games."""

    def __init__(self, path: Path) -> None:
        self.path = os.fspath(path)
        #: How the games came about.
        self.header: dict[str, Any] = json.loads(native.games_header(self.path))

    def arrays(self, *, quiet: bool = False, most: int = 2**63 - 1) -> dict[str, Any]:
        """The searched positions as arrays of numpy, one entry each: `game`, `ply`, `side` (0 moves first), `score` (for the
        side to move), `result` (its share of the points, 0 to 1), `quiet`, and `board`: a letter a cell as in `print(position)`,
        from the top left, `.` where it is empty. With `quiet` only positions whose judgement says something."""
        import numpy

        columns, cells, _ = native.games_columns(self.path, quiet, False, most)
        arrays = {name: numpy.frombuffer(data, dtype=kind) for name, kind, data in columns}
        arrays["board"] = arrays["board"].reshape(-1, max(cells, 1))
        return arrays

    def table(self, *, quiet: bool = False, most: int = 1_000_000) -> Table:
        """The same as rows, with positions as text."""
        arrays = self.arrays(quiet=quiet, most=most)
        texts = native.games_columns(self.path, quiet, True, most)[2]
        names = [name for name in arrays if name != "board"]
        rows = zip(texts, *(arrays[name].tolist() for name in names))
        return Table([{"position": text, **dict(zip(names, values))} for text, *values in rows])

    def __repr__(self) -> str:
        return f"<games of {self.header['game']}: {self.path}>"


def data(path: Path) -> Data:
    """A file of games, as `selfplay` and `kiebitz data generate` make them."""
    return Data(path)


def train(
    game: GameLike,
    data: Path | list[Path],
    out: Path,
    *,
    width: int = 128,
    epochs: int = 20,
    rate: float = 1e-3,
    results: float | tuple[float, float] = 0.1,
    batch: int | None = None,
    validation: float = 0.02,
    seed: int = 1,
    threads: int = 1,
    begin: Path | None = None,
    progress: bool = False,
) -> Table:
    """Trains a network on games, and writes it to `out`; `eval="network:FILE"` plays by it. `results` is how much the result of a
    game counts, the rest is the score of the search. One row for each report, and what it was given as `facts`."""
    first, last = results if isinstance(results, tuple) else (results, results)
    request = {
        "game": name_of(game), "data": _paths(data), "out": os.fspath(out), "width": width, "epochs": epochs,
        "rate": rate, "lambda": [first, last], "batch": batch, "validation": validation, "seed": seed,
        "threads": threads, "begin": None if begin is None else os.fspath(begin),
    }
    found: Table = finish(
        native.train(json.dumps(request)), lambda told: Table(told.pop("rows"), facts=told), Bar(progress)
    )
    return found


def tune(
    game: GameLike,
    data: Path | list[Path],
    out: Path | None = None,
    *,
    eval: str = "",
    epochs: int = 200,
    results: float = 0.7,
    seed: int = 1,
    threads: int = 1,
) -> Table:
    """Fits the weights of an evaluator to games (Texel's method), and writes them to `out`; `weights=FILE` plays by them."""
    request = {
        "game": name_of(game), "evaluator": eval, "data": _paths(data), "epochs": epochs, "lambda": results,
        "out": None if out is None else os.fspath(out), "seed": seed, "threads": threads,
    }
    found: Table = finish(native.tune(json.dumps(request)), lambda told: Table(told.pop("weights"), facts=told))
    return found


def evolve(
    game: GameLike,
    out: Path | None = None,
    *,
    method: str = "spsa",
    eval: str = "",
    groups: bool = False,
    parameters: list[str] | None = None,
    nodes: int = 200,
    games: int | None = None,
    seed: int = 1,
    threads: int = 1,
    state: Path | None = None,
    on: On = None,
    progress: bool = False,
    **settings: float,
) -> Table:
    """Makes the weights of an evaluator better by games between them, or with `parameters` the numbers of the search (all, if the list is
    empty), as `kiebitz tune` does. `method` is `spsa` (`pairs`, `reach`, `rate`), `genetic` (`population`, `generations`, `pairs`,
    `with_sense`) or `random` (`candidates`, `pairs`, `step`). `out` is written: weights for `weights=`, or a player. `state` keeps how far
    it has come, and the same call goes on from there. The same seed gives the same weights, on any number of threads and with any
    workers (`on=kb.Local(2)`, `on=kb.Ray()`).

    >>> evolve("connect-four", pairs=8, nodes=20).facts["games"]
    16
    """
    request = {
        "game": name_of(game), "evaluator": eval, "groups": groups, "parameters": parameters, "nodes": nodes, "seed": seed,
        "method": {method: settings}, "games": games, "state": None if state is None else os.fspath(state),
        "out": None if out is None else os.fspath(out), "threads": threads, "workers": asked(on),
    }
    found: Table = finish(
        native.evolve(json.dumps(request)), lambda told: Table(told.pop("rows"), facts=told), Bar(progress)
    )
    return found


def _paths(data: Path | list[Path]) -> list[str]:
    return [os.fspath(path) for path in (data if isinstance(data, list) else [data])]


#: Files of weights that searches were asked to use, by their text.
_KEPT: dict[str, str] = {}


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.remove(path)


@dataclass(frozen=True)
class Weights:
    """The weights of an evaluator, by name of their term: stage by stage of a game."""

    evaluator: str
    terms: dict[str, list[int]]
    #: As a file has them.
    text: str

    def change(self, **terms: int | list[int]) -> Weights:
        """The same with other weights for some terms; `_` stands for a hyphen, and a number for all weights of a term.

        >>> weights("chess", "material").change(material=[100, 300, 300, 500, 1200]).terms["material"][-1]
        1200
        """
        changed, text = dict(self.terms), self.text
        for name, values in terms.items():
            name = name if name in changed else name.replace("_", "-")
            if name not in changed:
                raise native.Refused(f"term {name!r}: {self.evaluator} has {', '.join(changed)}")
            count = len(changed[name])
            new = [values] * count if isinstance(values, int) else [int(value) for value in values]
            if len(new) != count:
                raise native.Refused(f"term {name!r}: expected {count} weights, not {len(new)}")
            changed[name] = new
            # Arrays of numbers, row by row, are written alike in TOML and in Python.
            found = re.search(rf"^{re.escape(name)} = (\[.*?\])$(?=\n(?:\n|#|[a-z]|\Z)|\Z)", text, re.MULTILINE | re.DOTALL)
            assert found is not None, name
            rows = ast.literal_eval(found[1])
            if rows and isinstance(rows[0], list):
                width = len(rows[0])
                written = str([new[at : at + width] for at in range(0, count, width)])
            else:
                written = str(new)
            text = text[: found.start(1)] + written + text[found.end(1) :]
        return Weights(self.evaluator, changed, text)

    def kept(self) -> str:
        """A file with these weights, which is there as long as Python runs."""
        known = _KEPT.get(self.text)
        if known is None or not os.path.exists(known):
            file, known = tempfile.mkstemp(prefix="kiebitz-", suffix=".toml")
            with open(file, "w", encoding="utf-8") as out:
                out.write(self.text)
            _KEPT[self.text] = known
            atexit.register(_remove, known)
        return known

    def save(self, path: Path) -> None:
        """Writes a file that `weights=` takes."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(self.text)


def weights(what: PositionLike, evaluator: str = "") -> Weights:
    """The weights of an evaluator; an empty name is the default one."""
    told = json.loads(position(what).weights_json(evaluator))
    return Weights(told["evaluator"], {term["name"]: term["weights"] for term in told["terms"]}, told["text"])
