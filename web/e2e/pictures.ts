// The pictures of README.md and README.de.md, made of the real page: the page explains a move (animated), and a tree with its cuts.
// `make pictures` runs this and writes docs/pictures/; img2webp, of the package webp, puts the frames together.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { context, launch, shows } from './browser';
import { Server } from './server';

const PICTURES = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
// Légal's mate: whoever takes the queen is mated.
const GAME = ['e2e4', 'e7e5', 'g1f3', 'd7d6', 'f1c4', 'c8g4', 'b1c3', 'g7g6', 'f3e5', 'g4d1'];
const LANGUAGES = {
  en: { locale: 'en-US', explain: 'Explain', facts: 'Explanation', leaves: /Leaves: minimax/ },
  de: { locale: 'de-DE', explain: 'Erklären', facts: 'Erklärung', leaves: /Blätter: Minimax/ },
};

let server: Server;
let browser: Browser;
let frames: string;
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  frames = mkdtempSync(join(tmpdir(), 'kiebitz-pictures-'));
  [server, browser] = [await Server.start(), await launch()];
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(frames, { recursive: true, force: true });
});

/** Photographs a page again and again, and puts what it saw into one animated picture. */
class Film {
  readonly #arguments: string[] = ['-loop', '0', '-min_size', '-lossy', '-q', '70', '-m', '6'];
  #taken = 0;

  constructor(
    readonly page: Page,
    readonly name: string,
  ) {}

  async shoot(milliseconds: number) {
    const path = join(frames, `${this.name}-${this.#taken}.png`);
    this.#taken += 1;
    await this.page.screenshot({ path, animations: 'disabled' });
    this.#arguments.push('-d', String(milliseconds), path);
  }

  develop() {
    execFileSync('img2webp', [...this.#arguments, '-o', join(PICTURES, `${this.name}.webp`)]);
  }
}

/** Brings the pointer to something and waits until the board has followed. */
async function point(page: Page, place: Locator) {
  await place.hover();
  await page.waitForTimeout(400);
}

describe.each(['en', 'de'] as const)('%s', (language) => {
  const words = LANGUAGES[language];
  describe.each(['light', 'dark'] as const)('%s', (theme) => {
    const look = { dark: theme === 'dark', locale: words.locale };

    it('a move is explained', async () => {
      const tab = await context(browser, { ...look, width: 1040, height: 660 });
      const page = await tab.newPage();
      await page.goto(`${server.address}/analyse?game=chess&moves=${GAME.join(',')}&ply=${GAME.length - 2}`);
      await shows(page, GAME.length - 2);
      // The numbers of a search that goes on would be others in each frame.
      await page.keyboard.press('l');
      const film = new Film(page, `why-${language}-${theme}`);
      await page.waitForTimeout(600);
      await film.shoot(900);
      await page.keyboard.press('ArrowRight');
      await shows(page, GAME.length - 1);
      await page.waitForTimeout(600);
      await film.shoot(1400);
      await page.keyboard.press('ArrowRight');
      await shows(page, GAME.length);
      await page.waitForTimeout(600);
      await film.shoot(1000);
      await page.getByRole('tab', { name: words.explain }).click();
      const facts = page.getByRole('list', { name: words.facts });
      const first = facts.getByRole('listitem').first();
      await first.waitFor({ timeout: 60_000 });
      await page.waitForTimeout(800);
      await film.shoot(3500);
      const line = first.getByRole('button');
      for (let at = 0; at < (await line.count()); at += 1) {
        await point(page, line.nth(at));
        await film.shoot(at + 1 < (await line.count()) ? 1100 : 2500);
      }
      const better = facts.getByRole('listitem').nth(2).getByRole('button');
      for (let at = 0; at < Math.min(3, await better.count()); at += 1) {
        await point(page, better.nth(at));
        await film.shoot(1100);
      }
      film.develop();
      await tab.close();
    });

    it('a tree shows its cuts', async () => {
      const tab = await context(browser, { ...look, width: 1180, height: 720 });
      const page = await tab.newPage();
      await page.goto(`${server.address}/tree?numbers=${encodeURIComponent('((3 12 8) (2 4 6) (14 5 2))')}`);
      await page.getByText(words.leaves).waitFor();
      await page.waitForTimeout(400);
      await page.screenshot({
        path: join(PICTURES, `tree-${language}-${theme}.png`),
        clip: { x: 0, y: 53, width: 1180, height: 337 },
      });
      await tab.close();
    });
  });
});
