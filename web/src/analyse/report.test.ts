import { describe, expect, it } from 'vitest';
import { accuracy, csv, decisive, deeper, fromReport, lossOf, markOf, meanLoss, mistakes, type Judged } from './report';
import { add, empty, mainLine, type Tree } from './tree';

function game(): Tree {
  let [tree, at]: [Tree, number] = [empty(), 0];
  for (const text of ['e4', 'f6', 'd4', 'g5']) [tree, at] = add(tree, at, { text, code: text });
  return tree;
}
const entry = (ply: number, chance: number, best: string | null, book = false): Judged =>
  fromReport({
    is: 'report',
    id: 1,
    ply,
    of: 4,
    score: { cp: 10 * ply, text: `+0.${ply}`, chance },
    best,
    best_code: best,
    pv: best === null ? [] : [best],
    depth: 8,
    book,
  });
const judged = new Map([
  [0, entry(0, 0.52, 'e4')],
  [1, entry(1, 0.5, 'e5', true)],
  [2, entry(2, 0.58, 'd4')],
  [3, entry(3, 0.58, 'e6')],
  [4, entry(4, 1, 'Qh5#')],
]);

describe('a report', () => {
  const tree = game();
  const line = mainLine(tree);
  it('names what was marked, by whom, and what was better', () => {
    const found = mistakes(tree, line, judged, 'first');
    expect(found.map(({ node, side, mark, best }) => ({ node, side, mark, best }))).toEqual([
      { node: 2, side: 'second', mark: 'inaccuracy', best: 'e5' },
      { node: 4, side: 'second', mark: 'blunder', best: 'e6' },
    ]);
    expect(found.map(({ loss }) => Number(loss.toFixed(2)))).toEqual([0.08, 0.42]);
    expect(decisive(found, 'second')?.node).toBe(4);
    expect(decisive(found, 'first')).toBeNull();
  });
  it('does not blame the best move, nor one of the book', () => {
    // The best move, although the next position looks worse.
    expect(lossOf(tree, judged, 1, 'first')).toBe(0);
    const bookish = new Map(judged).set(2, { ...entry(2, 0.58, 'd4', true) });
    expect(markOf(tree, bookish, 2, 'first')).toBeNull();
    expect(lossOf(tree, bookish, 2, 'first')).toBeCloseTo(0.08);
  });
  it('follows the deeper opinion', () => {
    const before = entry(1, 0.5, 'e5');
    const shallow = deeper(before, { ...entry(1, 0.6, 'c5'), depth: 7 });
    expect(shallow.lines[0].pv).toEqual(['e5']);
    const deep = deeper(before, { ...entry(1, 0.56, 'f6'), depth: 12 });
    expect(markOf(tree, new Map(judged).set(1, deep), 2, 'first')).toBeNull();
    expect(deeper(entry(1, 0.5, 'e5', true), deep).book).toBe(true);
  });
  it('means the losses of a side', () => {
    expect(meanLoss(tree, line, judged, 'first', 'first')).toBeCloseTo(0);
    expect(meanLoss(tree, line, judged, 'first', 'second')).toBeCloseTo(0.25);
    expect(meanLoss(tree, line, new Map(), 'first', 'second')).toBeNull();
    expect(accuracy(tree, line, judged, 'first', 'first')).toBeCloseTo(100, 2);
    expect(accuracy(tree, line, judged, 'first', 'second')).toBeLessThan(60);
  });
  it('is a table for others', () => {
    expect(csv(tree, line, judged, 'first').split('\n')[4]).toBe('4,g5,+0.4,1.0000,0.4200,blunder');
  });
});
