// A position of chess that somebody has set up, as text. Whether it can arise, the server says.
import type { Piece } from '../wire';

export type Man = Pick<Piece, 'side' | 'name'> | null;

export const MEN = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
const LETTERS: Record<string, string> = { king: 'k', queen: 'q', rook: 'r', bishop: 'b', knight: 'n', pawn: 'p' };

/** The FEN of a board whose cells are in the order of reading, a8 first. */
export function fen(cells: Man[], turn: 'first' | 'second', castling: string): string {
  const rows = Array.from({ length: 8 }, (_, row) =>
    cells
      .slice(row * 8, row * 8 + 8)
      .map((man) => {
        const letter = man ? LETTERS[man.name] : '1';
        return man?.side === 'first' ? letter.toUpperCase() : letter;
      })
      .join('')
      .replace(/1+/g, (empty) => String(empty.length)),
  );
  return `${rows.join('/')} ${turn === 'first' ? 'w' : 'b'} ${castling || '-'} - 0 1`;
}
