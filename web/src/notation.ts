// How moves look to the reader, and what a reader may type. The server speaks English notation; German readers see German piece
// letters. Typed text is compared with the moves the server sent: no rule is known here.
import { entryOf } from './games.svelte';
import { language } from './i18n/language.svelte';
import type { Move } from './wire';

const GERMAN: Record<string, string> = { K: 'K', Q: 'D', R: 'T', B: 'L', N: 'S', P: 'B' };
const ENGLISH = Object.fromEntries(Object.entries(GERMAN).map(([english, german]) => [german, english]));

const letters = (game: string) => entryOf(game)?.piece_letters ?? '';

/** A move as the reader's language writes it. */
export function localized(text: string, game: string): string {
  if (language.current !== 'de') return text;
  return [...text].map((letter) => (letters(game).includes(letter) ? (GERMAN[letter] ?? letter) : letter)).join('');
}

const bare = (text: string) =>
  text
    .replace(/0/g, 'O')
    .replace(/[+#!?=\s]/g, '')
    .replace(/e\.?p\.?$/, '');

/** The moves that a typed text can mean: written in full, without ornaments, or as the server's code. */
export function typed(text: string, moves: Move[], game: string): Move[] {
  const wanted = text.trim();
  if (wanted === '') return [];
  const exactly = moves.filter((move) => move.text === wanted || move.code === wanted);
  if (exactly.length > 0) return exactly;
  const lettered = letters(game) !== '';
  const forms = lettered
    ? [bare(wanted), bare(wanted.replace(/[KDTLSB]/g, (letter) => ENGLISH[letter]))]
    : [wanted.toLowerCase()];
  const shape = (move: Move, way: (text: string) => string) => [way(move.text), way(move.code)];
  const plain = lettered ? bare : (one: string) => one.toLowerCase();
  for (const form of forms) {
    // First to the letter; then without the capture sign and in any case, as long as that is clear.
    for (const way of [
      plain,
      (one: string) => plain(one).replace(/[x:-]/g, ''),
      (one: string) => plain(one).replace(/[x:-]/g, '').toLowerCase(),
    ]) {
      const found = moves.filter((move) => shape(move, way).includes(way(form)));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The number of the first move: FEN carries it as its last word, elsewhere games begin with 1. */
export function numbering(game: string, start: string): number {
  const last = Number(start.trim().split(/\s+/).pop());
  return entryOf(game)?.fen && Number.isInteger(last) && last > 0 ? last : 1;
}
