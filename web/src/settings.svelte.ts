// What the reader chose and the browser remembers.
import type { Player } from './wire';

/** The dialog of a new game as it was last confirmed. */
export interface NewGame {
  game: string;
  parameters: Record<string, string>;
  side: 'first' | 'second' | 'random' | 'both' | 'watch';
  opponent: Player;
  other: Player;
  clock: string;
  position: string;
}

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  sounds: boolean;
  /** The colors of checkered boards, and how the men of chess are drawn. */
  board: 'green' | 'brown' | 'blue' | 'gray';
  men: 'figures' | 'letters';
  thinking: boolean;
  engine: boolean;
  engineArrows: boolean;
  lines: number;
  /** What the engine may use: threads, MiB of table, and the depth at which it stops (0 for none). */
  threads: number;
  hash: number;
  engineDepth: number;
  /** Exercises that were solved. */
  solved: string[];
  newGame: NewGame;
}

const STORED = 'kiebitz.settings';

const DEFAULTS: Settings = {
  theme: 'auto',
  sounds: true,
  board: 'green',
  men: 'figures',
  thinking: false,
  engine: true,
  engineArrows: true,
  lines: 3,
  threads: 1,
  hash: 32,
  engineDepth: 0,
  solved: [],
  newGame: {
    game: 'chess',
    parameters: {},
    side: 'first',
    opponent: { kind: 'kiebitz', level: 3 },
    other: { kind: 'kiebitz', level: 5 },
    clock: 'none',
    position: '',
  },
};

function stored(): Settings {
  try {
    const read = JSON.parse(globalThis.localStorage?.getItem(STORED) ?? '{}') as Partial<Settings>;
    return { ...DEFAULTS, ...read, newGame: { ...DEFAULTS.newGame, ...read.newGame } };
  } catch {
    return DEFAULTS;
  }
}

export const settings = $state<Settings>(stored());

/** Puts the form of a new game back to its beginning if what was kept names a game or a player that is not known (any more). */
export function forgetUnknown(games: string[]) {
  const kinds = ['kiebitz', 'engine', 'random', 'mcts'];
  const { game, opponent, other } = settings.newGame;
  if (!games.includes(game) || !kinds.includes(opponent.kind) || !kinds.includes(other.kind))
    Object.assign(settings.newGame, DEFAULTS.newGame);
}

/** Keeps the settings as they are now. */
export function remember() {
  try {
    localStorage.setItem(STORED, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing loses the settings, and nothing else.
  }
}

/** Who this browser is to the server: a random name, kept. */
export function client(): string {
  const key = 'kiebitz.client';
  let name = localStorage.getItem(key);
  if (!name) {
    name = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(key, name);
  }
  return name;
}
