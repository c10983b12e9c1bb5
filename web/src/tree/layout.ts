// Where the nodes of a small tree stand when it is drawn: leaves side by side, parents above the middle of what is below them, in the
// order of the search from left to right. What a cut spared is there too, as ghosts.
import type { TreeNode } from '../wire';

/** Something that is drawn. */
export interface Placed {
  key: string;
  /** Absent for what was not looked at. */
  node: TreeNode | null;
  parent: Placed | null;
  level: number;
  x: number;
  /** What stands at the branch. */
  move: string;
  /** The number of a leaf that was not looked at, or how many moves a ghost stands for. */
  text: string;
}

export interface Layout {
  placed: Placed[];
  /** In slots and levels. */
  width: number;
  levels: number;
}

/** A tree of numbers as it was typed: a number is a leaf. */
export type Numbers = number | Numbers[];

/** Reads a tree of numbers; nothing if it is not one (the server says what is wrong). */
export function numbersOf(text: string): Numbers | null {
  try {
    return JSON.parse(
      text
        .trim()
        .replace(/[\s,]+/g, ' ')
        .replace(/\( /g, '(')
        .replace(/ \)/g, ')')
        .replace(/\)\(/g, ') (')
        .replace(/ /g, ',')
        .replace(/\(/g, '[')
        .replace(/\)/g, ']'),
    ) as Numbers;
  } catch {
    return null;
  }
}

/** Places the nodes, which stand in the order in which they were entered. With `numbers` every ghost is drawn with its own. */
export function layout(nodes: TreeNode[], numbers: Numbers | null): Layout {
  const placed: Placed[] = [];
  const children = new Map<number | null, TreeNode[]>();
  for (const node of nodes) {
    const brothers = children.get(node.parent) ?? [];
    brothers.push(node);
    children.set(node.parent, brothers);
  }
  let next = 0;
  let levels = 0;

  const put = (one: Omit<Placed, 'x'>): Placed => {
    const made = { ...one, x: 0 };
    levels = Math.max(levels, one.level + 1);
    placed.push(made);
    return made;
  };
  const settle = (one: Placed, below: Placed[]) => {
    if (below.length === 0) one.x = next++;
    else one.x = (below[0].x + below[below.length - 1].x) / 2;
  };

  const ghost = (parent: Placed, move: string, text: string, at: Numbers | undefined): Placed => {
    const label = typeof at === 'number' ? String(at) : text;
    const one = put({ key: `${parent.key}.${move}`, node: null, parent, level: parent.level + 1, move, text: label });
    const below = Array.isArray(at) ? at.map((child, index) => ghost(one, String(index + 1), '', child)) : [];
    settle(one, below);
    return one;
  };

  const visit = (node: TreeNode, parent: Placed | null, level: number, at: Numbers | undefined): Placed => {
    const one = put({ key: String(node.id), node, parent, level, move: node.move ?? '', text: '' });
    const inside = (move: string | null) => (Array.isArray(at) && move !== null ? at[Number(move) - 1] : undefined);
    const below = (children.get(node.id) ?? []).map((child) => visit(child, one, level + 1, inside(child.move)));
    if (node.untried.length > 0) {
      if (Array.isArray(at)) below.push(...node.untried.map((move) => ghost(one, move, '', inside(move))));
      else if (node.untried.length <= 2) below.push(...node.untried.map((move) => ghost(one, move, '', undefined)));
      else below.push(ghost(one, `×${node.untried.length}`, '', undefined));
    }
    settle(one, below);
    return one;
  };

  for (const root of children.get(null) ?? []) visit(root, null, 0, numbers ?? undefined);
  return { placed, width: Math.max(1, next), levels };
}
