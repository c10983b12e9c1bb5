// The pictures of men: those that pictures as files have (crates/picture), so that a board looks alike wherever it is.
import { MEN } from './men.generated';
import type { BoardView, Piece } from '../wire';

const addresses = new Map<string, string>();

/** The picture of a man; none for the pieces of other sets. */
export function pictureOf(pieces: BoardView['pieces'], piece: Piece, color: string): string | null {
  const name = `${pieces}-${color}-${piece.name}`;
  const drawing = MEN[name];
  if (!drawing) return null;
  const address = addresses.get(name) ?? `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  addresses.set(name, address);
  return address;
}
