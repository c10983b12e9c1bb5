// Whose an empty point is when a game that counts the area is over, as it is seen on the board: its region touches stones of one side
// alone. The count itself is the server's.
import type { Side, View } from '../wire';

/** The empty cells of either side; none while the game goes on, or where nothing is counted so. */
export function territory(view: View): Map<number, Side> {
  const owned = new Map<number, Side>();
  const { board, end } = view;
  if (end?.reason !== 'passes' || board.style !== 'points') return owned;
  const columns = board.columns.length;
  const seen = new Set<number>();
  const beside = (cell: number) =>
    [
      cell - columns,
      cell + columns,
      ...(cell % columns ? [cell - 1] : []),
      ...((cell + 1) % columns ? [cell + 1] : []),
    ].filter((one) => one >= 0 && one < board.cells.length);
  board.cells.forEach((first, start) => {
    if (first.piece || seen.has(start)) return;
    const [region, sides] = [[start], new Set<Side>()];
    seen.add(start);
    for (const cell of region)
      for (const next of beside(cell)) {
        const piece = board.cells[next].piece;
        if (piece) sides.add(piece.side);
        else if (!seen.has(next)) {
          seen.add(next);
          region.push(next);
        }
      }
    const [side] = sides;
    if (sides.size === 1) region.forEach((cell) => owned.set(cell, side));
  });
  return owned;
}
