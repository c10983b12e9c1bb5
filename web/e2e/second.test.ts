// The front door, links, what is said while a game is played, its end, my games, the phone.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMouse, complaints, context, enterBoard, launch, shows } from './browser';
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

describe('the front door', () => {
  it('says what this is, shows the games as boards, and links lead to each', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play?game=othello&level=5&side=second`);
    await page.getByRole('grid', { name: /Othello/ }).waitFor();
    await page.getByText('Seven board games, and why a move is good or bad').waitFor();
    expect(await page.getByRole('radio', { name: 'Othello' }).isChecked()).toBe(true);
    await page.getByText('Level 5', { exact: true }).waitFor();
    await page.locator('.board.mini').nth(5).waitFor();
    await page.getByText('Draughts', { exact: true }).click();
    await page.getByRole('grid', { name: /English draughts/ }).waitFor();
    await page.screenshot({ path: join(SHOTS, 'door.png') });
    await page.getByRole('link', { name: /Why was this bad/ }).click();
    await page.getByRole('list', { name: 'Explanation' }).waitFor({ timeout: 30_000 });
    await page.screenshot({ path: join(SHOTS, 'door-why.png') });
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe('while a game is played', () => {
  it('typed moves keep their focus, and letters are no shortcuts there', async () => {
    const game = await server.newGame('chess', { second: { kind: 'kiebitz', level: 9 } });
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 0);
    await page.getByLabel('Type a move').focus();
    await page.keyboard.type('e4');
    await page.keyboard.press('Enter');
    await page.keyboard.type('nf3');
    expect(await page.getByLabel('Type a move').inputValue()).toMatch(/nf3$/);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('typed-move');
    await shows(page, 2);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('typed-move');
    await tab.close();
  });

  it('the first move by keys keeps the focus on the board', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play?game=chess&side=both`);
    await page.getByRole('gridcell', { name: 'e2, white pawn' }).waitFor();
    await enterBoard(page);
    await page.getByRole('gridcell', { name: 'e2, white pawn' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: /^e4/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/play\/\w+/);
    await shows(page, 1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell');
    await tab.close();
  });

  it('a declined draw, an old position and what was taken are told', async () => {
    const moves = ['e4', 'd5', 'exd5', 'Qxd5', 'Nc3', 'Qa5', 'd4', 'Nf6'];
    const game = await server.newGame('chess', { second: { kind: 'kiebitz', level: 1 } }, { moves });
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 8);
    await page.getByRole('img', { name: /White has taken: 1 × pawn/ }).waitFor();
    await page.getByRole('button', { name: 'Draw' }).click();
    await page
      .getByText(/declines the draw/)
      .first()
      .waitFor();
    await page.keyboard.press('Home');
    await page.getByText('You look at the position after 0 of 8 moves.').waitFor();
    await page.screenshot({ path: join(SHOTS, 'looking.png') });
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await shows(page, 8);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page
      .getByText(/Best is/)
      .first()
      .waitFor({ timeout: 30_000 });
    await tab.close();
  });

  it('men that must capture are marked, and a line that won', async () => {
    const tab = await context(browser);
    const page = await tab.newPage();
    const draughts = await server.newGame('draughts', {}, { moves: ['11-15', '22-18'] });
    await page.goto(`${server.address}/play/${draughts.id}`);
    await shows(page, 2);
    expect(await page.locator('.cell.must').count()).toBe(1);
    await page.screenshot({ path: join(SHOTS, 'must-capture.png') });
    const four = await server.newGame('connect-four', {}, { moves: ['4', '1', '4', '1', '4', '1', '4'] });
    await page.goto(`${server.address}/play/${four.id}`);
    await shows(page, 7);
    expect(await page.locator('.piece.won').count()).toBe(4);
    await page.screenshot({ path: join(SHOTS, 'won.png') });
    await tab.close();
  });
});

describe('the end of a game', () => {
  it('names the move that decided it, and leads to why; my games keep it', async () => {
    const moves = ['f3', 'e5', 'g4'];
    const game = await server.newGame('chess', {}, { moves });
    const tab = await context(browser);
    const page = await tab.newPage();
    await page.goto(`${server.address}/play/${game.id}`);
    await shows(page, 3);
    await byMouse(page, [3, 39]);
    await shows(page, 4);
    await page.getByText('2. g4 decided it.').waitFor({ timeout: 60_000 });
    await page.screenshot({ path: join(SHOTS, 'game-end.png') });
    await page.getByRole('link', { name: 'Why was 2. g4 bad?' }).click();
    await page.getByRole('list', { name: 'Explanation' }).getByText('After g4 Black mates in 1.').waitFor();
    await page.screenshot({ path: join(SHOTS, 'game-why.png') });

    await page.goto(`${server.address}/games`);
    const mine = page.locator('article').filter({ has: page.locator(`a[href="/play/${game.id}"]`) });
    await mine.waitFor();
    await page.screenshot({ path: join(SHOTS, 'games.png') });
    await page.getByLabel(/Search/).fill('othello');
    await mine.waitFor({ state: 'detached' });
    await page.getByLabel(/Search/).fill('chess');
    await mine.getByRole('button', { name: /Delete/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await mine.waitFor({ state: 'detached' });
    expect((await fetch(`${server.address}/api/games/${game.id}`)).status).toBe(404);
    expect(complaints.get(tab)).toEqual([]);
    await tab.close();
  });
});

describe.each(['en-US', 'de-DE'])('on a phone, %s', (locale) => {
  it('board and text are seen together, tabs and navigation fit', async () => {
    const tab = await context(browser, { width: 360, height: 740, touch: true, locale });
    const page = await tab.newPage();
    await page.goto(`${server.address}/analyse?game=chess&moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6&tab=explain`);
    await shows(page, 6);
    await page.locator('li summary').first().waitFor({ timeout: 30_000 });
    await page.locator('.handle').click();
    const inside = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 360.5 && box.y >= 0 && box.y + box.height <= 740;
    };
    expect(await inside('.table .board')).toBe(true);
    expect(await inside('li summary')).toBe(true);
    for (const one of await page.locator('header nav a, [role=tab]').all()) {
      const box = await one.boundingBox();
      expect([await one.textContent(), (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 360.5]).toEqual([
        await one.textContent(),
        true,
        true,
      ]);
    }
    await page.screenshot({ path: join(SHOTS, `phone-explain-${locale}.png`) });
    await tab.close();
  });
});

it('a phone shows the last moves below the board, and no field to type in', async () => {
  const moves = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6'];
  const game = await server.newGame('chess', { second: { kind: 'kiebitz', level: 1 } }, { moves });
  const tab = await context(browser, { width: 360, height: 740, touch: true });
  const page = await tab.newPage();
  await page.goto(`${server.address}/play/${game.id}`);
  await shows(page, 6);
  const last = page.locator('.recent');
  expect((await last.textContent())?.replaceAll('\u00a0', ' ')).toBe('2. Nf3 Nc6 3. Bb5 a6');
  expect((await last.boundingBox())?.y ?? 999).toBeLessThan(600);
  expect(await page.getByLabel('Type a move').isVisible()).toBe(false);
  await page.screenshot({ path: join(SHOTS, 'phone-play.png') });
  await tab.close();
});

it('a tablet of 1024 pixels has the board and the form side by side', async () => {
  const tab = await context(browser, { width: 1024, height: 768 });
  const page = await tab.newPage();
  await page.goto(`${server.address}/play`);
  await shows(page, 0);
  const [board, form] = [await page.locator('.table').boundingBox(), await page.locator('section.panel').boundingBox()];
  expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual(form?.x ?? 0);
  await page.screenshot({ path: join(SHOTS, 'play-1024.png') });
  await tab.close();
});
