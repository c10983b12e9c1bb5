import { describe, expect, it } from 'vitest';
import type { ReportEntry } from '../wire';
import { csv, meanLoss, mistakes } from './report';
import { add, empty, mainLine, type Tree } from './tree';

function game(): Tree {
  let [tree, at]: [Tree, number] = [empty(), 0];
  for (const text of ['e4', 'f6', 'd4', 'g5']) [tree, at] = add(tree, at, { text, code: text });
  return tree;
}
const entry = (ply: number, loss: number | null, mark: ReportEntry['mark'], best: string | null): ReportEntry => ({
  is: 'report',
  id: 1,
  ply,
  of: 4,
  score: { cp: 10 * ply, text: `+0.${ply}`, chance: 0.5 },
  best,
  best_code: best,
  pv: [],
  loss,
  mark,
});
const report = new Map([
  [0, entry(0, null, null, 'e4')],
  [1, entry(1, 0, null, 'e5')],
  [2, entry(2, 0.08, 'inaccuracy', 'd4')],
  [3, entry(3, 0.02, null, 'e6')],
  [4, entry(4, 0.42, 'blunder', 'Qh5#')],
]);

describe('a report', () => {
  const tree = game();
  const line = mainLine(tree);
  it('names what was marked, by whom, and what was better', () => {
    expect(mistakes(tree, line, report, 'first')).toEqual([
      { node: 2, side: 'second', mark: 'inaccuracy', loss: 0.08, best: 'e5' },
      { node: 4, side: 'second', mark: 'blunder', loss: 0.42, best: 'e6' },
    ]);
  });
  it('means the losses of a side', () => {
    expect(meanLoss(tree, line, report, 'first', 'first')).toBeCloseTo(0.01);
    expect(meanLoss(tree, line, report, 'first', 'second')).toBeCloseTo(0.25);
    expect(meanLoss(tree, line, new Map(), 'first', 'second')).toBeNull();
  });
  it('is a table for others', () => {
    expect(csv(tree, line, report).split('\n')[4]).toBe('4,g5,+0.4,0.5000,0.4200,blunder');
  });
});
