// What networks think, and how they learned: the board with what its pieces are worth, the judgement along a line, and a game against an
// earlier generation. Pictures for people land in e2e/shots.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byKeys, complaints, context, launch, shows } from './browser';
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

const shot = (page: Page, name: string) => page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });

describe('a judgement', () => {
  it('is taken apart: worth of the pieces on the board, stages, line, terms', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=chess&moves=e2e4,e7e5,g1f3,b8c6&ply=3&tab=judgement`);
    await shows(page, 3);
    await page.getByText('without a search; above 0 is good for White').waitFor();
    // All pieces but the kings carry a number, for the eye and for the ear.
    const notes = page.locator('.board .note');
    await notes.first().waitFor();
    expect(await notes.count()).toBe(30);
    await page.getByRole('gridcell', { name: /^d8, black queen, worth \d/ }).waitFor();
    await page.getByRole('gridcell', { name: /^e1, white king$/ }).waitFor();
    await page.getByRole('row', { name: /^8 this position/ }).waitFor();
    // Another judge, an earlier one; then one that is no network.
    const judge = page.getByLabel('Judged by');
    await judge.selectOption({ label: 'Network 0' });
    await page.getByText('The line as a table').click();
    await page.getByRole('columnheader', { name: 'Network 0' }).waitFor();
    await page.getByRole('row', { name: /^Nf3/ }).waitFor();
    await page.getByRole('row', { name: /^King safety/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Write on the pieces what they are worth' }).uncheck();
    await expect.poll(() => notes.count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Write on the pieces what they are worth' }).check();
    await expect.poll(() => notes.count()).toBe(30);
    await judge.selectOption({ label: 'Classical evaluation' });
    await expect.poll(() => notes.count()).toBe(0);
    await page.getByText('The judgement is the sum of these groups of terms.').waitFor();
    // The board goes along, and another tab leaves nothing on it.
    await judge.selectOption({ label: 'Network, the newest' });
    await page.getByRole('heading', { name: 'Along the line' }).click();
    await page.keyboard.press('ArrowRight');
    await shows(page, 4);
    await page.getByRole('gridcell', { name: /^c6, black knight, worth \d/ }).waitFor();
    await page.getByRole('tab', { name: 'Moves' }).click();
    await expect.poll(() => notes.count()).toBe(0);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('of a game without a network is told by its terms', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=connect-four&moves=4&tab=judgement`);
    await page.getByText('The program carries no network for this game.').waitFor();
    await page.getByRole('row', { name: /^Threats/ }).waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('the learning', () => {
  it('is reached by the front door, and a generation is played against, by keys', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play`);
    await page.getByRole('link', { name: /^Make it learn/ }).click();
    await page.getByRole('img', { name: /^Elo of each generation/ }).waitFor();
    const curves = page.getByRole('img', { name: /^The learning curve of each generation/ }).locator('polyline');
    const generations = page.getByRole('heading', { name: /^Network \d+$/ });
    expect(await generations.count()).toBeGreaterThanOrEqual(2);
    expect(await curves.count()).toBe(await generations.count());
    await page
      .getByText(/^Against Classical evaluation, 3,000 nodes a move, .*Elo/)
      .first()
      .waitFor();
    await page.getByLabel('The network thinks').selectOption({ label: '1,000 nodes a move' });
    await page.getByRole('button', { name: 'Play against Network 0', exact: true }).focus();
    await page.keyboard.press('Enter');
    await shows(page, 0);
    await page.getByText('Network 0, 1,000 nodes a move').first().waitFor();
    await byKeys(page, [52, 36]);
    await shows(page, 2);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('is found among the parts of the lab by keys', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/lab?part=growth`);
    await page.getByRole('tab', { name: 'Growth' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Learning', selected: true }).waitFor();
    await page.getByRole('heading', { name: 'Network 0' }).waitFor();
    expect(new URL(page.url()).search).toBe('?part=learning');
    await tab.close();
  });
});

it.each([
  ['1440-light', { width: 1440, height: 900 }],
  ['1440-dark', { width: 1440, height: 900, dark: true }],
  ['360-german', { width: 360, height: 740, touch: true, locale: 'de-DE' }],
] as const)('both views, %s', async (name, look) => {
  const tab = await context(browser, look);
  const page = await tab.newPage();
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.goto(`${server.address}/analyse?game=chess&moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5c6&ply=5&tab=judgement`);
  await page.locator('.board .note').first().waitFor();
  await shot(page, `judgement-${name}`);
  expect(await fits()).toBeLessThanOrEqual(0);
  await page.goto(`${server.address}/lab?part=learning`);
  await page.getByRole('heading', { name: /^(Network|Netz) 0$/ }).waitFor();
  await shot(page, `learning-${name}`);
  expect(await fits()).toBeLessThanOrEqual(0);
  expect(complaints.get(tab)).toEqual([]);
  await tab.close();
});
