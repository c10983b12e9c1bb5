// The page without a server: what it asks is answered by the program in workers of this browser, with the same requests and the same
// messages. One worker answers small questions, one has the games with the programs that play in them, one does whatever takes long.
import type { Ask, Games, LiveGame, Say } from '../wire';
import { Lane, refused, type Answer, type Source } from './lane';
import { store } from './store';

/** The program with and without SIMD instructions; the build fills it in. */
declare const __PROGRAMS__: { simd: string; plain: string };

/** A program that was interrupted thinks on after so many milliseconds. */
const AGAIN = 20;
/** A report and an analysis take turns; the analysis has so many milliseconds. */
const TURN = 400;

// The smallest module with an instruction of SIMD: does this browser know it?
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

let compiled: Promise<WebAssembly.Module> | null = null;

function load(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const simd = WebAssembly.validate(new Uint8Array(SIMD));
    const response = await fetch(new URL(simd ? __PROGRAMS__.simd : __PROGRAMS__.plain, document.baseURI));
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  })();
  compiled.catch(() => (compiled = null));
  return compiled;
}

const program: Source = { load, forget: () => (compiled = null) };

const listeners = new Set<(text: string) => void>();
const watched = new Set<string>();
const tell = (said: Say) => listeners.forEach((listener) => listener(JSON.stringify(said)));

const desk = new Lane(program, () => undefined);
const table = new Lane(program, (text) => {
  const said = JSON.parse(text) as Say;
  if (said.is === 'thinking' && watched.has(said.game)) tell(said);
});
const study = new Lane(program, (text) => tell(JSON.parse(text) as Say));

const json = (answer: Answer) => JSON.parse(new TextDecoder().decode(answer.body));

// Games: stored before anybody hears of a change, here or in another tab.

const timers = new Map<string, ReturnType<typeof setTimeout>[]>();
const tabs = new BroadcastChannel('kiebitz');
tabs.onmessage = ({ data }: MessageEvent<string>) => void (watched.has(data) && look(data));

async function play(id: string, call: object, signal?: AbortSignal, yields = false): Promise<Answer> {
  const saved = id ? await store.load(id) : undefined;
  if (id && !saved) return refused(404, 'unknown-id', 'there is no such game');
  const answer = await table.ask({ ...call, saved }, { yields, signal });
  const { head } = answer;
  if (head.saved && head.summary) {
    const game = json(answer) as LiveGame;
    const summary = head.summary as { updated: number };
    try {
      const over = game.state === 'over';
      await store.save({ id: game.id, over, updated: summary.updated, summary, saved: head.saved });
    } catch (problem) {
      await table.ask({ do: 'forget', id: game.id });
      const full = problem instanceof DOMException && problem.name === 'QuotaExceededError';
      return full
        ? refused(507, 'no-room', 'this browser has no room left for the game')
        : refused(503, 'not-stored', `this browser has not stored the game: ${String(problem)}`);
    }
    tabs.postMessage(game.id);
    if (watched.has(game.id)) tell({ is: 'game', ...game });
  }
  if (head.status < 400 && head.kind === 'application/json' && !/hint$/.test((call as { path?: string }).path ?? ''))
    goOn((json(answer) as LiveGame).id, answer);
  return answer;
}

// What happens next in a game without anybody's doing: a program moves, or a clock runs out.
function goOn(id: string, { head }: Answer) {
  timers.get(id)?.forEach(clearTimeout);
  const next: ReturnType<typeof setTimeout>[] = [];
  const later = (ms: number | undefined, call: object, yields: boolean) => {
    if (ms === undefined) return;
    next.push(setTimeout(() => void play(id, call, undefined, yields).catch(() => undefined), ms));
  };
  later(head.thinks === undefined ? undefined : Math.max(head.thinks, AGAIN), { do: 'think', id }, true);
  later(head.falls, { do: 'tick', id }, false);
  timers.set(id, next);
}

async function look(id: string) {
  const answer = await play(id, { do: 'request', method: 'GET', path: `/games/${id}` });
  if (answer.head.status < 400) tell({ is: 'game', ...(json(answer) as LiveGame) });
  else tell({ is: 'error', id: null, error: json(answer).error });
}

async function list(query: URLSearchParams): Promise<Answer> {
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 20)];
  const state = query.get('state');
  const all = (await store.list(state ? state === 'over' : null)) as Games['games'];
  const games = all.slice(offset, offset + limit);
  const next = offset + games.length < all.length ? offset + games.length : null;
  const body = new TextEncoder().encode(JSON.stringify({ games, total: all.length, next } satisfies Games));
  return { head: { status: 200, kind: 'application/json', more: false }, body };
}

async function forget(id: string): Promise<Answer> {
  timers.get(id)?.forEach(clearTimeout);
  timers.delete(id);
  await table.ask({ do: 'forget', id });
  const there = await store.forget(id);
  if (!there) return refused(404, 'unknown-id', 'there is no such game');
  return { head: { status: 204, kind: '', more: false }, body: new Uint8Array() };
}

// Searches of the socket: an analysis and a report may run side by side, and take turns.

type Search = Extract<Ask, { do: 'analyse' | 'report' }>;
const searches: { analyse: Search | null; report: Search | null } = { analyse: null, report: null };
let busy = false;
let last: 'analyse' | 'report' = 'analyse';

async function search() {
  if (busy) return;
  busy = true;
  for (;;) {
    const { analyse, report } = searches;
    const ask = report && (last === 'analyse' || !analyse) ? report : analyse;
    if (!ask) break;
    last = ask.do;
    const turn = ask.do === 'analyse' && report ? setTimeout(() => study.giveWay(), TURN) : undefined;
    const answer = await study.ask({ do: 'search', ask }, { yields: ask.do === 'analyse' });
    clearTimeout(turn);
    if (searches[ask.do] !== ask) continue;
    if (answer.head.more && answer.head.status < 400) continue;
    searches[ask.do] = null;
    if (answer.head.status < 400) tell({ is: 'done', id: ask.id });
    else tell({ is: 'error', id: ask.id, error: json(answer).error });
  }
  busy = false;
}

function end(kind: 'analyse' | 'report') {
  const ended = searches[kind];
  searches[kind] = null;
  if (!ended) return;
  if (kind === 'analyse') study.giveWay();
  tell({ is: 'done', id: ended.id });
}

/** Hears whatever is said from now on; returns how to stop. */
export function listen(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A message, as it would go over the socket. */
export function hear(text: string) {
  const ask = JSON.parse(text) as Ask;
  if (ask.do === 'watch') {
    watched.add(ask.game);
    void look(ask.game);
  } else if (ask.do === 'unwatch') {
    if (ask.game) watched.delete(ask.game);
    else watched.clear();
  } else if (ask.do === 'analyse' || ask.do === 'report') {
    end(ask.do);
    searches[ask.do] = ask;
    if (ask.do === 'report') study.giveWay();
    void search();
  } else if (ask.do === 'stop') {
    for (const kind of ['analyse', 'report'] as const) if (searches[kind]?.id === ask.id) end(kind);
  } else tell({ is: 'pong' });
}

function route(method: string, address: string, body: string | undefined, signal?: AbortSignal): Promise<Answer> {
  const [path, query] = address.split('?');
  const [part, id] = path.split('/').filter(Boolean);
  const call = { do: 'request', method, path: address, body };
  if (part === 'games' && !id && method === 'GET') return list(new URLSearchParams(query));
  if (part === 'games' && method === 'DELETE') return forget(id);
  if (part === 'games') return play(id ?? '', call, signal);
  const long = part === 'explain' || part === 'trees' || part === 'lab';
  return (long ? study : desk).ask(call, { signal });
}

/** A request, as `fetch` would make it of a server. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? 'GET';
  const { head, body } = await route(method, path, init.body as string | undefined, init.signal ?? undefined);
  const headers = new Headers({ 'content-type': head.kind });
  if (head.name) headers.set('content-disposition', `attachment; filename="${head.name}"`);
  const begun = method === 'POST' && /^\/(games|trees|games\/\w+\/rematch)$/.test(path) && head.status === 200;
  return new Response(head.status === 204 ? null : body, { status: begun ? 201 : head.status, headers });
}
