// The line that ended a game, as it is seen on the board: the last piece and its neighbors of the same side.
import type { View } from '../wire';

/** The cells of the winning lines; none where the game did not end by a line. */
export function winningLine(view: View): number[] {
  const { board, end, last } = view;
  const cell = last[last.length - 1];
  if (end?.reason !== 'line' || cell === undefined) return [];
  const [columns, rows] = [board.columns.length, board.rows.length];
  const side = board.cells[cell].piece?.side;
  const needed = Math.min(4, columns, rows);
  const run = (dx: number, dy: number): number[] => {
    const found: number[] = [];
    let [x, y] = [(cell % columns) + dx, Math.floor(cell / columns) + dy];
    while (x >= 0 && y >= 0 && x < columns && y < rows && board.cells[y * columns + x].piece?.side === side) {
      found.push(y * columns + x);
      [x, y] = [x + dx, y + dy];
    }
    return found;
  };
  const lines = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ].map(([dx, dy]) => [...run(-dx, -dy), cell, ...run(dx, dy)]);
  return [...new Set(lines.filter((line) => line.length >= needed).flat())];
}
