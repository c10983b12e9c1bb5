"""The only part that needs Ray. It carries lines: a socket of this machine on one side, actors on the other. Who gets which job, and what
happens when one is lost, is decided by the driver, as for workers of any other kind."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

try:
    import ray
except ImportError:
    raise ImportError("kb.Ray needs Ray: pip install 'kiebitz[cluster]'") from None

from . import _kiebitz as native
from .cluster import program as find_program

#: The longest piece that is carried at once, in bytes.
PIECE = 1 << 20
#: So often the driver is told that a worker still waits for a place, in seconds...
TELL = 5.0
#: ...and after so many times it is asked for anew: a machine that has died may have promised it.
ANEW = 4
#: What Ray is told where it is started by us. Its store of objects is not used.
OWN = {"include_dashboard": False, "object_store_memory": 80_000_000}


class Carrier:
    """An actor with a process that does jobs. It ends with the actor, since nobody listens to its signs of life any more."""

    def __init__(self, program: str | None) -> None:
        path = program or find_program()
        if path is None:
            raise FileNotFoundError("there is no program kiebitz on this machine, neither beside its Python nor in PATH")
        self._process = subprocess.Popen([path, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ready(self) -> str:
        """It runs: where."""
        return str(ray.util.get_node_ip_address())

    def tell(self, piece: bytes) -> None:
        """Something for it to read."""
        assert self._process.stdin is not None
        self._process.stdin.write(piece)
        self._process.stdin.flush()

    def hear(self) -> bytes:
        """What it says next; nothing if it has ended."""
        assert self._process.stdout is not None
        return os.read(self._process.stdout.fileno(), PIECE)


class Bridge:
    """Each connection to its socket is a worker somewhere in the cluster, as long as the connection is there."""

    def __init__(self, address: str | None, program: str | None, options: dict[str, Any]) -> None:
        _join(id(self), address)
        self._program = program
        # One thread for each direction: what it says must not wait until it has been told something.
        usual = {"num_cpus": 1, "scheduling_strategy": "SPREAD", "max_restarts": 0, "max_concurrency": 2}
        self._actor = ray.remote(Carrier).options(**{**usual, **options})
        self._folder = tempfile.mkdtemp(prefix="kiebitz-")
        self.path = os.path.join(self._folder, "ray")
        self._loop = asyncio.new_event_loop()
        up = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(up,), name="kiebitz-ray", daemon=True)
        self._thread.start()
        up.wait()
        atexit.register(self.close)

    def processors(self) -> int:
        """How many the cluster has now."""
        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def close(self) -> None:
        """Lets go of all workers, and of the socket."""
        atexit.unregister(self.close)
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(10)
        shutil.rmtree(self._folder, ignore_errors=True)
        _leave(id(self))

    def _run(self, up: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            server = self._loop.run_until_complete(asyncio.start_unix_server(self._serve, self.path, limit=PIECE))
            up.set()
            self._loop.run_forever()
            server.close()
            rest = asyncio.all_tasks(self._loop)
            for task in rest:
                task.cancel()
            self._loop.run_until_complete(asyncio.wait(rest, timeout=5) if rest else asyncio.sleep(0))
        finally:
            up.set()
            self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One worker. That all is to end is no failure of it: streams would complain of one."""
        with contextlib.suppress(asyncio.CancelledError):
            await self._carry(reader, writer)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held: list[Any] = []
        place: asyncio.Future[Any] = self._loop.create_future()
        pieces: asyncio.Queue[bytes] = asyncio.Queue(16)
        ways = [
            asyncio.ensure_future(self._up(writer, held, place)),
            asyncio.ensure_future(self._down(pieces, place)),
            # For itself: the end of the connection is heard while a frozen machine is being told something.
            asyncio.ensure_future(_read(reader, pieces)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for actor in held:
                _kill(actor)
            writer.close()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _up(self, writer: asyncio.StreamWriter, held: list[Any], place: asyncio.Future[Any]) -> None:
        """What the worker says."""
        try:
            actor = await self._placed(writer, held)
        except Exception as error:
            _say(writer, "failed", _reason(error))
            await writer.drain()
            return
        place.set_result(actor)
        while piece := await actor.hear.remote():
            writer.write(piece)
            await writer.drain()

    async def _down(self, pieces: asyncio.Queue[bytes], place: asyncio.Future[Any]) -> None:
        """What it is told. One call after the other, so that they stay in order."""
        actor = await place
        while True:
            await actor.tell.remote(await pieces.get())

    async def _placed(self, writer: asyncio.StreamWriter, held: list[Any]) -> Any:
        """An actor that runs. The driver is told that it takes long."""
        while True:
            actor = self._actor.remote(self._program)
            held.append(actor)
            ready = asyncio.ensure_future(_ready(actor))
            try:
                for _ in range(ANEW):
                    done, _pending = await asyncio.wait([ready], timeout=TELL)
                    if done:
                        ready.result()
                        return actor
                    _say(writer, "waiting", {})
                    await writer.drain()
            finally:
                ready.cancel()
            held.remove(actor)
            _kill(actor)


async def _read(reader: asyncio.StreamReader, pieces: asyncio.Queue[bytes]) -> None:
    while piece := await reader.read(PIECE):
        await pieces.put(piece)


async def _ready(actor: Any) -> None:
    await actor.ready.remote()


def _kill(actor: Any) -> None:
    """Asks for its end. The answer may take long if its machine is frozen, and is not waited for."""
    def kill() -> None:
        with contextlib.suppress(Exception):
            ray.kill(actor, no_restart=True)

    threading.Thread(target=kill, name="kiebitz-ray-kill", daemon=True).start()


def _say(writer: asyncio.StreamWriter, name: str, value: object) -> None:
    writer.write(json.dumps({name: value}).encode() + b"\n")


def _reason(error: Exception) -> str:
    """Why an actor did not begin, in a line."""
    cause = getattr(error, "cause", None)
    lines = [line.strip() for line in str(cause or error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


#: Who uses the cluster that we joined; none if somebody else has joined it.
_users: set[int] = set()
_joined: str | None = None


def _join(user: int, address: str | None) -> None:
    """Joins a cluster, or begins one of this machine alone."""
    global _joined
    if ray.is_initialized():
        if address not in (None, "auto", _joined):
            raise native.Refused(f"address {address!r}: this Python has joined another cluster; ray.shutdown() leaves it")
    else:
        _users.clear()
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        # Not what Ray would take by itself: it remembers a cluster that is gone, and ends this Python when it is not there.
        address = address or os.environ.get("RAY_ADDRESS") or "local"
        ray.init(address=address, **quiet, **(OWN if address == "local" else {}))
        _joined = address
        _users.add(user)
    if _users:
        _users.add(user)


def _leave(user: int) -> None:
    """Leaves it if nobody of ours uses it any more, unless it was joined by somebody else."""
    if user in _users:
        _users.discard(user)
        if not _users and ray.is_initialized():
            ray.shutdown()
