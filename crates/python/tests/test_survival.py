"""Whatever is done to it, Python goes on."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import TicTacToe

import kiebitz as kb

#: Work that would take minutes. A match keeps what it has; what gives a tree has nothing to give before its end.
LONG = {
    "search": lambda: kb.search("chess", seconds=600),
    "threads": lambda: kb.search("chess", seconds=600, threads=2),
    "mcts": lambda: kb.search("go(size=9)", player="mcts", nodes=10**9),
    "live": lambda: list(kb.searching("othello", depth=60)),
    "perft": lambda: kb.perft("chess", 9),
    "solve": lambda: kb.solve("connect-four"),
    "compare": lambda: kb.compare("othello", ["minimax"], depth=30),
    "analyse": lambda: kb.analyse(["chess"] * 100_000, nodes=2_000),
    "match": lambda: kb.match("chess", "kiebitz", "random", nodes=20_000, games=1000).run(),
    "ablate": lambda: kb.ablate("chess", depth=30, cap=10**12),
    "growth": lambda: kb.growth("chess", depth=30, budget=10**12),
    "record": lambda: kb.record("chess", depth=30, limit=1000),
    "explain": lambda: kb.explain("chess", nodes=10**10),
    "python": lambda: kb.search(TicTacToe(), depth=9, techniques="minimax"),
}


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_at_any_moment(name):
    rng = random.Random(name)
    for delay in (0.0, rng.random() * 0.05, 0.1 + rng.random() * 0.2):
        timer = threading.Timer(delay, lambda: os.kill(os.getpid(), signal.SIGINT))
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            try:
                LONG[name]()
            finally:
                # A signal that has not come yet comes now, in here.
                timer.join()
                time.sleep(0.001)
        assert time.monotonic() - begun < 20, f"{name} after {delay:.3f} s"
        assert kb.perft("chess", 2) == 400


WRONG = [None, 3, -1, 10**30, 1.5, float("nan"), "", "x", "\x00", "chess", b"chess", [], [None], {}, {"a": 1}, object(), int, lambda: 1]


def test_wrong_types_are_refused():
    """Every function, with wrong values in every place: an exception that says something, or an answer; never an error of ours."""
    chess = kb.position("chess")
    calls = [
        lambda x: kb.game(x), lambda x: kb.position(x), lambda x: kb.game("chess").at(x), lambda x: kb.position("chess", moves=x),
        lambda x: kb.search(x, depth=1), lambda x: kb.search(chess, depth=x if x != 10**30 else "x"), lambda x: kb.search(chess, depth=1, lines=x),
        lambda x: kb.search(chess, depth=1, techniques=x), lambda x: kb.search(chess, depth=1, eval=x), lambda x: kb.search(chess, depth=1, only=x),
        lambda x: kb.search(chess, depth=1, player=x), lambda x: kb.search(chess, depth=1, threads=x) if x != 3 else None,
        lambda x: kb.search(chess, depth=1, hash=x) if x != 3 else None, lambda x: kb.search(chess, depth=1, weights=x),
        lambda x: chess.play(x), lambda x: chess.line(x), lambda x: chess.svg(size=x), lambda x: chess.svg(arrows=x), lambda x: chess.svg(marked=x),
        lambda x: chess.judgement(x), lambda x: kb.solve(x) if x != "chess" else None, lambda x: kb.perft(chess, x if x != 10**30 else -1) if x not in (3,) else None,
        lambda x: kb.explain(chess, x, nodes=100), lambda x: kb.explain(chess, nodes=100, lang=x), lambda x: kb.record(chess, depth=1, techniques=x),
        lambda x: kb.tree(x), lambda x: kb.rules(x), lambda x: kb.loads(x), lambda x: kb.load(x), lambda x: kb.pgn(x), lambda x: kb.weights(x),
        lambda x: kb.match("tic-tac-toe", x, "random", games=1, depth=1).run(), lambda x: kb.Board(x), lambda x: kb.Board(chess, side=x),
        lambda x: kb.Board(chess, against=x), lambda x: kb.data(x), lambda x: kb.grade(x, TicTacToe()), lambda x: TicTacToe().at(x).moves(),
        lambda x: kb.ablate("tic-tac-toe", base=x, depth=1), lambda x: kb.analyse(x, depth=1), lambda x: kb.Table(x).columns(),
    ]
    told = 0
    for number, call in enumerate(calls):
        for value in WRONG:
            try:
                call(value)
            except kb.InternalError as error:
                raise AssertionError(f"call {number} with {value!r}: {error}") from error
            except Exception as error:
                assert str(error), f"call {number} with {value!r}: {type(error).__name__} without a word"
                told += 1
    assert told > len(calls) * 5
    assert kb.perft("chess", 2) == 400


def test_a_million_positions():
    """In a process of its own, whose memory is its own: a million positions are held, and asked; then analysed until Ctrl-C."""
    count = int(os.environ.get("KIEBITZ_POSITIONS", "50000"))
    code = f"""
import os, resource, signal, threading, kiebitz as kb
start = kb.position("connect-four")
firsts = [start.play(a).play(b) for a in "1234567" for b in "1234567"]
held = [firsts[number % 49].play(str(number % 7 + 1)) for number in range({count})]
assert len(set(held)) <= 343 and len({{p.key for p in held}}) <= 343
threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    kb.analyse(held * ({count} // len(held)), nodes=2000)
except kb.Stopped as stopped:
    assert 0 < len(stopped.result) < {count}, len(stopped.result)
    print("kept", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // {count})
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert run.returncode == 0 and run.stdout.startswith("kept"), run.stderr
    assert int(run.stdout.split()[1]) < 20, "KiB a position"


def test_a_stopped_search_is_not_the_end_of_the_next():
    live = kb.searching("chess", seconds=600)
    next(live)
    del live
    for _ in range(20):
        with kb.searching("connect-four", seconds=600) as live:
            next(live)
    assert kb.search("chess", depth=3).depth == 3


def test_a_kernel_goes_on():
    """As a notebook has it: interrupts, a panic, an error, and the next cell runs in the same kernel."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3")
    try:
        def run(code, interrupt=False):
            # Otherwise the kernel may take the next cell for one that was waiting behind the error.
            asked = client.execute(code, stop_on_error=False)
            if interrupt:
                time.sleep(0.7)
                manager.interrupt_kernel()
            while True:
                told = client.get_shell_msg(timeout=60)
                if told["parent_header"].get("msg_id") == asked:
                    return told["content"]

        assert run("import kiebitz as kb; kept = 5")["status"] == "ok"
        for code in ("kb.search('chess', seconds=600)", "kb.perft('chess', 9)", "kb.match('chess', 'kiebitz', 'random', nodes=20000, games=99).run()"):
            assert run(code, interrupt=True)["ename"] == "Stopped", code
        assert run("kb._kiebitz.panic_on_purpose().result()")["ename"] == "InternalError"
        assert run("kb.search(3, depth=1)")["ename"] == "TypeError"
        assert run("assert kept == 5 and kb.perft('chess', 3) == 8902")["status"] == "ok"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
