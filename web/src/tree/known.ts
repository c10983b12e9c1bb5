// What may be shown of a node while a search is stepped through: nothing that the search has not found out yet.
import type { TreeNode, TreeStep } from '../wire';
import { figure, valueOf, windowText } from './words';

export interface Known {
  /** Has the search come to the node? */
  seen: (node: TreeNode) => boolean;
  window: (node: TreeNode) => string;
  /** The value; empty as long as the search is inside. */
  value: (node: TreeNode) => string;
  cut: (node: TreeNode) => boolean;
}

/** Event by event, where the events are known: after the one at this place. */
export function afterStep(steps: TreeStep[], step: number): Known {
  const found = new Map<number, { window: string; value: string; cut: boolean }>();
  for (const one of steps.slice(0, step + 1)) {
    const before = found.get(one.node) ?? { window: '', value: '', cut: false };
    found.set(one.node, {
      window: windowText(one.window),
      value: one.event === 'leaf' || one.event === 'done' ? figure(one.value ?? '') : before.value,
      cut: before.cut || one.event === 'cut',
    });
  }
  return {
    seen: (node) => found.has(node.id),
    window: (node) => found.get(node.id)?.window ?? '',
    value: (node) => found.get(node.id)?.value ?? '',
    cut: (node) => found.get(node.id)?.cut ?? false,
  };
}

/** Node by node: nodes are numbered as they were entered, and the value of one is known when all below it were. */
export function afterNode(at: number): Known {
  const done = (node: TreeNode) => node.id + node.below <= at;
  return {
    seen: (node) => node.id <= at,
    window: (node) => (node.id <= at ? windowText(`[${node.alpha_text}, ${node.beta_text}]`) : ''),
    value: (node) => (done(node) ? valueOf(node) : ''),
    cut: (node) => done(node) && node.why === 'cut',
  };
}
