// How scores look. They arrive from the first player's view; text and win chance are the server's.
import { language, number, t } from './i18n/language.svelte';
import { sideName, type Sides } from './names';
import type { End, Score } from './wire';

/** A score with the word for what it counts, discs, in the reader's language. */
export const counted = (text: string): string => text.replace(/\bdiscs\b/, t('unit.discs'));

/** A score in short, with a real minus and the language's decimal sign: +0.35, −1,40, #−3. */
export function scoreText(score: Score): string {
  if (score.mate) return `#${score.mate < 0 ? '−' : ''}${Math.abs(score.mate)}`;
  const text = counted(score.text).replace(/-/g, '−');
  return language.current === 'de' ? text.replace('.', ',') : text;
}

/** The value of a game that is over. */
export function endScore(end: End): Score {
  if (!end.winner) return { cp: 0, text: '½–½', chance: 0.5 };
  const first = end.winner === 'first';
  return { mate: 0, text: first ? '1–0' : '0–1', chance: first ? 1 : 0 };
}

/** A score for the narrow bar: 0.4, #14; whose it is the bar itself tells. */
export function scoreBrief(score: Score): string {
  if (score.mate === 0) return '';
  if (score.mate !== undefined) return `#${Math.abs(score.mate)}`;
  if (score.cp === undefined) return '';
  const amount = Math.abs(score.cp) / 100;
  return new Intl.NumberFormat(
    language.current,
    amount < 10 ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : { maximumFractionDigits: 0 },
  ).format(amount);
}

/** A score as a sentence: "White is better by 1.4 at depth 22". */
export function scoreSentence(score: Score, view: Sides, depth: number): string {
  const first = (score.mate ?? score.cp ?? 0) > 0;
  const side = sideName(view, first ? 'first' : 'second');
  if (score.mate !== undefined) return t('score.mate', { side, moves: Math.abs(score.mate) });
  const amount = Math.abs(score.cp ?? 0) / 100;
  if (amount < 0.005) return t('score.even', { depth });
  // The same figure as in the score beside it.
  const by = number(amount, 2);
  return t('score.better', { side, by, depth });
}
