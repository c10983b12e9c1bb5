// A new game from rules: the editor, its faults, sharing, and the game itself by mouse and by keys.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaints, context, launch, shows } from './browser';
import { Server } from './server';

const SHOTS = join(import.meta.dirname, 'shots');
const GAME = `game Three men
players X O
board 3x3
piece mark x o
  place on empty
win line 3
draw full
`;
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

describe('a new game from rules', () => {
  it('is checked while one types, with line and column, and played by keys and mouse', async () => {
    const tab = await context(browser, { width: 1440, height: 1000 });
    const page = await tab.newPage();
    await page.goto(`${server.address}/play`);
    await page.getByRole('link', { name: 'New game from rules' }).click();
    await page.getByRole('heading', { name: 'New game from rules' }).waitFor();
    await page.getByText('Breakthrough: the rules can be played.').waitFor({ timeout: 30_000 });
    await page.screenshot({ path: join(SHOTS, 'rules-1440.png') });
    expect(await faults(page)).toEqual([]);

    const text = page.getByRole('textbox', { name: 'The rules' });
    await text.fill(GAME.replace('place', 'plaice'));
    await page.getByText('Line 5, column').waitFor({ timeout: 30_000 });
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    await page.screenshot({ path: join(SHOTS, 'rules-fault.png') });
    await page.getByRole('button', { name: 'Go to the fault' }).click();
    expect(await text.evaluate((area) => document.activeElement === area)).toBe(true);

    await text.fill(GAME);
    await page.getByText('Three men: the rules can be played.').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Share by address' }).click();
    const address = await page.getByLabel('The address of this text').inputValue();
    const other = await tab.newPage();
    await other.goto(address);
    await other.getByText('Three men: the rules can be played.').waitFor({ timeout: 30_000 });
    await other.close();

    await page.getByLabel('You play').selectOption('both');
    await page.getByRole('button', { name: 'Play this game' }).click();
    await shows(page, 0);
    await page.getByRole('gridcell', { name: 'b2' }).click();
    await shows(page, 1);
    await page.getByLabel('Type a move').fill('a1');
    await page.keyboard.press('Enter');
    await shows(page, 2);
    await page.screenshot({ path: join(SHOTS, 'rules-game.png') });
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('is played from a list of moves where there is no board', async () => {
    const tab = await context(browser, { width: 1440, height: 1000 });
    const page = await tab.newPage();
    await page.goto(`${server.address}/rules`);
    await page.getByText('Breakthrough: the rules can be played.').waitFor({ timeout: 30_000 });
    await page.getByLabel('Begin with an example').selectOption('nim');
    await page.getByText('Nim: the rules can be played.').waitFor({ timeout: 30_000 });
    await page.getByLabel('You play').selectOption('both');
    await page.getByRole('button', { name: 'Play this game' }).click();
    await page.getByRole('list', { name: 'What holds now' }).getByText('heap d 7').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'take-d-6' }).click();
    await page.getByRole('list', { name: 'What holds now' }).getByText('heap d 6').waitFor();
    expect(await faults(page)).toEqual([]);
    await tab.close();
  });

  it('fits a phone, in German', async () => {
    const tab = await context(browser, { width: 360, height: 740, touch: true, locale: 'de-DE' });
    const page = await tab.newPage();
    await page.goto(`${server.address}/rules`);
    await page.locator('#rules-state strong').waitFor({ timeout: 30_000 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    await page.screenshot({ path: join(SHOTS, 'rules-360.png'), fullPage: true });
    expect(await faults(page)).toEqual([]);
    await tab.close();
  });
});
