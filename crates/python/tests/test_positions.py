"""Positions as values, games by name, pictures, refusals."""

import copy
import pathlib
import pickle
import subprocess

import pytest

import kiebitz as kb


def test_every_game_can_be_played():
    for name in kb.games():
        p = kb.position(name)
        assert p.moves() and len(p.moves()) == len(p.codes()), name
        after = p.play(p.moves()[0])
        assert after.ply == 1 and after.parent == p and after != p, name
        assert p.play(p.codes()[0]) == after, name
        assert p.cells == 1 or "<svg" in p._repr_svg_(), name
        assert str(p) and name in repr(p), name


def test_positions_are_values():
    p = kb.position("chess", moves=["e4", "e5", "Nf3"])
    q = kb.position("chess", moves=["Nf3", "e5", "e4"])
    assert p != q, "the en passant clock and counters differ by order only here"
    assert hash(p) == hash(kb.position("chess", moves=["e4", "e5", "Nf3"]))
    assert {p: 1}[kb.game("chess").start().line(["e4", "e5", "Nf3"])] == 1
    for other in (pickle.loads(pickle.dumps(p)), copy.deepcopy(p)):
        assert other == p and other.played == p.played
    assert p != "p" and (p == 3) is False
    with pytest.raises(TypeError):
        p < q


def test_refusals_say_why():
    start = kb.game("chess").start()
    with pytest.raises(kb.IllegalMove, match="Ke3"):
        start.play("Ke3")
    with pytest.raises(kb.Refused, match="checkers"):
        kb.game("checkers")
    with pytest.raises(kb.Refused, match="expected"):
        kb.game("chess").at("8/8/8 w")
    with pytest.raises(TypeError, match="expected text"):
        start.play(17)
    with pytest.raises(TypeError, match="expected a position"):
        kb.position(17)
    with pytest.raises(kb.Refused, match="size"):
        start.svg(size=10**9)
    with pytest.raises(kb.Refused, match="a1a8"):
        start.svg(arrows=["a1a8"])


def test_pictures():
    p = kb.position("chess", moves=["e4"])
    assert p.svg(arrows=["e5"]) != p.svg()
    assert bytes(p.png(size=200))[:8] == b"\x89PNG\r\n\x1a\n"


def test_judgement_and_its_terms():
    p = kb.game("chess").at("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert p.judgement("classical") > 0 > kb.game("chess").at("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").judgement("classical")
    terms = dict(p.terms("classical"))
    assert terms and sum(terms.values()) > 0
    weights = kb.weights("chess", "classical")
    assert weights.evaluator == "classical" and weights.terms


def test_weights_from_a_file(tmp_path):
    weights = kb.weights("chess", "classical")
    weights.save(tmp_path / "mine.toml")
    same = kb.search("chess", depth=5, eval="classical", weights=str(tmp_path / "mine.toml"))
    assert same.lines[0].pv == kb.search("chess", depth=5, eval="classical").lines[0].pv
    with pytest.raises(FileExistsError):
        weights.save(tmp_path / "mine.toml")


GAMES = pathlib.Path(__file__).parents[2] / "rules" / "games"


def test_a_game_given_as_text():
    game = kb.rules((GAMES / "pawn-duel.game").read_text(), "duel")
    assert game.name in kb.games() and kb.search(game, depth=3).best in game.start().moves()
    with pytest.raises(kb.Refused):
        kb.rules("(this is no game")


def test_records_of_other_games():
    p = kb.position("draughts")
    while p.ply < 6:
        p = p.play(p.moves()[0])
    record, = kb.loads(kb.pgn(p, White="A"))
    assert record.game.startswith("draughts") and record.position() == p
    p = kb.position("go", moves=["C3", "D4"])
    record, = kb.loads(kb.pgn(p))
    assert record.position().moves() == p.moves()


def test_records_that_are_wrong(tmp_path):
    good, bad = kb.loads('[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. e4 e5 2. Ke3 *\n')
    assert good.position().ply == 2 and good.players == ("A", None)
    with pytest.raises(kb.Refused, match="game 2, line 5: ply 3: .*Ke3"):
        bad.position()
    assert bad.position(2).ply == 2
    with pytest.raises(OSError, match="missing.pgn"):
        kb.load(tmp_path / "missing.pgn")
    with pytest.raises(kb.Refused, match="detail 'x'"):
        kb.load(tmp_path / "missing.pgn", detail="x")
    noise = tmp_path / "noise.pgn"
    noise.write_bytes(bytes(range(256)) * 50)
    list(kb.load(noise))


def test_the_history(tmp_path, monkeypatch):
    from kiebitz.cluster import program

    monkeypatch.setenv("KIEBITZ_DATA", str(tmp_path))
    games = tmp_path / "games.pgn"
    games.write_text('[White "Ada"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n')
    with pytest.raises(kb.Refused, match="there is no history yet"):
        kb.history()
    subprocess.run([program(), "history", "import", games], check=True, capture_output=True)
    record, = kb.history()
    assert record.moves == ["e4", "e5", "Nf3"] and record.players[0] == "Ada"
    assert list(kb.history(game="othello")) == []
    with pytest.raises(kb.Refused, match="nonsense"):
        kb.history(game="nonsense")
