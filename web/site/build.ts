// What the build of the static site adds to that of the page: the program, the manifest with its icons, and the worker that keeps
// everything for times without a network.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The program as `make site` puts it into web/wasm, with and without SIMD instructions. A site for tests has the first only. */
const SIMD = 'kiebitz-simd.wasm';
const PLAIN = 'kiebitz.wasm';
const place = (name: string) => join(import.meta.dirname, '..', 'wasm', name);
/** As the server's, and besides: the program may be compiled, and objects of the page may be looked for and shown. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const ICONS = ['icon-192.png', 'icon-512.png', 'icon-maskable.png'];
const here = (name: string) => readFileSync(join(import.meta.dirname, name));
const digest = (...contents: (string | Uint8Array)[]) =>
  contents
    .reduce((hash, content) => hash.update(content), createHash('sha256'))
    .digest('hex')
    .slice(0, 12);

export function site(): Plugin {
  const names = [SIMD, PLAIN].filter((name) => existsSync(place(name)));
  const address = (name: string) => `${name}?v=${digest(readFileSync(place(name)))}`;
  const programs = { simd: address(SIMD), plain: address(names.at(-1) ?? SIMD) };
  const whole = (name: string) =>
    `sha256-${createHash('sha256')
      .update(readFileSync(place(name)))
      .digest('base64')}`;
  return {
    name: 'kiebitz-site',
    config: () => ({ define: { __PROGRAMS__: JSON.stringify(programs) } }),
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
      { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: './icon-192.png' }, injectTo: 'head' },
      { tag: 'meta', attrs: { name: 'theme-color', content: '#1f5c43' }, injectTo: 'head' },
    ],
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const name of ['manifest.webmanifest', ...ICONS])
          this.emitFile({ type: 'asset', fileName: name, source: here(name) });
        for (const name of names) this.emitFile({ type: 'asset', fileName: name, source: readFileSync(place(name)) });
        const built = Object.values(bundle).filter((file) => !file.fileName.endsWith('.wasm'));
        const files = [
          ...built.map((file) => file.fileName).filter((name) => name !== 'index.html'),
          ...['manifest.webmanifest', ...ICONS, 'kiebitz.svg'],
        ];
        const kept = [...new Set(files)].sort();
        const contents = built.map((file) => (file.type === 'chunk' ? file.code : file.source));
        const text = here('sw.js')
          .toString()
          .replace('__VERSION__', digest(...contents, JSON.stringify(programs), here('sw.js')))
          .replace('__FILES__', JSON.stringify(kept))
          .replace('__PROGRAMS__', JSON.stringify(programs))
          .replace('__WHOLE__', JSON.stringify(Object.fromEntries(names.map((name) => [address(name), whole(name)]))));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: text });
      },
    },
  };
}
