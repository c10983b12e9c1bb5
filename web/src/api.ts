// Requests to whoever answers (transport.ts). Every refusal becomes a Refusal with the server's code; a server that cannot be reached is the code
// `unreachable`.
import { learn } from './games.svelte';
import { client } from './settings.svelte';
import { ask } from './transport';
import type {
  Ablation,
  AblationRequest,
  Comparison,
  EndgameAnswer,
  Explained,
  ExplorerAnswer,
  Gallery,
  Games,
  Growth,
  Hint,
  Imported,
  JudgementAnswer,
  Kept,
  Learning,
  LiveGame,
  NewGameRequest,
  NodeAnswer,
  PersonRating,
  PositionAnswer,
  Recorded,
  RecordRequest,
  Refutation,
  Registry,
  RulesAnswer,
  RulesExample,
  Shown,
  TreeBoards,
  TreeNodes,
  TreeRequest,
  TreeStep,
  WeightsAnswer,
  WrittenGame,
} from './wire';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function request<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  let response: Response;
  try {
    response = await ask(path, {
      method,
      headers: method === 'POST' ? { 'content-type': 'application/json' } : undefined,
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
      signal,
    });
  } catch {
    throw new Refusal('unreachable', '');
  }
  if (response.status === 204) return null as T;
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw new Refusal(response.ok ? 'fault' : 'unreachable', `${response.status}`);
  const answer = await response.json();
  if (!response.ok) throw new Refusal(answer.error?.code ?? 'fault', answer.error?.message ?? `${response.status}`);
  return answer as T;
}

let known: Promise<Registry> | null = null;

export const api = {
  /** What there is: games, levels, players. Asked once. */
  registry(): Promise<Registry> {
    known ??= request<Registry>('GET', '/registry').then(
      (registry) => {
        learn(registry.games);
        return registry;
      },
      (problem) => {
        known = null;
        throw problem;
      },
    );
    return known;
  },
  position: (game: string, position: string | undefined, moves: string[], each = false) =>
    request<PositionAnswer>('POST', '/position', { game, position: position || undefined, moves, each }),
  /** What a position is worth without a search, with some groups of weights turned. */
  weights: (what: { game: string; position?: string; scales: { group: string; percent: number }[] }) =>
    request<WeightsAnswer>('POST', '/weights', what),
  begin: (game: NewGameRequest) => request<LiveGame>('POST', '/games', game),
  game: (id: string) => request<LiveGame>('GET', `/games/${encodeURIComponent(id)}`),
  games: (state: 'open' | 'over' | null, limit: number, offset = 0) =>
    request<Games>('GET', `/games?limit=${limit}&offset=${offset}${state ? `&state=${state}` : ''}`),
  forget: (id: string) => request<null>('DELETE', `/games/${encodeURIComponent(id)}`),
  move: (id: string, move: string, ply: number) => request<LiveGame>('POST', `/games/${id}/moves`, { move, ply }),
  act: (id: string, action: 'resign' | 'draw' | 'takeback' | 'pause' | 'resume' | 'rematch', body: object = {}) =>
    request<LiveGame>('POST', `/games/${id}/${action}`, body),
  /** The ratings of the people who play here. */
  ratings: () => request<PersonRating[]>('GET', '/ratings'),
  hint: (id: string) => request<Hint>('POST', `/games/${id}/hint`),
  import: (text: string, game?: string) => request<Imported>('POST', '/import', { text, game }),
  /** A game with its variations as text, in the format that its players use. */
  write: (what: RecordRequest) => request<WrittenGame>('POST', '/record', what),
  /** Brings games of chess into the database that the explorer shows. */
  keepGames: (text: string) => request<Kept>('POST', '/history', { text }),
  explorer: (game: string, position: string) =>
    request<ExplorerAnswer>('GET', `/explorer?${new URLSearchParams({ game, position })}`),
  /** Why a move is good or bad; the best one if none is named. */
  explain: (
    what: { game: string; position?: string; moves: string[]; move?: string; language: string },
    signal: AbortSignal,
  ) => request<Explained>('POST', '/explain', { ...what, client: client() }, signal),
  record: (what: TreeRequest, signal?: AbortSignal) =>
    request<Recorded>('POST', '/trees', { ...what, client: client() }, signal),
  /** Nodes of a recorded tree in the order in which they were entered. */
  treeNodes: (id: string, first: number, count: number) =>
    request<TreeNodes>('GET', `/trees/${id}/nodes?first=${first}&count=${count}`),
  treeBoards: (id: string, first: number, count: number) =>
    request<TreeBoards>('GET', `/trees/${id}/boards?first=${first}&count=${count}`),
  treeChildren: (id: string, node: number, skip: number) =>
    request<TreeNodes>('GET', `/trees/${id}/children?node=${node}&skip=${skip}`),
  treeNode: (id: string, node: number) => request<NodeAnswer>('GET', `/trees/${id}/node?node=${node}`),
  treeWhy: (id: string, move: string) =>
    request<Refutation>('GET', `/trees/${id}/why?${new URLSearchParams({ move })}`),
  treeSteps: (id: string) => request<TreeStep[]>('GET', `/trees/${id}/steps`),
  treeCompare: (id: string, other: string) => request<Comparison>('GET', `/trees/${id}/compare?with=${other}`),
  /** The address under which a whole tree is a file. */
  treeFile: (id: string, form: 'svg' | 'dot' | 'json' | 'txt') => `/api/trees/${id}/export?form=${form}`,
  /** Positions in which a search of fixed depth errs. */
  gallery: () => request<Gallery>('GET', '/lab/horizon'),
  /** What everybody plays in one of them. */
  exhibit: (id: string) => request<Shown>('POST', '/lab/horizon', { id, client: client() }),
  ablate: (what: AblationRequest) => request<Ablation>('POST', '/lab/ablate', { ...what, client: client() }),
  growth: (what: { game: string; position?: string; depth: number }) =>
    request<Growth>('POST', '/lab/growth', { ...what, client: client() }),
  /** How the networks that the program carries were learned. */
  learning: () => request<Learning[]>('GET', '/lab/learning'),
  /** What a position of a line is worth without a search, and how that changes along the line. */
  judgement: (what: { game: string; position?: string; moves: string[]; ply: number; evaluator?: string }) =>
    request<JudgementAnswer>('POST', '/judgement', what),
  /** The games given as rules that the program carries. */
  rulesExamples: () => request<RulesExample[]>('GET', '/rules'),
  /** What rules are; kept as a game if that is wanted. */
  rules: (text: string, keep: boolean, signal?: AbortSignal) =>
    request<RulesAnswer>('POST', '/rules', { text, keep }, signal),
  endgame: (position: string) => request<EndgameAnswer>('GET', `/endgame?${new URLSearchParams({ position })}`),
};
