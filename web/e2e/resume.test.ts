// What must not be lost: a game when the page is loaded again, and when the server goes away and comes back.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byMouse, complaints, context, launch, shows } from './browser';
import { Server } from './server';

let server: Server;
let browser: Browser;
beforeAll(async () => ([server, browser] = [await Server.start(), await launch()]));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('a reload and a restart of the server lose nothing', async () => {
  const game = await server.newGame('chess', { second: { kind: 'random' } });
  const tab = await context(browser);
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/${game.id}`);
  await shows(page, 0);
  await byMouse(page, [52, 36]);
  await shows(page, 2);
  await page.reload();
  await shows(page, 2);

  await server.end();
  await page.getByText('The connection to the server is lost.').waitFor({ timeout: 10_000 });
  await server.begin();
  await page.getByText('The connection to the server is lost.').waitFor({ state: 'detached', timeout: 15_000 });
  await byMouse(page, [51, 35]);
  await shows(page, 4);
  expect((await server.game(game.id)).moves[0].text).toBe('e4');
  expect(complaints.get(tab)).toEqual([]);
  await tab.close();
});

it('a move that cannot be sent is taken back on the board, and said so', async () => {
  const game = await server.newGame('chess');
  const tab = await context(browser);
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/${game.id}`);
  await shows(page, 0);
  await page.route('**/moves', (route) => route.abort());
  await byMouse(page, [52, 36]);
  await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
  await page.locator('.piece[data-at="52"]').waitFor();
  await tab.close();
});

it('an unknown game leads on', async () => {
  const tab = await context(browser);
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/0123456789abcdef01234567`);
  await page.getByText('There is no such game here.').first().waitFor();
  await page.getByRole('button', { name: 'New game' }).click();
  await shows(page, 0);
  await tab.close();
});
