"""Random games beside python-chess and pydraughts, which were written by others. The tests play a few; this plays as many as you like:

    python differential.py chess 100000
    python differential.py chess960 100000
    python differential.py draughts 20000
"""

import random
import re
import sys
import time

import chess

import kiebitz as kb


def outcome(board):
    """What our rules call the end: draws by counting are claimed."""
    end = board.outcome(claim_draw=False)
    if end is not None and end.termination not in (chess.Termination.FIVEFOLD_REPETITION, chess.Termination.SEVENTYFIVE_MOVES):
        return {True: 1.0, False: 0.0, None: 0.5}[end.winner]
    return 0.5 if board.is_repetition(3) or board.halfmove_clock >= 100 else None


def same_chess(positions, seed=7, chess960=False):
    """Compares moves, SAN, FEN and the end at so many positions of random games; gives the number of games and of moves."""
    rng = random.Random(seed)
    seen = games = moves = 0
    while seen < positions:
        games += 1
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        board.chess960 = chess960
        mine = kb.position(board)
        while True:
            seen += 1
            expected = sorted((board.san(move), board.uci(move)) for move in board.legal_moves)
            ended = outcome(board)
            assert mine.outcome == ended, board.fen()
            assert mine.text.split()[4:] == board.fen().split()[4:], board.fen()
            assert mine.turn == ("White" if board.turn else "Black")
            if not chess960:
                assert chess.Board(mine.text).fen(en_passant="legal") == board.fen(en_passant="legal")
            if ended is not None or not expected:
                break
            assert sorted(zip(mine.moves(), mine.codes())) == expected, board.fen()
            moves += len(expected)
            move = rng.choice(list(board.legal_moves))
            mine = mine.play(board.san(move) if rng.random() < 0.5 else move)
            board.push(move)
        assert kb.to_chess(mine).move_stack == board.move_stack
    return games, moves


#: Our rules, and what pydraughts calls them. A capture is one by its first and last square and what it takes, whichever way it goes.
DRAUGHTS = {
    "draughts": "english",
    "draughts(rules=international)": "standard",
    "draughts(rules=russian)": "russian",
    "draughts(rules=brazilian)": "brazilian",
    "draughts(rules=italian)": "italian",
    "draughts(rules=frisian)": "frisian",
}


def ends(move):
    """The first and the last square of a move, and whether it captures. Squares with letters are counted from a1, as pydraughts does."""
    squares = re.findall(r"[a-h][1-8]|[0-9]+", move)
    first, last = (
        int(one) if one.isdigit() else (int(one[1]) - 1) * 4 + "abcdefgh".index(one[0]) // 2 + 1 for one in (squares[0], squares[-1])
    )
    return first, last, "x" in move or ":" in move


def same_draughts(positions, name, seed=7, plies=120):
    """Compares the moves at so many positions of random games."""
    import draughts

    rng = random.Random(seed)
    seen = games = moves = 0
    while seen < positions:
        games += 1
        board = draughts.Board(variant=DRAUGHTS[name], fen="startpos")
        mine = kb.position(name)
        for _ in range(plies):
            seen += 1
            theirs = board.legal_moves()
            squares = {}
            for move in theirs:
                squares.setdefault(ends(move.pdn_move), move)
            ours = {}
            for move, code in zip(mine.moves(), mine.codes()):
                ours.setdefault(ends(move), code)
            # A draw by counting or repetition ends our game; pydraughts goes on.
            if mine.outcome == 0.5 and theirs:
                break
            assert sorted(ours) == sorted(squares), (name, mine.text, sorted(ours), sorted(squares))
            if mine.outcome is not None:
                break
            moves += len(ours)
            # Where several captures lead from one square to another, the two programs may mean different ones by the same name.
            plain = sorted(key for key in ours if sum(ends(move) == key for move in mine.moves()) == 1)
            single = [key for key in plain if sum(ends(move.pdn_move) == key for move in theirs) == 1]
            if not single:
                break
            chosen = rng.choice(single)
            mine = mine.play(ours[chosen])
            board.push(squares[chosen])
    return games, moves


def main(what, positions):
    begun = time.process_time()
    for name in DRAUGHTS if what == "draughts" else [what]:
        found = same_draughts(positions, name) if what == "draughts" else same_chess(positions, chess960=what == "chess960")
        games, moves = found
        print(f"{name}: {positions:,} positions of {games:,} games with {moves:,} moves are the same ({time.process_time() - begun:.0f} s)")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
