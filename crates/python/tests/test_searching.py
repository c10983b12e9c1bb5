"""Searches, live and stopped; exact values; experiments; matches; learning."""

import os
import signal
import subprocess
import sys
import threading

import numpy
import pytest

import kiebitz as kb


def test_switches_have_the_names_of_the_commands():
    names = kb.techniques()
    assert {"alpha-beta", "transposition-table", "quiescence", "null-move"} <= set(names)
    nodes = [kb.search("connect-four", depth=7, techniques=one).nodes for one in ("minimax", ["minimax", "alpha-beta"], "all")]
    assert nodes[0] > nodes[1] > nodes[2]
    with pytest.raises(kb.Refused, match="unknown technique 'magic'"):
        kb.search("chess", depth=1, techniques="magic")


def test_what_a_search_gives():
    p = kb.game("chess").at("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    found = kb.search(p, depth=4, lines=3, counters=True)
    assert found.best == "Rd8#" and found.code == "d1d8" and found.lines[0].plies_to_end == 1
    assert len(found.lines) == 3 and found.lines[0].score > found.lines[1].score
    assert found.counters and "Rd8#" in str(found) and "<table>" in found._repr_html_()
    assert kb.search(p, depth=4, only=["h3"]).best == "h3"
    over = kb.search(p.play("Rd8#"), depth=3)
    assert over.best is None and over.nodes == 0
    assert kb.search("chess", nodes=2000, player="mcts").best
    assert kb.search("go(size=5)", player="mcts:playouts=50", nodes=50).best


@pytest.mark.parametrize("wrong, hint", [
    ({}, "nothing limits"),
    ({"depth": 0}, "depth 0"),
    ({"depth": 3, "lines": 0}, "lines 0"),
    ({"depth": 3, "colour": 1}, "colour"),
    ({"seconds": -1}, "seconds -1"),
    ({"seconds": float("nan")}, "nan"),
    ({"depth": 3, "threads": 10**9}, "threads"),
    ({"depth": 3, "eval": "crystal-ball"}, "crystal-ball"),
    ({"depth": 3, "player": "human"}, "human"),
    ({"depth": "three"}, "three"),
])
def test_wrong_questions_are_refused(wrong, hint):
    with pytest.raises(kb.Refused, match=hint):
        kb.search("chess", **wrong)


def test_live():
    depths = []
    with kb.searching("chess", seconds=600) as live:
        for line in live:
            depths.append(line.depth)
            if line.depth >= 6:
                break
    found = live.result()
    assert depths == sorted(depths) and found.depth >= 5 and live.result() is found


def test_two_threads_search_at_once():
    found = {}
    def run(name):
        found[name] = kb.search(name, depth=6).depth
    threads = [threading.Thread(target=run, args=(name,)) for name in ("chess", "othello")]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == {"chess": 6, "othello": 6}


def test_python_runs_while_a_search_runs():
    with kb.searching("chess", seconds=600) as live:
        next(live)
        assert sum(range(100_000)) == 4999950000
        assert kb.perft("chess", 2) == 400


def test_ctrl_c_gives_what_was_found():
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(kb.Stopped) as stopped:
        kb.search("chess", seconds=600)
    assert stopped.value.result.best and isinstance(stopped.value, KeyboardInterrupt)
    assert kb.search("chess", depth=3).depth == 3


def test_a_panic_is_an_exception():
    with pytest.raises(kb.InternalError, match="on purpose"):
        kb._kiebitz.panic_on_purpose().result()
    assert kb.perft("chess", 1) == 20


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_many_processes(method):
    code = (
        "import multiprocessing as m, kiebitz as kb\n"
        "def run(p): return kb.search(p, depth=4).best\n"
        "if __name__ == '__main__':\n"
        "    kb.search('chess', depth=3)\n"
        f"    with m.get_context('{method}').Pool(2) as pool:\n"
        "        print(pool.map(run, [kb.position('chess'), kb.position('othello')]))\n"
    )
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"kiebitz-{os.getpid()}-{method}.py")
    try:
        with open(path, "w") as file:
            file.write(code)
        run = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=120)
    finally:
        os.remove(path)
    assert run.returncode == 0 and run.stdout.startswith("['"), run.stderr


def test_python_ends_while_a_search_runs():
    code = "import kiebitz as kb\nlive = kb.searching('chess', seconds=600)\nprint(next(live).depth)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and run.stdout.strip() == "1", run.stderr


def test_exact_values():
    solved = kb.solve("tic-tac-toe")
    assert solved.exact == 0 and solved.size["positions"] == 5478
    assert kb.solve(kb.game("tic-tac-toe").at("XX-OO----")).exact == 1


def test_experiments():
    table = kb.ablate("connect-four", base="minimax+alpha-beta", techniques=["alpha-beta"], depth=5)
    assert table[1]["technique"] == "alpha-beta" and table[1]["node_ratio"] > 1
    assert "<svg" in table.plot()._repr_svg_()
    grown = kb.growth("tic-tac-toe", depth=3)
    assert {row["name"] for row in grown} and grown.facts["branching"] > 1
    rows = kb.analyse(["chess", kb.position("chess", moves=["e4"])], depth=3)
    assert [row["depth"] for row in rows] == [3, 3]


def test_trees_and_reasons():
    tree = kb.record("tic-tac-toe", depth=3)
    assert tree.summary["kept"] == len(tree) and "<svg" in tree.svg() and len(tree.nodes()) == len(tree)
    assert kb.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).summary["value_text"] == "3"
    with pytest.raises(IndexError, match="expected a number below"):
        tree.node(10**6)
    said = kb.explain(kb.position("chess", moves=["e4", "e5", "Bc4", "Nc6", "Qh5"]), "Nf6", nodes=20000)
    assert "Qxf7" in str(said)
    assert str(kb.explain("chess", nodes=5000, lang="de"))


def test_matches():
    played = kb.match("tic-tac-toe", "kiebitz:depth=9", "random", games=6, random_plies=0).run()
    assert played.status["games"] == 6 and played.status["losses"] == 0 and len(played.games) == 6
    assert played.games[0]["pgn"] and len(played.table) == 2
    with pytest.raises(kb.Refused, match="nothing limits"):
        kb.match("chess", "kiebitz", "random")
    with kb.match("chess", "kiebitz:nodes=100000000", "kiebitz:nodes=100000000", games=10) as long:
        pass
    test = kb.match("connect-four", "kiebitz:depth=6", "random", games=1000, sprt=kb.Sprt(0, 50)).run()
    assert test.status["verdict"] == "H1" and test.status["games"] < 1000


def test_learning(tmp_path):
    data = kb.selfplay("connect-four", tmp_path / "four.games", games=60, nodes=100)
    arrays = data.arrays()
    count = len(arrays["score"])
    assert arrays["board"].shape == (count, 42) and set(numpy.unique(arrays["side"])) == {0, 1}
    assert arrays["game"].max() == 59 and ((arrays["result"] >= 0) & (arrays["result"] <= 1)).all()
    assert len(data.arrays(quiet=True)["ply"]) == arrays["quiet"].sum()
    table = data.table(most=10)
    assert len(table) == 10 and kb.game("connect-four").at(table[0]["position"]).ply == 0
    again = kb.selfplay("connect-four", tmp_path / "again.games", games=60, nodes=100, threads=2)
    assert (tmp_path / "four.games").read_bytes() == (tmp_path / "again.games").read_bytes()
    assert (again.arrays()["score"] == arrays["score"]).all()
    out = tmp_path / "four.kbn"
    learned = kb.train("connect-four", data.path, out, width=64, epochs=2, validation=0.2, batch=128)
    assert learned.facts["finished"] and len(learned) > 0
    assert kb.search("connect-four", depth=4, eval=f"network:{out}").best
    with pytest.raises(kb.Refused, match="not a file of played games"):
        kb.data(out)
    with pytest.raises(kb.Refused, match="width 7"):
        kb.train("connect-four", data.path, out, width=7)


def test_weights_functions_and_networks_judge_alike(tmp_path):
    lost = kb.game("chess").at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    # Of every evaluator, in rows by stage and without: what is written can be read, and is what plays.
    for name in ("material", "classical"):
        usual = kb.weights("chess", name)
        assert usual.change(**{"material": usual.terms["material"]}).terms == usual.terms
        heavy = usual.change(material=[value * (9 if at * 5 // len(usual.terms["material"]) == 3 else 1) for at, value in enumerate(usual.terms["material"])])
        scores = [kb.search(lost, depth=1, eval=one, techniques="minimax").score for one in (usual, heavy)]
        assert scores[1] > scores[0] + 3000, scores
        assert set(kb.weights("chess", name).change(material=0).terms["material"]) == {0}
    with pytest.raises(kb.Refused, match="expected 5 weights, not 1"):
        kb.weights("chess", "material").change(material=[3])
    with pytest.raises(kb.Refused, match="material has material"):
        kb.weights("chess", "material").change(queen=1)

    def first(p):
        return 1.0 if p.played[:1] == ["2"] else 0.0

    assert kb.search("connect-four", depth=2, eval=first).best == "2"
    with kb.searching("connect-four", depth=2, eval=first) as live:
        assert list(live)[-1].pv[0] == "2"
    assert kb.compare("connect-four", ["minimax"], depth=1, eval=first)[0]["best"] == "2"
    assert kb.analyse(["connect-four"], depth=1, eval=first)[0]["best"] == "2"

    def broken(p):
        raise LookupError(p.text)

    with pytest.raises(LookupError):
        kb.search("chess", depth=2, eval=broken)
    with pytest.raises(TypeError, match="expected the name"):
        kb.search("chess", depth=1, eval=3)
    data = kb.selfplay("connect-four", tmp_path / "few.games", games=60, nodes=50)
    kb.train("connect-four", data.path, tmp_path / "few.kbn", width=64, epochs=1, batch=128, validation=0.2)
    assert kb.search("connect-four", depth=2, eval=tmp_path / "few.kbn").best
