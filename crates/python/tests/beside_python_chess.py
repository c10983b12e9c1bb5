"""How fast it is beside python-chess, in one run on the same games, in processor time: python beside_python_chess.py GAMES.pgn [COUNT]"""

import sys
import time

import chess.pgn

import kiebitz as kb


def timed(work):
    begun = time.process_time()
    found = work()
    return time.process_time() - begun, found


def goes_on_after_its_end(end):
    while end.parent is not None:
        end = end.parent
        if end.outcome is not None:
            return True
    return False


def main(path, count):
    def read_theirs():
        with open(path, encoding="utf-8", errors="replace") as file:
            return [game for game in (chess.pgn.read_game(file) for _ in range(count)) if game]

    def read_ours():
        return [(record, record.position()) for record, _ in zip(kb.load(path), range(count))]

    def moves_theirs():
        total = 0
        for game in theirs:
            board = game.board()
            for move in game.mainline_moves():
                total += len([board.san(legal) for legal in board.legal_moves])
                board.push(move)
        return total

    def moves_ours():
        total = 0
        for record, end in ours:
            position = record.start()
            for move in end.played_codes:
                total += len(position.moves())
                position = position.play(move)
        return total

    slow, theirs = timed(read_theirs)
    fast, ours = timed(read_ours)
    print(f"{len(ours)} games read and replayed: {slow:.2f} s by python-chess, {fast:.2f} s here, {slow / fast:.1f} times faster")
    # A game that is over by repetition or fifty moves has no legal moves here, and goes on there.
    kept = [not goes_on_after_its_end(end) for _, end in ours]
    theirs = [game for game, keep in zip(theirs, kept) if keep]
    ours = [pair for pair, keep in zip(ours, kept) if keep]
    slow, expected = timed(moves_theirs)
    fast, found = timed(moves_ours)
    assert expected == found, (expected, found)
    print(f"{found} legal moves with their SAN: {slow:.2f} s, {fast:.2f} s here, {slow / fast:.1f} times faster")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
