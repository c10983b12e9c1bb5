// The pictures of the chess pieces: the set by Colin M.L. Burnett, as the package `chessground` carries it (GPL-3.0-or-later; see
// README.md). Its style sheet holds the pictures as data addresses; they are taken out of it here.
import sheet from 'chessground/assets/chessground.cburnett.css?raw';
import type { BoardView, Piece } from '../wire';

const PICTURES = new Map<string, string>(
  [...sheet.matchAll(/piece\.(\w+)\.(\w+)\s*\{\s*background-image:\s*url\('([^']+)'\)/g)].map(
    ([, name, color, address]) => [`${color}-${name}`, address],
  ),
);

/** The picture of a chess piece; none for the pieces of other sets. */
export function pictureOf(pieces: BoardView['pieces'], piece: Piece): string | null {
  if (pieces !== 'chessmen') return null;
  return PICTURES.get(`${piece.side === 'first' ? 'white' : 'black'}-${piece.name}`) ?? null;
}
