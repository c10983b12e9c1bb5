// Where a cell stands on the screen. Cells are counted from top left, row by row, as the server sends them; a flipped board
// is turned by half a circle.
import type { BoardView } from '../wire';

export interface Place {
  column: number;
  row: number;
}

/** The column and row on the screen at which a cell is shown. */
export function placeOf(cell: number, board: BoardView, flipped: boolean): Place {
  const width = board.columns.length;
  const shown = flipped ? board.cells.length - 1 - cell : cell;
  return { column: shown % width, row: Math.floor(shown / width) };
}

/** The cell shown at a column and row of the screen; none outside the board. */
export function cellAt(place: Place, board: BoardView, flipped: boolean): number | null {
  const [width, height] = [board.columns.length, board.rows.length];
  if (place.column < 0 || place.row < 0 || place.column >= width || place.row >= height) return null;
  const shown = place.row * width + place.column;
  return flipped ? board.cells.length - 1 - shown : shown;
}

/** The cell that an arrow key leads to, staying on the board. */
export function walk(cell: number, key: string, board: BoardView, flipped: boolean): number | null {
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    Home: [-board.columns.length, 0],
    End: [board.columns.length, 0],
  };
  const step = steps[key];
  if (!step) return null;
  const place = placeOf(cell, board, flipped);
  const clamp = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
  const column = clamp(place.column + step[0], board.columns.length);
  const row = clamp(place.row + step[1], board.rows.length);
  return cellAt({ column, row }, board, flipped);
}

/** Does turning this board around make sense? Not where stones fall. */
export const canFlip = (board: BoardView): boolean => board.style !== 'columns';
