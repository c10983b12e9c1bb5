// A game with its variations: a tree of moves in a flat list, the root (before the first move) at 0. Trees are values: every
// change gives a new one, so that the page sees it. The first child of a node is the main line.
import type { Arrow, ArrowColor } from '../board/arrows';
import type { ImportedGame } from '../wire';

export interface Node {
  parent: number | null;
  children: number[];
  /** Moves before this position. */
  ply: number;
  text: string;
  code: string;
  nags: number[];
  comment: string;
  arrows: Arrow[];
  /** The value as the file has it. */
  eval: string | null;
  clock: string | null;
}

export type Tree = readonly Node[];

const COLORS: Record<string, ArrowColor> = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' };

const root = (comment = ''): Node => ({
  parent: null,
  children: [],
  ply: 0,
  text: '',
  code: '',
  nags: [],
  comment,
  arrows: [],
  eval: null,
  clock: null,
});

/** A tree without moves. */
export const empty = (): Tree => [root()];

/** The tree of a game from a file. */
export function fromImport(game: ImportedGame): Tree {
  const nodes: Node[] = [root(game.comment ?? '')];
  game.nodes.forEach((read, at) => {
    const parent = read.parent === null ? 0 : read.parent + 1;
    nodes.push({
      parent,
      children: [],
      ply: nodes[parent].ply + 1,
      text: read.text,
      code: read.code,
      nags: read.nags ?? [],
      comment: read.comment ?? '',
      arrows: (read.arrows ?? []).map(({ color, from, to }) => ({
        from,
        to,
        color: COLORS[color] ?? 'green',
        weight: 1,
      })),
      eval: read.eval ?? null,
      clock: read.clock ?? null,
    });
    nodes[parent].children.push(at + 1);
  });
  return nodes;
}

/** The tree with a move added, and where it is; a move that is there already is only found. */
export function add(tree: Tree, parent: number, move: { text: string; code: string }): [Tree, number] {
  const there = tree[parent].children.find((child) => tree[child].code === move.code);
  if (there !== undefined) return [tree, there];
  const node: Node = { ...root(), parent, ply: tree[parent].ply + 1, text: move.text, code: move.code };
  const grown = tree.map((one, at) => (at === parent ? { ...one, children: [...one.children, tree.length] } : one));
  return [[...grown, node], tree.length];
}

/** The nodes from the first move to this one. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  for (let at = node; tree[at].parent !== null; at = tree[at].parent as number) path.unshift(at);
  return path;
}

/** The codes of the moves to a node. */
export const codesTo = (tree: Tree, node: number): string[] => pathTo(tree, node).map((at) => tree[at].code);

/** The line through a node: the moves to it, and on along first children. */
export function lineThrough(tree: Tree, node: number): number[] {
  const line = pathTo(tree, node);
  for (let at = tree[node].children[0]; at !== undefined; at = tree[at].children[0]) line.push(at);
  return line;
}

/** The main line. */
export const mainLine = (tree: Tree): number[] => lineThrough(tree, 0);

/** The tree without a move and all that follows it. Its place in the list stays, unreachable, so that no other node is renamed. */
export function remove(tree: Tree, node: number): Tree {
  const parent = tree[node].parent;
  return tree.map((one, at) =>
    at === parent ? { ...one, children: one.children.filter((child) => child !== node) } : one,
  );
}

/** What somebody says of a move: in words, by signs, by arrows. */
export type Remarks = Partial<Pick<Node, 'comment' | 'nags' | 'arrows'>>;

/** The tree with something said of a move. */
export const remark = (tree: Tree, node: number, said: Remarks): Tree =>
  tree.map((one, at) => (at === node ? { ...one, ...said } : one));

/** The signs for the quality of a move, in the order in which they are offered; a move has one of them at most. */
export const QUALITY = [3, 1, 5, 6, 2, 4] as const;

/** The signs of a move with this one put on, or off if it was there. */
export const withSign = (nags: readonly number[], sign: number): number[] => [
  ...(nags.includes(sign) ? [] : [sign]),
  ...nags.filter((nag) => !(QUALITY as readonly number[]).includes(nag)),
];

/** The tree with a variation one place nearer to the main line. */
export function promote(tree: Tree, node: number): Tree {
  // The branch that makes it a variation may be further up.
  let branch = node;
  while (tree[branch].parent !== null && tree[tree[branch].parent as number].children[0] === branch)
    branch = tree[branch].parent as number;
  const parent = tree[branch].parent;
  if (parent === null) return tree;
  const siblings = [...tree[parent].children];
  const place = siblings.indexOf(branch);
  [siblings[place - 1], siblings[place]] = [siblings[place], siblings[place - 1]];
  return tree.map((one, at) => (at === parent ? { ...one, children: siblings } : one));
}

/** Signs for the numeric annotation glyphs that have one. */
const SIGNS: Record<number, string> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  23: '⨀',
  32: '⟳',
  36: '↑',
  40: '→',
  132: '⇆',
  138: '⨁',
  146: 'N',
};

/** The sign for one of them. */
export const glyph = (nag: number): string => SIGNS[nag] ?? `$${nag}`;

/** The signs of a move's glyphs; one without a sign is written as files write it. */
export const glyphs = (nags: number[]): string => nags.map((nag) => SIGNS[nag] ?? ` $${nag}`).join('');
