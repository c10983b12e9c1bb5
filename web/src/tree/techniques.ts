// A list of techniques as text, the way the command line writes it: `minimax` is the empty set, `all` is everything, `+name` adds
// one and `+no-name` takes one away.

/** The techniques that a list switches on. */
export function parse(list: string, all: string[]): Set<string> {
  let on = new Set<string>();
  for (const word of list.split(/[+,\s]+/).filter(Boolean)) {
    if (word === 'all') on = new Set(all);
    else if (word === 'minimax') on = new Set();
    else if (word.startsWith('no-')) on.delete(word.slice(3));
    else if (all.includes(word)) on.add(word);
  }
  return on;
}

/** The shorter of the two ways to write a set: what was added to minimax, or taken from everything. */
export function write(on: Set<string>, all: string[]): string {
  const off = all.filter((name) => !on.has(name));
  return off.length < on.size
    ? ['all', ...off.map((name) => `no-${name}`)].join('+')
    : ['minimax', ...all.filter((name) => on.has(name))].join('+');
}

/** The same list with one technique switched over. */
export function flip(list: string, name: string, all: string[]): string {
  const on = parse(list, all);
  if (!on.delete(name)) on.add(name);
  return write(on, all);
}

/** Sets that have a name of their own. */
export const PRESETS = [
  'minimax',
  'minimax+alpha-beta',
  'minimax+alpha-beta+ordering',
  'minimax+alpha-beta+ordering+quiescence',
  'all',
] as const;
