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

it('dead stones of Go are shown after a pass, and whoever passes too agrees', async () => {
  const position = 'XXXXOOO/X1XXOOO/XXXXO1O/XXXXOOO/X1OXO1O/XXXXOOO/1X1XO1O b 0';
  const game = await server.newGame('go(size=7,komi=5)', { second: { kind: 'kiebitz', level: 1 } }, { position });
  const tab = await context(browser);
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/${game.id}`);
  await shows(page, 0);
  expect(await page.locator('.piece.dead').count()).toBe(0);
  // All is settled: the program passes as well, though the board as it stands would count for White.
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await shows(page, 2);
  await page.getByText('Counted: Black 28, White 26. 1 dead stone taken off, drawn pale.').waitFor();
  await page.getByText(/^You won against/).waitFor();
  expect(await page.locator('.piece.dead').count()).toBe(1);
  expect(await page.getByRole('gridcell', { name: 'C3, white stone, dead' }).count()).toBe(1);
  expect((await server.game(game.id)).end).toEqual({ reason: 'passes', winner: 'first' });
  const people = await server.newGame('go(size=7,komi=5)', {}, { position });
  await page.goto(`${server.address}/play/${people.id}`);
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await page.getByText(/If you pass too, the game ends so/).waitFor();
  // Who does not agree plays on, and nothing is pale any more.
  await byMouse(page, [people.view.board.cells.findIndex((cell) => cell.name === 'F5')]);
  await page.getByText(/If you pass too/).waitFor({ state: 'detached', timeout: 5_000 });
  expect(complaints.get(tab)).toEqual([]);
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
