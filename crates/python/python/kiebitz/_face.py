"""What a notebook shows of a board: the only part that needs anywidget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from .board import MODULE


class Face(anywidget.AnyWidget):
    """What a board shows, by the names of web/src/notebook/state.ts."""

    _esm = MODULE
    view = traitlets.Dict().tag(sync=True)
    side = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    flipped = traitlets.Bool(False).tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    caption = traitlets.Unicode("").tag(sync=True)
    ways: traitlets.List[Any] = traitlets.List().tag(sync=True)
    thinking = traitlets.Bool(False).tag(sync=True)
    takeback = traitlets.Bool(False).tag(sync=True)
    language = traitlets.Unicode("en").tag(sync=True)
    width = traitlets.Int(400).tag(sync=True)

    def __init__(self, heard: Callable[[dict[str, Any]], None], state: dict[str, Any]) -> None:
        super().__init__(**state)
        self.on_msg(lambda _, content, __: heard(content))

    def set_state_of(self, state: dict[str, Any]) -> None:
        """Shows a state: all of it at once."""
        with self.hold_sync():
            for name, value in state.items():
                setattr(self, name, value)
