import { afterEach, describe, expect, it } from 'vitest';
import { language } from './i18n/language.svelte';
import { cellLabel, clockText, gameName, searchName } from './names';
import type { View } from './wire';

afterEach(() => (language.current = 'en'));

const view = {
  game: 'chess',
  sides: { first: 'white', second: 'black' },
  board: {
    cells: [
      { name: 'e4', shade: 'light', piece: { side: 'first', letter: 'P', name: 'pawn' } },
      { name: 'd8', shade: 'dark', piece: { side: 'second', letter: 'q', name: 'queen' } },
      { name: 'e5', shade: 'dark', piece: null },
    ],
  },
} as unknown as View;

describe('cells are named', () => {
  it('in English', () =>
    expect([0, 1, 2].map((cell) => cellLabel(view, cell))).toEqual(['e4, white pawn', 'd8, black queen', 'e5']));
  it('in German', () => {
    language.current = 'de';
    expect([0, 1, 2].map((cell) => cellLabel(view, cell))).toEqual(['e4, weißer Bauer', 'd8, schwarze Dame', 'e5']);
  });
});

it('clocks read as clocks do', () => {
  expect([305_000, 59_100, 9_940, 0, -5, 3_725_000].map(clockText)).toEqual([
    '5:05',
    '1:00',
    '0:09.9',
    '0:00.0',
    '0:00.0',
    '1:02:05',
  ]);
});

it('games are called what people call them', () => {
  expect(['chess', 'draughts(rules=russian)', 'go(size=13)'].map(gameName)).toEqual([
    'Chess',
    'Russian draughts',
    'Go 13×13',
  ]);
});

it('a search is called by its techniques: minimax is who does nothing else', () => {
  const names = ['minimax', 'minimax+alpha-beta+ordering', 'minimax+alpha-beta+ordering+quiescence', 'all'].map(
    (techniques) => searchName(techniques, 3),
  );
  expect(names).toEqual([
    'Minimax, depth 3',
    'Alpha-beta, depth 3',
    'With quiescence, depth 3',
    'All techniques, depth 3',
  ]);
  expect(searchName('minimax+alpha-beta', 3)).toBe('minimax+alpha-beta, depth 3');
});
