// A game that is being played: the server's state of it, kept current over the socket, and what the reader may do with it.
import { api, Refusal } from '../api';
import { announcer } from '../announcer.svelte';
import { language, t } from '../i18n/language.svelte';
import { playerName, sideName } from '../names';
import { localized } from '../notation';
import { refusalText } from '../refusals';
import { outcomeText } from '../result';
import { scoreText } from '../scores';
import { connection } from '../socket.svelte';
import { sound } from '../sounds';
import { opposite, type Hint, type LiveGame, type Move, type Say, type Side, type Thinking, type View } from '../wire';

/** A reply is not shown sooner than this after a person's move: who has just put a piece down must be able to see the answer come. */
const PACE = 500;

export class Live {
  game = $state.raw<LiveGame | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** Why the hint is good; empty while it is looked for. */
  why = $state.raw<string[] | null>(null);
  /** Something to be told that is no error: a draw that was declined, a capture that is obligatory. */
  note = $state.raw<string | null>(null);
  /** The position at the beginning. */
  first = $state.raw<View | null>(null);
  problem = $state.raw<Refusal | null>(null);
  /** When the state arrived: clocks run on from here. */
  arrived = $state(0);
  /** The ply that is looked at, if it is not the last. */
  looked = $state<number | null>(null);

  #views = new Map<number, View>();
  #past = $state.raw<View | null>(null);
  #ends: (() => void)[] = [];
  #id = '';
  /** After a lost connection the server may have begun to count its states anew: the next one counts, whatever its number. */
  #anew = false;
  /** When a person's move was shown. */
  #moved = 0;

  /** The position on the board: the last one, or the one looked at. */
  get view(): View | null {
    return this.looked === null ? (this.game?.view ?? null) : (this.#past ?? this.game?.view ?? null);
  }

  get humans(): Side[] {
    const game = this.game;
    return game ? (['first', 'second'] as const).filter((side) => game.players[side].kind === 'human') : [];
  }

  /** The side for which moves are entered here. */
  get side(): Side | 'both' | null {
    if (!this.game || this.game.state !== 'running' || this.looked !== null) return null;
    const humans = this.humans;
    return humans.length === 2 ? 'both' : (humans[0] ?? null);
  }

  /** Opens a game; one that was begun here is known already. */
  open(id: string, begun?: LiveGame) {
    this.close();
    this.#id = id;
    if (begun?.id === id) this.#take(begun);
    this.#ends = [connection.listen((said) => this.#hear(said)), connection.onBack(() => this.#back())];
    connection.keep('game', { do: 'watch', game: id });
    void this.#load();
  }

  close() {
    this.#ends.forEach((end) => end());
    this.#ends = [];
    if (this.#id) connection.drop('game', { do: 'unwatch', game: this.#id });
    this.#id = '';
    this.#views.clear();
    [this.game, this.thinking, this.hint, this.problem, this.looked] = [null, null, null, null, null];
    [this.first, this.note, this.why] = [null, null, null];
  }

  #back() {
    this.#anew = true;
    if (this.problem?.code === 'unreachable') this.problem = null;
    void this.#load();
  }

  async #load() {
    const id = this.#id;
    try {
      const game = await api.game(id);
      if (id !== this.#id) return;
      this.#take(game);
      if (!this.first) {
        const { view } = await api.position(game.game, game.start, []);
        if (id === this.#id) this.first = view;
      }
    } catch (problem) {
      // While the server is away the connection says so; only a game that does not exist is worth a word here.
      if (id === this.#id && problem instanceof Refusal && problem.code !== 'unreachable') this.problem = problem;
    }
  }

  #hear(said: Say) {
    if (said.is === 'game' && said.id === this.#id) {
      const rest = this.#rest(said);
      if (rest <= 0) this.#take(said);
      else setTimeout(() => said.id === this.#id && this.#take(said), rest);
    }
    if (said.is === 'thinking' && said.game === this.#id) this.thinking = said.thinking;
  }

  /** How long a state waits: the reply of a program that was faster than the eye. Not where a clock runs, and not where nothing glides. */
  #rest(game: LiveGame): number {
    const last = game.moves[game.moves.length - 1];
    const known = this.game?.moves.length ?? 0;
    if (!last || game.clock || game.moves.length !== known + 1 || game.players[last.side].kind === 'human') return 0;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
    return this.#moved + PACE - performance.now();
  }

  #take(game: LiveGame) {
    const before = this.game;
    if (before && !this.#anew && game.version <= before.version) return;
    this.#anew = false;
    // The same position stays the same object: what is begun on the board goes on when only a clock or an offer has changed.
    const same = before?.moves.length === game.moves.length && before.view.key === game.view.key;
    this.game = same ? { ...game, view: before.view } : game;
    this.arrived = performance.now();
    this.thinking = game.thinking;
    if (before && game.moves.length < before.moves.length) this.#views.clear();
    if (!before || game.moves.length !== before.moves.length) {
      const last = game.moves[game.moves.length - 1];
      if (last && game.players[last.side].kind === 'human') this.#moved = performance.now();
      [this.hint, this.why, this.problem, this.note] = [null, null, null, null];
      if (this.looked !== null && before && game.moves.length > before.moves.length) this.look(null);
      else if (this.looked !== null && this.looked > game.moves.length) this.look(null);
    }
    if (before) this.#tell(before, game);
  }

  // What has happened, for the ear.
  #tell(before: LiveGame, game: LiveGame) {
    const move = game.moves[game.moves.length - 1];
    const told: string[] = [];
    if (game.moves.length > before.moves.length && move) {
      told.push(t('announce.move', { side: sideName(game.view, move.side), move: localized(move.text, game.game) }));
      const men = (view: View) => view.board.cells.filter((cell) => cell.piece).length;
      sound(game.view.check.length > 0 ? 'check' : men(game.view) < men(before.view) ? 'capture' : 'move');
    }
    if (game.end && !before.end) {
      told.push(outcomeText(game.end, game.view, game.players));
      sound('end');
    }
    if (game.draw_offer && game.draw_offer !== before.draw_offer) {
      told.push(t('play.drawOffered', { side: sideName(game.view, game.draw_offer) }));
    }
    if (told.length > 0) announcer.say(told.join('. '));
  }

  async #try(action: () => Promise<LiveGame>): Promise<boolean> {
    try {
      [this.problem, this.note] = [null, null];
      const game = await action();
      if (game.id === this.#id) this.#take(game);
      return true;
    } catch (problem) {
      this.problem = problem instanceof Refusal ? problem : new Refusal('fault', String(problem));
      announcer.say(refusalText(this.problem));
      return false;
    }
  }

  /** Bound to this game, so that a board can be given it as it is. */
  play = (move: Pick<Move, 'code'>): Promise<boolean> => {
    const game = this.game;
    if (!game) return Promise.resolve(false);
    return this.#try(() => api.move(game.id, move.code, game.moves.length));
  };

  /** Tries a text as it was typed; the server says what is wrong with it. */
  type(text: string): Promise<boolean> {
    return this.play({ code: text });
  }

  /** Asks why a piece cannot go there, by trying it. Chess joins the names of the squares, draughts puts a hyphen between. */
  explain(from: string, to: string) {
    void this.play({ code: /^\d/.test(from) ? `${from}-${to}` : from + to });
  }

  do(action: 'resign' | 'draw' | 'takeback' | 'pause' | 'resume'): Promise<boolean> {
    const game = this.game;
    if (!game) return Promise.resolve(false);
    const humans = this.humans;
    // Two people at one board: the side to move speaks, and an offer is answered by the other.
    const side =
      humans.length === 1 ? humans[0] : action === 'draw' && game.draw_offer ? opposite(game.draw_offer) : undefined;
    const done = this.#try(() => api.act(game.id, action, side && humans.includes(side) ? { side } : {}));
    if (action === 'draw' && humans.length === 1) void done.then((heard) => heard && this.#declined(humans[0]));
    return done;
  }

  // A program answers an offer at once: if the game goes on and no offer stands, it has declined.
  #declined(side: Side) {
    const game = this.game;
    if (!game || game.state !== 'running' || game.draw_offer) return;
    const name = playerName(game.players[opposite(side)]);
    const score = game.moves.findLast((move) => move.side !== side)?.score;
    if (!score) this.note = t('play.declinedEarly', { name });
    else {
      const chance = side === 'first' ? 1 - score.chance : score.chance;
      this.note = t(chance > 0.55 ? 'play.declinedAhead' : 'play.declined', { name, score: scoreText(score) });
    }
    announcer.say(this.note);
  }

  async ask(): Promise<void> {
    const game = this.game;
    if (!game) return;
    try {
      const hint = await api.hint(game.id);
      if (this.game?.moves.length === game.moves.length) {
        this.hint = hint;
        announcer.say(t('play.hint', { move: localized(hint.move, game.game) }));
      }
    } catch (problem) {
      this.problem = problem as Refusal;
    }
  }

  /** Asks why the hint is good. */
  async askWhy(): Promise<void> {
    const [game, hint] = [this.game, this.hint];
    if (!game || !hint) return;
    this.why = [];
    try {
      const moves = game.moves.map((move) => move.code);
      const what = { game: game.game, position: game.start, moves, move: hint.code, language: language.current };
      const found = await api.explain(what, new AbortController().signal);
      if (this.hint === hint) this.why = found.sentences.slice(0, 3).map((sentence) => sentence.lead);
      if (this.why) announcer.say(this.why.join(' '));
    } catch (problem) {
      this.problem = problem as Refusal;
    }
  }

  /** Looks at an earlier position; null goes back to the last. */
  async look(ply: number | null) {
    const game = this.game;
    if (!game) return;
    if (ply === null || ply >= game.moves.length) {
      this.looked = null;
      this.#past = null;
      return;
    }
    const wanted = Math.max(0, ply);
    const known = this.#views.get(wanted);
    this.looked = wanted;
    if (known) {
      this.#past = known;
      return;
    }
    const codes = game.moves.slice(0, wanted).map((move) => move.code);
    const { view } = await api.position(game.game, game.start, codes);
    this.#views.set(wanted, view);
    if (this.looked === wanted) this.#past = view;
  }
}
