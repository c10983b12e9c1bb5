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
