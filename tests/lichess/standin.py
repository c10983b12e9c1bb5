"""A stand-in for the part of Lichess's interface for bots that lichess-bot needs: on the loopback address, one game after another.

It challenges whoever listens to its events, plays random moves, and judges by the rules of chess: an illegal move or a flag that falls
is an error. `python standin.py --port 0 --games 2` prints the port and, at the end, a line for each game. It ends with 0 if all games came
to an end by the rules. Needs the package `chess`, which lichess-bot brings. The paths and fields are those of https://lichess.org/api.
"""

import argparse
import json
import queue
import random
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import chess

BOT, OTHER = "kiebitz-bot", "stand-in"
BASE, INCREMENT = 20_000, 200


class Game:
    """A game between the bot and chance."""

    def __init__(self, number: int) -> None:
        self.id = f"game{number:04d}"
        self.variant = "chess960" if number % 2 == 1 else "standard"
        self.start = chess.Board.from_chess960_pos(random.randrange(960)) if number % 2 == 1 else chess.Board()
        self.board = self.start.copy()
        self.bot = chess.WHITE if number % 4 < 2 else chess.BLACK
        self.clock = {chess.WHITE: BASE, chess.BLACK: BASE}
        self.since = time.monotonic()
        self.status, self.winner = "started", None
        self.lines: queue.Queue[dict | None] = queue.Queue()
        self.trouble: str | None = None

    def state(self) -> dict:
        told = {"type": "gameState", "moves": " ".join(self.board.uci(move, chess960=self.variant == "chess960") for move in self.played()),
                "wtime": self.clock[chess.WHITE], "btime": self.clock[chess.BLACK], "winc": INCREMENT, "binc": INCREMENT,
                "wdraw": False, "bdraw": False, "status": self.status}
        return told | ({"winner": self.winner} if self.winner else {})

    def played(self) -> list[chess.Move]:
        return list(self.board.move_stack)

    def full(self) -> dict:
        players = [{"id": name, "name": name, "title": "BOT" if name == BOT else None, "rating": 1500}
                   for name in ((BOT, OTHER) if self.bot == chess.WHITE else (OTHER, BOT))]
        fen = self.start.fen() if self.variant == "chess960" else "startpos"
        return {"type": "gameFull", "id": self.id, "rated": False, "speed": "bullet", "perf": {"name": "Bullet"}, "createdAt": 0,
                "variant": {"key": self.variant, "name": self.variant.title(), "short": self.variant[:3]},
                "clock": {"initial": BASE, "increment": INCREMENT}, "white": players[0], "black": players[1],
                "initialFen": fen, "state": self.state()}

    def move(self, text: str, by_bot: bool) -> bool:
        """Plays a move; whether it was right."""
        now = time.monotonic()
        side = self.board.turn
        try:
            if by_bot != (side == self.bot) or self.status != "started":
                raise ValueError("it is not its turn")
            move = self.board.parse_uci(text)
        except ValueError as error:
            self.trouble = f"{text} in {self.board.fen()}: {error}"
            return False
        if by_bot:
            spent = int((now - self.since) * 1000) if len(self.board.move_stack) > 1 else 0
            self.clock[side] += INCREMENT - spent
            if self.clock[side] <= 0:
                self.status, self.winner, self.trouble = "outoftime", name(not side), "the bot lost on time"
        self.board.push(move)
        self.since = time.monotonic()
        outcome = self.board.outcome(claim_draw=True)
        if self.status == "started" and outcome:
            self.status = {chess.Termination.CHECKMATE: "mate", chess.Termination.STALEMATE: "stalemate"}.get(outcome.termination, "draw")
            self.winner = None if outcome.winner is None else name(outcome.winner)
        self.lines.put(self.state())
        return True

    def answer(self) -> None:
        """The other side's move, if it has the move."""
        if self.status == "started" and self.board.turn != self.bot:
            move = random.choice(list(self.board.legal_moves))
            self.move(self.board.uci(move), by_bot=False)


def name(side: chess.Color) -> str:
    return "white" if side == chess.WHITE else "black"


class Lichess:
    """What the handlers share."""

    def __init__(self, games: int) -> None:
        self.games = [Game(number) for number in range(games)]
        self.events: queue.Queue[dict] = queue.Queue()
        self.next = 0
        self.finished = threading.Event()

    def challenge(self) -> None:
        if self.next == len(self.games):
            self.finished.set()
            return
        game = self.games[self.next]
        self.next += 1
        user = {"id": OTHER, "name": OTHER, "title": None, "rating": 1500}
        self.events.put({"type": "challenge", "challenge": {
            "id": game.id, "status": "created", "challenger": user, "destUser": {"id": BOT, "name": BOT, "title": "BOT", "rating": 1500},
            "variant": {"key": game.variant}, "rated": False, "speed": "bullet", "perf": {"name": "Bullet"},
            "timeControl": {"type": "clock", "limit": BASE // 1000, "increment": 0}, "color": "black" if game.bot else "white",
            "initialFen": game.full()["initialFen"]}})

    def find(self, id: str) -> Game:
        return next(game for game in self.games if game.id == id)

    def over(self, game: Game) -> None:
        self.events.put({"type": "gameFinish", "game": {"gameId": game.id, "id": game.id}})
        game.lines.put(None)
        result = game.winner or "nobody"
        print(f"{game.id}: {game.variant}, the bot had {name(game.bot)}, {len(game.played())} plies, {game.status}, won by {result}", flush=True)
        self.challenge()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    lichess: Lichess

    def log_message(self, *_: object) -> None:
        pass

    def reply(self, answer: object, status: int = 200) -> None:
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, lines: "queue.Queue") -> None:
        """Lines as they come; an empty one every few seconds, as Lichess does it."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        # In chunks, as Lichess sends it: a client reads a chunk at once, and waits for more of anything else.
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while True:
            try:
                line = lines.get(timeout=3)
            except queue.Empty:
                line = {}
            text = b"" if line is None else (json.dumps(line) if line else "").encode() + b"\n"
            try:
                self.wfile.write(f"{len(text):x}\r\n".encode() + text + b"\r\n")
                self.wfile.flush()
            except OSError:
                self.close_connection = True
                break
            if line is None:
                break

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path == "/api/account":
            self.reply({"id": BOT, "username": BOT, "title": "BOT", "perfs": {}, "createdAt": 0})
        elif path == "/api/account/playing":
            self.reply({"nowPlaying": []})
        elif path == "/api/stream/event":
            if self.lichess.next == 0:
                self.lichess.challenge()
            self.stream(self.lichess.events)
        elif found := re.fullmatch(r"/api/bot/game/stream/(\w+)", path):
            game = self.lichess.find(found[1])
            game.lines.queue.clear()
            game.lines.put(game.full())
            threading.Thread(target=game.answer, daemon=True).start()
            self.stream(game.lines)
        elif path.startswith("/api/user/"):
            self.reply({"id": OTHER, "username": OTHER, "perfs": {}})
        elif path == "/api/users/status":
            self.reply([{"id": BOT, "online": True}])
        else:
            self.reply({"error": f"the stand-in does not know {path}"}, 404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        path = self.path.split("?")[0]
        if path == "/api/token/test":
            self.reply({body: {"scopes": "bot:play", "userId": BOT, "expires": None}})
        elif found := re.fullmatch(r"/api/challenge/(\w+)/accept", path):
            game = self.lichess.find(found[1])
            self.reply({"ok": True})
            self.lichess.events.put({"type": "gameStart", "game": {
                "gameId": game.id, "id": game.id, "fullId": game.id, "color": name(game.bot), "speed": "bullet", "source": "friend",
                "opponent": {"id": OTHER, "username": OTHER, "rating": 1500}, "compat": {"bot": True, "board": False}}})
        elif found := re.fullmatch(r"/api/challenge/(\w+)/decline", path):
            self.lichess.find(found[1]).trouble = f"the challenge was declined: {body}"
            self.reply({"ok": True})
            self.lichess.challenge()
        elif found := re.fullmatch(r"/api/bot/game/(\w+)/move/(\w+)", path):
            game = self.lichess.find(found[1])
            right = game.move(found[2], by_bot=True)
            self.reply({"ok": True} if right else {"error": game.trouble}, 200 if right else 400)
            game.answer()
            if game.status != "started" or not right:
                self.lichess.over(game)
        elif re.fullmatch(r"/api/bot/game/\w+/(chat|abort|resign|takeback/\w+)", path):
            self.reply({"ok": True})
        else:
            self.reply({"error": f"the stand-in does not know {path}"}, 404)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--games", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=int, default=300, help="how long all games may take")
    wanted = options.parse_args()
    random.seed(wanted.seed)
    Handler.lichess = Lichess(wanted.games)
    server = ThreadingHTTPServer(("127.0.0.1", wanted.port), Handler)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    in_time = Handler.lichess.finished.wait(wanted.seconds)
    wrong = [f"{game.id}: {game.trouble or 'not finished: ' + game.status}" for game in Handler.lichess.games
             if game.trouble or game.status not in ("mate", "stalemate", "draw")]
    time.sleep(1)
    if not in_time:
        wrong.append(f"the games were not over after {wanted.seconds} seconds")
    print("\n".join(wrong) if wrong else "all games were played by the rules", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
