// How the page is built (`npm run build` writes dist/, which the server embeds) and served while it is worked on
// (`npm run dev`, with the API of a running `kiebitz serve` behind it; KIEBITZ_PORT says where).
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { site } from './site/build.ts';

const target = `http://127.0.0.1:${process.env.KIEBITZ_PORT ?? '1912'}`;

// `npm run site` builds the static site instead, in dist-site/: it may lie anywhere on a server, so its files name each other from
// where they are.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ...(mode === 'site' ? [site()] : [])],
  base: mode === 'site' ? './' : '/',
  build: { target: 'es2022', assetsInlineLimit: 0, outDir: mode === 'site' ? 'dist-site' : 'dist' },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': {
        target,
        ws: true,
        changeOrigin: true,
        // The server refuses foreign origins, and the page comes from another port while it is worked on.
        configure: (proxy) => {
          proxy.on('proxyReq', (request) => request.removeHeader('origin'));
          proxy.on('proxyReqWs', (request) => request.removeHeader('origin'));
        },
      },
    },
  },
  test: { include: ['src/**/*.test.ts'] },
}));
