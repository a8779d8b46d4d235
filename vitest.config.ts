import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, longest first: one of them begun last would leave the other processor idle. */
const LONG = [
  'oracles/samples',
  'oracles/generated',
  'oracles/examples',
  'cli/fisets',
  'execution/persistent-mode',
  'rewrite/nvcc',
  'oracles/data-model',
  'port/port',
  'cli/cache',
  'inspect/samples',
  'study/faults-end-to-end',
  'oracles/sets',
  'cuda-headers/headers',
  'study/killed-tuner',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // a limit is a hang detector: no result depends on how fast or busy the machine is
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // every test file may start its own embedded clang (about 0.5 GiB): two at a time fit two cores
    maxWorkers: 2,
    // files share a process and what V8 has learnt of clang by then; they leave nothing changed behind them
    isolate: false,
    sequence: { sequencer: LongFirst },
  },
});
