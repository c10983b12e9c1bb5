import { describe, expect, it } from 'vitest';
import type { TreeNode } from '../wire';
import { layout, numbersOf } from './layout';

const node = (id: number, parent: number | null, move: string | null, untried: string[] = []) =>
  ({ id, parent, move, untried }) as unknown as TreeNode;

describe('a drawn tree', () => {
  it('of numbers is read as it is typed', () => {
    expect(numbersOf('((3 12 8) (2 4 6) (14 5 2))')).toEqual([
      [3, 12, 8],
      [2, 4, 6],
      [14, 5, 2],
    ]);
    expect(numbersOf(' ( 1,-2 ,(3)(4) ) ')).toEqual([1, -2, [3], [4]]);
    expect(numbersOf('((3 x)')).toBe(null);
  });
  it('puts parents above the middle of their children, and shows what a cut spared', () => {
    const nodes = [node(0, null, null), node(1, 0, '1'), node(2, 0, '2', ['2', '3']), node(3, 2, '1')];
    const { placed, width, levels } = layout(nodes, [7, [2, 4, 6]]);
    const at = (key: string) => placed.find((one) => one.key === key);
    expect([width, levels]).toEqual([4, 3]);
    expect([at('1')?.x, at('3')?.x, at('2')?.x, at('0')?.x]).toEqual([0, 1, 2, 1]);
    expect(placed.filter((one) => !one.node).map((one) => one.text)).toEqual(['4', '6']);
  });
  it('of a game tells how many moves were spared', () => {
    const { placed } = layout([node(0, null, null, ['a', 'b', 'c']), node(1, 0, 'd')], null);
    expect(placed.filter((one) => !one.node).map((one) => one.move)).toEqual(['×3']);
  });
});
