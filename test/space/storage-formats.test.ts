import { afterAll, describe, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import type { Program } from '../../src/program/program.js';
import { configurationOf, randomConfiguration, whyNotAdmitted } from '../../src/space/configuration.js';
import { resolve } from '../../src/space/resolve.js';
import { seededRandom } from '../../src/support/random.js';
import { naming } from '../support/naming.js';
import { ReadPrograms } from '../support/read-programs.js';

const SOURCE = `#include <cuda_runtime.h>
#include <cstdlib>
__global__ void work(const float *plain, float *counted, float *stepped, const float *hinted, float *exchanged, float4 *four, float scale)
{
  __shared__ float tile[32];
  int i = threadIdx.x;
  float own = plain[i] * scale;
  tile[i] = -plain[i];
  atomicAdd(&counted[0], own);
  stepped[i]++;
  own += __ldg(hinted + i) + __shfl_down_sync(0xffffffffu, exchanged[i], 1);
  four[i].x = own + tile[31 - i];
}
int main()
{
  float *p, *c, *s, *h, *e;
  float4 *f;
  cudaMalloc(&p, 128); cudaMalloc(&c, 128); cudaMalloc(&s, 128); cudaMalloc(&h, 128); cudaMalloc(&e, 128); cudaMalloc(&f, 512);
  work<<<1, 32>>>(p, c, s, h, e, f, 2.0f);
  return 0;
}
`;

const programs = new ReadPrograms();
afterAll(() => programs.close());

/** The reason why the group of a site is not offered a format. */
function whyNot(program: Program, id: string): string | null {
  const groups = findGroups(program);
  const site = program.sites.findIndex((one) => one.id === id);
  const { sites } = groups.groups[groups.groupOf[site]!]!;
  return sites.map((one) => whyNotAdmitted(program, one, 'fp8e4m3')).find((why) => why !== null) ?? null;
}

describe('a storage format', () => {
  it('is offered only to memory that is just loaded and stored', async () => {
    const program = await programs.readText(SOURCE, 'cu');
    expect(whyNot(program, 'work.plain')).toBeNull();
    expect(whyNot(program, 'work.tile')).toBeNull();
    for (const id of ['work.own', 'work.scale']) expect(whyNot(program, id)).toEqual(naming('fp8e4m3', /comput/));
    expect(whyNot(program, 'work.counted')).toContain('atomicAdd');
    expect(whyNot(program, 'work.stepped')).toContain('++');
    expect(whyNot(program, 'work.hinted')).toContain('__ldg');
    expect(whyNot(program, 'work.exchanged')).toContain('__shfl_down_sync');
    expect(whyNot(program, 'work.four')).toContain('vectors');
    expect(
      whyNot(await programs.readText('int main() { double a[2] = {1, 2}; return a[0] < a[1]; }'), 'main.a'),
    ).toEqual(naming('CUDA'));
  });

  it('is the format of no operation, whatever a configuration says', async () => {
    const program = await programs.readText(SOURCE, 'cu');
    const groups = findGroups(program);
    const formats = ['fp64', 'fp16', 'fp8e4m3', 'fp8e5m2'] as const;
    let stored = 0;
    for (let seed = 1; seed < 20; seed++) {
      const configuration = randomConfiguration(program, groups, formats, seededRandom(seed));
      const { operationFormats, siteFormats } = resolve(program, configuration);
      stored += siteFormats.filter((format) => format.startsWith('fp8')).length;
      expect(operationFormats.filter((format) => format.startsWith('fp8'))).toEqual([]);
    }
    expect(stored).toBeGreaterThan(0);
    const { id } = program.operations.find(({ kind }) => kind === 'mul')!;
    expect(() => configurationOf({ [id]: 'fp8e4m3' }, 'here', program, groups)).toThrow('storage');
  });
});
