"""What driving workers costs: a part of `make cluster`; or, with the package and Ray installed, python benches/cluster/measure.py

Jobs a second: pairs of games that take no time (tic-tac-toe, random moves), by workers of this machine, in one process, and by Ray. Then the
overhead at jobs of about ten seconds: games for each second of processor time, of `kiebitz match --concurrency 2` and by Ray with two slots; all
that belongs to Ray is counted. The ratio says what is left on a machine that does nothing else; times say nothing on one that does. With
`--quiet` games a second of the clock instead, in turns, on a machine that does nothing else."""

import argparse
import contextlib
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "crates/python/tests"))

from nodes import Nodes  # noqa: E402

import kiebitz as kb  # noqa: E402
from kiebitz.cluster import program  # noqa: E402


class Spent:
    """Seconds of processor time of all processes of the nodes, as last seen of each."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.programs: set[int] = set()
        self.before = self._look()
        self.seen = dict(self.before)
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _look(self) -> dict[int, float]:
        found = {}
        for process in self.nodes.everything():
            with contextlib.suppress(OSError):
                name, rest = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)
                if name.endswith("(kiebitz"):
                    self.programs.add(process)
                fields = rest.split()
                found[process] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return found

    def _run(self) -> None:
        while not self.over.wait(0.2):
            self.seen.update(self._look())

    def end(self) -> tuple[float, float]:
        """Of the workers, and of Ray."""
        self.over.set()
        self.thread.join()
        spent = {process: seconds - self.before.get(process, 0.0) for process, seconds in self.seen.items()}
        workers = sum(seconds for process, seconds in spent.items() if process in self.programs)
        return workers, sum(spent.values()) - workers


def own(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def in_turns(players: tuple[str, ...], games: int, rounds: int, ray: kb.Ray) -> None:
    # All workers are there before the clock runs.
    kb.match(*players, games=4, nodes=1000, on=ray).run()
    for number in range(1, rounds + 1):
        with tempfile.TemporaryDirectory() as folder:
            words = [program(), "match", *players, "--games", str(games), "--concurrency", "2", "--random-plies", "6", "--json"]
            begun = time.monotonic()
            subprocess.run([*words, "--journal", f"{folder}/journal"], stdout=subprocess.DEVNULL, check=True)
            alone = time.monotonic() - begun
        begun = time.monotonic()
        match = kb.match(*players, games=games, random_plies=6, on=ray).run()
        took = time.monotonic() - begun
        lost = sum(row["lost"] for row in match.workers)
        job = sum(row["seconds"] for row in match.workers) / sum(row["done"] for row in match.workers)
        print(f"round {number}: {games} games in {alone:.1f} s by `match --concurrency 2`, in {took:.1f} s by Ray, {lost} losses, "
              f"a job {job:.1f} s: {alone / took:.3f} of the games a second", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=1000, help="pairs that take no time")
    parser.add_argument("--long-pairs", type=int, default=8, help="pairs of about ten seconds")
    parser.add_argument("--nodes", type=int, default=40_000, help="nodes for each move of these")
    parser.add_argument("--quiet", type=int, default=0, metavar="ROUNDS", help="in turns and by the clock, so often")
    asked = parser.parse_args()
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{os.cpu_count()} processors, load average {load}")
    players = ("othello", f"kiebitz:nodes={asked.nodes}", f"kiebitz:nodes={asked.nodes // 2}")
    with Nodes(2) as nodes, kb.Ray(nodes.address, slots=2) as ray:
        for name, on in (("one process", None), ("two local workers", kb.Local(2)), ("Ray, two slots", ray)):
            if not asked.pairs:
                break
            match = kb.match("tic-tac-toe", "random", "random", games=2 * asked.pairs, depth=1, on=on)
            next(match)
            begun = time.monotonic()
            match.run()
            print(f"{name}: {asked.pairs / (time.monotonic() - begun):.0f} jobs a second")
        games = 2 * asked.long_pairs
        if asked.quiet:
            return in_turns(players, games, asked.quiet, ray)
        with tempfile.TemporaryDirectory() as folder:
            # Both at the same time: what a game costs in processor time depends on what else runs.
            before = own(resource.RUSAGE_CHILDREN), own(resource.RUSAGE_SELF)
            words = [program(), "match", *players, "--games", str(games), "--concurrency", "2", "--random-plies", "6", "--json"]
            other = subprocess.Popen([*words, "--journal", f"{folder}/journal"], stdout=subprocess.DEVNULL)
            spent, begun = Spent(nodes), time.monotonic()
            match = kb.match(*players, games=games, random_plies=6, on=ray).run()
            took, driver = time.monotonic() - begun, own(resource.RUSAGE_SELF) - before[1]
            assert other.wait() == 0
            alone = own(resource.RUSAGE_CHILDREN) - before[0]
        workers, daemons = spent.end()
    done, spare, lost = (sum(row[name] for row in match.workers) for name in ("done", "spare", "lost"))
    seconds = sum(row["seconds"] for row in match.workers) / done
    print(f"{games} games of Othello: {alone:.1f} s of processor time by `match --concurrency 2`; by Ray {workers:.1f} s of the workers,")
    print(f"{daemons:.1f} s of Ray itself in {took:.0f} s, {driver:.1f} s of the driver; {spare} pairs were played twice, {lost} times a worker was lost")
    print(f"a job took {seconds:.1f} s of this time, {alone / asked.long_pairs:.1f} s of processor time")
    print(f"games a second of processor time, of those without a cluster: {alone / (workers + driver):.3f}, with Ray itself {alone / (workers + driver + daemons):.3f}")


if __name__ == "__main__":
    main()
