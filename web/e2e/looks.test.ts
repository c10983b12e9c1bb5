// Pictures of every view at three widths, light and dark, for people to look at (e2e/shots/); and nothing sticks out at the side. With
// KIEBITZ_LOOKS=all at six widths and in both languages, which takes four times as long.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { context, launch, shows } from './browser';
import { Server } from './server';
import { englishWords } from '../src/i18n/english';

const SHOTS = join(import.meta.dirname, 'shots');
let server: Server;
let browser: Browser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  [server, browser] = [await Server.start(), await launch()];
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const italian = ['e4', 'e5', 'Nf3', 'Nc6', 'Bc4', 'Bc5', 'c3', 'Nf6', 'd4', 'exd4', 'cxd4', 'Bb4+'];
const game =
  (name: string, moves: string[], more: object = {}) =>
  async () =>
    `/play/${(await server.newGame(name, { second: { kind: 'kiebitz', level: 3 } }, { moves, ...more })).id}`;
const views: [string, () => Promise<string>, (page: Page) => Promise<unknown>][] = [
  ['new-game', async () => '/play', (page) => shows(page, 0)],
  ['games', async () => '/games', (page) => page.getByRole('heading', { name: /My games|Meine Partien/ }).waitFor()],
  ['chess', game('chess', italian, { clock: { base_s: 300, inc_s: 3 } }), (page) => shows(page, italian.length)],
  [
    'analysis',
    async () => `/analyse?game=chess&moves=${italian.join(',')}`,
    (page) => page.getByText(/(at depth|in Tiefe) \d+/).waitFor(),
  ],
  ['othello', game('othello', ['d3', 'c3']), (page) => shows(page, 2)],
  [
    'explain',
    async () => '/analyse?game=chess&moves=e2e4,e7e5,d1h5,b8c6,f1c4',
    async (page) => {
      await page.getByRole('tab', { name: /^(Explain|Erklären)$/ }).click();
      await page
        .getByRole('list', { name: /^(Explanation|Erklärung)$/ })
        .locator('summary')
        .first()
        .click();
    },
  ],
  [
    'tree',
    async () => '/tree?game=chess&depth=3&techniques=all',
    async (page) => {
      await page.getByRole('treeitem').nth(3).click();
      await page.locator('.fold:not(.none)').nth(3).click();
    },
  ],
  [
    'numbers',
    async () => '/tree?numbers=((3 12 8) (2 4 6) (14 5 2))',
    (page) => page.getByText(/Minimax 9/i).waitFor(),
  ],
  [
    'lab',
    async () => '/lab',
    (page) => page.getByRole('button', { name: /What everybody plays|Was alle spielen/ }).waitFor(),
  ],
  [
    'ladder',
    async () => '/ladder',
    (page) =>
      page
        .getByRole('button', { name: /^(Play against|Gegen)/ })
        .first()
        .waitFor(),
  ],
];

const all = process.env.KIEBITZ_LOOKS === 'all';
const sizes: [string, number, number][] = [
  ['360', 360, 740],
  ['768', 768, 1024],
  ['1440', 1440, 900],
];
const more: typeof sizes = [
  ['390', 390, 844],
  ['1024', 1024, 768],
  ['1920', 1920, 1080],
];

describe.each(all ? [...sizes, ...more] : sizes)('%s px', (_, width, height) => {
  const looks = all ? ['light', 'dark', 'light-de', 'dark-de'] : ['light', 'dark'];
  describe.each(looks)('%s', (theme) => {
    it.each(views)('%s', async (name, address, ready) => {
      const locale = theme.endsWith('-de') ? 'de-DE' : 'en-US';
      const tab = await context(browser, { width, height, dark: theme.startsWith('dark'), touch: width < 500, locale });
      const page = await tab.newPage();
      await page.goto(server.address + (await address()));
      await ready(page);
      await page.screenshot({ path: join(SHOTS, `${name}-${width}-${theme}.png`) });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await tab.close();
    });
  });
});

/** What a German page says, and what is told where the mouse rests, without what is marked as another language. */
const said = (page: Page) =>
  page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const foreign of body.querySelectorAll('[lang]:not([lang|="de"]), script, style')) foreign.remove();
    const spoken = ['title', 'aria-label', 'placeholder', 'alt'];
    const told = [...body.querySelectorAll('*')].flatMap((element) =>
      spoken.map((name) => element.getAttribute(name) ?? ''),
    );
    // Cloned nodes have no layout, so texts of neighbors would touch.
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) told.push(texts.currentNode.textContent ?? '');
    return told.join('\n');
  });

describe('in German nothing is English', () => {
  it.each(views)('%s', async (_, address, ready) => {
    const tab = await context(browser, { locale: 'de-DE' });
    const page = await tab.newPage();
    await page.goto(server.address + (await address()));
    await ready(page);
    expect(englishWords(await said(page))).toEqual([]);
    await tab.close();
  });

  it('every exercise, with its solution and what everybody plays', async () => {
    const tab = await context(browser, { locale: 'de-DE' });
    const page = await tab.newPage();
    const { exhibits } = (await (await fetch(`${server.address}/api/lab/horizon`)).json()) as {
      exhibits: { id: string; title: { de: string } }[];
    };
    expect(exhibits.length).toBeGreaterThan(10);
    for (const [at, { id, title }] of exhibits.entries()) {
      await page.goto(`${server.address}/lab?exercise=${id}`);
      await page.getByRole('heading', { name: title.de }).waitFor();
      if (at === 0) {
        await page.getByRole('button', { name: 'Was alle spielen' }).click();
        await page.getByRole('rowheader', { name: 'Alpha-Beta, Tiefe 3' }).waitFor();
      }
      expect(englishWords(await said(page)), id).toEqual([]);
    }
    await tab.close();
  });
});
