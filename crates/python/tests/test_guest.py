"""Games written in Python."""

import pickle
import threading

import pytest
from conftest import TicTacToe

import kiebitz as kb


def test_every_technique_gives_the_same_value_with_fewer_nodes():
    game = TicTacToe()
    found = {one: kb.search(game, depth=9, techniques=one) for one in (
        "minimax", "minimax+alpha-beta", "minimax+alpha-beta+transposition-table", "all")}
    nodes = [one.nodes for one in found.values()]
    assert nodes[0] == 549946 and nodes == sorted(nodes, reverse=True)
    assert {one.score for one in found.values()} == {0}


def test_it_is_like_any_other_game():
    game = TicTacToe()
    game.check()
    p = kb.position(game)
    assert p.moves() == list("123456789") and p.turn == "X" and p.state == "." * 9
    q = p.play(5).play("1")
    assert q.state == "O...X...." and q.parent.state == "....X...." and str(q) and "<svg" in q._repr_svg_()
    assert pickle.loads(pickle.dumps(q)).state == q.state
    with pytest.raises(kb.IllegalMove, match="there are 2, 3"):
        q.play("5")
    assert kb.solve(game).size["tree_nodes"] == 549946
    assert kb.perft(game, 3) == 504
    assert kb.search(game, player="mcts", nodes=100).best
    assert len(kb.record(game, depth=2)) > 10
    assert kb.match(game, "kiebitz:depth=9", "random", games=4, random_plies=0).run().status["losses"] == 0
    assert game.at("XX.OO....").play("3").outcome == 1.0


class Misere(TicTacToe):
    """Whoever makes a row has lost: the game ends with a win for the side that would be to move."""

    def outcome(self, state):
        outcome = super().outcome(state)
        return None if outcome is None else -outcome


def test_who_loses_by_a_move_of_ones_own_is_solved():
    game = Misere()
    game.check()
    values = {move: kb.solve(kb.position(game).play(move)).exact for move in "123456789"}
    # X keeps the draw in the middle only (by minimax).
    assert values == {move: 0 if move == "5" else values["1"] for move in "123456789"} and values["1"] != 0
    for move in "125":
        found = kb.search(kb.position(game).play(move), depth=8, techniques="minimax+alpha-beta")
        assert (found.score > 0) - (found.score < 0) == values[move]


class Broken(TicTacToe):
    def moves(self, state):
        if state.count(".") == 6:
            raise LookupError(f"no moves at {state}")
        return super().moves(state)


def test_an_exception_arrives_as_itself():
    game = Broken()
    with pytest.raises(LookupError, match="no moves at"):
        kb.search(game, depth=9)
    with pytest.raises(LookupError):
        game.at("XOX......").moves()
    assert len(kb.position(game).moves()) == 9, "the next question is answered"


@pytest.mark.parametrize("method, wrong, hint", [
    ("turn", lambda self, s: 7, "turn"),
    ("outcome", lambda self, s: "won", "outcome"),
    ("moves", lambda self, s: 3, "int"),
    ("moves", lambda self, s: [[1]], "unhashable"),
    ("play", lambda self, s, m: 5, "int"),
])
def test_wrong_answers_are_told(method, wrong, hint):
    game = type("Wrong", (TicTacToe,), {method: wrong})()
    with pytest.raises((ValueError, TypeError, AttributeError), match=hint):
        kb.search(game, depth=3)


def test_what_is_missing_is_named():
    with pytest.raises(NotImplementedError, match="start"):
        kb.search(kb.Game(), depth=1)


class Unfaithful(TicTacToe):
    """Says that positions are equal that are not."""

    def key(self, state):
        return state.count(".")


def test_the_check_names_the_broken_law():
    with pytest.raises(kb.Refused):
        type("Twice", (TicTacToe,), {"moves": lambda self, s: TicTacToe.moves(self, s) * 2})().check()


def test_two_threads_ask_the_same_rules():
    game = TicTacToe()
    p = kb.position(game)
    found = []
    threads = [threading.Thread(target=lambda: found.append(kb.search(p, depth=6).score)) for _ in range(4)]
    for one in threads:
        one.start()
    for _ in range(200):
        assert len(p.moves()) == 9
    for one in threads:
        one.join(timeout=120)
    assert found == [0] * 4


def test_the_functions_of_a_course():
    game = TicTacToe()
    def next_states(state, player):
        return [state[:i] + player + state[i + 1:] for i in range(9) if state[i] == "."]
    old = kb.from_functions("." * 9, next_states, game.outcome)
    assert kb.search(old, depth=9, techniques="minimax").nodes == 549946
    judged = kb.from_functions("." * 9, next_states, game.outcome, lambda state: state[4] == "X")
    assert kb.search(judged, depth=1).best == "....X...."


def test_an_evaluation_in_python():
    game = kb.with_evaluation(kb.position("connect-four"), lambda p: 1.0 if p.played[:1] == ["2"] else 0.0)
    assert kb.search(game, depth=1).best == "2"


def test_a_student_is_graded():
    def alpha_beta(game, state, alpha, beta):
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome
        best = -2 if game.turn(state) == 0 else 2
        for move in game.moves(state):
            value = alpha_beta(game, game.play(state, move), alpha, beta)
            if game.turn(state) == 0:
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            if alpha >= beta:
                break
        return best

    game = TicTacToe()
    good = kb.grade(alpha_beta, game, positions=20)
    assert good.correct and 0 < good.nodes < good.reference_nodes == 549946
    bad = kb.grade(lambda game, state, alpha, beta: 1, game, positions=20)
    assert not bad.correct and bad.said == 1 and "instead of" in str(bad)


def test_functions_play_each_other():
    def edge(p):
        return sum(1 if move in "17" else 0 for move in p.played[::2]) - sum(1 if move in "17" else 0 for move in p.played[1::2])

    def middle(p):
        return sum(1 if move == "4" else 0 for move in p.played[::2]) - sum(1 if move == "4" else 0 for move in p.played[1::2])

    players = kb.player(depth=1, eval=edge), kb.player(depth=1, eval=middle)
    match = kb.match("connect-four", *players, games=4, random_plies=0).run()
    assert match.table.columns()["player"] == ["kiebitz:eval=edge,depth=1", "kiebitz:eval=middle,depth=1"]
    for game in match.games:
        record, = kb.loads(game["pgn"], game="connect-four")
        # Whoever is at the edge plays there as long as there is room.
        own = record.moves[game["first"] != "kiebitz:eval=edge,depth=1"::2]
        assert set(own[:3]) <= {"1", "7"}
    # Beside the engine's own judgement, and two functions of one name.
    match = kb.match("connect-four", kb.player(depth=3, eval=lambda p: 0), kb.player(depth=3, eval=lambda p: p.points()), "kiebitz:depth=3",
                     games=4, seed=3).run()
    assert match.table.columns()["player"] == ["kiebitz:eval=function,depth=3", "kiebitz:eval=function-2,depth=3", "kiebitz:depth=3"]
    # The function is the engine's judgement and nothing else: both play the same.
    match = kb.match("connect-four", kb.player(depth=3, eval=lambda p: p.points()), "kiebitz:depth=3", games=6).run()
    assert match.table.columns()["points"] == [3, 3]
    with pytest.raises(kb.Refused, match="leave on= away"):
        kb.match("connect-four", *players, games=2, on=kb.Local(1))
    with pytest.raises(kb.Refused, match="evaluator 'nobody'"):
        kb.match("connect-four", players[0], "kiebitz:depth=1,eval=nobody", games=2)
    with pytest.raises(ZeroDivisionError):
        kb.match("connect-four", kb.player(depth=2, eval=lambda p: 1 / 0), "random", games=2).run()


def test_a_player_is_one_everywhere():
    where = kb.position("connect-four")
    second = kb.player("kiebitz", depth=1, eval=lambda p: p.played[:1] == ["2"])
    assert kb.search(where, player=second).best == "2"
    assert str(kb.player("kiebitz:level=3", threads=2)) == "kiebitz:level=3,threads=2"
    board = kb.Board(where, against=second, side=1)
    assert board.position.played == ["2"]
    with pytest.raises(kb.Refused):
        kb.player("kiebitz", colour="red")


def test_several_evaluations_have_names():
    where = kb.position("connect-four")
    game = kb.with_evaluation(where, {"two": lambda p: p.played[:1] == ["2"], "six": lambda p: p.played[:1] == ["6"]})
    assert [kb.search(game, depth=1, **asked).best for asked in ({}, {"eval": "two"}, {"eval": "six"})] == ["2", "2", "6"]
    assert kb.position(game).evaluators[:2] == ["two", "six"]
    assert kb.search(game, depth=4, techniques="minimax", eval=where.evaluators[0]).nodes == kb.search(where, depth=4, techniques="minimax").nodes


def test_levels_play_games_that_are_written_in_python():
    assert kb.search(TicTacToe(), level=3).best
    assert kb.match(TicTacToe(), "kiebitz:level=3", "random", games=2).run().status["games"] == 2
    # Against a function they judge as they do elsewhere; and with one, by it.
    match = kb.match("connect-four", kb.player(nodes=30, eval=lambda p: 0), "kiebitz:level=1", games=2).run()
    assert match.table.columns()["player"] == ["kiebitz:eval=function,nodes=30", "kiebitz:level=1"]
    seen = []
    kb.search("connect-four", level=8, nodes=20, eval=lambda p: seen.append(p) or 0)
    assert seen
