"""Chess against python-chess, which was written by others: moves, notation, positions and results must be the same."""

import random

import chess
import chess.pgn
import pytest
from differential import same_chess

import kiebitz as kb

PERFT = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624),
]


@pytest.mark.parametrize("fen, depth, leaves", PERFT)
def test_perft(fen, depth, leaves):
    assert kb.perft(kb.game("chess").at(fen), depth) == leaves


def test_divide_is_that_of_python_chess():
    def count(board, depth):
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    board = chess.Board(PERFT[1][0])
    expected = {}
    for move in board.legal_moves:
        san = board.san(move)
        board.push(move)
        expected[san] = count(board, 1)
        board.pop()
    assert kb.divide(board, 2) == expected


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games(chess960):
    games, moves = same_chess(1500, chess960=chess960)
    assert games > 1 and moves > 1500


def test_repetition_is_known_from_a_board():
    board = chess.Board()
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        board.push_uci(uci)
    assert kb.position(board).outcome == 0.5
    assert kb.position(chess.Board(board.fen())).outcome is None


def test_another_variant_is_refused():
    import chess.variant

    with pytest.raises(kb.Refused, match="AtomicBoard"):
        kb.position(chess.variant.AtomicBoard())


def test_records_are_those_of_python_chess(tmp_path):
    rng = random.Random(3)
    games = []
    for number in range(20):
        board = chess.Board()
        for _ in range(rng.randrange(1, 60)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        game = chess.pgn.Game.from_board(board)
        game.headers["White"] = f"Ada {number}"
        games.append(game)
    path = tmp_path / "games.pgn"
    path.write_text("\n\n".join(map(str, games)))
    for game, record in zip(games, kb.load(path), strict=True):
        assert record.tag("White") == game.headers["White"]
        assert record.result == game.headers["Result"]
        end = game.end().board()
        assert record.moves == [node.san() for node in game.mainline()]
        assert kb.to_chess(record.position()).fen() == end.fen()
        again = chess.pgn.read_game(__import__("io").StringIO(kb.pgn(record.position(), White="B")))
        assert again.end().board().fen() == end.fen() and again.headers["White"] == "B"
