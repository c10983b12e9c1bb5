// What screen readers are told as it happens: one live region for the whole page (App.svelte shows it).
let text = $state('');
let odd = false;

export const announcer = {
  get text(): string {
    return text;
  },
  /** Says a sentence. The same sentence twice is said twice: an unseen difference makes it new. */
  say(sentence: string) {
    odd = !odd;
    text = odd ? sentence : `${sentence}\u00a0`;
  },
};
