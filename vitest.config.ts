import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FULL_ONLY, LONGEST, suite } from './test/suites.js';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: suite === 'short' ? FULL_ONLY.map((name) => `test/${name}.test.ts`) : [],
    // a limit is a hang detector: no result depends on how fast or busy the machine is
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // every test file may start its own embedded clang (about 0.5 GiB)
    maxWorkers: Number(process.env.MANTISSA_TEST_WORKERS) || Math.min(2, os.availableParallelism()),
    // files share a process and what V8 has learnt of clang by then; they leave nothing changed behind them
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // scripts/test-times.mjs reads the last run
    reporters: ['default', ['json', { outputFile: 'test-results/last.json' }]],
  },
});
