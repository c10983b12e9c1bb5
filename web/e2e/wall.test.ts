// Tree and Lab on the wall of a lecture room: presented by keys and remote controls, nothing told before its time; exercises that
// punish; files with thousands of games; boards and men to choose.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe';
import { byMouse, complaints, context, launch, shows } from './browser';
import { Server } from './server';

const SHOTS = join(import.meta.dirname, 'shots');
const TEXTBOOK = '/tree?numbers=((3 12 8) (2 4 6) (14 5 2))&techniques=minimax%2Balpha-beta';
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

/** The values that stand below the nodes of a drawing and can be read. */
const values = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('dialog .node .value')].map((one) => one.textContent?.trim() ?? '').filter(Boolean),
  );

describe('a tree on the wall', () => {
  it('is stepped through by a remote control, and tells nothing before its time', async () => {
    const tab = await context(browser, { width: 1920, height: 1080 });
    const page = await tab.newPage();
    await page.goto(server.address + TEXTBOOK);
    await page.getByRole('button', { name: 'Present' }).click();
    const wall = page.getByRole('dialog', { name: 'Tree: numbers' });
    await wall.getByText('MAX at the root, with the window [−∞, +∞].').waitFor();
    // Of a typed tree the leaves can be read; no inner node has a value yet.
    expect((await values(page)).sort()).toEqual(['12', '14', '2', '2', '3', '5', '8'].sort());
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('PageDown');
    await wall.getByText('3 comes back to MIN at 1: β becomes 3').waitFor();
    await page.keyboard.press('PageUp');
    await wall.getByText('At 1 1 the value is 3').waitFor();
    // The picture fills what the words leave.
    const box = await wall.locator('svg[role=img]').boundingBox();
    expect(Math.max((box?.width ?? 0) / 1400, (box?.height ?? 0) / 940)).toBeGreaterThan(0.9);
    await page.screenshot({ path: join(SHOTS, 'wall-1920.png') });
    // Dark, and back.
    await page.keyboard.press('b');
    await page.locator('dialog .dark').waitFor();
    await page.keyboard.press('PageDown');
    await page.locator('dialog .dark').waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await wall.getByText('At the root the value for MAX is 3.').waitFor();
    // Two leaves were cut at the second node; the third had looked at all it had.
    expect(await wall.locator('.reason').allTextContents()).toEqual(['α cut by move 1']);
    expect(await values(page)).toContain('2');
    await page.keyboard.press('Escape');
    await wall.waitFor({ state: 'detached' });
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('can be read although it is wide, and follows the steps', async () => {
    const tab = await context(browser, { width: 1920, height: 1080 });
    const page = await tab.newPage();
    await page.goto(`${server.address}/tree?game=tic-tac-toe&depth=3&techniques=minimax%2Balpha-beta`);
    await page.getByRole('button', { name: 'Present' }).click();
    const wall = page.getByRole('dialog');
    await wall.getByText('MAX at the root, with the window [−∞, +∞].').waitFor();
    const picture = await wall.locator('.scroll').boundingBox();
    for (let step = 0; step < 60; step += 1) {
      if (step % 20 === 0) {
        const chosen = await wall.locator('.node.chosen .frame').boundingBox();
        expect(chosen?.width ?? 0).toBeGreaterThan(60);
        expect(chosen?.x ?? -1).toBeGreaterThanOrEqual(picture?.x ?? 0);
        expect((chosen?.x ?? 0) + (chosen?.width ?? 0)).toBeLessThanOrEqual((picture?.x ?? 0) + (picture?.width ?? 0));
      }
      await page.keyboard.press('PageDown');
    }
    await page.screenshot({ path: join(SHOTS, 'wall-wide-1920.png') });
    // The whole of it is a key away.
    await wall.locator('.scroll').press('0');
    const whole = await wall.locator('svg[role=img]').first().boundingBox();
    expect(whole?.width ?? 9999).toBeLessThanOrEqual((picture?.width ?? 0) + 1);
    await tab.close();
  });

  it('is stepped through although it is too large to be drawn whole', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/tree?game=tic-tac-toe&depth=5&techniques=minimax%2Balpha-beta`);
    await page.getByRole('button', { name: 'Present' }).click();
    const wall = page.getByRole('dialog');
    await wall.getByText(/^Node 1 of/).waitFor();
    // The root and its children.
    await wall.locator('svg .node').nth(3).waitFor();
    await page.keyboard.press('PageDown');
    await wall.getByText(/^Node 2 of/).waitFor();
    await page.keyboard.press('PageDown');
    await wall.getByText(/^Node 3 of/).waitFor();
    // The way from the root stays.
    await wall.locator('svg .node').nth(3).waitFor();
    await page.screenshot({ path: join(SHOTS, 'wall-large-1440.png') });
    await page.keyboard.press('PageUp');
    await wall.getByText(/^Node 2 of/).waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('has boards in its nodes and words for its values', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/tree?game=tic-tac-toe&position=XOXOX----&depth=4&techniques=minimax`);
    await page.getByRole('tab', { name: 'Picture' }).click();
    await page.locator('.drawing .node svg.squares').nth(20).waitFor();
    const told = await page.locator('.drawing .value').allTextContents();
    expect(new Set(told.map((one) => one.trim().replace(/ in \d+/, '')))).toEqual(
      new Set(['won', 'lost', 'draw', 'win', 'loss'].filter((word) => told.some((one) => one.includes(word)))),
    );
    expect(told.some((one) => one.trim() === 'lost')).toBe(true);
    // Minimax has no windows.
    expect((await page.locator('.drawing .window').allTextContents()).join('').trim()).toBe('');
    await page.getByRole('button', { name: 'Larger' }).click();
    const large = (await page.locator('.drawing svg[role=img]').boundingBox())?.width ?? 0;
    await page.getByRole('button', { name: 'Fit' }).click();
    expect((await page.locator('.drawing svg[role=img]').boundingBox())?.width ?? 0).toBeLessThan(large);
    await page.screenshot({ path: join(SHOTS, 'boards-1440.png') });
    expect(await violations(page)).toEqual([]);
    await tab.close();
  });

  it('hides rows and figures while it is stepped through beside them', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(server.address + TEXTBOOK);
    await page.getByText('Leaves: minimax 9').waitFor();
    await page.getByRole('button', { name: 'To the beginning of the search' }).click();
    await page.getByText('Value and line stay hidden').waitFor();
    expect(await page.getByRole('treeitem', { name: /MIN ≤ 2|MIN 3/ }).count()).toBe(0);
    await page.getByText('not known yet').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByText('Value for MAX:').waitFor();
    // A slip of the fingers in the text of the tree leaves the drawing as it is.
    const ghosts = await page.locator('.branch.ghost').count();
    await page.getByText('Search something else').click();
    await page.getByLabel(/Numbers as textbooks/).fill('((1 2) (x))');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.branch.ghost').count()).toBe(ghosts);
    await tab.close();
  });

  it.each([
    [360, 740, false],
    [1024, 768, true],
    [1440, 900, true],
  ] as const)('fits %i px, in German', async (width, height, dark) => {
    const tab = await context(browser, { width, height, dark, locale: 'de-DE' });
    const page = await tab.newPage();
    await page.goto(
      `${server.address}/tree?game=tic-tac-toe&position=XOXOX----&depth=2&techniques=minimax%2Balpha-beta`,
    );
    await page.getByRole('button', { name: 'Vorführen' }).click();
    await page.getByRole('dialog', { name: /Baum/ }).getByText(/MAX/).first().waitFor();
    for (let step = 0; step < 9; step += 1) await page.keyboard.press('PageDown');
    await page.getByText('Schritt 10').first().waitFor();
    await page.screenshot({ path: join(SHOTS, `wall-${width}.png`) });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await tab.close();
  });
});

describe('the lab', () => {
  it('averages positions, marks what was ended by its bound, and is presented bar by bar', async () => {
    const tab = await context(browser, { width: 1440, height: 900 });
    const page = await tab.newPage();
    await page.goto(`${server.address}/lab?part=techniques`);
    await page.getByLabel('Depth', { exact: true }).fill('5');
    await page.getByLabel('Positions, of our own set').fill('2');
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.getByRole('row', { name: /^without alpha-beta > / }).waitFor({ timeout: 50_000 });
    await page.getByRole('row', { name: /^All techniques/ }).waitFor();
    await page.screenshot({ path: join(SHOTS, 'lab-techniques-1440.png'), fullPage: true });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Present' }).click();
    const bars = page.getByRole('dialog').locator('svg g:not(.hidden) > rect');
    await bars.first().waitFor();
    expect(await bars.count()).toBe(1);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowRight');
    expect(await bars.count()).toBe(3);
    await page.screenshot({ path: join(SHOTS, 'lab-wall-1440.png') });
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Growth' }).click();
    await page.getByLabel('Greatest depth').fill('5');
    await page.getByRole('button', { name: 'Measure' }).click();
    const chart = page.getByRole('img', { name: /Nodes against depth/ });
    await chart.getByText('alpha-beta, perfect order').waitFor();
    const places = await chart
      .locator('text.name')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top).sort((a, b) => a - b));
    // No label overprints another.
    expect(Math.min(...places.slice(1).map((top, at) => top - places[at]))).toBeGreaterThan(8);
    await page.screenshot({ path: join(SHOTS, 'lab-growth-1440.png'), fullPage: true });
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('plays the punishment of a wrong move, and remembers what was solved', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/lab?exercise=poisoned-knight`);
    await page.getByText('0 of 13 solved').waitFor();
    await byMouse(page, [57, 9]);
    await page.getByText('Qxb7: that is the error.').waitFor();
    // The bishop takes back, on the board.
    await page.getByRole('gridcell', { name: 'b7, black bishop' }).waitFor({ timeout: 40_000 });
    await page.screenshot({ path: join(SHOTS, 'exercise-1440.png') });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('gridcell', { name: 'b7, black knight' }).waitFor();
    await byMouse(page, [57, 56]);
    await page.getByText('Qa1: right.').waitFor();
    await page.getByText('1 of 13 solved').waitFor();
    await page.reload();
    await page.getByText('1 of 13 solved').waitFor();
    await page.getByRole('button', { name: 'Present' }).click();
    await page.keyboard.press('PageDown');
    await page.getByRole('dialog').getByText('Quiescence plays the captures to their end').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('PageDown');
    await page.getByRole('dialog').getByRole('heading', { name: 'The forgotten pawn' }).waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('a file with four thousand games', () => {
  const game = (at: number) =>
    `[Event "Open ${at % 40}"]\n[White "White ${at}"]\n[Black "Black ${at}"]\n[Result "1-0"]\n\n1. e4 e5 2. ${at % 2 ? 'Nf3' : 'Bc4'} Nc6 1-0\n\n`;
  const text = Array.from({ length: 4000 }, (_, at) => game(at)).join('');

  it('is listed whole, searched, and becomes the explorer’s', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse`);
    await shows(page, 0);
    await page.getByRole('button', { name: 'Open …' }).click();
    const file = { name: 'week.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('4,000 games in the file').waitFor();
    await page.getByPlaceholder('Search: name, event, year').fill('white 3999');
    await page.getByRole('button', { name: /White 3999 – Black 3999/ }).click();
    await page.getByText('White 3999', { exact: true }).waitFor();
    await page.screenshot({ path: join(SHOTS, 'collection-1440.png') });
    expect(await violations(page)).toEqual([]);
    await page.getByPlaceholder('Search: name, event, year').fill('white 139');
    await page.getByRole('button', { name: /^Add to my explorer: \d+ games$/ }).click();
    await page.getByText(/^\d+ games added to the explorer, 0 known already, 0 left out/).waitFor({ timeout: 55_000 });
    await page.getByRole('tab', { name: 'Explorer' }).click();
    await page.getByRole('row', { name: /^e4 / }).first().waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('a board that is set up', () => {
  it('is analysed; what cannot be is refused with its reason', async () => {
    const tab = await context(browser, { width: 1024, height: 768 });
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse`);
    await shows(page, 0);
    await page.getByRole('button', { name: 'Set up …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up a position' });
    await dialog.getByRole('button', { name: 'Empty board' }).click();
    await dialog.getByRole('button', { name: 'white king', exact: true }).click();
    await dialog.getByRole('button', { name: 'e1', exact: true }).click();
    await dialog.getByRole('button', { name: 'Analyse' }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /Black has no king/ })
      .waitFor();
    await dialog.getByRole('button', { name: 'black king', exact: true }).click();
    await dialog.getByRole('button', { name: 'e8', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.screenshot({ path: join(SHOTS, 'editor-1024.png') });
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Analyse' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name: 'e8, black king' }).waitFor();
    await tab.close();
  });
});

describe('a position of another game', () => {
  it.each([
    ['draughts(rules=international)', 'en-GB', 'white man', '28', '28, white man', 1440],
    ['othello', 'de-DE', 'schwarzer Stein', 'c3', 'c3, schwarzer Stein', 390],
    ['go(size=9)', 'en-GB', 'white stone', 'E5', 'E5, white stone', 360],
    ['tic-tac-toe', 'en-GB', 'cross', '5', '5, cross', 1024],
  ] as const)('is set up: %s', async (game, locale, man, cell, name, width) => {
    const tab = await context(browser, { width, height: 800, locale });
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=${encodeURIComponent(game)}`);
    await shows(page, 0);
    await page.getByRole('button', { name: /^(Set up|Aufbauen) …$/ }).click();
    const dialog = page.getByRole('dialog');
    const put = async (who: string, where: string) => {
      await dialog.getByRole('button', { name: who, exact: true }).click();
      await dialog.getByRole('button', { name: where, exact: true }).click();
    };
    // A side has no more men than it begins with.
    if (game.startsWith('draughts')) await put('Erase', '32, white man');
    const there = await dialog.getByRole('button', { name, exact: true }).count();
    if (there === 0) await put(man, cell);
    await page.screenshot({ path: join(SHOTS, `editor-${game.split('(')[0]}-${width}.png`) });
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Analy/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name }).waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('the look', () => {
  it('of boards and men can be chosen, and stays', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play?game=chess`);
    await shows(page, 0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'brown' }).check({ force: true });
    await page.getByRole('radio', { name: 'letters' }).check({ force: true });
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.reload();
    await shows(page, 0);
    expect(await page.locator('.board .piece text').first().textContent()).toMatch(/[RNBQKP]/);
    expect(await page.evaluate(() => document.documentElement.dataset.board)).toBe('brown');
    await page.screenshot({ path: join(SHOTS, 'letters-1440.png') });
    await tab.close();
  });
});
