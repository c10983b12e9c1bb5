"""Compares our reader of Polyglot books with python-chess (pip install chess):

cargo run --release -p kiebitz-knowledge --example book_walks -- BOOK 1000 | python tests/check_book.py BOOK

Reads positions and our entries from the standard input; every difference is printed, and the exit code tells.
"""

import sys

import chess
import chess.polyglot


def main():
    positions = entries = wrong = 0
    with chess.polyglot.open_reader(sys.argv[1]) as reader:
        for line in sys.stdin:
            moves, _, ours = line.rstrip("\n").partition("|")
            board = chess.Board()
            for move in moves.split():
                board.push_uci(move)
            theirs = [f"{entry.move.uci()}:{entry.weight}:{entry.learn}" for entry in reader.find_all(board)]
            positions += 1
            entries += len(theirs)
            if theirs != ours.split():
                wrong += 1
                print(f"{board.fen()}: ours {ours}, python-chess {' '.join(theirs)}")
    print(f"{positions} positions, {entries} entries, {wrong} different")
    return 1 if wrong or not positions else 0


if __name__ == "__main__":
    sys.exit(main())
