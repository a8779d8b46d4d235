// Time to resume a study of 10,000 trials: reads, checks and replays the journal, and repeats the whole search. Limit: 2 s.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDevice, JOURNAL_FILE, Journal, NO_DEADLINE, openProgram, Study, strategies } from '../dist/internal.js';
import { alone } from './limits.mjs';

const TRIALS = 10_000;
const LIMIT_MS = 2000;
const GROUPS = 14;

/** @type {import('./limits.mjs').Bench} */
export async function bench(limits) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mantissa-bench-'));
  const file = path.join(folder, 'program.c');
  const names = Array.from({ length: GROUPS }, (_, index) => `v${index}`);
  writeFileSync(
    file,
    `#include <stdio.h>\nint main(void) {\n${names.map((name) => `  double ${name} = 1.0;\n`).join('')}  printf("%g\\n", ${names.join(' + ')});\n  return 0;\n}\n`,
  );
  const opened = await openProgram([file], { engine: 'wasm', workingFolder: folder });
  const writtenMs = await study(opened, folder, true);
  const resumedMs = await study(opened, folder, false);
  const megabytes = statSync(path.join(folder, JOURNAL_FILE)).size / 2 ** 20;
  await opened.close();
  rmSync(folder, { recursive: true });
  console.log(
    `written, each trial on disk before the next: ${(writtenMs / 1000).toFixed(1)} s, ${megabytes.toFixed(1)} MiB`,
  );
  limits.atMost(`${TRIALS} trials resumed`, resumedMs, LIMIT_MS, 'ms');
}
await alone(import.meta, bench);

/** @typedef {import('../dist/index.js').OpenedProgram} OpenedProgram */

/**
 * A program whose runs return at once; while resuming, it must not run.
 * @param {OpenedProgram} opened
 * @param {boolean} mayRun
 * @returns {ConstructorParameters<typeof Study>[0]}
 */
function answering({ workbench, project, program, groups }, mayRun) {
  const outcome = /** @type {const} */ ({
    kind: 'exited',
    exitCode: 0,
    stdout: Buffer.from('1\n'),
    stderr: Buffer.alloc(0),
    durationMs: 1,
    cpuMs: 1,
    peakMemoryBytes: 1,
    gpu: null,
    collected: new Map(),
  });
  const run = async () => {
    if (!mayRun) throw new Error('a resumed study ran something');
    return outcome;
  };
  const artifact = /** @type {const} */ ({ engine: 'wasm', file: 'program', digest: 'digest', sizeBytes: 1 });
  return {
    ...{ engineName: workbench.engineName, capabilities: workbench.capabilities, project, program, groups },
    derived: {
      sums: workbench.derived.sums,
      blockSizes: workbench.derived.blockSizes,
      marksInputs: false,
      copiedInputs: { perturbed: [], notPerturbed: [] },
      withMarkedInputs: async () => 'it is made up',
      withSums: async () => {
        throw new Error('nobody asked for other sums');
      },
    },
    builds: { original: async () => artifact, prepare: async () => {}, fixedOperations: async () => new Set() },
    variants: {
      build: async () => artifact,
      tryBuild: async () => ({ kind: 'built', artifact }),
      registers: async () => null,
      rewrite: async () => new Map(),
      tryRewrite: async () => ({ kind: 'rewritten', files: new Map() }),
    },
    runs: {
      ...{ run, original: run, emulated: run, tryEmulate: run, perturbed: run, reference: run, tryReference: run },
      separateProcessReason: async () => 'it is made up',
      profile: async () => ({
        operations: program.operations.map((_, operation) => ({ operation, executions: 1, difference: 0 })),
        counts: { operations: new Map(program.operations.map((_, operation) => [operation, 1])) },
        ranges: null,
        outcome: await run(),
      }),
      inspectsMemory: false,
      inspectMemory: async () => ({ kind: 'not-inspected', why: 'it is made up' }),
    },
  };
}

/** @param {OpenedProgram} opened */
async function study(opened, folder, mayRun) {
  const started = performance.now();
  const journal = Journal.open(folder);
  /** @type {import('../dist/internal.js').StudyPlan} */
  const plan = {
    goal: { metric: 'max-relative', bound: 0, against: 'baseline', minSpeedup: null, command: null },
    inputs: [{ name: 'only', arguments: [], heldOut: false }],
    output: { stdout: true },
    formats: ['fp64', 'fp32'],
    scope: new Set(opened.program.sites.keys()),
    strategy: strategies.find((one) => one.name === 'exhaustive'),
    options: {},
    seed: 1,
    maxTrials: TRIALS,
    deadline: NO_DEADLINE,
    jobs: 1,
    buildJobs: 1,
    timing: 'recommended',
    merit: null,
    device: findDevice('h200'),
    limits: { timeoutMs: 1000, maxOutputBytes: 1000, maxMemoryBytes: 1000 },
  };
  const { trials } = await new Study(answering(opened, mayRun), plan, journal, () => undefined).run();
  journal.close();
  if (trials.length !== TRIALS) throw new Error(`${trials.length} trials instead of ${TRIALS}`);
  return performance.now() - started;
}
