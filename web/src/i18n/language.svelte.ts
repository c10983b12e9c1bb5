// The language of the page: chosen by the browser, switchable, remembered. `t` looks a text up in the catalogue.
import { de } from './de';
import { en } from './en';

export type Language = 'en' | 'de';
export type Key = keyof typeof en;

const CATALOGUES: Record<Language, Record<Key, string>> = { en, de };
const STORED = 'kiebitz.language';

function preferred(): Language {
  const stored = globalThis.localStorage?.getItem(STORED);
  if (stored === 'en' || stored === 'de') return stored;
  return globalThis.navigator?.language?.toLowerCase().startsWith('de') ? 'de' : 'en';
}

let current = $state<Language>(preferred());

export const language = {
  get current(): Language {
    return current;
  },
  set current(next: Language) {
    current = next;
    globalThis.localStorage?.setItem(STORED, next);
  },
};

/** The text for a key in the page's language, with `{name}` replaced by the value of that name, and `{name:one|many}` by the word that
 * goes with it. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const worded = CATALOGUES[current][key].replace(/\{(\w+):([^|}]*)\|([^}]*)\}/g, (_, name, one, many) =>
    values[name] === 1 ? one : many,
  );
  return worded.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? (typeof values[name] === 'number' ? number(values[name]) : String(values[name])) : whole,
  );
}

/** Is there a text under this name? For names that the server makes: sides, pieces, reasons. */
export function known(key: string): key is Key {
  return key in en;
}

/** The text under `prefix.slug`, or the slug itself where the catalogue does not know it (a newer server). */
export function word(prefix: string, slug: string): string {
  const key = `${prefix}.${slug}`;
  return known(key) ? t(key) : slug.replaceAll('-', ' ');
}

// Making a format takes longer than using it, and lists use it hundreds of times.
const formats = new Map<string, Intl.NumberFormat>();

function format(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${current} ${name}`;
  const found = formats.get(key) ?? new Intl.NumberFormat(current, options);
  formats.set(key, found);
  return found;
}

/** A number as the language writes it: 12,345 or 12.345. */
export function number(value: number, digits = 0): string {
  return format(`${digits}`, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);
}

/** A large number in short: 1.2 M. */
export function brief(value: number): string {
  return format('brief', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}
