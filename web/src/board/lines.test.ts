import { describe, expect, it } from 'vitest';
import type { View } from '../wire';
import { winningLine } from './lines';

/** A board of letters: x and o are stones, the last move is given. */
function board(rows: string[], last: number, reason = 'line'): View {
  const cells = [...rows.join('')].map((letter) => ({
    piece: letter === '.' ? undefined : { side: letter === 'x' ? 'first' : 'second' },
  }));
  const names = (count: number) => Array.from({ length: count }, (_, at) => String(at));
  return {
    board: { cells, columns: names(rows[0].length), rows: names(rows.length) },
    last: [last],
    end: { winner: 'first', reason },
  } as unknown as View;
}

describe('the line that won', () => {
  it('goes through the last move, in all four directions', () => {
    expect(winningLine(board(['xxx', 'oo.', '...'], 1)).sort()).toEqual([0, 1, 2]);
    expect(winningLine(board(['xo.', 'ox.', '..x'], 4)).sort()).toEqual([0, 4, 8]);
    const four = ['.......', '.......', '...x...', '..xo...', '.xoo...', 'xoox...'];
    expect(winningLine(board(four, 17)).sort((a, b) => a - b)).toEqual([17, 23, 29, 35]);
  });
  it('may be two lines at once, and none where the game ended otherwise', () => {
    expect(winningLine(board(['xxx', 'xoo', 'xo.'], 0)).sort()).toEqual([0, 1, 2, 3, 6]);
    expect(winningLine(board(['xxx', 'oo.', '...'], 1, 'resignation'))).toEqual([]);
    expect(winningLine(board(['xx.', 'oo.', '...'], 1))).toEqual([]);
  });
});
