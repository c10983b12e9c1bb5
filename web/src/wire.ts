// What travels between server and page. The server's side of the same contract is crates/server/src/wire/; nothing here
// knows a rule of a game: positions arrive with their moves, and a move with the cells one clicks to make it.

/** Who moves first from the start position, and the other. */
export type Side = 'first' | 'second';

/** The other of the two sides. */
export const opposite = (side: Side): Side => (side === 'first' ? 'second' : 'first');

export interface Piece {
  side: Side;
  letter: string;
  /** Its name as a code: pawn, man, king, disc, stone, cross. */
  name: string;
}

export interface Cell {
  /** What players call it; empty for cells that nobody names. */
  name: string;
  shade: 'light' | 'dark' | 'point' | 'plain';
  piece: Piece | null;
}

/** The cells from the top left, row by row. */
export interface BoardView {
  style: 'squares' | 'discs' | 'columns' | 'points';
  /** How the pieces are drawn. */
  pieces: 'letters' | 'chessmen' | 'counters' | 'discs' | 'chips' | 'marks' | 'stones';
  columns: string[];
  rows: string[];
  cells: Cell[];
}

export interface Move {
  /** As people write it. */
  text: string;
  /** As programs write it. */
  code: string;
  /** What is clicked, in order; empty for a pass. */
  cells: number[];
  /** Other ways of clicking the same move, such as the king onto the rook. */
  also?: number[][];
  /** Tells moves with the same cells apart: the piece a pawn turns into. */
  choice: string | null;
}

export interface Opening {
  eco: string;
  name: string;
  name_de: string;
}

export interface End {
  winner: Side | null;
  /** As a code: checkmate, time, more-discs. */
  reason: string;
}

/** A position as the page shows it. */
export interface View {
  game: string;
  position: string;
  key: string;
  ply: number;
  turn: Side;
  /** What the sides are called, as codes: white, black, x, o. */
  sides: Record<Side, string>;
  /** The colors of their pieces: white, black, red, yellow. */
  colors: Record<Side, string>;
  board: BoardView;
  moves: Move[];
  last: number[];
  check: number[];
  opening: Opening | null;
  /** What each side has, where the game is decided by counting. */
  score: Record<Side, number> | null;
  end: End | null;
}

/** A value, always from the first player's view. Either `cp` or `mate` is there. */
export interface Score {
  cp?: number;
  mate?: number;
  text: string;
  /** The share of the points that the first player may expect, 0 to 1. */
  chance: number;
}

/** Who plays; the same settings as on the command line, where they are `kiebitz:level=3`. */
export interface Player {
  kind: 'human' | 'kiebitz' | 'mcts' | 'random' | 'uci' | 'gtp' | 'hub' | 'engine';
  name?: string | null;
  level?: number | null;
  elo?: number | null;
  techniques?: string | null;
  depth?: number | null;
  nodes?: number | null;
}

export interface ClockState {
  base_s: number;
  inc_s: number;
  first_ms: number;
  second_ms: number;
  running: Side | null;
}

export interface PlayedMove {
  text: string;
  code: string;
  side: Side;
  score?: Score;
  depth?: number;
  clock_ms?: number;
  think_ms?: number;
}

/** What a program has found so far. */
export interface Thinking {
  side: Side;
  depth: number;
  nodes: number;
  nps: number;
  score: Score;
  pv: string[];
}

export interface LiveGame {
  id: string;
  /** Of two states the one with the greater number is the newer. */
  version: number;
  game: string;
  players: Record<Side, Player>;
  clock: ClockState | null;
  start: string;
  moves: PlayedMove[];
  view: View;
  state: 'running' | 'paused' | 'over';
  end: End | null;
  draw_offer: Side | null;
  thinking: Thinking | null;
  created: number;
}

export interface NewGameRequest {
  game: string;
  position?: string;
  moves?: string[];
  first: Player;
  second: Player;
  clock: { base_s: number; inc_s: number } | null;
  client: string;
}

export interface GameSummary {
  id: string;
  game: string;
  players: Record<Side, Player>;
  state: LiveGame['state'];
  end: End | null;
  plies: number;
  created: number;
  updated: number;
}

export interface Hint {
  move: string;
  code: string;
  cells: number[];
  score: Score;
  depth: number;
  pv: string[];
}

export interface PositionAnswer {
  view: View;
  /** The positions before the first move and after each, if they were asked for. */
  views?: View[];
  start: string;
  line: { text: string; code: string; side: Side; cells: number[]; position: string; key: string }[];
}

export interface ImportedNode {
  parent: number | null;
  text: string;
  code: string;
  nags?: number[];
  comment?: string;
  arrows?: { color: string; from: number; to: number }[];
  eval?: string;
  clock?: string;
}

export interface ImportedGame {
  number: number;
  game: string;
  tags: { name: string; value: string }[];
  start: string;
  result: string;
  comment: string | null;
  nodes: ImportedNode[];
}

export interface Imported {
  games: ImportedGame[];
  errors: { game: number; line: number; message: string }[];
}

export interface ExplorerAnswer {
  book: { move: string; code: string; weight: number }[];
  history: {
    move: string;
    code: string;
    games: number;
    first: number;
    draws: number;
    second: number;
    rating: number | null;
  }[];
  opening: Opening | null;
}

export interface TableValue {
  winner: Side | null;
  /** Plies to mate. */
  dtm: number | null;
}

export interface EndgameAnswer {
  value: TableValue | null;
  moves: { move: string; code: string; value: TableValue }[];
}

/** A parameter of a game: one of some values, or a number. */
export type Parameter = {
  name: string;
  /** Absent if it depends on the other parameters. */
  default: string | null;
  note: string;
} & (
  | { kind: 'choice'; choices: { value: string; meaning: string }[] }
  | { kind: 'range'; min: number; max: number; step: number }
);

export interface GameEntry {
  name: string;
  description: string;
  parameters: Parameter[];
  evaluators: string[];
  position_example: string;
  has_openings: boolean;
  has_endgames: boolean;
  /** Was the strength of the levels measured in it? */
  rated: boolean;
  prefers_mcts: boolean;
  /** The letters that stand for pieces in moves; each language has its own. */
  piece_letters: string;
  /** Are positions FEN, whose last word is the number of the move? */
  fen: boolean;
  record: 'PGN' | 'PDN' | 'SGF';
  /** The protocol of its programs. */
  protocol: 'uci' | 'hub' | 'gtp' | null;
}

export interface LevelEntry {
  level: number;
  name: string | null;
  elo: number | null;
  error: number | null;
  nodes: number | null;
  playouts: number | null;
  noise: number;
  games: Tally | null;
}

/** Games on the ladder. */
export interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

export interface NamedPlayer {
  name: string;
  player: Player;
  elo: number | null;
  error: number | null;
  games: Tally | null;
}

export interface Registry {
  version: string;
  games: GameEntry[];
  techniques: string[];
  levels: LevelEntry[];
  players: NamedPlayer[];
  elo: [number, number];
  engines: string[];
  limits: {
    lines: number;
    threads: number;
    report_nodes: number;
    analysis_ms: number;
    tree_nodes: number;
    tree_rows: number;
    tree_picture: number;
    tree_file: number;
  };
}

/** One of an analysis's best lines. */
export interface Line {
  score: Score;
  pv: string[];
  codes: string[];
  cells: number[];
}

export interface Lines {
  id: number;
  depth: number;
  nodes: number;
  nps: number;
  time_ms: number;
  lines: Line[];
}

/** What is known of one position of a game; the loss belongs to the move that led to it. */
export interface ReportEntry {
  id: number;
  ply: number;
  of: number;
  score: Score;
  best: string | null;
  best_code: string | null;
  pv: string[];
  loss: number | null;
  mark: 'inaccuracy' | 'mistake' | 'blunder' | null;
}

export interface Problem {
  code: string;
  message: string;
}

/** What a page asks on the socket. */
export type Ask =
  | { do: 'watch'; game: string }
  | { do: 'unwatch'; game?: string }
  | {
      do: 'analyse';
      id: number;
      game: string;
      position?: string;
      moves: string[];
      lines?: number;
      threads?: number;
      threat?: boolean;
    }
  | { do: 'report'; id: number; game: string; position?: string; moves: string[]; nodes_per_move?: number }
  | { do: 'stop'; id: number }
  | { do: 'ping' };

/** What the server says on the socket. */
export type Say =
  | ({ is: 'game' } & LiveGame)
  | { is: 'thinking'; game: string; thinking: Thinking }
  | ({ is: 'lines' } & Lines)
  | ({ is: 'report' } & ReportEntry)
  | { is: 'done'; id: number }
  | { is: 'error'; id?: number; error: Problem }
  | { is: 'pong' };
