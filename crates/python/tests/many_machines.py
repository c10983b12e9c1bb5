"""The larger test of workers by Ray: `make cluster`. Three nodes, each with a network of its own; one is killed, frozen, or its link is cut;
then the driver is killed with -9 and another one goes on. Every game is played once, and files are those of a run without workers. What
it took is printed."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest
from nodes import Nodes, why_not_apart
from test_cluster import games, moves

import kiebitz as kb

pytest.importorskip("ray", reason="Ray is not installed: pip install 'kiebitz[cluster]'")
APART = why_not_apart()
if APART is not None:
    pytest.skip(f"SKIPPED: {APART}", allow_module_level=True)

PLAYERS = ("connect-four", "kiebitz:nodes=12000", "kiebitz:nodes=10000")
GAMES = int(os.environ.get("KIEBITZ_CLUSTER_GAMES", "150"))
SELFPLAY = {"games": 400, "nodes": 2000}


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("alone")
    match = kb.match(*PLAYERS, games=GAMES, journal=folder / "journal").run()
    kb.selfplay("connect-four", folder / "games", **SELFPLAY)
    return folder, match


class Watch:
    """When a file grew."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.times = [time.monotonic()]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        size = 0
        while not self._over.wait(0.01):
            now = self.path.stat().st_size if self.path.exists() else 0
            if now != size:
                size = now
                self.times.append(time.monotonic())

    def end(self) -> None:
        self._over.set()
        self._thread.join()

    def longest(self, since: float) -> float:
        """The longest time without growth from then on."""
        times = [since, *(one for one in self.times if one > since)]
        return max(later - earlier for earlier, later in zip(times, times[1:]))


def hurt(nodes: Nodes, what: str) -> None:
    {"killed": nodes.kill, "frozen": nodes.freeze, "cut off": nodes.cut}[what](2)


@pytest.mark.parametrize("what", ["killed", "frozen", "cut off"])
def test_a_node_is_lost(what, alone, tmp_path, capsys):
    there, match = alone
    with Nodes(3, apart=True) as nodes, kb.Ray(nodes.address, slots=3) as on:
        watch = Watch(tmp_path / "journal")
        played = kb.match(*PLAYERS, games=GAMES, journal=tmp_path / "journal", on=on)
        since = None
        for _ in played:
            if since is None and played.present == 3:
                before = watch.longest(watch.times[1])
                hurt(nodes, what)
                since = time.monotonic()
        watch.end()
        assert since is not None, "it was over before all workers were there"
        assert moves(played) == moves(match) and games(tmp_path / "journal") == games(there / "journal")
        lost, left = sum(row["lost"] for row in played.workers), len([one for one in watch.times if one > since])
        # With the machine that is left, and the first.
        kb.selfplay("connect-four", tmp_path / "games", **SELFPLAY, on=on)
        assert (tmp_path / "games").read_bytes() == (there / "games").read_bytes()
    with capsys.disabled():
        print(
            f"\nA node is {what}: {GAMES} games once each, {left} of them after that; longest time without a game {watch.longest(since):.2f} s"
            f" after it, {before:.2f} s before; {lost} times a worker was lost\n  " + "\n  ".join(played.notices)
        )
    assert lost >= 1


def test_self_play_while_a_node_is_killed(alone, tmp_path):
    there, _ = alone
    with Nodes(3, apart=True) as nodes, kb.Ray(nodes.address, slots=3) as on:
        watch = Watch(tmp_path / "games")

        def kill() -> None:
            while len(watch.times) < 4:
                time.sleep(0.01)
            nodes.kill(2)

        killer = threading.Thread(target=kill)
        killer.start()
        kb.selfplay("connect-four", tmp_path / "games", **SELFPLAY, on=on)
        killer.join()
        watch.end()
    assert (tmp_path / "games").read_bytes() == (there / "games").read_bytes()


def test_the_driver_is_killed(alone, tmp_path, capsys):
    there, match = alone
    code = f"""
import kiebitz as kb
with kb.Ray({{address!r}}, slots=3) as on:
    kb.match(*{PLAYERS!r}, games={GAMES}, journal={str(tmp_path / "journal")!r}, on=on).run()
"""
    with Nodes(3, apart=True) as nodes:
        kills = []
        for part in (GAMES // 5, GAMES // 2):
            driver = subprocess.Popen([sys.executable, "-c", code.format(address=nodes.address)])
            until = time.monotonic() + 300
            while (now := lines(tmp_path / "journal")) < part:
                assert driver.poll() is None and time.monotonic() < until
                time.sleep(0.005)
            driver.send_signal(signal.SIGKILL)
            driver.wait()
            kills.append(now)
            # Its workers have nobody to listen to them.
            while programs := [one for one in nodes.everything() if is_worker(one)]:
                assert time.monotonic() < until, programs
                time.sleep(0.05)
        with kb.Ray(nodes.address, slots=3) as on:
            again = kb.match(*PLAYERS, games=GAMES, journal=tmp_path / "journal", on=on).run()
    assert moves(again) == moves(match) and games(tmp_path / "journal") == games(there / "journal")
    with capsys.disabled():
        print(f"\nThe driver is killed after {kills[0] - 1} and after {kills[1] - 1} games: {GAMES} games once each, no worker outlived it")


def lines(path: pathlib.Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def is_worker(process: int) -> bool:
    try:
        words = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return words[0].endswith(b"/kiebitz") and words[1:2] == [b"worker"]
