import { describe, expect, it } from 'vitest';
import type { BoardView } from '../wire';
import { cellAt, placeOf, walk } from './geometry';

const board = (columns: number, rows: number): BoardView => ({
  style: 'squares',
  pieces: 'letters',
  columns: Array(columns).fill(''),
  rows: Array(rows).fill(''),
  cells: Array.from({ length: columns * rows }, () => ({ name: '', shade: 'plain', piece: null })),
});

describe('places on the screen', () => {
  it('a place and its cell belong together, flipped or not', () => {
    for (const flipped of [false, true]) {
      for (let cell = 0; cell < 42; cell += 1)
        expect(cellAt(placeOf(cell, board(7, 6), flipped), board(7, 6), flipped)).toBe(cell);
    }
  });
  it('there is nothing outside the board', () => {
    expect(cellAt({ column: 8, row: 0 }, board(8, 8), false)).toBeNull();
    expect(cellAt({ column: 0, row: -1 }, board(8, 8), false)).toBeNull();
  });
  it('arrow keys walk as the board is seen, and stop at its edge', () => {
    expect(walk(56, 'ArrowUp', board(8, 8), false)).toBe(48);
    expect(walk(56, 'ArrowLeft', board(8, 8), false)).toBe(56);
    expect(walk(7, 'ArrowRight', board(8, 8), true)).toBe(6);
    expect(walk(10, 'End', board(8, 8), false)).toBe(15);
    expect(walk(10, 'a', board(8, 8), false)).toBeNull();
  });
});
