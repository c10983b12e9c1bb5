"""A board in a notebook: to play on, to step through a game, to walk a recorded tree. It is the board of the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import _kiebitz as native
from .games import PositionLike, position
from .lab import Tree
from .searching import Player, search

#: The page's board as a module; it is there if Node.js was when the package was built.
MODULE = Path(__file__).parent / "static" / "board.js"


class Board:
    """A board to click on. In a notebook it is the last line of a cell; its position follows what is done on it.

    `Board(p)` is for both sides; with `against` (a player as the commands write it) somebody answers. `Board(record)` steps through a
    game, `Board(tree)` walks through a recorded search. What cannot show it (a terminal, a page that a notebook was exported to, a
    machine without `pip install kiebitz[notebook]`) shows a picture of the position.

    >>> board = Board("tic-tac-toe", against="kiebitz:depth=9")
    >>> board.play("5").position.ply
    2
    """

    def __init__(
        self,
        what: PositionLike | native.Record | Tree,
        *,
        against: str | Player | None = None,
        side: int | str | None = None,
        flipped: bool | None = None,
        lang: str = "en",
        width: int = 400,
    ) -> None:
        if lang not in ("en", "de"):
            raise native.Refused(f"lang {lang!r}: expected en or de")
        self._tree = what if isinstance(what, Tree) else None
        self._node = self._tree.root if self._tree else 0
        self._against = against
        self._steps = isinstance(what, native.Record)
        if self._tree is not None:
            self._line = [self._at_node()]
        elif isinstance(what, native.Record):
            self._line = _line(what.position())
        else:
            self._line = _line(position(what))
        self._ply = 0 if self._steps else len(self._line) - 1
        sides = self._line[0].sides
        if side is None:
            mine = None if against is None else (0 if self.position.first_to_move else 1)
        elif side in (0, 1):
            mine = int(side)
        elif side in sides:
            mine = sides.index(str(side))
        else:
            raise native.Refused(f"side {side!r}: expected 0 or 1, or one of {', '.join(sides)}")
        #: Whose moves are entered here: 0 or 1; `None` for both.
        self.side = mine
        self._flipped = mine == 1 if flipped is None else flipped
        self._lang = lang
        self._width = width
        self._thinking = False
        self._face: Any = None
        if against is not None:
            native.player(str(against))
            if mine is not None and not self._is_mine():
                self._answer()

    @property
    def position(self) -> native.Position:
        """The position that is shown."""
        return self._line[self._ply]

    def play(self, move: Any) -> Board:
        """Plays a move, as a click does; whoever plays against it answers."""
        if self._steps or self._tree is not None:
            raise native.Refused("this board shows a game or a tree; Board(board.position) is one to play on")
        self._line = [*self._line[: self._ply + 1], self.position.play(move)]
        self._ply += 1
        self._answer()
        return self

    def take_back(self) -> Board:
        """Takes back the last move, and the answer to it."""
        if self._against is None or self.side is None:
            self._ply = max(self._ply - 1, 0)
        else:
            before = [ply for ply in range(self._ply) if self._line[ply].first_to_move == (self.side == 0)]
            self._ply = before[-1] if before else self._ply
        self._line = self._line[: self._ply + 1]
        self._show()
        return self

    def step(self, ply: int) -> Board:
        """Shows the position after so many moves."""
        if not 0 <= ply < len(self._line):
            raise IndexError(f"ply {ply}: expected 0 to {len(self._line) - 1}")
        self._ply = ply
        self._show()
        return self

    def go(self, node: int) -> Board:
        """Goes to a node of the tree."""
        if self._tree is None:
            raise native.Refused("this board shows no tree")
        self._tree.node(node)
        self._node = node
        self._line = self._path()
        self._ply = len(self._line) - 1
        self._show()
        return self

    def _is_mine(self) -> bool:
        return self.side is None or self.position.first_to_move == (self.side == 0)

    def _answer(self) -> None:
        """Lets the other player move, again and again while it is their turn."""
        self._show()
        while self._against is not None and self.position.outcome is None and not self._is_mine():
            self._thinking = True
            self._show()
            try:
                limits: dict[str, Any] = {} if _limited(self._against) else {"seconds": 1}
                found = search(self.position, player=self._against, **limits)
            finally:
                self._thinking = False
            if found.code is None:
                break
            self._line.append(self.position.play(found.code))
            self._ply += 1
            self._show()

    def _path(self) -> list[native.Position]:
        """The positions from the root of the tree to the node."""
        assert self._tree is not None
        numbers, nodes = [self._node], self._tree
        while (above := nodes.node(numbers[-1]).get("parent")) is not None:
            numbers.append(int(above))
        self._numbers = numbers[::-1]
        return [self._at_node(number) for number in self._numbers]

    def _at_node(self, number: int | None = None) -> native.Position:
        assert self._tree is not None
        return self._tree.position(self._node if number is None else number)

    def _caption(self) -> str:
        if self._tree is not None:
            return _said(self._tree.node(self._node))
        played = self.position.played
        return played[-1] if played else ""

    def _ways(self) -> list[dict[str, Any]]:
        if self._tree is None:
            return []
        ways = []
        if (above := self._tree.node(self._node).get("parent")) is not None:
            ways.append({"id": above, "text": "↑", "note": ""})
        for child in self._tree.children(self._node)[:200]:
            node = self._tree.node(child)
            ways.append({"id": child, "text": str(node.get("move")), "note": str(node.get("value_text") or "")})
        return ways

    def _state(self) -> dict[str, Any]:
        """What the board shows; the names are those of web/src/notebook/state.ts."""
        watched = self._steps or self._tree is not None
        return {
            "view": json.loads(self.position.view_json()),
            "side": None if watched else ("both" if self.side is None else ("first", "second")[self.side]),
            "flipped": self._flipped,
            "at": self._ply,
            "last": len(self._line) - 1,
            "caption": self._caption(),
            "ways": self._ways(),
            "thinking": self._thinking,
            "takeback": not watched,
            "language": self._lang,
            "width": self._width,
        }

    def _show(self) -> None:
        if self._face is not None:
            # All of it at once, and not what the board made of half of it.
            with self._face.hold_sync():
                for name, value in self._state().items():
                    setattr(self._face, name, value)

    def _heard(self, deed: dict[str, Any]) -> None:
        """Something was done on the board. What comes too late, for another position, is passed over."""
        kind = deed.get("do")
        try:
            if kind == "play" and deed.get("ply") == self.position.ply and self._is_mine() and not self._thinking:
                self.play(str(deed["code"]))
            elif kind == "step":
                self._step_or_go(int(deed["to"]))
            elif kind == "go":
                self.go(int(deed["to"]))
            elif kind == "takeback" and not self._thinking:
                self.take_back()
            elif kind == "flip":
                self._flipped = not self._flipped
        finally:
            # Also after a refusal, so that the board shows what is.
            self._show()

    def _step_or_go(self, ply: int) -> None:
        if self._tree is None:
            self.step(ply)
        else:
            self.go(self._numbers[ply])

    def _repr_svg_(self) -> str:
        return self.position.svg(size=self._width, flipped=self._flipped)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """The board, and a picture for whatever cannot show it."""
        picture = {"image/svg+xml": self._repr_svg_()}
        if (reason := missing()) is not None:
            return {**picture, "text/plain": f"{self!r}\nThis is a picture: {reason}"}
        if self._face is None:
            from ._face import face

            self._face = face(self._heard, self._state())
        shown = self._face._repr_mimebundle_()
        data = shown[0] if isinstance(shown, tuple) else shown
        return {**picture, **data, "text/plain": repr(self)}

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        return f"<board of {self.position.game_name}: {self.position.text}>"


def missing() -> str | None:
    """What a board to click on lacks here; `None` if nothing."""
    if not MODULE.is_file():
        return "this package was built without Node.js, so it has no board to click on (`make page` builds it)."
    try:
        import anywidget  # noqa: F401
    except ImportError:
        return "a board to click on needs `pip install kiebitz[notebook]`."
    return None


def _line(end: native.Position) -> list[native.Position]:
    """The positions that led to this one, and itself."""
    line = [end]
    while (before := line[-1].parent) is not None:
        line.append(before)
    return line[::-1]


def _limited(player: str | Player) -> bool:
    """Does the player say how long it thinks?"""
    told = json.loads(native.player(str(player)))
    return told.get("kind") == "random" or any(told.get(name) is not None for name in ("depth", "nodes", "time", "level", "elo"))


def _said(node: dict[str, Any]) -> str:
    """A node of a tree in a line: its move, its window, its value, and why it was left."""
    parts = [str(node[name]) for name in ("move", "window", "value_text", "why") if node.get(name) not in (None, "")]
    return "  ".join(parts)

