import { describe, expect, it } from 'vitest';
import type { View } from '../wire';
import { taken } from './material';

/** A board of letters: capitals are the first side's. */
function board(letters: string, pieces = 'chessmen'): View {
  const names: Record<string, string> = { p: 'pawn', n: 'knight', r: 'rook', q: 'queen', k: 'king', m: 'man' };
  const cells = [...letters].map((letter) =>
    letter === '.'
      ? {}
      : {
          piece: {
            side: letter === letter.toUpperCase() ? 'first' : 'second',
            name: names[letter.toLowerCase()],
            letter,
          },
        },
  );
  return { board: { cells, pieces } } as unknown as View;
}

describe('what was taken', () => {
  it('is named by its owner’s loss, and the difference by worth', () => {
    const [first, now] = [board('KQPPkqpp'), board('KQPPk.p.')];
    expect(taken(first, now, 'first').pieces.map((piece) => piece.name)).toEqual(['queen', 'pawn']);
    expect(taken(first, now, 'first').ahead).toBe(10);
    expect(taken(first, now, 'second')).toEqual({ pieces: [], ahead: 0 });
  });
  it('counts a promoted piece in the difference, and not as taken', () => {
    const [first, now] = [board('KPkp'), board('KQk.')];
    expect(taken(first, now, 'second').pieces.map((piece) => piece.name)).toEqual(['pawn']);
    expect(taken(first, now, 'first').ahead).toBe(9);
  });
  it('is nothing where nothing is taken off the board', () => {
    expect(taken(board('mmMM', 'discs'), board('mmM.', 'discs'), 'second').pieces).toEqual([]);
  });
});
