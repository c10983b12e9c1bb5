// The lab on the page: a move explained, a tree opened by keys, a tree of numbers stepped through, a million nodes.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMouse, complaints, context, launch, shows } from './browser';
import { Server } from './server';

let server: Server;
let browser: Browser;
beforeAll(async () => ([server, browser] = [await Server.start(), await launch()]));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('an explanation', () => {
  it('is given for the move just played; a line leads to its board, and the text stays', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=chess&moves=e2e4 e7e5 d1h5,b8c6,f1c4`);
    await shows(page, 5);
    await page.getByRole('tab', { name: 'Explain' }).click();
    const told = page.getByRole('list', { name: 'Explanation' });
    await told.waitFor();
    // Black’s knight to f6, which lets White mate: it is played, and explained because it was the last move.
    await byMouse(page, [6, 21]);
    await told.getByText('After Nf6 White mates in 1').waitFor();
    await shows(page, 6);
    expect(await page.getByLabel('What to explain').inputValue()).toBe('played');
    await told.getByText('After Nf6 White mates in 1').click();
    await told.getByRole('button', { name: 'Qxf7#' }).first().focus();
    await page.getByRole('gridcell', { name: 'f7, white queen' }).waitFor();
    await page.keyboard.press('Enter');
    await shows(page, 7);
    await page.getByText('White wins: checkmate.').waitFor();
    // The text is still there.
    await told.getByText('After Nf6 White mates in 1').waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('speaks German', async () => {
    const tab = await context(browser, { locale: 'de-DE' });
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=connect-four&position=4455`);
    await page.getByRole('tab', { name: 'Erklären' }).click();
    await page
      .getByRole('list', { name: 'Erklärung' })
      .getByText(/Tiefe|Zug|ist/)
      .first()
      .waitFor();
    await page.getByLabel('Was erklärt werden soll').selectOption({ label: 'Warum nicht 1?' });
    await page.getByRole('list', { name: 'Erklärung' }).getByText(/^1 /).first().waitFor();
    await tab.close();
  });
});

describe('a tree', () => {
  it('is walked by keys alone, with the board at every node', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/tree`);
    const tree = page.getByRole('tree');
    await tree.waitFor();
    await page.getByRole('treeitem', { selected: true }).waitFor();
    await tree.focus();
    await page.getByRole('treeitem', { selected: true, name: /^root: MAX/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { selected: true }).and(page.locator('[aria-level="3"]')).waitFor();
    await page.locator('.board .piece').nth(1).waitFor();
    expect(await page.locator('.board .piece').count()).toBe(2);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('treeitem', { selected: true }).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Home');
    await page.keyboard.press('*');
    await page.keyboard.press('End');
    await page.getByRole('treeitem', { selected: true }).and(page.locator('[aria-level="4"]')).waitFor();
    // Why a move was not played, and what another technique changes.
    await page.getByRole('tab', { name: 'Why not' }).click();
    await page.getByLabel('Which move was not played?').selectOption({ index: 2 });
    await page
      .getByRole('button', { name: /: MIN .*window/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByLabel('Change one technique').selectOption({ label: 'without alpha-beta' });
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText(/differences, the nearest to the root first/).waitFor();
    expect(await page.getByRole('tree').count()).toBe(2);
    await page
      .getByRole('button', { name: /only in the second/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('heading', { name: 'The chosen node' }).waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('of numbers is the textbook’s: seven leaves of nine, step by step', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/tree?numbers=((3 12 8) (2 4 6) (14 5 2))&techniques=minimax%2Balpha-beta`);
    await page.getByText('Leaves: minimax 9, alpha-beta 7').waitFor();
    await page.getByRole('button', { name: 'To the beginning of the search' }).click();
    await page.getByText('MAX at the root, with the window [−∞, +∞].').waitFor();
    await page.getByRole('button', { name: 'One step on' }).click();
    await page.getByText('MIN at 1, with the window [−∞, +∞].').waitFor();
    for (const text of ['At 1 1 the value is 3', '3 comes back to MIN at 1: β becomes 3']) {
      await page.keyboard.press('ArrowRight');
      await page.getByText(text).waitFor();
    }
    await page.getByRole('button', { name: 'Play the search' }).click();
    await page.getByText('At 1 2 the value is 12').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Search something else').click();
    await page.getByLabel(/Numbers as textbooks/).fill('((1 2) (x))');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /character/ })
      .waitFor();
    await page.getByLabel(/Numbers as textbooks/).fill('((1 2) (0 5))');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Leaves: minimax 4, alpha-beta 3').waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('of a million nodes opens and scrolls; times are told', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.addInitScript(() => {
      const noted = window as unknown as { long: number[] };
      noted.long = [];
      new PerformanceObserver((list) => noted.long.push(...list.getEntries().map((entry) => entry.duration))).observe({
        entryTypes: ['longtask'],
      });
    });
    let answered = 0;
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/api/trees')) answered = Date.now();
    });
    await page.goto(`${server.address}/tree?game=connect-four&depth=7&techniques=minimax`);
    await page.getByRole('treeitem').first().waitFor({ timeout: 50_000 });
    const opened = Date.now() - answered;
    const summary = await page.getByText(/nodes kept/).textContent();
    await page.getByRole('tree').focus();
    await page.evaluate(() => ((window as unknown as { long: number[] }).long.length = 0));
    await page.keyboard.press('Home');
    await page.keyboard.press('*');
    const tree = page.getByRole('tree');
    await page.evaluate(async () => {
      const box = document.querySelector('[role=tree]') as HTMLElement;
      for (let step = 1; step <= 60; step += 1) {
        box.scrollTop = (box.scrollHeight * step) / 60;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      for (let step = 0; step < 60; step += 1) {
        box.scrollTop -= 300;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await tree.getByRole('treeitem').nth(3).waitFor();
    const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
    console.info(
      `a tree: ${summary?.trim()} First rows ${opened} ms after the record; long tasks while scrolling through all of it: ${long.length === 0 ? 'none' : long.map((time) => `${Math.round(time)} ms`).join(', ')}`,
    );
    expect(await page.evaluate(() => document.querySelectorAll('[role=treeitem]').length)).toBeLessThan(100);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('the lab', () => {
  it('sets exercises: a wrong move is told to be wrong, and everybody plays', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/lab?exercise=poisoned-knight`);
    await page.getByRole('heading', { name: 'The poisoned knight' }).waitFor();
    // The queen takes the knight.
    await byMouse(page, [57, 9]);
    await page.getByText('Qxb7: that is the error.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click({ timeout: 40_000 });
    await byMouse(page, [57, 56]);
    await page.getByText('Qa1: right.').waitFor();
    await page.getByText('Solution', { exact: true }).click();
    await page.getByText('Quiescence plays the captures to their end').waitFor();
    await page.getByRole('button', { name: 'What everybody plays' }).click();
    const table = page.getByRole('region', { name: 'What everybody plays' });
    await table.getByRole('row', { name: /^Errs, depth 1 Qxb7 .* wrong$/ }).waitFor();
    await table.getByRole('row', { name: /^Repaired, depth 1 .* right$/ }).waitFor();
    await page.getByRole('link', { name: 'The tree of the search that errs' }).click();
    await page.getByRole('treeitem').first().waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('measures what techniques change, and how the search grows', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/lab?part=techniques`);
    await page.getByLabel('Depth', { exact: true }).fill('3');
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.getByRole('row', { name: /^without alpha-beta/ }).waitFor();
    // A bar for the whole search, and one for each technique that is left out.
    const without = await page.getByRole('row', { name: /^without / }).count();
    expect(without).toBeGreaterThan(20);
    expect(
      await page
        .getByRole('img', { name: /Nodes of each search/ })
        .locator('rect')
        .count(),
    ).toBe(1 + without);
    await page.getByRole('tab', { name: 'Growth' }).click();
    await page.getByLabel('Greatest depth').fill('4');
    await page.getByRole('button', { name: 'Measure' }).click();
    const row = page.getByRole('row', { name: /perfect order/ });
    await row.waitFor();
    await page.getByLabel('Greatest depth').fill('99');
    await page.getByRole('button', { name: 'Measure' }).click();
    expect(await page.getByRole('table').count()).toBe(1);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});
