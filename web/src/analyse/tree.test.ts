import { describe, expect, it } from 'vitest';
import type { ImportedGame } from '../wire';
import { add, codesTo, empty, fromImport, glyphs, lineThrough, mainLine, promote, remark, remove } from './tree';
import { withSign, type Tree } from './tree';

const move = (code: string) => ({ text: code, code });
function line(tree: Tree, from: number, ...codes: string[]): [Tree, number] {
  let at = from;
  for (const code of codes) [tree, at] = add(tree, at, move(code));
  return [tree, at];
}
const codes = (tree: Tree, nodes: number[]) => nodes.map((node) => tree[node].code);

describe('a tree of moves', () => {
  it('grows by moves, and finds those that are there', () => {
    const [tree, end] = line(empty(), 0, 'e4', 'e5', 'Nf3');
    expect(codesTo(tree, end)).toEqual(['e4', 'e5', 'Nf3']);
    const [same, again] = line(tree, 0, 'e4', 'e5');
    expect(same).toBe(tree);
    expect(tree[again].ply).toBe(2);
  });
  it('the first child is the main line; another is a variation', () => {
    const [tree] = line(empty(), 0, 'e4', 'e5');
    const [wider, c5] = line(tree, 1, 'c5', 'Nf3');
    expect(codes(wider, mainLine(wider))).toEqual(['e4', 'e5']);
    expect(codes(wider, lineThrough(wider, c5))).toEqual(['e4', 'c5', 'Nf3']);
  });
  it('a variation can be moved up from anywhere within it', () => {
    const [tree] = line(empty(), 0, 'e4', 'e5');
    const [wider, end] = line(tree, 1, 'c5', 'Nf3', 'd6');
    const raised = promote(wider, end);
    expect(codes(raised, mainLine(raised))).toEqual(['e4', 'c5', 'Nf3', 'd6']);
    expect(promote(raised, end)).toBe(raised);
  });
  it('a removed move takes what follows with it', () => {
    const [tree, end] = line(empty(), 0, 'e4', 'e5', 'Nf3');
    const shorter = remove(tree, tree[end].parent as number);
    expect(codes(shorter, mainLine(shorter))).toEqual(['e4']);
  });
});

it('a game from a file keeps its variations, glyphs, comments and arrows', () => {
  const game: ImportedGame = {
    number: 1,
    game: 'chess',
    tags: [],
    start: '',
    result: '*',
    comment: 'Before.',
    nodes: [
      { parent: null, text: 'e4', code: 'e2e4', nags: [1] },
      { parent: 0, text: 'e5', code: 'e7e5', comment: 'Open.' },
      { parent: 0, text: 'c5', code: 'c7c5', arrows: [{ color: 'R', from: 1, to: 2 }] },
    ],
  };
  const tree = fromImport(game);
  expect(tree[0].comment).toBe('Before.');
  expect(tree[1].children).toEqual([2, 3]);
  expect(tree[2].comment).toBe('Open.');
  expect(tree[3]).toMatchObject({ ply: 2, arrows: [{ from: 1, to: 2, color: 'red' }] });
  expect(glyphs(tree[1].nags)).toBe('!');
  expect(glyphs([6, 255])).toBe('?! $255');
});

it('keeps what is said of a move; one sign for its quality at most', () => {
  const [tree, end] = line(empty(), 0, 'e4', 'e5');
  const said = remark(tree, end, { comment: 'Open.', nags: withSign([14, 2], 1) });
  expect(said[end]).toMatchObject({ comment: 'Open.', nags: [1, 14], code: 'e5' });
  expect(tree[end].comment).toBe('');
  expect(withSign([1, 14], 1)).toEqual([14]);
});
