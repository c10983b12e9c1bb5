import { expect, it } from 'vitest';
import { fen, type Man } from './fen';

it('a board that was set up is written as FEN', () => {
  const cells: Man[] = Array.from({ length: 64 }, () => null);
  cells[4] = { side: 'second', name: 'king' };
  cells[60] = { side: 'first', name: 'king' };
  cells[63] = { side: 'first', name: 'rook' };
  expect(fen(cells, 'second', '')).toBe('4k3/8/8/8/8/8/8/4K2R b - - 0 1');
  expect(fen(cells, 'first', 'K')).toBe('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
});
