// A worker with the program in it, and what waits for it. One thing runs at a time; what may take long can be told to stop, or to
// give way and go on later.
import type { Told, Work } from './worker';

/** What the program says about its answer. */
export interface Head {
  status: number;
  kind: string;
  name?: string;
  more: boolean;
  saved?: { id: string; version: number };
  summary?: object;
  thinks?: number;
  falls?: number;
}

export interface Answer {
  head: Head;
  body: Uint8Array<ArrayBuffer>;
}

interface Job {
  call: object;
  /** Ends with it: the program looks for it now and then, and stops when it is gone. */
  token: string;
  /** Gives way to whatever waits. */
  yields: boolean;
  done: (answer: Answer) => void;
}

/** Where the program comes from. One that failed is forgotten: what arrived may have been damaged on its way. */
export interface Source {
  load: () => Promise<WebAssembly.Module>;
  forget: () => void;
}

/** A program that was told to stop and does not is ended after so long. */
const PATIENCE = 3_000;

/** What comes back if the program could not answer. */
export function refused(status: number, code: string, message: string): Answer {
  const body = new TextEncoder().encode(JSON.stringify({ error: { code, message } }));
  return { head: { status, kind: 'application/json', more: false }, body };
}

export class Lane {
  #worker: Worker | null = null;
  #waiting: Job[] = [];
  #running: Job | null = null;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly program: Source,
    private readonly say: (text: string) => void,
  ) {}

  /** Puts something to the program. What `yields` is stopped as soon as anything else waits. */
  ask(call: object, { yields = false, signal }: { yields?: boolean; signal?: AbortSignal } = {}): Promise<Answer> {
    return new Promise((done, fail) => {
      const gone = () => fail(new DOMException('not wanted any more', 'AbortError'));
      if (signal?.aborted) return gone();
      const job = { call, token: URL.createObjectURL(new Blob()), yields, done };
      signal?.addEventListener('abort', () => {
        gone();
        this.stop(job);
      });
      this.#waiting.push(job);
      if (this.#running?.yields) this.stop(this.#running);
      this.#next();
    });
  }

  /** Stops what runs, if it gives way. */
  giveWay() {
    if (this.#running?.yields) this.stop(this.#running);
  }

  private stop(job: Job) {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
    URL.revokeObjectURL(job.token);
    if (job !== this.#running || this.#late) return;
    this.#late = setTimeout(() => this.#end(refused(503, 'busy', 'the work was broken off')), PATIENCE);
  }

  #next() {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    if (this.#waiting.length > 0 && job.yields) this.stop(job);
    void this.#start().then((worker) => worker.postMessage({ call: job.call, token: job.token } satisfies Work));
  }

  async #start(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if ('said' in data) this.say(data.said);
      else if ('failed' in data) this.#fail(data.failed);
      else this.#finish({ head: JSON.parse(data.head) as Head, body: data.body });
    };
    worker.onerror = (event) => this.#fail(event.message);
    try {
      worker.postMessage({ program: await this.program.load() } satisfies Work);
    } catch (problem) {
      this.#end(refused(503, 'busy', String(problem)));
    }
    return worker;
  }

  #finish(answer: Answer) {
    clearTimeout(this.#late);
    this.#late = undefined;
    const job = this.#running;
    this.#running = null;
    if (job) {
      URL.revokeObjectURL(job.token);
      job.done(answer);
    }
    this.#next();
  }

  #fail(reason: string) {
    this.program.forget();
    this.#end(refused(500, 'fault', reason));
  }

  // A worker that does not answer any more: the next one begins with nothing.
  #end(answer: Answer) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish(answer);
  }
}
