"""Who does the work of matches, self-play and analysis: workers of this machine, or of many by Ray."""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
from typing import Any

from . import _kiebitz as native


def program() -> str | None:
    """The program `kiebitz` that belongs to this Python: the one beside it, which a wheel brings, or the one in PATH."""
    name = "kiebitz.exe" if sys.platform == "win32" else "kiebitz"
    beside = os.path.join(sysconfig.get_path("scripts"), name)
    return beside if os.access(beside, os.X_OK) else shutil.which(name)


class Local:
    """So many workers on this machine, each a process of one thread: a crash of one costs its job a second try and nothing else.

    >>> played = kb.match("tic-tac-toe", "kiebitz:depth=9", "random", games=4, random_plies=0, on=kb.Local(2)).run()
    >>> played.status["games"], played.status["losses"]
    (4, 0)
    """

    def __init__(self, workers: int, *, program: str | os.PathLike[str] | None = None) -> None:
        if not 1 <= workers <= 4096:
            raise native.Refused(f"{workers} workers: expected 1 to 4096")
        self._workers = workers
        self._program = None if program is None else os.fspath(program)

    def _asked(self) -> dict[str, Any]:
        return {"list": f"local:{self._workers}", "program": self._program or program()}

    def __repr__(self) -> str:
        return f"Local({self._workers})"


class Ray:
    """Workers on the machines of a Ray cluster: an actor for each, which holds a process `kiebitz worker` and brings its lines. Needs
    the extra `cluster` here and on each machine. `address` is that of the cluster, or `auto` for the one that this machine belongs to; without
    it `RAY_ADDRESS` says which, or else one of this machine alone is begun. `slots` is how many workers there are, one for each processor unless told otherwise; those that find no room
    wait until there is some. `program` names `kiebitz` on the machines where it is not beside their Python. What else is given are
    options of Ray's actors, such as `num_cpus` or `resources`.

    Use it again for the next match; `close()` lets go of it.
    """

    def __init__(
        self,
        address: str | None = None,
        slots: int | None = None,
        *,
        program: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        from ._ray import Bridge

        if slots is not None and not 1 <= slots <= 4096:
            raise native.Refused(f"{slots} slots: expected 1 to 4096")
        self._bridge = Bridge(address, None if program is None else os.fspath(program), options)
        self._slots = slots or self._bridge.processors()

    def _asked(self) -> dict[str, Any]:
        return {"list": f"socket:{self._bridge.path}/{self._slots}", "program": None}

    def close(self) -> None:
        """Ends what is still running for it."""
        self._bridge.close()

    def __enter__(self) -> Ray:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Ray: {self._slots} slots>"


#: Who does the work: `Local(2)`, `Ray()`, or a list as after `--workers` of the commands; `None` is this process.
On = Local | Ray | str | None


def asked(on: On) -> dict[str, Any] | None:
    """The same for the native half."""
    if on is None:
        return None
    if isinstance(on, str):
        return {"list": on, "program": program()}
    if not isinstance(on, (Local, Ray)):
        raise TypeError(f"on {on!r}: expected kb.Local(2), kb.Ray() or a list such as 'local:2,ssh:HOST'")
    return on._asked()


def asked_json(on: On) -> str:
    """The same as JSON."""
    return json.dumps(asked(on))
