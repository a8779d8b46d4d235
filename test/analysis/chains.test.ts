import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChains } from '../../src/analysis/chains.js';
import type { Program } from '../../src/program/program.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

const SOURCE = `
double paper(double x, double y, double z) {
  double a = x + y;
  double b = a + z;
  return b;
}
double apart(double u, double v) {
  double narrow = (float) u;
  double other = v * v;
  return narrow;
}
`;

let program: Program;
let named: (names: string) => number[];
let chains: number[][];
beforeAll(async () => {
  program = await programs.readText(SOURCE);
  const dimensions = program.sites.map((_, site) => ({ sites: [site], operations: [] }));
  named = (names) =>
    names
      .split(' ')
      .map((name) => program.sites.findIndex((site) => site.id === name))
      .sort((a, b) => a - b);
  chains = findChains(program, dimensions);
});

describe('chains', () => {
  it('joins what the expressions of a function connect: x, y and z of a = x + y; b = a + z', () => {
    expect(chains).toContainEqual(named('paper.x paper.y paper.z paper.a paper.b paper()'));
  });

  it('lists dimensions that meet in one expression separately', () => {
    expect(chains).toContainEqual(named('paper.x paper.y paper.a'));
    expect(chains).toContainEqual(named('paper.z paper.a paper.b'));
    expect(chains).toContainEqual(named('paper.x paper.y'));
  });

  it('ends at an explicit cast', () => {
    const [u] = named('apart.u');
    expect(chains.filter((chain) => chain.includes(u!))).toEqual([]);
    expect(chains).toContainEqual(named('apart.v apart.other'));
  });

  it('speaks of dimensions: sites that change together anyway are one', () => {
    const together = [
      { sites: named('paper.x paper.y'), operations: [] },
      { sites: named('paper.a'), operations: [] },
      { sites: [], operations: [program.operations.findIndex((one) => one.id === 'paper#2')] },
    ];
    expect(findChains(program, together)).toEqual([
      [0, 1, 2],
      [0, 1],
      [1, 2],
    ]);
  });
});
