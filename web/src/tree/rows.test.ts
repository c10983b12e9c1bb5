// The rows of a tree of numbers from 0: every node has three children, four levels deep.
import { describe, expect, it } from 'vitest';
import type { TreeNode } from '../wire';
import { Rows } from './rows.svelte';

const nodes: TreeNode[] = [];
function grow(parent: number | null, level: number): number {
  const node = { id: nodes.length, parent, level, children: level < 3 ? 3 : 0, below: 0 } as unknown as TreeNode;
  nodes.push(node);
  for (let child = 0; child < node.children; child += 1) node.below += 1 + grow(node.id, level + 1);
  return node.below;
}
grow(null, 0);

const source = {
  children: async (id: number, skip: number) => nodes.filter((node) => node.parent === id).slice(skip, skip + 2),
  nodes: async (first: number, count: number) => nodes.slice(first, first + count),
};
const made = () => new Rows(source, [nodes[0]]);
const ids = (rows: Rows) => Array.from({ length: rows.total }, (_, index) => rows.at(index)?.id);
const above = (id: number): number[] => {
  const parent = nodes[id].parent;
  return parent === null ? [] : [...above(parent), parent];
};

describe('rows', () => {
  it('open and close', async () => {
    const rows = made();
    expect(ids(rows)).toEqual([0]);
    await rows.open(rows.roots[0]);
    expect(ids(rows)).toEqual([0, 1, 14, 27]);
    await rows.open(rows.roots[0].children[1]);
    expect(ids(rows)).toEqual([0, 1, 14, 15, 19, 23, 27]);
    rows.close(rows.roots[0]);
    expect(ids(rows)).toEqual([0]);
    await rows.open(rows.roots[0]);
    expect(rows.at(99)).toBe(null);
  });
  it('show everything below without a list of it', async () => {
    const rows = made();
    await rows.open(rows.roots[0]);
    rows.whole(rows.roots[0].children[1]);
    expect(ids(rows)).toEqual([0, 1, ...Array.from({ length: 13 }, (_, at) => 14 + at), 27]);
    expect(rows.at(5)?.node).toBe(null);
    rows.fetch(0, rows.total);
    await new Promise((resolve) => setTimeout(resolve));
    expect(rows.at(5)?.node?.id).toBe(17);
    for (const id of [14, 20, 26]) expect(rows.at(rows.indexOf(above(id), id))?.id).toBe(id);
  });
  it('one node can be closed among those that are open as a whole', async () => {
    const rows = made();
    rows.whole(rows.roots[0]);
    expect(rows.total).toBe(nodes.length);
    const item = await rows.item(above(19), 19);
    if (item) rows.close(item);
    expect(ids(rows)).toEqual(nodes.map((node) => node.id).filter((id) => ![20, 21, 22].includes(id)));
  });
  it('are opened up to a node that is looked for', async () => {
    const rows = made();
    const index = await rows.reveal(above(21), 21);
    expect(rows.at(index)?.id).toBe(21);
    expect(ids(rows)).toEqual([0, 1, 14, 15, 19, 20, 21, 22, 23, 27]);
    expect(rows.indexOf(above(5), 5)).toBe(-1);
  });
});
