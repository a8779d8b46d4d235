import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScriptedProgram } from '../support/scripted-bench.js';
import { recordsOf } from '../support/study-runs.js';

const ROUNDS = 50;
const TRIALS = 256;
const FIGURE = { gpu: null, cpuMs: 1, durationMs: 1, peakMemoryBytes: 1 };

/** A tuner of its own process: the program was read before, its runs answer after a moment. It says each trial that is on disk. */
const tuner = (folder: string, model: string) => `
  import { readFileSync } from 'node:fs';
  import { capabilitiesOf, devices, Journal, NO_DEADLINE, Study, strategies } from '${new URL('../../dist/internal.js', import.meta.url).href}';
  const { program, groups } = JSON.parse(readFileSync(${JSON.stringify(model)}, 'utf8'));
  const run = async ({ sites } = { sites: new Map() }) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const value = 1 + [...sites.keys()].reduce((sum, site) => sum + site + 1, 0) / 1000;
    return { kind: 'exited', exitCode: 0, stdout: Buffer.from(String(value)), stderr: Buffer.alloc(0), collected: new Map(), ...${JSON.stringify(FIGURE)} };
  };
  const built = async (configuration) => ({ engine: 'wasm', file: '', digest: '', sizeBytes: 1, configuration });
  const bench = {
    engineName: 'wasm', capabilities: capabilitiesOf({ engine: 'wasm' }), project: { root: '/' }, program, groups, builds: { original: built, prepare: async () => {} },
    variants: {
      build: built, tryBuild: async (configuration) => ({ kind: 'built', artifact: await built(configuration) }),
      rewrite: async () => new Map(), tryRewrite: async () => ({ kind: 'rewritten', files: new Map() }),
    },
    runs: {
      run: ({ configuration }) => run(configuration), original: () => run(), emulated: run, tryEmulate: run, reference: () => run(),
      profile: async () => ({ operations: program.operations.map((_, operation) => ({ operation, executions: 1, difference: 0 })), counts: { operations: new Map(program.operations.map((_, operation) => [operation, 1])) }, outcome: await run() }),
      perturbed: (sites) => run({ sites: new Map([...sites].map((site) => [site, 'fp32'])) }), inspectMemory: async () => ({ kind: 'not-inspected', why: 'scripted' }),
    },
  };
  const journal = Journal.open(${JSON.stringify(folder)});
  const say = (text) => process.stdout.write(text + '\\n');
  say('ready');
  await new Study(bench, {
    goal: { metric: 'max-relative', bound: 0.02, against: 'baseline', minSpeedup: null, command: null },
    inputs: [{ name: 'only', arguments: [], heldOut: false }], output: { stdout: true }, formats: ['fp64', 'fp32'],
    scope: new Set(program.sites.keys()), strategy: strategies.find((one) => one.name === 'exhaustive'), options: {}, seed: 1,
    maxTrials: ${TRIALS}, deadline: NO_DEADLINE, jobs: 3, buildJobs: 1, timing: 'recommended', merit: null, device: devices.h200, limits: { timeoutMs: 1000, maxOutputBytes: 1000, maxMemoryBytes: 1000 },
  }, journal, (event) => { if (event.kind === 'trial') say(String(event.trial.number)); }).run();
  journal.close();
  say('finished');
`;

let program: ScriptedProgram;
beforeAll(async () => {
  const names = Array.from({ length: 8 }, (_, index) => `v${index}`);
  program = await ScriptedProgram.open(
    `#include <stdio.h>\nint main(void) {\n${names.map((name) => `  double ${name} = 1.0;\n`).join('')}  printf("%.17g\\n", ${names.join(' + ')});\n  return 0;\n}\n`,
  );
});
afterAll(() => program.close());

it('a tuner killed at any moment, fifty times over, loses no finished trial and ends where one left alone ends', async () => {
  const bench = program.bench({ run: () => ({ kind: 'not-started', reason: 'not here' }) });
  const model = path.join(program.folder, 'model.json');
  fs.writeFileSync(model, JSON.stringify({ program: { ...bench.program, files: [] }, groups: bench.groups }));
  const [killed, alone] = [path.join(program.folder, 'killed'), path.join(program.folder, 'alone')];
  const told = new Set<number>();
  let deaths = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // every other round is killed at a moment, the others once trials were told: they get on however slow the machine is
    const printed = await launch(tuner(killed, model), {
      afterTrials: round % 2 === 0 ? 0 : 1 + (round % 5),
      afterMs: (round * 13) % 11,
    });
    if (!printed.includes('finished')) deaths++;
    for (const line of printed.slice(1, -1)) told.add(Number(line));
    told.delete(Number.NaN);
    const onDisk = recordsOf(killed, 'trial').map((one) => one.number);
    expect(new Set(onDisk).size).toBe(onDisk.length);
    expect(onDisk).toEqual(expect.arrayContaining([...told]));
  }
  expect(deaths).toBeGreaterThan(5);
  for (const folder of [killed, alone]) expect(await launch(tuner(folder, model), null)).toContain('finished');
  const verdicts = (folder: string) =>
    recordsOf(folder, 'trial')
      .sort((a, b) => a.number - b.number)
      .map(({ durationMs: _, ...rest }) => rest);
  expect(verdicts(killed)).toHaveLength(TRIALS);
  expect(verdicts(killed)).toEqual(verdicts(alone));
  expect(recordsOf(killed, 'study-ended').at(-1)).toEqual(recordsOf(alone, 'study-ended').at(-1));
});

/** The lines it printed; killed so long after it was ready and had told so many trials, or left alone. */
async function launch(source: string, kill: { afterTrials: number; afterMs: number } | null): Promise<string[]> {
  const script = path.join(program.folder, 'tuner.mjs');
  fs.writeFileSync(script, source);
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  let isCondemned = false;
  child.stdout.on('data', (chunk) => {
    printed += chunk;
    if (kill === null || isCondemned || printed.split('\n').length < 2 + kill.afterTrials) return;
    isCondemned = true;
    setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
  });
  await new Promise((resolve) => child.on('close', resolve));
  return printed.split('\n');
}
