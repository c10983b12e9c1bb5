// A plain file server: files as they lie in a folder, below a path, and nothing else. No headers beyond the type of a file.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export class Files {
  #server: Server | null = null;
  #port = 0;

  constructor(
    private readonly folder: string,
    private readonly below: string,
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.#port}${this.below}`;
  }

  async begin() {
    const server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://here').pathname);
      const name = path.startsWith(this.below) ? normalize(path.slice(this.below.length)) : '';
      const file = join(this.folder, path === this.below ? 'index.html' : name);
      if (!name || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    });
    this.#server = server;
    await new Promise<void>((ready) => server.listen(this.#port, '127.0.0.1', ready));
    const at = server.address();
    if (at && typeof at === 'object') this.#port = at.port;
  }

  async end() {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
