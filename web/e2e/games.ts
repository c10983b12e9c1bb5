// Whole games, entered at the board. What is legal is asked of the server, as the board itself does.
import type { Page } from 'playwright-core';
import type { LiveGame, Move } from '../src/wire';
import { shows, type Hand } from './browser';
import type { Server } from './server';

/** Castling on both sides (once onto the rook), en passant, a promotion, checkmate. */
export const CHESS = [
  'e4',
  'c5',
  'e5',
  'd5',
  'exd6',
  'Nc6',
  'dxe7',
  'Nf6',
  'exd8=N',
  'Nxd8',
  'Nf3',
  'Be7',
  'Be2',
  'O-O',
  'O-O',
  'b6',
  'Bd3',
  'Nd5',
  'Ng5',
  'a6',
  'Qh5',
  'a5',
  'Qxh7#',
];

/** Enters one move and answers the question that some moves ask. */
export async function enter(page: Page, hand: Hand, game: LiveGame, move: Move, alternative = false) {
  const pass = move.cells.length === 0;
  if (pass) await page.getByRole('button', { name: 'Pass', exact: true }).click();
  else await hand(page, alternative ? (move.also?.[0] ?? move.cells) : move.cells);
  const twins = game.view.moves.filter((one) => one.cells.join() === move.cells.join());
  if (!pass && move.choice && twins.length > 1) {
    const picker = page.getByRole('dialog', { name: 'Which move?' });
    await picker.getByRole('button', { name: move.choice, exact: true }).press('Enter');
  }
  await shows(page, game.view.ply + 1);
}

/** Plays given moves. */
export async function playLine(server: Server, page: Page, id: string, hand: Hand, line: string[]) {
  for (const text of line) {
    const game = await server.game(id);
    const move = game.view.moves.find((one) => one.text === text);
    if (!move) throw new Error(`${text} is not among ${game.view.moves.map((one) => one.text).join(' ')}`);
    await enter(page, hand, game, move, text === 'O-O' && game.view.turn === 'second');
  }
}

/** Plays moves by lot, the same every time, until the game is over or so many are played. Returns the last state. */
export async function playOut(server: Server, page: Page, id: string, hand: Hand, most = 300): Promise<LiveGame> {
  let seed = 7;
  for (let played = 0; played < most; played += 1) {
    const game = await server.game(id);
    if (game.end) return game;
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const moves = game.view.moves;
    await enter(page, hand, game, moves[Math.floor((seed / 2147483648) * moves.length)]);
  }
  return server.game(id);
}
