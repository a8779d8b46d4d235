import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFisets } from '../../src/analysis/fisets.js';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { realiseSet } from '../../src/space/realise-set.js';
import type { Configuration } from '../../src/space/resolve.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';

const hasNvcc = spawnSync('nvcc', ['--version']).status === 0;
if (!hasNvcc)
  console.warn('SKIPPED: nvcc is not on the PATH, so the conversions it leaves in a lowered set were not counted');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-set-'));
const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.native({ cache: cacheFolder() });
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await engine.close();
  await clang.close();
});

describe.runIf(hasNvcc)('nvcc leaves a lowered set of the n-body kernel', () => {
  it('without conversions between its members, with declarations changed or not', async () => {
    const corpus = path.join(import.meta.dirname, '../../corpus/nbody');
    const project = openProject({
      inputs: [corpus],
      includeFolders: [],
      defines: [],
      undefines: [],
      workingFolder: corpus,
    });
    const bench = await Workbench.open(clang, engine, project);
    const largest = findFisets(bench.program, { mathCalls: true }).reduce((a, b) =>
      b.arithmetic > a.arithmetic ? b : a,
    );
    const realised = realiseSet(bench.program, bench.groups, largest.operations);
    expect(realised.sites.size).toBe(10); // dt, Fx … invDist3
    const castsAlone = { ...realised, sites: new Map() };
    for (const [name, configuration] of Object.entries({ realised, castsAlone })) {
      const { turns, narrowing, widening } = await conversions(bench, name, configuration);
      // x[i], y[i], z[i] before the loop, x[j], y[j], z[j] in each of its unrolled turns, and vx, vy, vz after it; dt comes as a float
      expect(narrowing).toBe(3 + 3 * turns + 3 + (name === 'realised' ? 0 : 1));
      expect(widening).toBe(3); // vx, vy, vz
    }
    bench.close();
  });
});

async function conversions(bench: Workbench, name: string, configuration: Configuration) {
  const [[, text]] = [...(await bench.variants.rewrite(configuration))] as [[string, string]];
  const source = path.join(folder, `${name}.cu`);
  fs.writeFileSync(source, text, 'latin1');
  const { status, stderr } = spawnSync('nvcc', ['-arch=sm_90', '-ptx', source, '-o', `${source}.ptx`]);
  expect(status, stderr.toString()).toBe(0);
  const ptx = fs.readFileSync(`${source}.ptx`, 'latin1');
  const count = (instruction: string) => ptx.split(instruction).length - 1;
  return { turns: count('rsqrt.approx'), narrowing: count('cvt.rn.f32.f64'), widening: count('cvt.f64.f32') };
}
