import { afterAll, describe, expect, it } from 'vitest';
import { findGroups } from '../../../src/analysis/groups.js';
import { unofferedFormats, unofferedText } from '../../../src/study/formats/unoffered-formats.js';
import { TuningSpace } from '../../../src/study/search-space.js';
import { naming } from '../../support/naming.js';
import { ReadPrograms } from '../../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

const VIEWS = `#include <cuda_runtime.h>
__global__ void k(const float2 *pairs, const float *viewed, float *plain, int n) {
  int i = threadIdx.x;
  float4 four = reinterpret_cast<const float4 *>(viewed)[i];
  plain[i] = pairs[i].x + four.y;
}
int main() { return 0; }
`;

async function unoffered(source: string, language: 'c' | 'cu', asked: ('fp64' | 'fp32' | 'fp16' | 'bf16')[]) {
  const program = await programs.readText(source, language);
  const space = new TuningSpace({ program, groups: findGroups(program) }, asked, new Set(program.sites.keys()));
  return unofferedFormats(program, space.rangedGroups, asked).map(unofferedText);
}

describe('formats that groups cannot be written in', () => {
  it('are said with the groups and the reason, once for all that have it', async () => {
    expect(await unoffered(VIEWS, 'cu', ['fp32', 'fp16', 'bf16'])).toEqual([
      naming('fp16', 'bf16', '3 groups', 'k.pairs, k.viewed, k.four', 'float2, float4'),
    ]);
  });

  it('are halves in a program that is not CUDA, and nothing where all that was asked for can be written', async () => {
    const source = 'int main(void) { double a = 1.0; return a > 0.0; }\n';
    expect(await unoffered(source, 'c', ['fp64', 'fp32', 'fp16'])).toEqual([
      naming('fp16', '1 group', 'main.a', 'CUDA'),
    ]);
    expect(await unoffered(source, 'c', ['fp64', 'fp32'])).toEqual([]);
    expect(await unoffered(VIEWS, 'cu', ['fp64', 'fp32'])).toEqual([]);
  });
});
