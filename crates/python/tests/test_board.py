"""The board of a notebook, as far as Python goes; in a browser it was tried by hand (docs/python.md)."""

import pytest
from conftest import TicTacToe

import kiebitz as kb
from kiebitz import board as module


def test_somebody_answers():
    board = kb.Board("tic-tac-toe", against="kiebitz:depth=9", lang="de")
    assert board.side == 0 and board._state()["side"] == "first"
    assert board.play("5").position.ply == 2
    board._heard({"do": "play", "code": board.position.codes()[0], "ply": 2})
    assert board.position.ply == 4
    board._heard({"do": "play", "code": board.position.codes()[0], "ply": 2})
    assert board.position.ply == 4, "it came for another position"
    board._heard({"do": "takeback"})
    assert board.position.ply == 2 and board._state()["takeback"]
    board._heard({"do": "flip"})
    assert board._state()["flipped"]
    with pytest.raises(kb.IllegalMove):
        board.play("5")


def test_the_other_side_begins():
    board = kb.Board("connect-four", against="kiebitz:depth=2", side=1)
    assert board.position.ply == 1 and board._state()["side"] == "second"


def test_both_sides_at_one_board_and_a_game_of_ones_own():
    board = kb.Board(TicTacToe())
    assert board.side is None and board.play("5").play("1").take_back().position.played == ["5"]
    assert board._state()["view"]["board"]["cells"][4]["piece"]["letter"] == "X"


def test_a_game_is_stepped_through():
    record, = kb.loads("1. e4 e5 2. Nf3 *")
    board = kb.Board(record)
    assert board._state()["at"] == 0 and board._state()["last"] == 3 and board._state()["side"] is None
    board._heard({"do": "step", "to": 3})
    assert board.position.played[-1] == "Nf3" and board._state()["caption"] == "Nf3"
    with pytest.raises(IndexError, match="0 to 3"):
        board.step(9)
    with pytest.raises(kb.Refused, match="shows a game"):
        board.play("Nc6")


def test_a_tree_is_walked():
    tree = kb.record("tic-tac-toe", depth=2)
    board = tree.board()
    ways = board._state()["ways"]
    assert len(ways) == 9
    board._heard({"do": "go", "to": ways[0]["id"]})
    assert board.position.ply == 1 and board.position.played == [ways[0]["text"]] and board._state()["last"] == 1
    board._heard({"do": "step", "to": 0})
    assert board.position.ply == 0
    with pytest.raises(kb.Refused, match="numbers"):
        kb.Board(kb.tree([[3, 12], [2, 4]]))


def test_there_is_always_a_picture(monkeypatch, tmp_path):
    board = kb.Board("chess")
    assert board._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    monkeypatch.setattr(module, "MODULE", tmp_path / "missing.js")
    shown = board._repr_mimebundle_()
    assert "Node.js" in shown["text/plain"] and "application/vnd.jupyter.widget-view+json" not in shown


@pytest.mark.skipif(module.missing() is not None, reason=f"SKIPPED: the board itself: {module.missing()}")
def test_the_board_of_the_page_is_shown():
    board = kb.Board("tic-tac-toe", against="kiebitz:depth=9")
    shown = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in shown and "image/svg+xml" in shown
    board.play("5")
    assert board._face.view["ply"] == 2 and board._face.at == 2


@pytest.mark.parametrize("wrong, hint", [({"side": 2}, "side 2"), ({"side": "White"}, "X, O"), ({"lang": "fr"}, "fr"), ({"against": "somebody"}, "somebody")])
def test_wrong_boards_are_refused(wrong, hint):
    with pytest.raises(kb.Refused, match=hint):
        kb.Board("tic-tac-toe", **wrong)
