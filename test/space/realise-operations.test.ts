import { afterAll, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import type { Format } from '../../src/numerics/format.js';
import { findOperationGroups, realiseOperations } from '../../src/space/realise-operations.js';
import { resolve } from '../../src/space/resolve.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

const SOURCE = `
double f(const double *a, double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double scaled = a[i] * 3.1;
    b[i] = scaled;
    sum += scaled;
  }
  double kept = sum;
  return kept;
}`;

async function realised(formats: Record<string, Format>) {
  const program = await programs.readText(SOURCE);
  const groups = findGroups(program);
  const wanted = new Map(
    program.operations.flatMap(({ symbol }, at) => (formats[symbol[0]!] ? [[at, formats[symbol[0]!]!] as const] : [])),
  );
  const uses = findOperationGroups(program, groups);
  const configuration = realiseOperations(program, groups, uses, wanted, 'fp64', () => true);
  const { operationFormats } = resolve(program, configuration);
  for (const [operation, format] of wanted) expect(operationFormats[operation]).toBe(format);
  return {
    sites: Object.fromEntries([...configuration.sites].map(([site, format]) => [program.sites[site]!.id, format])),
    operations: configuration.operations.size,
  };
}

it('a variable is as wide as the widest operation that reads or writes it', async () => {
  const { sites } = await realised({ '*': 'fp32', '+': 'fp64' });
  expect(sites).toMatchObject({ 'f.a': 'fp32' });
  expect(sites).not.toHaveProperty(['f.scaled']);
  expect(sites).not.toHaveProperty(['f.sum']);
});

it('a copy has the format of its source', async () => {
  const { sites } = await realised({ '*': 'fp64', '+': 'fp32' });
  expect(sites).toMatchObject({ 'f.sum': 'fp32', 'f.kept': 'fp32', 'f()': 'fp32' });
  expect(sites).not.toHaveProperty(['f.a']);
});

it('an operation between variables of higher precision gets its own format', async () => {
  expect((await realised({ '*': 'fp64', '+': 'fp32' })).operations).toBe(1);
});

it('with every operation lowered all variables are, and nothing is cast', async () => {
  const { sites, operations } = await realised({ '*': 'fp32', '+': 'fp32' });
  expect(Object.keys(sites).sort()).toEqual(['f()', 'f.a', 'f.b', 'f.kept', 'f.scaled', 'f.sum']);
  expect(operations).toBe(0);
});
