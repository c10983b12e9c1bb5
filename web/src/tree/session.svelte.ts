// A recorded tree and what is looked at in it: the chosen node with its board, the steps of the search, a second tree beside it.
import { api, Refusal } from '../api';
import type { Comparison, NodeAnswer, Recorded, TreeBoards, TreeNode, TreeRequest, TreeStep } from '../wire';
import { localized } from '../notation';
import { afterStep } from './known';
import { Rows } from './rows.svelte';
import { nameOf, sentence, stepText } from './words';

/** Of trees up to this size all nodes are fetched: they can be drawn, and stepped through event by event. */
export const SMALL = 400;
/** How long a step stays when the search is played. */
const PACE = 900;

/** One of two trees: its rows, and how many milliseconds passed until they could be shown. */
export interface Side {
  recorded: Recorded;
  rows: Rows;
  /** All nodes, if they are few. */
  nodes: TreeNode[];
  /** What stands on their boards, where boards are small enough to be seen inside a drawing. */
  boards: TreeBoards['boards'];
}

/** Boards of more cells are not drawn into nodes. */
const CELLS = 64;

/** The end of a game that is a tree of numbers is a leaf to everybody. */
const plain = (tree: Recorded, node: TreeNode): TreeNode =>
  tree.leaves && node.why === 'game-over' ? { ...node, why: 'leaf' } : node;

async function side(recorded: Recorded): Promise<Side> {
  const { id, roots, summary } = recorded;
  const read = ({ nodes }: { nodes: TreeNode[] }) => nodes.map((node) => plain(recorded, node));
  const source = {
    children: async (node: number, skip: number) => read(await api.treeChildren(id, node, skip)),
    nodes: async (first: number, count: number) => read(await api.treeNodes(id, first, count)),
  };
  const tops = await Promise.all(roots.map(async (root) => (await source.nodes(root, 1))[0]));
  const nodes = summary.kept <= SMALL ? await source.nodes(0, SMALL) : [];
  const rows = new Rows(source, tops);
  await rows.open(rows.roots[rows.roots.length - 1]);
  const small = nodes.length > 0 && (recorded.view?.board.cells.length ?? Infinity) <= CELLS;
  const boards = small ? (await api.treeBoards(id, 0, SMALL)).boards : [];
  return { recorded, rows, nodes, boards };
}

export class Session {
  first = $state.raw<Side | null>(null);
  /** The tree to compare with. */
  second = $state.raw<Side | null>(null);
  comparison = $state.raw<Comparison | null>(null);
  steps = $state.raw<TreeStep[]>([]);
  /** Which step is shown; -1 if nobody steps. */
  step = $state(-1);
  playing = $state(false);
  /** The chosen node. */
  chosen = $state.raw<NodeAnswer | null>(null);
  busy = $state(false);
  problem = $state.raw<Refusal | null>(null);
  /** What may be shown at the step; nothing if nobody steps, and everything may. */
  known = $derived(this.step < 0 || this.steps.length === 0 ? null : afterStep(this.steps, this.step));

  #halt: AbortController | null = null;
  #wanted = -1;
  #timer: ReturnType<typeof setInterval> | undefined;

  get game(): string {
    return this.first?.recorded.summary.game ?? '';
  }

  /** Searches and keeps the tree. */
  async record(request: TreeRequest) {
    this.stop();
    this.#halt?.abort();
    const halt = (this.#halt = new AbortController());
    [this.busy, this.problem] = [true, null];
    try {
      const recorded = await api.record(request, halt.signal);
      const made = await side(recorded);
      if (halt.signal.aborted) return;
      [this.second, this.comparison, this.step, this.chosen] = [null, null, -1, null];
      this.first = made;
      this.#wanted = -1;
      const steps = made.nodes.length > 0 && recorded.roots.length === 1 ? await api.treeSteps(recorded.id) : [];
      if (halt.signal.aborted) return;
      this.steps = steps;
      // Who has chosen a node meanwhile keeps it.
      if (this.#wanted < 0) await this.choose(recorded.root);
    } catch (problem) {
      if (!halt.signal.aborted) this.problem = problem as Refusal;
    } finally {
      if (!halt.signal.aborted) this.busy = false;
    }
  }

  /** Searches the same again with other techniques, and finds the differences. */
  async compare(request: TreeRequest) {
    const first = this.first;
    if (!first) return;
    [this.busy, this.problem] = [true, null];
    try {
      const recorded = await api.record(request);
      const [made, comparison] = await Promise.all([side(recorded), api.treeCompare(first.recorded.id, recorded.id)]);
      if (this.first === first) [this.second, this.comparison] = [made, comparison];
    } catch (problem) {
      this.problem = problem as Refusal;
    } finally {
      this.busy = false;
    }
  }

  /** Chooses a node and shows its board. Who runs through the rows gets the last one. */
  async choose(id: number): Promise<NodeAnswer | null> {
    const tree = this.first?.recorded;
    if (!tree) return null;
    this.#wanted = id;
    try {
      const answer = await api.treeNode(tree.id, id);
      if (this.#wanted !== id || this.first?.recorded !== tree) return null;
      this.chosen = { ...answer, node: plain(tree, answer.node) };
      return this.chosen;
    } catch (problem) {
      this.problem = problem as Refusal;
      return null;
    }
  }

  // Through the search in its own order: event by event where the tree is small, else node by node.

  get last(): number {
    return this.steps.length > 0 ? this.steps.length - 1 : (this.first?.recorded.summary.kept ?? 1) - 1;
  }

  get at(): number {
    return this.steps.length > 0 ? (this.step < 0 ? this.last : this.step) : (this.chosen?.node.id ?? 0);
  }

  async go(to: number) {
    const at = Math.min(this.last, Math.max(0, to));
    if (this.steps.length > 0) {
      this.step = at;
      await this.choose(this.steps[at].node);
    } else await this.choose(at);
  }

  /** Shows the finished search again. */
  reveal() {
    this.stop();
    this.step = -1;
  }

  /** What happens in the step that is shown, or what the node is, in a sentence. */
  get told(): string {
    const node = this.chosen?.node;
    if (!node) return '';
    if (this.steps.length === 0) return sentence(node, this.game);
    if (this.step < 0) return '';
    const step = this.steps[this.step];
    const place = this.placeOf(step.node);
    const found = this.first?.nodes[step.node];
    return found ? stepText(step, found, place, this.game) : '';
  }

  /** The moves that lead to a node of a small tree. */
  placeOf(id: number): string {
    const names: string[] = [];
    const nodes = this.first?.nodes ?? [];
    for (let node = nodes[id]; node && node.parent !== null; node = nodes[node.parent])
      names.unshift(nameOf(node, this.game));
    return names.join(' ');
  }

  play() {
    if (this.playing) return this.stop();
    this.playing = true;
    if (this.at >= this.last) void this.go(0);
    this.#timer = setInterval(() => {
      if (this.at >= this.last) this.stop();
      else void this.go(this.at + 1);
    }, PACE);
  }

  stop() {
    clearInterval(this.#timer);
    this.playing = false;
  }

  end() {
    this.stop();
    this.#halt?.abort();
  }

  localized = (move: string) => localized(move, this.game);
}
