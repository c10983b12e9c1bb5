// The static site: the whole page from a plain file server, below some path, with the program in the browser; and then without any
// server at all.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMouse, byTouch, complaints, context, launch, shows, type Hand } from './browser';
import { Files } from './files';

const SITE = join(import.meta.dirname, '..', 'dist-site');
const SHOTS = join(import.meta.dirname, 'shots');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const built = existsSync(join(SITE, 'index.html'));
if (!built) console.warn('SKIPPED: the static site is not tested, because it is not built; `make site` builds it');

const files = new Files(SITE, '/some/where/');
let browser: Browser;
beforeAll(async () => {
  if (!built) return;
  mkdirSync(SHOTS, { recursive: true });
  await files.begin();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await files.end();
});

async function open(look: Parameters<typeof context>[1], address: string): Promise<[BrowserContext, Page]> {
  const tab = await context(browser, look);
  const page = await tab.newPage();
  await page.goto(files.address + address);
  return [tab, page];
}

/** The cells on which a move can begin. */
const ready = (page: Page) => page.locator('.board [data-cell]').first().waitFor({ timeout: 30_000 });

/** Types a move, which every game takes, and waits for the answer of the program. */
async function type(page: Page, move: string, ply: number) {
  await page.getByLabel('Type a move').fill(move);
  await page.getByLabel('Type a move').press('Enter');
  await shows(page, ply);
}

async function axe(page: Page): Promise<unknown[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    type Axe = { run: (how: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    const found = await (window as unknown as { axe: Axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return found.violations.map((one) => [one.id, one.nodes.map((node) => node.html)]);
  });
}

/** Plays to the end: whatever the board offers first. */
async function playOut(page: Page, hand: Hand) {
  for (let turns = 0; turns < 70; turns += 1) {
    const offered = await page.waitForFunction(
      () => {
        const buttons = [...document.querySelectorAll('button')].map((one) => one.textContent?.trim());
        const cell = document.querySelector<HTMLElement>('.board [data-cell].goal');
        if (buttons.includes('Rematch')) return 'over';
        return buttons.includes('Pass') ? 'pass' : (cell?.dataset.cell ?? false);
      },
      null,
      { timeout: 30_000 },
    );
    const next = (await offered.jsonValue()) as string;
    if (next === 'over') return;
    const before = await page.locator('.board[data-ply]').first().getAttribute('data-ply');
    if (next === 'pass') await page.getByRole('button', { name: 'Pass', exact: true }).click();
    else await hand(page, [Number(next)]);
    await page.waitForFunction(
      (ply) => document.querySelector('.board[data-ply]')?.getAttribute('data-ply') !== ply,
      before,
    );
  }
  throw new Error('the game does not end');
}

describe.skipIf(!built)('the static site', () => {
  it('plays chess against a level, keeps the game, and plays on without a server', async () => {
    const [tab, page] = await open({}, '#/play?game=chess&level=3&side=first');
    await ready(page);
    await byMouse(page, [52, 36]);
    await page.waitForURL(/#\/play\/\w+/);
    await shows(page, 2);
    await type(page, 'Nf3', 4);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page
      .getByText(/^Hint: /)
      .first()
      .waitFor({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Take back' }).click();
    await shows(page, 2);
    await page.screenshot({ path: join(SHOTS, 'site-chess-1440.png') });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await files.end();
    await page.reload();
    await shows(page, 2);
    await type(page, 'Nf3', 4);
    await type(page, 'd3', 6);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'PGN' }).click()]);
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/1\. e4 /);
    await page.goto(`${files.address}#/analyse?game=chess&moves=e4,e5`);
    await page.getByText(/at depth \d+/).waitFor({ timeout: 30_000 });
    await page.goto(`${files.address}#/games`);
    await page.locator('article img').first().waitFor();
    await files.begin();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('plays a whole game of Othello on a phone, and it is there after a reload', async () => {
    const [tab, page] = await open({ width: 360, height: 740, touch: true }, '#/play?game=othello&level=1&side=first');
    await ready(page);
    await page.screenshot({ path: join(SHOTS, 'site-door-360.png') });
    expect(await axe(page)).toEqual([]);
    await playOut(page, byTouch);
    const ply = Number(await page.locator('.board[data-ply]').first().getAttribute('data-ply'));
    expect(ply).toBeGreaterThan(20);
    await page.screenshot({ path: join(SHOTS, 'site-othello-360.png') });
    await page.reload();
    await shows(page, ply);
    await page.getByRole('button', { name: 'Rematch' }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  }, 180_000);

  it('a thinking program hears a resignation', async () => {
    const [tab, page] = await open({}, '#/play?game=chess&level=20&side=first');
    await ready(page);
    await page.getByLabel('Type a move').count();
    await byMouse(page, [52, 36]);
    await page.waitForURL(/#\/play\/\w+/);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Rematch' }).waitFor({ timeout: 5_000 });
    await tab.close();
  });

  it('analyses, explains and reports with one judgement, and stops when told', async () => {
    const [tab, page] = await open({}, '#/analyse?game=chess&moves=e4,e5,Qh5,Nf6,Qxe5');
    await page.getByText(/at depth \d+/).waitFor({ timeout: 30_000 });
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.getByRole('list', { name: 'Explanation' }).waitFor({ timeout: 30_000 });
    await page.screenshot({ path: join(SHOTS, 'site-explain-1440.png') });
    expect(await axe(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Moves' }).click();
    // Arrows on a tab go from tab to tab; elsewhere they step through the game.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (const ply of [4, 3, 2]) {
      await page.keyboard.press('ArrowLeft');
      await shows(page, ply);
    }
    await page.getByText(/at depth \d+/).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Report on the whole game' }).click();
    await page
      .getByText(/accuracy/i)
      .first()
      .waitFor({ timeout: 60_000 });
    await page.screenshot({ path: join(SHOTS, 'site-report-1440.png') });
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('survives a program that fails, and says so', async () => {
    // The smallest program that has the functions of ours, and traps when it is asked.
    const text =
      'AGFzbQEAAAABCgJgAX8Bf2AAAX8DBAMAAQEFAwEAAQcjBAZtZW1vcnkCAARyb29tAAAGYW5zd2VyAAEGbGVuZ3RoAAIKDwMEAEEACwMAAAsEAEEACw==';
    const broken = Buffer.from(text, 'base64');
    const tab = await context(browser);
    await tab.route(/[.]wasm/, (route) => route.fulfill({ body: broken, contentType: 'application/wasm' }));
    const page = await tab.newPage();
    await page.goto(`${files.address}#/play`);
    await page.getByText('The program could not be started in this browser.').waitFor();
    await tab.unroute(/[.]wasm/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await ready(page);
    await tab.close();
  });

  it('draws the tree of a search, and the lab measures', async () => {
    const [tab, page] = await open({}, '#/tree?game=chess&depth=3&techniques=all');
    await page.getByRole('treeitem').nth(3).click({ timeout: 30_000 });
    await page.screenshot({ path: join(SHOTS, 'site-tree-1440.png') });
    expect(await axe(page)).toEqual([]);
    await page.goto(`${files.address}#/lab`);
    await page.getByRole('button', { name: 'What everybody plays' }).waitFor();
    await page.goto(`${files.address}#/ladder`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});
