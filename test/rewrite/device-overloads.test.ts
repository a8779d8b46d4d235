import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Workbench } from '../../src/workbench/workbench.js';

const samples = path.join(import.meta.dirname, '../samples/oracles');
const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
afterAll(async () => {
  await engine.close();
  await clang.close();
});

async function rewrite(sample: string): Promise<string> {
  const workingFolder = path.join(samples, sample);
  const project = openProject({
    inputs: [path.join(workingFolder, 'program.cu')],
    includeFolders: [],
    defines: [],
    undefines: [],
    workingFolder,
  });
  const bench = await Workbench.open(clang, engine, project);
  const file = path.join(workingFolder, 'configuration.json');
  const configuration = parseConfiguration(fs.readFileSync(file, 'utf8'), file, bench.program, bench.groups);
  const rewritten = [...(await bench.variants.rewrite(configuration)).values()].join('');
  bench.close();
  return rewritten;
}

it('a function of a float and a double in device code is given two doubles, since nvcc has none of one each', async () => {
  const rewritten = await rewrite('functions-of-two-numbers-meet-in-one-format');
  expect(rewritten).toContain('out[0] = fminf(narrow, 1.0f);');
  expect(rewritten).toContain('out[1] = fmax((double)narrow, out[0]);');
  expect(rewritten).toContain('fmax((double)(narrow + 0.1f), wide)');
  expect(rewritten).toContain('pow((double)narrow, wide)');
});

it('and so is a function of two floats that becomes one of two doubles', async () => {
  const rewritten = await rewrite('a-float-function-that-becomes-a-double-one-is-given-doubles');
  expect(rewritten).toContain('atan2((double)gy, gx)');
  expect(rewritten).toContain('fmax(gx, (double)0.1f)');
  expect(rewritten).toContain('fmod(gx, (double)3)');
});
