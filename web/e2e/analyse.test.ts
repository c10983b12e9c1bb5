// Analysis: a file with several games, variations and comments; the engine's lines; the report; keys; addresses.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMouse, complaints, context, launch, middle, shows } from './browser';
import type { PositionAnswer } from '../src/wire';
import { Server } from './server';

let server: Server;
let browser: Browser;
beforeAll(async () => ([server, browser] = [await Server.start(), await launch()]));
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const PGN = `[Event "Example"]
[White "Anna"]
[Black "Boris"]
[Result "1-0"]

1. e4 e5 2. Qh5 {Early. [%cal Gh5f7]} Nc6 (2... Nf6 3. Qxe5+ (3. Qf3 Nc6) 3... Be7) 3. Bc4 Nf6?? 4. Qxf7# 1-0

[Event "Example"]
[White "Clara"]
[Black "David"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2

[Event "Broken"]
[White "Emil"]
[Black "Frida"]

1. e4 e5 2. Ke3 *
`;

async function open(page: Page, text: string) {
  await page.getByRole('button', { name: 'Open …' }).click();
  await page.getByLabel('PGN, PDN, FEN or moves').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Analyse' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('a file of games', () => {
  it('is read with its variations; what is broken is told; every position has an address', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse`);
    await shows(page, 0);
    await open(page, PGN);
    await page.getByText('Early.').waitFor();
    expect(await page.getByLabel('3 games in the file').locator('option').allTextContents()).toEqual([
      '1. Anna – Boris 1-0',
      '2. Clara – David 1/2-1/2',
      '3. Emil – Frida *',
    ]);
    await page.getByText('Not everything could be read (1)').click();
    await page.getByText(/Game 3, line \d+/).waitFor();
    // A variation within a variation.
    await page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: 'Qf3', exact: true }).click();
    await shows(page, 5);
    const address = page.url();
    expect(address).toContain('moves=');
    await page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: /^Qxf7/ }).click();
    await shows(page, 7);
    await page.getByText('White wins: checkmate.').waitFor();
    await page.keyboard.press('ArrowLeft');
    await shows(page, 6);
    // What the reader says of a move, in words, by a sign and by an arrow.
    await page.getByText('Comment and signs').click();
    await page.getByRole('button', { name: 'interesting move' }).click();
    await page.getByLabel(/^Comment on 3/).fill('A bait.');
    const [from, to] = [await middle(page, 12), await middle(page, 28)];
    await page.mouse.move(...from);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...to, { steps: 3 });
    await page.mouse.up({ button: 'right' });
    await page.getByRole('region', { name: 'Moves' }).getByText('A bait.').waitFor();
    await page.getByRole('button', { name: 'To the start' }).click();
    await shows(page, 0);
    // The whole of it can be kept, variations and comments included.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as PGN' }).click(),
    ]);
    const kept = readFileSync(await download.path(), 'utf8').replaceAll('\n', ' ');
    expect(kept).toContain('[White "Anna"]');
    expect(kept.replace(/\{\[%eval [^}]*\} (\d+\.\.\. )?/g, '')).toContain('(2... Nf6 3. Qxe5+ (3. Qf3 Nc6) 3... Be7)');
    expect(kept).toContain('Early.');
    expect(kept).toMatch(/\$5 \{[^}]*\[%cal Ge7e5\][^}]*A bait\.[^}]*\}/);
    await page.getByLabel('3 games in the file').selectOption('1');
    await page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: 'c4', exact: true }).click();
    await page.getByText('D06 Queen’s Gambit').or(page.getByText(/D06/)).first().waitFor();

    // The address alone shows the same position to somebody else.
    const other = await context(browser, { locale: 'de-DE' });
    const theirs = await other.newPage();
    await theirs.goto(address);
    await shows(theirs, 5);
    await theirs.getByRole('region', { name: 'Züge' }).getByRole('button', { name: 'Df3', exact: true }).waitFor();
    expect(complaints.get(other)).toEqual([]);
    expect(complaints.get(tab)).toEqual([]);
    await other.close();
    await tab.close();
  });

  it('that is none is refused with a reason, and so is an address', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=nonsense&position=rubbish&moves=a,b`);
    await page.getByRole('alert').filter({ hasText: 'That game is not known.' }).waitFor();
    await shows(page, 0);
    await page.getByRole('button', { name: 'Open …' }).click();
    const [field, button] = [
      page.getByLabel('PGN, PDN, FEN or moves'),
      page.getByRole('dialog').getByRole('button', { name: 'Analyse' }),
    ];
    // A position is refused as a position, with what is wrong with it.
    await field.fill('8/8/8/8/8/8/8/8 w - - 0 1');
    await button.click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: /king/ }).waitFor();
    for (const text of ['<script>alert(1)</script> ]]]', '8/8/8/8/8/8/8/8 w - - 0 1', '1. e4 {never closed']) {
      await field.fill(text);
      await button.click();
      if (text.startsWith('1.')) await page.getByRole('dialog').waitFor({ state: 'detached' });
      else await page.getByRole('dialog').getByRole('alert').waitFor();
    }
    await page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: 'e4', exact: true }).waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('of real games is read', async () => {
    const shared = process.env.KIEBITZ_TEST_DATA ?? join(import.meta.dirname, '../../../shared/data');
    const file = join(shared, 'chess/games/twic1410.pgn');
    if (!existsSync(file)) {
      console.warn(`SKIPPED: ${file} is not there`);
      return;
    }
    const text = readFileSync(file, 'latin1')
      .split(/\r?\n(?=\[Event )/)
      .slice(0, 20)
      .join('\n');
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse`);
    await shows(page, 0);
    await open(page, text);
    await page.getByLabel('20 games in the file').selectOption('19');
    await page.keyboard.press('End');
    await page.locator('[aria-current=step]').waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('the engine', () => {
  it('shows lines, arrows and the bar; a line leads to its board', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=chess&position=6k1/5ppp/8/8/8/8/8/R5K1%20w%20-%20-%200%201`);
    await shows(page, 0);
    await page.getByText('White wins in 1').waitFor();
    expect(await page.getByRole('meter').getAttribute('aria-valuenow')).toBe('100');
    expect(await page.locator('svg g.engine').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Ra8#' }).click();
    await shows(page, 1);
    await page.getByText('White wins: checkmate.').waitFor();
    await page.keyboard.press('ArrowLeft');
    await shows(page, 0);
    await page.getByText('White wins in 1').waitFor();
    await page.keyboard.press('Space');
    await shows(page, 1);
    await page.keyboard.press('ArrowLeft');
    await shows(page, 0);
    await page.keyboard.press('l');
    await page.getByText('The engine is off.').waitFor();
    await page.keyboard.press('e');
    expect(await page.getByRole('tab', { name: 'Explorer' }).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await tab.close();
  });

  it('reports on the whole game, mistakes by their cost', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=chess&moves=f2f3,e7e5,g2g4,d8h4`);
    await shows(page, 4);
    await page.getByRole('button', { name: 'Report on the whole game' }).click();
    await page.getByRole('img', { name: /Win chance of White/ }).waitFor();
    await page.locator('.move', { hasText: 'g4??' }).waitFor({ timeout: 60_000 });
    // Book moves are not judged, and the move that decided the game is named.
    expect(await page.locator('.move', { hasText: 'e5' }).first().textContent()).toBe('e5');
    await page.getByText('2. g4 decided it.').waitFor();
    await page.getByRole('button', { name: /2\. g4.*blunder, cost/ }).click();
    await shows(page, 3);
    await page.getByRole('button', { name: 'Why was 2. g4 bad?' }).first().click();
    // The explanation is about the move just played, with the move and its refutation as arrows.
    await shows(page, 3);
    expect(await page.getByLabel('What to explain').inputValue()).toBe('played');
    const said = page.getByRole('list', { name: 'Explanation' });
    await said.getByText('After g4 Black mates in 1.').waitFor();
    await page.mouse.move(2, 2);
    await page.locator('svg g.yellow').waitFor();
    expect(await page.locator('svg g.red').count()).toBe(1);
    // A click on a move of the text goes there, and the text stays.
    await said.getByRole('button', { name: 'Qh4#' }).first().click();
    await shows(page, 4);
    await said.getByText('After g4 Black mates in 1.').waitFor();
    await page.getByRole('button', { name: 'Back to 2. g4' }).click();
    await shows(page, 3);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });

  it('says one figure of a mistake, above the text and in it, while it looks deeper', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    const moves = 'e2e4,e7e5,g1f3,b8c6,f1c4,g8f6,f3g5,d7d5,e4d5,c6b4';
    // So deep that the explanation's own search is left behind, and not for two minutes.
    await page.addInitScript(() => localStorage.setItem('kiebitz.settings', JSON.stringify({ engineDepth: 16 })));
    await page.goto(`${server.address}/analyse?game=chess&moves=${moves}&tab=explain`);
    await shows(page, 10);
    const said = page.getByRole('list', { name: 'Explanation' });
    const figure = async (text: Promise<string | null>) => /(\d+\.\d) %/.exec((await text) ?? '')?.[1];
    const above = () => figure(page.locator('.ask [role=status]').textContent());
    const inside = () => figure(said.getByText(/which costs/).textContent());
    await said.getByText(/which costs/).waitFor({ timeout: 30_000 });
    // To the end of the live search, and then once more what has been said is what is said.
    await page.getByText('The engine has stopped.').waitFor({ timeout: 60_000 });
    await expect.poll(async () => (await above()) === (await inside()), { timeout: 30_000 }).toBe(true);
    expect(await above()).toBeTruthy();
    await tab.close();
  }, 150_000);

  it('knows books and endings', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse`);
    await shows(page, 0);
    await page.keyboard.press('x');
    await page.getByText('What the other side threatens').waitFor();
    await page.getByRole('tab', { name: 'Explorer' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'e4', exact: true }).click();
    await shows(page, 1);
    await page.goto(`${server.address}/analyse?game=chess&position=8/8/8/8/8/2k5/8/KR6%20w%20-%20-%200%201`);
    await page.getByRole('tab', { name: 'Endgame' }).click();
    await page
      .getByText(/White wins, mate in 14/)
      .first()
      .waitFor();
    await tab.close();
  });

  it('other games are analysed as well', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=othello`);
    await shows(page, 0);
    await page.getByText(/at depth \d+/).waitFor();
    const { view } = await server.ask<PositionAnswer>('/position', { game: 'othello' });
    await byMouse(page, view.moves[0].cells);
    await shows(page, 1);
    // Back takes the move back, forward plays it again.
    await page.goBack();
    await shows(page, 0);
    await page.goForward();
    await shows(page, 1);
    // A text that makes no sense here may be chess.
    await open(page, '1. e4 e5 2. Nf3');
    await page.getByRole('region', { name: 'Moves' }).getByRole('button', { name: 'Nf3', exact: true }).waitFor();
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});
