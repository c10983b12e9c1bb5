import { describe, expect, it } from 'vitest';
import type { Move, View } from '../wire';
import { clickable, isSource, premoved, step, targets } from './path';

const move = (text: string, cells: number[], extra: Partial<Move> = {}): Move => ({
  text,
  code: text,
  cells,
  choice: null,
  ...extra,
});

describe('clicks become moves', () => {
  it('a piece is picked, then put on its goal', () => {
    const moves = [move('e4', [52, 36]), move('e3', [52, 44]), move('Nf3', [62, 45])];
    expect(step(moves, [], 52)).toEqual({ kind: 'pick', path: [52] });
    expect(targets(moves, [52])).toEqual(new Set([36, 44]));
    expect(step(moves, [52], 36)).toMatchObject({ kind: 'play', move: { text: 'e4' } });
  });

  it('another piece takes the place of the picked one, the same is put back', () => {
    const moves = [move('e4', [52, 36]), move('Nf3', [62, 45])];
    expect(step(moves, [52], 62)).toEqual({ kind: 'pick', path: [62] });
    expect(step(moves, [52], 52)).toEqual({ kind: 'none' });
    expect(step(moves, [52], 0)).toEqual({ kind: 'none' });
  });

  it('moves with the same cells ask for a choice', () => {
    const moves = [move('e8=Q', [12, 4], { choice: 'queen' }), move('e8=N', [12, 4], { choice: 'knight' })];
    expect(step(moves, [12], 4)).toMatchObject({ kind: 'choose', moves });
  });

  it('castling may be clicked as the king onto the rook', () => {
    const moves = [move('O-O', [60, 62], { also: [[60, 63]] }), move('Kf1', [60, 61])];
    expect(step(moves, [60], 63)).toMatchObject({ kind: 'play', move: { text: 'O-O' } });
  });

  it('a capture of several leaps is clicked leap by leap or straight to its end', () => {
    const moves = [move('22x15x8', [40, 26, 12]), move('22x15x6', [40, 26, 8])];
    expect(step(moves, [40], 26)).toEqual({ kind: 'pick', path: [40, 26] });
    expect(step(moves, [40, 26], 12)).toMatchObject({ kind: 'play', move: { text: '22x15x8' } });
    expect(step(moves, [40], 8)).toMatchObject({ kind: 'play', move: { text: '22x15x6' } });
  });

  it('a path that is the beginning of another waits; its last cell again ends it', () => {
    const moves = [move('a', [1, 2]), move('b', [1, 2, 3])];
    expect(step(moves, [1], 2)).toEqual({ kind: 'pick', path: [1, 2] });
    expect(step(moves, [1, 2], 2)).toMatchObject({ kind: 'play', move: { text: 'a' } });
  });

  it('a single click is a move where moves have one cell', () => {
    expect(step([move('d3', [19])], [], 19)).toMatchObject({ kind: 'play', move: { text: 'd3' } });
    expect(isSource([move('d3', [19])], 19)).toBe(false);
  });

  it('anywhere in a column means the stone that falls there', () => {
    const cells = Array.from({ length: 12 }, () => ({ name: '', shade: 'plain', piece: null }));
    const board = { style: 'columns', columns: ['1', '2', '3'], rows: ['4', '3', '2', '1'], cells };
    const view = { board, moves: [move('2', [10])] } as unknown as View;
    expect(step(clickable(view), [], 1)).toMatchObject({ kind: 'play', move: { text: '2' } });
    expect(step(clickable(view), [], 2)).toEqual({ kind: 'none' });
  });

  it('a premove is one of the moves, or forgotten', () => {
    const moves = [move('e8=Q', [12, 4], { choice: 'queen' }), move('e8=N', [12, 4], { choice: 'knight' })];
    expect(premoved(moves, [12, 4])?.text).toBe('e8=Q');
    expect(premoved(moves, [12, 5])).toBeNull();
  });
});
