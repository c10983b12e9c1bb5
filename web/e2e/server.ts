// A server of its own for a test file: on a free port, with a data folder that vanishes afterwards.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { LiveGame } from '../src/wire';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export class Server {
  #process: ChildProcess | null = null;
  #said = '';

  private constructor(
    readonly port: number,
    readonly data: string,
  ) {}

  static async start(): Promise<Server> {
    const server = new Server(await freePort(), mkdtempSync(join(tmpdir(), 'kiebitz-e2e-')));
    await server.begin();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the program and waits until it answers. */
  async begin() {
    const child = spawn(inject('binary'), ['serve', '--port', String(this.port)], {
      env: { ...process.env, KIEBITZ_DATA: this.data },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#said += text));
    for (let tries = 0; tries < 200; tries += 1) {
      if (child.exitCode !== null) break;
      try {
        if ((await fetch(`${this.address}/api/registry`)).ok) return;
      } catch {
        // Not yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server did not start: ${this.#said}`);
  }

  /** Ends the program as a user would, with Ctrl-C. */
  async end() {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(late);
  }

  async stop() {
    await this.end();
    rmSync(this.data, { recursive: true, force: true });
  }

  async ask<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.address}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  game = (id: string) => this.ask<LiveGame>(`/games/${id}`);

  /** Begins a game between two people at one board, or against a program. */
  newGame = (game: string, players: Partial<Pick<LiveGame['players'], 'first' | 'second'>> = {}, more: object = {}) =>
    this.ask<LiveGame>('/games', {
      game,
      first: { kind: 'human' },
      second: { kind: 'human' },
      clock: null,
      client: 'e2e-tests',
      ...players,
      ...more,
    });
}
