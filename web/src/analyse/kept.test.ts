import { describe, expect, it } from 'vitest';
import { toRecord, type Kept } from './kept';
import { add, empty, fromImport, promote, remove, type Node, type Tree } from './tree';

function kept(change: (tree: Tree) => Tree = (tree) => tree): Kept {
  let [tree, at]: [Tree, number] = [empty(), 0];
  for (const text of ['e4', 'e5', 'Qh5', 'Ke7']) [tree, at] = add(tree, at, { text, code: text });
  const tags = [{ name: 'Result', value: '1-0' }];
  return { game: 'chess', start: 'x', tags, tree: change(tree), judged: new Map(), reported: false, begins: 'first' };
}
const set = (tree: Tree, node: number, what: Partial<Node>) =>
  tree.map((one, at) => (at === node ? { ...one, ...what } : one));
const shape = (study: Kept) => toRecord(study).game.nodes.map(({ parent, code }) => `${parent ?? '-'} ${code}`);

describe('a study to be written down', () => {
  it('has its moves in order, each after the one before it', () => {
    const { game } = toRecord(kept());
    expect(game).toMatchObject({ game: 'chess', start: 'x', result: '1-0', comment: null });
    expect(shape(kept())).toEqual(['- e4', '0 e5', '1 Qh5', '2 Ke7']);
  });
  it('has the main line first, as it is after a change of order, and nothing that was removed', () => {
    const wider = kept((tree) => add(add(tree, 1, { text: 'c5', code: 'c5' })[0], 5, { text: 'Nf3', code: 'Nf3' })[0]);
    expect(shape(wider)).toEqual(['- e4', '0 e5', '1 Qh5', '2 Ke7', '0 c5', '4 Nf3']);
    expect(shape({ ...wider, tree: promote(wider.tree, 6) })).toEqual([
      '- e4',
      '0 c5',
      '1 Nf3',
      '0 e5',
      '3 Qh5',
      '4 Ke7',
    ]);
    expect(shape({ ...wider, tree: remove(wider.tree, 2) })).toEqual(['- e4', '0 c5', '1 Nf3']);
  });
  it('keeps what is said, drawn and timed', () => {
    const study = kept((tree) =>
      set(set(tree, 0, { comment: 'Before.' }), 2, {
        nags: [1],
        comment: 'Open.',
        clock: '0:01:00',
        eval: '0.3',
        arrows: [
          { from: 1, to: 2, color: 'red', weight: 1 },
          { from: 1, to: 2, color: 'engine', weight: 1 },
        ],
      }),
    );
    const { game } = toRecord(study);
    expect(game.comment).toBe('Before.');
    const said = {
      nags: [1],
      comment: 'Open.',
      clock: '0:01:00',
      eval: '0.3',
      arrows: [{ color: 'R', from: 1, to: 2 }],
    };
    expect(game.nodes[1]).toMatchObject(said);
    // What the server would read is what the page has.
    expect(fromImport(game)[2]).toMatchObject({ ...study.tree[2], arrows: [{ from: 1, to: 2, color: 'red' }] });
  });
  it('tells values, and marks where there was a report; a glyph of the file stays', () => {
    const study = kept();
    const line = (code: string) => [{ score: { text: '', chance: 0.5 }, pv: [code], codes: [code], cells: [] }];
    const score = { cp: 35, text: '+0.35', chance: 0.55 };
    study.judged = new Map([
      [3, { depth: 9, score, lines: line('Nc6'), book: false }],
      [4, { depth: 9, score: { mate: 1, text: '#1', chance: 1 }, lines: line('Qxe5#'), book: false }],
    ]);
    expect(toRecord(study).judged?.map(({ node, depth }) => [node, depth])).toEqual([
      [2, 9],
      [3, 9],
    ]);
    expect(toRecord(study).judged?.[0].score).toEqual(score);
    expect(toRecord(study).game.nodes[3].nags).toEqual([]);
    expect(toRecord({ ...study, reported: true }).game.nodes[3].nags).toEqual([4]);
    const marked = { ...study, reported: true, tree: set(study.tree, 4, { nags: [6] }) };
    expect(toRecord(marked).game.nodes[3].nags).toEqual([6]);
    // Of a game that is over nothing was searched.
    study.judged.set(4, { depth: 0, score: { mate: 0, text: '', chance: 1 }, lines: [], book: false });
    expect(toRecord(study).judged).toHaveLength(1);
  });
});
