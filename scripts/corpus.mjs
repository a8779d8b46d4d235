// npm run corpus [-- name…]: reads every program under corpus/, ports it to the CPU and runs it on its small input. Checks that it prints numbers, the
// same ones when instrumented, and runs its physics tests in test/corpus.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import {
  baselineConfiguration,
  cacheFolder,
  describeProgram,
  EmbeddedClang,
  engines,
  gatherFacts,
  numbersIn,
  openProject,
  Workbench,
} from '../dist/internal.js';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const root = fileURLToPath(new URL('..', import.meta.url));
const corpus = path.join(root, 'corpus');
const names = readdirSync(corpus).filter((name) => existsSync(path.join(corpus, name, 'mantissa.json')));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no program named ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(2);
}
const chosen = wanted.length > 0 ? wanted : names;

const started = performance.now();
const cache = cacheFolder();
const clang = new EmbeddedClang(cache, 1);
const native = engines.native({ cache });
const availability = await native.available();
if ('reason' in availability) console.warn(`on the embedded engine: ${availability.reason}`);
const engine = availability.ok ? native : engines.wasm({ cache, clang });

const rows = [];
for (const name of chosen) rows.push(await measure(name));
await engine.close();
await clang.close();
for (const [name, checks] of await physicsChecks()) rows.find((row) => row.name === name)?.checks.push(...checks);

printTable();
const failed = rows.flatMap(({ name, checks }) =>
  checks.filter(({ fault }) => fault).map((check) => ({ name, ...check })),
);
for (const { name, says, fault } of failed) console.error(`\n${name}: ${says}: ${fault}`);
console.log(
  `\n${chosen.length} ${chosen.length === 1 ? 'program' : 'programs'} in ${((performance.now() - started) / 1000).toFixed(0)} s on the ${engine.name} engine`,
);
process.exit(failed.length > 0 ? 1 : 0);

/** Facts of the program and the cost of its small input. Any error becomes a failed check. */
async function measure(name) {
  const row = { name, summary: null, kernels: 0, cpuMs: null, checks: [] };
  const check = async (says, holds) => row.checks.push({ says, fault: await holds().catch((error) => error.message) });
  let bench;
  try {
    const folder = path.join(corpus, name);
    const request = { inputs: [folder], includeFolders: [], defines: [], undefines: [], workingFolder: corpus };
    const project = openProject(request);
    bench = await Workbench.open(clang, engine, project);
    const { summary, functions } = describeProgram(
      bench.program,
      gatherFacts(bench.program, project.settings?.scope ?? null),
    );
    Object.assign(row, { summary, kernels: functions.filter(({ kind }) => kind === 'kernel').length });
    const { inputs } = JSON.parse(readFileSync(path.join(folder, 'mantissa.json'), 'utf8'));
    const limits = {
      arguments: inputs.small.arguments,
      timeoutMs: 60_000,
      maxOutputBytes: 2 ** 24,
      maxMemoryBytes: 2 ** 31,
    };
    const original = await bench.runs.original(limits);
    row.cpuMs = original.cpuMs ?? original.durationMs ?? null;
    await check('prints finite numbers', async () => faultOfNumbers(numbersIn(printed(original))));
    await check('prints the same instrumented', async () =>
      printed(await bench.runs.emulated(baselineConfiguration, limits)) === printed(original) ? null : 'other bytes',
    );
  } catch (error) {
    row.checks.push({ says: 'is read, built and run', fault: error.message });
  } finally {
    bench?.close();
  }
  return row;
}

function printed(outcome) {
  if (outcome.kind === 'exited' && outcome.exitCode === 0) return outcome.stdout.toString();
  throw new Error(`it ended as ${outcome.kind} ${outcome.exitCode ?? outcome.reason ?? ''}`);
}

function faultOfNumbers(numbers) {
  if (numbers.length < 2) return `${numbers.length} numbers`;
  const strange = numbers.filter((value) => !Number.isFinite(value)).length;
  return strange > 0 ? `${strange} of ${numbers.length} are not finite` : null;
}

/** The tests of test/corpus, by program: each test is a check. */
async function physicsChecks() {
  const files = chosen.map((name) => `test/corpus/${name}.test.ts`);
  for (const file of files)
    if (!existsSync(path.join(root, file))) console.warn(`no physics is checked: ${file} is missing`);
  if (!availability.ok) process.env.MANTISSA_CORPUS_ENGINE = 'wasm';
  const vitest = await startVitest('test', files, { root, watch: false, reporters: [{}], passWithNoTests: true });
  const checks = vitest.state
    .getTestModules()
    .map((module) => [
      path.basename(module.moduleId, '.test.ts'),
      [
        ...module.errors().map(({ message }) => ({ says: 'has tests that load', fault: message })),
        ...[...module.children.allTests()].map((test) => ({ says: test.name, fault: faultOfTest(test.result()) })),
      ],
    ]);
  await vitest.close();
  process.exitCode = 0; // a failed test sets it; failed checks decide below
  return checks;
}

function faultOfTest({ state, errors }) {
  if (state === 'passed') return null;
  return errors?.map(({ message }) => message).join('; ') || `the test was ${state}`;
}

function printTable() {
  const cells = rows.map(({ name, summary, kernels, cpuMs, checks }) => [
    name,
    summary?.sites ?? '–',
    summary?.groups ?? '–',
    summary?.operations ?? '–',
    kernels,
    cpuMs === null ? '–' : `${(cpuMs / 1000).toFixed(3)} s`,
    `${checks.filter(({ fault }) => !fault).length} of ${checks.length}`,
  ]);
  const table = [['program', 'sites', 'groups', 'operations', 'kernels', 'CPU time', 'output checks'], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => String(row[column]).length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : String(cell).padStart(widths[column])))
        .join('  '),
    );
}
