// What is to be recorded, between the form, the address and the server.
import { gameText } from '../play/setup';
import type { TreeRequest } from '../wire';
import type { Registry } from '../wire';

export const TEXTBOOK = '((3 12 8) (2 4 6) (14 5 2))';

/** The form as it stands. */
export interface Setup {
  kind: 'game' | 'numbers';
  game: string;
  parameters: Record<string, string>;
  position: string;
  numbers: string;
  depth: number;
  techniques: string;
  limit: number;
  /** Keep the trees of all iterations: what the table knew can then be followed to where it was found. */
  iterations: boolean;
}

/** Small enough to be understood at a glance. */
export const FIRST: Setup = {
  kind: 'game',
  game: 'tic-tac-toe',
  parameters: {},
  position: '',
  numbers: TEXTBOOK,
  depth: 3,
  techniques: 'minimax+alpha-beta',
  limit: 1_000_000,
  iterations: false,
};

/** The form that an address stands for. */
export function fromQuery(query: URLSearchParams): Setup {
  const setup = { ...FIRST, parameters: {} as Record<string, string> };
  const numbers = query.get('numbers');
  if (numbers !== null) [setup.kind, setup.numbers] = ['numbers', numbers];
  const game = query.get('game');
  if (game) {
    const [name, given] = game.split('(');
    setup.game = name;
    setup.techniques = 'all';
    const pairs = (given ?? '').replace(')', '').split(',').filter(Boolean);
    setup.parameters = Object.fromEntries(pairs.map((pair) => pair.split('=')));
  }
  setup.position = query.get('position') ?? '';
  setup.techniques = query.get('techniques') ?? setup.techniques;
  setup.depth = Number(query.get('depth')) || setup.depth;
  setup.limit = Number(query.get('limit')) || setup.limit;
  setup.iterations = query.has('iterations');
  return setup;
}

/** The address of a form. */
export function address(setup: Setup, registry: Registry): string {
  const query = new URLSearchParams();
  if (setup.kind === 'numbers') query.set('numbers', setup.numbers);
  else {
    query.set('game', gameName(setup, registry));
    if (setup.position.trim()) query.set('position', setup.position.trim());
    query.set('depth', String(setup.depth));
    if (setup.limit !== FIRST.limit) query.set('limit', String(setup.limit));
    if (setup.iterations) query.set('iterations', '');
  }
  query.set('techniques', setup.techniques);
  return `/tree?${query}`;
}

const gameName = (setup: Setup, registry: Registry) =>
  gameText(
    registry.games.find((one) => one.name === setup.game),
    setup,
  );

/** What the server is asked. */
export function requestOf(setup: Setup, registry: Registry): TreeRequest {
  if (setup.kind === 'numbers') return { numbers: setup.numbers, techniques: setup.techniques, limit: setup.limit };
  return {
    game: gameName(setup, registry),
    position: setup.position.trim() || undefined,
    techniques: setup.techniques,
    depth: setup.depth,
    limit: setup.limit,
    iterations: setup.iterations,
  };
}
