"""Waiting for work that runs on threads of its own."""

from __future__ import annotations

import html
import json
import sys
import time
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
    """How far work has come: `tqdm` if it is installed, else a bar in a notebook and a line on a terminal; nothing unless it is wanted."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._shown: Any = None
        self._begun = time.monotonic()
        self._before: int | None = None
        self._workers = 0

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown is not None:
            self._shown.close()

    def show(self, told: dict[str, Any]) -> None:
        """Shows `done` of `total`, with a `text`; how many `workers` are there, and what is to be noticed of them."""
        if not self._wanted:
            return
        self._workers = told.get("workers", self._workers)
        if "notice" in told and self._shown is not None:
            self._shown.say(told["notice"])
        if "done" not in told:
            return
        if self._shown is None:
            self._shown = _shown(told.get("total"), str(told.get("what", "")))
        if self._before is None:
            # What was done in an earlier run says nothing about the speed of this one.
            self._before = max(0, told["done"] - 1)
        seconds = max(time.monotonic() - self._begun, 1e-9)
        rate = f"{(told['done'] - self._before) / seconds:.3g} {told.get('what', '')}/s"
        workers = f"{self._workers} workers" if self._workers else ""
        self._shown.show(told["done"], ", ".join(part for part in (told.get("text", ""), rate, workers) if part))


def _shown(total: int | None, unit: str) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Notebook(total, unit) if "ipykernel" in sys.modules else _Line(total, unit)
    return _Tqdm(tqdm(total=total, unit=unit, bar_format="{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}{postfix}]"))


class _Tqdm:
    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def show(self, done: int, text: str) -> None:
        self._bar.set_postfix_str(text, refresh=False)
        self._bar.update(done - self._bar.n)

    def say(self, text: str) -> None:
        self._bar.write(text, file=sys.stderr)

    def close(self) -> None:
        self._bar.close()


class _Line:
    """On a terminal; elsewhere, as in a file, a line now and then."""

    def __init__(self, total: int | None, unit: str) -> None:
        self._total, self._unit = total, unit
        self._line = ""
        self._told = 0.0

    def show(self, done: int, text: str) -> None:
        line = f"{done}/{'?' if self._total is None else self._total} {self._unit}  {text}"
        if sys.stderr.isatty():
            print("\r" + line.ljust(len(self._line)), end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._told >= 10 or done == self._total:
            self._told = time.monotonic()
            print(line, file=sys.stderr, flush=True)
        self._line = line

    def say(self, text: str) -> None:
        if sys.stderr.isatty():
            print("\r" + text.ljust(len(self._line)), file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        if sys.stderr.isatty():
            print(file=sys.stderr)


class _Notebook:
    """A bar below the cell."""

    def __init__(self, total: int | None, unit: str) -> None:
        from IPython.display import display

        self._total, self._unit = total, unit
        self._notices: list[str] = []
        self._last = (0, "")
        self._handle = display(self._html(), raw=False, display_id=True)

    def _html(self) -> Any:
        from IPython.display import HTML

        done, text = self._last
        value = f'value="{done}" max="{self._total}"' if self._total else ""
        lines = [f"{done}/{self._total or '?'} {self._unit} {text}", *self._notices[-5:]]
        return HTML(f"<progress {value} style='width: 20em'></progress> " + "<br>".join(html.escape(line) for line in lines))

    def show(self, done: int, text: str) -> None:
        self._last = (done, text)
        self._handle.update(self._html())

    def say(self, text: str) -> None:
        self._notices.append(text)

    def close(self) -> None:
        self._handle.update(self._html())
