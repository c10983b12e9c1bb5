// What the server refused, in the reader's language: a sentence of ours for the code, and the server's detail where it says more.
import type { Refusal } from './api';
import { known, language, t } from './i18n/language.svelte';

/** Codes whose English detail tells what would be right, and is shown. */
const DETAILED = new Set([
  'illegal-move',
  'bad-position',
  'bad-request',
  'unknown-game',
  'fault',
  'too-many',
  'too-large',
  'not-allowed',
  'nothing-read',
  'not-stored',
  'no-room',
]);

export function refusalText(refusal: Refusal): string {
  const key = `refusal.${refusal.code}`;
  const sentence = known(key) ? t(key) : t('refusal.fault');
  return DETAILED.has(refusal.code) && refusal.message
    ? `${sentence} ${t('refusal.detail', { message: refusal.message })}`
    : sentence;
}

/** The reason of a refused move alone: who tried it knows which one it was. Reasons are English: elsewhere a sentence of ours precedes. */
export function reasonText(refusal: Refusal): string {
  const reason = refusal.message.replace(/^(ply \d+: )?move '[^']*': /, '');
  if (language.current !== 'en' || !reason) return refusalText(refusal);
  return reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? '' : '.');
}
