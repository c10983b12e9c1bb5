// What components follow: the state of a board, and which of a notebook's boards speaks.
import type { State } from './state';

/** A state that can be changed part by part. */
export function following(first: State): { readonly now: State; set(part: Partial<State>): void } {
  let now = $state.raw(first);
  return {
    get now() {
      return now;
    },
    set(part) {
      now = { ...now, ...part };
    },
  };
}

let last = $state.raw<symbol | null>(null);

/** Whose board was touched last. Announcements are for all boards at once (announcer.svelte.ts), and only this one passes them on. */
export const speaker = {
  is: (board: symbol): boolean => last === board,
  becomes(board: symbol) {
    last = board;
  },
};
