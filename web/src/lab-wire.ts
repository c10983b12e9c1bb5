// What the lab sends: explanations and recorded trees, as crates/lab writes them (docs/explain.md, docs/trees.md).
import type { View } from './wire';

/** A line of moves from the position it names. */
export interface FactLine {
  from: string;
  moves: string[];
  protocol: string[];
}

/** A value for the side whose move is explained. */
export interface FactValue {
  score: number;
  text: string;
  plies_to_end: number | null;
  win_percent: number | null;
}

/** Something that a search has shown; which fields there are depends on `fact`. */
export interface Fact {
  id: number;
  fact:
    'move' | 'only-move' | 'next-best' | 'outcome' | 'loss' | 'threat' | 'intention' | 'terms' | 'shallow' | 'without';
  role?: 'best' | 'asked';
  move?: string;
  value?: FactValue;
  depth?: number;
  found_at?: number;
  nodes?: number;
  less?: number;
  score?: number;
  win_percent?: number | null;
  technique?: string;
  line?: FactLine;
  changes?: { term: string; before: number; after: number }[];
}

export interface Explained {
  game: string;
  position: string;
  side: string;
  opponent: string;
  best: string;
  asked: string | null;
  steps_a_unit: number;
  facts: Fact[];
  sentences: { text: string; facts: number[] }[];
  stopped: boolean;
}

/** One visit of a node. Values are from the view of MAX, the side to move at the root. */
export interface TreeNode {
  id: number;
  parent: number | null;
  move: string | null;
  max: boolean;
  ply: number;
  level: number;
  depth: number;
  alpha: number | null;
  beta: number | null;
  alpha_text: string;
  beta_text: string;
  value: number | null;
  value_text: string;
  bound: 'exact' | 'at-least' | 'at-most';
  kind:
    'root' | 'principal' | 'other' | 'quiescence' | 'null-move' | 'verification' | 'prob-cut' | 'singular' | 'razoring';
  look: 'first' | 'reduced' | 'again';
  why: 'searched' | 'cut' | 'game-over' | 'repetition' | 'known' | 'leaf' | 'stand-pat' | 'technique' | 'stopped';
  /** The rank of the cutting move. */
  rank?: number;
  /** The technique that cut the node. */
  technique?: string;
  skipped: { move: string; technique: string }[];
  untried: string[];
  children: number;
  below: number;
  hidden: number;
  on_principal_variation: boolean;
}

export interface TreeSummary {
  game: string;
  position: string;
  techniques: string;
  depth: number;
  /** What MAX and MIN are called. */
  sides: [string, string];
  value: number | null;
  value_text: string;
  line: string[];
  searched: number;
  visited: number;
  kept: number;
  leaves: number;
  reasons: [string, number][];
  skipped: [string, number][];
}

export interface LeafCounts {
  minimax: number;
  alpha_beta: number;
  best_order: number;
  bound: number | null;
}

export interface Recorded {
  id: string;
  summary: TreeSummary;
  root: number;
  roots: number[];
  stopped: boolean;
  took_ms: number;
  leaves: LeafCounts | null;
  view: View | null;
}

export interface TreeRequest {
  game?: string;
  position?: string;
  moves?: string[];
  numbers?: string;
  techniques?: string;
  depth?: number;
  quiescence?: number;
  limit?: number;
  iterations?: boolean;
}

export interface NodeAnswer {
  node: TreeNode;
  above: TreeNode[];
  view: View | null;
}

/** One step of a search. */
export interface TreeStep {
  node: number;
  event: 'enter' | 'leaf' | 'back' | 'cut' | 'done';
  from: number | null;
  window: string;
  value: string | null;
  narrows: 'alpha' | 'beta' | null;
}

export interface Refutation {
  move: string;
  best: string | null;
  best_value: string;
  value: string;
  path: { node: TreeNode; others: number; iteration: number }[];
}

export interface Difference {
  path: string[];
  what: 'only-first' | 'only-second' | 'value' | 'reason';
  first: TreeNode | null;
  second: TreeNode | null;
}

export interface Comparison {
  first: TreeSummary;
  second: TreeSummary;
  differences: Difference[];
  complete: boolean;
}

/** A text in both languages. */
export interface Bilingual {
  en: string;
  de: string;
}

export interface Searcher {
  techniques: string;
  evaluator: string | null;
  depth: number;
}

/** A position in which a search of fixed depth errs. */
export interface Exhibit {
  id: string;
  theme: string;
  game: string;
  position: string;
  /** The right moves; where this is empty, `avoid` names the wrong ones. */
  best: string[];
  avoid: string[];
  errs: Searcher;
  repaired: Searcher;
  repair: string;
  title: Bilingual;
  exercise: Bilingual;
  solution: Bilingual;
  source: string;
}

/** What a searcher plays in an exhibit. */
export interface ExhibitAnswer {
  who: string;
  techniques: string;
  depth: number;
  move: string;
  score: string;
  nodes: number;
  right: boolean;
}

export type Shown = Exhibit & { answers: ExhibitAnswer[] };

export interface AblationRow {
  technique: string | null;
  techniques: string;
  move: string;
  score: string;
  depth: number;
  nodes: number;
  ms: number;
}

export interface Ablation {
  rows: AblationRow[];
  complete: boolean;
}

export interface Growth {
  game: string;
  branching: number;
  series: {
    name: string;
    exact: boolean;
    points: { depth: number; nodes: number; leaves: number; seconds: number }[];
    factor: number | null;
  }[];
  theory: { name: string; points: [number, number][] }[];
}
