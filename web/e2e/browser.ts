// Chromium and the ways people put moves in: mouse, touch, keyboard.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: inject('chromium'),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });

export interface Look {
  width?: number;
  height?: number;
  dark?: boolean;
  touch?: boolean;
  locale?: string;
}

/** What went wrong in a page: thrown errors, and errors on the console that are not about a server that is away on purpose. */
export const complaints = new WeakMap<BrowserContext, string[]>();

export async function context(browser: Browser, look: Look = {}): Promise<BrowserContext> {
  const made = await browser.newContext({
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    colorScheme: look.dark ? 'dark' : 'light',
    hasTouch: look.touch ?? false,
    locale: look.locale ?? 'en-US',
    reducedMotion: 'reduce',
  });
  const heard: string[] = [];
  complaints.set(made, heard);
  made.on('weberror', (error) => heard.push(error.error().message));
  made.on('console', (message) => {
    if (
      message.type() === 'error'
      && !/WebSocket connection|ERR_CONNECTION_REFUSED|status of 4\d\d/.test(message.text())
    )
      heard.push(message.text());
  });
  return made;
}

/** The middle of a cell on the screen. */
export async function middle(page: Page, cell: number): Promise<[number, number]> {
  const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
  if (!box) throw new Error(`cell ${cell} is not on the screen`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export type Hand = (page: Page, cells: number[]) => Promise<void>;

/** Clicks the cells one after the other. */
export const byMouse: Hand = async (page, cells) => {
  for (const cell of cells) await page.mouse.click(...(await middle(page, cell)));
};

/** Drags from the first cell to the last. */
export const byDrag: Hand = async (page, cells) => {
  if (cells.length < 2) return byMouse(page, cells);
  const [from, to] = [await middle(page, cells[0]), await middle(page, cells[cells.length - 1])];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 2 });
  await page.mouse.up();
};

/** Taps the cells. */
export const byTouch: Hand = async (page, cells) => {
  for (const cell of cells) await page.touchscreen.tap(...(await middle(page, cell)));
};

/** Walks with the arrow keys from cell to cell, and presses Enter or Space on each. */
export const byKeys: Hand = async (page, cells) => {
  const place = () =>
    page.evaluate(() => {
      const cell = document.activeElement as HTMLElement;
      const row = cell.closest('[role=row]') as HTMLElement;
      return {
        column: [...row.children].indexOf(cell),
        row: [...(row.parentElement as HTMLElement).children].indexOf(row),
      };
    });
  const aim = (cell: number) =>
    page.evaluate((wanted) => {
      const found = document.querySelector(`[data-cell="${wanted}"]`) as HTMLElement;
      const row = found.closest('[role=row]') as HTMLElement;
      return {
        column: [...row.children].indexOf(found),
        row: [...(row.parentElement as HTMLElement).children].indexOf(row),
      };
    }, cell);
  await enterBoard(page);
  for (const [at, cell] of cells.entries()) {
    const [from, to] = [await place(), await aim(cell)];
    for (let step = from.column; step !== to.column; step += Math.sign(to.column - from.column)) {
      await page.keyboard.press(to.column > from.column ? 'ArrowRight' : 'ArrowLeft');
    }
    for (let step = from.row; step !== to.row; step += Math.sign(to.row - from.row)) {
      await page.keyboard.press(to.row > from.row ? 'ArrowDown' : 'ArrowUp');
    }
    await page.keyboard.press(at % 2 === 0 ? 'Enter' : 'Space');
  }
};

/** Brings the focus onto the board by Tab alone. */
export async function enterBoard(page: Page) {
  const inside = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell');
  for (let presses = 0; presses < 40 && !(await inside()); presses += 1) await page.keyboard.press('Tab');
  expect(await inside()).toBe(true);
}

/** Waits until the board shows the position after so many moves. */
export async function shows(page: Page, ply: number) {
  await page.locator(`.board[data-ply="${ply}"]`).waitFor({ timeout: 15_000 });
}
