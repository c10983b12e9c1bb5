// What is explained: a move of a position. By default it is the move just played; whoever asks about another one, or goes along a line
// of the text, keeps what was asked for as long as the board shows something of it.
import { lineThrough, type Tree } from './tree';

export interface Subject {
  /** The node of the position in which the move is made. */
  node: number;
  /** The move as programs write it; empty for the best one. */
  code: string;
  /** What was asked for instead of the move just played, if anything. */
  asked: string | null;
  /** Does the board show a line of the text, and not the move? */
  away: boolean;
}

/** Asked of the position of a node. */
export interface Asked {
  node: number;
  code: string;
}

/** A line of the text that the board goes along. */
export interface Walk {
  subject: Subject;
  /** The nodes of the line. */
  nodes: number[];
}

/** What is explained at a node. */
export function subjectAt(tree: Tree, current: number, asked: Asked | null, walk: Walk | null): Subject {
  if (walk?.nodes.includes(current)) return { ...walk.subject, away: current !== walk.nodes[0] };
  if (asked?.node === current) return { node: current, code: asked.code, asked: asked.code, away: false };
  const { parent, code } = tree[current];
  if (parent === null) return { node: current, code: '', asked: '', away: false };
  return { node: parent, code, asked: null, away: false };
}

/** The nodes that a walk from one node to another passes, and those after it. */
export const walkTo = (tree: Tree, from: number, to: number): number[] => {
  const line = lineThrough(tree, to);
  return from === 0 ? line : line.slice(line.indexOf(from) + 1);
};
