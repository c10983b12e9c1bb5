// What a network thinks, as notes on the board and as lines of a chart.
import type { Note } from '../board/notes';
import { number, t } from '../i18n/language.svelte';
import type { Insight, JudgedPly } from '../wire';

const greatest = (insight: Insight) => Math.max(0.01, ...insight.pieces.map((piece) => Math.abs(piece.worth)));

/** Worths in short, with a real minus: 3.2, −0.4; two digits where all of it is less than the game's unit. */
export function worths(insight: Insight): string[] {
  const digits = greatest(insight) < 1 ? 2 : 1;
  return insight.pieces.map(({ worth }) => {
    const text = number(Math.abs(worth), digits);
    // Nothing has no sign.
    return worth < 0 && /[1-9]/.test(text) ? `−${text}` : text;
  });
}

/** What each piece is worth, as notes on the cells; the greatest worth has the darkest plate. */
export function notesOf(insight: Insight): Note[] {
  const [most, texts] = [greatest(insight), worths(insight)];
  return insight.pieces.map(({ cell, worth }, at) => ({
    cell,
    text: texts[at],
    spoken: t('judgement.worth', { worth: texts[at] }),
    weight: Math.abs(worth) / most,
    bad: texts[at].startsWith('−'),
  }));
}

/** Where the judgements of a line lie: the greatest and the least of them all, with 0 between. */
export function reach(line: JudgedPly[]): [number, number] {
  const values = line.flatMap(({ judged, terms }) => [judged, terms].flatMap((one) => (one ? [one.value] : [])));
  return [Math.min(-50, ...values), Math.max(50, ...values)];
}

/** The pieces of a curve through those positions that have a judgement: a game that is over has none. */
export function pieces<Point>(points: (Point | null)[]): Point[][] {
  const found: Point[][] = [[]];
  for (const point of points) {
    if (point !== null) found[found.length - 1].push(point);
    else if (found[found.length - 1].length > 0) found.push([]);
  }
  return found.filter((piece) => piece.length > 0);
}
