import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { learn } from './games.svelte';
import { language } from './i18n/language.svelte';
import { localized, numbering, typed } from './notation';
import type { GameEntry, Move } from './wire';

const moves: Move[] = [
  ['Nf3', 'g1f3'],
  ['bxc3', 'b2c3'],
  ['Bxc3', 'd4c3'],
  ['O-O', 'e1g1'],
  ['e8=Q+', 'e7e8q'],
  ['e8=N', 'e7e8n'],
  ['Bb5', 'f1b5'],
  ['b5', 'b4b5'],
].map(([text, code]) => ({ text, code, cells: [], choice: null }));
const found = (text: string, game = 'chess') => typed(text, moves, game).map((move) => move.text);

beforeAll(() =>
  learn([
    { name: 'chess', piece_letters: 'KQRBN', fen: true },
    { name: 'draughts', piece_letters: '', fen: false },
    { name: 'go', piece_letters: '', fen: false },
  ] as GameEntry[]),
);
afterEach(() => (language.current = 'en'));

describe('typed moves', () => {
  it.each([
    ['Nf3', ['Nf3']],
    ['g1f3', ['Nf3']],
    ['nf3', ['Nf3']],
    ['O-O', ['O-O']],
    ['0-0', ['O-O']],
    ['e8Q', ['e8=Q+']],
    ['e8=n', ['e8=N']],
    ['bc3', ['bxc3']],
    ['Bc3', ['Bxc3']],
    ['b5', ['b5']],
    ['Bb5', ['Bb5']],
    ['Sf3', ['Nf3']],
    ['Lb5', ['Bb5']],
    ['e8=S', ['e8=N']],
    ['', []],
    ['Qh5', []],
  ])('%s', (text, wanted) => expect(found(text)).toEqual(wanted));
  it('in other games letters are what they are', () => {
    const draughts: Move[] = [{ text: '22x18', code: '22x18', cells: [], choice: null }];
    expect(typed('22X18', draughts, 'draughts')).toHaveLength(1);
    expect(typed('22-18', draughts, 'draughts')).toHaveLength(1);
  });
});

describe('piece letters', () => {
  it('German readers see German letters, in chess only', () => {
    language.current = 'de';
    expect(['Nf3', 'Qxd8+', 'O-O', 'e8=Q', 'Rae1', 'Bb5'].map((text) => localized(text, 'chess'))).toEqual([
      'Sf3',
      'Dxd8+',
      'O-O',
      'e8=D',
      'Tae1',
      'Lb5',
    ]);
    expect(localized('B2', 'go')).toBe('B2');
  });
  it('English readers see what the server sends', () => expect(localized('Nf3', 'chess')).toBe('Nf3'));
});

it('numbers begin where the position says', () => {
  expect(numbering('chess', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 31')).toBe(31);
  expect(numbering('othello', 'f5d6c3 12')).toBe(1);
});
