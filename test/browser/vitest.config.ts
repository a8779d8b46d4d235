import { defineConfig } from 'vitest/config';

/** Apart from the unit tests, which need no browser. */
export default defineConfig({
  test: {
    include: ['test/browser/*.browser.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
