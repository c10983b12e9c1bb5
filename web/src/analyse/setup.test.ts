import { expect, it } from 'vitest';
import { type Man, writerOf } from './setup';

const board = (columns: number, names: string[] = []) => ({
  colors: { first: 'white', second: 'black' },
  board: {
    columns: Array.from({ length: columns }, () => ''),
    cells: Array.from({ length: columns * columns }, (_, at) => ({ name: names[at] ?? '' })),
  },
});
const empty = (count: number): Man[] => Array.from({ length: count }, () => null);

it('a board that was set up is written as FEN', () => {
  const men = empty(64);
  men[4] = { side: 'second', name: 'king' };
  men[60] = { side: 'first', name: 'king' };
  men[63] = { side: 'first', name: 'rook' };
  expect(writerOf('chess')?.text(men, 'second', board(8), '')).toBe('4k3/8/8/8/8/8/8/4K2R b - - 0 1');
  expect(writerOf('chess960(start=1)')?.text(men, 'first', board(8), 'K')).toBe('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
});

it('other games have their own notations', () => {
  const men = empty(16);
  men[1] = { side: 'first', name: 'king' };
  men[3] = { side: 'first', name: 'man' };
  men[12] = { side: 'second', name: 'man' };
  const numbered = board(4, ['', '1', '', '2', '3', '', '4', '', '', '5', '', '6', '7']);
  expect(writerOf('draughts(rules=russian)')?.text(men, 'second', numbered, '')).toBe('B:WK1,2:B7');
  expect(writerOf('go(size=4)')?.text(men, 'second', board(4), '')).toBe('1X1X/4/4/O3 w');
  expect(writerOf('othello')?.text(men, 'first', board(4), '')).toBe('-X-X--------O--- X');
  expect(writerOf('tic-tac-toe')?.text(men.slice(0, 9), 'first', board(3), '')).toBe('-X-X-----');
  expect(writerOf('connect-four')).toBeUndefined();
});
