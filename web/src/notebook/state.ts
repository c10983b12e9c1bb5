// What travels between a notebook and its board: the names are those of `kiebitz.board` in Python, which sets all of it and hears what is
// done. Nothing here knows a rule of a game.
import type { Language } from '../i18n/language.svelte';
import type { Side, View } from '../wire';

/** What a board in a notebook shows. */
export interface State {
  view: View;
  /** Whose moves are entered here. */
  side: Side | 'both' | null;
  flipped: boolean;
  /** The ply that is shown, and the last one there is to step to. */
  at: number;
  last: number;
  /** What is said below the board. */
  caption: string;
  /** Where one can go from here, besides by stepping: the moves of a recorded tree. */
  ways: { id: number; text: string; note: string }[];
  /** Is a player thinking about an answer? */
  thinking: boolean;
  /** Can the last move be taken back? */
  takeback: boolean;
  language: Language;
  /** The width of the board in pixels. */
  width: number;
}

/** What is done at the board. */
export type Deed =
  | { do: 'play'; code: string; ply: number }
  | { do: 'step'; to: number }
  | { do: 'go'; to: number }
  | { do: 'takeback' }
  | { do: 'flip' };

/** The names of all that is shown. */
export const SHOWN: (keyof State)[] = [
  'view',
  'side',
  'flipped',
  'at',
  'last',
  'caption',
  'ways',
  'thinking',
  'takeback',
  'language',
  'width',
];
