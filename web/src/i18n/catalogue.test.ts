// Both catalogues are complete, every text that components ask for exists, and no component carries text of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { de } from './de';
import { en } from './en';
import { englishWords } from './english';

const SOURCE = join(import.meta.dirname, '..');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(SOURCE, file), 'utf8');
const places = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[}:]/g)].map(([, name]) => name))].sort();

describe('the catalogues', () => {
  it('have the same keys', () => expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort()));
  it.each(Object.keys(en) as (keyof typeof en)[])('%s has the same places and is not empty', (key) => {
    expect(places(de[key])).toEqual(places(en[key]));
    expect(de[key].trim()).not.toBe('');
    expect(en[key].trim()).not.toBe('');
  });
  it('are each in their language', () => {
    // The button that leads to the other language speaks that one.
    const own = (catalogue: Record<string, string>) =>
      Object.entries(catalogue).filter(([key]) => key !== 'nav.language');
    const marked = own(de).filter(([, text]) => englishWords(text.replace(/\{[^}]*\}/g, '')).length > 0);
    expect(marked).toEqual([]);
    expect(englishWords('Quelle: composed, die Tiefe (depth 3)')).toEqual(['composed', 'depth']);
    expect(englishWords('Was war das? Der Turm, in der Not.')).toEqual([]);
    const german = /(^|\s)(und|der|das|nicht|ist|mit|von|wird|eine?|zum?|auf|für)(\s|$)/;
    expect(own(en).filter(([, text]) => german.test(text))).toEqual([]);
  });
  it('have no key that nobody uses', () => {
    const code = files
      .filter((file) => /\.(svelte|ts)$/.test(file) && !file.startsWith('i18n'))
      .map(read)
      .join('\n');
    // Keys made of a prefix and a code that the server sends, or that a list holds.
    const made =
      /^(game|parameter|rules|suicide|side|piece|occupant|reason|refusal|ladder|ladderName|kind|theme|title|nav|step|mark|marks|keys|technique|preset|difference|nodeKind|look|bound|why|search|lab|usual|sign|door|counted|reasonOwn|evaluator|value|group|letter|shade|men|historic|historicName|glyph)\./;
    const unused = Object.keys(en).filter((key) => !made.test(key) && !code.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });
});

/** Texts in a component's markup that a reader would see or hear: words in the markup itself and in attributes that are spoken, and
 * strings in its expressions that read like words (a capital with small letters, or several words). */
function ownTexts(markup: AST.Root): string[] {
  const found: string[] = [];
  const spoken = new Set(['title', 'placeholder', 'alt', 'label', 'aria-label', 'aria-description', 'aria-valuetext']);
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!node || typeof node !== 'object') return;
    const { type, name, value, data } = node as { type?: string; name?: string; value?: unknown; data?: string };
    if (type === 'StyleDirective' || (type === 'Attribute' && !spoken.has(name ?? ''))) return;
    if (type === 'Text' && /\p{L}{2,}/u.test(data ?? '')) found.push((data ?? '').trim());
    if (type === 'Literal' && typeof value === 'string' && /\p{Lu}\p{Ll}|\p{L}+\s\p{L}+/u.test(value) && !(value in en))
      found.push(value);
    for (const [key, child] of Object.entries(node)) if (key !== 'metadata') visit(child);
  };
  visit(markup.fragment);
  return found;
}

describe('components carry no text of their own', () => {
  it.each(files.filter((file) => file.endsWith('.svelte')))('%s', (file) => {
    expect(ownTexts(parse(read(file), { modern: true }))).toEqual([]);
  });
  it('and the search for such text finds it', () => {
    const markup = '<p title="Hidden text" class="not this">{name} <b>Some words</b>{on ? "Yes" : "no way"}</p>';
    expect(ownTexts(parse(markup, { modern: true }))).toEqual(['Hidden text', 'Some words', 'Yes', 'no way']);
  });
});
