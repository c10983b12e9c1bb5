"""What a notebook shows of a board: the only part that needs anywidget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .board import MODULE


def face(heard: Callable[[dict[str, Any]], None], state: dict[str, Any]) -> Any:
    """A widget that shows a state, whose names are those of web/src/notebook/state.ts, and hands on what is done."""
    import anywidget
    import traitlets

    shown: dict[str, Any] = {name: traitlets.Any().tag(sync=True) for name in state}
    made = type("Face", (anywidget.AnyWidget,), {"_esm": MODULE, **shown})(**state)
    made.on_msg(lambda _, content, __: heard(content))
    return made
