// A study as a text that can be kept: PGN with variations, comments, glyphs, marks and values; PDN is written the same way. Moves stay
// in the notation of the server, which is that of files.
import type { Side } from '../wire';
import { markOf, type Judged } from './report';
import type { Tree } from './tree';

export interface Written {
  tags: { name: string; value: string }[];
  tree: Tree;
  judged: Map<number, Judged>;
  /** Are moves marked? */
  reported: boolean;
  begins: Side;
  /** The number of the first move. */
  first: number;
  /** Where it begins, if that is not the usual start. */
  start: string | null;
  /** Which of the sides is White. */
  white: Side;
}

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'];
const GLYPHS = { inaccuracy: 6, mistake: 2, blunder: 4 } as const;
const WIDTH = 79;

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const comment = (text: string) => `{${text.replaceAll('}', ')').trim()}}`;

/** `[%eval 0.35,14]`, `[%eval #-4,14]`, from White's view. */
function evalText({ score, depth, lines }: Judged, white: Side): string {
  const sign = white === 'first' ? 1 : -1;
  if (lines.length === 0) return '';
  if (score.mate !== undefined) return `[%eval #${score.mate * sign},${depth}]`;
  return score.cp === undefined ? '' : `[%eval ${((score.cp * sign) / 100).toFixed(2)},${depth}]`;
}

/** The whole study as PGN. */
export function pgn(study: Written): string {
  const { tree, judged, begins, first } = study;
  const given = new Map(study.tags.map(({ name, value }) => [name, value]));
  const result = given.get('Result') ?? '*';
  const usual: Record<string, string> = { Date: '????.??.??', Result: result };
  const lines = ROSTER.map((name) => `[${name} ${quoted(given.get(name) || usual[name] || '?')}]`);
  for (const { name, value } of study.tags)
    if (!ROSTER.includes(name) && !['FEN', 'SetUp'].includes(name)) lines.push(`[${name} ${quoted(value)}]`);
  if (study.start !== null) lines.push('[SetUp "1"]', `[FEN ${quoted(study.start)}]`);

  const shift = begins === 'second' ? 1 : 0;
  const words: string[] = [];
  if (tree[0].comment) words.push(...comment(tree[0].comment).split(' '));
  let numbered = false;
  const write = (node: number) => {
    const { ply, text, nags, comment: said } = tree[node];
    const slot = ply - 1 + shift;
    const number = first + Math.floor(slot / 2);
    if (slot % 2 === 0) words.push(`${number}.`);
    else if (!numbered) words.push(`${number}...`);
    numbered = true;
    words.push(text);
    const mark = study.reported ? markOf(tree, judged, node, begins) : null;
    for (const nag of nags.length > 0 ? nags : mark ? [GLYPHS[mark]] : []) words.push(`$${nag}`);
    const known = judged.get(node);
    const remark = [known ? evalText(known, study.white) : '', said].filter(Boolean).join(' ');
    if (remark) {
      words.push(...comment(remark).split(' '));
      numbered = false;
    }
  };
  /** A line from a node on, each move followed by the variations beside it. */
  const along = (node: number, beside: boolean) => {
    for (let at: number | undefined = node, head = true; at !== undefined; at = tree[at].children[0], head = false) {
      write(at);
      const siblings = head && !beside ? [] : tree[tree[at].parent as number].children.slice(1);
      for (const other of siblings.filter((sibling) => sibling !== at)) {
        numbered = false;
        const begin = words.length;
        along(other, false);
        words[begin] = `(${words[begin]}`;
        words[words.length - 1] += ')';
        numbered = false;
      }
    }
  };
  if (tree[0].children[0] !== undefined) along(tree[0].children[0], true);
  words.push(result);

  const rows: string[] = [];
  for (const word of words) {
    const row = rows[rows.length - 1];
    if (row !== undefined && row.length + 1 + word.length <= WIDTH) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return `${lines.join('\n')}\n\n${rows.join('\n')}\n`;
}
