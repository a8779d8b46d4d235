import { describe, expect, it } from 'vitest';
import { compareLaunches, compareWork } from '../../../src/analysis/performance/amount-of-work.js';
import type { ExecutionCounts } from '../../../src/analysis/performance-model.js';
import type { Loop, Program } from '../../../src/program/program.js';

/** One line for each loop and function: places are their lines. */
const at = (line: number) => ({ range: { file: 0, begin: line, end: line + 1 }, spelling: null });
const MAIN = 0;
const SOLVE = 1;
const DOT = 2;
const GUESS = 3;

/** main calls solve(), whose loop 0 calls dot() and guess(); dot() has loop 1, the loop of solve() another one in it, 2. */
const program = {
  files: [{ path: 'cg.c', source: { position: (offset: number) => ({ line: offset, column: 1 }) } }],
  functions: [
    { calls: [SOLVE], values: [], valueBlocks: [], blocks: [], name: 'main', kind: 'host', place: at(50) },
    {
      calls: [DOT, GUESS],
      // the call of dot() is a value, that of guess() is not
      ...{ values: [{ kind: 'call', function: DOT }], valueBlocks: [0], blocks: [{ loop: 0, predecessors: [] }] },
      ...{ name: 'solve', kind: 'host', place: at(10) },
    },
    { calls: [], values: [], valueBlocks: [], blocks: [], name: 'dot', kind: 'host', place: at(1) },
    { calls: [], values: [], valueBlocks: [], blocks: [], name: 'guess~2', kind: 'host', place: at(5) },
  ],
  loops: [
    { function: SOLVE, parent: null, depth: 1, place: at(12), tripCount: null },
    { function: DOT, parent: null, depth: 1, place: at(2), tripCount: null },
    { function: SOLVE, parent: 0, depth: 2, place: at(14), tripCount: null },
  ] satisfies Loop[],
  operations: [
    { kind: 'mul', function: DOT, loop: 1 },
    { kind: 'add', function: SOLVE, loop: 2 },
    { kind: 'sub', function: GUESS, loop: null },
    { kind: 'convert', function: SOLVE, loop: 0 },
  ],
  launches: [],
} as unknown as Program;

/** `inner`: iterations of loop 2 for each of loop 0. */
function counts(iterations: number, { inner = 100, guesses = iterations } = {}): ExecutionCounts {
  return {
    operations: new Map([
      [0, 100 * iterations],
      [1, inner * iterations],
      [2, guesses],
      [3, 5 * iterations],
    ]),
    loops: new Map([
      [0, iterations],
      [1, 100 * iterations],
      [2, inner * iterations],
    ]),
    calls: new Map([
      [MAIN, 1],
      [SOLVE, 1],
      [DOT, iterations],
      [GUESS, guesses],
    ]),
  };
}

describe('if two runs do different amounts of work', () => {
  it('the outermost loop is named, and nothing that follows from it', () => {
    const { operations, differences } = compareWork(program, counts(577), counts(921));
    expect(differences).toEqual([{ kind: 'loop', function: 'solve', file: 'cg.c', line: 12, before: 577, after: 921 }]);
    expect(operations).toEqual({ before: 201 * 577, after: 201 * 921 });
  });

  it('fewer iterations are a difference as well', () => {
    const [only, ...others] = compareWork(program, counts(400), counts(300)).differences;
    expect(only).toMatchObject({ before: 400, after: 300 });
    expect(others).toEqual([]);
  });

  it('an inner loop is named where the outer one runs as often as before', () => {
    const { differences } = compareWork(program, counts(10), counts(10, { inner: 150 }));
    expect(differences).toEqual([
      { kind: 'loop', function: 'solve', file: 'cg.c', line: 14, before: 1000, after: 1500, isTotal: true },
    ]);
  });

  it('both are named where both changed, with the outer one first', () => {
    const { differences } = compareWork(program, counts(10), counts(20, { inner: 150 }));
    expect(differences.map(({ line }) => line)).toEqual([12, 14]);
  });

  it('a function is named where its calls do not follow from a loop', () => {
    const { differences } = compareWork(program, counts(10, { guesses: 4000 }), counts(10, { guesses: 9000 }));
    expect(differences).toEqual([
      { kind: 'function', function: 'guess', file: 'cg.c', line: 5, before: 4000, after: 9000 },
    ]);
  });

  it('differences below a percent are left out, and so are those that account for next to no operations', () => {
    expect(compareWork(program, counts(1000), counts(1009)).differences).toEqual([]);
    expect(compareWork(program, counts(1000), counts(1000, { guesses: 1400 })).differences).toEqual([]);
    expect(compareWork(program, counts(1000), counts(1000)).differences).toEqual([]);
  });
});

describe('if kernels are launched a different number of times', () => {
  const kernels = { ...program, functions: program.functions.map((one) => ({ ...one, kind: 'kernel' })) } as Program;
  const launched = (...launches: number[]) =>
    new Map(launches.map((count, index) => [index, { launches: count, ms: 10 * (index + 1) }]));

  it('names one for each factor, the one that takes longest', () => {
    const { differences } = compareLaunches(kernels, launched(577, 577, 1154, 3), launched(921, 921, 1842, 6));
    expect(differences.map(({ function: name, before, after }) => [name, before, after])).toEqual([
      ['guess', 3, 6],
      ['dot', 1154, 1842],
    ]);
    expect(differences[0]).toMatchObject({ kind: 'kernel' });
  });

  it('names none if the launch counts agree', () => {
    expect(compareLaunches(kernels, launched(577, 577), launched(577, 578)).differences).toEqual([]);
  });
});
