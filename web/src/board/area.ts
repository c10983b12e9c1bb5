// Whose a point without a living stone is when a game that counts the area is over, or would be after one more pass: its region touches
// living stones of one side alone. The count itself is the server's, and so is which stones are dead.
import type { Settlement, Side, View } from '../wire';

/** The cells of either side; none while the game goes on, or where nothing is counted so. */
export function territory(view: View, count: Settlement | null = null): Map<number, Side> {
  const owned = new Map<number, Side>();
  const { board, end } = view;
  if ((end?.reason !== 'passes' && !count) || board.style !== 'points') return owned;
  const dead = new Set(count?.dead);
  const living = (cell: number) => (dead.has(cell) ? null : board.cells[cell].piece);
  const columns = board.columns.length;
  const seen = new Set<number>();
  const beside = (cell: number) =>
    [
      cell - columns,
      cell + columns,
      ...(cell % columns ? [cell - 1] : []),
      ...((cell + 1) % columns ? [cell + 1] : []),
    ].filter((one) => one >= 0 && one < board.cells.length);
  board.cells.forEach((_, start) => {
    if (living(start) || seen.has(start)) return;
    const [region, sides] = [[start], new Set<Side>()];
    seen.add(start);
    for (const cell of region)
      for (const next of beside(cell)) {
        const piece = living(next);
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
