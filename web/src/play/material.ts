// What has been taken in a game that is played, for the names beside the board.
import { opposite, type LiveGame, type Piece, type Side, type View } from '../wire';

/** What a piece counts by the rule of thumb; those without a number do not count. */
const WORTH: Record<string, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, man: 1, king: 0 };
const ORDER = ['queen', 'rook', 'bishop', 'knight', 'pawn', 'king', 'man'];

export interface Taken {
  /** The pieces that the side has taken, the most valuable first. */
  pieces: Piece[];
  /** By how much it is ahead in material, if it is. */
  ahead: number;
}

const count = (view: View, side: Side, name: string) =>
  view.board.cells.filter((cell) => cell.piece?.side === side && cell.piece.name === name).length;

/** Stones that a side has captured where stones are put down: those that the other has played, less those that still stand. */
export function prisoners(first: View, now: View, moves: LiveGame['moves'], side: Side): number | null {
  if (now.board.pieces !== 'stones') return null;
  const theirs = opposite(side);
  const stones = (view: View) => view.board.cells.filter((cell) => cell.piece?.side === theirs).length;
  const played = moves.slice(0, now.ply).filter((move) => move.side === theirs && move.text !== 'pass').length;
  return stones(first) + played - stones(now);
}

/** What a side has taken since the beginning. */
export function taken(first: View, now: View, side: Side): Taken {
  if (!['chessmen', 'counters'].includes(now.board.pieces)) return { pieces: [], ahead: 0 };
  const theirs = opposite(side);
  const samples = new Map(
    first.board.cells.flatMap(({ piece }) => (piece?.side === theirs ? [[piece.name, piece] as const] : [])),
  );
  const pieces = ORDER.flatMap((name) => {
    const piece = samples.get(name);
    const gone = count(first, theirs, name) - count(now, theirs, name);
    return piece && gone > 0 ? Array.from({ length: gone }, () => piece) : [];
  });
  const chess = now.board.pieces === 'chessmen';
  const worth = (of: Side) =>
    ORDER.reduce((sum, name) => sum + count(now, of, name) * (name === 'king' && !chess ? 2 : WORTH[name]), 0);
  return { pieces, ahead: Math.max(0, worth(side) - worth(theirs)) };
}
