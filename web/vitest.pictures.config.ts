// The pictures of the documents (`make pictures`), made of the real page by the means of its tests.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['e2e/pictures.ts'], globalSetup: ['e2e/setup.ts'], testTimeout: 120_000, hookTimeout: 60_000 },
});
