"""Games as texts have them."""

from __future__ import annotations

import os
import subprocess
from typing import Any

from . import _kiebitz as native
from ._kiebitz import Position, Record, Records
from ._work import finish
from .cluster import program


def load(path: str | os.PathLike[str], *, game: str = "chess", detail: str = "moves") -> Records:
    """The games of a file in PGN, PDN (both also packed by zstd), SGF or as transcripts, one after the other. `game` is the game
    where no tag names one; `detail` is `tags`, `moves` (the main line) or `all` (variations and comments)."""
    return native.read_records(path=os.fspath(path), game=game, detail=detail)


def loads(text: str, *, game: str = "chess") -> Records:
    """The games of a text.

    >>> record, = loads("1. e4 e5 2. Ke2 *")
    >>> record.moves, record.position().turn
    (['e4', 'e5', 'Ke2'], 'Black')
    """
    return native.read_records(text=text, game=game, detail="all")


def history(*, game: str = "chess", store: str | os.PathLike[str] | None = None) -> Records:
    """The games of this kind that were played and brought in (`kiebitz play`, the page, `kiebitz history import`). The program `kiebitz` reads them
    from its store, which is the one in the data folder unless `store` names another one."""
    path = program()
    if path is None:
        raise native.Refused("there is no program kiebitz to read the history, neither beside this Python nor in PATH: a wheel of `make python` brings it")
    asked = [path, "history", "export", "--format", "pgn", f"--game={game}", *([] if store is None else [f"--store={os.fspath(store)}"])]
    told = subprocess.run(asked, capture_output=True, encoding="utf-8")
    if told.returncode != 0:
        raise native.Refused(told.stderr.strip())
    return native.read_records(text=told.stdout, game=game, detail="all")


def pgn(where: Position, **tags: str) -> str:
    """The game that led to a position, as PGN (draughts as PDN, Go as SGF); tags by name.

    >>> print(pgn(native.position("chess", None, ["e4", "e5"]), White="Ada", Black="Charles").split("\\n\\n")[1])
    1. e4 e5 *
    """
    return native.write_record(where, list(tags.items()))


def annotate(record: Record, *, nodes: int = 100_000, lang: str = "en") -> Any:
    """A game of chess judged move by move: the facts that `kiebitz analyse` prints."""
    return finish(native.annotate(record, nodes, lang), lambda told: told)
