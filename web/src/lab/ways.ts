// The ways to search that the growth experiment compares, in the reader's language. The lab names them in English.
import { t, word } from '../i18n/language.svelte';

/** "alpha-beta, worst order" or "+ killers" as the page says it. */
export function wayName(name: string): string {
  if (name.startsWith('+ ')) return `+ ${word('technique', name.slice(2))}`;
  const orders: Record<string, string> = {
    'alpha-beta, worst order': t('order.worst'),
    'alpha-beta, random order': t('order.random'),
    'alpha-beta, as generated': t('order.generated'),
    'alpha-beta, heuristic order': t('order.heuristic'),
    'alpha-beta, perfect order': t('order.perfect'),
  };
  return orders[name] ?? name;
}
