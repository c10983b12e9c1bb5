import { beforeAll, describe, expect, it } from 'vitest';
import type { NewGame } from '../settings.svelte';
import type { GameEntry } from '../wire';
import { clockOf, gameText, requestOf, valuesOf } from './setup';

const draughts = {
  name: 'draughts',
  parameters: [
    { name: 'rules', default: 'english', values: [] },
    { name: 'order', default: '', values: [] },
  ],
} as unknown as GameEntry;
const setup: NewGame = {
  game: 'draughts',
  parameters: { rules: 'russian' },
  side: 'second',
  opponent: { kind: 'level', level: 4 },
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
  });
  it('offers few values as a list, and a range as a field', () => {
    const values = (...texts: string[]) =>
      valuesOf({ name: 'size', default: '8', values: texts.map((value) => ({ value, meaning: '' })) });
    expect(values('4, 6 or 8')).toEqual(['4', '6', '8']);
    expect(values('english', 'russian')).toEqual(['english', 'russian']);
    expect(values('5 to 19')).toEqual([]);
  });
  it('reads clocks', () => {
    expect(clockOf('5+3')).toEqual({ base_s: 300, inc_s: 3 });
    expect(clockOf('0.5')).toEqual({ base_s: 30, inc_s: 0 });
    expect(clockOf('none')).toBeNull();
  });
  it('seats the players', () => {
    const human = { kind: 'human' };
    expect(requestOf(draughts, setup)).toMatchObject({
      first: { kind: 'level', level: 4 },
      second: human,
      position: undefined,
    });
    expect(requestOf(draughts, { ...setup, side: 'both' })).toMatchObject({ first: human, second: human });
    expect(requestOf(draughts, { ...setup, side: 'watch' })).toMatchObject({
      first: { kind: 'random' },
      second: { kind: 'level' },
    });
    expect(requestOf(draughts, { ...setup, side: 'first' }, ['11-15'])).toMatchObject({
      first: human,
      moves: ['11-15'],
    });
  });
});
