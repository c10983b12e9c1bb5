// A position that somebody has set up, as text. Whether it can arise, the server says.
import type { Piece, Side, View } from '../wire';

export type Man = Pick<Piece, 'side' | 'name'> | null;

type Setup = Pick<View, 'colors'> & { board: Pick<View['board'], 'columns'> & { cells: { name: string }[] } };

interface Writer {
  /** What can be put down, of the first side and of the second. */
  men: [string[], string[]];
  /** Is it part of a position whose turn it is? Else what stands on the board says so. */
  turns: boolean;
  text: (men: Man[], turn: Side, setup: Setup, castling: string) => string;
}

const both = (names: string[]): [string[], string[]] => [names, names];
const cross = (man: Man) => (man ? (man.side === 'first' ? 'X' : 'O') : '-');

/** The rows of a board, with numbers for runs of empty cells. */
const rows = (men: Man[], columns: number, letter: (man: NonNullable<Man>) => string): string =>
  Array.from({ length: men.length / columns }, (_, row) =>
    men
      .slice(row * columns, (row + 1) * columns)
      .map((man) => (man ? letter(man) : '1'))
      .join('')
      .replace(/1+/g, (empty) => String(empty.length)),
  ).join('/');

const LETTERS: Record<string, string> = { king: 'k', queen: 'q', rook: 'r', bishop: 'b', knight: 'n', pawn: 'p' };
const chessman = ({ side, name }: NonNullable<Man>) => (side === 'first' ? LETTERS[name].toUpperCase() : LETTERS[name]);

const chess: Writer = {
  men: both(Object.keys(LETTERS)),
  turns: true,
  text: (men, turn, { board }, castling) =>
    `${rows(men, board.columns.length, chessman)} ${turn === 'first' ? 'w' : 'b'} ${castling || '-'} - 0 1`,
};

const WRITERS: Record<string, Writer | undefined> = {
  chess,
  chess960: chess,
  draughts: {
    men: both(['man', 'king']),
    turns: true,
    text: (men, turn, { board, colors }) => {
      const initial = (side: Side) => colors[side].charAt(0).toUpperCase();
      const squares = (side: Side) =>
        men.flatMap((man, at) => (man?.side === side ? [(man.name === 'king' ? 'K' : '') + board.cells[at].name] : []));
      const sides = (['first', 'second'] as const).map((side) => `:${initial(side)}${squares(side).join(',')}`);
      return initial(turn) + sides.join('');
    },
  },
  othello: {
    men: both(['disc']),
    turns: true,
    text: (men, turn) => `${men.map(cross).join('')} ${turn === 'first' ? 'X' : 'O'}`,
  },
  go: {
    men: both(['stone']),
    turns: true,
    text: (men, turn, { board }) => `${rows(men, board.columns.length, cross)} ${turn === 'first' ? 'b' : 'w'}`,
  },
  'tic-tac-toe': { men: [['cross'], ['nought']], turns: false, text: (men) => men.map(cross).join('') },
};

/** How a position of a game is written from what stands on the board; nothing where it is not (in Connect Four the moves are). */
export const writerOf = (game: string): Writer | undefined => WRITERS[game.split('(')[0]];
