import { expect, it } from 'vitest';
import type { View } from '../wire';
import { territory } from './area';

const view = (rows: string[], reason: string | null) =>
  ({
    board: {
      style: 'points',
      columns: [...rows[0]],
      rows,
      cells: [...rows.join('')].map((letter) => ({
        piece: letter === '.' ? null : { side: letter === 'X' ? 'first' : 'second' },
      })),
    },
    end: reason ? { reason, winner: 'first' } : null,
  }) as unknown as View;

it('an empty region belongs to the one side it touches', () => {
  const rows = ['.X.O', 'XX.O', '..OO', 'XXO.'];
  const found = territory(view(rows, 'passes'));
  // The corner at the top is Black's, that at the bottom White's; the middle touches both.
  expect([...found].sort((a, b) => a[0] - b[0])).toEqual([
    [0, 'first'],
    [15, 'second'],
  ]);
  expect(territory(view(rows, null)).size).toBe(0);
  expect(territory(view(rows, 'resignation')).size).toBe(0);
});

it('dead stones are taken off first, before the game is over too', () => {
  const rows = ['.XO.', 'XXO.', '.XOX', '.XO.'];
  const dead = [11];
  const found = territory(view(rows, null), { dead, first: 8, second: 8 });
  expect([...found].filter(([, side]) => side === 'second').map(([cell]) => cell)).toEqual([3, 7, 11, 15]);
  // With the stone alive the upper right corner is nobody's.
  expect(territory(view(rows, 'passes')).has(3)).toBe(false);
});
