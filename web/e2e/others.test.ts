// Every other game from its first move to its end, at the board.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byDrag, byKeys, byMouse, byTouch, complaints, context, launch, shows, type Hand } from './browser';
import { playLine, playOut } from './games';
import { Server } from './server';

let server: Server;
let browser: Browser;
beforeAll(async () => ([server, browser] = [await Server.start(), await launch()]));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const games: [string, string, Hand][] = [
  ['tic-tac-toe', 'by keys', byKeys],
  ['connect-four', 'by touch', byTouch],
  ['othello(size=6)', 'by mouse', byMouse],
  ['draughts', 'dragged', byDrag],
  ['draughts(rules=russian)', 'by keys', byKeys],
  ['draughts(rules=international)', 'by touch', byTouch],
];

it.each(games)('%s %s', async (name, _, hand) => {
  const game = await server.newGame(name);
  const tab = await context(browser, hand === byTouch ? { width: 400, height: 800, touch: true } : {});
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/${game.id}`);
  await shows(page, 0);
  const last = await playOut(server, page, game.id, hand);
  expect(last.end).not.toBeNull();
  await page
    .getByText(/(wins|Draw): /)
    .first()
    .waitFor();
  expect(complaints.get(tab)).toEqual([]);
  await tab.close();
});

it('Go, to two passes and the count', async () => {
  const game = await server.newGame('go(size=5)');
  const tab = await context(browser);
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/${game.id}`);
  await shows(page, 0);
  await playLine(server, page, game.id, byMouse, ['C3', 'C2', 'D2', 'B3', 'pass', 'pass']);
  expect((await server.game(game.id)).end?.reason).toBe('passes');
  await page
    .getByText(/both have passed/)
    .first()
    .waitFor();
  await tab.close();
});

it('an obligatory capture is explained when another move is tried', async () => {
  // 1. 11-15 22-18: Black must take.
  const game = await server.newGame('draughts', {}, { moves: ['11-15', '22-18'] });
  const tab = await context(browser);
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/${game.id}`);
  await shows(page, 2);
  const cell = (name: string) => game.view.board.cells.findIndex((one) => one.name === name);
  await byMouse(page, [cell('10'), cell('14')]);
  const said = page.getByRole('alert');
  await said.waitFor();
  expect(await said.textContent()).toMatch(/^A capture is obligatory: 15x22\.$/);
  await shows(page, 2);
  await tab.close();
});
