"""Waiting for work that runs on threads of its own."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from . import _kiebitz as native


class Stopped(KeyboardInterrupt):
    """Ctrl-C was pressed; `result` is what was found until then, or `None`."""

    def __init__(self, result: Any = None) -> None:
        super().__init__("stopped; `.result` is what was found")
        self.result = result


def finish(work: native.Work, make: Callable[[Any], Any], progress: Bar | None = None) -> Any:
    """Waits for the result. After Ctrl-C `Stopped` carries what there is."""
    bar = progress or Bar(False)
    try:
        with bar:
            while (told := work.next()) is not None:
                bar.show(json.loads(told))
        return make(json.loads(work.result()))
    except Stopped:
        raise
    except KeyboardInterrupt:
        work.stop()
        try:
            found = make(json.loads(work.result()))
        except Exception:
            found = None
        raise Stopped(found) from None


class Bar:
    """How far work has come: `tqdm` if it is installed, else a line on the terminal; nothing unless it is wanted."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._bar: Any = None
        self._line = False

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._line:
            print(file=sys.stderr)

    def show(self, told: dict[str, Any]) -> None:
        """Shows `done` of `total`."""
        if not self._wanted or "done" not in told:
            return
        if self._bar is None and not self._line:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._line = True
            else:
                self._bar = tqdm(total=told.get("total"), unit=str(told.get("what", "")))
        if self._bar is not None:
            self._bar.update(told["done"] - self._bar.n)
        else:
            print(f"\r{told['done']} of {told.get('total', '?')}", end="", file=sys.stderr, flush=True)
