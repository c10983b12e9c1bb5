// How a game ended, in words.
import { t, word } from './i18n/language.svelte';
import { sideName, type Sides } from './names';
import type { End } from './wire';

/** "White wins by checkmate", "Draw by repetition". */
export function resultText(end: End, view: Sides): string {
  const reason = word('reason', end.reason);
  return end.winner ? t('result.win', { side: sideName(view, end.winner), reason }) : t('result.draw', { reason });
}

/** The result as score sheets write it, the first player's points first. */
export function resultScore(end: End): string {
  if (!end.winner) return '½–½';
  return end.winner === 'first' ? '1–0' : '0–1';
}
