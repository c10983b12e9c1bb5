// How heavy and how quick the page is. Its weight is held to a limit; times are measured and told, since a test that fails on a busy
// machine says nothing.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { context, launch, middle, shows } from './browser';
import { Server } from './server';

let server: Server;
let browser: Browser;
beforeAll(async () => ([server, browser] = [await Server.start(), await launch()]));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

it('weighs less than 300 kB compressed', async () => {
  const tab = await context(browser);
  const page = await tab.newPage();
  const session = await tab.newCDPSession(page);
  await session.send('Network.enable');
  let weight = 0;
  const kinds = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, response }) => kinds.set(requestId, response.mimeType));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (/html|javascript|css/.test(kinds.get(requestId) ?? '')) weight += encodedDataLength;
  });
  await page.goto(`${server.address}/play`);
  await shows(page, 0);
  console.info(`page weight: ${(weight / 1000).toFixed(1)} kB as sent`);
  expect(weight).toBeGreaterThan(10_000);
  expect(weight).toBeLessThan(300_000);
  await tab.close();
});

it('from a click to the drawn answer of the server', async () => {
  const game = await server.newGame('chess');
  const tab = await context(browser);
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/${game.id}`);
  await shows(page, 0);
  const times: number[] = [];
  for (let ply = 0; ply < 24; ply += 1) {
    const state = await server.game(game.id);
    const move = state.view.moves[(ply * 7) % state.view.moves.length];
    await page.mouse.click(...(await middle(page, move.cells[0])));
    const [x, y] = await middle(page, move.cells[move.cells.length - 1]);
    await page.evaluate(
      (wanted) => {
        const noted = window as unknown as { clicked: number; drawn: Promise<number> };
        addEventListener('pointerup', () => (noted.clicked = performance.now()), { capture: true, once: true });
        noted.drawn = new Promise((resolve) => {
          const board = document.querySelector('.board') as HTMLElement;
          new MutationObserver((_, watcher) => {
            if (board.dataset.ply !== wanted) return;
            watcher.disconnect();
            // Two frames on, the change has been drawn.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - noted.clicked)));
          }).observe(board, { attributes: true, attributeFilter: ['data-ply'] });
        });
      },
      String(ply + 1),
    );
    await page.mouse.click(x, y);
    if (move.choice) break;
    times.push(await page.evaluate(() => (window as unknown as { drawn: Promise<number> }).drawn));
  }
  console.info(
    `click to drawn answer: median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms of ${times.length}`,
  );
  expect(times.length).toBeGreaterThan(5);
  await tab.close();
});

it('a running search: how often it is told, and whether the page stutters', async () => {
  const tab = await context(browser);
  const page = await tab.newPage();
  await page.addInitScript(() => {
    const noted = window as unknown as { long: number[] };
    noted.long = [];
    new PerformanceObserver((list) => noted.long.push(...list.getEntries().map((entry) => entry.duration))).observe({
      entryTypes: ['longtask'],
    });
  });
  let told = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => (told += String(payload).includes('"lines"') ? 1 : 0)),
  );
  await page.goto(`${server.address}/analyse?game=chess`);
  await page.getByText(/at depth \d+/).waitFor();
  await page.evaluate(() => ((window as unknown as { long: number[] }).long.length = 0));
  const before = told;
  await page.waitForTimeout(4000);
  const rate = (told - before) / 4;
  const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
  console.info(
    `live search: ${rate.toFixed(1)} reports a second; long tasks: ${long.length === 0 ? 'none' : long.map((time) => `${Math.round(time)} ms`).join(', ')}`,
  );
  expect(told).toBeGreaterThan(before);
  await tab.close();
});
