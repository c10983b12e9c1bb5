// A study as the server is asked to write it down: its tree as an import gives it, with the marks of the report, and what is known of
// each position.
import type { ArrowColor } from '../board/arrows';
import type { RecordRequest, Side } from '../wire';
import { markOf, type Judged } from './report';
import type { Tree } from './tree';

export interface Kept {
  game: string;
  start: string;
  tags: RecordRequest['game']['tags'];
  tree: Tree;
  judged: Map<number, Judged>;
  /** Are moves marked? */
  reported: boolean;
  begins: Side;
}

const GLYPHS = { inaccuracy: 6, mistake: 2, blunder: 4 } as const;
const LETTERS: Record<ArrowColor, string> = { green: 'G', red: 'R', blue: 'B', yellow: 'Y', engine: '' };

/** The request that has the study written. */
export function toRecord({ game, start, tags, tree, judged, reported, begins }: Kept): RecordRequest {
  const nodes: RecordRequest['game']['nodes'] = [];
  const found: NonNullable<RecordRequest['judged']> = [];
  // A move comes after the one before it, and before what could be played instead of it. What was removed is not reached.
  const open = tree[0].children.map((node) => ({ node, parent: null as number | null })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parent } = next;
    const { text, code, nags, comment, arrows, eval: value, clock, children } = tree[node];
    const mark = reported ? markOf(tree, judged, node, begins) : null;
    const at = nodes.length;
    nodes.push({
      parent,
      text,
      code,
      nags: nags.length > 0 ? nags : mark ? [GLYPHS[mark]] : [],
      comment: comment || undefined,
      arrows: arrows.flatMap(({ color, from, to }) => (LETTERS[color] ? [{ color: LETTERS[color], from, to }] : [])),
      eval: value ?? undefined,
      clock: clock ?? undefined,
    });
    const known = judged.get(node);
    if (known && known.lines.length > 0) found.push({ node: at, score: known.score, depth: known.depth });
    open.push(...children.map((child) => ({ node: child, parent: at })).reverse());
  }
  const result = tags.find(({ name }) => name === 'Result')?.value ?? '*';
  return {
    game: { number: 1, game, tags, start, result, comment: tree[0].comment || null, nodes },
    judged: found,
  };
}
