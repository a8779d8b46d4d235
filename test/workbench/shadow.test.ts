import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import type { OperationProfile } from '../../src/workbench/profile-report.js';
import { Workbench } from '../../src/workbench/workbench.js';

const SOURCE = `#include <math.h>
#include <stdio.h>
int main(void)
{
  double sum = 0.0;
  for (int i = 1; i <= 100; i++) {
    double x = i * 0.1;
    double square = x * x;
    sum += square / 3.0;
  }
  double same = sum - sum;
  double gone = floor(0.9999999999999999 * same + 0.9999999999999999);
  double huge = sum * 1e300;
  double cancelled = (sum + 1e-6) - sum;
  printf("%g %g %g %g %g\\n", sum, same, gone, huge, cancelled);
  return 0;
}
`;

const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-shadow-'));
let bench: Workbench;
let profile: readonly OperationProfile[];

beforeAll(async () => {
  fs.writeFileSync(path.join(folder, 'sums.c'), SOURCE);
  const request = { inputs: [path.join(folder, 'sums.c')], includeFolders: [], defines: [], undefines: [] };
  bench = await Workbench.open(clang, engine, openProject({ ...request, workingFolder: folder }));
  const limits = { arguments: [], timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 30 };
  profile = (await bench.runs.profile('shadow', limits)).operations;
});

afterAll(async () => {
  bench?.close();
  fs.rmSync(folder, { recursive: true, force: true });
  await engine.close();
  await clang.close();
});

/** The operation whose text begins so. */
function of(text: string): OperationProfile {
  const { files, operations } = bench.program;
  const index = operations.findIndex(({ place, kind }) => {
    const { file, begin } = place.range;
    return kind !== 'convert' && files[file]!.source.text.startsWith(text, begin);
  });
  expect(index, text).toBeGreaterThanOrEqual(0);
  return profile.find(({ operation }) => operation === index) ?? { operation: index, executions: 0, difference: 0 };
}

describe('a shadow run', () => {
  it('adds up, per operation, how far fp32 on truncated operands is from fp64', () => {
    const error = (exact: number, shadow: number) => Math.abs((exact - shadow) / exact);
    const f = Math.fround;
    const sums = { scale: 0, square: 0, quotient: 0, update: 0 };
    let sum = 0;
    for (let i = 1; i <= 100; i++) {
      const x = i * 0.1;
      sums.scale += error(x, f(f(i) * f(0.1)));
      sums.square += error(x * x, f(f(x) * f(x)));
      const third = (x * x) / 3;
      sums.quotient += error(third, f(f(x * x) / f(3)));
      sums.update += error(sum + third, f(f(sum) + f(third)));
      sum += third;
    }
    expect(of('i * 0.1')).toMatchObject({ executions: 100, difference: sums.scale });
    expect(of('x * x')).toMatchObject({ executions: 100, difference: sums.square });
    expect(of('square / 3.0')).toMatchObject({ executions: 100, difference: sums.quotient });
    expect(of('sum += square')).toMatchObject({ executions: 100, difference: sums.update });
  });

  it('sees no error in two zeros', () => {
    expect(of('sum - sum').difference).toBe(0);
    expect(of('sum - sum').lost).toBeUndefined();
  });

  it('counts a value as lost if fp64 has zero and fp32 does not, and says so', () => {
    expect(of('floor(')).toMatchObject({ difference: 1, lost: 1 });
  });

  it('counts a value as lost if fp32 overflows, and says so', () => {
    expect(of('sum * 1e300')).toMatchObject({ difference: 1, lost: 1 });
  });

  it('counts a value that fp32 cannot distinguish from zero as zero, not as lost', () => {
    expect(of('(sum + 1e-6) - sum').difference).toBe(1);
    expect(of('(sum + 1e-6) - sum').lost).toBeUndefined();
  });
});
