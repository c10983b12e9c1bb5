// A file with many games, taken apart here: the list is there at once, however long the file is, and only the game that is looked at
// is read by the server.

export interface Listed {
  /** Its number in the file, from 1. */
  number: number;
  text: string;
  title: string;
  /** What a search looks at. */
  words: string;
}

const TAG = /^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]/;

/** The games of a text in PGN or PDN: each begins with its tags. */
export function listGames(text: string): Listed[] {
  const games: Listed[] = [];
  let tags = new Map<string, string>();
  let [start, at, inTags] = [-1, 0, false];
  const close = (end: number) => {
    if (start < 0) return;
    const tag = (name: string) => (tags.get(name) ?? '').replace(/^\?+$/, '');
    const names = [tag('White') || '?', tag('Black') || '?'].join(' – ');
    const more = [
      tag('Event'),
      tag('Date')
        .replace(/\.\?\?/g, '')
        .replace(/^\?+$/, ''),
      tag('ECO'),
    ].filter(Boolean);
    games.push({
      number: games.length + 1,
      text: text.slice(start, end),
      title: [names, tag('Result'), ...more].filter(Boolean).join(', '),
      words: [...tags.values()].join(' ').toLowerCase(),
    });
  };
  while (at < text.length) {
    const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    const line = text.slice(at, end);
    const found = line.startsWith('[') ? TAG.exec(line) : null;
    if (found && !inTags) {
      close(at);
      [start, tags] = [at, new Map()];
    }
    if (found) tags.set(found[1], found[2].replace(/\\(.)/g, '$1'));
    // Empty lines part tags from moves and games from each other; what a line without a tag says is a move or a comment.
    if (found) inTags = true;
    else if (line.trim() !== '') inTags = false;
    at = end + 1;
  }
  close(text.length);
  return games;
}

/** Those that hold every word of a question. */
export function matching(games: Listed[], question: string): Listed[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? games : games.filter((game) => words.every((word) => game.words.includes(word)));
}

/** Texts of several games each, none much longer than `most` letters. */
export function parcels(games: Listed[], most: number): string[] {
  const found: string[] = [];
  let parcel = '';
  for (const { text } of games) {
    if (parcel !== '' && parcel.length + text.length > most) {
      found.push(parcel);
      parcel = '';
    }
    if (text.length <= most) parcel += `${text.trimEnd()}\n\n`;
  }
  if (parcel !== '') found.push(parcel);
  return found;
}
