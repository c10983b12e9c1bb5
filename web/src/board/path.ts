// From clicks to moves. A move is a path of cells that are clicked one after the other; the server sends the paths of all legal
// moves, so that this file needs no rule of any game: it only follows prefixes.
import type { Move, View } from '../wire';

export type Step =
  /** The path is a move. */
  | { kind: 'play'; move: Move }
  /** Several moves share the path; a choice tells them apart. */
  | { kind: 'choose'; moves: Move[]; path: number[] }
  /** The path may become a move. */
  | { kind: 'pick'; path: number[] }
  /** Nothing begins like this. */
  | { kind: 'none' };

/** All ways of clicking a move. */
export const pathsOf = (move: Move): number[][] => [move.cells, ...(move.also ?? [])].filter((path) => path.length > 0);

/** The moves of a position; where stones fall, a click anywhere in the column means the stone that falls there. */
export function clickable(view: View): Move[] {
  if (view.board.style !== 'columns') return view.moves;
  const width = view.board.columns.length;
  return view.moves.map((move) => {
    const column = view.board.cells.map((_, cell) => cell).filter((cell) => cell % width === move.cells[0] % width);
    return { ...move, also: column.filter((cell) => cell !== move.cells[0]).map((cell) => [cell]) };
  });
}

const begins = (path: number[], prefix: number[]) => prefix.every((cell, at) => path[at] === cell);

const having = (moves: Move[], fits: (path: number[]) => boolean) => moves.filter((move) => pathsOf(move).some(fits));

const decide = (moves: Move[], path: number[]): Step =>
  moves.length === 1 ? { kind: 'play', move: moves[0] } : { kind: 'choose', moves, path };

/** What a click on `cell` means after the clicks in `path`. */
export function step(moves: Move[], path: number[], cell: number): Step {
  if (path.length > 0 && path[path.length - 1] === cell) {
    // The last cell again ends a path that could go on, or puts the piece back.
    const ended = having(moves, (p) => p.length === path.length && begins(p, path));
    return ended.length > 0 ? decide(ended, path) : { kind: 'none' };
  }
  const next = [...path, cell];
  const whole = having(moves, (p) => p.length === next.length && begins(p, next));
  const longer = having(moves, (p) => p.length > next.length && begins(p, next));
  if (whole.length > 0 && longer.length === 0) return decide(whole, next);
  if (whole.length > 0 || longer.length > 0) return { kind: 'pick', path: next };
  if (path.length === 0) return { kind: 'none' };
  // Straight to where a longer path ends; else another piece instead.
  const direct = having(moves, (p) => begins(p, path) && p[p.length - 1] === cell);
  return direct.length > 0 ? decide(direct, next) : step(moves, [], cell);
}

/** The cells on which a click would lead on. */
export function targets(moves: Move[], path: number[]): Set<number> {
  const cells = new Set<number>();
  for (const move of moves) {
    for (const p of pathsOf(move)) {
      if (p.length > path.length && begins(p, path)) {
        cells.add(p[path.length]);
        if (path.length > 0) cells.add(p[p.length - 1]);
      }
    }
  }
  return cells;
}

/** Can a move begin by picking this cell up (and not by just clicking it)? */
export const isSource = (moves: Move[], cell: number): boolean =>
  moves.some((move) => pathsOf(move).some((path) => path.length > 1 && path[0] === cell));

/** Are moves of this position made by carrying something from one cell to another? */
export const carries = (moves: Move[]): boolean => moves.some((move) => move.cells.length > 1);

/** The move that a premove from one cell to another turned out to be; of several, the first choice. */
export function premoved(moves: Move[], [from, to]: [number, number]): Move | null {
  const fits = (path: number[]) => path.length > 1 && path[0] === from && path[path.length - 1] === to;
  return moves.find((move) => pathsOf(move).some(fits)) ?? null;
}

/** The pieces that must capture, where captures are obligatory and another piece would like to move: a fact of the list of moves alone. */
export function mustCapture(view: View): Set<number> {
  const moves = clickable(view);
  const sources = new Set(moves.flatMap((move) => (move.cells.length > 1 ? [move.cells[0]] : [])));
  const taking = moves.length > 0 && moves.every((move) => /[x:]/.test(move.text));
  const own = view.board.cells.filter((cell) => cell.piece?.side === view.turn).length;
  return view.board.pieces === 'counters' && taking && sources.size < own ? sources : new Set();
}
