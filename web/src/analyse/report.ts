// What the judgement of positions adds up to: what a move cost, mistakes by side, and the table behind the graph. There is one
// judgement of each position, from whichever search looked furthest; everything here is the difference of two of them.
import type { Line, ReportEntry, Score, Side } from '../wire';
import type { Tree } from './tree';

/** What is known of a position. */
export interface Judged {
  depth: number;
  score: Score;
  /** The best lines, the best first; none where the game is over. */
  lines: Line[];
  /** Is the move that led here one of the opening book? */
  book: boolean;
}

export const MARKS = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof MARKS)[number];

/** From which loss of win chance on a move is called so. The steps are those of lichess.org, which counts chances from -1 to 1. */
const LEAST: Record<Mark, number> = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.15 };

export interface Mistake {
  node: number;
  side: Side;
  mark: Mark;
  /** What it cost, in win chance 0 to 1. */
  loss: number;
  /** The move that was better, as people write it. */
  best: string | null;
}

/** What is said of a position in a report, as it is kept. */
export function fromReport(entry: ReportEntry): Judged {
  const { depth, score, pv, best_code, book } = entry;
  const lines = best_code === null ? [] : [{ score, pv, codes: [best_code], cells: [] }];
  return { depth, score, lines, book };
}

/** Of two opinions the one that looked further; of equals the newer one. What the book says stays said. */
export function deeper(known: Judged | undefined, found: Judged): Judged {
  if (!known) return found;
  const book = known.book || found.book;
  return found.depth >= known.depth ? { ...found, book } : { ...known, book };
}

/** The side that made the move leading to a node. */
export const moverOf = (tree: Tree, node: number, begins: Side): Side =>
  (tree[node].ply % 2 === 1) === (begins === 'first') ? 'first' : 'second';

/** The best move before the one that led to a node; none if that position is not known. */
export function bestBefore(tree: Tree, judged: Map<number, Judged>, node: number): Line | null {
  const parent = tree[node].parent;
  return parent === null ? null : (judged.get(parent)?.lines[0] ?? null);
}

/** What the move that led to a node cost its player, in win chance 0 to 1; none as long as one of the two positions is not known. */
export function lossOf(tree: Tree, judged: Map<number, Judged>, node: number, begins: Side): number | null {
  const [before, after] = [judged.get(tree[node].parent ?? -1), judged.get(node)];
  if (!before || !after) return null;
  // The best move loses nothing, even if a search from the next position sees it differently.
  if (before.lines[0]?.codes[0] === tree[node].code) return 0;
  const lost = before.score.chance - after.score.chance;
  return Math.max(0, moverOf(tree, node, begins) === 'first' ? lost : -lost);
}

/** What the move that led to a node is called, if it cost much. Moves of the book are not judged. */
export function markOf(tree: Tree, judged: Map<number, Judged>, node: number, begins: Side): Mark | null {
  const loss = lossOf(tree, judged, node, begins);
  if (loss === null || judged.get(node)?.book) return null;
  return MARKS.findLast((mark) => loss >= LEAST[mark] - 1e-9) ?? null;
}

/** The marked moves of the main line in their order. What was better is known from the position before. */
export function mistakes(tree: Tree, line: number[], judged: Map<number, Judged>, begins: Side): Mistake[] {
  return line.flatMap((node) => {
    const mark = markOf(tree, judged, node, begins);
    if (!mark) return [];
    const loss = lossOf(tree, judged, node, begins) ?? 0;
    const best = bestBefore(tree, judged, node)?.pv[0] ?? null;
    return [{ node, side: moverOf(tree, node, begins), mark, loss, best }];
  });
}

/** The mean loss of a side's moves outside the book, in win chance 0 to 1; none before a move of the side is known. */
export function meanLoss(
  tree: Tree,
  line: number[],
  judged: Map<number, Judged>,
  begins: Side,
  side: Side,
): number | null {
  const losses = line.flatMap((node) => {
    const loss = lossOf(tree, judged, node, begins);
    return moverOf(tree, node, begins) === side && loss !== null && !judged.get(node)?.book ? [loss] : [];
  });
  return losses.length > 0 ? losses.reduce((sum, loss) => sum + loss, 0) / losses.length : null;
}

/** How exactly a side played, 0 to 100: the mean over its moves of a curve that falls with the loss. The curve is that of lichess.org. */
export function accuracy(
  tree: Tree,
  line: number[],
  judged: Map<number, Judged>,
  begins: Side,
  side: Side,
): number | null {
  const each = line.flatMap((node) => {
    const loss = lossOf(tree, judged, node, begins);
    if (moverOf(tree, node, begins) !== side || loss === null) return [];
    return [Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * loss) - 3.1669))];
  });
  return each.length > 0 ? each.reduce((sum, one) => sum + one, 0) / each.length : null;
}

/** The move that decided the game: the costliest of the side that lost, if it cost much. */
export function decisive(found: Mistake[], loser: Side | null): Mistake | null {
  const own = found.filter((one) => loser === null || one.side === loser);
  const worst = own.reduce<Mistake | null>((most, one) => (most && most.loss >= one.loss ? most : one), null);
  return worst && worst.loss >= LEAST.blunder ? worst : null;
}

/** The table behind the graph, as a file for spreadsheets. */
export function csv(tree: Tree, line: number[], judged: Map<number, Judged>, begins: Side): string {
  const rows = line.flatMap((node) => {
    const entry = judged.get(node);
    if (!entry) return [];
    const loss = lossOf(tree, judged, node, begins);
    const cells = [
      tree[node].ply,
      tree[node].text,
      entry.score.text,
      entry.score.chance.toFixed(4),
      loss?.toFixed(4) ?? '',
      markOf(tree, judged, node, begins) ?? '',
    ];
    return [
      cells.map((cell) => (/[",]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(','),
    ];
  });
  return ['ply,move,score,win_chance_first,loss,mark', ...rows].join('\n') + '\n';
}
