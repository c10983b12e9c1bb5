"""Workers: the same games as without them, each once, whatever happens to a worker."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack

import pytest

import kiebitz as kb
from kiebitz.cluster import program

pytestmark = pytest.mark.skipif(program() is None, reason="there is no program kiebitz, neither beside this Python nor in PATH")

MATCH = {"games": 16, "random_plies": 4}
PLAYERS = ("connect-four", "kiebitz:nodes=300", "kiebitz:nodes=100")


def games(path):
    """What a journal holds, without what depends on the time that it took, in the order of its games."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        for name in ("crc", "seconds", "preparing", "thinking", "clock_gap", "pgn"):
            line.pop(name, None)
    head, *played, end = lines
    assert end == {"done": True}
    numbers = [(line["fixture"]["pair"], line["fixture"]["leg"]) for line in played]
    assert len(set(numbers)) == len(numbers), "a game twice"
    return head, sorted(played, key=lambda line: (line["fixture"]["pair"], line["fixture"]["leg"]))


def moves(match):
    """What was played, in the order in which it counted."""
    return [(game["pair"], game["first"], next(kb.loads(game["pgn"], game="connect-four")).moves) for game in match.games]


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("alone")
    match = kb.match(*PLAYERS, **MATCH, journal=folder / "journal").run()
    kb.selfplay("connect-four", folder / "games", games=12, nodes=100)
    return folder, match


def check(on, alone, folder):
    """All that takes `on`."""
    there, match = alone
    played = kb.match(*PLAYERS, **MATCH, journal=folder / "journal", on=on).run()
    assert moves(played) == moves(match) and played.status == match.status
    assert games(folder / "journal") == games(there / "journal")
    assert sum(row["done"] for row in played.workers) == 8 and played.present > 0
    again = kb.match(*PLAYERS, **MATCH, journal=folder / "journal", on=on).run()
    assert moves(again) == moves(match)
    kb.selfplay("connect-four", folder / "games", games=7, nodes=100, on=on)
    kb.selfplay("connect-four", folder / "games", games=12, nodes=100, on=on)
    assert (folder / "games").read_bytes() == (there / "games").read_bytes()
    tuned, same = (kb.evolve("connect-four", pairs=8, nodes=30, on=where) for where in (on, None))
    assert tuned.rows == same.rows and tuned.facts["values"] == same.facts["values"]
    positions = ["connect-four", kb.position("connect-four", moves=["4", "4"]), "othello"]
    assert kb.analyse(positions, depth=4, on=on).rows == kb.analyse(positions, depth=4).rows


def test_local_workers(alone, tmp_path):
    check(kb.Local(2), alone, tmp_path)


def test_a_list_as_the_commands_have_it(alone, tmp_path):
    check("local:1,local:1", alone, tmp_path)


def test_a_test_ends_after_the_same_pair():
    test = {"games": 400, "sprt": kb.Sprt(-20, 60)}
    players = ("connect-four", "kiebitz:nodes=400", "kiebitz:nodes=60")
    one, three = (kb.match(*players, **test, on=kb.Local(workers)).run().status for workers in (1, 3))
    assert one == three and one["verdict"] == "H1"


def test_a_round_robin(tmp_path):
    players = ("tic-tac-toe", "kiebitz:depth=9", "kiebitz:depth=1", "random")
    here, there = (kb.match(*players, games=4, on=on).run().table.rows for on in (None, kb.Local(2)))
    assert here == there


def test_what_workers_cannot_do_is_refused(tmp_path):
    with pytest.raises(kb.Refused, match="0 workers"):
        kb.Local(0)
    with pytest.raises(kb.Refused, match="http.*local:N"):
        kb.match(*PLAYERS, **MATCH, on="http://x")
    with pytest.raises(TypeError, match="expected kb.Local"):
        kb.match(*PLAYERS, **MATCH, on=3)
    with pytest.raises(kb.Refused, match="written in Python"):
        kb.analyse(["connect-four"], depth=1, eval=lambda p: 0.0, on=kb.Local(1))
    with pytest.raises(kb.Refused, match="no worker is left.*cannot be started"):
        kb.analyse(["connect-four"], depth=1, on=kb.Local(1, program="/no/such/program"))
    kb.match(*PLAYERS, games=2, journal=tmp_path / "journal").run()
    with pytest.raises(kb.Refused, match="games"):
        kb.match(*PLAYERS, games=4, journal=tmp_path / "journal")


def test_ctrl_c_with_workers():
    match = kb.match("connect-four", "kiebitz", "random", nodes=2000, games=100_000, on=kb.Local(1))
    next(match)
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(kb.Stopped) as stopped:
        match.run()
    assert stopped.value.result.status["games"] < 100_000
    assert kb.perft("chess", 2) == 400


def test_the_live_view(capsys):
    kb.match(*PLAYERS, games=4, on=kb.Local(1), progress=True, sprt=kb.Sprt(0, 5)).run()
    said = capsys.readouterr().err
    assert "4/4" in said and "LLR" in said and "games/s" in said and "1 workers" in said


# On a Ray cluster of three nodes of this machine.


@pytest.fixture(scope="module")
def cluster():
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'kiebitz[cluster]'")
    from nodes import Nodes

    with Nodes(3) as nodes:
        yield nodes


def test_ray(cluster, alone, tmp_path):
    with kb.Ray(cluster.address, slots=3) as on:
        check(on, alone, tmp_path)


def test_a_driver_that_is_killed(cluster, alone, tmp_path):
    """Its Python is killed with -9 in the middle; another one plays what is missing."""
    there, match = alone
    code = f"""
import kiebitz as kb
with kb.Ray({cluster.address!r}, slots=3) as on:
    kb.match(*{PLAYERS!r}, **{MATCH!r}, journal={str(tmp_path / "journal")!r}, on=on).run()
"""
    with ExitStack() as stack:
        driver = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
        stack.callback(driver.kill)
        until = time.monotonic() + 60
        while not (tmp_path / "journal").exists() or len((tmp_path / "journal").read_text().splitlines()) < 4:
            assert driver.poll() is None and time.monotonic() < until, driver.stderr.read()
            time.sleep(0.002)
        driver.kill()
        driver.wait()
    with kb.Ray(cluster.address, slots=3) as on:
        again = kb.match(*PLAYERS, **MATCH, journal=tmp_path / "journal", on=on).run()
    assert moves(again) == moves(match) and games(tmp_path / "journal") == games(there / "journal")


def test_a_node_that_is_killed_and_one_that_freezes(cluster, alone, tmp_path):
    """Everything on one node is killed, everything on another one stopped; the driver sits on the third."""
    players = "connect-four", "kiebitz:nodes=10000", "kiebitz:nodes=8000"
    begun = time.monotonic()
    kb.match(*players, games=10).run()
    # Enough of them for all workers to come, and for the one that is frozen to be missed, which takes four seconds.
    games_played = 2 * max(50, round(150 / (time.monotonic() - begun)))
    here = kb.match(*players, games=games_played, journal=tmp_path / "here").run()
    with kb.Ray(cluster.address, slots=3) as on:
        match = kb.match(*players, games=games_played, journal=tmp_path / "there", on=on)
        all_there = None
        for number, _ in enumerate(match):
            if all_there is None and match.present == 3:
                all_there = number
                cluster.kill(2)
            if all_there is not None and number == all_there + 10:
                cluster.freeze(1)
    assert moves(match) == moves(here) and games(tmp_path / "there") == games(tmp_path / "here")
    assert sum(row["lost"] for row in match.workers) >= 2, match.workers.rows


def test_workers_share_the_moves_of_a_position():
    where = kb.position("connect-four", moves=["4", "4", "5"])
    asked = {"depth": 6, "lines": 7, "techniques": "minimax+alpha-beta"}
    whole, shared = kb.search(where, **asked), kb.search(where, **asked, on=kb.Local(2))
    assert [line.score for line in shared.lines] == [line.score for line in whole.lines] and shared.best == whole.best
    assert [line.number for line in shared.lines] == list(range(1, 8))
    assert kb.search("chess", nodes=3000, on=kb.Local(2)).lines[0].nodes <= 6000
    with pytest.raises(kb.Refused, match="leave on= away"):
        kb.search(where, depth=3, eval=lambda p: 0, on=kb.Local(1))
    with pytest.raises(kb.Refused, match="a level"):
        kb.search(where, level=3, on=kb.Local(1))
