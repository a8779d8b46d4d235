import { defineConfig } from 'vitest/config';

/** One cluster for all, one test at a time: npm run test:slurm. */
export default defineConfig({
  test: {
    include: ['test/slurm/*.slurm.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    fileParallelism: false,
  },
});
