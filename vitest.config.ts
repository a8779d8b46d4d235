import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // every test file may start its own embedded clang (about 0.5 GiB): two at a time fit two cores
    maxWorkers: 2,
  },
});
