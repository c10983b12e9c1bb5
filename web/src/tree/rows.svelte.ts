// The rows of a tree that is opened on demand. A node is closed, open (its children are rows), or open with everything below it:
// since nodes are numbered in the order in which they were entered, what is below a node are the numbers right after its own, and
// rows of a million nodes need no list. Only what is on the screen is fetched.
import type { TreeNode } from '../wire';

export interface Item {
  node: TreeNode;
  open: 'closed' | 'open' | 'whole';
  children: Item[];
  parent: Item | null;
  /** Rows that it takes, with all that is shown below it. */
  rows: number;
}

export interface Row {
  id: number;
  /** Absent until it is fetched. */
  node: TreeNode | null;
  /** Absent below a node of which everything is open. */
  item: Item | null;
  /** The place among the brothers, from 1, where it is known. */
  place: number;
}

/** Where nodes come from. */
export interface Source {
  children(node: number, skip: number): Promise<TreeNode[]>;
  nodes(first: number, count: number): Promise<TreeNode[]>;
}

const PAGE = 200;
/** Pages that are remembered. */
const PAGES = 100;

const item = (node: TreeNode, parent: Item | null): Item => ({ node, parent, open: 'closed', children: [], rows: 1 });

export class Rows {
  readonly roots: Item[];
  /** How many rows there are. */
  total = $state(0);
  /** Grows with every change, so that what shows rows looks again. */
  version = $state(0);

  #pages = new Map<number, TreeNode[]>();
  #fetching = new Set<number>();
  #failed = false;

  constructor(
    readonly source: Source,
    roots: TreeNode[],
  ) {
    this.roots = roots.map((node) => item(node, null));
    this.total = roots.length;
  }

  /** The row of this number, from 0. */
  at(index: number): Row | null {
    let [left, items] = [index, this.roots];
    for (;;) {
      const place = items.findIndex((one) => {
        if (left < one.rows) return true;
        left -= one.rows;
        return false;
      });
      const found = items[place];
      if (!found) return null;
      if (left === 0) return { id: found.node.id, node: found.node, item: found, place: place + 1 };
      if (found.open === 'whole') {
        const id = found.node.id + left;
        return { id, node: this.#known(id), item: null, place: 0 };
      }
      [left, items] = [left - 1, found.children];
    }
  }

  #known(id: number): TreeNode | null {
    return this.#pages.get(Math.floor(id / PAGE))?.[id % PAGE] ?? null;
  }

  /** Fetches what is missing among some rows. Two requests run at once: who scrolls on does not wait for what he passed. */
  fetch(first: number, count: number) {
    for (let index = first; index < first + count; index += 1) {
      const row = this.at(index);
      if (!row || row.node) continue;
      const page = Math.floor(row.id / PAGE);
      if (this.#fetching.has(page) || this.#fetching.size >= 2 || this.#failed) continue;
      this.#fetching.add(page);
      void this.source
        .nodes(page * PAGE, PAGE)
        .then((nodes) => {
          this.#pages.set(page, nodes);
          const [oldest] = this.#pages.keys();
          if (this.#pages.size > PAGES) this.#pages.delete(oldest);
        })
        .catch(() => (this.#failed = true))
        .finally(() => {
          this.#fetching.delete(page);
          this.version += 1;
        });
    }
  }

  #change(one: Item, open: Item['open']) {
    one.open = open;
    const rows =
      open === 'closed'
        ? 1
        : open === 'whole'
          ? 1 + one.node.below
          : one.children.reduce((sum, child) => sum + child.rows, 1);
    const more = rows - one.rows;
    for (let above: Item | null = one; above; above = above.parent) above.rows += more;
    this.total += more;
    this.version += 1;
  }

  async open(one: Item) {
    if (one.node.children === 0 || one.open === 'open') return;
    while (one.children.length < one.node.children) {
      const before = one.children.length;
      const more = await this.source.children(one.node.id, before);
      // Asked for twice at once, the later answer is no news.
      if (one.children.length === before) one.children.push(...more.map((node) => item(node, one)));
      if (more.length === 0) break;
    }
    this.#change(one, 'open');
  }

  close(one: Item) {
    if (one.open !== 'closed') this.#change(one, 'closed');
  }

  /** Opens everything below. */
  whole(one: Item) {
    if (one.node.below > 0 && one.open !== 'whole') this.#change(one, 'whole');
  }

  /** The item of a node, given the nodes above it; what was open as a whole on the way is opened child by child instead. */
  async item(above: number[], id: number): Promise<Item | null> {
    let found: Item | null = null;
    for (const step of [...above, id]) {
      if (found) {
        const was = (found as Item).open;
        await this.open(found);
        if (was === 'whole') found.children.forEach((child: Item) => this.whole(child));
      }
      const next: Item | undefined = (found ? (found as Item).children : this.roots).find(
        (one) => one.node.id === step,
      );
      if (!next) return null;
      found = next;
    }
    return found;
  }

  /** The row in which a node stands, or -1 if something above it is closed. */
  indexOf(above: number[], id: number): number {
    let [index, items] = [0, this.roots];
    for (const step of [...above, id]) {
      const place = items.findIndex((one) => one.node.id === step);
      if (place < 0) return -1;
      index += items.slice(0, place).reduce((sum, one) => sum + one.rows, 0);
      const found = items[place];
      if (step === id) return index;
      if (found.open === 'whole') return index + id - found.node.id;
      if (found.open === 'closed') return -1;
      [index, items] = [index + 1, found.children];
    }
    return -1;
  }

  /** Opens the way to a node and tells its row. */
  async reveal(above: number[], id: number): Promise<number> {
    let items = this.roots;
    for (const step of above) {
      const found = items.find((one) => one.node.id === step);
      if (!found || found.open === 'whole') break;
      if (found.open === 'closed') await this.open(found);
      items = found.children;
    }
    return this.indexOf(above, id);
  }
}
