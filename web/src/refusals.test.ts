import { afterEach, describe, expect, it } from 'vitest';
import { Refusal } from './api';
import { language } from './i18n/language.svelte';
import { refusalText } from './refusals';

afterEach(() => (language.current = 'en'));

describe('what could not be stored', () => {
  it.each(['not-stored', 'no-room'])('%s is told with the reason of the server', (code) => {
    const refusal = new Refusal(code, '/data/server.sqlite: the game was not stored');
    for (const spoken of ['en', 'de'] as const) {
      language.current = spoken;
      expect(refusalText(refusal)).toContain('/data/server.sqlite');
      expect(refusalText(refusal)).not.toContain('refusal.');
    }
  });
});
