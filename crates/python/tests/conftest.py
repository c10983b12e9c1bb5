"""What several tests need."""

import signal

import kiebitz as kb

# Whoever runs the tests in the background may have told them to ignore it, and some are about Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


class TicTacToe(kb.Game):
    """Cells 1 to 9; a state is a text of nine letters."""

    players = ("X", "O")
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def start(self):
        return "." * 9

    def turn(self, state):
        return 9 - state.count(".") & 1

    def moves(self, state):
        return [cell + 1 for cell in range(9) if state[cell] == "."]

    def play(self, state, move):
        return state[: move - 1] + "XO"[self.turn(state)] + state[move:]

    def outcome(self, state):
        for a, b, c in self.lines:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return 1 if state[a] == "X" else -1
        return None if "." in state else 0

    def draw(self, state):
        return [state[row : row + 3] for row in (0, 3, 6)]

    def plies_left(self, state):
        return state.count(".")

    def cells(self, state, move):
        return [move - 1]
