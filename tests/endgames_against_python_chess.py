#!/usr/bin/env python3
"""Compares `kiebitz endgame probe` with python-chess on random positions of three and four men.

    pip install chess
    python tests/endgames_against_python_chess.py target/fast/kiebitz SYZYGY_FOLDER [COUNT]

WDL and DTZ must be equal. Where Kiebitz has tables of its own, the sign of their value must be that of WDL. One position in
twenty has a pawn that can be taken in passing.
"""

import json
import random
import subprocess
import sys

import chess
import chess.syzygy


def random_men(rng):
    """Three or four men on random squares; not always a legal position."""
    board = chess.Board(None)
    count = rng.choice([3, 4, 4, 4])
    kinds = [(chess.KING, True), (chess.KING, False)]
    kinds += [(rng.randint(chess.PAWN, chess.QUEEN), rng.random() < 0.5) for _ in range(count - 2)]
    for square, (kind, color) in zip(rng.sample(range(64), count), kinds):
        board.set_piece_at(square, chess.Piece(kind, color))
    board.turn = rng.random() < 0.5
    return board


def random_passing(rng):
    """Two pawns side by side, one of which has just made a double step; not always a legal position."""
    board = chess.Board(None)
    board.turn = rng.random() < 0.5
    rank = 4 if board.turn else 3
    file = rng.randrange(7)
    files = [file, file + 1]
    rng.shuffle(files)
    kings = rng.sample(range(64), 2)
    board.set_piece_at(kings[0], chess.Piece(chess.KING, True))
    board.set_piece_at(kings[1], chess.Piece(chess.KING, False))
    board.set_piece_at(chess.square(files[0], rank), chess.Piece(chess.PAWN, board.turn))
    board.set_piece_at(chess.square(files[1], rank), chess.Piece(chess.PAWN, not board.turn))
    board.ep_square = chess.square(files[1], rank + 1 if board.turn else rank - 1)
    return board


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    program, folder = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) == 4 else 10_000
    rng = random.Random(1)
    boards = []
    while len(boards) < count:
        board = random_passing(rng) if rng.random() < 0.05 else random_men(rng)
        if board.is_valid():
            boards.append(board)
    fens = "\n".join(board.fen() for board in boards)
    command = [program, "endgame", "probe", "-", "--syzygy", folder]
    answer = subprocess.run(command, input=fens, capture_output=True, text=True)
    if answer.returncode:
        sys.exit(answer.stderr)
    lines = answer.stdout.splitlines()
    assert len(lines) == count, f"{len(lines)} answers to {count} positions"
    wrong = passing = own = 0
    with chess.syzygy.open_tablebase(folder) as tables:
        for board, line in zip(boards, lines):
            ours = json.loads(line)
            wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
            mate = ours["plies_to_mate"]
            agrees = mate is None or (mate == 0 and board.is_checkmate()) or (mate > 0) == (wdl > 0)
            passing += board.has_legal_en_passant()
            own += mate is not None
            if (ours["wdl"], ours["dtz"]) != (wdl, dtz) or not agrees:
                wrong += 1
                print(f"{board.fen()}: WDL {wdl}, DTZ {dtz}; Kiebitz says {line}")
    print(f"{count} positions, {passing} with en passant, {own} with a mate by own tables: {wrong} differ")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
