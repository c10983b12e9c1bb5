// From the form of a new game to what the server is asked.
import { wayOf, type Way } from '../names';
import { client, type NewGame } from '../settings.svelte';
import type { GameEntry, NewGameRequest, Registry, Side } from '../wire';

/** The clocks that are offered, as base+increment in minutes and seconds. */
export const CLOCKS = ['none', '1+0', '3+2', '5+3', '10+5', '15+10', '30+0'] as const;

/** The game with those parameters that differ from the default: `draughts(rules=russian)`. */
export function gameText(entry: GameEntry | undefined, setup: Pick<NewGame, 'game' | 'parameters'>): string {
  const given = (entry?.parameters ?? []).flatMap((parameter) => {
    const value = setup.parameters[parameter.name]?.trim();
    return value && value !== parameter.default ? [`${parameter.name}=${value}`] : [];
  });
  return given.length > 0 ? `${setup.game}(${given.join(',')})` : setup.game;
}

/** Who can play a game besides people. Ratings mean something where they were measured; other programs speak UCI. */
export function ways(registry: Registry, game: string): Way[] {
  const entry = registry.games.find((one) => one.name === game);
  const others = entry?.protocol === 'uci' && registry.engines.length > 0;
  return [
    'level',
    ...(entry?.rated ? (['elo'] as const) : []),
    'techniques',
    'mcts',
    ...(others ? (['engine'] as const) : []),
    'random',
  ];
}

/** Reads "5+3": minutes for the game, seconds for a move. */
export function clockOf(text: string): { base_s: number; inc_s: number } | null {
  const [minutes, seconds] = text.split('+').map(Number);
  return minutes > 0 ? { base_s: minutes * 60, inc_s: seconds || 0 } : null;
}

/** The side a person takes when chance decides. */
export const drawLots = (): Side => (Math.random() < 0.5 ? 'first' : 'second');

/** The game that the form describes. */
export function requestOf(entry: GameEntry | undefined, setup: NewGame, moves: string[] = []): NewGameRequest {
  const human = { kind: 'human' } as const;
  const side = setup.side === 'random' ? drawLots() : setup.side;
  const players =
    side === 'both'
      ? { first: human, second: human }
      : side === 'watch'
        ? { first: setup.other, second: setup.opponent }
        : side === 'first'
          ? { first: human, second: setup.opponent }
          : { first: setup.opponent, second: human };
  return {
    game: gameText(entry, setup),
    position: setup.position.trim() || undefined,
    moves,
    ...players,
    clock: clockOf(setup.clock),
    client: client(),
  };
}

/** Puts what a link says into the form: `/play?game=othello`, `/play?game=draughts(rules=russian)&level=5&side=second&clock=5+3`. */
export function applyLink(registry: Registry, query: URLSearchParams, setup: NewGame) {
  const [name, given = ''] = (query.get('game') ?? '').replace(/\)$/, '').split('(');
  const entry = registry.games.find((one) => one.name === name);
  if (entry) {
    const pairs = given.split(',').map((one) => one.split('='));
    const known = pairs.filter(([key]) => entry.parameters.some((parameter) => parameter.name === key));
    Object.assign(setup, { game: name, parameters: Object.fromEntries(known), position: '' });
    if (!ways(registry, name).includes(wayOf(setup.opponent))) setup.opponent = { kind: 'kiebitz', level: 3 };
  }
  const level = Number(query.get('level'));
  if (registry.levels.some((one) => one.level === level)) setup.opponent = { kind: 'kiebitz', level };
  const side = query.get('side');
  if (side === 'first' || side === 'second' || side === 'random' || side === 'both' || side === 'watch')
    setup.side = side;
  // A plus in an address is a space.
  const clock = query.get('clock')?.replace(' ', '+');
  if (clock && /^(none|\d+(\.\d+)?(\+\d+)?)$/.test(clock)) setup.clock = clock;
  if (query.get('position')) setup.position = query.get('position') ?? '';
}
