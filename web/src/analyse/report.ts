// What a report adds up to: mistakes by side, the graph's points, and the table behind the graph.
import type { ReportEntry, Side } from '../wire';
import type { Tree } from './tree';

export const MARKS = ['inaccuracy', 'mistake', 'blunder'] as const;

export interface Mistake {
  node: number;
  side: Side;
  mark: (typeof MARKS)[number];
  /** What it cost, in win chance 0 to 1. */
  loss: number;
  /** The move that was better, as people write it. */
  best: string | null;
}

/** The side that made the move leading to a node. */
export const moverOf = (tree: Tree, node: number, begins: Side): Side =>
  (tree[node].ply % 2 === 1) === (begins === 'first') ? 'first' : 'second';

/** The marked moves of the main line in their order. What was better is known from the position before. */
export function mistakes(tree: Tree, line: number[], report: Map<number, ReportEntry>, begins: Side): Mistake[] {
  return line.flatMap((node) => {
    const entry = report.get(node);
    if (!entry?.mark) return [];
    const before = report.get(tree[node].parent as number);
    return [
      { node, side: moverOf(tree, node, begins), mark: entry.mark, loss: entry.loss ?? 0, best: before?.best ?? null },
    ];
  });
}

/** The mean loss of a side's moves, in win chance 0 to 1; none before a move of the side is known. */
export function meanLoss(
  tree: Tree,
  line: number[],
  report: Map<number, ReportEntry>,
  begins: Side,
  side: Side,
): number | null {
  const losses = line.flatMap((node) => {
    const loss = report.get(node)?.loss;
    return moverOf(tree, node, begins) === side && loss !== null && loss !== undefined ? [loss] : [];
  });
  return losses.length > 0 ? losses.reduce((sum, loss) => sum + loss, 0) / losses.length : null;
}

/** The table behind the graph, as a file for spreadsheets. */
export function csv(tree: Tree, line: number[], report: Map<number, ReportEntry>): string {
  const rows = line.flatMap((node) => {
    const entry = report.get(node);
    if (!entry) return [];
    const cells = [
      entry.ply,
      tree[node].text,
      entry.score.text,
      entry.score.chance.toFixed(4),
      entry.loss?.toFixed(4) ?? '',
      entry.mark ?? '',
    ];
    return [
      cells.map((cell) => (/[",]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(','),
    ];
  });
  return ['ply,move,score,win_chance_first,loss,mark', ...rows].join('\n') + '\n';
}
