import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';

const corpus = path.join(import.meta.dirname, '../../corpus/nbody');
const clang = new EmbeddedClang(cacheFolder(), 1);
// g++ builds in a tenth of the time; the embedded engine, which is always there, is held to the same by its conformance suite
const native = engines.native({ cache: cacheFolder() });
const engine = (await native.available()).ok ? native : engines.wasm({ cache: cacheFolder(), clang });
const BODIES = 16;
const STEPS = 2;
const limits = {
  arguments: [String(BODIES), String(STEPS)],
  timeoutMs: 600_000,
  maxOutputBytes: 1 << 20,
  maxMemoryBytes: 2 ** 30,
};
let bench: Workbench;

beforeAll(async () => {
  bench = await Workbench.open(
    clang,
    engine,
    openProject({ inputs: [corpus], includeFolders: [], defines: [], undefines: [], workingFolder: corpus }),
  );
});
afterAll(async () => {
  bench?.close();
  await engine.close();
  await clang.close();
});

const output = (outcome: Awaited<ReturnType<Workbench['runs']['original']>>): string => {
  expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
  return outcome.kind === 'exited' ? outcome.stdout.toString() : '';
};
const numbers = (text: string) => text.trim().split(/\s+/).map(Number);

describe(`the n-body example on the ${engine.name} engine`, () => {
  it('computes the same emulated and built, and differs from the original', async () => {
    const configuration = parseConfiguration(
      '{"schemaVersion":1,"formats":{"bodyForce.invDist3":"fp32"}}',
      'inline',
      bench.program,
      bench.groups,
    );
    const original = output(await bench.runs.original(limits));
    const emulated = output(await bench.runs.emulated(configuration, limits));
    expect(output(await bench.runs.built(configuration, limits))).toBe(emulated);
    expect(emulated).not.toBe(original);
  });

  it('counts every execution of every operation', async () => {
    const { operations: profile, counts } = await bench.runs.profile('count', limits);
    const executions = new Map(profile.map((one) => [bench.program.operations[one.operation]!.id, one.executions]));
    const inner = bench.program.operations.filter(
      (one) => one.loopDepth === 1 && bench.program.functions[one.function]!.name === 'bodyForce',
    );
    expect(inner.length).toBeGreaterThan(0);
    for (const operation of inner) expect(executions.get(operation.id)).toBe(BODIES * BODIES * STEPS);
    // launches, and the numbers that copies moved
    const { program } = bench;
    const moved = program.transfers.map((_, index) => counts.transfers!.get(index));
    expect([...counts.launches!]).toEqual([[0, STEPS]]);
    const [before, inLoop] = [
      { elements: BODIES, largest: BODIES },
      { elements: BODIES * STEPS, largest: BODIES },
    ];
    expect(moved).toEqual([before, before, before, ...Array.from({ length: 6 }, () => inLoop)]);
  });

  it('counts stores per site in a build that counts each site', async () => {
    const { counts } = await bench.runs.profile('count-each', limits);
    const stores = (id: string) => counts.stores!.get(bench.program.sites.findIndex((site) => site.id === id));
    expect(stores('bodyForce.dx')).toBe(BODIES * BODIES * STEPS);
    expect(stores('bodyForce.Fx')).toBe(BODIES * STEPS + BODIES * BODIES * STEPS);
  });

  it('observes the values stored into every site', async () => {
    const { ranges } = await bench.runs.profile('count-ranges', limits);
    const { program } = bench;
    const seen = (id: string) => ranges!.get(program.sites.findIndex((site) => site.id === id));
    const { largest, smallest, ...unusual } = seen('bodyForce.dx')!;
    expect(unusual).toEqual({ hasInfinity: false, hasNaN: false });
    expect(smallest).toBeGreaterThan(0);
    expect(largest).toBeGreaterThan(smallest);
    expect(largest).toBeLessThan(2); // positions are in [-1, 1)
    expect((await bench.runs.profile('count', limits)).ranges).toBeNull();
  });

  it('measures how far fp32 is from fp64, operation by operation', async () => {
    const { operations: profile } = await bench.runs.profile('shadow', limits);
    const rsqrt = profile.find((one) => bench.program.operations[one.operation]!.symbol === 'rsqrt')!;
    const mean = rsqrt.difference / rsqrt.executions;
    expect(mean).toBeGreaterThan(2 ** -30);
    expect(mean).toBeLessThan(2 ** -20);
  });

  it('has a reference far more accurate than double', async () => {
    const original = numbers(output(await bench.runs.original(limits)));
    const reference = numbers(output(await bench.runs.reference(limits)));
    expect(reference).toHaveLength(original.length);
    const errors = original.map((value, index) => Math.abs((value - reference[index]!) / reference[index]!));
    expect(Math.max(...errors)).toBeLessThan(1e-12);
    expect(Math.max(...errors)).toBeGreaterThan(0);
  });
});
