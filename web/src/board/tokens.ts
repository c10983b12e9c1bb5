// Which piece went where. The server sends positions; for pieces to glide, each piece on the screen keeps its identity from one
// position to the next. Matching is by looks alone: what vanished here and appeared there, alike and nearest, has moved.
import type { Cell, Piece } from '../wire';

export interface Token {
  id: number;
  cell: number;
  piece: Piece;
}

let lastId = 0;

const same = (a: Piece, b: Piece) => a.side === b.side && a.letter === b.letter && a.name === b.name;

/** The pieces of the new position, carrying over the identity of those that stayed, moved or were turned over. */
export function follow(before: Token[], cells: Cell[], width: number): Token[] {
  const wanted = new Map<number, Piece>();
  cells.forEach((cell, at) => cell.piece && wanted.set(at, cell.piece));
  const after: Token[] = [];
  const loose: Token[] = [];
  for (const token of before) {
    const piece = wanted.get(token.cell);
    if (piece && same(piece, token.piece)) {
      after.push({ ...token, piece });
      wanted.delete(token.cell);
    } else {
      loose.push(token);
    }
  }
  const distance = (a: number, b: number) =>
    Math.hypot((a % width) - (b % width), Math.floor(a / width) - Math.floor(b / width));
  const take = (cell: number, fits: (token: Token) => boolean): Token | null => {
    let best: Token | null = null;
    for (const token of loose) {
      if (fits(token) && (!best || distance(token.cell, cell) < distance(best.cell, cell))) best = token;
    }
    if (best) loose.splice(loose.indexOf(best), 1);
    return best;
  };
  // First those that look the same, then those of the same side that changed (promotion), then those turned over in place.
  const rounds: ((piece: Piece, cell: number) => (token: Token) => boolean)[] = [
    (piece) => (token) => same(token.piece, piece),
    (piece) => (token) => token.piece.side === piece.side,
    (_, cell) => (token) => token.cell === cell,
  ];
  for (const round of rounds) {
    for (const [cell, piece] of [...wanted]) {
      const token = take(cell, round(piece, cell));
      if (token) {
        after.push({ id: token.id, cell, piece });
        wanted.delete(cell);
      }
    }
  }
  for (const [cell, piece] of wanted) after.push({ id: ++lastId, cell, piece });
  // A stable order, so that the page moves elements on the screen and never in the document.
  return after.sort((a, b) => a.id - b.id);
}

/** The position as it will probably look after a move, shown until the server has answered: the piece on the path's first cell
 * stands on its last, or a new piece like the side's others stands there. */
export function imagine(cells: Cell[], path: number[], placed: Piece | null): Cell[] {
  if (path.length === 0) return cells;
  const [from, to] = [path[0], path[path.length - 1]];
  const piece = path.length > 1 ? cells[from].piece : placed;
  return cells.map((cell, at) => {
    if (at === to) return { ...cell, piece };
    if (at === from) return { ...cell, piece: null };
    return cell;
  });
}
