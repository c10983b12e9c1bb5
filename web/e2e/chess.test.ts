// A whole game of chess, with castling, en passant and promotion: clicked, dragged, tapped, and by keys alone; and what belongs to a
// game besides its moves.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  byDrag,
  byKeys,
  byMouse,
  byTouch,
  complaints,
  context,
  launch,
  middle,
  shows,
  type Hand,
  type Look,
} from './browser';
import { CHESS, playLine } from './games';
import { Server } from './server';

let server: Server;
let browser: Browser;
beforeAll(async () => ([server, browser] = [await Server.start(), await launch()]));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('a game from first move to mate', () => {
  const ways: [string, Hand, Look][] = [
    ['clicked', byMouse, {}],
    ['dragged', byDrag, {}],
    ['tapped', byTouch, { width: 360, height: 740, touch: true }],
    ['by keys alone', byKeys, {}],
  ];
  it.each(ways)('%s', async (_, hand, look) => {
    const game = await server.newGame('chess');
    const tab = await context(browser, look);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 0);
    await playLine(server, page, game.id, hand, CHESS);
    expect((await server.game(game.id)).end).toEqual({ winner: 'first', reason: 'checkmate' });
    await page.getByText('White wins: checkmate.').first().waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('around a game', () => {
  it('one click begins a game; the choice is remembered', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(server.address);
    await page.getByLabel('Opponent').selectOption('random');
    await page.getByRole('radio', { name: 'Black' }).check();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL(/\/play\/\w+/);
    await shows(page, 1);
    // Black sits below.
    expect((await middle(page, 4))[1]).toBeGreaterThan((await middle(page, 60))[1]);
    await page.goto(`${server.address}/play`);
    expect(await page.getByLabel('Opponent').inputValue()).toBe('random');
    expect(await page.getByRole('link', { name: /Chess.*Random moves/ }).count()).toBe(1);
    await tab.close();
  });

  it('a move on the empty board begins a game, and a program answers', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play`);
    await shows(page, 0);
    await byMouse(page, [52, 36]);
    await page.waitForURL(/\/play\/\w+/);
    await shows(page, 2);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('take back, hint, draw, resign, rematch', async () => {
    const game = await server.newGame('chess', { second: { kind: 'random' } });
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 0);
    await byMouse(page, [52, 36]);
    await shows(page, 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await shows(page, 0);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page
      .getByRole('paragraph')
      .filter({ hasText: /^\s*Hint: \w/ })
      .waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Play on' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByText('You lost against Random moves: you resigned.').first().waitFor();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(game.id));
    await shows(page, 1);
    await tab.close();
  });

  it('moves can be typed, and a refusal says why', async () => {
    const game = await server.newGame('chess');
    const tab = await context(browser, { locale: 'de-DE' });
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 0);
    const field = page.getByLabel('Zug eingeben');
    for (const [ply, text] of ['Sf3', 'd7d5', 'g3', 'Sc6'].entries()) {
      await field.fill(text);
      await field.press('Enter');
      await shows(page, ply + 1);
    }
    await page.getByRole('button', { name: 'Sf3' }).waitFor();
    await field.fill('Dh5');
    await field.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Dieser Zug ist hier nicht möglich.' }).waitFor();
    await tab.close();
  });

  it('can be downloaded as text and as pictures', async () => {
    const game = await server.newGame('chess', {}, { moves: ['e4', 'e5'] });
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 2);
    for (const [name, type] of [
      ['PGN', /chess-pgn|text/],
      ['SVG', /svg/],
      ['PNG', /png/],
      ['GIF', /gif/],
    ] as const) {
      const address = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      const response = await fetch(server.address + address);
      expect([name, response.status, type.test(response.headers.get('content-type') ?? '')]).toEqual([name, 200, true]);
    }
    await tab.close();
  });

  it('a premove is played as soon as it can be', async () => {
    const game = await server.newGame('chess');
    const tab = await context(browser);
    const page = await tab.newPage();
    // One side here, the other one played from elsewhere: the second player is a program that has not answered yet.
    const players = { first: { kind: 'human' }, second: { kind: 'random' } };
    await page.route(new RegExp(`/api/games/${game.id}`), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), players } });
    });
    await page.routeWebSocket(/\/api\/ws/, (socket) => {
      const real = socket.connectToServer();
      real.onMessage((text) => {
        const said = JSON.parse(String(text));
        socket.send(JSON.stringify(said.is === 'game' ? { ...said, players } : said));
      });
    });
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 0);
    await byMouse(page, [52, 36]);
    await shows(page, 1);
    await byDrag(page, [62, 45]);
    expect(await page.locator('.cell.premove').count()).toBe(2);
    await server.ask(`/games/${game.id}/moves`, { move: 'e7e5' });
    await shows(page, 3);
    expect((await server.game(game.id)).moves.map((move) => move.text)).toEqual(['e4', 'e5', 'Nf3']);
    await tab.close();
  });

  it('earlier positions can be looked at, the board flipped, arrows drawn', async () => {
    const game = await server.newGame('chess', {}, { moves: ['e4', 'e5', 'Nf3'] });
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 3);
    await page.keyboard.press('ArrowLeft');
    await shows(page, 2);
    await page.keyboard.press('Home');
    await shows(page, 0);
    await page.keyboard.press('End');
    await shows(page, 3);
    const before = await middle(page, 0);
    await page.keyboard.press('f');
    expect(await middle(page, 0)).not.toEqual(before);
    const [from, to] = [await middle(page, 12), await middle(page, 28)];
    await page.keyboard.down('Shift');
    await page.mouse.move(...from);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...to);
    await page.mouse.up({ button: 'right' });
    await page.keyboard.up('Shift');
    expect(await page.locator('svg g.red line').count()).toBe(1);
    await tab.close();
  });

  it('two programs can be watched, and stopped for a while', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play`);
    await page.getByRole('radio', { name: 'Watch' }).check();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.waitForURL(/\/play\/\w+/);
    // The game goes on while the test looks: at some move after the first.
    await page.getByRole('button', { name: 'One move back' }).and(page.locator(':enabled')).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused.').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('to move.').waitFor();
    await tab.close();
  });
});
