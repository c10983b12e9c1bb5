import { describe, expect, it } from 'vitest';
import { subjectAt, walkTo } from './subject';
import { add, empty, type Tree } from './tree';

function game(): Tree {
  let [tree, at]: [Tree, number] = [empty(), 0];
  for (const text of ['e4', 'e5', 'Ke2']) [tree, at] = add(tree, at, { text, code: text });
  return add(tree, 2, { text: 'Nf3', code: 'Nf3' })[0];
}

describe('what is explained', () => {
  const tree = game();
  it('is the move just played, and the best move where none was', () => {
    expect(subjectAt(tree, 3, null, null)).toEqual({ node: 2, code: 'Ke2', asked: null, away: false });
    expect(subjectAt(tree, 0, null, null)).toEqual({ node: 0, code: '', asked: '', away: false });
  });
  it('is what was asked for, as long as the board shows that position', () => {
    const asked = { node: 2, code: 'Nf3' };
    expect(subjectAt(tree, 2, asked, null)).toEqual({ node: 2, code: 'Nf3', asked: 'Nf3', away: false });
    expect(subjectAt(tree, 3, asked, null).code).toBe('Ke2');
  });
  it('stays while the board goes along a line of the text', () => {
    const subject = subjectAt(tree, 3, null, null);
    const walk = { subject, nodes: walkTo(tree, 2, 4) };
    expect(walk.nodes).toEqual([4]);
    expect(subjectAt(tree, 4, null, { subject, nodes: [3, 4] })).toEqual({ ...subject, away: true });
    expect(subjectAt(tree, 1, null, walk).code).toBe('e4');
  });
});
