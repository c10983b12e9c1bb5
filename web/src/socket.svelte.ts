// The one live connection of a tab. It comes back by itself after sleep, a lost network or a restart of the server, and then asks
// again for what was being watched and analysed.
import { connect as reach, type Socket } from './transport';
import type { Ask, Say } from './wire';

type Listener = (said: Say) => void;

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
/** A lost connection shorter than this is not worth a word. */
const PATIENCE = 1_500;
const HEARTBEAT = 20_000;

let state = $state<'idle' | 'open' | 'waiting'>('idle');
let lost = $state(false);

let socket: Socket | null = null;
let wait = FIRST_WAIT;
let complaint: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let heard = 0;
const listeners = new Set<Listener>();
const reconnected = new Set<() => void>();
/** What must be asked again on a new connection, by topic. */
const standing = new Map<string, Ask>();

function connect() {
  clearTimeout(retry);
  const opened = reach();
  socket = opened;
  opened.onopen = () => {
    const again = state === 'waiting';
    clearTimeout(complaint);
    complaint = undefined;
    [state, lost, wait, heard] = ['open', false, FIRST_WAIT, Date.now()];
    for (const ask of standing.values()) opened.send(JSON.stringify(ask));
    if (again) for (const back of reconnected) back();
  };
  opened.onmessage = (event) => {
    heard = Date.now();
    const said = JSON.parse(event.data) as Say;
    for (const listener of listeners) listener(said);
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    state = 'waiting';
    complaint ??= setTimeout(() => (lost = true), PATIENCE);
    retry = setTimeout(connect, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}

function send(ask: Ask) {
  if (state === 'open') socket?.send(JSON.stringify(ask));
  else if (state === 'idle') {
    state = 'waiting';
    connect();
  }
}

// After sleep a connection may look open and be dead: ask, and give it up if nothing comes.
function check() {
  if (state !== 'open') {
    if (state === 'waiting') connect();
    return;
  }
  const asked = Date.now();
  send({ do: 'ping' });
  setTimeout(() => {
    if (state === 'open' && heard < asked) socket?.close();
  }, 3_000);
}

if (typeof window !== 'undefined') {
  setInterval(() => state === 'open' && check(), HEARTBEAT);
  window.addEventListener('online', check);
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && state !== 'idle' && check(),
  );
}

export const connection = {
  /** Has the connection been gone long enough to say so? */
  get lost(): boolean {
    return lost;
  },
  /** Hears everything the server says; returns how to stop. */
  listen(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Is called when a lost connection is back. */
  onBack(back: () => void): () => void {
    reconnected.add(back);
    return () => reconnected.delete(back);
  },
  /** Asks, now and after every reconnection, until the topic is asked something else or dropped. */
  keep(topic: string, ask: Ask) {
    standing.set(topic, ask);
    send(ask);
  },
  /** Ends a topic, telling the server so. */
  drop(topic: string, ask?: Ask) {
    if (standing.delete(topic) && ask && state === 'open') send(ask);
  },
};
