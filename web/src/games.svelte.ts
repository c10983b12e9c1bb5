// The games as the server describes them. What a page must know about a game, it asks here, and never by the game's name.
import type { GameEntry } from './wire';

let entries = $state.raw<GameEntry[]>([]);

/** Keeps what the server has told. */
export const learn = (games: GameEntry[]): void => {
  entries = games;
};

/** What is known about a game, by its name with parameters or without; nothing until the server has told. */
export const entryOf = (game: string): GameEntry | undefined => entries.find((one) => one.name === game.split('(')[0]);
