import { beforeAll, describe, expect, it } from 'vitest';
import type { NewGame } from '../settings.svelte';
import type { GameEntry, Registry } from '../wire';
import { applyLink, clockOf, gameText, requestOf } from './setup';

const draughts = {
  name: 'draughts',
  parameters: [
    { name: 'rules', default: 'english', kind: 'choice', choices: [] },
    { name: 'order', default: null, kind: 'range', min: 2, max: 7, step: 1 },
  ],
} as unknown as GameEntry;
const setup: NewGame = {
  game: 'draughts',
  parameters: { rules: 'russian' },
  side: 'second',
  opponent: { kind: 'kiebitz', level: 4 },
  other: { kind: 'random' },
  clock: '5+3',
  position: ' ',
};

beforeAll(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage ??= {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage;
});

describe('the form of a new game', () => {
  it('names only what differs from the default', () => {
    expect(gameText(draughts, setup)).toBe('draughts(rules=russian)');
    expect(gameText(draughts, { game: 'draughts', parameters: { rules: 'english' } })).toBe('draughts');
    expect(gameText(draughts, { game: 'draughts', parameters: { order: '5' } })).toBe('draughts(order=5)');
    expect(gameText(draughts, { game: 'draughts', parameters: { order: '' } })).toBe('draughts');
  });
  it('reads clocks', () => {
    expect(clockOf('5+3')).toEqual({ base_s: 300, inc_s: 3 });
    expect(clockOf('0.5')).toEqual({ base_s: 30, inc_s: 0 });
    expect(clockOf('none')).toBeNull();
  });
  it('seats the players', () => {
    const human = { kind: 'human' };
    expect(requestOf(draughts, setup)).toMatchObject({
      first: { kind: 'kiebitz', level: 4 },
      second: human,
      position: undefined,
    });
    expect(requestOf(draughts, { ...setup, side: 'both' })).toMatchObject({ first: human, second: human });
    expect(requestOf(draughts, { ...setup, side: 'watch' })).toMatchObject({
      first: { kind: 'random' },
      second: { kind: 'kiebitz' },
    });
    expect(requestOf(draughts, { ...setup, side: 'first' }, ['11-15'])).toMatchObject({
      first: human,
      moves: ['11-15'],
    });
  });
  it('takes what a link says, and nothing that nobody knows', () => {
    const registry = {
      games: [draughts, { name: 'othello', parameters: [] }],
      levels: [{ level: 1 }, { level: 5 }],
      engines: [],
    } as unknown as Registry;
    const form = { ...setup };
    applyLink(
      registry,
      new URLSearchParams('game=draughts(rules=russian,nonsense=1)&level=5&side=first&clock=10+5'),
      form,
    );
    expect(form).toMatchObject({ game: 'draughts', parameters: { rules: 'russian' }, side: 'first', clock: '10+5' });
    expect(form.opponent).toEqual({ kind: 'kiebitz', level: 5 });
    applyLink(registry, new URLSearchParams('game=othello&level=77&side=me&clock=soon'), form);
    expect(form).toMatchObject({ game: 'othello', parameters: {}, side: 'first', clock: '10+5' });
    applyLink(registry, new URLSearchParams('game=ludo'), form);
    expect(form.game).toBe('othello');
  });
});
