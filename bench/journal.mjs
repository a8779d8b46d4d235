// Resuming a study of 10,000 trials: the journal read, checked and replayed, and the search led through all of it again. Limit: 2 s.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedClang } from '../dist/clang/compiler.js';
import { engines } from '../dist/execution/engines.js';
import { openProject } from '../dist/frontend/project/open-project.js';
import { JOURNAL_FILE, Journal } from '../dist/journal/journal.js';
import { strategies } from '../dist/search/strategies.js';
import { Study } from '../dist/study/study.js';
import { cacheFolder } from '../dist/support/cache-folder.js';
import { Workbench } from '../dist/workbench/workbench.js';

const TRIALS = 10_000;
const LIMIT_MS = 2000;
const GROUPS = 14;

const folder = mkdtempSync(path.join(tmpdir(), 'mantissa-bench-'));
const file = path.join(folder, 'program.c');
const names = Array.from({ length: GROUPS }, (_, index) => `v${index}`);
writeFileSync(
  file,
  `#include <stdio.h>\nint main(void) {\n${names.map((name) => `  double ${name} = 1.0;\n`).join('')}  printf("%g\\n", ${names.join(' + ')});\n  return 0;\n}\n`,
);
const clang = new EmbeddedClang(cacheFolder(), 1);
const project = openProject({ inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder: folder });
const read = await Workbench.open(clang, engines.wasm({ cache: cacheFolder(), clang }), project);

/** A program that answers at once; while resuming, one that must not be asked. */
const bench = (mayRun) => {
  const run = async () => {
    if (!mayRun) throw new Error('a resumed study ran something');
    return {
      kind: 'exited',
      exitCode: 0,
      stdout: Buffer.from('1\n'),
      stderr: Buffer.alloc(0),
      durationMs: 1,
      cpuMs: 1,
      peakMemoryBytes: 1,
      gpu: null,
      collected: new Map(),
    };
  };
  const artifact = { engine: 'wasm', file, digest: 'digest', sizeBytes: 1 };
  return {
    engineName: 'wasm',
    capabilities: read.capabilities,
    project,
    program: read.program,
    groups: read.groups,
    original: async () => artifact,
    variant: async () => artifact,
    run,
    runOriginal: run,
    runEmulated: run,
    runReference: run,
    profile: async () => [],
    rewrite: async () => new Map(),
  };
};

async function study(mayRun) {
  const started = performance.now();
  const journal = Journal.open(folder);
  const plan = {
    goal: { metric: 'max-relative', bound: 0, against: 'baseline', minSpeedup: null, command: null },
    inputs: [{ name: 'only', arguments: [], heldOut: false }],
    output: { stdout: true },
    formats: ['fp64', 'fp32'],
    scope: new Set(read.program.sites.keys()),
    strategy: strategies.find((one) => one.name === 'exhaustive'),
    options: {},
    seed: 1,
    maxTrials: TRIALS,
    deadlineMs: Number.POSITIVE_INFINITY,
    jobs: 1,
    limits: { timeoutMs: 1000, maxOutputBytes: 1000, maxMemoryBytes: 1000 },
  };
  const { trials } = await new Study(bench(mayRun), plan, journal, () => undefined).run();
  journal.close();
  if (trials.length !== TRIALS) throw new Error(`${trials.length} trials instead of ${TRIALS}`);
  return performance.now() - started;
}

const writtenMs = await study(true);
const resumedMs = await study(false);
const megabytes = statSync(path.join(folder, JOURNAL_FILE)).size / 2 ** 20;
read.close();
await clang.close();
rmSync(folder, { recursive: true });
console.log(
  `written, each trial on disk before the next: ${(writtenMs / 1000).toFixed(1)} s, ${megabytes.toFixed(1)} MiB`,
);
console.log(
  `resumed: ${resumedMs.toFixed(0)} ms for ${TRIALS} trials${resumedMs > LIMIT_MS ? `  above ${LIMIT_MS} ms` : ''}`,
);
process.exit(resumedMs > LIMIT_MS ? 1 : 0);
