import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { engines } from '../../../src/execution/engines.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { parseConfiguration } from '../../../src/space/configuration.js';
import { filesToCollect, outputPlace, readOutput } from '../../../src/study/judging/program-output.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { Workbench } from '../../../src/workbench/workbench.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const native = engines.native({ cache: cacheFolder() });
const engine = (await native.available()).ok ? native : engines.wasm({ cache: cacheFolder(), clang });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-recorded-'));
afterAll(async () => {
  await engine.close();
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const PROGRAM = `#include <mantissa.h>
int main(void)
{
  double x[4], sum = 0;
  for (int i = 0; i < 4; i++) { x[i] = 0.1 * i; sum += x[i]; }
  MANTISSA_OUTPUT("x", x, 4);
  MANTISSA_OUTPUT("sum", &sum, 1);
  return 0;
}
`;

describe(`MANTISSA_OUTPUT on the ${engine.name} engine`, () => {
  it("records the values by which a run is judged, for the original, emulated and built programs, and keeps the source's output", async () => {
    fs.writeFileSync(path.join(folder, 'quiet.c'), PROGRAM);
    fs.writeFileSync(
      path.join(folder, 'mantissa.json'),
      JSON.stringify({ sources: ['quiet.c'], output: { recorded: true } }),
    );
    const project = openProject({
      inputs: [folder],
      includeFolders: [],
      defines: [],
      undefines: [],
      workingFolder: folder,
    });
    const place = outputPlace(project.settings?.output);
    const limits = {
      arguments: [],
      timeoutMs: 600_000,
      maxOutputBytes: 1 << 20,
      maxMemoryBytes: 2 ** 30,
      collect: filesToCollect(place),
    };
    const bench = await Workbench.open(clang, engine, project);
    const recorded = async (run: ReturnType<Workbench['runs']['original']>) => {
      const outcome = await run;
      return outcome.kind === 'exited' ? readOutput(place, outcome)?.values : outcome.kind;
    };
    const text = '{"schemaVersion":1,"formats":{"main.x":"fp32"}}';
    const configuration = parseConfiguration(text, 'inline', bench.program, bench.groups);
    const single = [0, 1, 2, 3].map((i) => Math.fround(0.1 * i));
    const narrow = [...single, single.reduce((sum, one) => sum + one)];
    expect(await recorded(bench.runs.original(limits))).toEqual([0, 0.1, 0.2, 0.30000000000000004, 0.6000000000000001]);
    expect(await recorded(bench.runs.emulated(configuration, limits))).toEqual(narrow);
    expect(await recorded(bench.runs.built(configuration, limits))).toEqual(narrow);
    expect((await bench.variants.rewrite(configuration)).get('quiet.c')).toContain('MANTISSA_OUTPUT("x", x, 4);');
    bench.close();
  });
});
