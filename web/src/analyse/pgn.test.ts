import { describe, expect, it } from 'vitest';
import { pgn, type Written } from './pgn';
import { add, empty, type Node, type Tree } from './tree';

function study(change: (tree: Tree) => Tree = (tree) => tree): Written {
  let [tree, at]: [Tree, number] = [empty(), 0];
  for (const text of ['e4', 'e5', 'Qh5', 'Ke7']) [tree, at] = add(tree, at, { text, code: text });
  return {
    tags: [{ name: 'White', value: 'A "B"' }],
    tree: change(tree),
    judged: new Map(),
    reported: false,
    begins: 'first',
    first: 1,
    start: null,
    white: 'first',
  };
}
const body = (text: string) => text.split('\n\n')[1].replaceAll('\n', ' ').trim();
const set = (tree: Tree, node: number, what: Partial<Node>) =>
  tree.map((one, at) => (at === node ? { ...one, ...what } : one));

describe('a study as text', () => {
  it('has the seven tags in order, and its moves', () => {
    const text = pgn(study());
    expect(
      text
        .split('\n')
        .slice(0, 7)
        .map((line) => line.slice(1).split(' ')[0]),
    ).toEqual(['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result']);
    expect(text).toContain('[White "A \\"B\\""]');
    expect(body(text)).toBe('1. e4 e5 2. Qh5 Ke7 *');
  });
  it('keeps variations, comments and glyphs', () => {
    const changed = study((tree) => {
      let [grown, at] = add(tree, 1, { text: 'c5', code: 'c5' });
      [grown, at] = add(grown, at, { text: 'Nf3', code: 'Nf3' });
      [grown] = add(grown, 5, { text: 'Nc3', code: 'Nc3' });
      return set(set(grown, 4, { nags: [4] }), 3, { comment: 'Early.' });
    });
    expect(body(pgn(changed))).toBe('1. e4 e5 (1... c5 2. Nf3 (2. Nc3)) 2. Qh5 {Early.} 2... Ke7 $4 *');
  });
  it('writes values and marks, and where it begins', () => {
    const made = study();
    const line = (code: string) => [{ score: { text: '', chance: 0.5 }, pv: [code], codes: [code], cells: [] }];
    made.judged = new Map([
      [3, { depth: 9, score: { cp: 35, text: '+0.35', chance: 0.55 }, lines: line('Nc6'), book: false }],
      [4, { depth: 9, score: { mate: 1, text: '#1', chance: 1 }, lines: line('Qxe5#'), book: false }],
    ]);
    made.reported = true;
    made.start = '8/8/8/8/8/8/8/8 w - - 0 1';
    const text = pgn(made);
    expect(text).toContain('[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]');
    expect(body(text)).toBe('1. e4 e5 2. Qh5 {[%eval 0.35,9]} 2... Ke7 $4 {[%eval #1,9]} *');
    expect(text.split('\n').every((row) => row.length < 80)).toBe(true);
  });
});
