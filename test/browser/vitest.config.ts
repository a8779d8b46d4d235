import { defineConfig } from 'vitest/config';

/** Apart from the unit tests, which need no browser. */
export default defineConfig({
  test: {
    include: ['test/browser/*.browser.ts'],
    // limits only detect hangs: a slow machine must not reach them
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    maxWorkers: 1,
  },
});
