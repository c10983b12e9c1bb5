// The evaluation as knobs, programs of history, and a rating for whoever plays.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaints, context, launch, shows } from './browser';
import { Server } from './server';

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

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page. */
async function faults(page: Page): Promise<string[]> {
  // Through the debugger, which the page's own policy against foreign scripts does not concern.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] };
    const { axe } = window as unknown as { axe: { run: () => Promise<Found> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  });
}

const total = (page: Page) => page.locator('.total strong');

describe.each([1440, 360])('weights at %d px', (width) => {
  it('are turned, and the judgement follows; what comes of it plays', async () => {
    const tab = await context(browser, { width, height: 900, touch: width < 500 });
    const page = await tab.newPage();
    await page.goto(`${server.address}/lab?part=weights`);
    const mobility = page.getByRole('slider', { name: 'Mobility' });
    await mobility.waitFor();
    const before = await total(page).innerText();
    await page.getByRole('slider', { name: 'Squares' }).fill('300');
    await expect.poll(() => total(page).innerText()).not.toBe(before);
    await mobility.focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('90 %', { exact: true }).waitFor();
    await page.screenshot({ path: join(SHOTS, `weights-${width}.png`), fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'All back to 100 %' }).click();
    await expect.poll(() => total(page).innerText()).toBe(before);
    await mobility.fill('0');
    await page.getByRole('button', { name: 'Let it play the unchanged one' }).click();
    await page.waitForURL(/\/play\/\w+/);
    const watched = await server.game(page.url().split('/').pop()!);
    expect(watched.players.first.scale).toEqual([['mobility', '0%']]);
    expect(watched.players.second.scale).toBeUndefined();
    await page.goBack();
    await mobility.fill('50');
    await page.getByRole('button', { name: 'Play against it' }).click();
    await page.waitForURL(/\/play\/\w+/);
    await shows(page, 0);
    const own = await server.game(page.url().split('/').pop()!);
    expect([own.players.first.kind, own.players.second.scale]).toEqual(['human', [['mobility', '50%']]]);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('of a game without terms are none', async () => {
    const tab = await context(browser, { width, height: 900 });
    const page = await tab.newPage();
    await page.goto(`${server.address}/lab?part=weights`);
    await page.getByRole('slider', { name: 'Mobility' }).waitFor();
    await page.getByRole('combobox').first().selectOption('tic-tac-toe');
    await page.getByText('The evaluation of this game is not made of terms.').waitFor();
    await tab.close();
  });
});

describe('a rating', () => {
  it('is expected before a game, told after it, and drawn', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    for (const level of [3, 5]) {
      const game = await server.newGame('chess', { second: { kind: 'kiebitz', level } });
      await page.goto(`${server.address}/play/${game.id}`);
      await page.getByText(/^Rated: you .* Expected \d+ %/).waitFor();
      await server.ask(`/games/${game.id}/moves`, { move: 'e4' });
      await server.ask(`/games/${game.id}/resign`, {});
      await page.getByText(/^Your rating: [\d,]+ → [\d,]+ \(−\d+\)/).waitFor();
    }
    await page.screenshot({ path: join(SHOTS, 'rated-game.png') });
    const helped = await server.newGame('chess', { second: { kind: 'kiebitz', level: 3 } });
    await page.goto(`${server.address}/play/${helped.id}`);
    await page.getByText(/^Rated: you/).waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('This game does not count for your rating').waitFor();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.address}/games`);
      await page.getByRole('img', { name: /^The rating over the last 2 games/ }).waitFor();
      await page.getByText('Game by game').click();
      await page.getByRole('cell', { name: /Kiebitz, level 5/ }).waitFor();
      await page.screenshot({ path: join(SHOTS, `rating-${width}.png`) });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await faults(page)).toEqual([]);
    }
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('history', () => {
  it('can be played: each program its own game', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    for (const [name, game] of [
      ['Bernstein’s seven moves', 'chess'],
      ['Samuel’s checkers', 'draughts'],
    ]) {
      await page.goto(`${server.address}/ladder`);
      await page.getByRole('heading', { name: 'Rungs of history' }).scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(SHOTS, 'history.png') });
      await page.getByRole('button', { name: new RegExp(name) }).click();
      await page.waitForURL(/\/play\/\w+/);
      const begun = await server.game(page.url().split('/').pop()!);
      expect([begun.game, begun.players.second.kind]).toEqual([game, 'kiebitz']);
      const move = begun.view.moves[0];
      await server.ask(`/games/${begun.id}/moves`, { move: move.code });
      await shows(page, 2);
    }
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});
