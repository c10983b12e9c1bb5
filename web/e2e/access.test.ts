// Access: axe finds nothing on any view in either theme, and a game can be played by what a screen reader has: roles, names, the
// live region.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe';
import { context, enterBoard, launch, shows } from './browser';
import { Server } from './server';

let server: Server;
let browser: Browser;
beforeAll(async () => ([server, browser] = [await Server.start(), await launch()]));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const moves = 'e2e4,e7e5,g1f3,b8c6';
const views: [string, () => Promise<string>, (page: Page) => Promise<unknown>][] = [
  ['the form of a new game', async () => '/play', (page) => shows(page, 0)],
  [
    'a game',
    async () =>
      `/play/${(await server.newGame('chess', { second: { kind: 'random' } }, { clock: { base_s: 300, inc_s: 3 } })).id}`,
    (page) => shows(page, 0),
  ],
  [
    'a game that is over',
    async () => {
      const game = await server.newGame('othello');
      await server.ask(`/games/${game.id}/resign`, {});
      return `/play/${game.id}`;
    },
    (page) => page.getByRole('button', { name: 'Rematch' }).waitFor(),
  ],
  [
    'draughts',
    async () => `/play/${(await server.newGame('draughts(rules=international)')).id}`,
    (page) => shows(page, 0),
  ],
  [
    'Connect Four',
    async () => `/play/${(await server.newGame('connect-four', {}, { moves: ['4', '4'] })).id}`,
    (page) => shows(page, 2),
  ],
  [
    'Go',
    async () => `/play/${(await server.newGame('go(size=9)', {}, { moves: ['D4', 'E5'] })).id}`,
    (page) => shows(page, 2),
  ],
  [
    'tic-tac-toe',
    async () => `/play/${(await server.newGame('tic-tac-toe', {}, { moves: ['5'] })).id}`,
    (page) => shows(page, 1),
  ],
  ['analysis: moves', async () => `/analyse?game=chess&moves=${moves}`, (page) => shows(page, 4)],
  [
    'analysis: lines',
    async () => `/analyse?game=chess&moves=${moves}`,
    async (page) => {
      await shows(page, 4);
      await page.getByRole('button', { name: 'Settings of the engine' }).click();
      await page.getByText(/at depth \d+/).waitFor();
    },
  ],
  [
    'analysis: explorer',
    async () => '/analyse?game=chess',
    async (page) => {
      await page.getByRole('tab', { name: 'Explorer' }).click();
      await page.getByRole('table').first().waitFor();
    },
  ],
  [
    'analysis: endgame',
    async () => '/analyse?game=chess&position=8/8/8/8/8/2k5/8/KR6%20w%20-%20-%200%201',
    async (page) => {
      await page.getByRole('tab', { name: 'Endgame' }).click();
      await page.getByRole('table').first().waitFor();
    },
  ],
  [
    'analysis: opening a file',
    async () => '/analyse?game=chess',
    (page) => page.getByRole('button', { name: 'Open …' }).click(),
  ],
  [
    'analysis: explain',
    async () => '/analyse?game=connect-four&position=4455',
    async (page) => {
      await page.getByRole('tab', { name: 'Explain' }).click();
      await page.getByRole('list', { name: 'Explanation' }).locator('summary').first().click();
    },
  ],
  [
    'analysis: judgement',
    async () => `/analyse?game=chess&moves=${moves}&tab=judgement`,
    async (page) => {
      await page.locator('.board .note').first().waitFor();
      await page.getByText('The pieces by their worth').click();
      await page.getByText('The line as a table').click();
    },
  ],
  [
    'a tree',
    async () => '/tree',
    async (page) => {
      await page.getByRole('treeitem').nth(3).waitFor();
      await page.getByText('Search something else').click();
    },
  ],
  [
    'two trees',
    async () => '/tree?game=tic-tac-toe&depth=2&techniques=minimax',
    async (page) => {
      await page.getByRole('tab', { name: 'Compare' }).click();
      await page.getByLabel('Change one technique').selectOption('alpha-beta');
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByText(/differences, the nearest/).waitFor();
    },
  ],
  [
    'a tree of numbers',
    async () => '/tree?numbers=((3 12 8) (2 4 6) (14 5 2))',
    async (page) => {
      await page.getByRole('button', { name: 'To the beginning of the search' }).click();
      await page.getByText('MAX at the root').waitFor();
    },
  ],
  [
    'the lab: an exercise',
    async () => '/lab',
    async (page) => {
      await page.getByRole('button', { name: 'What everybody plays' }).click();
      await page.getByRole('table').waitFor();
    },
  ],
  [
    'the lab: growth',
    async () => '/lab?part=growth',
    async (page) => {
      await page.getByLabel('Greatest depth').fill('3');
      await page.getByRole('button', { name: 'Measure' }).click();
      await page.getByRole('table').waitFor();
    },
  ],
  [
    'the lab: learning',
    async () => '/lab?part=learning',
    (page) => page.getByRole('heading', { name: 'Network 0' }).waitFor(),
  ],
  [
    'my games',
    async () => {
      await server.newGame('chess', {}, { moves: ['e4'] });
      return '/games';
    },
    (page) => page.locator('article').first().waitFor(),
  ],
  ['the keys', async () => '/ladder', (page) => page.keyboard.press('?')],
  [
    'the ladder',
    async () => '/ladder',
    (page) =>
      page
        .getByRole('button', { name: /Play against/ })
        .first()
        .waitFor(),
  ],
];

describe.each([
  ['light', false],
  ['dark', true],
] as const)('axe finds nothing, %s', (_, dark) => {
  it.each(views)('%s', async (_name, address, ready) => {
    const tab = await context(browser, { dark });
    const page = await tab.newPage();
    await page.goto(server.address + (await address()));
    await ready(page);
    expect(await violations(page)).toEqual([]);
    await tab.close();
  });
});

describe('with a screen reader’s means', () => {
  it('a game is played by names alone, and told as it goes', async () => {
    const game = await server.newGame('chess');
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    const board = page.getByRole('grid', { name: 'Board of Chess, White to move' });
    await board.waitFor();
    expect(await board.getByRole('row').count()).toBe(8);
    expect(await board.getByRole('gridcell').count()).toBe(64);
    const told = page.locator('[aria-live=polite]');
    await enterBoard(page);
    const go = async (name: RegExp) => {
      await page.getByRole('gridcell', { name }).focus();
      await page.keyboard.press('Enter');
    };
    await go(/^e2, white pawn$/);
    expect(await told.textContent()).toContain('e2, white pawn picked, 2 possible');
    expect(await page.getByRole('gridcell', { name: /possible move$/ }).count()).toBe(2);
    expect(await page.getByRole('gridcell', { selected: true }).getAttribute('aria-label')).toBe('e2, white pawn');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(0);
    for (const [ply, [from, to]] of [
      [/^f2, white pawn$/, /^f3,/],
      [/^e7, black pawn$/, /^e5,/],
      [/^g2, white pawn$/, /^g4,/],
      [/^d8, black queen$/, /^h4,/],
    ].entries()) {
      await go(from);
      await go(to);
      await shows(page, ply + 1);
    }
    await page.getByRole('gridcell', { name: 'h4, black queen' }).waitFor();
    await page.getByRole('gridcell', { name: 'e1, white king, in check' }).waitFor();
    expect(await told.textContent()).toContain('Black wins: checkmate.');
    await tab.close();
  });

  it('in German, in German words', async () => {
    const game = await server.newGame('chess');
    const tab = await context(browser, { locale: 'de-DE' });
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await page.getByRole('gridcell', { name: 'd1, weiße Dame' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByRole('button', { name: 'EN: this page in English' }).click();
    await page.getByRole('gridcell', { name: 'd1, white queen' }).waitFor();
    await tab.close();
  });
});
