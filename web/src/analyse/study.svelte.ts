// What is being analysed: a tree of moves, the position looked at, the engine's lines, the report on the whole game. Every position
// has an address; what an address cannot hold (variations, comments) the browser keeps for this tab.
import { api, Refusal } from '../api';
import { announcer } from '../announcer.svelte';
import { entryOf } from '../games.svelte';
import { t } from '../i18n/language.svelte';
import { localized, numbering } from '../notation';
import { show } from '../router.svelte';
import { remember, settings } from '../settings.svelte';
import { connection } from '../socket.svelte';
import { sound } from '../sounds';
import { opposite, type Imported, type ImportedGame, type Line, type Lines } from '../wire';
import type { Say, Score, Side, View } from '../wire';
import { deeper, fromReport, type Judged } from './report';
import { listGames, type Listed } from './collection';
import { add, codesTo, empty, fromImport, lineThrough, mainLine, pathTo, promote, remark, remove } from './tree';
import type { Remarks, Tree } from './tree';

const STORED = 'kiebitz.study';

interface Stored {
  game: string;
  start: string;
  tags: ImportedGame['tags'];
  tree: Tree;
  current: number;
  judged: [number, Judged][];
  reported: boolean;
}

/** A position of chess as text: eight rows and whose move it is. */
const POSITION = /^([pnbrqk1-8]{1,8}\/){7}[pnbrqk1-8]{1,8}\s+[wb](\s+\S+){0,4}$/i;

let lastRequest = 0;

/** From so many games on, a file is taken apart here and its games are read one by one. */
const MANY = 60;

const makesSense = (imported: Imported) =>
  imported.errors.length === 0 || imported.games.some((game) => game.nodes.length > 0);

export class Study {
  /** A study that is not `linked` has no address, keeps nothing and lets no engine run: it only looks back on a game. */
  constructor(readonly linked = true) {}

  game = $state('chess');
  start = $state('');
  tags = $state.raw<ImportedGame['tags']>([]);
  tree = $state.raw<Tree>(empty());
  current = $state(0);
  view = $state.raw<View | null>(null);
  imported = $state.raw<Imported | null>(null);
  /** All games of a file that has many of them; only the chosen one is imported. */
  file = $state.raw<Listed[]>([]);
  /** Which of the games is shown. */
  chosen = $state(0);
  lines = $state.raw<Lines | null>(null);
  /** Has the engine stopped by itself? It can be told to go on. */
  stopped = $state(false);
  /** Is what the lines show a threat: the other side to move? */
  threat = $state(false);
  /** What is known of positions, by node: one opinion of each, whoever asked for it, kept as long as the study is open. */
  judged = $state.raw<Map<number, Judged>>(new Map());
  /** Was a report on the whole game asked for? Only then are moves marked. */
  reported = $state(false);
  /** How many positions of the report are done, while it runs. */
  reporting = $state<{ done: number; of: number } | null>(null);
  problem = $state.raw<Refusal | null>(null);
  /** Something to be told that is no error. */
  note = $state.raw<string | null>(null);

  /** What the engine may use at most on this machine. */
  most = $state.raw({ threads: 1, hash: 32 });

  #views = new Map<number, View>();
  #analysis = 0;
  /** The node whose position is analysed. */
  #analysedNode = 0;
  #reportId = 0;
  #reportLine: number[] = [];
  /** Counts the games that were asked for: who clicks fast gets the last. */
  #asked = 0;
  #ends: (() => void)[] = [];

  get line(): number[] {
    return lineThrough(this.tree, this.current);
  }

  /** Who won, by the game's own record or by the rules; none if nobody did, or nobody says. */
  get result(): Side | null {
    const said = this.tags.find((one) => one.name === 'Result')?.value;
    const last = this.judged.get(mainLine(this.tree).at(-1) ?? 0);
    const white: Side = this.view?.sides.first === 'black' ? 'second' : 'first';
    if (said === '1-0') return white;
    if (said === '0-1') return opposite(white);
    return last && last.lines.length === 0 && last.score.mate !== undefined
      ? last.score.chance > 0.5
        ? 'first'
        : 'second'
      : null;
  }

  /** Who made the first move of the study. */
  get begins(): Side {
    if (!this.view) return 'first';
    return this.view.ply % 2 === 0 ? this.view.turn : opposite(this.view.turn);
  }

  /** The move that leads to a node, with its number: "15. Rxh6", "15… gxh6". */
  nameOf(node: number): string {
    const slot = this.tree[node].ply - 1 + (this.begins === 'second' ? 1 : 0);
    const at = numbering(this.game, this.start) + Math.floor(slot / 2);
    return `${at}${slot % 2 === 1 ? '…' : '.'} ${localized(this.tree[node].text, this.game)}`;
  }

  /** The value of the position shown: the engine's now, the report's, or the file's. */
  get score(): Score | null {
    return this.judged.get(this.current)?.score ?? null;
  }

  attach() {
    api.registry().then(
      ({ limits }) => (this.most = { threads: limits.threads, hash: limits.hash_mib }),
      () => undefined,
    );
    this.#ends = [
      connection.listen((said) => this.#hear(said)),
      connection.onBack(() => {
        if (this.problem?.code === 'unreachable') this.problem = null;
      }),
    ];
  }

  detach() {
    this.#ends.forEach((end) => end());
    connection.drop('analysis', { do: 'stop', id: this.#analysis });
    connection.drop('report', { do: 'stop', id: this.#reportId });
    this.lines = null;
    this.reporting = null;
  }

  /** Shows what an address stands for, or what this tab last had where the address says nothing. */
  async open(query: URLSearchParams) {
    // Back and forward in the browser: a position of the tree that is open.
    const there = this.view ? this.#find(query) : null;
    if (there !== null) {
      await this.goto(there);
      return;
    }
    const stored = this.#stored();
    const here = query.toString();
    if (stored && (here === '' || this.#sameLine(stored, query))) {
      [this.game, this.start, this.tags, this.tree] = [stored.game, stored.start, stored.tags, stored.tree];
      [this.judged, this.reported] = [new Map(stored.judged), stored.reported];
      await this.goto(stored.current, false);
      return;
    }
    const game = query.get('game') ?? 'chess';
    const codes = (query.get('moves') ?? '').split(/[,\s]+/).filter(Boolean);
    const ply = Number(query.get('ply') ?? codes.length);
    // Who played, and how it ended, where the address says it.
    const tags = ['White', 'Black', 'Result'].flatMap((name) => {
      const value = query.get(name.toLowerCase());
      return value ? [{ name, value }] : [];
    });
    await this.begin(game, query.get('position') ?? undefined, codes, ply, tags);
    if (query.get('report')) this.beginReport();
  }

  /** The node that an address stands for, if the tree has it. */
  #find(query: URLSearchParams): number | null {
    if (query.get('game') !== this.game || (query.get('position') ?? this.start) !== this.start) return null;
    const codes = (query.get('moves') ?? '').split(/[,\s]+/).filter(Boolean);
    let at = 0;
    for (const code of codes.slice(0, Number(query.get('ply') ?? codes.length))) {
      const next = this.tree[at].children.find((child) => this.tree[child].code === code);
      if (next === undefined) return null;
      at = next;
    }
    return at;
  }

  /** A new study: a game from a position, with moves. */
  async begin(
    game: string,
    position: string | undefined,
    codes: string[],
    ply = codes.length,
    tags: ImportedGame['tags'] = [],
  ) {
    try {
      const answer = await api.position(game, position, codes);
      let tree = empty();
      let at = 0;
      for (const move of answer.line) [tree, at] = add(tree, at, move);
      this.#reset(game, answer.start, tags, tree);
      if (ply >= codes.length) this.#views.set(at, answer.view);
      await this.goto(mainLine(tree)[Math.min(ply, codes.length) - 1] ?? 0, false);
    } catch (problem) {
      this.problem = problem as Refusal;
      if (!this.view) await this.#fallBack();
    }
  }

  // An address that cannot be read is said to be so, beside a board that works.
  async #fallBack() {
    try {
      const answer = await api.position('chess', undefined, []);
      this.#reset('chess', answer.start, [], empty(), true);
      this.#views.set(0, answer.view);
      await this.goto(0, false);
    } catch (problem) {
      this.problem = problem as Refusal;
    }
  }

  /** Reads a text: PGN with any number of games, a position, moves. */
  async read(text: string): Promise<boolean> {
    if (POSITION.test(text.trim())) return this.#readPosition(text.trim());
    const listed = listGames(text);
    const many = listed.length >= MANY ? listed : [];
    try {
      const imported = await this.#import(many[0]?.text ?? text);
      const [error] = imported.errors;
      // Where something is wrong and nothing came of it, not even a name, the text was no game.
      if (!imported.games.some((game) => game.nodes.length > 0 || game.tags.length > 0 || !error)) {
        throw new Refusal('nothing-read', error ? t('import.error', { ...error }) : '');
      }
      [this.imported, this.file, this.problem] = [imported, many, null];
      await this.#show(0, 0);
      return true;
    } catch (problem) {
      this.problem = problem as Refusal;
      return false;
    }
  }

  /** Begins at a position that somebody has set up. */
  async setUp(position: string): Promise<boolean> {
    if (entryOf(this.game)?.fen) return this.#readPosition(position);
    try {
      const { start } = await api.position(this.game, position, []);
      await this.begin(this.game, start, []);
      return true;
    } catch (problem) {
      this.problem = problem as Refusal;
      return false;
    }
  }

  // A position of chess is read as one, so that what is wrong with it is said as such. Castling rights that do not fit are dropped.
  async #readPosition(text: string): Promise<boolean> {
    const game = entryOf(this.game)?.fen ? this.game : 'chess';
    const fields = text.split(/\s+/);
    const plain = [...fields.slice(0, 2), '-', ...fields.slice(3)].join(' ');
    this.note = null;
    for (const position of fields[2] && fields[2] !== '-' ? [text, plain] : [text]) {
      try {
        const { start } = await api.position(game, position, []);
        await this.begin(game, start, []);
        this.note = position === text ? null : t('import.castling');
        return true;
      } catch (problem) {
        this.problem = problem as Refusal;
        if (!/castle/i.test(this.problem.message)) return false;
      }
    }
    return false;
  }

  // A text that does not name its game belongs to the one on the board; if it makes no sense there, perhaps it does in chess.
  async #import(text: string): Promise<Imported> {
    const imported = await api.import(text, this.game);
    if (this.game === 'chess' || makesSense(imported)) return imported;
    const again = await api.import(text);
    return makesSense(again) ? again : imported;
  }

  /** Shows another game of what was read. Of a file with many games it is read now. */
  async choose(index: number) {
    if (this.file.length === 0) return this.#show(index, index);
    const asked = ++this.#asked;
    try {
      const imported = await this.#import(this.file[index].text);
      if (asked !== this.#asked) return;
      this.imported = imported;
      await this.#show(0, index);
    } catch (problem) {
      if (asked === this.#asked) this.problem = problem as Refusal;
    }
  }

  /** Shows a game that was imported; `place` is its place in the list. */
  async #show(index: number, place: number) {
    const game = this.imported?.games[index];
    if (!game) return;
    this.chosen = place;
    this.#reset(game.game, game.start, game.tags, fromImport(game));
    await this.goto(0);
  }

  #reset(game: string, start: string, tags: ImportedGame['tags'], tree: Tree, keepProblem = false) {
    this.stopReport();
    this.#views.clear();
    [this.game, this.start, this.tags, this.tree, this.current] = [game, start, tags, tree, 0];
    [this.judged, this.reported] = [new Map(), false];
    this.lines = null;
    this.threat = false;
    if (!keepProblem) [this.problem, this.note] = [null, null];
  }

  /** Goes to a node. */
  async goto(node: number, audible = true) {
    this.current = node;
    this.threat = false;
    const view = this.#views.get(node) ?? (await this.#fetch(node));
    if (!view || this.current !== node) return;
    const before = this.view;
    this.view = view;
    this.lines = null;
    this.#analyse();
    if (this.linked) show(this.address(node));
    this.#store();
    const move = this.tree[node];
    if (audible && before && move.text) {
      announcer.say(localized(move.text, this.game));
      const men = (one: View) => one.board.cells.filter((cell) => cell.piece).length;
      sound(men(view) < men(before) ? 'capture' : 'move');
    }
    const next = this.tree[node].children[0];
    if (next !== undefined && !this.#views.has(next)) void this.#fetch(next);
  }

  async #fetch(node: number): Promise<View | null> {
    const [game, start, tree] = [this.game, this.start, this.tree];
    try {
      const { view } = await api.position(game, start, codesTo(tree, node));
      if (this.game === game && this.start === start) this.#views.set(node, view);
      return view;
    } catch (problem) {
      this.problem = problem as Refusal;
      return null;
    }
  }

  /** Plays a move from the position shown: along the tree, or as a new variation. */
  async play(move: { text?: string; code: string }): Promise<boolean> {
    const from = this.current;
    let text = move.text ?? this.view?.moves.find((one) => one.code === move.code)?.text;
    if (text === undefined) {
      // Typed, and not among the moves as they are written: the server decides.
      try {
        const answer = await api.position(this.game, this.start, [...codesTo(this.tree, from), move.code]);
        const last = answer.line[answer.line.length - 1];
        [text, move] = [last.text, last];
      } catch (problem) {
        this.problem = problem as Refusal;
        return false;
      }
    }
    const [tree, node] = add(this.tree, from, { text, code: move.code });
    this.tree = tree;
    this.problem = null;
    // The browser's Back takes the move back.
    if (this.linked) history.pushState(null, '', this.address(node));
    await this.goto(node);
    return true;
  }

  /** Plays a line of the engine, from the position shown or from another. */
  async follow(moves: { text: string; code: string }[], from = this.current): Promise<number> {
    let [tree, at] = [this.tree, from];
    for (const move of moves) [tree, at] = add(tree, at, move);
    this.tree = tree;
    await this.goto(at);
    return at;
  }

  async remove(node: number) {
    const parent = this.tree[node].parent;
    if (parent === null) return;
    const inside = pathTo(this.tree, this.current).includes(node);
    this.tree = remove(this.tree, node);
    if (inside) await this.goto(parent);
    else this.#store();
  }

  /** Says something of a move, or of the start. */
  remark(node: number, said: Remarks) {
    this.tree = remark(this.tree, node, said);
    this.#store();
  }

  promote(node: number) {
    this.tree = promote(this.tree, node);
    this.#store();
  }

  /** The address of a node: the line through it, and how far along. */
  address(node: number): string {
    const codes = lineThrough(this.tree, node).map((at) => this.tree[at].code);
    const query = new URLSearchParams({ game: this.game, position: this.start });
    if (codes.length > 0) {
      query.set('moves', codes.join(','));
      query.set('ply', String(this.tree[node].ply));
    }
    return `/analyse?${query}`;
  }

  // The engine.

  toggleEngine() {
    settings.engine = !settings.engine;
    remember();
    this.#analyse();
  }

  toggleThreat() {
    this.threat = !this.threat;
    this.lines = null;
    this.#analyse();
  }

  /** Searches on in the position shown. */
  goOn() {
    this.#analyse();
  }

  setLines(count: number) {
    settings.lines = count;
    remember();
    this.#analyse();
  }

  #analyse() {
    if (!this.linked || !settings.engine || !this.view || this.view.end) {
      connection.drop('analysis', { do: 'stop', id: this.#analysis });
      this.lines = null;
      return;
    }
    this.stopped = false;
    this.#analysedNode = this.current;
    this.#analysis = ++lastRequest;
    connection.keep('analysis', {
      do: 'analyse',
      id: this.#analysis,
      game: this.game,
      position: this.start,
      moves: codesTo(this.tree, this.current),
      lines: settings.lines,
      threads: Math.min(settings.threads, this.most.threads),
      hash: Math.min(settings.hash, this.most.hash),
      limits: settings.engineDepth > 0 ? { depth: settings.engineDepth } : undefined,
      threat: this.threat || undefined,
    });
  }

  // The report on the whole game.

  beginReport() {
    this.#reportLine = [0, ...mainLine(this.tree)];
    this.#reportId = ++lastRequest;
    this.reported = true;
    this.reporting = { done: 0, of: this.#reportLine.length };
    const moves = this.#reportLine.slice(1).map((node) => this.tree[node].code);
    connection.keep('report', { do: 'report', id: this.#reportId, game: this.game, position: this.start, moves });
  }

  stopReport() {
    connection.drop('report', { do: 'stop', id: this.#reportId });
    this.reporting = null;
  }

  #hear(said: Say) {
    if (said.is === 'lines' && said.id === this.#analysis) {
      // The board may be at another position already, whose analysis has not begun.
      if (this.#analysedNode === this.current) this.lines = said;
      if (!this.threat) this.adopt(this.#analysedNode, said);
    } else if (said.is === 'report' && said.id === this.#reportId) {
      const node = this.#reportLine[said.ply];
      if (node === undefined) return;
      this.#learn(node, fromReport(said));
      if (this.reporting) this.reporting = { ...this.reporting, done: said.ply + 1 };
    } else if (said.is === 'done' && said.id === this.#analysis) {
      // What it has found stays; a lost connection need not begin it again.
      connection.drop('analysis');
      this.stopped = settings.engine && !this.view?.end;
    } else if (said.is === 'done' && said.id === this.#reportId) {
      connection.drop('report');
      this.reporting = null;
      this.#store();
    } else if (said.is === 'error' && said.id !== null && [this.#analysis, this.#reportId].includes(said.id)) {
      this.problem = new Refusal(said.error.code, said.error.message);
      if (said.id === this.#reportId) this.stopReport();
      else this.threat = false;
    }
  }

  /** Keeps what a search has said of a position, if it looked further than those before. */
  adopt(node: number, found: { depth: number; lines: Line[] }) {
    const [best] = found.lines;
    if (best) this.#learn(node, { depth: found.depth, score: best.score, lines: found.lines, book: false });
  }

  #learn(node: number, found: Judged) {
    this.judged = new Map(this.judged).set(node, deeper(this.judged.get(node), found));
  }

  // Keeping.

  #store() {
    if (!this.linked) return;
    const judged = [...this.judged];
    const { game, start, tags, tree, current, reported } = this;
    try {
      sessionStorage.setItem(
        STORED,
        JSON.stringify({ game, start, tags, tree, current, judged, reported } satisfies Stored),
      );
    } catch {
      // Too large or not allowed: then the address alone brings the position back.
    }
  }

  #stored(): Stored | null {
    try {
      const stored = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Stored | null;
      return stored?.tree?.[stored.current] ? stored : null;
    } catch {
      return null;
    }
  }

  #sameLine(stored: Stored, query: URLSearchParams): boolean {
    if (stored.game !== query.get('game') || stored.start !== query.get('position')) return false;
    const line = lineThrough(stored.tree, stored.current).map((node) => stored.tree[node].code);
    return (
      line.join(',') === (query.get('moves') ?? '')
      && String(stored.tree[stored.current].ply) === (query.get('ply') ?? '0')
    );
  }
}
