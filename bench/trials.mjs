// Cost of an accuracy trial of the n-body example: emulation in one instrumented build relative to rebuilding the rewritten source and running it.
// On wasm and cuda: at most 1/20; on cuda, where runs share a process, the aim is 1/100. On native, where compilation is fast and runs may be long:
// the study may cost at most 10 % more than the cheaper way once it has tried both, for a short and a long run. All ratios are from one run.
//   node bench/trials.mjs [wasm|native|cuda]
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  cacheFolder,
  EmbeddedClang,
  engines,
  establishBaseline,
  median,
  OutputJudge,
  openProject,
  randomConfiguration,
  seededRandom,
  TrialRunner,
  Workbench,
} from '../dist/internal.js';
import { alone } from './limits.mjs';

const EMULATED_LIMIT = 1 / 20;
const CHOICE_LIMIT = 1.1;
const root = fileURLToPath(new URL('../corpus/nbody', import.meta.url));
const project = openProject({
  inputs: [root],
  includeFolders: [],
  defines: [],
  undefines: [],
  workingFolder: path.dirname(root),
});
const output = /** @type {const} */ ({ stdout: true });
const goal = /** @type {const} */ ({
  metric: 'max-relative',
  bound: 1,
  against: 'baseline',
  minSpeedup: null,
  command: null,
});
// configurations that have not been built, so that the compiler's work is not cached
const random = seededRandom(Date.now());

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits, [wanted]) {
  const clang = new EmbeddedClang(cacheFolder(), 1);
  for (const name of wanted ? [wanted] : ['wasm', 'native', 'cuda']) {
    const engine = engines[name]({ cache: cacheFolder(), clang });
    const available = await engine.available();
    if (available.ok) await benches[name]({ engine, clang, limits });
    else console.log(`${name}: not here (${available.reason})`);
    await engine.close();
  }
  await clang.close();
}

async function withRunner({ engine, clang }, args, work) {
  const bench = await Workbench.open(clang, engine, project);
  const limits = { arguments: args, timeoutMs: 600_000, maxOutputBytes: 1 << 24, maxMemoryBytes: 2 ** 31, collect: [] };
  const judge = new OutputJudge(goal, null);
  const input = { name: args.join(' '), arguments: args, heldOut: false };
  const baselines = [await establishBaseline(bench, judge, output, input, limits, null)];
  const runner = await TrialRunner.prepare({ bench, judge, place: output, baselines, limitsFor: () => limits });
  const fresh = () => randomConfiguration(bench.program, bench.groups, ['fp64', 'fp32'], random);
  try {
    return await work(runner, fresh);
  } finally {
    bench.close();
  }
}

/** Median time of a trial in ms for each way. The ways alternate, so that other load affects all of them. */
async function costs(rounds, ways, turns = Object.entries(ways)) {
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [way, judge] of turns) {
      const started = performance.now();
      const { outcome, evidence } = await judge();
      if (outcome !== 'accurate') throw new Error(`a trial ended as ${outcome}: ${evidence}`);
      times[way].push(performance.now() - started);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([way, list]) => [way, median(list)]));
}

/** The engine with one process per run. */
const apart = (engine) => Object.create(engine, { open: { value: undefined } });

/** Milliseconds per trial: emulated in one process, emulated with one process per run, rebuilt. */
const shares = (on, args, rounds) =>
  withRunner(on, args, (runner, fresh) =>
    withRunner({ ...on, engine: apart(on.engine) }, args, (runnerApart) =>
      costs(rounds, {
        sharedMs: () => runner.emulate(fresh()),
        apartMs: () => runnerApart.emulate(fresh()),
        rebuiltMs: () => runner.rebuild(fresh()),
      }),
    ),
  );

const benches = {
  cuda: async (on) => {
    const { sharedMs, apartMs, rebuiltMs } = await shares(on, ['1024', '10'], 3);
    console.log(
      `cuda    emulated in one process ${sharedMs.toFixed(1)} ms, in one each ${apartMs.toFixed(0)} ms, rebuilt ${rebuiltMs.toFixed(0)} ms a trial`,
    );
    on.limits.atMost('cuda: emulated ÷ rebuilt', sharedMs / rebuiltMs, EMULATED_LIMIT, '');
  },
  wasm: (on) =>
    withRunner(on, ['96', '4'], async (runner, fresh) => {
      const { emulatedMs, rebuiltMs } = await costs(3, {
        emulatedMs: () => runner.emulate(fresh()),
        rebuiltMs: () => runner.rebuild(fresh()),
      });
      console.log(`wasm    emulated ${emulatedMs.toFixed(1)} ms, rebuilt ${rebuiltMs.toFixed(0)} ms a trial`);
      on.limits.atMost('wasm: emulated ÷ rebuilt', emulatedMs / rebuiltMs, EMULATED_LIMIT, '');
    }),
  native: async (on) => {
    const { sharedMs, apartMs, rebuiltMs } = await shares(on, ['16', '2'], 7);
    console.log(
      `native  16 bodies, 2 steps: emulated in one process ${sharedMs.toFixed(2)} ms, in one each ${apartMs.toFixed(2)} ms, rebuilt ${rebuiltMs.toFixed(0)} ms a trial`,
    );
    on.limits.atMost('native: in one process ÷ in one each', sharedMs / apartMs, 1, '');
    for (const [bodies, steps, rounds] of [
      ['96', '4', 5],
      ['4096', '40', 3],
    ]) {
      const name = `native  ${bodies} bodies, ${steps} steps`;
      await withRunner(on, [bodies, steps], async (runner, fresh) => {
        await runner.judgeAccuracy(fresh()); // the first measures the cost of rebuilding
        const ways = {
          chosenMs: () => runner.judgeAccuracy(fresh()),
          emulatedMs: () => runner.emulate(fresh()),
          rebuiltMs: () => runner.rebuild(fresh()),
        };
        // trials of a few milliseconds need many samples
        const often = bodies === '96' ? Array.from({ length: 20 }, () => Object.entries(ways).slice(0, 2)).flat() : [];
        const { chosenMs, emulatedMs, rebuiltMs } = await costs(rounds, ways, [...often, ...Object.entries(ways)]);
        console.log(
          `${name}: emulated ${emulatedMs.toFixed(0)} ms, rebuilt ${rebuiltMs.toFixed(0)} ms, as chosen ${chosenMs.toFixed(0)} ms a trial`,
        );
        on.limits.atMost(
          `native, ${bodies} bodies, ${steps} steps: chosen ÷ the better`,
          chosenMs / Math.min(emulatedMs, rebuiltMs),
          CHOICE_LIMIT,
          '',
        );
      });
    }
  },
};

await alone(import.meta, bench);
