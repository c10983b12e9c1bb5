import { describe, expect, it } from 'vitest';
import type { Cell, Piece } from '../wire';
import { follow, imagine } from './tokens';

const PIECES: Record<string, Piece> = {
  P: { side: 'first', letter: 'P', name: 'pawn' },
  Q: { side: 'first', letter: 'Q', name: 'queen' },
  R: { side: 'first', letter: 'R', name: 'rook' },
  K: { side: 'first', letter: 'K', name: 'king' },
  p: { side: 'second', letter: 'p', name: 'pawn' },
  x: { side: 'first', letter: 'X', name: 'disc' },
  o: { side: 'second', letter: 'O', name: 'disc' },
};
const cells = (text: string): Cell[] =>
  [...text].map((letter) => ({ name: '', shade: 'plain', piece: PIECES[letter] ?? null }));
const ids = (text: string, later: string, width = 4) => {
  const before = follow([], cells(text), width);
  const after = follow(before, cells(later), width);
  return {
    of: (cell: number) => before.find((token) => token.cell === cell)?.id,
    to: (cell: number) => after.find((token) => token.cell === cell)?.id,
    count: after.length,
  };
};

describe('pieces keep their identity', () => {
  it('one that moved', () => {
    const { of, to } = ids('P...', '..P.');
    expect(to(2)).toBe(of(0));
  });
  it('one that captured is the mover, not the captured', () => {
    const { of, to, count } = ids('P.p.', '..P.');
    expect(to(2)).toBe(of(0));
    expect(count).toBe(1);
  });
  it('both pieces of a castling', () => {
    const { of, to } = ids('K..R', '.RK.');
    expect(to(2)).toBe(of(0));
    expect(to(1)).toBe(of(3));
  });
  it('a pawn that became a queen', () => {
    const { of, to } = ids('....P...', 'Q.......');
    expect(to(0)).toBe(of(4));
  });
  it('a disc that was turned over stays where it is, and a new one is new', () => {
    const { of, to, count } = ids('xo..', 'xxx.');
    expect(to(1)).toBe(of(1));
    expect(of(2)).toBeUndefined();
    expect(count).toBe(3);
  });
});

describe('the position before the server has answered', () => {
  it('carries the piece along', () => {
    const after = imagine(cells('P.p.'), [0, 2], null);
    expect(after.map((cell) => cell.piece?.letter ?? '.').join('')).toBe('..P.');
  });
  it('places a new one', () => {
    const after = imagine(cells('x...'), [3], PIECES.x);
    expect(after.map((cell) => cell.piece?.letter ?? '.').join('')).toBe('X..X');
  });
});
